"""Leading: every component of every group, and throws that cannot fail."""

from shengji_env.engine.components import first_run, kind_of, take_apart
from shengji_env.engine.layout import GROUPS, TRUMP
from shengji_env.engine.order import bit
from shengji_env.engine.shapes import NONE, count, lowest, top_of, types_with, without_lowest
from shengji_env.engine.trick import row_points

from .compiled import jit
from .estimates import outlook, run_chance
from .follow import add_run, kitty_at_stake, reveal
from .options import consider
from .worth import price


@jit
def plan_lead(s, r, n, p):
    """The best lead into ``n.plan``. `s` has no picks; its lead fields, of the last trick, are left as they were."""
    n.plan_value = -1e9
    hand = s.hand[n.seat]
    for group in range(GROUPS):
        if n.mine[group] == 0:
            continue
        for kind in (3, 2, 1):
            # Lower kinds out of the same cards too: one of a pair may be led alone.
            rest = types_with(hand, kind, s.group_types[group])
            while rest != NONE:
                run = first_run(s, group, kind, r.tractors, rest)
                rest &= ~run
                try_lead(s, r, n, p, group, kind, run)
                if count(run) > 1:
                    # A part of a run: its lowest and its highest type alone.
                    try_lead(s, r, n, p, group, kind, bit(lowest(run)))
                    try_lead(s, r, n, p, group, kind, bit(strongest(s, run)))
        try_throw(s, r, n, p, group)


@jit
def strongest(s, types):
    """The strongest of a non-empty type set."""
    best = lowest(types)
    rest = types
    while rest != NONE:
        card = lowest(rest)
        rest = without_lowest(rest)
        if s.strength[card] > s.strength[best]:
            best = card
    return best


@jit
def try_lead(s, r, n, p, group, kind, run):
    """Value an ordinary lead."""
    n.row[:] = 0
    add_run(n, run, kind)
    value_lead(s, r, n, p, group, kind, count(run), kind * count(run), top_of(s, run))


@jit
def value_lead(s, r, n, p, group, kind, length, size, top):
    """Value ``n.row`` as a lead with this dominant component."""
    side, later = outlook(s, r, n, p, 1, n.seat, group, kind, length, size, group, top)
    n.gain = 0.5 * side * (row_points(n.row) + later + kitty_at_stake(s, n, p, size))
    n.cost = (p.trump_spend if group == TRUMP else p.lead_spend) * price(s, n, n.row)
    n.lead = (p.win_value + p.win_more * n.winners) * max(side, 0.0)
    shows = reveal(s, r, n, p)
    draws = lead_aims(n, p, group)
    n.aims = shows + draws
    consider(n, n.gain - n.cost + n.lead + shows + draws)


@jit
def lead_aims(n, p, group):
    """Drawing trumps is the declarer side's aim, not the attackers'."""
    return p.trump_lead * (2.0 * n.declarers - 1.0) if group == TRUMP else 0.0


@jit
def try_throw(s, r, n, p, group):
    """Everything in the group that nobody is likely to beat, led at once."""
    n.row[:] = 0
    components, size = 0, 0
    kind0, length0, top0 = 0, 0, -1
    stands = 1.0
    take_apart(s, r, group, s.hand[n.seat])
    for k in range(s.components):
        run, kind = s.component_types[k], kind_of(s, k)
        length, top = count(run), top_of(s, run)
        safe = 1.0
        for seat in range(r.players):
            if seat != n.seat:
                safe *= 1.0 - run_chance(s, n, seat, group, kind, length, top)
        if stands * safe < 1.0 - p.throw_risk:
            continue
        stands *= safe
        add_run(n, run, kind)
        components += 1
        size += kind * length
        if kind > kind0 or (kind == kind0 and (length > length0 or (length == length0 and top > top0))):
            kind0, length0, top0 = kind, length, top
    if components > 1:
        value_lead(s, r, n, p, group, kind0, length0, size, top0)
