"""Burying: short suits and small cards go, trumps, aces and pairs stay, points only with a hand that keeps them."""

from shengji_env.engine.layout import BIG_JOKER, PAIR, TRUMP, TYPES
from shengji_env.engine.order import points_of
from shengji_env.engine.trick import row_points

from .compiled import jit
from .options import note_option

SHORT = (0.0, 1.25, 1.0, 0.67)  # share of `bury_short` for a card of a suit of which so many are left


@jit
def plan_bury(s, r, n, p):
    """The cards to bury into ``n.plan``, one after the other the one that is missed least."""
    hand = s.hand[n.seat]
    n.plan[:] = 0
    price, limit = kitty_courage(s, n, p)
    points = 0
    left = n.mine.copy()
    for _ in range(r.kitty):
        best, best_value = -1, 1e9
        for spare in (False, True):  # points beyond the limit only if there is nothing else
            for card in range(TYPES):
                if hand[card] == n.plan[card] or (not spare and points + points_of(card) > limit):
                    continue
                value = keep_value(s, n, p, hand, card, price)
                if s.group[card] != TRUMP and left[s.group[card]] < len(SHORT):
                    value -= p.bury_short * SHORT[left[s.group[card]]]
                if value < best_value:
                    best, best_value = card, value
            if best >= 0:
                break
        n.plan[best] += 1
        left[s.group[best]] -= 1
        points += points_of(best)
    if n.listing != 0:
        list_burials(s, n, p, hand, price, max(limit, points))


@jit
def list_burials(s, n, p, hand, price, limit):
    """The plan, and all that have another card in the place of one of it and no more points than `limit`."""
    n.row[:] = n.plan
    note_burial(s, n, p, hand, price)
    for out in range(TYPES):
        if n.plan[out] == 0:
            continue
        for card in range(TYPES):
            if card == out or hand[card] == n.plan[card]:
                continue
            n.row[:] = n.plan
            n.row[out] -= 1
            n.row[card] += 1
            if row_points(n.row) <= limit:
                note_burial(s, n, p, hand, price)


@jit
def note_burial(s, n, p, hand, price):
    """Write ``n.row`` down: what is gained are short suits, what it costs is what the cards would be worth in hand."""
    left = n.mine.copy()
    n.gain, n.cost, n.lead, n.aims = 0.0, 0.0, 0.0, 0.0
    for card in range(TYPES):
        g = s.group[card]
        for _ in range(n.row[card]):
            n.cost += keep_value(s, n, p, hand, card, price)
            if g != TRUMP and left[g] < len(SHORT):
                n.gain += p.bury_short * SHORT[left[g]]
            left[g] -= 1
    note_option(n, n.gain - n.cost)


@jit
def kitty_courage(s, n, p):
    """(price of a buried point, points to bury at most) by the strength in trumps."""
    trumps = n.mine[TRUMP]
    joker = s.hand[n.seat, BIG_JOKER] > 0
    if trumps >= 12 and joker:
        return 0.6 * p.bury_price, p.kitty_strong
    if trumps < 9 or not joker:
        return 2.4 * p.bury_price, p.kitty_weak
    return p.bury_price, p.kitty_normal


@jit
def keep_value(s, n, p, hand, card, price):
    """What a card is worth in the hand against in the kitty."""
    g = s.group[card]
    strength = s.strength[card]
    value = price * points_of(card) + p.bury_rank * strength
    if g == TRUMP:
        value += 100.0
    elif n.above[g, strength] == 0:
        value += p.bury_boss
    if hand[card] >= PAIR:
        value += p.bury_pair
    return value
