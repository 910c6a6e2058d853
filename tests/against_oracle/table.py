"""One STATE record filled in by hand, and the engine's own steps on it."""

import numpy as np

from shengji_env.engine import step
from shengji_env.engine.layout import NO_SUIT, PASS, ROW, TYPES, UNKNOWN, Code, Phase, new_states

from . import engine_rules


def row_of(cards):
    """Card types as a row of counts, int8[ROW]."""
    return np.bincount(np.asarray(cards, np.int64), minlength=ROW).astype(np.int8)


def cards_of(row):
    """A row of counts as card types in ascending order."""
    return [int(card) for card in np.repeat(np.arange(TYPES), row[:TYPES])]


class Table:
    """A game of the reference's rules (a dict), empty but for what is filled in."""

    def __init__(self, rules):
        self.players = rules["players"]
        self.S = new_states(1)
        self.R = engine_rules(rules).record()
        for name in ("call_type", "pick_type", "known_declarer", "trump_suit", "best_seat"):
            self.S[name] = UNKNOWN

    def __getitem__(self, name):
        value = self.S[name][0]
        return value if value.shape else int(value)

    def __setitem__(self, name, value):
        self.S[name][0] = value

    def set_trump(self, trump):
        self["trump_suit"], self["trump_level"] = NO_SUIT if trump[0] is None else trump[0], trump[1]

    def set_hand(self, seat, cards):
        self.S["hand"][0, seat], self.S["hand_size"][0, seat] = row_of(cards), len(cards)

    def refresh(self):
        step.refresh(self.S, 0, self.R)

    def step(self, token):
        return Code(step.step(self.S, 0, self.R, token))

    def mask(self):
        """The legal tokens."""
        return [int(token) for token in np.flatnonzero(self.S["mask"][0])]

    # ---------------------------------------------------------------- tricks

    def set_leader(self, trump, hands):
        """Seat 0 is to lead; hands by seat."""
        self.set_trump(trump)
        for seat, hand in enumerate(hands):
            self.set_hand(seat, hand)
        self["phase"], self["actor"], self["leader"] = Phase.PLAY, 0, 0
        self.refresh()

    def set_follower(self, trump, lead, hand):
        """Seat 0 has led, seat 1 is to follow out of `hand`."""
        self.set_trump(trump)
        self.set_hand(1, hand)
        self.S["trick"][0, 0], self["lead_size"] = row_of(lead), len(lead)
        self["phase"], self["actor"], self["leader"], self["plays"] = Phase.PLAY, 1, 0, 1
        self.refresh()

    def lead(self, cards):
        """Pick these cards and lead them, whether or not the hand holds more of the group."""
        plays = self["logged"]
        for card in cards:
            assert self.step(card) == Code.OK
        if self["logged"] == plays:
            assert self.step(PASS) == Code.OK

    def follow(self, cards):
        for card in cards:
            assert self.step(card) == Code.OK

    def trick(self, seat):
        """What a seat has played to the current trick."""
        return cards_of(self.S["trick"][0, seat])
