"""What an environment does with one game in one compiled call: begin or step, then pay and observe.

A call from Python costs about a microsecond, several times the step itself: so a decision is one call.
"""

from .jit import jit_inline
from .layout import Code, Episode, Phase
from .observe import show_decision
from .order import face_token
from .settle import REWARD_WIN, deal_reward, match_reward
from .step import begin, step, step_forced


@jit_inline
def reset_game(S, i, R, skip_forced, order, row, mask):
    """Begin the next episode of game i and write what the actor sees into row: int8[D] and mask: int8[59]. Returns the
    actor."""
    begin(S, i, R)
    if skip_forced:
        step_forced(S, i, R)
    show_decision(S, i, R, order, row, mask)
    return S[i].actor


@jit_inline
def step_game(S, i, R, token, skip_forced, mode, order, row, mask, reward):
    """Apply one token of the actor and the forced ones behind it; returns (code, actor, paid).

    Where a deal was settled, `paid` is true and reward: float32[players] is what it pays under `mode`. At most one is:
    a deal has a choice before it can end, the burying. row: int8[D] (int8[0]: not wanted) and mask: int8[59] are
    what the next actor sees; when the episode is over, actor is UNKNOWN, the row left alone and the mask zeros.
    Anything but Code.OK: nothing has changed.
    """
    s = S[i]
    deals = s.deals
    code = step(S, i, R, face_token(s, order, token))
    if code != Code.OK:
        return code, s.actor, False
    if skip_forced:
        step_forced(S, i, R)
    paid = s.deals != deals
    if paid:
        pay(s, R[s.rule], mode, reward)
    show_decision(S, i, R, order, row, mask)
    return code, s.actor, paid


@jit_inline
def pay(s, r, mode, reward):
    """What the deal just settled pays each seat; under "win" a match pays at its end alone."""
    if mode != REWARD_WIN or s.episode == Episode.DEAL:
        deal_reward(s, r, mode, reward)
    elif s.phase == Phase.OVER:
        match_reward(s, r, reward)
    else:
        reward[:] = 0.0
