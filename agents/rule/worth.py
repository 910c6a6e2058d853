"""What a card is good for later, in points: the price of playing it now."""

from shengji_env.engine.layout import PAIR, TRUMP, TYPES

from .compiled import jit


@jit
def set_worth(s, r, n, p):
    """Fill ``n.worth[copies][card]`` for the own hand."""
    for card in range(TYPES):
        held = s.hand[n.seat, card]
        if held == 0:
            continue
        g = s.group[card]
        single = trump_worth(s, n, card) if g == TRUMP else plain_worth(s, n, card)
        pair = pair_worth(s, n, card) if held >= PAIR else 0.0
        for copies in range(1, held + 1):
            n.worth[copies, card] = p.spend * (copies * single + pair)


@jit
def plain_worth(s, n, card):
    """A card that nothing unseen beats takes a trick; one below it may; others are the better the higher."""
    g = s.group[card]
    strength = s.strength[card]
    above = n.above[g, strength]
    worth = 0.08 * strength
    if n.out[g] == 0:
        return worth
    if above == 0:
        return worth + 4.0
    if above == 1:
        return worth + 1.0
    return worth


@jit
def trump_worth(s, n, card):
    """Any trump ruffs; the higher the likelier it takes its trick."""
    strength = s.strength[card]
    above = n.above[TRUMP, strength]
    better = 1.0 - above / (n.out[TRUMP] + 1.0)
    return 2.0 + 4.0 * better * better + (1.0 if above == 0 else 0.0)


@jit
def pair_worth(s, n, card):
    """Both copies in one hand."""
    g = s.group[card]
    boss = n.pairs_above[g, s.strength[card]] == 0
    return (3.0 if boss else 1.0) + (1.0 if g == TRUMP else 0.0)


@jit
def price(s, n, row):
    """What a play gives up."""
    total = 0.0
    for card in range(TYPES):
        if row[card] > 0:
            total += n.worth[row[card], card]
    return total
