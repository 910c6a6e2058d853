"""Personalities: the numbers that one rule bot decides by. Points are the unit wherever nothing else is said."""

import numpy as np

from shengji_env.engine.layout import blank

# name -> (balanced, meaning)
TRAITS: dict[str, tuple[float, str]] = {
    # --- bids: strength = trumps + 1.5 a trump pair + 2 a joker, scaled to a full hand
    "bid_strength": (8.0, "strength of the suit from which on a bid that makes oneself declarer is made"),
    "bid_eager": (2.0, "how much less is asked for in the closing round"),
    "bid_other": (2.0, "how much more is asked for when somebody else would declare"),
    "bid_margin": (2.0, "by how much the own suit must beat the present one to overbid it"),
    "riot_trumps": (4.0, "fewer trumps than this, and no plain ace: riot, unless one declares"),
    # --- the kitty
    "kitty_weak": (0.0, "points buried at most with a weak, normal and strong hand"),
    "kitty_normal": (10.0, ""),
    "kitty_strong": (25.0, ""),
    # --- the table
    "win_value": (1.5, "what the right to lead is worth"),
    "belief": (0.0, "added to the belief that a seat is a friend, -1..1"),
    "spend": (1.0, "factor on what a card is worth later: above 1 it is spent late, below 1 early"),
    "lead_spend": (0.5, "the same for what is led: a winner led now is no winner lost"),
    "throw_risk": (0.05, "probability of failing up to which a throw is tried"),
}
FIELDS = tuple(TRAITS)
PERSONALITY = np.dtype([(name, "f8") for name in FIELDS])
BALANCED = {name: value for name, (value, _) in TRAITS.items()}


def personality(traits: dict[str, float] | None = None, number: int = 1) -> np.ndarray:
    """PERSONALITY[number], all balanced but for the given traits."""
    P = blank(number, PERSONALITY)
    for name, value in (BALANCED | (traits or {})).items():
        P[name] = value
    return P
