"""A record played again: actions are its own, everything else the engine's, and compared line by line (`write` has the
format). Nothing is executed and nothing repaired."""

import json
import warnings
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import numpy as np

from shengji_env import cards
from shengji_env.engine.layout import new_states
from shengji_env.errors import PositionError, RecordError, ShengjiError, shown
from shengji_env.inputs.arguments import whole
from shengji_env.inputs.json_text import read_json
from shengji_env.plays import actions
from shengji_env.positions.fields import LARGEST
from shengji_env.positions.read import read_position
from shengji_env.positions.write import position_line
from shengji_env.rules.rules import Rules
from shengji_env.states import texts
from shengji_env.states.starts import read_deal, read_episode, read_seed, set_levels

from .history import History, Shuffles
from .walk import Event, Walk
from .write import FORMAT, VERSION

T = TypeVar("T")


def read_record(text: str) -> tuple[np.ndarray, History]:
    """(STATE[1], history) of the game of a record; RecordError with the line number for one that does not replay."""
    lines = _read_lines(text)
    if not lines:
        raise RecordError("line 1: the record is empty")
    number, header = lines[0]
    history = _at(number, partial(_read_header, header))
    history.shuffles = _read_shuffles(lines[1:], history.rules)
    walk = Walk(history)
    for k, (number, event) in enumerate(lines[1:]):
        if event.get("event") == "action" and k == len(walk.events):
            history.tokens += _act(walk, number, event)
        if k >= len(walk.events):
            raise RecordError(f"line {number}: {shown(event.get('event'))}, and an action is next")
        _compare(number, event, walk.events[k])
    history.shuffles = _not_the_seeds(walk)
    return walk.S, history


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


def _read_header(header: Event) -> History:
    """The history that begins as the header says."""
    if header.get("format") != FORMAT or header.get("version") != VERSION:
        raise RecordError(f"no record of format {FORMAT} {VERSION}")
    if "position" in header:
        S, rules = read_position(header["position"])
        return History(rules, S, begun=True)
    for name in ("rules", "seed"):
        if header.get(name) is None:
            raise RecordError(f"{name} is missing")
    rules, S = Rules.of(header["rules"]), new_states(1)
    S["episode"][0] = read_episode(header.get("episode", "deal"))
    S["seed"][0] = read_seed(header["seed"])
    S["shuffles"][0] = whole(header.get("shuffles", 0), "shuffles", 0, LARGEST)
    set_levels(S, rules, header.get("levels"))
    return History(rules, S)


def _read_shuffles(lines: list[tuple[int, Event]], rules: Rules) -> Shuffles:
    """The cards of every recorded shuffle."""

    def read(event: Event) -> tuple[int, tuple[int, np.ndarray]]:
        return whole(event.get("n"), "n", 1, LARGEST), read_deal(rules, event)

    return dict(_at(number, partial(read, event)) for number, event in lines if event.get("event") == "shuffle")


def _at(number: int, read: Callable[[], T]) -> T:
    """What `read` returns; what it refuses becomes a RecordError of this line."""
    try:
        return read()
    except ShengjiError as refused:
        defects = refused.defects if isinstance(refused, PositionError) else ()
        raise RecordError(f"line {number}: {refused}", position=refused.position, defects=defects) from None


def _act(walk: Walk, number: int, event: Event) -> bytearray:
    """Play a recorded action; its tokens."""
    action: Any = event.get("action")
    try:
        found = actions.tokens_of(walk.S, walk.R, action)
    except ShengjiError as refused:
        s, line = texts.one_record(walk.S), position_line(walk.S, walk.rules)
        tried = f"line {number}: seat {s.actor} cannot {texts.phase_text(s)} {shown(action)}"
        raise RecordError(f"{tried}: {refused}", place=texts.place(s), position=line) from None
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
            tells = f"{shown(name)[1:-1]} is {shown(given)}, and the game makes it {shown(derived)}"
            raise RecordError(f"line {number}: {tells}")


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
