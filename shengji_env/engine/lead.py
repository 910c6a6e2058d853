"""Leads: what their components are, and whether a throw stands (rules 2.3, 3): 首出, 甩牌."""

import numpy as np

from .components import clear_runs, kind_of, take_apart
from .jit import jit
from .layout import ThrowFailure
from .order import bit
from .shapes import NONE, best_run_top, count, lowest, top_of, types_with


@jit
def read_lead(s, r, group, row):
    """Take a lead of one group apart: count its components in ``s.lead_runs[kind][length]`` and note the dominant one:
    kind, length and top, in `lead_kind`, `lead_length` and `best_top`."""
    clear_runs(s.lead_runs)
    s.lead_kind, s.lead_length, s.best_top = 0, 0, -1
    take_apart(s, r, group, row)
    for k in range(s.components):
        types = s.component_types[k]
        note_component(s, kind_of(s, k), count(types), top_of(s, types))


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
def weakest_beaten(s, r, leader, group):
    """(types, kind) of the weakest beaten component of a throw that was taken apart: the lowest top, then the fewest
    cards, then the lowest card type; (none, 0) when the throw stands."""
    weakest, weakest_kind, weakest_top = NONE, 0, 0
    for k in range(s.components):
        run, kind = s.component_types[k], np.int64(kind_of(s, k))
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
    read_lead(s, r, group, row)
    if s.components == 1:
        return NONE, 0
    types, kind = weakest_beaten(s, r, leader, group)
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
