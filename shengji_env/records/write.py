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
from collections.abc import Iterator

import numpy as np

from shengji_env.positions.write import position_values
from shengji_env.states import texts
from shengji_env.states.starts import levels_argument

from .history import History
from .walk import Event, Walk

FORMAT, VERSION = "shengji-record", 1


def record_text(history: History) -> str:
    """The record of an episode so far, a line for each event."""
    walk = Walk(history)
    for token in _tokens(walk, history):
        walk.step(token)
    return "".join(json.dumps(event) + "\n" for event in [_header(history), *walk.events])


def _header(history: History) -> Event:
    start: Event = {"format": FORMAT, "version": VERSION}
    if history.begun:
        return start | {"position": position_values(history.origin, history.rules)}
    origin = texts.one_record(history.origin)
    return start | {
        "rules": history.rules.overrides(),
        "episode": texts.EPISODES[int(origin.episode)],
        "levels": levels_argument(history.origin, history.rules),
        "seed": int(origin.seed),
        "shuffles": int(origin.shuffles),
    }


def _tokens(walk: Walk, history: History) -> Iterator[int]:
    """The tokens of the episode, with those that `skip_forced` played itself."""
    chosen = iter(history.tokens)
    while True:
        legal = np.flatnonzero(walk.S["mask"][0])
        if history.skip_forced and len(legal) == 1:
            yield int(legal[0])
            continue
        token = next(chosen, None)
        if token is None:
            return
        yield token
