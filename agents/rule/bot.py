"""`choose`: one decision of the rule bot, from a redacted record alone."""

from shengji_env.engine.ask import clear_picks
from shengji_env.engine.layout import ONE, PASS, RIOT, TOKENS, TYPES, UNKNOWN, Phase
from shengji_env.engine.tokens import update_mask

from .bid import copies_shown, plan_bid, plan_riot
from .bury import plan_bury
from .call import plan_call
from .compiled import jit
from .follow import plan_follow
from .lead import plan_lead
from .notes import take_notes
from .options import begin_options
from .worth import set_worth


@jit
def choose(T, j, R, N, k, P, m):
    """The token of T[j]'s actor, whose redacted record that is. N[k] is scratch, P[m] the personality.

    A whole action is planned without regard to the picks made so far, so that the plan is the same at each token of
    it, and the next token of the plan that is legal is given.
    """
    s = T[j]
    r = R[s.rule]
    n = N[k]
    p = P[m]
    take_notes(s, r, n, p)
    if s.phase == Phase.PLAY:
        plan_play(s, r, n, p)
        return next_card(s, n, s.plays == 0)
    if s.phase == Phase.BURY:
        plan_bury(s, r, n, p)
        return next_card(s, n, False)
    if s.phase == Phase.RIOT:
        plan_riot(s, r, n, p)
        return legal_or_first(s, n.plan_card)
    if s.phase == Phase.CALL:
        plan_call(s, r, n, p)
    elif s.pick_type == UNKNOWN:
        plan_bid(s, r, n, p)
    else:
        n.plan_card, n.plan_number = s.pick_type, min(s.hand[n.seat, s.pick_type], 2)
    if s.pick_type == UNKNOWN:
        return legal_or_first(s, n.plan_card)
    return legal_or_first(s, ONE + n.plan_number - 1)


@jit
def list_options(T, j, R, N, k, P, m):
    """Think as `choose` does, of the whole action, and leave in N[k] the plan and every option with its value. The
    picks of T[j], if there are any, are given back."""
    s = T[j]
    r = R[s.rule]
    n = N[k]
    p = P[m]
    clear_picks(s)
    update_mask(s, r)
    begin_options(n)
    take_notes(s, r, n, p)
    if s.phase == Phase.PLAY:
        plan_play(s, r, n, p)
    elif s.phase == Phase.BURY:
        plan_bury(s, r, n, p)
    elif s.phase == Phase.RIOT:
        plan_riot(s, r, n, p)
    elif s.phase == Phase.CALL:
        plan_call(s, r, n, p)
    else:
        plan_bid(s, r, n, p)
    n.listing = 0
    if s.phase != Phase.PLAY and s.phase != Phase.BURY:
        write_choice(s, r, n)


@jit
def write_choice(s, r, n):
    """The bid, riot or call that is planned into ``n.plan``, as options are written."""
    n.plan[:] = 0
    if n.plan_card == RIOT:
        n.plan[0] = 1
    elif s.phase == Phase.CALL:
        n.plan[n.plan_card] = n.plan_number
    elif n.plan_card != PASS:
        n.plan[n.plan_card] = copies_shown(s, r, n, n.plan_card)


@jit
def plan_play(s, r, n, p):
    """Plan a lead or a follow, the view's picks put aside meanwhile."""
    picks = s.picks
    n.picked[:] = s.picked
    n.mask[:] = s.mask
    s.picks = 0
    s.picked[:] = 0
    set_worth(s, r, n, p)
    if s.plays == 0:
        plan_lead(s, r, n, p)
    else:
        n.row[:] = 0
        plan_follow(s, r, n, p)
    s.picks = picks
    s.picked[:] = n.picked
    s.mask[:] = n.mask


@jit
def next_card(s, n, leads):
    """The next card of the plan that may be picked; at the plan's end, or off it, PASS or the first legal card."""
    for card in range(TYPES):
        if s.picked[card] < n.plan[card] and s.mask[card] != 0:
            return card
    return legal_or_first(s, PASS)


@jit
def legal_or_first(s, token):
    """The token if it is legal, else the first that is."""
    if s.mask[token] != 0:
        return token
    for other in range(TOKENS):
        if s.mask[other] != 0:
            return other
    return UNKNOWN


@jit
def choose_all(T, R, N, P, tokens):
    """`choose` for every record of T with P[0]; UNKNOWN where the episode is over."""
    for j in range(len(T)):
        tokens[j] = choose(T, j, R, N, 0, P, 0) if T[j].actor != UNKNOWN else UNKNOWN
