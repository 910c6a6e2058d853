"""A whole episode as JSON Lines, one event a line.

    {"format": "shengji-record", "version": 1, "rules": …, "episode": …, "levels": …, "seed": …, "shuffles": …}
    {"event": "shuffle", "n": 1, "first_drawer": 2, "hands": ["as drawn", …], "kitty": "from the top"}
    {"event": "action", "seat": 0, "phase": "bid", "action": "H2"}
    {"event": "result", …}

The header has `shuffles`, how many were dealt before, or `position` in place of how the episode started. Every
shuffle is an event of its own, also deals in which nobody could bid. Replaying takes the actions from the record and
everything else from the engine, and compares line by line; a shuffle that the seed does not give (a given deal, or a
record of another generator) is dealt as recorded. Nothing is executed and nothing repaired. The picks of an action
under way are no event: a record ends with the last complete action.
"""

import json
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from shengji_env import cards
from shengji_env.engine import rng, step, verify
from shengji_env.engine.layout import TYPES, Phase, Start, new_states
from shengji_env.errors import PositionError, RecordError, ShengjiError
from shengji_env.inputs.json_text import read_json
from shengji_env.plays import actions
from shengji_env.positions.read import read_position
from shengji_env.positions.write import position_values
from shengji_env.rules.rules import Rules, rules_array
from shengji_env.states import texts
from shengji_env.states.result import result_values
from shengji_env.states.starts import deal_values, levels_argument, read_deal, read_episode, read_seed, set_levels
from shengji_env.states.texts import copy_states

if TYPE_CHECKING:
    from shengji_env.game.game import Game

FORMAT, VERSION = "shengji-record", 1

Event = dict[str, Any]
Shuffles = dict[int, tuple[int, np.ndarray]]  # n -> (first drawer, cards as dealt) of shuffles that were given


# ---------------------------------------------------------------- an episode, event by event


class Walk:
    """An episode that is played again, with the events each step leads to."""

    def __init__(self, origin: np.ndarray, rules: Rules, shuffles: Shuffles, started: bool) -> None:
        """origin: STATE[1] before the episode begins, or as it stood at its start (`started`: a position)."""
        self.S = copy_states(origin)
        self.R = rules_array(rules)
        self.rules = rules
        self.given = shuffles
        self.events: list[Event] = []
        if not started:
            before = copy_states(self.S)
            step.begin(self.S, 0, self.R)
            self._note_shuffles(before, begins=True)

    def step(self, token: int) -> None:
        """Apply a token; a completed action, results and shuffles are added to `events`."""
        before = copy_states(self.S)
        step.step(self.S, 0, self.R, token)
        if actions.is_complete(self.S):
            phase = texts.PHASES[before["phase"][0]]
            action = actions.action_text(before, token, self.S, self.R)
            self.events.append({"event": "action", "seat": int(before["actor"][0]), "phase": phase, "action": action})
        if self.S["deals"][0] > before["deals"][0]:
            self.events.append({"event": "result"} | result_values(texts.one_record(self.S).result, self.rules))
        self._note_shuffles(before, begins=False)

    def _note_shuffles(self, before: np.ndarray, begins: bool) -> None:
        """An event for every shuffle of the last step; those that are given are dealt in the place of the seed's. Who
        draws first follows from the game, but in an episode that begins with a first deal."""
        n = int(before["shuffles"][0])
        free = begins and before["start"][0] != Start.RANDOM
        while n < self.S["shuffles"][0]:
            n += 1
            drawer, stock = int(self.S["first_drawer"][0]), self.seeds_cards(n)
            if n in self.given:
                given_drawer, given = self.given[n]
                if (free and given_drawer != drawer) or (given != stock).any():
                    drawer, stock = given_drawer if free else drawer, given
                    self._deal_again(before, begins, n, drawer, stock)
            free = False
            self.events.append({"event": "shuffle", "n": n} | deal_values(self.rules, drawer, stock))

    def seeds_cards(self, n: int) -> np.ndarray:
        """The n-th shuffle of the seed."""
        stock = np.zeros(self.S["stock"].shape[1], np.int8)
        rng.deck(self.S["seed"][0], n, stock, self.rules.decks, self.rules.players)
        return stock[: self.rules.decks * TYPES]

    def _deal_again(self, before: np.ndarray, begins: bool, n: int, drawer: int, stock: np.ndarray) -> None:
        """Deal the n-th shuffle as given. The step that led to it has run on with the seed's cards; what that changed
        besides the deal itself is put back: the count of unbid redeals, and levels lost by nobody's bidding."""
        s = texts.one_record(self.S)
        unbid = not begins and before["phase"][0] == Phase.BID
        s.redeals = (int(before["redeals"][0]) + 1 if unbid else 0) + n - int(before["shuffles"][0]) - 1
        if not begins:
            s.levels = before["levels"][0] if s.deals == before["deals"][0] else s.result.levels
        s.first_drawer, s.shuffles, s.given_deal = drawer, n - 1, 1
        s.stock[: len(stock)] = stock
        verify.deal_given(self.S, 0, self.R)


def _header(game: "Game") -> Event:
    start: Event = {"format": FORMAT, "version": VERSION}
    if game._started:
        return start | {"position": position_values(game._origin, game.rules)}
    origin = texts.one_record(game._origin)
    return start | {
        "rules": game.rules.overrides(),
        "episode": texts.EPISODES[int(origin.episode)],
        "levels": levels_argument(game._origin, game.rules),
        "seed": int(origin.seed),
        "shuffles": int(origin.shuffles),
    }


def write(game: "Game") -> str:
    """The record of a game's episode so far, a line for each event."""
    walk = Walk(game._origin, game.rules, game._shuffles, game._started)
    for token in _tokens(walk, game):
        walk.step(token)
    return "".join(_line(event) for event in [_header(game), *walk.events])


def _tokens(walk: Walk, game: "Game") -> Iterator[int]:
    """The game's tokens, with those that `skip_forced` played itself."""
    chosen = iter(game._tokens)
    while True:
        legal = np.flatnonzero(walk.S["mask"][0])
        if game._skip_forced and len(legal) == 1:
            yield int(legal[0])
            continue
        token = next(chosen, None)
        if token is None:
            return
        yield token


def _line(event: Event) -> str:
    return json.dumps(event, separators=(", ", ": ")) + "\n"


# ---------------------------------------------------------------- replaying


def replay(make: type["Game"], text: str) -> "Game":
    """The game of a record; RecordError with the line number for one that does not replay."""
    lines = _read_lines(text)
    if not lines:
        raise RecordError("line 1: the record is empty")
    number, header = lines[0]
    origin, rules, started = _at(number, partial(_read_header, header))
    given = _at_each(lines[1:], rules)
    walk = Walk(origin, rules, given, started)
    tokens = bytearray()
    expected = walk.events
    for k, (number, event) in enumerate(lines[1:]):
        if event.get("event") == "action" and k == len(expected):
            tokens += _act(walk, number, event)
        if k >= len(expected):
            raise RecordError(f"line {number}: {event.get('event')!r}, and an action is next")
        _compare(number, event, expected[k])
    return make._of_walk(origin, walk.S, rules, started, tokens, _not_the_seeds(walk))


def _read_lines(text: str) -> list[tuple[int, Event]]:
    """(line number, event) of every line. A last line that was cut off is dropped, with a notice."""
    found = []
    if not isinstance(text, str):
        raise RecordError(f"cannot read record: a text is asked for, not {type(text).__name__}")
    lines = text.split("\n")
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            event = read_json(line)
        except json.JSONDecodeError as error:
            if number == len(lines):
                warnings.warn(f"line {number} of the record is cut off and was dropped", stacklevel=4)
                break
            raise RecordError(f"line {number}: no JSON: {error}") from None
        except ShengjiError as error:
            raise RecordError(f"line {number}: {error}") from None
        if not isinstance(event, dict):
            raise RecordError(f"line {number}: a JSON object is asked for")
        found.append((number, event))
    return found


def _read_header(header: Event) -> tuple[np.ndarray, Rules, bool]:
    """(STATE[1] at the start of the episode, rules, whether that is a position)."""
    if header.get("format") != FORMAT or header.get("version") != VERSION:
        raise RecordError(f"no record of format {FORMAT} {VERSION}")
    if "position" in header:
        return *read_position(header["position"]), True
    rules = Rules.of(header["rules"])
    S = new_states(1)
    S["episode"][0] = read_episode(header.get("episode", "deal"))
    S["seed"][0], S["shuffles"][0] = read_seed(header["seed"]), header.get("shuffles", 0)
    set_levels(S, rules, header.get("levels"))
    return S, rules, False


def _at(number: int, read: Callable[[], Any]) -> Any:
    """What `read` returns; anything it refuses becomes a RecordError of this line."""
    try:
        return read()
    except (ShengjiError, KeyError, TypeError, ValueError, OverflowError) as error:
        position = error.position if isinstance(error, ShengjiError) else None
        why = f"{error} is missing" if isinstance(error, KeyError) else str(error)
        defects = error.defects if isinstance(error, PositionError) else ()
        raise RecordError(f"line {number}: {why}", position=position, defects=defects) from None


def _at_each(lines: list[tuple[int, Event]], rules: Rules) -> Shuffles:
    """The cards of every recorded shuffle."""
    return {
        event.get("n", 0): _at(number, partial(read_deal, rules, event))
        for number, event in lines
        if event.get("event") == "shuffle"
    }


def _act(walk: Walk, number: int, event: Event) -> bytearray:
    """Play a recorded action; its tokens."""
    try:
        found = actions.tokens_of(walk.S, walk.R, str(event.get("action", "")))
    except ShengjiError as refused:
        line = json.dumps(position_values(walk.S, walk.rules))
        tried = f"seat {walk.S['actor'][0]} cannot {texts.PHASES[walk.S['phase'][0]]} {event.get('action')}"
        raise RecordError(f"line {number}: {tried}: {refused}", position=line) from None
    for token in found:
        walk.step(token)
    return bytearray(found)


def _compare(number: int, event: Event, expected: Event) -> None:
    """RecordError unless the line says what the engine says."""
    for name in {**expected, **event}:
        given, derived = event.get(name), expected.get(name)
        if name == "action" and isinstance(given, str):
            given = _sorted(given)
        if given != derived:
            raise RecordError(f"line {number}: {name} is {given!r}, and the game makes it {derived!r}")


def _sorted(action: str) -> str:
    """An action as it is written: cards in ascending order."""
    try:
        return cards.sort(action)
    except ShengjiError:
        return action  # a word, or a call with its ordinal


def _not_the_seeds(walk: Walk) -> Shuffles:
    """The recorded shuffles that the seed does not give: they must stay in the game's own record."""
    first = min(walk.given, default=0)  # who drew first in it may be given as well
    return {n: deal for n, deal in walk.given.items() if n == first or (deal[1] != walk.seeds_cards(n)).any()}
