"""`make_batch`: many games at once, stepped in one compiled call; what trainers and search stand on.

    b = make_batch(1024, rules="five_player_two_deck", seed=0)
    while training:
        tokens = policy(b.observation, b.mask)     # int, one a row, for the seat b.actor
        b.step(tokens)                             # b.reward, b.done are of this step; the rest is the next decision

Row i is the same game as `Game(seed=seed + i)`, decision by decision, whatever the number of rows and threads. The
arrays are filled in place: keep a copy of what you want to keep.
"""

import os
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from shengji_env.engine import calls, redeal, rows
from shengji_env.engine.layout import STATE, TOKENS, UNKNOWN, CardOrder, new_rules, new_states
from shengji_env.engine.notice import before_compiling
from shengji_env.engine.unseen import new_dealing
from shengji_env.errors import IllegalPlay, RulesError, ShengjiError
from shengji_env.game.asking import Agent, answers, ways_of
from shengji_env.game.game import Game
from shengji_env.game.view import PlayerView
from shengji_env.inputs.arguments import flag, listed, read_card_order, read_reward, whole
from shengji_env.rules.rules import Rules
from shengji_env.states.starts import read_episode, read_seed, set_levels
from shengji_env.states.texts import as_words, copy_states
from shengji_env.threads import OneThread, alone, ranges, side_by_side

from .spaces import observation_size

_DERIVED = ("_mask", "_dealing", "_ranges")  # what BatchGame makes from its other attributes


def make_batch(num_games: int, rules: Any = "five_player_two_deck", **arguments: Any) -> "BatchGame":
    """`num_games` games side by side; arguments as of `BatchGame`.

    >>> b = make_batch(8, seed=3)
    >>> for _ in range(1000):
    ...     b.step(b.random_tokens())
    >>> b.observation.shape[0], b.mask.shape, b.mask.any(axis=1).all()
    (8, (8, 59), np.True_)
    """
    return BatchGame(num_games, rules, **arguments)


class BatchGame(OneThread):
    """N games. The object serves one thread at a time, and refuses a second one (`threads` are its own); copies share
    nothing with it. A row whose episode ends starts its next one in the same step ("same-step autoreset"): `reward` and
    `done` are then the finished episode's, `observation`, `mask` and `actor` the new one's.

    observation  int8[N, D]    what the seat to act sees, as `observation_blocks` names it (D = 0 without `observe`)
    mask         bool[N, 59]   its legal tokens
    actor        int8[N]       the seat to act
    reward       float32[N, players]  what the last step paid each seat
    done         bool[N]       whether the last step ended the row's episode
    """

    def __init__(
        self,
        num_games: int,
        rules: Rules | str | Sequence[Rules | str] = "five_player_two_deck",
        *,
        seed: int | None = None,
        episode: str = "deal",
        levels: Any = None,
        reward: str = "levels",
        skip_forced: bool = False,
        card_order: str = "face",
        threads: int = 1,
        observe: bool = True,
    ) -> None:
        """rules: one for all or one a row (of one player and deck count); levels: as in `env`, or a list of N such;
        row i has the seed `seed` + i; threads: how many share the rows; observe: False leaves observations out."""
        self.num_games, threads = whole(num_games, "num_games", 1, 2**31 - 1), whole(threads, "threads", 1)
        given: Any = rules[0] if isinstance(rules, list | tuple) and rules else rules
        first = Rules.of(given)
        players, size = first.players, observation_size(first) if flag(observe, "observe") else 0
        _check_memory(self.num_games, STATE.itemsize + size + TOKENS + 4 * players)
        self.rules = _one_each(rules, self.num_games)
        self._reward_mode = read_reward(reward)
        self._order = read_card_order(card_order)
        self._skip_forced = int(flag(skip_forced, "skip_forced"))
        self._S = new_states(self.num_games)
        self._R = self._enter_rules()
        self._S["episode"] = read_episode(episode)
        for row, given in enumerate(_levels_each(levels, self.num_games)):
            set_levels(self._S[row : row + 1], self.rules[row], given)
        self.observation = np.zeros((self.num_games, size), np.int8)
        self.mask = np.zeros((self.num_games, TOKENS), np.bool_)
        self.actor = np.zeros(self.num_games, np.int8)
        self.reward = np.zeros((self.num_games, players), np.float32)
        self.done = np.zeros(self.num_games, np.bool_)
        self._tokens = np.zeros(self.num_games, np.int64)
        self._threads = threads
        self._derive()
        self.reset(seed)

    def _derive(self) -> None:
        """What is made from the rest: the mask as the engine writes it, the threads' shares, room for a redeal."""
        self._mask = self.mask.view(np.int8)
        self._dealing = new_dealing()
        self._ranges = ranges(self.num_games, self._threads)

    def __getstate__(self) -> dict[str, Any]:
        """What a copy or a pickle needs, in arrays of its own."""
        kept = {name: value for name, value in super().__getstate__().items() if name not in _DERIVED}
        return {name: value.copy() if isinstance(value, np.ndarray | list) else value for name, value in kept.items()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._derive()

    def _enter_rules(self) -> np.ndarray:
        """RULES[k] of the distinct rules, and each row's index into it."""
        distinct = list(dict.fromkeys(self.rules))
        if len({(one.players, one.decks) for one in distinct}) > 1:
            raise RulesError("rules: the rows of a batch have one number of players and of decks")
        records = new_rules(len(distinct))
        for k, one in enumerate(distinct):
            one.fill(records, k)
        numbers = {one: k for k, one in enumerate(distinct)}
        self._S["rule"] = [numbers[one] for one in self.rules]
        return records

    @property
    def card_order(self) -> str:
        """How observations, masks and tokens number the cards: "face" or "strength"."""
        return CardOrder(self._order).name.lower()

    # ---------------------------------------------------------------- playing

    @alone
    def reset(self, seed: int | None = None) -> None:
        """Every row begins an episode: with a seed the first of `seed` + row, without the next of its own."""
        before_compiling()
        if seed is not None or not self._S["shuffles"].any():
            self._set_seeds(np.uint64(read_seed(seed)) + np.arange(self.num_games, dtype=np.uint64))
        self._run(rows.reset_rows, self._skip_forced)

    def _set_seeds(self, seeds: np.ndarray) -> None:
        """The next episode of each row is the first of its seed, uint64[N]."""
        self._S["seed"] = seeds
        self._S["shuffles"] = 0
        self._S["choices"] = 0

    @alone
    def step(self, tokens: Any) -> None:
        """Apply one token in each row. IllegalPlay names the first row that does not accept its token; then no row has
        changed."""
        self._tokens[:] = self._read_tokens(tokens)
        tried = (self._order, self._tokens)
        for refused in self._over_ranges(lambda start, stop: rows.first_refused(self._S, start, stop, *tried)):
            if refused != UNKNOWN:
                self._refuse(int(refused), self._tokens)
        self._run(rows.step_rows, self._tokens, self._skip_forced, self._reward_mode)

    def _read_tokens(self, tokens: Any) -> np.ndarray:
        """The tokens as whole numbers, one a row."""
        try:
            read = np.asarray(tokens)
        except ValueError:  # ragged
            read = np.empty(0, object)
        if read.shape != (self.num_games,) or not np.issubdtype(read.dtype, np.integer):
            raise ShengjiError(f"tokens: {self.num_games} whole numbers are asked for, one a row")
        return read

    @alone
    def random_tokens(self) -> np.ndarray:
        """A random legal token for each row, int64[N]; each row draws from a stream of its own seed."""
        tokens = np.empty(self.num_games, np.int64)
        self._over_ranges(lambda start, stop: rows.choose_rows(self._S, start, stop, self._mask, tokens))
        return tokens

    def _run(self, loop: Callable[..., None], *arguments: Any) -> None:
        arrays = (self._order, self.observation, self._mask, self.actor, self.reward, self.done)
        self._over_ranges(lambda start, stop: loop(self._S, self._R, start, stop, *arguments, *arrays))

    def _over_ranges(self, loop: Callable[[int, int], Any]) -> list[Any]:
        """Run a loop over all rows, in threads where there are several; what it returns for each range, in order."""
        return side_by_side(loop, self._ranges)

    @alone
    def act_with(self, agent: Agent) -> np.ndarray:
        """What this agent plays in each row, int64[N], tokens in the batch's card order. Rule bots and networks are
        asked for all rows at once. IllegalPlay if an answer is not legal.

        >>> from shengji_env.agents import make_agent
        >>> b, bot = make_batch(8, seed=3), make_agent("rule:balanced")
        >>> b.step(b.act_with(bot))
        """
        ways = ways_of(agent)
        for rules in dict.fromkeys(self.rules):
            ways.check_rules(rules)
        tokens = answers(ways, self._S, np.arange(self.num_games), self._R, lambda row: self.rules[row])
        if self._order == CardOrder.STRENGTH:
            for row, token in enumerate(tokens.tolist()):
                tokens[row] = calls.ordered_of(self._S, row, self._order, token)
        return tokens

    def _refuse(self, row: int, tokens: np.ndarray) -> None:
        """IllegalPlay for a row whose token is not legal."""
        token = calls.face_of(self._S, row, self._order, int(tokens[row]))
        try:
            self._game(row).step(token)
        except IllegalPlay as refused:
            raise refused.placed(f"row {row}: ") from None

    # ---------------------------------------------------------------- looking and searching

    @alone
    def game(self, row: int) -> Game:
        """A copy of a row as a `Game`, to look at or to play on by itself."""
        return self._game(row)

    def _game(self, row: int) -> Game:
        state = copy_states(self._S, [self._row(row)])
        state["rule"] = 0
        return Game.of_state(state, self.rules[row], bool(self._skip_forced))

    @alone
    def view(self, row: int, seat: int) -> PlayerView:
        """What `seat` may know of a row."""
        return PlayerView(self._S, self._row(row), self._R, self.rules[row], seat)

    @alone
    def copy_rows(self, source: Any, target: Any) -> None:
        """Make each row of `target` a copy of the row of `source` beside it (one source may serve many targets)."""
        source, target = self._rows(source), self._rows(target)
        try:
            source, target = np.broadcast_arrays(source, target)
        except ValueError:
            raise ShengjiError(f"copy_rows: {len(source)} rows to {len(target)}: as many, or one to all") from None
        rules = [self.rules[row] for row in source.tolist()]
        words = as_words(self._S)
        words[target] = words[source]
        for row, one in zip(target.tolist(), rules, strict=True):
            self.rules[row] = one
        self._refresh(target)

    @alone
    def redeal_unseen(self, row: int, seat: int, rng: np.random.Generator | int) -> bool:
        """Deal anew, in place, what `seat` cannot know of a row; its view and observation stay as they are.

        The other hands, the stock and a kitty it has not laid are drawn from all deals that fit its own cards, the
        voids, cards shown and not played since, what it laid into a kitty that others took, and the called card, all
        equally likely or very nearly so (`engine.redeal`). Partners follow the hands; an action that another has begun
        is taken back; the seed becomes another, so that later shuffles are unknown too. With `skip_forced` an actor
        whose new hand leaves him one token is asked all the same. rng: a numpy Generator, or a number, by which the
        same cards are dealt again. False, where a kitty went through many hands and no deal was found: then the cards
        have stayed.

        >>> b = make_batch(1, seed=3)
        >>> own, other = b.view(0, 2).hand, b.game(0).view(1).hand
        >>> b.redeal_unseen(0, 2, np.random.default_rng(7))
        True
        >>> b.view(0, 2).hand == own, b.view(0, 1).hand == other
        (True, False)
        """
        row = self._row(row)
        seat = whole(seat, "seat", 0, self.rules[row].players - 1)
        number = np.uint64(_random_number(rng))
        arrays = (self._order, self.observation, self._mask, self.actor)
        return redeal.redeal_row(self._S, row, self._R, seat, number, self._dealing, *arrays)

    def _refresh(self, changed: np.ndarray) -> None:
        changed = np.ascontiguousarray(changed, np.int64)
        rows.refresh_rows(self._S, self._R, changed, self._order, self.observation, self._mask, self.actor)

    def _rows(self, given: Any) -> np.ndarray:
        """One row or a list of rows, int64[n]."""
        flat = [given] if np.ndim(given) == 0 and not isinstance(given, set) else listed(given, "rows")
        return np.array([self._row(row) for row in flat], np.int64)

    def _row(self, row: int) -> int:
        return whole(row, "row", 0, self.num_games - 1)


def _check_memory(number: int, each: int) -> None:
    """ShengjiError for more games than the machine has memory for: the system would grant it, and end the process."""
    needed = number * each
    try:
        there = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):  # no such question on this system: numpy answers
        return
    if needed > there:
        taken, has = needed / 2**30, there / 2**30
        raise ShengjiError(f"num_games {number:,}: they take {taken:,.1f} GiB, and this machine has {has:,.1f} GiB")


def _one_each(rules: Any, number: int) -> list[Rules]:
    """One Rules a row."""
    if isinstance(rules, list | tuple):
        if len(rules) != number:
            raise RulesError(f"rules: {len(rules)} are given for {number} games; give one, or one a game")
        return [Rules.of(one) for one in rules]
    return [Rules.of(rules)] * number


def _levels_each(levels: Any, number: int) -> list[Any]:
    """One `levels` argument a row: a list of N such, or one for all."""
    each = isinstance(levels, list | tuple) and any(one is None or isinstance(one, list | tuple) for one in levels)
    if not each:
        return [levels] * number
    if len(levels) != number:
        raise ShengjiError(f"levels: {len(levels)} are given for {number} games; give one, or one a game")
    return list(levels)


def _random_number(rng: np.random.Generator | int) -> int:
    """A number drawn from a Generator, or the one given, 0..2^64-1."""
    if isinstance(rng, np.random.Generator):
        return int(rng.random() * 2**53)
    return whole(rng, "rng (a numpy Generator, or a seed)", 0, 2**64 - 1)
