"""`Game`: one match or deal, token by token or by whole plays in card texts; no rule stands here.

What is decided for the user of a game:
- With `skip_forced` decisions with a single legal token are played at once and never asked.
- Anything refused leaves the game unchanged, byte for byte; the message names the place, and the error has
  the position.
- A record covers the current episode; `reset` starts a new one.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from shengji_env.cards import Cards
from shengji_env.engine import step
from shengji_env.engine.layout import TOKENS, UNKNOWN, Code, new_states
from shengji_env.engine.notice import before_compiling
from shengji_env.errors import IllegalPlay, ShengjiError, shown
from shengji_env.inputs.arguments import flag, whole
from shengji_env.plays import actions
from shengji_env.plays.reasons import Reason
from shengji_env.plays.token_reasons import why_not_token
from shengji_env.positions.read import read_position
from shengji_env.positions.write import position_line
from shengji_env.records.history import History
from shengji_env.records.replay import read_record
from shengji_env.records.write import record_text
from shengji_env.rules.rules import Rules, rules_array
from shengji_env.states import texts
from shengji_env.states.result import DealResult, deal_result
from shengji_env.states.starts import read_episode, read_seed, set_deal, set_levels
from shengji_env.states.texts import copy_states, known
from shengji_env.threads import alone, in_use

from .asking import Agent, answers, ways_of
from .table import table
from .view import PlayerView

_FIRST = np.zeros(1, np.int64)
_engine_step, _step_forced = step.step, step.step_forced


class Game:
    """One game at one table. It serves one thread at a time, and refuses a second one; copies share nothing with it.

    rules: a preset's name, with changes if any, or Rules; seed: a whole number 0..2^64-1 (None: a random one); episode:
    "deal", one settled deal, or "match", until somebody passes A; levels: None, a list of levels by seat, or "random",
    a later deal drawn from the seed; deal: {"first_drawer", "hands" as drawn, "kitty" from the top} for the first deal.

    >>> game = Game("five_player_two_deck", seed=7)
    >>> game.phase, game.done, game.mask().shape
    ('bid', False, (59,))
    >>> while not game.done:
    ...     game.play(next(game.plays()))
    >>> game.result.side in ("declarer", "attackers", "nobody")
    True
    >>> Game.replay(game.record()).position() == game.position()
    True
    """

    __slots__ = ("_R", "_S", "_busy", "_history", "_mask", "_note", "_skip_forced", "rules")

    rules: Rules
    _S: np.ndarray  # STATE[1], a plain array: numba takes it three times faster than a recarray
    _R: np.ndarray  # RULES[1]
    _busy: bool  # whether a call is under way
    _mask: np.ndarray  # bool[59], a view of the record's mask
    _history: History  # of the episode
    _note: Callable[[int], None]  # adds a token to it
    _skip_forced: bool

    def __init__(
        self,
        rules: Rules | str = "five_player_two_deck",
        seed: int | None = None,
        episode: str = "deal",
        levels: Sequence[str] | str | None = None,
        deal: Mapping[str, Any] | None = None,
        skip_forced: bool = False,
    ) -> None:
        rules, S = Rules.of(rules), new_states(1)
        S["seed"][0] = read_seed(seed)
        S["episode"][0] = read_episode(episode)
        set_levels(S, rules, levels)
        shuffles = {} if deal is None else {1: set_deal(S, rules, deal)}
        self._hold(S, History(rules, copy_states(S), False, shuffles, flag(skip_forced, "skip_forced")))
        self._begin()

    def _hold(self, S: np.ndarray, history: History) -> None:
        """Take S, STATE[1], as this game's state, to which its history has led."""
        before_compiling()
        self.rules = history.rules
        self._S = S
        self._R = rules_array(self.rules)
        self._busy = False
        self._mask = S["mask"][0, :TOKENS].view(np.bool_)
        self._skip_forced = history.skip_forced
        self._keep(history)

    def _keep(self, history: History) -> None:
        self._history = history
        self._note = history.tokens.append

    def _begin(self) -> None:
        """Start the episode."""
        step.begin(self._S, 0, self._R)
        if self._skip_forced:
            _step_forced(self._S, 0, self._R)

    # ---------------------------------------------------------------- whose decision

    @property
    def phase(self) -> str:
        """ "bid", "riot", "bury", "raid", "call", "play" or "over"."""
        return texts.PHASES[self._S["phase"][0]]

    @property
    def actor(self) -> int | None:
        """The seat that decides; None when the episode is over."""
        return known(self._S["actor"][0])

    @property
    def done(self) -> bool:
        """Whether the episode is over."""
        return bool(self._S["actor"][0] == UNKNOWN)

    @property
    def players(self) -> int:
        """Players at the table; seats are 0..players-1 in the order of play."""
        return self.rules.players

    @property
    def seed(self) -> int:
        """The seed of the shuffles."""
        return int(self._S["seed"][0])

    @property
    def episode(self) -> str:
        """ "deal" or "match"."""
        return texts.EPISODES[self._S["episode"][0]]

    @property
    def levels(self) -> list[str]:
        """Levels by seat."""
        return texts.level_texts(texts.one_record(self._S), self.rules.players)

    @property
    def deals(self) -> int:
        """Deals settled so far in this episode; it grows with each result."""
        return int(self._S["deals"][0])

    @property
    def shuffles(self) -> int:
        """Shuffles so far; it grows with each new deal, also one after a riot or in which nobody had bid."""
        return int(self._S["shuffles"][0])

    @property
    def result(self) -> DealResult | None:
        """The last settled deal of this episode; None before."""
        return deal_result(texts.one_record(self._S).result, self.rules)

    # ---------------------------------------------------------------- token by token

    def mask(self) -> np.ndarray:
        """The legal tokens, bool[59], a fresh array; all false when the episode is over."""
        return self._mask.copy()

    def step(self, token: int) -> None:
        """Apply one token of the actor. IllegalPlay if it is not legal; nothing has changed then."""
        if type(token) is not int or not 0 <= token < TOKENS:
            token = self._read_token(token)
        if self._busy:
            raise in_use(self)
        self._busy = True
        try:
            code = _engine_step(self._S, 0, self._R, token)
            if code != 0:  # Code.OK, looked up, is slower
                self._refuse_token(token, Code(code))
            self._note(token)
            if self._skip_forced:
                _step_forced(self._S, 0, self._R)
        finally:
            self._busy = False

    @alone
    def _read_token(self, token: Any) -> int:
        """The token in an integer of any kind, as an int: one type, so that numba compiles `step` once."""
        try:
            return whole(token, "token", 0, TOKENS - 1)
        except ShengjiError as refused:
            raise self._illegal(str(refused), "token") from None

    def _refuse_token(self, token: int, code: Code) -> None:
        if code == Code.FINISHED:
            raise self._illegal(f"cannot take token {token}: the episode is over", "game.over")
        legal = " ".join(str(other) for other in np.flatnonzero(self._mask))
        tried = f"cannot take token {token} ({actions.token_text(token)})"
        reason = why_not_token(self._S, self._R, token)
        raise self._illegal(f"{tried}: {reason.text}; legal are {legal}", reason.rule)

    def _illegal(self, message: str, rule: str) -> IllegalPlay:
        """An error that names this place and has the position."""
        return IllegalPlay(message, rule=rule, place=self._place(), position=self._position())

    def _place(self) -> str:
        return texts.place(texts.one_record(self._S))

    @alone
    def act_with(self, agent: Agent) -> int:
        """The token that an agent plays here, for `step`. IllegalPlay if its answer is not legal.

        >>> from shengji_env.agents import make_agent
        >>> game, agent = Game(seed=7), make_agent("rule:balanced")
        >>> while not game.done:
        ...     game.step(game.act_with(agent))
        """
        if self.done:
            raise self._illegal("nobody is to act: the episode is over", "game.over")
        return int(answers(ways_of(agent), self._S, _FIRST, self._R, self._rules_of)[0])

    def _rules_of(self, row: int) -> Rules:
        return self.rules

    # ---------------------------------------------------------------- whole actions

    @alone
    def play(self, action: Cards) -> None:
        """Do one complete action: cards, or "pass", "riot", a call "HA 2"; with picks pending it must contain them.

        CardsError if it cannot be read, IllegalPlay with reason, place and position if it is not legal.

        >>> game = Game("five_player_two_deck", seed=7)
        >>> game.play("H3")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        shengji_env.errors.IllegalPlay: cannot bid H3: ...
        """
        try:
            tokens = actions.tokens_of(self._S, self._R, action)
        except ShengjiError as refused:
            raise self._refusal(action, refused) from None
        for token in tokens:
            if not (self._skip_forced and np.count_nonzero(self._mask) == 1):
                self._note(token)
            _engine_step(self._S, 0, self._R, token)
        if self._skip_forced:
            _step_forced(self._S, 0, self._R)

    def _refusal(self, action: Cards, refused: ShengjiError) -> ShengjiError:
        """The error with what was tried and where."""
        in_words = isinstance(action, list | tuple) and all(isinstance(one, str) for one in action)
        tried = shown(" ".join(action) if in_words else action)
        if in_words or isinstance(action, str):
            tried = tried[1:-1]  # without quotes
        doing = "play" if self.done else self.phase
        return refused.placed(f"cannot {doing} {tried}: ", self._place(), self._position())

    @alone
    def plays(self) -> Iterator[str]:
        """Every distinct legal complete action, lazily; with picks pending those that contain them. Going on with the
        game does not disturb the iterator."""
        return actions.plays(copy_states(self._S), self._R)

    @alone
    def explain(self, action: Cards) -> Reason | None:
        """None if the action is legal now, else why not: a Reason with `rule` and `text`.

        >>> game = Game("five_player_two_deck", seed=7)
        >>> game.explain("pass") is None, game.explain("D3 D4").rule
        (True, 'cards.held')
        """
        return actions.explain(self._S, self._R, action)

    # ---------------------------------------------------------------- episodes

    @alone
    def reset(self, seed: int | None = None) -> None:
        """The next episode: its shuffles run on; with a seed it is the first episode of that seed."""
        if seed is not None:
            self._S["seed"][0] = read_seed(seed)
            self._S["shuffles"][0] = 0
        self._keep(History(self.rules, copy_states(self._S), skip_forced=self._skip_forced))
        self._begin()

    def copy(self) -> "Game":
        """An independent game in the same state."""
        return self.__copy__()

    @alone
    def __copy__(self) -> "Game":
        return self._of(copy_states(self._S), self._history.copy())

    def __deepcopy__(self, memo: dict[int, Any]) -> "Game":
        return self.__copy__()

    @alone
    def __getstate__(self) -> tuple[np.ndarray, History]:
        return copy_states(self._S), self._history.copy()

    def __setstate__(self, state: tuple[np.ndarray, History]) -> None:
        self._hold(*state)  # the mask is a view of S, which pickling would tear apart

    @classmethod
    def of_state(cls, S: np.ndarray, rules: Rules, skip_forced: bool = False) -> "Game":
        """A game in the state S, STATE[1] with ``rule`` 0, which it takes over; its record begins here."""
        history = History(rules, copy_states(S), begun=True, skip_forced=flag(skip_forced, "skip_forced"))
        game = cls._of(S, history)
        if game._skip_forced:
            _step_forced(S, 0, game._R)
        return game

    @classmethod
    def _of(cls, S: np.ndarray, history: History) -> "Game":
        """A game in the state S, to which the history has led."""
        game = object.__new__(cls)
        game._hold(S, history)
        return game

    # ---------------------------------------------------------------- what a seat sees, text forms

    @alone
    def view(self, seat: int) -> PlayerView:
        """What this seat may know now."""
        return PlayerView(self._S, 0, self._R, self.rules, seat)

    @alone
    def position(self) -> str:
        """The position as one line of JSON, enough to continue exactly."""
        return self._position()

    def _position(self) -> str:
        return position_line(self._S, self.rules)

    @classmethod
    def from_position(cls, text: str | Mapping[str, Any], skip_forced: bool = False) -> "Game":
        """The game in this position. PositionError with all its defects if it cannot be.

        >>> game = Game("five_player_two_deck", seed=7)
        >>> Game.from_position(game.position()).position() == game.position()
        True
        """
        S, rules = read_position(text)
        return cls.of_state(S, rules, skip_forced)

    @alone
    def record(self) -> str:
        """The episode so far as JSON Lines: every shuffle, complete action and result (picks of an action under way are
        left out)."""
        return record_text(self._history)

    @classmethod
    def replay(cls, text: str) -> "Game":
        """The game of a record, re-played; RecordError with the line number if it does not replay. Half a record can be
        played on."""
        return cls._of(*read_record(text))

    @alone
    def __str__(self) -> str:
        return table(self._S, self._R, self.rules)

    def __repr__(self) -> str:
        actor = "over" if self.done else f"{self.phase}, seat {self.actor}"
        return f"<Game {self.rules}, seed {self.seed}: {actor}>"
