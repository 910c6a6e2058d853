"""One learning seat at each of many tables, and agents at the others: what `gym.py` and the SB3 face stand on.

The tables are the rows of one `BatchGame`. After the learners' tokens all other seats are played, every agent asked for
the decisions of all its rows at once where it can answer so, until in each row it is the learner's turn again.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from .agents import Agent, make_agent
from .agents.protocol import offers
from .arguments import CARD_ORDERS, whole
from .engine import rows
from .engine.layout import TOKENS, CardOrder, new_states
from .errors import IllegalPlay, ShengjiError
from .starts import read_seed
from .vector import BatchGame

ILLEGAL_REWARD = -1.0  # as in the AEC environment


class SeatGames:
    """N tables with one learning seat each. Everything is of the learners' decisions:

    observation  int8[N, D]
    mask         bool[N, 59]
    seats        int64[N]    the learning seats
    reward       float32[N]  what the last step paid the learner: all until his next decision or the episode's end
    done         bool[N]     whether it ended the row's episode; the rest is then of the row's next one
    final        int8[N, D]  what the learner saw of the end, where a row is done
    """

    def __init__(
        self,
        num_games: int,
        rules: Any,
        opponents: Agent | str | Sequence[Agent | str],
        seat: int | None,
        seed: int | None = None,
        **arguments: Any,
    ) -> None:
        """opponents: one for all other seats, or one each, in the order of play from the learner on; seat: the
        learner's, or None: drawn for each episode from the row's seed; further arguments as of `BatchGame`."""
        self.batch = BatchGame(num_games, rules, seed=seed, **arguments)
        self.players = self.batch.rules[0].players
        self._seat = None if seat is None else whole(seat, "seat", 0, self.players - 1)
        self.seat_opponents(opponents)
        self._all = np.arange(num_games)
        self.observation, self.mask = self.batch.observation, self.batch.mask
        self.seats = np.zeros(num_games, np.int64)
        self.reward = np.zeros(num_games, np.float32)
        self.done = np.zeros(num_games, np.bool_)
        self.final = np.zeros_like(self.observation)
        self._begin(self._all)

    def seat_opponents(self, opponents: Agent | str | Sequence[Agent | str]) -> None:
        """Play against these from now on, in all rows."""
        self._agents, self._agent_of = _seated(opponents, self.players - 1)

    # ---------------------------------------------------------------- episodes

    def reset(self, seed: int | Sequence[int | None] | None = None) -> None:
        """Every row begins an episode: with a seed the first of `seed` + row, or of its own in a list; without, its
        next one. Agents that draw start anew with the first seed."""
        states = self.batch._S
        if seed is not None:
            seeds = _row_seeds(seed, len(self._all))
            self.batch.reset(seeds[0])
            states["seed"], states["shuffles"] = np.array(seeds, np.uint64), 0
            for agent in self._agents:
                if hasattr(agent, "reset"):
                    agent.reset(seeds[0])
        self.restart(self._all)

    def restart(self, chosen: np.ndarray) -> None:
        """These rows begin their next episode."""
        for row in chosen.tolist():
            self.batch._reset_rows(row, row + 1)
        self._begin(chosen)

    def _begin(self, chosen: np.ndarray) -> None:
        """After the beginning of episodes: who learns, and play up to his first decision."""
        self._draw(chosen)
        self.reward[chosen], self.done[chosen] = 0, False
        self._play_others(chosen)
        self.reward[chosen], self.done[chosen] = 0, False  # an episode that ended before he was asked is not his

    def _draw(self, chosen: np.ndarray) -> None:
        """Seat the learner."""
        if self._seat is not None:
            self.seats[chosen] = self._seat
            return
        drawn = np.empty(len(chosen), np.int64)
        rows.draw_seats(self.batch._S, chosen, self.players, drawn)
        self.seats[chosen] = drawn

    # ---------------------------------------------------------------- playing

    def step(self, tokens: Any, illegal_ends: bool = False) -> None:
        """One token of the learner in each row. An illegal one: IllegalPlay, and nothing has changed; with
        `illegal_ends` the row's episode ends there and pays -1."""
        tokens = self.batch._read_tokens(tokens).astype(np.int64)
        known = (tokens >= 0) & (tokens < TOKENS)
        legal = known & self.mask[self._all, np.where(known, tokens, 0)]
        if not legal.all() and not illegal_ends:
            self.batch._refuse(int(np.argmin(legal)), tokens)
        self.reward[:], self.done[:] = 0, False
        lost, played = self._all[~legal], self._all[legal]
        if len(lost):
            self.final[lost] = self.observation[lost]
            self.restart(lost)
            self.reward[lost], self.done[lost] = ILLEGAL_REWARD, True
        self._apply(played, tokens[played], self.batch._order)
        self._play_others(played)

    def _play_others(self, chosen: np.ndarray) -> None:
        """Play these rows on until it is the learner's turn."""
        while len(chosen := chosen[self.batch.actor[chosen] != self.seats[chosen]]):
            steps = (self.batch.actor[chosen] - self.seats[chosen]) % self.players
            asked = self._agent_of[steps - 1]
            for k, agent in enumerate(self._agents):
                if len(mine := chosen[asked == k]):
                    self._apply(mine, *self._answer(agent, mine))

    def _apply(self, chosen: np.ndarray, tokens: np.ndarray, order: int) -> None:
        """Play legal tokens, their cards in this order, and settle what they pay the learners."""
        if len(chosen) == 0:
            return
        self.batch._step_chosen(chosen, tokens, order, self.seats[chosen], self.final)
        open_rows = chosen[~self.done[chosen]]
        self.reward[open_rows] += self.batch.reward[open_rows, self.seats[open_rows]]
        if len(over := chosen[self.batch.done[chosen]]):
            self.done[over] = True
            self._draw(over)

    def _answer(self, agent: Agent, chosen: np.ndarray) -> tuple[np.ndarray, int]:
        """(tokens, their card order) of an agent for the decisions of these rows."""
        states, rules = self.batch._S, self.batch._R
        order = int(CardOrder.FACE)
        masks = np.zeros((len(chosen), TOKENS), np.int8)
        if offers(agent, "act_states"):
            redacted = new_states(len(chosen)).view(np.ndarray)
            rows.redact_rows(states, chosen, rules, redacted)
            masks[:] = states["mask"][chosen, :TOKENS]
            tokens = agent.act_states(redacted, rules)
        elif offers(agent, "act_batch"):
            order = CARD_ORDERS[getattr(agent, "card_order", "face")]
            seen = np.zeros((len(chosen), self.observation.shape[1]), np.int8)
            rows.show_rows(states, chosen, rules, order, seen, masks)
            tokens = agent.act_batch(seen, masks.view(np.bool_))
        else:
            masks[:] = states["mask"][chosen, :TOKENS]
            views = [self.batch.view(row, self.batch.actor[row]) for row in chosen.tolist()]
            tokens = [agent.act(view, view.legal) for view in views]
        return self._checked(agent, np.asarray(tokens), masks, chosen), order

    def _checked(self, agent: Agent, tokens: np.ndarray, masks: np.ndarray, chosen: np.ndarray) -> np.ndarray:
        """The answers, if they are one legal token a row."""
        name = type(agent).__name__
        if tokens.shape != chosen.shape or not np.issubdtype(tokens.dtype, np.integer):
            raise ShengjiError(f"{name} answers {tokens.dtype}{list(tokens.shape)} for {len(chosen)} decisions")
        known = (tokens >= 0) & (tokens < TOKENS)
        legal = known & (masks[np.arange(len(chosen)), np.where(known, tokens, 0)] != 0)
        if not legal.all():
            k = int(np.argmin(legal))
            position = self.batch.game(chosen[k]).position()
            raise IllegalPlay(f"{name} answers {tokens[k]}, not a legal token", rule="token", position=position)
        return tokens.astype(np.int64)


def _seated(opponents: Any, number: int) -> tuple[list[Agent], np.ndarray]:
    """The different agents, and which of them sits k+1 seats after the learner."""
    given = list(opponents) if isinstance(opponents, list | tuple) else [opponents] * number
    if len(given) != number:
        raise ShengjiError(f"opponents: {len(given)} are given for {number} other seats; give one, or one a seat")
    made = {one: make_agent(one) for one in given if isinstance(one, str)}
    seated = [made[one] if isinstance(one, str) else make_agent(one) for one in given]
    agents: list[Agent] = []
    for agent in seated:
        if not any(agent is other for other in agents):
            agents.append(agent)
    return agents, np.array([next(k for k, one in enumerate(agents) if one is agent) for agent in seated])


def _row_seeds(seed: Any, number: int) -> list[int]:
    """A seed for each row."""
    if isinstance(seed, list | tuple | np.ndarray):
        if len(seed) != number:
            raise ShengjiError(f"seeds: {len(seed)} are given for {number} games")
        return [read_seed(None if one is None else int(one)) for one in seed]
    first = read_seed(seed)
    return [(first + row) % 2**64 for row in range(number)]
