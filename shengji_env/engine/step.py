"""Applying one token: the entry points of the engine.

`begin` starts an episode, `step` applies a token of the actor; both run on to the next decision and leave its mask in
``s.mask``.
"""

from .ask import clear_picks, only_number, pick
from .auction import suit_of_bid
from .bid import is_opening
from .deal import start_match
from .follow import set_duty
from .jit import jit, jit_inline, jit_shared
from .kitty import bury
from .layout import ONE, PASS, TOKENS, UNKNOWN, Code, Episode, Phase, Raid, Succession
from .lead import read_lead
from .order import clear_trump, set_trump
from .partner import note_call
from .play import act_play
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
from .shapes import first_type
from .shows import note_show
from .tokens import numbers_of, update_mask
from .trick import compare_play, row_points


@jit_inline
def chosen_number(s, r, token):
    """A card, or the number that a card waits for: the number of its bid, raid or call; 0 if that is still to come."""
    if s.pick_type != UNKNOWN:
        return token - ONE + 1
    s.pick_type = token
    return only_number(numbers_of(s, r, token))


@jit_inline
def act_bid(S, i, R, token):
    """One token of a bid: PASS, a card, or how many copies of it."""
    s = S[i]
    r = R[s.rule]
    seat = s.actor
    if token == PASS:
        next_bidder(S, i, R, seat)
        return
    copies = chosen_number(s, r, token)
    if copies == 0:
        return
    note_show(s, r, seat, s.pick_type, copies)
    if s.closing:
        s.to_ask = r.players
    next_bidder(S, i, R, seat)


@jit
def next_bidder(S, i, R, seat):
    """Go on dealing, or with the closing round at the next seat."""
    s = S[i]
    r = R[s.rule]
    going_on = ask_closing(s, r, after(seat, 1, r.players)) if s.closing else deal_on(s, r)
    if not going_on and not end_bids(S, i, R):
        start_deal(S, i, R)


@jit_inline
def act_riot(S, i, R, token):
    """PASS, or void the deal: cards are dealt again, rioter first. Succession by bids: bidding is free; by rotation:
    this deal's declarer stays."""
    s = S[i]
    r = R[s.rule]
    if token == PASS:
        ask_riot(s, r, after(s.actor, 1, r.players))
        return
    s.after_riot = 1
    s.redeals = 0
    s.first_drawer = s.actor
    if r.succession == Succession.ROTATE:
        s.known_declarer = s.declarer
    start_deal(S, i, R)


@jit_inline
def act_raid(S, i, R, token):
    """One token of a raid: PASS, a card, or how many copies of it."""
    s = S[i]
    r = R[s.rule]
    seat = s.actor
    if token == PASS:
        ask_raid(s, r, after(seat, 1, r.players))
        return
    copies = chosen_number(s, r, token)
    if copies == 0:
        return
    note_show(s, r, seat, s.pick_type, copies)
    raid(S, i, R, seat, s.pick_type)


@jit_inline
def raid(S, i, R, seat, card):
    """A raid stands. "any_round": the raider is declarer at his level. Joker bid: the deal's level stays; the raider
    declares in the opening deal only. He takes the kitty, unless it is not taken yet."""
    s = S[i]
    r = R[s.rule]
    if r.raid == Raid.ANY_ROUND or is_opening(s):
        s.declarer = seat
    level = s.levels[seat] if r.raid == Raid.ANY_ROUND else s.trump_level
    set_trump(S, i, R, suit_of_bid(card), level)
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


@jit_inline
def episode_over(s, r):
    """After a settled deal: the deal was the episode, the match is won, or its last deal is played."""
    if s.episode == Episode.DEAL or s.result.match_winners != 0:
        return True
    return 0 < r.max_deals <= s.deals


@jit_shared
def begin(S, i, R):
    """Start the next episode of game i; shuffles run on."""
    start_match(S, i, R)
    start_deal(S, i, R)
    update_mask(S[i], R[S[i].rule])


@jit_shared
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
    elif s.phase == Phase.RAID:
        act_raid(S, i, R, token)
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


@jit_inline
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
    s.trick_points = 0
    for seat in range(r.players):
        s.trick_points += row_points(s.trick[seat])
    if s.phase == Phase.PLAY and s.plays > 0:
        row = s.trick[s.leader]
        s.lead_group = s.group[first_type(row)]
        read_lead(s, r, s.lead_group, row)
        s.best_seat, s.best_group = s.leader, s.lead_group
        for k in range(1, s.plays):
            seat = after(s.leader, k, r.players)
            compare_play(s, seat, s.trick[seat])
        set_duty(s, r, s.hand[s.actor])
    update_mask(s, r)
