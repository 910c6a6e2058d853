"""Burying: short suits and small cards go, trumps, aces and pairs stay, points only with a hand that keeps them."""

from shengji_env.engine.layout import BIG_JOKER, PAIR, TRUMP, TYPES
from shengji_env.engine.order import points_of

from .compiled import jit

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
