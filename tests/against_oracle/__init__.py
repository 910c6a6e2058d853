"""The engine against the slow reference in `tests/oracle`, on random positions; one file a kind of question.

How many positions a kind and preset: SHENGJI_POSITIONS (a few hundred by default, so that all of them take a minute;
20000 for a change of the engine). SHENGJI_SEED moves the first seed, for positions nobody has tried yet.

A failure prints the position as one line of JSON, with its seed: `SHENGJI_POSITIONS=1 SHENGJI_SEED=<seed>` is that
position alone.
"""

import json
import os
import random

import pytest

from oracle import cards as reference_cards
from oracle import presets
from shengji_env.rules import Rules

POSITIONS = int(os.environ.get("SHENGJI_POSITIONS", "0"))
FIRST_SEED = int(os.environ.get("SHENGJI_SEED", "0"))
MAIN = presets.NAMES[0]

every_preset = pytest.mark.parametrize("preset", presets.NAMES)


def seeds(preset, share=1.0):
    """The seeds to try: fewer by default for the other presets, and for kinds that ask much at a time (`share`)."""
    number = POSITIONS or (2000 if preset == MAIN else 400)
    return range(FIRST_SEED, FIRST_SEED + max(1, round(share * number)))


def generator(kind, preset, seed):
    """The random numbers of one position."""
    return random.Random(f"{kind} {preset} {seed}")


_known_rules = {}


def engine_rules(fields):
    """The reference's rules, a dict of all fields, as `Rules`."""
    key = tuple(fields.items())
    if key not in _known_rules:
        _known_rules[key] = Rules(**fields)
    return _known_rules[key]


def level_text(level):
    return reference_cards.RANKS[level]


def suit_text(suit):
    return None if suit is None else reference_cards.SUITS[suit]


class Line:
    """A position as one line of text, written out only when a test fails."""

    def __init__(self, kind, preset, seed, rules, trump=None, **parts):
        self.kind, self.preset, self.seed, self.rules, self.trump, self.parts = kind, preset, seed, rules, trump, parts

    def __repr__(self):
        usual = presets.rules(self.preset)
        changed = {field: value for field, value in self.rules.items() if value != usual[field]}
        line = {"kind": self.kind, "seed": self.seed, "rules": {"preset": self.preset, "overrides": changed}}
        if self.trump is not None:
            line["trump"] = {"suit": suit_text(self.trump[0]), "level": level_text(self.trump[1])}
        return json.dumps(line | {name: readable(name, value) for name, value in self.parts.items()})


def readable(name, value):
    """Cards as text in what holds cards, levels as text."""
    if name == "state":
        return {part: readable(part, inside) for part, inside in value.items()}
    if name == "levels":
        return [level_text(level) for level in value]
    if name in ("bids", "raids"):
        return [[seat, reference_cards.write(cards)] for seat, cards in value]
    if name in ("plays", "others"):
        return [reference_cards.write(cards) for cards in value]
    if name == "stock":  # in the order dealt
        return " ".join(reference_cards.NAMES[card] for card in value)
    return reference_cards.write(value) if name in ("lead", "hand", "picked", "play") else value
