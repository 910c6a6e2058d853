"""Calling: a card that is likely to bring a partner, early (叫对家)."""

from shengji_env.engine.layout import TRUMP, TYPES, Partner

from .compiled import jit
from .options import note_choice


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
            value = call_value(s, r, n, p, card, ordinal)
            if n.listing != 0:
                note_choice(n, card, ordinal, value)
            if value > best:
                best = value
                n.plan_card, n.plan_number = card, ordinal


@jit
def call_value(s, r, n, p, card, ordinal):
    """Whether others can answer the call, whether they will soon, and how strong they are if they do."""
    g = s.group[card]
    own = s.hand[n.seat, card]
    others = n.unseen[card]
    turns = r.partner == Partner.CALLED_TURN
    value = p.call_high * s.strength[card]  # a high card is played early, and its holder is strong
    if g == TRUMP:
        value -= 6.0
    if others == 0 or (turns and ordinal > own + others):
        return value - 50.0  # nobody can be the partner
    if turns:
        if own == 0 and ordinal == 1:
            value += p.call_none
        elif own > 0 and own == ordinal - 1:
            value += p.call_next
        elif own >= ordinal:
            value += p.call_own
        else:
            value -= 2.0  # several must be played before
    low = n.mine[g] - own
    return value + (p.call_low * min(low, 2) if low > 0 else p.call_void)
