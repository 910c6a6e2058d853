"""Trump, groups, strength and chain places (rules 1): 主牌, 副牌, 牌力, 相连.

`set_trump` writes the tables of a deal once; every later rule reads them. Worked example, hearts trump, level 7:
S6 and S8 have the places 4 and 5 (the sevens have left spades), so S6 S6 S8 S8 is a tractor; the trumps from low to
high are H2 … H6 H8 … HA (places 0..11), D7 C7 S7 (one place, equal strength), H7, small joker, big joker.
"""

import numpy as np

from .jit import jit
from .layout import (
    BIG_JOKER,
    FIRST_JOKER,
    FIVE,
    FULL_LEVEL_PLACE,
    GAP_LEVEL_PLACE,
    GROUPS,
    KING,
    NO_SUIT,
    PLACES,
    RANKS,
    SMALL_JOKER,
    SUITS,
    TEN,
    TRUMP,
    TYPES,
    UNKNOWN,
    CardOrder,
    Phase,
    TrumpChain,
)

# Strengths above the twelve ordinary trumps.
OFF_LEVEL, TRUMP_LEVEL, SMALL, BIG = 12, 13, 14, 15


_POINTS = np.zeros(TYPES, np.int8)
_POINTS[FIVE:FIRST_JOKER:RANKS] = 5
_POINTS[TEN:FIRST_JOKER:RANKS] = _POINTS[KING:FIRST_JOKER:RANKS] = 10


@jit
def bit(card):
    """The type set that holds one card type."""
    return np.uint64(1) << np.uint64(card)


@jit
def has(types, card):
    """Whether the type set holds the card type."""
    return (types >> np.uint64(card)) & np.uint64(1) != 0


@jit
def points_of(card):
    """分: a 5 counts 5, a ten and a king 10, anything else nothing (rules 1.1)."""
    return np.int64(_POINTS[np.uint8(card)])


@jit
def place_card(s, card, group, strength, place):
    """Enter one type into the tables; types on `level_place` are kept as a set, since several may share it."""
    s.group[card] = group
    s.strength[card] = strength
    s.group_types[group] |= bit(card)
    if group == TRUMP and place == s.level_place:
        s.level_types |= bit(card)
    else:
        s.type_at[group, place] = card


@jit
def place_specials(s, r, suit, level):
    """Level cards and jokers by `trump_chain`: "specials" and "full" run on from the off-suit level cards over the
    trump suit's to the jokers (no trump: without that step); "levels" puts all level cards on one place, jokers
    apart."""
    for t in range(SUITS):
        card = t * RANKS + level
        strength = TRUMP_LEVEL if t == suit else OFF_LEVEL
        own_step = t == suit and r.trump_chain != TrumpChain.LEVELS
        place_card(s, card, TRUMP, strength, s.level_place + 1 if own_step else s.level_place)
    if r.trump_chain == TrumpChain.LEVELS:
        small, big = s.level_place + 2, s.level_place + 4
    else:
        small = s.level_place + (1 if suit == NO_SUIT else 2)
        big = small + 1
    place_card(s, SMALL_JOKER, TRUMP, SMALL, small)
    place_card(s, BIG_JOKER, TRUMP, BIG, big)


@jit
def set_trump(s, r, suit, level):
    """Make (suit, level) the deal's trump: suit 0..3 or NO_SUIT (无主), level 0..12."""
    s.trump_suit = suit
    s.trump_level = level
    s.level_place = FULL_LEVEL_PLACE if r.trump_chain == TrumpChain.FULL else GAP_LEVEL_PLACE
    s.levels_join = r.trump_chain == TrumpChain.LEVELS
    s.level_types = np.uint64(0)
    for g in range(GROUPS):
        s.group_types[g] = np.uint64(0)
        for p in range(PLACES):
            s.type_at[g, p] = UNKNOWN
    for card in range(FIRST_JOKER):
        t, rank = card // RANKS, card % RANKS
        if rank != level:
            step = rank - 1 if rank > level else rank  # the level rank is skipped
            place_card(s, card, TRUMP if t == suit else t, step, step)
    place_specials(s, r, suit, level)
    sort_by_strength(s)


@jit
def sort_by_strength(s):
    """Fill `card_at` and its inverse, `number`: the plain suits' cards in order of strength without the level rank,
    then the trumps from the weakest to the big joker; equals, and suits, by type."""
    k = 0
    for group in range(SUITS):
        for place in range(RANKS - 1):
            if s.type_at[group, place] != UNKNOWN:
                s.card_at[k] = s.type_at[group, place]
                k += 1
    for place in range(RANKS - 1):
        if s.type_at[TRUMP, place] != UNKNOWN and place != s.level_place:
            s.card_at[k] = s.type_at[TRUMP, place]
            k += 1
    for strength in (OFF_LEVEL, TRUMP_LEVEL):
        for suit in range(SUITS):
            card = suit * RANKS + s.trump_level
            if s.strength[card] == strength:
                s.card_at[k] = card
                k += 1
    s.card_at[k] = SMALL_JOKER
    s.card_at[k + 1] = BIG_JOKER
    for k in range(TYPES):
        s.number[s.card_at[k]] = k


@jit
def by_strength(s, order):
    """Whether cards are numbered by strength now: while burying, calling and playing. Bids, riots and raids, where
    trump is still open, keep faces."""
    return order == CardOrder.STRENGTH and (s.phase == Phase.BURY or s.phase == Phase.CALL or s.phase == Phase.PLAY)


@jit
def face_token(s, order, token):
    """The token with the card as printed, for a token in the given card order."""
    if 0 <= token < TYPES and by_strength(s, order):
        return np.int64(s.card_at[token])
    return np.int64(token)


@jit
def ordered_token(s, order, token):
    """The token in the given card order, for one with the card as printed: the way back from `face_token`."""
    if 0 <= token < TYPES and by_strength(s, order):
        return np.int64(s.number[token])
    return np.int64(token)


@jit
def clear_trump(s):
    """Before the end of the bids nothing is trump yet."""
    s.trump_suit = UNKNOWN
    s.trump_level = UNKNOWN
    s.level_types = np.uint64(0)
    for g in range(GROUPS):
        s.group_types[g] = np.uint64(0)
    for card in range(TYPES):
        s.group[card] = 0
        s.strength[card] = 0
