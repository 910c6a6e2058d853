"""What one token of the actor does, by phase; each runs on to the next decision (`rounds`), or to a settled deal."""

from .ask import only_number, pick
from .auction import suit_of_bid
from .bid import is_opening
from .jit import jit, jit_inline
from .kitty import bury
from .layout import ONE, PASS, UNKNOWN, Raid, Succession
from .order import set_trump
from .partner import note_call
from .rounds import (
    ask_bury,
    ask_closing,
    ask_raid,
    ask_riot,
    deal_on,
    end_bids,
    end_burying,
    raids_before_kitty,
    start_deal,
    start_play,
    start_raids,
)
from .seats import after
from .shows import note_show
from .tokens import numbers_of


@jit_inline
def chosen_number(s, r, token):
    """A card, or the number that a card waits for: the number of its bid, raid or call; 0 if that is still to come."""
    if s.pick_type != UNKNOWN:
        return token - ONE + 1
    s.pick_type = token
    return only_number(numbers_of(s, r, token))


@jit_inline
def act_bid(s, r, token):
    """One token of a bid: PASS, a card, or how many copies of it."""
    seat = s.actor
    if token == PASS:
        next_bidder(s, r, seat)
        return
    copies = chosen_number(s, r, token)
    if copies == 0:
        return
    note_show(s, r, seat, s.pick_type, copies)
    if s.closing:
        s.to_ask = r.players
    next_bidder(s, r, seat)


@jit
def next_bidder(s, r, seat):
    """Go on dealing, or with the closing round at the next seat."""
    going_on = ask_closing(s, r, after(seat, 1, r.players)) if s.closing else deal_on(s, r)
    if not going_on and not end_bids(s, r):
        start_deal(s, r)


@jit_inline
def act_riot(s, r, token):
    """PASS, or void the deal: cards are dealt again, rioter first. Succession by bids: bidding is free; by rotation:
    this deal's declarer stays."""
    if token == PASS:
        ask_riot(s, r, after(s.actor, 1, r.players))
        return
    s.after_riot = 1
    s.redeals = 0
    s.first_drawer = s.actor
    if r.succession == Succession.ROTATE:
        s.known_declarer = s.declarer
    start_deal(s, r)


@jit_inline
def act_raid(s, r, token):
    """One token of a raid: PASS, a card, or how many copies of it."""
    seat = s.actor
    if token == PASS:
        ask_raid(s, r, after(seat, 1, r.players))
        return
    copies = chosen_number(s, r, token)
    if copies == 0:
        return
    note_show(s, r, seat, s.pick_type, copies)
    raid(s, r, seat, s.pick_type)


@jit_inline
def raid(s, r, seat, card):
    """A raid stands. "any_round": the raider is declarer at his level. Joker bid: the deal's level stays; the raider
    declares in the opening deal only. He takes the kitty, unless it is not taken yet."""
    if r.raid == Raid.ANY_ROUND or is_opening(s):
        s.declarer = seat
    level = s.levels[seat] if r.raid == Raid.ANY_ROUND else s.trump_level
    set_trump(s, r, suit_of_bid(card), level)
    if raids_before_kitty(s, r):
        start_raids(s, r, seat)
    else:
        ask_bury(s, r, seat)


@jit_inline
def act_bury(s, r, token):
    """One more card for the kitty; when it is full again raids may follow."""
    pick(s, token)
    if s.picks < r.kitty:
        return
    bury(s, r, s.actor)
    if r.raid == Raid.NONE or raids_before_kitty(s, r):
        end_burying(s, r)
    else:
        start_raids(s, r, s.actor if r.raid == Raid.ANY_ROUND or s.raids > 0 else s.declarer)


@jit_inline
def act_call(s, r, token):
    """The card to call, then its ordinal."""
    ordinal = chosen_number(s, r, token)
    if ordinal == 0:
        return
    note_call(s, r, s.pick_type, ordinal)
    start_play(s, r)
