"""The whole game on one page: `begin` an episode, then `step` by `step`, a token of the actor each, to its end.

    begin     shuffle and deal up to the first decision
    step      what the token does (acts.py), and on to the next decision (rounds.py); nothing happens if it is not legal
    mask      which tokens the next decision accepts (tokens.py), left in ``s.mask``: the very thing `step` looks at
    observe   what a seat may know of the state, as numbers (observe.py)
    settle    a deal's points, levels, winners, next declarer (settle.py, score.py), in ``s.result``

The phases of a deal (rules 6 to 8), and what leads from one to the next:

    BID    cards are dealt, bids shown      -> RIOT when all have passed; a deal that nobody bids is dealt anew
    RIOT   a weak hand may void the deal    -> BID with new cards; else BURY
    BURY   who holds the kitty buries       -> RAID where there are raids; else CALL
    RAID   an overbid takes the kitty       -> BURY again; CALL when all have passed
    CALL   the declarer names a card        -> PLAY; rules without a call go there at once
    PLAY   tricks, to the last card         -> settled: the next deal's BID, or OVER

A joker bid's first deal has its RAID between BID and RIOT. Every function takes `s, r`, a game's state and its rules;
what Python calls one by one takes whole arrays (calls.py), and so do the loops over many games (rows.py).
"""

from .acts import act_bid, act_bury, act_call, act_raid, act_riot
from .ask import clear_picks
from .deal import start_match
from .follow import set_duty
from .jit import jit, jit_inline, jit_shared
from .layout import TOKENS, UNKNOWN, Code, Episode, Phase
from .lead import read_lead
from .order import clear_trump, set_trump
from .play import act_play
from .rounds import start_deal
from .seats import after
from .shapes import first_type
from .tokens import update_mask
from .trick import compare_play, row_points


@jit_inline
def episode_over(s, r):
    """After a settled deal: the deal was the episode, the match is won, or its last deal is played."""
    if s.episode == Episode.DEAL or s.result.match_winners != 0:
        return True
    return 0 < r.max_deals <= s.deals


@jit_shared
def begin(S, i, R):
    """Start the next episode of game i; shuffles run on."""
    s = S[i]
    r = R[s.rule]
    start_match(s, r)
    start_deal(s, r)
    update_mask(s, r)


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
        act_bid(s, r, token)
    elif s.phase == Phase.RIOT:
        act_riot(s, r, token)
    elif s.phase == Phase.RAID:
        act_raid(s, r, token)
    elif s.phase == Phase.BURY:
        act_bury(s, r, token)
    elif s.phase == Phase.CALL:
        act_call(s, r, token)
    else:
        act_play(s, r, token)
        if s.phase == Phase.OVER:
            if episode_over(s, r):
                s.actor = UNKNOWN
                clear_picks(s)
            else:
                start_deal(s, r)
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
        clear_trump(s)
    else:
        set_trump(s, r, s.trump_suit, s.trump_level)
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
