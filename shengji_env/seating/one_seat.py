"""One learning seat at each of many tables, and agents at the others: what the Gymnasium and SB3 faces stand on.

The tables are the rows of one `BatchGame`. After the learners' tokens all other seats are played in compiled loops, and
agents that are none of theirs are asked for the decisions of all their rows at once where they can answer so, until in
each row it is the learner's turn again.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from shengji_env.agents import Agent, make_agent
from shengji_env.engine.layout import MAX_SEATS, UNKNOWN, CardOrder, new_states
from shengji_env.engine.notice import before_compiling
from shengji_env.engine.rng import spread
from shengji_env.envs.aec import ILLEGAL_REWARD
from shengji_env.envs.batch import BatchGame
from shengji_env.errors import ShengjiError
from shengji_env.game.asking import answers, refuse_answer
from shengji_env.game.game import Game
from shengji_env.inputs.arguments import tell_legal, whole
from shengji_env.rules.rules import Rules
from shengji_env.states.starts import read_seed
from shengji_env.states.texts import copy_states
from shengji_env.threads import ranges, side_by_side

from .cast import Cast
from .learners import How, Rows, begin_rows, go_on, seat_all
from .play import REFUSED
from .players import OUTSIDE, Players

BATCH_ARGUMENTS = ("episode", "levels", "reward", "skip_forced", "card_order")


class SeatGames:
    """N tables with one learning seat each. From `reset` on everything is of the learners' decisions:

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
        keep_ends: bool = False,
        threads: int = 1,
        **arguments: Any,
    ) -> None:
        """opponents: one for all other seats, or one each, in the order of play from the learner on; seat: the
        learner's, or None: drawn for each episode from the row's seed; seed: of the first `reset`;
        threads: how many share the rows; further arguments as of `BatchGame`: episode, levels, reward, skip_forced,
        card_order."""
        if unknown := arguments.keys() - set(BATCH_ARGUMENTS):
            allowed = ", ".join(BATCH_ARGUMENTS)
            raise ShengjiError(f"no argument {', '.join(sorted(unknown))}: further ones are {allowed}")
        self.batch = BatchGame(num_games, rules, seed=seed, **arguments)
        self.players = self.batch.rules[0].players
        self._seat = UNKNOWN if seat is None else whole(seat, "seat", 0, self.players - 1)
        self._threads = whole(threads, "threads", 1)
        number = self.batch.num_games
        self._all = np.arange(number)
        self.seats = np.zeros(number, np.int64)
        self.reward = np.zeros(number, np.float32)
        self.done = np.zeros(number, np.bool_)
        self.final = np.zeros_like(self.observation)
        self._who = np.zeros((number, MAX_SEATS), np.int8)
        self._draws = _streams(self.batch._S["seed"])
        self._ends = new_states(number if keep_ends else 0)
        self._first_seed = None if seed is None else read_seed(seed)
        self._ready = False  # whether it is the learner's turn in every row
        self.seat_opponents(opponents)

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
        agents, numbers = _seated(opponents, self.players - 1)
        self._cast = Cast(agents, self.batch.rules[0], OUTSIDE - 1)
        self._codes = np.array([self._cast.codes[number] for number in numbers], np.int8)
        self._players = [self._cast.players() for _ in ranges(self.batch.num_games, self._threads)]
        if self._ready:
            seat_all(self._rows())

    # ---------------------------------------------------------------- episodes

    def reset(self, seed: int | Sequence[int | None] | None = None) -> None:
        """Every row begins an episode: with a seed the first of `seed` + row, or of its own in a list; without, its
        next one. With a seed, agents that draw start anew too."""
        self._ready = False
        seed = self._first_seed if seed is None else seed
        if seed is not None:
            self._seed(_row_seeds(seed, len(self._all)))
        self._first_seed = None
        before_compiling()
        self._begin(self._all)
        self._ready = True

    def _seed(self, seeds: list[int]) -> None:
        """A seed for each row, and one for each agent."""
        numbers = np.array(seeds, np.uint64)
        self.batch._set_seeds(numbers)
        self._draws = _streams(numbers)
        agents = len(self._cast.ways)
        self._cast.reset([(seeds[0] * agents + k) % 2**64 for k in range(agents)])

    def _begin(self, chosen: np.ndarray) -> None:
        """The next episodes of these rows, played up to the learner's first decision; what came before is not his."""
        begin_rows(self._rows(), self._how(), chosen)
        self._go_on(chosen, np.full(len(chosen), UNKNOWN, np.int64), self.batch._order)
        self.reward[chosen], self.done[chosen] = 0, False

    def end(self, row: int) -> Game:
        """The row's last episode as it ended; with `keep_ends` alone."""
        state = copy_states(self._ends, [row])
        state["rule"] = 0
        return Game.of_state(state, self.batch.rules[row])

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
        self._go_on(self._all[legal], tokens[legal], self.batch._order)
        self._ready = True

    def _lose(self, chosen: np.ndarray) -> None:
        """The episodes of these rows end where they stand, and their next ones begin."""
        self.final[chosen] = self.observation[chosen]
        if len(self._ends):
            self._ends[chosen] = self.batch._S[chosen]
        self._begin(chosen)
        self.reward[chosen], self.done[chosen] = ILLEGAL_REWARD, True

    def _go_on(self, chosen: np.ndarray, tokens: np.ndarray, order: int) -> None:
        """Apply these tokens, cards in this order, and play on until it is the learner's turn in each of the rows."""
        while len(chosen):
            asked = self._play(chosen, tokens, order)
            waiting = asked != OUTSIDE
            chosen, asked, order = chosen[waiting], asked[waiting], CardOrder.FACE
            tokens = np.empty(len(chosen), np.int64)
            for code, ways in zip(self._cast.codes, self._cast.ways, strict=True):
                if (mine := asked == code).any():
                    tokens[mine] = answers(ways, self.batch._S, chosen[mine], self.batch._R, self._rules_of)

    def _play(self, chosen: np.ndarray, tokens: np.ndarray, order: int) -> np.ndarray:
        """`go_on` in threads; who is asked in each row."""
        asked, t, how = np.zeros(len(chosen), np.int64), self._rows(), self._how()

        def loop(first: int, stop: int, players: Players) -> None:
            go_on(t, how, chosen[first:stop], tokens[first:stop], order, players, asked[first:stop])

        parts = ranges(len(chosen), self._threads)
        side_by_side(loop, [(*part, players) for part, players in zip(parts, self._players, strict=False)])
        for row in chosen[asked == REFUSED].tolist():
            code = int(self._who[row, self.batch._S["actor"][row]])
            refuse_answer(self._cast.name(code), self.batch._S, row, self._rules_of(row))
        return asked

    def _rules_of(self, row: int) -> Rules:
        return self.batch.rules[row]

    def _rows(self) -> Rows:
        """The arrays for compiled loops."""
        batch = self.batch
        seen = (batch.observation, batch._mask, batch.actor, self.reward, self.done, self.final, self._ends)
        return Rows(batch._S, batch._R, self._who, self._codes, self.seats, self._draws, *seen)

    def _how(self) -> How:
        return How(self._seat, bool(self.batch._skip_forced), self.batch._reward_mode, self.batch._order)


def _seated(opponents: Any, number: int) -> tuple[list[Agent], list[int]]:
    """The different agents, and which of them sits k+1 seats after the learner."""
    given = list(opponents) if isinstance(opponents, list | tuple) else [opponents] * number
    if len(given) != number:
        raise ShengjiError(f"opponents: {len(given)} are given for {number} other seats; give one, or one a seat")
    made = {one: make_agent(one) for one in given if isinstance(one, str)}
    seated = [made[one] if isinstance(one, str) else make_agent(one) for one in given]
    agents = list({id(agent): agent for agent in seated}.values())
    return agents, [next(k for k, one in enumerate(agents) if one is agent) for agent in seated]


def _streams(seeds: np.ndarray) -> np.ndarray:
    """uint64[n]: where the draws of players at a table begin, by the row's seed."""
    return np.array([spread(seed) for seed in seeds], np.uint64)


def _row_seeds(seed: Any, number: int) -> list[int]:
    """A seed for each row."""
    if isinstance(seed, list | tuple) or (isinstance(seed, np.ndarray) and seed.ndim):
        if len(seed) != number:
            raise ShengjiError(f"seeds: {len(seed)} are given for {number} games")
        return [read_seed(one) for one in seed]
    first = read_seed(seed)
    return [(first + row) % 2**64 for row in range(number)]
