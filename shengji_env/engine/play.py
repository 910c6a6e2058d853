"""Playing tricks (rules 3-5, 8): a lead, perhaps a throw that fails, the follows, who takes the trick, the end."""

from .ask import ask, pick
from .follow import set_duty
from .jit import jit, jit_inline
from .kitty import multiplier
from .layout import PASS, KittyShape, Phase
from .lead import check_throw, copy_component, read_lead
from .order import bit, points_of
from .partner import note_play
from .seats import after, in_set
from .settle import settle_deal
from .shapes import ALL_TYPES, NONE, lowest, types_with, without_lowest
from .shows import show_cards
from .tokens import lead_is_complete, picked_group
from .trick import compare_play


@jit_inline
def act_play(s, r, token):
    """One more card, or PASS to end a lead. A complete play happens at once."""
    leads = s.plays == 0
    if token != PASS:
        pick(s, token)
        complete = lead_is_complete(s, s.hand[s.actor]) if leads else s.picks == s.lead_size
        if not complete:
            return
    if leads:
        lead(s, r)
    play(s, r, s.actor)


@jit_inline
def lead(s, r):
    """The picks are led, or what is led instead of a throw that fails: its cards return, and everyone has seen them."""
    group = picked_group(s)
    types, copies = check_throw(s, r, s.actor, group, s.picked)
    if copies != 0:
        rest = types_with(s.picked, 1, ALL_TYPES)
        while rest != NONE:
            card = lowest(rest)
            rest = without_lowest(rest)
            set_failed(s, card, s.picked[card])
            show_cards(s, s.actor, card, s.picked[card])
        s.penalties[s.actor] += r.throw_penalty * s.picks
        s.picks = copy_component(types, copies, s.picked)
        read_lead(s, r, group, s.picked)
    s.lead_size = s.picks
    s.lead_group = group
    s.best_seat, s.best_group = s.actor, group


@jit
def set_failed(s, card, copies):
    """Note a card of the failed throw of this trick, its count in two bit planes."""
    if copies & 1:
        s.failed[s.tricks, 0] |= bit(card)
    if copies & 2:
        s.failed[s.tricks, 1] |= bit(card)


@jit_inline
def play(s, r, seat):
    """The picks leave the hand for the trick."""
    rest = types_with(s.picked, 1, ALL_TYPES)
    outside = rest & ~s.group_types[s.lead_group]
    while rest != NONE:
        card = lowest(rest)
        rest = without_lowest(rest)
        copies = s.picked[card]
        s.trick[seat, card] = copies
        s.trick_points += copies * points_of(card)
        s.hand[seat, card] -= copies
        s.played[seat, card] += copies
        if in_set(s.showing, seat):
            s.shown[seat, card] = max(s.shown[seat, card] - copies, 0)
        for _ in range(copies):
            s.log[s.logged] = card
            s.logged += 1
    s.hand_size[seat] -= s.lead_size
    if outside != NONE:
        s.void[seat] |= 1 << s.lead_group
    note_play(s, r, seat, s.picked)
    if s.plays > 0:
        compare_play(s, seat, s.picked)
    s.plays += 1
    if s.plays < r.players:
        ask(s, Phase.PLAY, after(seat, 1, r.players))
        set_duty(s, r, s.hand[s.actor])
    else:
        end_trick(s, r)


@jit_inline
def end_trick(s, r):
    """The winner takes the trick's points for himself and leads; after the last trick the deal is settled."""
    winner = s.best_seat
    s.captured[winner] += s.trick_points
    t = s.tricks
    s.trick_size[t], s.trick_leader[t], s.trick_winner[t] = s.lead_size, s.leader, winner
    s.tricks += 1
    if s.hand_size[winner] == 0:
        read = winner if r.kitty_shape == KittyShape.WINNER else s.leader
        group = s.best_group if r.kitty_shape == KittyShape.WINNER else s.lead_group
        times = multiplier(s, r, group, s.trick[read], s.lead_size)
        s.phase = Phase.OVER
        settle_deal(s, r, winner, times)
    s.plays = 0
    s.trick_points = 0
    s.leader = winner
    for seat in range(r.players):
        s.trick[seat, :] = 0
    if s.phase == Phase.PLAY:
        ask(s, Phase.PLAY, winner)
