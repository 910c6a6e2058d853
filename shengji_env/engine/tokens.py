"""Which tokens are legal (docs/env.md, action space): fills ``s.mask``, which is what `step` accepts.

A token is legal if and only if some legal complete action contains the cards picked so far and this one.
"""

from .bid import legal_bids
from .follow import mark, mask_follow, not_picked
from .jit import jit, jit_inline
from .layout import MASK, ONE, PASS, RIOT, TYPES, UNKNOWN, Phase, Refusal
from .partner import call_refusal
from .raid import legal_raids
from .shapes import cards_in, first_type


@jit
def mask_numbers(s, numbers):
    """Mark the number tokens for the set bits 1..3 of `numbers`."""
    for k in range(1, 4):
        s.mask[ONE + k - 1] = (numbers >> k) & 1


@jit
def numbers_of(s, r, card):
    """Bit k is set if the actor's bid or raid may show k copies of the card, or he may call its k-th play."""
    if s.phase == Phase.BID:
        return legal_bids(s, r, s.actor, card)
    if s.phase == Phase.RAID:
        return legal_raids(s, r, s.actor, card)
    return call_ordinals(s, r, card)


@jit
def mask_show(s, r):
    """A bid or raid: a card that some legal one shows, or PASS; then how many copies, if that is open."""
    if s.pick_type != UNKNOWN:
        mask_numbers(s, numbers_of(s, r, s.pick_type))
        return
    s.mask[PASS] = 1
    for card in range(TYPES):
        if s.hand[s.actor, card] > 0:
            s.mask[card] = numbers_of(s, r, card) != 0


@jit
def mask_held(s, row):
    """Any card of the hand that is not picked yet (burying)."""
    mark(s, not_picked(s, row))


@jit
def mask_call(s, r):
    """A card that may be called, then the ordinal."""
    if s.pick_type != UNKNOWN:
        mask_numbers(s, numbers_of(s, r, s.pick_type))
        return
    for card in range(TYPES):
        s.mask[card] = numbers_of(s, r, card) != 0


@jit
def call_ordinals(s, r, card):
    """Bit k is set if the k-th play of the card may be called."""
    ordinals = 0
    for k in range(1, 4):
        if call_refusal(s, r, card, k) == Refusal.NONE:
            ordinals |= 1 << k
    return ordinals


@jit_inline
def mask_lead(s, row):
    """Any card; then any further card of its group, or PASS to lead what is picked."""
    if s.picks == 0:
        mask_held(s, row)
        return
    mark(s, not_picked(s, row) & s.group_types[picked_group(s)])
    s.mask[PASS] = 1


@jit
def picked_group(s):
    """Group of the picked cards of a lead."""
    return s.group[first_type(s.picked)]


@jit
def lead_is_complete(s, row):
    """A lead ends by itself when the hand holds no more of its group."""
    return cards_in(row, s.group_types[picked_group(s)]) == s.picks


@jit_inline
def update_mask(s, r):
    """Write the mask of the current decision; all zeros when the episode is over."""
    for token in range(MASK):
        s.mask[token] = 0
    if s.phase == Phase.BID or s.phase == Phase.RAID:
        mask_show(s, r)
    elif s.phase == Phase.RIOT:
        s.mask[RIOT] = 1
        s.mask[PASS] = 1
    elif s.phase == Phase.BURY:
        mask_held(s, s.hand[s.actor])
    elif s.phase == Phase.CALL:
        mask_call(s, r)
    elif s.phase == Phase.PLAY and s.plays == 0:
        mask_lead(s, s.hand[s.actor])
    elif s.phase == Phase.PLAY:
        mask_follow(s, s.hand[s.actor])
