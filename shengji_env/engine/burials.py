"""Who took and laid down what, made to fit new hands: the part of `redeal.py` that goes back through the burials.

From the last taking of the kitty to the first: its taker had what he holds and has played now and what he laid down;
out of that, less what he had shown before, the kitty he took is drawn. The taker before laid it down, and so on.
"""

import numpy as np

from .jit import jit
from .layout import TYPES, UNKNOWN
from .unseen import draw, owed, stage_of


@jit
def draw_history(s, r, seat, d):
    """Draw into ``d.taken`` every kitty taken; False if the hands dealt contradict what the seat knows of one."""
    for place in range(d.places):
        other = d.seat[place]
        if other != UNKNOWN:
            for card in range(TYPES):
                d.held[other, card] = d.row[place, card] + s.played[other, card]
    for k in range(d.stages - 1, -1, -1):
        taker = s.burial_seat[k]
        if taker == seat:
            count_cards(s.burial_taken[k], r.kitty, d.taken[k])
            continue
        gather(s, d, k)
        if k > 0 and s.burial_seat[k - 1] == seat:
            d.taken[k] = d.known[k]
        elif not draw_taken(s, r, seat, d, k):
            return False
        for card in range(TYPES):
            if d.taken[k, card] > d.held[taker, card] - d.claim[k, card]:
                return False
            d.held[taker, card] -= d.taken[k, card]
    return True


@jit
def count_cards(cards, number, row):
    """Write the counts of a list of cards into a card row."""
    row[:] = 0
    for j in range(number):
        row[cards[j]] += 1


@jit
def gather(s, d, k):
    """The taker of stage k takes back what he laid down: the kitty taken next, or the one that lies."""
    taker = s.burial_seat[k]
    if k + 1 < d.stages:
        for card in range(TYPES):
            d.held[taker, card] += d.taken[k + 1, card]
    elif k < s.burials:
        for card in range(TYPES):
            d.held[taker, card] += d.row[d.rest, card]


@jit
def draw_taken(s, r, seat, d, k):
    """Draw the kitty of stage k out of its taker's cards: first those that must be in it, then any. False if that are
    more than a kitty, or than there are."""
    taker = s.burial_seat[k]
    size, left = r.kitty, 0
    for card in range(TYPES):
        copies = must_take(s, seat, d, k, card)
        d.taken[k, card] = copies
        size -= copies
        for _ in range(d.held[taker, card] - d.claim[k, card] - copies):
            d.card[left] = card  # the list of unseen cards has been dealt, and is room to work in
            left += 1
    if size < 0 or size > left:
        return False
    for _ in range(size):
        j = draw(d, left)
        left -= 1
        d.taken[k, d.card[j]] += 1
        d.card[j] = d.card[left]
    return True


@jit
def must_take(s, seat, d, k, card):
    """Copies that are in the kitty of stage k for sure: turned up in it, or had by the takers before and not kept."""
    copies = np.int64(d.known[0, card]) if k == 0 else np.int64(0)
    first = k - 1
    while first >= 0 and s.burial_seat[first] != seat and s.burial_seat[first] != s.burial_seat[k]:
        kept = 0
        for j in range(first, k):
            if stage_of(s, d, s.burial_seat[j], first) == j:
                kept += d.held[s.burial_seat[j], card]
        copies = max(copies, owed(s, d, first, k - 1, card) - kept)
        first -= 1
    return copies


@jit
def write_history(s, seat, d):
    """Enter the kitties drawn into the record: as others have taken them, as others have laid them."""
    for k in range(d.stages):
        if s.burial_seat[k] != seat:
            write_cards(d.taken[k], s.burial_taken[k])
        if k > 0 and s.burial_seat[k - 1] != seat:
            write_cards(d.taken[k], s.burial_laid[k - 1])
    if d.stages > s.burials:
        s.kitty[:] = s.burial_taken[s.burials]
    elif d.rest != UNKNOWN:
        write_cards(d.row[d.rest], s.kitty)
        s.burial_laid[s.burials - 1] = s.kitty


@jit
def write_cards(row, cards):
    """Write a card row as a list, in ascending order."""
    j = 0
    for card in range(TYPES):
        for _ in range(row[card]):
            cards[j] = card
            j += 1
