"""What is likely: who can beat a play, and which side takes the trick in the end."""

from shengji_env.engine.layout import PAIR, SINGLE, TRUMP
from shengji_env.engine.shapes import NONE, next_run, top_of, types_with, without_lowest

from .compiled import jit


@jit
def power(x, k):
    """x to the k-th, k a whole number."""
    result = 1.0
    while k > 0:
        if k & 1:
            result *= x
        x *= x
        k >>= 1
    return result


@jit
def void_chance(s, n, seat, group):
    """Probability that the seat holds no card of the group."""
    if (s.void[seat] >> group) & 1:
        return 1.0
    return power(1.0 - n.chance[seat, group], n.out[group])


@jit
def run_chance(s, n, seat, group, kind, length, top):
    """Probability that the seat holds such a run with a stronger top."""
    each = n.chance[seat, group]
    if each == 0.0:
        return 0.0
    if kind == SINGLE:
        stronger = n.out[group] if top < 0 else n.above[group, top]
        return 1.0 - power(1.0 - each, stronger)
    if (n.no_pair[seat] >> group) & 1:
        return 0.0
    if length == 1 and kind == PAIR:
        pairs = n.pairs_above[group, top] if top >= 0 else pairs_out(s, n, group)
        return 1.0 - power(1.0 - each * each, pairs)
    miss = 1.0
    among = types_with(n.unseen, kind, s.group_types[group])
    run, cursor = next_run(s, group, length, among, 0)
    while run != NONE:
        if top_of(s, run) > top:
            miss *= 1.0 - power(each, kind * length)
        run, cursor = next_run(s, group, length, among, cursor + 1)
    return 1.0 - miss


@jit
def pairs_out(s, n, group):
    """Types of the group with two unseen copies."""
    pairs = 0
    rest = types_with(n.unseen, PAIR, s.group_types[group])
    while rest != NONE:
        rest = without_lowest(rest)
        pairs += 1
    return pairs


@jit
def beat_chance(s, n, seat, lead_group, kind, length, size, group, top):
    """Probability that the seat can beat a best play of `group` with this top, where `size` cards were led in
    `lead_group`, their dominant component being of this kind and length."""
    void = void_chance(s, n, seat, lead_group)
    chance = 0.0
    if group == lead_group and void < 1.0:
        chance = (1.0 - void) * run_chance(s, n, seat, lead_group, kind, length, top)
    if lead_group != TRUMP and void > 0.0:
        ruff = run_chance(s, n, seat, TRUMP, kind, length, top if group == TRUMP else -1)
        if size > kind * length:
            # A throw asks for more trumps of the right shape beside it.
            ruff *= power(run_chance(s, n, seat, TRUMP, SINGLE, 1, -1), size - kind * length)
        chance += void * ruff
    return chance


@jit
def outlook(s, r, n, p, after, best, lead_group, kind, length, size, group, top):
    """(expected side of the trick's winner, 1 mine … -1 theirs; points still expected to fall): `best` holds the trick
    when `after` seats have played; the others follow in turn, and whoever is not on the winning side tries to beat
    it."""
    side = n.friend[best]
    points = 0.0
    for k in range(after, r.players):
        seat = (s.leader + k) % r.players
        if seat == n.seat:
            continue
        can = beat_chance(s, n, seat, lead_group, kind, length, size, group, top)
        will = can * (0.5 - p.will * side * n.friend[seat])
        side = (1.0 - will) * side + will * n.friend[seat]
        void = void_chance(s, n, seat, lead_group)
        each = (1.0 - void) * n.density[lead_group] + void * n.density_all
        points += size * each * max(0.0, p.fall + p.feed * side * n.friend[seat])
    return side, points
