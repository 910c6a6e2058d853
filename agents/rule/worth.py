"""What a card is good for later, in points: the price of playing it now."""

from shengji_env.engine.layout import PAIR, SINGLE, TRUMP, TYPES
from shengji_env.engine.order import points_of

from .compiled import jit
from .estimates import run_chance, void_chance


@jit
def set_worth(s, r, n, p):
    """Fill ``n.worth[copies][card]`` for the own hand."""
    for g in range(TRUMP):
        n.ruff[g] = ruff_risk(s, r, n, g) if n.mine[g] > 0 else 0.0
    n.winners = 0.0
    for card in range(TYPES):
        held = s.hand[n.seat, card]
        if held == 0:
            continue
        if n.above[s.group[card], s.strength[card]] == 0 and s.group[card] != TRUMP:
            n.winners += held * (1.0 - n.ruff[s.group[card]])
        trump = s.group[card] == TRUMP
        single = trump_worth(s, n, p, card) if trump else plain_worth(s, n, p, card)
        pair = 0.0
        if held >= PAIR:
            pair = p.trump_pair if trump else pair_worth(s, n, p, card)
        for copies in range(1, held + 1):
            n.worth[copies, card] = copies * single + pair


@jit
def ruff_risk(s, r, n, group):
    """Probability that some foe ruffs the group when it is led."""
    safe = 1.0
    for seat in range(r.players):
        if seat != n.seat:
            foe = 0.5 - 0.5 * n.friend[seat]
            safe *= 1.0 - foe * void_chance(s, n, seat, group) * run_chance(s, n, seat, TRUMP, SINGLE, 1, -1)
    return 1.0 - safe


@jit
def plain_worth(s, n, p, card):
    """A card that nothing unseen beats takes a trick if nobody ruffs; one below it may; others are the better the
    higher."""
    g = s.group[card]
    strength = s.strength[card]
    above = n.above[g, strength]
    worth = p.plain_rank * strength
    if n.out[g] > 0:
        if above == 0:
            worth += p.plain_boss * (1.0 - n.ruff[g])
        elif above == 1:
            worth += p.plain_second * (1.0 - n.ruff[g])
        if above > 0:
            worth += p.plain_points * points_of(card)
    if n.mine[g] <= 2 and n.mine[TRUMP] > 0:
        worth += p.plain_last / n.mine[g]
    return worth


@jit
def trump_worth(s, n, p, card):
    """Any trump ruffs; the higher the likelier it takes its trick; the last ones decide about the kitty."""
    above = n.above[TRUMP, s.strength[card]]
    better = 1.0 - above / (n.out[TRUMP] + 1.0)
    worth = p.trump + p.trump_high * better * better
    if above == 0:
        worth += p.trump_boss
    if s.hand_size[n.seat] <= p.end:
        worth += p.trump_end * better * better
    return worth


@jit
def pair_worth(s, n, p, card):
    """Both copies of a plain card in one hand."""
    g = s.group[card]
    if n.pairs_above[g, s.strength[card]] == 0:
        return p.plain_pair + p.plain_boss_pair * (1.0 - n.ruff[g])
    return p.plain_pair


@jit
def price(s, n, row):
    """What a play gives up."""
    total = 0.0
    for card in range(TYPES):
        if row[card] > 0:
            total += n.worth[row[card], card]
    return total
