"""Playing tricks (rules 3-5, 8): a lead, perhaps a throw that fails, the follows, who takes the trick, the end."""

import numpy as np

from .ask import ask, pick
from .bid import show
from .follow import set_duty
from .jit import jit
from .kitty import multiplier
from .layout import PASS, TYPES, UNKNOWN, KittyShape, Phase
from .lead import check_throw, copy_component, read_lead
from .partner import note_play
from .seats import after
from .settle import settle_deal
from .tokens import lead_is_complete
from .trick import compare_play, row_points


@jit
def act_play(s, r, R, token):
    """One more card, or PASS to end a lead. A complete play happens at once."""
    leads = s.plays == 0
    if token != PASS:
        pick(s, token)
        complete = lead_is_complete(s, s.hand[s.actor]) if leads else s.picks == s.lead_size
        if not complete:
            return
    if leads:
        lead(s, r)
    play(s, r, R, s.actor)


@jit
def lead(s, r):
    """The picks are led, or what is led instead of a throw that fails: its cards return, and everyone has seen them."""
    group = s.group[first_type(s.picked)]
    types, copies = check_throw(s, r, s.actor, group, s.picked)
    if copies != 0:
        for card in range(TYPES):
            if s.picked[card] > 0:
                set_failed(s, card, s.picked[card])
                show(s, s.actor, card, s.picked[card], UNKNOWN)
        s.penalties[s.actor] += r.throw_penalty * s.picks
        s.picks = copy_component(types, copies, s.picked)
    s.lead_size = s.picks
    s.lead_group = group
    read_lead(s, r, group, s.picked)
    s.best_seat, s.best_group = s.actor, group


@jit
def first_type(row):
    """The lowest type of a card row that is not empty."""
    for card in range(TYPES):
        if row[card] > 0:
            return card
    return UNKNOWN


@jit
def set_failed(s, card, copies):
    """Note a card of the failed throw of this trick, its count in two bit planes."""
    bit = np.uint64(1) << np.uint64(card)
    if copies & 1:
        s.failed[s.tricks, 0] |= bit
    if copies & 2:
        s.failed[s.tricks, 1] |= bit


@jit
def play(s, r, R, seat):
    """The picks leave the hand for the trick."""
    inside = 0
    for card in range(TYPES):
        copies = s.picked[card]
        s.trick[seat, card] = copies
        if copies == 0:
            continue
        s.hand[seat, card] -= copies
        s.played[seat, card] += copies
        s.shown[seat, card] = max(s.shown[seat, card] - copies, 0)
        if s.group[card] == s.lead_group:
            inside += copies
        for _ in range(copies):
            s.log[s.logged] = card
            s.logged += 1
    s.hand_size[seat] -= s.lead_size
    if inside < s.lead_size:
        s.void[seat] |= 1 << s.lead_group
    note_play(s, r, seat, s.picked)
    if s.plays > 0:
        compare_play(s, seat, s.picked, s.lead_size)
    s.plays += 1
    if s.plays < r.players:
        ask(s, Phase.PLAY, after(seat, 1, r.players))
        set_duty(s, r, s.hand[s.actor])
    else:
        end_trick(s, r, R)


@jit
def end_trick(s, r, R):
    """The winner takes the trick's points for himself and leads; after the last trick the deal is settled."""
    points = 0
    for seat in range(r.players):
        points += row_points(s.trick[seat])
    winner = s.best_seat
    s.captured[winner] += points
    t = s.tricks
    s.trick_size[t], s.trick_leader[t], s.trick_winner[t] = s.lead_size, s.leader, winner
    s.tricks += 1
    if s.hand_size[winner] == 0:
        read = winner if r.kitty_shape == KittyShape.WINNER else s.leader
        group = s.best_group if r.kitty_shape == KittyShape.WINNER else s.lead_group
        times = multiplier(s, r, group, s.trick[read], s.lead_size)
        s.phase = Phase.OVER
        settle_deal(s, r, R, winner, times)
    s.plays = 0
    s.leader = winner
    for seat in range(r.players):
        s.trick[seat, :] = 0
    if s.phase == Phase.PLAY:
        ask(s, Phase.PLAY, winner)
