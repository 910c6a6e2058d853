"""Why a complete action is refused (rules 2, 4, 6, 7).

The mask asks whether picks can still grow into a legal play, these functions whether a whole one is legal; both go by
the duty that `follow.set_duty` has found and by the one search, `shapes.pack`.
"""

import numpy as np

from .bid import bid_refusal, may_bid
from .follow import may_follow
from .jit import jit
from .layout import PAIR, PLACES, TRIPLE, TYPES, UNKNOWN, Phase, Refusal
from .raid import may_raid, raid_refusal
from .rounds import may_riot
from .shapes import NONE, cards_in, next_run, pack, types_with
from .trick import group_of


@jit
def total(row):
    """How many cards a card row has."""
    cards = 0
    for card in range(TYPES):
        cards += row[card]
    return cards


@jit
def holds(hand, row):
    """Whether the hand has all of these cards."""
    for card in range(TYPES):
        if row[card] > hand[card]:
            return False
    return True


# ---------------------------------------------------------------- leading


@jit
def lead_refusal(s, hand, row):
    """Why these cards may not be led: any cards of one group, at least one (rules 2.3)."""
    if not holds(hand, row):
        return Refusal.NOT_HELD
    size = total(row)
    if size == 0:
        return Refusal.COUNT
    return Refusal.TWO_GROUPS if group_of(s, row) == UNKNOWN else Refusal.NONE


# ---------------------------------------------------------------- following


@jit
def can_end_legal(s, hand, allowed, row):
    """Whether some legal play of `hand` contains the cards `row` and stays within the cards `allowed`: with all three
    as picks, hand and hand this is the mask, with `allowed` = `row` it is the verifier (rules 4)."""
    types = s.group_types[s.lead_group]
    size, held, inside = total(row), cards_in(hand, types), cards_in(row, types)
    if size > s.lead_size or total(allowed) < s.lead_size or cards_in(allowed, types) < min(held, s.lead_size):
        return False
    return may_follow(s, held, allowed, row, inside, size - inside)


@jit
def follow_refusal(s, hand, row):
    """Why the hand may not follow with these cards (rules 4)."""
    types = s.group_types[s.lead_group]
    if not holds(hand, row):
        return Refusal.NOT_HELD
    if total(row) != s.lead_size:
        return Refusal.COUNT
    if cards_in(row, types) < min(cards_in(hand, types), s.lead_size):
        return Refusal.GROUP
    return Refusal.NONE if can_end_legal(s, hand, row, row) else Refusal.SHAPE


@jit
def missing_run(s, row):
    """(kind, length) of the first run of the duty that `row` does not hold beside those before it; (0, 0): none."""
    types = s.group_types[s.lead_group]
    twos = types_with(row, PAIR, types)
    threes = types_with(row, TRIPLE, twos)
    runs = np.zeros((4, PLACES), np.int8)
    for kind in (3, 2):
        for length in range(PLACES - 1, 0, -1):
            for _ in range(s.duty_runs[kind, length]):
                runs[kind, length] += 1
                if not pack(s, s.lead_group, runs, twos, threes, row, 0):
                    return kind, length
    return 0, 0


@jit
def unplayed_run(s, hand, row, kind, length):
    """The types of a run in the hand, of the lead's group, that `row` does not hold whole; none if there is no such
    run. What a refused follower could have played."""
    among = types_with(hand, kind, s.group_types[s.lead_group])
    whole = types_with(row, kind, among)
    if length == 1:
        rest = among & ~whole
        return rest & (~rest + np.uint64(1))
    run, cursor = next_run(s, s.lead_group, length, among, 0)
    while run != NONE and run & ~whole == NONE:
        run, cursor = next_run(s, s.lead_group, length, among, cursor + 1)
    return run


# ---------------------------------------------------------------- bids and raids of the actor


@jit
def show_refusal(s, r, card, copies):
    """Why the actor may not bid or raid with so many copies of this card."""
    if s.phase == Phase.RAID:
        return raid_refusal(s, r, s.actor, card, copies)
    return bid_refusal(s, r, s.actor, card, copies)


@jit
def is_asked(s, r):
    """Whether the actor has anything to bid or raid with, or so few points that he may riot: else he is not
    asked."""
    if s.phase == Phase.BID:
        return may_bid(s, r, s.actor)
    if s.phase == Phase.RIOT:
        return may_riot(s, r, s.actor)
    return s.phase != Phase.RAID or may_raid(s, r, s.actor)
