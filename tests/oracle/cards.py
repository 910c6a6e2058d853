"""Cards, groups, strength and runs (rules 1).

Card types are 0..53: `suit * 13 + rank`, suits D C H S, ranks 2..A; 52 small, 53 big joker.
"""

from functools import cache
from itertools import combinations, product

SUITS = "DCHS"
RANKS = "23456789TJQKA"
SMALL_JOKER, BIG_JOKER = 52, 53  # 小王, 大王
TRUMP = 4  # the group of trumps (主); plain groups (副牌) are the suits 0..3
NAMES = [suit + rank for suit in SUITS for rank in RANKS] + ["LJ", "BJ"]
CARD_POINTS = {"5": 5, "T": 10, "K": 10}


def read(text):
    """Cards of a text: `read("HA D2")` is `[0, 38]`."""
    return sorted(NAMES.index(name) for name in text.split())


def write(cards):
    """Text of cards, in ascending type order."""
    return " ".join(NAMES[card] for card in sorted(cards))


def read_trump(suit, level):
    """Trump from the letters of its suit (None: no trump) and level."""
    return (None if suit is None else SUITS.index(suit), RANKS.index(level))


def is_joker(card):
    return card >= SMALL_JOKER


def suit_of(card):
    """Printed suit 0..3; None for a joker."""
    return None if is_joker(card) else card // 13


def rank_of(card):
    """Printed rank 0..12; None for a joker."""
    return None if is_joker(card) else card % 13


def points(cards):
    """分 in cards: a 5 counts 5, T and K count 10."""
    return sum(CARD_POINTS.get(NAMES[card][1], 0) for card in cards if not is_joker(card))


@cache
def group(trump, card):
    """TRUMP if it is a joker, has the level's rank or the trump suit; else its suit."""
    suit, level = trump
    if is_joker(card) or rank_of(card) == level or suit_of(card) == suit:
        return TRUMP
    return suit_of(card)


@cache
def strength(trump, card):
    """Strength within the card's group: greater is stronger.

    Ordinary cards 0..11 with the level's rank skipped; then off-suit level cards 12, the level
    card of the trump suit 13, small joker 14, big joker 15. No trump: level cards (all four
    equal) 12, small joker 13, big joker 14.
    """
    suit, level = trump
    jokers = 13 if suit is None else 14
    if card == SMALL_JOKER:
        return jokers
    if card == BIG_JOKER:
        return jokers + 1
    if rank_of(card) == level:
        return 13 if suit_of(card) == suit else 12
    return rank_of(card) - (1 if rank_of(card) > level else 0)


@cache
def types_of_group(trump, card_group):
    """All card types of a group, ascending."""
    return tuple(card for card in range(54) if group(trump, card) == card_group)


@cache
def chain_position(chain, trump, card):
    """(which chain, place in it) of a card; None if no place joins it to anything in order.

    Neighbours are cards of one group, one chain and consecutive places. Under "levels" the level
    cards have no place: `is_run` joins them by their own sentence.
    """
    place = strength(trump, card)
    if group(trump, card) != TRUMP:
        return ("plain", place)
    special = is_joker(card) or rank_of(card) == trump[1]
    if chain == "full":
        return ("trump", place)
    if chain == "specials":
        return ("special" if special else "trump", place)
    return None if special else ("trump", place)


def is_run(chain, trump, types):
    """Do these distinct types stand at consecutive chain positions of one group, one at each?

    The definition, for checking `runs`; two types or more.
    """
    if len({group(trump, card) for card in types}) > 1:
        return False
    if chain == "levels" and all(rank_of(card) == trump[1] for card in types):
        return True
    places = sorted(chain_position(chain, trump, card) or ("none", -9) for card in types)
    if places[0][0] == "none" or places[0][0] != places[-1][0]:
        return False
    return [place for _, place in places] == list(range(places[0][1], places[0][1] + len(types)))


@cache
def runs(chain, trump, card_group, length):
    """All runs of `length` types in a group, each as a tuple of types; length 1: each type alone."""
    types = types_of_group(trump, card_group)
    if length == 1:
        return tuple((card,) for card in types)
    at = {}
    for card in types:
        at.setdefault(chain_position(chain, trump, card), []).append(card)
    found = []
    for start in at:
        if start is not None:
            places = [(start[0], start[1] + i) for i in range(length)]
            if all(place in at for place in places):
                found += product(*(at[place] for place in places))
    if chain == "levels" and card_group == TRUMP:
        found += combinations([card for card in types if rank_of(card) == trump[1]], length)
    return tuple(found)
