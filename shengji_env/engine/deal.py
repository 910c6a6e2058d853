"""Before a deal: how an episode starts, shuffling, dealing (rules 6; design, `levels`)."""

import numpy as np

from .jit import jit
from .layout import ACE, MAX_SEATS, RANKS, UNKNOWN, Start
from .rng import START, below, deck, stream


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
    """A later deal as it can be reached: levels of each player, who won the last deal, whether it was a swing, and its
    declarer, who draws first. Every level can be reached, since a declarer who plays alone gains alone; a side that
    has just gained is above the start level."""
    state = stream(s.seed, s.shuffles + 1, START)
    s.first = 0
    span = RANKS - r.start_level
    for seat in range(r.players):
        state, step = below(state, span)
        s.levels[seat] = r.start_level + step
    state, declarer = below(state, r.players)
    state, outcome = below(state, 3)  # declarer side gained, attackers gained, swing
    state, other = below(state, r.players)  # the partner; the declarer himself: he played alone
    side = (1 << declarer) | (1 << other)
    s.first_drawer = declarer
    s.swing = outcome == 2
    s.last_winners = side if outcome == 0 else ((1 << r.players) - 1) & ~side
    if s.swing or span == 1:
        return
    for seat in range(r.players):
        if (s.last_winners >> seat) & 1 and s.levels[seat] == r.start_level:
            state, step = below(state, span - 1)
            s.levels[seat] = min(r.start_level + 1 + step, ACE)


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
    s.flips = 0
    s.raids = 0
    s.burials = 0
    s.call_type, s.call_ordinal, s.call_seen = UNKNOWN, 0, 0
    s.partners, s.public, s.solo = 0, 0, 0
    s.tricks, s.plays, s.logged = 0, 0, 0
    s.leader = UNKNOWN
    s.lead_size = 0
    s.lead_group = UNKNOWN
    s.best_seat = UNKNOWN
    s.trick[:] = 0
    s.played[:] = 0
    s.shown[:] = 0
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
