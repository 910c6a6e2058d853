"""The end of a deal (rules 8.2-8.6): who gains how many levels 升级, where they lead, who is declarer next 接庄.

Points may be huge (an uncapped 2^n on the kitty) or negative (throw penalties), so all sums are int64.
Levels are 0..12 (2 … A). `level_change` counts for the declarer side: + it gains, - the attackers gain.
"""

import numpy as np

from .jit import jit
from .layout import ACE, NO_LIMIT, RANKS, UNKNOWN, AfterAce, LevelTable, Side, Succession
from .seats import after

# ---------------------------------------------------------------- how many levels


@jit
def step_size(r):
    """Points from one row of the level table to the next: 20·decks, and 50 by "sides" with three packs (rules 8.3)."""
    if r.level_table == LevelTable.SIDES and r.decks == 3:
        return np.int64(50)
    return np.int64(20) * np.int64(r.decks)


@jit
def rows_of_declarers(r, side_size):
    """The first so many steps of points are the declarer side's: below them it still gains.

    Two steps in the table with a swing 翻身; in the table by sides 5 less the size of the declarer side,
    of which more than three count as three.
    """
    if r.level_table == LevelTable.SWING:
        return np.int64(2)
    return np.int64(5) - min(np.int64(side_size), np.int64(3))


@jit
def threshold(r, side_size):
    """The attackers' points at which the declarer side stops gaining: 80 with two decks."""
    return rows_of_declarers(r, side_size) * step_size(r)


@jit
def level_change(r, points, side_size):
    """Levels the declarer side gains by the attackers' `points`; negative: the attackers gain; 0: a swing.

    Both tables count in steps of points, no points being a row of their own at the top. Two decks:
    0 → 3, 5-35 → 2, 40-75 → 1, 80-115 → 0 (swing), 120-155 → -1, 160-195 → -2, …
    Three decks by sides, a declarer side of three: 0 → 3, 5-45 → 2, 50-95 → 1, 100-145 → -1, …
    """
    row = np.int64(0) if points <= 0 else 1 + np.int64(points) // step_size(r)
    gain = rows_of_declarers(r, side_size) + 1 - row
    if gain <= 0:
        if r.level_table == LevelTable.SIDES:
            gain -= 1  # no swing: somebody always gains
    if r.level_cap != NO_LIMIT:
        cap = np.int64(r.level_cap)
        gain = max(-cap, min(cap, gain))
    return gain


# ---------------------------------------------------------------- where levels lead


@jit
def advance(r, level, steps):
    """(level after `steps` more, whether they pass A 过A); at A a winner stays, else the levels start over."""
    reached = np.int64(level) + np.int64(steps)
    if reached <= ACE:
        return reached, False
    if r.must_play_ace and level < ACE:  # A必打
        return np.int64(ACE), False
    if r.after_ace == AfterAce.WRAP:
        return reached % RANKS, True
    return np.int64(ACE), True


@jit
def next_seat_of(seats, players, seat):
    """The next seat after `seat` that is in the seat set; `seat` itself comes last."""
    for distance in range(1, players + 1):
        other = after(seat, distance, players)
        if (seats >> other) & 1:
            return other
    return UNKNOWN


@jit
def next_declarer(r, declarer, declarer_side, gain):
    """The next deal's declarer, or UNKNOWN where the bids name him.

    The declarer side keeps the deal only by gaining; it goes on to the next of its seats (a solo declarer
    keeps it), else to the next seat of the other side.
    """
    if r.succession == Succession.BIDS:
        return UNKNOWN
    players = np.int64(r.players)
    attackers = ((1 << players) - 1) & ~declarer_side
    return next_seat_of(declarer_side if gain > 0 else attackers, players, declarer)


# ---------------------------------------------------------------- settlement


@jit
def write_result(r, levels, declarer, declarer_side, points, result):
    """Write into a RESULT record what the deal's points come to.

    levels: int8[players] before the deal; declarer_side: seat set; points: the attackers', all in (int64).
    Written are points, declarer, declarer_side, side, steps, swing, winners, match_winners, next_declarer, levels.
    The winners 胜方 of a swing are its attackers 翻身方, who gain nothing but the next bids.
    """
    players = np.int64(r.players)
    declarers = np.int64(declarer_side)
    attackers = ((np.int64(1) << players) - 1) & ~declarers
    size = np.int64(0)
    for seat in range(players):
        size += (declarers >> seat) & 1

    gain = level_change(r, points, size)
    winners = declarers if gain > 0 else attackers
    result.points = points
    result.declarer = declarer
    result.declarer_side = declarers
    result.side = Side.DECLARER if gain > 0 else (Side.ATTACKERS if gain < 0 else Side.NOBODY)
    result.steps = abs(gain)
    result.swing = gain == 0
    result.winners = winners
    result.next_declarer = next_declarer(r, declarer, declarers, gain)

    passed = np.int64(0)
    for seat in range(players):
        level = np.int64(levels[seat])
        if (winners >> seat) & 1:
            level, beyond = advance(r, level, abs(gain))
            if beyond:
                passed |= np.int64(1) << seat
        result.levels[seat] = level
    result.match_winners = passed if r.after_ace == AfterAce.WIN else 0
