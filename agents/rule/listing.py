"""The rule bot's options as people and scripts read them."""

from typing import Any, NamedTuple

import numpy as np

from shengji_env import cards
from shengji_env.engine.ask import only_number
from shengji_env.engine.layout import TYPES, UNKNOWN, Phase
from shengji_env.engine.shows import joker_beside
from shengji_env.engine.tokens import call_ordinals
from shengji_env.states import texts

from .bot import list_options

PARTS = ("gain", "cost", "lead", "aims")


class Option(NamedTuple):
    """A whole action that the rule bot has valued.

    `value` is in card points 分 where cards are played, else in the unit of the phase's traits (`personality`), a pass
    being 0; only differences count. `parts` add up to it: "gain", what the trick or the call brings; "cost", what the
    cards were worth in hand, below 0; "lead", the right to lead; "aims", trumps drawn and partners shown.
    """

    play: str  # as `Game.play` takes it
    value: float
    parts: dict[str, float]


def options(states: np.ndarray, R: np.ndarray, notes: np.ndarray, personality: np.ndarray) -> list[Option]:
    """All options of the seat that is to act in the redacted STATE[1], the plan first, the others by value. `states`
    loses its picks; notes: NOTES[1]."""
    list_options(states, 0, R, notes, 0, personality, 0)
    s, n = texts.one_record(states), notes[0]
    rows, values = n["option_row"][: n["options"], :TYPES], n["option_value"]
    order = sorted(range(len(rows)), key=lambda k: (not np.array_equal(rows[k], n["plan"][:TYPES]), -values[k]))
    found = []
    for k in order:
        parts = dict(zip(PARTS, n["option_parts"][k].tolist(), strict=True))
        found.append(Option(_text(s, R, rows[k]), float(values[k]), parts))
    return found


def _text(s: Any, R: np.ndarray, row: np.ndarray) -> str:
    """The row as an action of the phase."""
    if s.phase in (Phase.BURY, Phase.PLAY):
        return cards.format(row)
    if not row.any():
        return "pass"
    card = int(row.argmax())
    if s.phase == Phase.RIOT:
        return "riot"
    if s.phase == Phase.CALL:
        one = only_number(call_ordinals(s, R[0], card)) != 0
        return cards.card_text(card) if one else f"{cards.card_text(card)} {row[card]}"
    shown = row.copy()
    joker = joker_beside(R[0], card)
    if joker != UNKNOWN:
        shown[joker] += 1
    return cards.format(shown)
