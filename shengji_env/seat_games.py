"""One learning seat at each of many tables, and agents at the others: what `gym.py` and the SB3 face stand on.

The tables are the rows of one `BatchGame`. After the learners' tokens all other seats are played, every agent asked for
the decisions of all its rows at once where it can answer so, until in each row it is the learner's turn again.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from .agents import Agent, make_agent
from .agents.protocol import offers
from .engine import rows
from .engine.layout import TOKENS, CardOrder, new_states
from .envs.aec import ILLEGAL_REWARD
from .envs.batch import BatchGame
from .errors import IllegalPlay, ShengjiError
from .game.game import Game
from .inputs.arguments import CARD_ORDERS, tell_legal, whole
from .states.starts import read_seed
from .states.texts import copy_states

BATCH_ARGUMENTS = ("episode", "levels", "reward", "skip_forced", "card_order")


class SeatGames:
    """N tables with one learning seat each. From `reset` on everything is of the learners' decisions:

    observation  int8[N, D]
    mask         bool[N, 59]
    seats        int64[N]    the learning seats
    reward       float32[N]  what the last step paid the learner: all until his next decision or the episode's end
    done         bool[N]     whether it ended the row's episode; the rest is then of the row's next one
    final        int8[N, D]  what the learner saw of the end, where a row is done
    ends         {row: Game} the last episode that ended there, as it ended; with `keep_ends` alone
    """

    def __init__(
        self,
        num_games: int,
        rules: Any,
        opponents: Agent | str | Sequence[Agent | str],
        seat: int | None,
        seed: int | None = None,
        keep_ends: bool = False,
        **arguments: Any,
    ) -> None:
        """opponents: one for all other seats, or one each, in the order of play from the learner on; seat: the
        learner's, or None: drawn for each episode from the row's seed; seed: of the first `reset`; further arguments as
        of `BatchGame`: episode, levels, reward, skip_forced, card_order."""
        if unknown := arguments.keys() - set(BATCH_ARGUMENTS):
            allowed = ", ".join(BATCH_ARGUMENTS)
            raise ShengjiError(f"no argument {', '.join(sorted(unknown))}: further ones are {allowed}")
        self.batch = BatchGame(num_games, rules, seed=seed, **arguments)
        self.players = self.batch.rules[0].players
        self._seat = None if seat is None else whole(seat, "seat", 0, self.players - 1)
        self.seat_opponents(opponents)
        self._all = np.arange(num_games)
        self.seats = np.zeros(num_games, np.int64)
        self.reward = np.zeros(num_games, np.float32)
        self.done = np.zeros(num_games, np.bool_)
        self.final = np.zeros_like(self.observation)
        self.ends: dict[int, Game] = {}
        self._keep_ends = keep_ends
        self._first_seed = seed
        self._ready = False  # whether it is the learner's turn in every row

    @property
    def observation(self) -> np.ndarray:
        """int8[N, D]: the batch's own array."""
        return self.batch.observation

    @property
    def mask(self) -> np.ndarray:
        """bool[N, 59]: the batch's own array."""
        return self.batch.mask

    def seat_opponents(self, opponents: Agent | str | Sequence[Agent | str]) -> None:
        """Play against these from now on, in all rows."""
        agents, agent_of = _seated(opponents, self.players - 1)
        for agent in agents:
            if hasattr(agent, "check_rules"):
                agent.check_rules(self.batch.rules[0])
        self._agents, self._agent_of = agents, agent_of

    # ---------------------------------------------------------------- episodes

    def reset(self, seed: int | Sequence[int | None] | None = None) -> None:
        """Every row begins an episode: with a seed the first of `seed` + row, or of its own in a list; without, its
        next one. With a seed, agents that draw start anew too."""
        self._ready = False
        seed = self._first_seed if seed is None else seed
        if seed is not None:
            self._seed(_row_seeds(seed, len(self._all)))
        self._first_seed = None
        self.batch._reset_rows(0, len(self._all))
        self._begin(self._all)
        self._ready = True

    def _seed(self, seeds: list[int]) -> None:
        """A seed for each row, and one for each agent."""
        self.batch._set_seeds(np.array(seeds, np.uint64))
        for k, agent in enumerate(self._agents):
            if hasattr(agent, "reset"):
                agent.reset((seeds[0] * len(self._agents) + k) % 2**64)

    def _begin(self, chosen: np.ndarray) -> None:
        """After the beginning of episodes: who learns, and play up to his first decision."""
        self._draw(chosen)
        self._play_others(chosen)
        self.reward[chosen], self.done[chosen] = 0, False  # what came before he was asked is not his

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
        `illegal_ends` the row's episode ends there and pays -1, unless it is no token at all."""
        if not self._ready:
            raise ShengjiError("step: call reset() first; it has not been called, or an agent's error came between")
        tokens = self.batch._read_tokens(tokens).astype(np.int64)
        known, legal = tell_legal(tokens, self.mask)
        refused = ~known if illegal_ends else ~legal
        if refused.any():
            self.batch._refuse(int(np.argmax(refused)), tokens)
        self._ready = False
        self.reward[:], self.done[:] = 0, False
        self._lose(self._all[~legal])
        played = self._all[legal]
        self._apply(played, tokens[played], self.batch._order)
        self._play_others(played)
        self._ready = True

    def _lose(self, chosen: np.ndarray) -> None:
        """The episodes of these rows end where they stand, and their next ones begin."""
        self.final[chosen] = self.observation[chosen]
        for row in chosen.tolist():
            if self._keep_ends:
                self.ends[row] = self.batch.game(row)
            self.batch._reset_rows(row, row + 1)
        self._begin(chosen)
        self.reward[chosen], self.done[chosen] = ILLEGAL_REWARD, True

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
        before = copy_states(self.batch._S, chosen) if self._keep_ends else None
        self.batch._step_chosen(chosen, tokens, order, self.seats[chosen], self.final)
        open_rows = chosen[~self.done[chosen]]
        self.reward[open_rows] += self.batch.reward[open_rows, self.seats[open_rows]]
        over = np.flatnonzero(self.batch.done[chosen])
        if len(over) == 0:
            return
        if before is not None:
            for k in over.tolist():
                self.ends[int(chosen[k])] = self._end_of(before[k : k + 1], int(chosen[k]), tokens[k], order)
        self.done[chosen[over]] = True
        self._draw(chosen[over])

    def _end_of(self, state: np.ndarray, row: int, token: int, order: int) -> Game:
        """The end of a row's episode, from its state before the last token: the row itself is at the next one."""
        face = rows.face_of(state, 0, order, int(token))
        state["rule"] = 0
        game = Game.of_state(state, self.batch.rules[row], bool(self.batch._skip_forced))
        game.step(face)
        return game

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
        _, legal = tell_legal(tokens, masks)
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
    if isinstance(seed, list | tuple) or (isinstance(seed, np.ndarray) and seed.ndim):
        if len(seed) != number:
            raise ShengjiError(f"seeds: {len(seed)} are given for {number} games")
        return [read_seed(one) for one in seed]
    first = read_seed(seed)
    return [(first + row) % 2**64 for row in range(number)]
