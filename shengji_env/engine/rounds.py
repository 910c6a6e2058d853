"""The course of a deal up to the first lead (rules 6, 7), from top to bottom: deal and bid card by card, the closing
round, what an unbid deal comes to, riots, the kitty, raids. Each function runs on to the next decision.
"""

from .ask import ask
from .auction import apply_bids, clear_bids, flip_kitty, unbid_no_trump
from .bid import closing_seat, is_opening, may_bid
from .deal import clear_deal, deal_card, lay_kitty, new_stock
from .jit import jit, jit_inline
from .kitty import take_kitty
from .layout import NO_RIOT, BidWhen, Phase, Raid, RiotBy, Unbid
from .partner import calls, set_partners
from .raid import may_raid, seats_to_ask
from .seats import after, same_side
from .trick import row_points


@jit
def start_deal(s, r):
    """Shuffle and deal up to the first decision. Deals in which nobody could bid are redealt on the way."""
    while True:
        new_stock(s, r)
        clear_deal(s)
        clear_bids(s)
        if deal_on(s, r) or end_bids(s, r):
            return


@jit
def deal_on(s, r):
    """Deal card by card; after each the player who drew it is asked if he has a legal bid. When all is dealt the
    closing round begins. False if nobody (more) is to be asked."""
    while s.drawn < r.players * r.hand:
        seat = deal_card(s, r)
        if r.bid_when == BidWhen.DURING_DEAL and may_bid(s, r, seat):
            ask(s, Phase.BID, seat)
            return True
    lay_kitty(s, r)
    s.to_ask = r.players
    return ask_closing(s, r, (s.first_drawer + s.drawn) % r.players)


@jit
def ask_closing(s, r, seat):
    """Closing round: the first of the `to_ask` seats left, from this one on, that may bid. False: it is over."""
    while s.to_ask > 0:
        asked = closing_seat(s, r, seat)
        s.to_ask -= 1
        if may_bid(s, r, asked):
            ask(s, Phase.BID, asked)
            return True
        seat = after(seat, 1, r.players)
    return False


@jit_inline
def end_bids(s, r):
    """The bids are over: declarer and trump stand, and the riot round begins; in a joker bid's opening deal raids come
    before it. False if nobody has bid and the rules want a redeal, which is counted."""
    if s.bids > 0:
        apply_bids(s, r)
    else:
        policy = r.unbid_first if is_opening(s) else r.unbid_later
        if policy == Unbid.REDEAL and s.redeals < r.redeal_limit:
            s.redeals += 1
            return False
        if policy == Unbid.FLIP_KITTY:
            flip_kitty(s, r)
        else:
            unbid_no_trump(s, r)
    if raids_before_kitty(s, r):
        start_raids(s, r, s.declarer)
    else:
        start_riots(s, r)
    return True


@jit
def may_riot(s, r, seat):
    """Whether the dealt hand has so few points that its player may void the deal ("attackers": not the declarer
    side)."""
    if r.riot_max_points == NO_RIOT:
        return False
    if r.riot_by == RiotBy.ATTACKERS and same_side(seat, s.declarer):
        return False
    return row_points(s.hand[seat]) <= r.riot_max_points


@jit
def start_riots(s, r):
    """The riot round, from the first drawer on."""
    s.to_ask = r.players
    ask_riot(s, r, s.first_drawer)


@jit
def ask_riot(s, r, seat):
    """In seat order from the first drawer each player with a weak hand is asked; then the declarer takes the kitty."""
    while s.to_ask > 0:
        s.to_ask -= 1
        if may_riot(s, r, seat):
            ask(s, Phase.RIOT, seat)
            return
        seat = after(seat, 1, r.players)
    ask_bury(s, r, s.declarer)


@jit
def ask_bury(s, r, seat):
    """The seat takes the kitty and buries."""
    take_kitty(s, r, seat)
    ask(s, Phase.BURY, seat)


@jit
def raids_before_kitty(s, r):
    """A joker bid's opening deal: raids come before anybody takes the kitty."""
    return r.raid == Raid.JOKER_BID and is_opening(s)


@jit
def start_raids(s, r, seat):
    """A raid round, from the seat after this one on."""
    s.to_ask = seats_to_ask(r)
    ask_raid(s, r, after(seat, 1, r.players))


@jit
def ask_raid(s, r, seat):
    """The next seat that may raid is asked; when all have passed since the last raid, the deal goes on."""
    while s.to_ask > 0:
        s.to_ask -= 1
        if may_raid(s, r, seat):
            ask(s, Phase.RAID, seat)
            return
        seat = after(seat, 1, r.players)
    if raids_before_kitty(s, r):
        start_riots(s, r)
    else:
        end_burying(s, r)


@jit
def end_burying(s, r):
    """After the last burying the declarer calls, or leads at once."""
    if calls(r):
        ask(s, Phase.CALL, s.declarer)
    else:
        start_play(s, r)


@jit
def start_play(s, r):
    """The declarer leads the first trick."""
    set_partners(s, r)
    s.leader = s.declarer
    ask(s, Phase.PLAY, s.leader)
