"""Personalities: the numbers that one rule bot decides by. Points are the unit wherever nothing else is said."""

import numpy as np

from shengji_env.engine.layout import blank

# name -> (balanced, meaning)
TRAITS: dict[str, tuple[float, str]] = {
    # --- bids: strength = trumps + bid_pair a trump pair + bid_joker a joker, scaled to a full hand
    "bid_strength": (6.0, "strength from which on a bid that makes oneself declarer is made"),
    "bid_eager": (2.0, "how much less is asked for in the closing round"),
    "bid_other": (1.0, "how much more is asked for when somebody else would declare"),
    "bid_margin": (-1.0, "by how much the own suit must beat the present one to overbid it"),
    "bid_pair": (1.5, "strength of a trump pair beside its two trumps"),
    "bid_joker": (2.0, "strength of a joker beside being a trump"),
    "riot_trumps": (4.0, "fewer trumps than this, and no plain ace: riot, unless one declares"),
    # --- the kitty
    "bury_price": (2.5, "each buried point with a normal hand"),
    "bury_boss": (40.0, "keeping a plain card that nothing unseen beats"),
    "bury_pair": (25.0, "keeping a card of a pair"),
    "bury_rank": (1.0, "keeping a card, for each step of strength"),
    "bury_short": (12.0, "burying from a suit of two cards; of one or three somewhat more or less"),
    "kitty_weak": (0.0, "points buried at most with a weak hand"),
    "kitty_normal": (10.0, "… a normal one"),
    "kitty_strong": (25.0, "… and a strong one"),
    # --- the call
    "call_high": (1.0, "for each step of strength of the called card"),
    "call_none": (6.0, "calling the first of a card one does not hold"),
    "call_next": (3.0, "calling the one behind the own copies"),
    "call_own": (-5.0, "calling one that one might have to play oneself"),
    "call_low": (-1.0, "for each other card of the suit, two at most"),
    "call_void": (-2.0, "having none"),
    # --- what a card is good for later
    "plain_rank": (0.02, "a plain card, for each step of strength"),
    "plain_boss": (2.5, "one that nothing unseen beats"),
    "plain_second": (1.0, "one that only one unseen card beats"),
    "plain_pair": (1.0, "both copies of a plain card"),
    "plain_boss_pair": (3.0, "a pair that no unseen pair beats"),
    "plain_points": (0.0, "each point on a plain card that can be beaten: below 0, such cards are played early"),
    "plain_last": (-1.0, "the last card of a plain suit, of two one half: below 0, voids are made"),
    "trump": (2.0, "any trump"),
    "trump_high": (4.0, "the highest trump, lower ones by how few beat them, squared"),
    "trump_boss": (1.0, "a trump that nothing unseen beats"),
    "trump_pair": (2.0, "both copies of a trump"),
    "trump_end": (0.0, "the highest trump when few cards are left"),
    "end": (6.0, "that is, so many at most"),
    # --- the trick
    "win_value": (3.0, "the right to lead"),
    "win_more": (0.0, "… and more for each own plain card that nothing unseen beats"),
    "lead_spend": (0.0, "factor on what is given up by leading a card: a winner led is no winner lost"),
    "trump_spend": (1.2, "the same for trumps"),
    "trump_lead": (5.0, "leading trump as the declarer side, not leading it as attackers"),
    "reveal": (0.0, "playing the card that makes oneself the partner"),
    "fall": (1.3, "factor on the points that a card still to be played brings on average"),
    "feed": (0.6, "… that much more if its player is a friend of the trick's winner, less if a foe"),
    "will": (0.45, "0 … 0.5: how surely who can beat a foe's trick does, and a friend's does not"),
    "claim": (0.6, "belief to be the partner when one may play the called card in time"),
    "belief": (0.0, "added to the belief that an unknown seat is a friend, -1..1"),
    "throw_risk": (0.05, "probability of failing up to which a throw is tried"),
    "kitty_cap": (120.0, "points that the kitty counts at most"),
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
