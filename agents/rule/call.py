"""Calling: a card that is likely to bring a partner, early (叫对家)."""

from shengji_env.engine.layout import TRUMP, TYPES, Partner

from .compiled import jit


@jit
def plan_call(s, r, n, p):
    """The best call as card and number into ``n.plan_card``, ``n.plan_number``."""
    n.plan_card, n.plan_number = -1, 1
    best = -1e9
    for card in range(TYPES):
        if s.mask[card] == 0 and card != s.pick_type:
            continue
        for ordinal in range(1, r.decks + 1):
            if r.partner != Partner.CALLED_TURN and ordinal > 1:
                continue
            value = call_value(s, r, n, card, ordinal)
            if value > best:
                best = value
                n.plan_card, n.plan_number = card, ordinal


@jit
def call_value(s, r, n, card, ordinal):
    """Whether others can answer the call, whether they will soon, and how strong they are if they do."""
    g = s.group[card]
    own = s.hand[n.seat, card]
    others = n.unseen[card]
    value = 0.5 * s.strength[card]  # a high card is played early, and its holder is strong
    if g == TRUMP:
        value -= 6.0
    if others == 0 or (r.partner == Partner.CALLED_TURN and ordinal > own + others):
        return value - 20.0  # nobody can be the partner
    if r.partner == Partner.CALLED_TURN:
        if own == 0 and ordinal == 1:
            value += 2.0
        elif own == ordinal - 1 and own > 0:
            value += 3.0  # one's own copies bring the partner out
        elif own >= ordinal:
            value -= 5.0  # alone, if one is not careful
        else:
            value -= 2.0  # several must be played before
    low = n.mine[g] - own
    value += min(low, 2) if low > 0 else -2.0
    return value
