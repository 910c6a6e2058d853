"""Before a deal: how an episode starts, shuffling, dealing (rules 6.1; `levels` in docs/env.md)."""

import numpy as np

from .jit import jit
from .layout import ACE, MAX_SEATS, RANKS, UNKNOWN, AfterAce, Levels, LevelTable, Partner, Start
from .rng import START, below, deck, stream
from .score import next_declarer


@jit
def start_match(s, r):
    """The state before the first deal of an episode."""
    s.deals = 0
    s.redeals = 0
    s.after_riot = 0
    s.swing = 0
    s.first = 1
    s.last_winners = 0
    s.known_declarer = UNKNOWN
    s.result.settled = 0
    if not s.given_deal:
        s.first_drawer = UNKNOWN
    for seat in range(MAX_SEATS):
        s.levels[seat] = r.start_level if s.start == Start.FIRST else s.start_levels[seat]
    if s.start == Start.RANDOM:
        draw_start(s, r)


@jit
def draw_start(s, r):
    """A later deal as it can be reached: who declared the last deal and with whom, which side gained or whether it was
    a swing, the levels, and so the last winners, the declarer known by rotation and the first drawer. Every level can
    be reached; who has just gained is above the start level, unless levels wrap after A."""
    state = stream(s.seed, s.shuffles + 1, START)
    state, declarer = below(state, r.players)
    state, side = draw_declarer_side(r, state, declarer)
    state, outcome = below(state, 2 if r.level_table == LevelTable.SIDES else 3)  # a table by sides has no swing
    if r.start_level == ACE and r.after_ace == AfterAce.WIN and r.level_table == LevelTable.SWING:
        outcome = 2  # any gain has won the match
    attackers = ((1 << r.players) - 1) & ~side
    s.first = 0
    s.swing = outcome == 2
    s.last_winners = side if outcome == 0 else attackers
    s.first_drawer = declarer
    s.known_declarer = next_declarer(r, declarer, side, 1 if outcome == 0 else 0)
    for seat in range(r.players):
        gained = (s.last_winners >> seat) & 1 and outcome != 2 and r.after_ace == AfterAce.WIN
        lowest = min(r.start_level + gained, ACE)
        state, step = below(state, RANKS - lowest)
        s.levels[seat] = lowest + step
        if r.levels == Levels.SIDE and seat >= 2:
            s.levels[seat] = s.levels[seat - 2]


@jit
def draw_declarer_side(r, state, declarer):
    """(stream, seat set): the declarer and who may have been with him: fixed partners, one called partner or none, or
    up to `decks` - 1 holders of the trump card shown."""
    side = 1 << declarer
    if r.partner == Partner.FIXED:
        for seat in range(declarer % 2, r.players, 2):
            side |= 1 << seat
        return state, side
    for _ in range(r.decks - 1 if r.partner == Partner.TRUMP_CARDS else 1):
        state, other = below(state, r.players)  # himself: no (further) partner
        side |= 1 << other
    return state, side


@jit
def new_stock(s, r):
    """The next shuffle, or the given deal in the place of shuffle 1. In a first deal a random seat draws first, if no
    riot and no redeal has settled who does."""
    s.shuffles += 1
    if s.given_deal:
        s.given_deal = 0
        return
    seat = deck(s.seed, s.shuffles, s.stock, r.decks, r.players)
    if s.first_drawer == UNKNOWN:
        s.first_drawer = seat


@jit
def clear_deal(s):
    """Forget the last deal's cards, kitty, partner, tricks."""
    s.drawn = 0
    s.hand[:] = 0
    s.hand_size[:] = 0
    s.kitty_lies = 0
    s.burials = 0
    s.burial_taken[:] = 0
    s.burial_laid[:] = 0
    s.call_type, s.call_ordinal, s.call_seen = UNKNOWN, 0, 0
    s.partners, s.public, s.solo = 0, 0, 0
    s.tricks, s.plays, s.logged = 0, 0, 0
    s.leader = UNKNOWN
    s.trick_points = 0
    s.lead_size = 0
    s.lead_group = UNKNOWN
    s.best_seat = UNKNOWN
    s.trick[:] = 0
    s.played[:] = 0
    s.shown[:] = 0
    s.showing = 0
    s.void[:] = 0
    s.captured[:] = 0
    s.penalties[:] = 0
    s.failed[:] = np.uint64(0)


@jit
def deal_card(s, r):
    """Give the next card of the stock to the next seat; returns the seat."""
    seat = (s.first_drawer + s.drawn) % r.players
    s.hand[seat, s.stock[s.drawn]] += 1
    s.hand_size[seat] += 1
    s.drawn += 1
    return seat


@jit
def lay_kitty(s, r):
    """All is dealt: what is left is the kitty, from the top."""
    s.closing = 1
    s.kitty_lies = 1
    for j in range(r.kitty):
        s.kitty[j] = s.stock[s.drawn + j]
