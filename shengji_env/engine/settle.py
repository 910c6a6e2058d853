"""Settling a deal (rules 8.2, 8.7): the attackers' points, all in, and what everybody is paid."""

import numpy as np

from .jit import jit
from .kitty import kitty_points
from .layout import Side
from .score import step_size, threshold, write_result

# What an environment pays at the end of a deal (docs/env.md, rewards).
REWARD_LEVELS, REWARD_POINTS, REWARD_WIN = 0, 1, 2


@jit
def settle_deal(s, r, winner, times):
    """Settle the deal whose last trick `winner` has taken; `times` multiplies the kitty if he is an attacker. Writes
    `s.result` and what the next deal starts from."""
    side = (1 << s.declarer) | s.partners
    points = np.int64(0)
    result = s.result
    for seat in range(r.players):
        result.captured[seat] = s.captured[seat]
        result.penalties[seat] = s.penalties[seat]
        if (side >> seat) & 1:
            points += s.penalties[seat]
        else:
            points += s.captured[seat] - s.penalties[seat]
    result.multiplier = 0 if (side >> winner) & 1 else times
    points += kitty_points(s, r) * result.multiplier
    for j in range(r.kitty):
        result.kitty[j] = s.kitty[j]
    write_result(r, s.levels, s.declarer, side, points, result)
    result.settled = 1
    s.deals += 1
    s.first = 0
    s.after_riot = 0
    s.redeals = 0
    s.swing = result.swing
    s.last_winners = result.winners
    s.known_declarer = result.next_declarer
    s.first_drawer = s.declarer
    for seat in range(r.players):
        s.levels[seat] = result.levels[seat]


@jit
def deal_reward(s, r, mode, out):
    """What the last settled deal pays each seat, float32[players]: its level steps (+ the gaining side, - the other, a
    swing 0), its points as (threshold - points) / step, + for the declarer side, or +1, -1, 0."""
    result = s.result
    size = 0
    for seat in range(r.players):
        size += (result.declarer_side >> seat) & 1
    if mode == REWARD_POINTS:
        value = (threshold(r, size) - result.points) / step_size(r)
    else:
        value = np.float64(result.steps if mode == REWARD_LEVELS else min(result.steps, 1))
        if result.side == Side.ATTACKERS:
            value = -value
    for seat in range(r.players):
        out[seat] = value if (result.declarer_side >> seat) & 1 else -value


@jit
def match_reward(s, r, out):
    """What a finished match pays (reward "win"): +1 its winners, -1 the others; 0 for all if there are none."""
    winners = s.result.match_winners
    for seat in range(r.players):
        if winners == 0:
            out[seat] = 0.0
        else:
            out[seat] = 1.0 if (winners >> seat) & 1 else -1.0
