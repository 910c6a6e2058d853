"""Following (rules 4): 跟牌.

The follower's best shape vector V(H) is kept as the runs that reach it, ``duty_runs[kind][length]``: a play S of his
group is legal iff it contains such disjoint runs, for V(S) can then be no less. A pick is legal iff some choice of
those runs holds all picks but at most as many as the runs leave free: so the mask is exact card by card.

Example ("exact"): a diamond tractor of four is led, the hand has D3 D4 D5 DA DA: the duty is one pair, two cards are
free. D3 D4 may be picked in any order, then only DA DA.
"""

import numpy as np

from .components import clear_runs
from .jit import jit, jit_inline
from .layout import PAIR, PLACES, SINGLE, TRIPLE, TYPES, TractorFollow
from .order import bit
from .shapes import NONE, cards_in, lowest, pack, types_with, without_lowest


@jit_inline
def set_duty(s, r, row):
    """Find V(H) for the hand `row` against the current lead: fills `duty_runs` and `duty_cards`."""
    if s.duty_cards > 0:
        clear_runs(s.duty_runs)
        s.duty_cards = 0
    group = s.lead_group
    if not r.follow_shapes or s.lead_kind == SINGLE or cards_in(row, s.group_types[group]) <= s.lead_size:
        return
    twos = types_with(row, PAIR, s.group_types[group])
    threes = types_with(row, TRIPLE, twos)
    if twos == NONE:
        return
    exact = r.tractor_follow == TractorFollow.EXACT
    for kind in (3, 2):
        for length in range(PLACES - 1, 0, -1):
            for _ in range(s.lead_runs[kind, length]):
                if kind == 2:
                    owe_pairs(s, length, exact, twos, threes)
                elif length == 1:
                    if not owe(s, TRIPLE, 1, twos, threes):
                        owe(s, PAIR, 1, twos, threes)
                else:
                    owe_airplane(s, length, exact, twos, threes)


@jit
def owe(s, kind, length, twos, threes):
    """Add one run to the duty if the hand can give it beside all that it owes already."""
    s.duty_runs[kind, length] += 1
    if pack(s, s.lead_group, s.duty_runs, twos, threes, s.picked, 0):
        s.duty_cards += kind * length
        return True
    s.duty_runs[kind, length] -= 1
    return False


@jit
def owe_pairs(s, number, exact, twos, threes):
    """A tractor of `number` pairs (or a pair): runs of pairs, the longest first, together at most `number`; "exact":
    one whole run or else lone pairs."""
    longest = number
    if exact and not owe(s, PAIR, number, twos, threes):
        longest = 1
    elif exact:
        return
    missing = number
    for length in range(longest, 0, -1):
        while length <= missing and owe(s, PAIR, length, twos, threes):
            missing -= length


@jit
def owe_airplane(s, number, exact, twos, threes):
    """An airplane of `number` triples: the longest run of triples ("exact": whole or not at all), lone triples, and for
    each triple still missing a pair, as for a tractor of so many ("exact": lone pairs)."""
    missing = number
    for length in range(number, number - 1 if exact else 0, -1):
        if owe(s, TRIPLE, length, twos, threes):
            missing -= length
            break
    while missing > 0 and owe(s, TRIPLE, 1, twos, threes):
        missing -= 1
    if not exact:
        owe_pairs(s, missing, False, twos, threes)
        return
    while missing > 0 and owe(s, PAIR, 1, twos, threes):
        missing -= 1


@jit_inline
def may_follow(s, held, allowed, picked, inside, outside):
    """Whether some legal play has the cards `picked`, `inside` of them of the lead's group and `outside` of others, and
    takes the rest out of the row `allowed`; `held` is how many cards of the group the whole hand has. Others are played
    where the group gives too few; and some choice of the duty's runs holds all of the group's but the free cards."""
    if outside > max(s.lead_size - held, 0):
        return False
    if s.duty_cards == 0:
        return True
    twos = types_with(allowed, PAIR, s.group_types[s.lead_group])
    threes = types_with(allowed, TRIPLE, twos)
    return pack(s, s.lead_group, s.duty_runs, twos, threes, picked, inside - (s.lead_size - s.duty_cards))


@jit
def not_picked(s, row):
    """The types of which the card row has more copies than are picked."""
    found = NONE
    for card in range(TYPES):
        found |= np.uint64(s.picked[card] < row[card]) << np.uint64(card)
    return found


@jit
def mark(s, types):
    """Make just these cards legal in `s.mask`."""
    for card in range(TYPES):
        s.mask[card] = (types >> np.uint64(card)) & np.uint64(1)


@jit_inline
def mask_follow(s, row):
    """Mark in `s.mask` every card that may be picked next, `s.picked` being picked already (rules 4)."""
    types = s.group_types[s.lead_group]
    free = not_picked(s, row)
    held = cards_in(row, types)
    inside = cards_in(s.picked, types) if s.picks > 0 else 0
    outside = s.picks - inside
    legal = NONE
    if may_follow(s, held, row, s.picked, inside, outside + 1):  # one of another group, whichever
        legal = free & ~types
    if may_follow(s, held, row, s.picked, inside + 1, outside):  # one of the group, whichever
        legal |= free & types
    else:
        legal |= bound_types(s, row, types_with(row, PAIR, free & types), held, inside + 1)
    mark(s, legal)


@jit
def bound_types(s, row, types, held, inside):
    """Those of the types whose next copy some run of the duty holds, where no free card is left."""
    found = NONE
    rest = types
    while rest != NONE:
        card = lowest(rest)
        rest = without_lowest(rest)
        s.picked[card] += 1
        if may_follow(s, held, row, s.picked, inside, 0):
            found |= bit(card)
        s.picked[card] -= 1
    return found
