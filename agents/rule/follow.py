"""Following: win cheaply what is worth winning, give friends points, throw away what is worth least."""

from shengji_env.engine.follow import mask_follow
from shengji_env.engine.layout import TRUMP, TYPES, Partner
from shengji_env.engine.order import bit, points_of
from shengji_env.engine.shapes import NONE, lowest, next_run, top_of, types_with, without_lowest
from shengji_env.engine.trick import answer_top, row_points

from .compiled import jit
from .estimates import outlook
from .options import consider, note_option
from .worth import price

MOST_POINTS = 1000.0  # a wish that nothing else outweighs


@jit
def plan_follow(s, r, n, p):
    """The best play into ``n.plan``. `s` has no picks."""
    n.plan_value = -1e9
    lying = 0
    for seat in range(r.players):
        lying += row_points(s.trick[seat])
    discards(s, r, n, p, lying)
    if n.mine[s.lead_group] >= s.lead_size:
        if s.best_group == s.lead_group:
            answers(s, r, n, p, lying, s.lead_group, s.best_top)
    elif n.mine[s.lead_group] == 0 and n.mine[TRUMP] >= s.lead_size and s.lead_group != TRUMP:
        answers(s, r, n, p, lying, TRUMP, s.best_top if s.best_group == TRUMP else -1)


@jit
def kitty_at_stake(s, n, p, size):
    """What the kitty counts if a play of so many cards ends the deal."""
    if s.hand_size[n.seat] > size:
        return 0.0
    return min(n.kitty_points * 2.0 ** min(size, 10), p.kitty_cap)


@jit
def discards(s, r, n, p, lying):
    """Leave the trick to whoever takes it: the legal cards that are worth least, points to friends. Listed are also
    the discards with the most and with the fewest points."""
    side, later = trick_outlook(s, r, n, p, s.best_seat, s.best_group, s.best_top)
    discard(s, n, 0.5 * side)
    consider(n, discard_value(s, r, n, p, lying, side, later))
    if n.listing != 0:
        for wish in (MOST_POINTS, -MOST_POINTS):
            discard(s, n, wish)
            note_option(n, discard_value(s, r, n, p, lying, side, later))


@jit
def discard(s, n, wish):
    """The legal cards that are worth least into ``n.row``, a point on them being worth `wish`."""
    mask_follow(s, s.hand[n.seat])
    for _ in range(s.lead_size):
        best, best_cost = -1, 1e9
        for card in range(TYPES):
            if s.mask[card] == 0:
                continue
            had = s.picked[card]
            cost = n.worth[had + 1, card] - n.worth[had, card] - wish * points_of(card)
            if cost < best_cost:
                best, best_cost = card, cost
        s.picked[best] += 1
        s.picks += 1
        if s.picks < s.lead_size:
            mask_follow(s, s.hand[n.seat])
    n.row[:] = s.picked
    s.picked[:] = 0
    s.picks = 0


@jit
def discard_value(s, r, n, p, lying, side, later):
    """Value ``n.row`` as cards that leave the trick to who has it."""
    n.gain = 0.5 * side * (lying + row_points(n.row) + later + kitty_at_stake(s, n, p, s.lead_size))
    n.cost = price(s, n, n.row)
    n.lead = 0.0
    n.aims = reveal(s, r, n, p)
    return n.gain - n.cost + n.aims


@jit
def reveal(s, r, n, p):
    """What it is worth that this play makes oneself the partner."""
    if r.partner != Partner.CALLED_TURN or n.seat == s.declarer or s.call_seen >= s.call_ordinal:
        return 0.0
    return p.reveal if s.call_seen + n.row[s.call_type] >= s.call_ordinal else 0.0


@jit
def trick_outlook(s, r, n, p, best, group, top):
    """`outlook` of the current trick behind the own play, if `best` holds it then with this top."""
    return outlook(s, r, n, p, s.plays + 1, best, s.lead_group, s.lead_kind, s.lead_length, s.lead_size, group, top)


@jit
def answers(s, r, n, p, lying, group, top):
    """Every play of the group that takes the trick for now: each run that answers the lead's dominant component
    stronger than `top`, beside the cheapest answer to the rest."""
    hand = s.hand[n.seat]
    among = types_with(hand, s.lead_kind, s.group_types[group])
    if s.lead_length == 1:
        rest = among
        while rest != NONE:
            card = lowest(rest)
            rest = without_lowest(rest)
            if s.strength[card] > top:
                try_answer(s, r, n, p, lying, group, bit(card))
        return
    run, cursor = next_run(s, group, s.lead_length, among, 0)
    while run != NONE:
        if top_of(s, run) > top:
            try_answer(s, r, n, p, lying, group, run)
        run, cursor = next_run(s, group, s.lead_length, among, cursor + 1)


@jit
def try_answer(s, r, n, p, lying, group, run):
    """Value the play that answers with this run."""
    n.row[:] = 0
    add_run(n, run, s.lead_kind)
    if s.lead_size > s.lead_kind * s.lead_length and not answer_rest(s, n, group):
        return
    top = answer_top(s, group, n.row)
    if top < 0 or (group == s.best_group and top <= s.best_top):
        return
    side, later = trick_outlook(s, r, n, p, n.seat, group, top)
    n.gain = 0.5 * side * (lying + row_points(n.row) + later + kitty_at_stake(s, n, p, s.lead_size))
    n.cost = price(s, n, n.row)
    # Unlike an unplayed card, one that wins brings the lead.
    n.lead = (p.win_value + p.win_more * n.winners) * max(side, 0.0)
    n.aims = reveal(s, r, n, p)
    consider(n, n.gain - n.cost + n.lead + n.aims)


@jit
def add_run(n, run, kind):
    rest = run
    while rest != NONE:
        n.row[lowest(rest)] += kind
        rest = without_lowest(rest)


@jit
def answer_rest(s, n, group):
    """Answer a throw's other components with the cheapest cards; False if the hand has no such runs."""
    hand = s.hand[n.seat]
    for kind in (3, 2, 1):
        for length in range(s.lead_runs.shape[1] - 1, 0, -1):
            missing = s.lead_runs[kind, length]
            if kind == s.lead_kind and length == s.lead_length:
                missing -= 1
            for _ in range(missing):
                run = cheapest_run(s, n, hand, group, kind, length)
                if run == NONE:
                    return False
                add_run(n, run, kind)
    return True


@jit
def cheapest_run(s, n, hand, group, kind, length):
    """The run among the cards that ``n.row`` leaves which costs least more."""
    free = NONE
    rest = types_with(hand, kind, s.group_types[group])
    while rest != NONE:
        card = lowest(rest)
        rest = without_lowest(rest)
        if hand[card] - n.row[card] >= kind:
            free |= bit(card)
    best, best_cost = NONE, 1e9
    if length == 1:
        while free != NONE:
            card = lowest(free)
            free = without_lowest(free)
            cost = n.worth[n.row[card] + kind, card] - n.worth[n.row[card], card]
            if cost < best_cost:
                best, best_cost = bit(card), cost
        return best
    run, cursor = next_run(s, group, length, free, 0)
    while run != NONE:
        cost = 0.0
        rest = run
        while rest != NONE:
            card = lowest(rest)
            rest = without_lowest(rest)
            cost += n.worth[n.row[card] + kind, card] - n.worth[n.row[card], card]
        if cost < best_cost:
            best, best_cost = run, cost
        run, cursor = next_run(s, group, length, free, cursor + 1)
    return best
