"""Leads: what their components are, and whether a throw stands (rules 2.3, 3): 首出, 甩牌."""

import numpy as np

from .jit import jit
from .layout import PLACES, SINGLE, TRUMP, ThrowFailure
from .order import bit, has
from .shapes import NONE, best_run_top, count, lowest, top_of, types_with


@jit
def exactly(row, copies, among):
    """The types of which the row has just so many copies: copies of a type stay together in a lead."""
    return types_with(row, copies, among) & ~types_with(row, copies + 1, among)


@jit
def first_run(s, group, kind, tractors, types):
    """The maximal run that begins at the lowest place of a non-empty type set. On the level cards' shared place the
    lowest card type joins, under trump_chain "levels" all of them. Without `tractors`, and of singles: one type."""
    if not tractors or kind == SINGLE:
        return bit(lowest(types))
    run = NONE
    for place in range(PLACES):
        if group == TRUMP and place == s.level_place:
            here = types & s.level_types
            if here != NONE and not s.levels_join:
                here = bit(lowest(here))
        else:
            card = s.type_at[group, place]
            here = bit(card) if card >= 0 and has(types, card) else NONE
        if here == NONE:
            if run != NONE:
                return run
        else:
            run |= here
    return run


@jit
def clear_runs(runs):
    """Forget all components of a ``[kind][length]`` table."""
    for kind in range(runs.shape[0]):
        for length in range(runs.shape[1]):
            runs[kind, length] = 0


@jit
def read_lead(s, r, group, row):
    """Take a lead of one group apart into ``s.lead_runs[kind][length]`` and note its dominant component: kind, length
    and top, in `lead_kind`, `lead_length` and `best_top`. Returns the number of components."""
    clear_runs(s.lead_runs)
    components = 0
    s.lead_kind, s.lead_length, s.best_top = 0, 0, -1
    more = NONE
    for kind in (3, 2, 1):
        held = types_with(row, kind, s.group_types[group])
        rest, more = held & ~more, held  # copies of a type stay together in a lead
        while rest != NONE:
            run = first_run(s, group, kind, r.tractors, rest)
            rest &= ~run
            components += 1
            note_component(s, kind, count(run), top_of(s, run))
    return components


@jit
def note_component(s, kind, length, top):
    """Count a component and keep it if it is the dominant one so far: airplane > triple > tractor > pair > single,
    then the longer, then the stronger top."""
    s.lead_runs[kind, length] += 1
    if kind < s.lead_kind:
        return
    if kind > s.lead_kind or length > s.lead_length or (length == s.lead_length and top > s.best_top):
        s.lead_kind, s.lead_length, s.best_top = kind, length, top


# ---------------------------------------------------------------- throws


@jit
def is_beaten(s, r, leader, group, kind, length, top):
    """Whether another player's hand holds the same kind and length with a strictly stronger top."""
    for seat in range(r.players):
        if seat != leader:
            among = types_with(s.hand[seat], kind, s.group_types[group])
            if best_run_top(s, group, length, among) > top:
                return True
    return False


@jit
def weakest_beaten(s, r, leader, group, row):
    """(types, kind) of the weakest beaten component of a throw: the lowest top, then the fewest cards, then the lowest
    card type; (none, 0) when the throw stands."""
    weakest, weakest_kind, weakest_top = NONE, 0, 0
    for kind in (1, 2, 3):
        rest = exactly(row, kind, s.group_types[group])
        while rest != NONE:
            run = first_run(s, group, kind, r.tractors, rest)
            rest &= ~run
            top = top_of(s, run)
            if not is_beaten(s, r, leader, group, kind, count(run), top):
                continue
            fewer = kind * count(run) - weakest_kind * count(weakest)
            if (
                weakest_kind == 0
                or top < weakest_top
                or (top == weakest_top and (fewer < 0 or (fewer == 0 and lowest(run) < lowest(weakest))))
            ):
                weakest, weakest_kind, weakest_top = run, kind, top
    return weakest, weakest_kind


@jit
def weakest_card(s, group, row):
    """The weakest card of a throw, of equals the lowest card type."""
    rest = types_with(row, 1, s.group_types[group])
    weakest = lowest(rest)
    while rest != NONE:
        card = lowest(rest)
        rest &= ~bit(card)
        if s.strength[card] < s.strength[weakest]:
            weakest = card
    return weakest


@jit
def check_throw(s, r, leader, group, row):
    """What is led in the end: (types, copies of each); (none, 0) when all of the lead stands. `s.hand` holds every
    player's cards, the leader's own not read. An ordinary lead, of one component, never fails. The lead is left read
    (`read_lead`) as it was tried."""
    if read_lead(s, r, group, row) == 1:
        return NONE, 0
    types, kind = weakest_beaten(s, r, leader, group, row)
    if kind != 0 and r.throw_failure == ThrowFailure.LOWEST_CARD:
        return bit(weakest_card(s, group, row)), 1
    return types, kind


@jit
def copy_component(types, copies, row):
    """Write `copies` of each type into a card row and return how many cards that is."""
    row[:] = 0
    rest = types
    while rest != NONE:
        card = lowest(rest)
        rest &= ~bit(card)
        row[card] = copies
    return np.int64(copies * count(types))
