"""The course of a game (rules 6-8): dealing, whose decision it is, and applying one token.

`begin` starts an episode, `step` applies a token; both run on to the next decision and leave its mask in ``s.mask``.
The order of a deal reads from top to bottom: deal, bid, closing round, riot, kitty, bury, call, tricks, settlement.
"""

import numpy as np

from .bid import apply_bids, apply_no_bids, clear_bids, legal_copies, may_bid, note_bid
from .deal import clear_deal, deal_card, lay_kitty, new_stock, start_match
from .follow import set_duty
from .jit import jit
from .kitty import bury, multiplier, take_kitty
from .layout import (
    NO_RIOT,
    ONE,
    PASS,
    TOKENS,
    TYPES,
    UNKNOWN,
    BidWhen,
    Code,
    Episode,
    KittyShape,
    Phase,
    Unbid,
)
from .lead import check_throw, copy_component, read_lead
from .order import clear_trump, set_trump
from .partner import note_call, note_play
from .settle import settle_deal
from .tokens import call_ordinals, lead_is_complete, update_mask
from .trick import compare_play, row_points

# ---------------------------------------------------------------- decisions


@jit
def ask(s, phase, seat):
    """The next decision is this seat's, with nothing picked."""
    s.phase = phase
    s.actor = seat
    clear_picks(s)


@jit
def clear_picks(s):
    """Forget the picks: their action is complete."""
    s.picks = 0
    s.pick_type = UNKNOWN
    s.picked[:] = 0


# ---------------------------------------------------------------- a deal begins


@jit
def start_deal(S, i, R):
    """Shuffle and deal up to the first decision. Deals in which nobody could bid are redealt on the way."""
    s = S[i]
    r = R[s.rule]
    while True:
        new_stock(s, r)
        clear_deal(s)
        clear_bids(S, i)
        if deal_on(s, r) or end_bids(S, i, R):
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
    """Closing round: the first of the `to_ask` seats left, from this one on, that has a legal bid. False: it is over."""
    while s.to_ask > 0:
        s.to_ask -= 1
        if may_bid(s, r, seat):
            ask(s, Phase.BID, seat)
            return True
        seat = (seat + 1) % r.players
    return False


@jit
def end_bids(S, i, R):
    """The bids are over. Nobody has bid: False if the rules want a redeal, which is counted. Else declarer and trump
    stand, and the riot round begins."""
    s = S[i]
    r = R[s.rule]
    if s.bids > 0:
        apply_bids(S, i, R)
    else:
        unbid = r.unbid_first if s.first else r.unbid_later
        if unbid == Unbid.REDEAL and s.redeals < r.redeal_limit:
            s.redeals += 1
            return False
        apply_no_bids(S, i, R)
    s.redeals = 0
    s.to_ask = r.players
    ask_riot(s, r, s.first_drawer)
    return True


@jit
def may_riot(s, r, seat):
    """Whether the dealt hand has so few points that its player may void the deal."""
    if r.riot_max_points == NO_RIOT:
        return False
    return row_points(s.hand[seat]) <= r.riot_max_points


@jit
def ask_riot(s, r, seat):
    """In seat order from the first drawer each player with a weak hand is asked; then the declarer takes the kitty."""
    while s.to_ask > 0:
        s.to_ask -= 1
        if may_riot(s, r, seat):
            ask(s, Phase.RIOT, seat)
            return
        seat = (seat + 1) % r.players
    take_kitty(s, r, s.declarer)
    ask(s, Phase.BURY, s.declarer)


# ---------------------------------------------------------------- actions before the play


@jit
def act_bid(S, i, R, token):
    """One token of a bid: PASS, a card, or how many copies of it."""
    s = S[i]
    r = R[s.rule]
    seat = s.actor
    if token == PASS:
        next_bidder(S, i, R, seat)
        return
    if s.pick_type == UNKNOWN:
        s.pick_type = token
        copies = only_number(legal_copies(s, r, seat, token))
        if copies == 0:
            return
    else:
        copies = token - ONE + 1
    note_bid(s, seat, s.pick_type, copies)
    if s.closing:
        s.to_ask = r.players
    next_bidder(S, i, R, seat)


@jit
def only_number(numbers):
    """The one number whose bit is set, or 0 where the player still has to choose."""
    for k in range(1, 4):
        if numbers == 1 << k:
            return k
    return 0


@jit
def next_bidder(S, i, R, seat):
    """Go on dealing, or with the closing round at the next seat."""
    s = S[i]
    r = R[s.rule]
    going_on = ask_closing(s, r, (seat + 1) % r.players) if s.closing else deal_on(s, r)
    if not going_on and not end_bids(S, i, R):
        start_deal(S, i, R)


@jit
def act_riot(S, i, R, token):
    """PASS, or void the deal: cards are dealt again, rioter first, and bidding is free."""
    s = S[i]
    r = R[s.rule]
    if token == PASS:
        ask_riot(s, r, (s.actor + 1) % r.players)
        return
    s.after_riot = 1
    s.redeals = 0
    s.first_drawer = s.actor
    start_deal(S, i, R)


@jit
def pick(s, card):
    """Take one more card into the picks."""
    s.picked[card] += 1
    s.picks += 1


@jit
def act_bury(s, r, token):
    """One more card for the kitty; when it is full again the declarer calls."""
    pick(s, token)
    if s.picks == r.kitty:
        bury(s, r, s.actor)
        ask(s, Phase.CALL, s.actor)


@jit
def act_call(s, r, token):
    """The card to call, then its ordinal."""
    if s.pick_type == UNKNOWN:
        s.pick_type = token
        ordinal = only_number(call_ordinals(s, r, token))
        if ordinal == 0:
            return
    else:
        ordinal = token - ONE + 1
    note_call(s, s.pick_type, ordinal)
    s.leader = s.declarer
    ask(s, Phase.PLAY, s.leader)


# ---------------------------------------------------------------- tricks


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
                s.shown[s.actor, card] = max(s.shown[s.actor, card], s.picked[card])
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
        ask(s, Phase.PLAY, (seat + 1) % r.players)
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


@jit
def episode_over(s, r):
    """After a settled deal: the deal was the episode, the match is won, or its last deal is played."""
    if s.episode == Episode.DEAL or s.result.match_winners != 0:
        return True
    return 0 < r.max_deals <= s.deals


# ---------------------------------------------------------------- entry points


@jit
def begin(S, i, R):
    """Start the next episode of game i; shuffles run on."""
    s = S[i]
    start_match(s, R[s.rule])
    start_deal(S, i, R)
    update_mask(s, R[s.rule])


@jit
def step(S, i, R, token):
    """Apply one token of the actor. Returns Code.OK, or why not: then no byte of the state has changed."""
    s = S[i]
    r = R[s.rule]
    if token < 0 or token >= TOKENS:
        return Code.OUT_OF_RANGE
    if s.phase == Phase.OVER:
        return Code.FINISHED
    if s.mask[token] == 0:
        return Code.ILLEGAL
    if s.phase == Phase.BID:
        act_bid(S, i, R, token)
    elif s.phase == Phase.RIOT:
        act_riot(S, i, R, token)
    elif s.phase == Phase.BURY:
        act_bury(s, r, token)
    elif s.phase == Phase.CALL:
        act_call(s, r, token)
    else:
        act_play(s, r, R, token)
        if s.phase == Phase.OVER:
            if episode_over(s, r):
                s.actor = UNKNOWN
                clear_picks(s)
            else:
                start_deal(S, i, R)
    update_mask(s, r)
    return Code.OK


@jit
def step_forced(S, i, R):
    """Play on while the actor has a single legal token (`skip_forced`)."""
    s = S[i]
    while s.phase != Phase.OVER:
        only = UNKNOWN
        for token in range(TOKENS):
            if s.mask[token] != 0:
                if only != UNKNOWN:
                    return
                only = token
        step(S, i, R, only)


@jit
def refresh(S, i, R):
    """Make everything that is derived agree with a state that was filled in by hand: trump tables, the current lead
    and who wins it so far, the follower's duty, the mask."""
    s = S[i]
    r = R[s.rule]
    if s.trump_suit == UNKNOWN:
        clear_trump(S, i)
    else:
        set_trump(S, i, R, s.trump_suit, s.trump_level)
    if s.phase == Phase.PLAY and s.plays > 0:
        row = s.trick[s.leader]
        s.lead_group = s.group[first_type(row)]
        read_lead(s, r, s.lead_group, row)
        s.best_seat, s.best_group = s.leader, s.lead_group
        for k in range(1, s.plays):
            seat = (s.leader + k) % r.players
            compare_play(s, seat, s.trick[seat], s.lead_size)
        set_duty(s, r, s.hand[s.actor])
    update_mask(s, r)
