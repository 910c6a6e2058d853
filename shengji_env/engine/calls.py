"""What Python calls one by one: a question about one game, in whole arrays (`S, i, R`).

Compiled functions take one record (`s, r`), which costs ten times the call from Python; so each of these picks the
record out and hands on. No rule stands here.
"""

import numpy as np

from .bid import closing_seat
from .components import clear_runs, kind_of, take_apart
from .follow import set_duty
from .jit import jit
from .kitty import multiplier
from .layout import TYPES, UNKNOWN, BidWhen, KittyShape, Phase
from .lead import check_throw, copy_component, read_lead
from .order import face_token, ordered_token, set_trump
from .partner import call_refusal, known_sides
from .raid import seats_to_ask
from .rounds import raids_before_kitty, start_deal
from .score import advance, level_change, step_size, threshold, write_result
from .shapes import count, top_of
from .shows import last_seat
from .tokens import update_mask
from .trick import compare_play, group_of
from .verify import (
    can_end_legal,
    follow_refusal,
    is_asked,
    lead_refusal,
    missing_run,
    show_refusal,
    total,
    unplayed_run,
)

# ---------------------------------------------------------------- of the actor of a game


@jit
def play_refusal(S, i, row):
    """Why the actor of game i may not lead or follow with these cards."""
    s = S[i]
    hand = s.hand[s.actor]
    return lead_refusal(s, hand, row) if s.plays == 0 else follow_refusal(s, hand, row)


@jit
def may_end_legal(S, i, allowed, row):
    """`can_end_legal` for the actor of game i, who follows."""
    s = S[i]
    return can_end_legal(s, s.hand[s.actor], allowed, row)


@jit
def first_missing_run(S, i, row):
    """`missing_run` of game i."""
    return missing_run(S[i], row)


@jit
def cards_of_run(S, i, row, kind, length, out):
    """Write a run that the actor holds and `row` lacks into the card row `out`; how many cards it has."""
    s = S[i]
    return copy_component(unplayed_run(s, s.hand[s.actor], row, kind, length), kind, out)


@jit
def one_group(S, i, row):
    """The one group all cards of a row belong to, or UNKNOWN."""
    return group_of(S[i], row)


# ---------------------------------------------------------------- the table of a single question (trump.py)


@jit
def set_lead(S, i, R, row):
    """Make `row`, of one group, the current lead of record i."""
    s = S[i]
    s.lead_size = total(row)
    s.lead_group = group_of(s, row)
    read_lead(s, R[s.rule], s.lead_group, row)
    s.best_seat, s.best_group = 0, s.lead_group


@jit
def set_follower(S, i, R, row):
    """Make `row` the hand of seat 0 of record i, who follows the current lead."""
    s = S[i]
    s.actor, s.plays = 0, 1
    s.hand[0, :TYPES] = row
    clear_runs(s.duty_runs)
    set_duty(s, R[s.rule], s.hand[0])


@jit
def list_components(S, i, R, group, row, kinds, lengths, tops, rows):
    """Write the components of a lead into kinds, lengths, tops: int8[n] and rows: int8[n, ROW]; returns their number,
    at most the number of cards."""
    s = S[i]
    r = R[s.rule]
    take_apart(s, r, group, row)
    for k in range(s.components):
        types, kind = s.component_types[k], kind_of(s, k)
        kinds[k], lengths[k], tops[k] = kind, count(types), top_of(s, types)
        copy_component(types, kind, rows[k])
    return s.components


@jit
def try_throw(S, i, R, group, row, out):
    """Write what seat 0 leads instead of `row` into `out`; how many cards that is, 0 when the lead stands. The other
    seats' hands are in the record."""
    s = S[i]
    types, copies = check_throw(s, R[s.rule], 0, group, row)
    return copy_component(types, copies, out)


@jit
def contest(S, i, seat, row):
    """Let a follower's play contest the trick of record i; the seat that wins it so far."""
    s = S[i]
    compare_play(s, seat, row)
    return s.best_seat


@jit
def kitty_multiplier(S, i, R, lead, winning):
    """The kitty's multiplier after these cards of the last trick (rules 8.1)."""
    s = S[i]
    r = R[s.rule]
    row = winning if r.kitty_shape == KittyShape.WINNER else lead
    size = total(row)
    return multiplier(s, r, group_of(s, row), row, size)


# ---------------------------------------------------------------- bids and calls of the actor


@jit
def refusal_of_show(S, i, R, card, copies):
    """Why the actor of game i may not bid or raid with so many copies of this card."""
    s = S[i]
    return show_refusal(s, R[s.rule], card, copies)


@jit
def call_refusal_of(S, i, R, card, ordinal):
    """Why the actor of game i may not call the `ordinal`-th play of this card."""
    s = S[i]
    return call_refusal(s, R[s.rule], card, ordinal)


# ---------------------------------------------------------------- who is known to belong where


@jit
def sides_known(S, i, R, seat):
    """(declarer side, attackers) of game i as `seat` knows them: seat sets. UNKNOWN stands for a spectator, who knows
    no more than the declarer; once the episode is over everyone knows all."""
    s = S[i]
    r = R[s.rule]
    if s.phase == Phase.OVER:
        side = np.int64(s.result.declarer_side)
        return side, ((1 << r.players) - 1) & ~side
    side, attackers = known_sides(s, r, s.declarer if seat == UNKNOWN else seat)
    return np.int64(side), np.int64(attackers)


# ---------------------------------------------------------------- whether a decision can be


@jit
def is_asked_anything(S, i, R):
    """`is_asked` of the actor of game i."""
    s = S[i]
    return is_asked(s, R[s.rule])


@jit
def raids_come_first(S, i, R):
    """Whether raids come before anybody takes the kitty in this deal of game i."""
    return raids_before_kitty(S[i], R[S[i].rule])


@jit
def usual_to_ask(S, i, R):
    """How many seats are still to be asked behind the actor, if the round began where rounds usually do: the riot round
    at the first drawer; the raid round after the last raider, else after the declarer; the closing round after the last
    drawer, or after the last bidder where all bids are made in it. 0 outside such rounds."""
    s = S[i]
    r = R[s.rule]
    if s.phase == Phase.RIOT:
        return r.players - 1 - (s.actor - s.first_drawer) % r.players
    if s.phase == Phase.RAID:
        start = (last_seat(s) if s.raids > 0 else s.declarer) + 1
        return seats_to_ask(r) - 1 - (s.actor - start) % r.players
    if s.phase != Phase.BID or not s.closing:
        return 0
    start = s.first_drawer + r.players * r.hand
    if s.bids > 0 and r.bid_when == BidWhen.AFTER_DEAL:
        start = last_seat(s) + 1
    kept, usual = s.to_ask, 0
    for k in range(r.players):
        s.to_ask = r.players - k
        if closing_seat(s, r, (start + k) % r.players) == s.actor:
            usual = r.players - k - 1
    s.to_ask = kept
    return usual


# ---------------------------------------------------------------- a shuffle that is given in the middle of a game


@jit
def deal_given(S, i, R):
    """Deal the stock of game i as it lies (`given_deal`), from the first drawer, up to the next decision."""
    s = S[i]
    r = R[s.rule]
    start_deal(s, r)
    update_mask(s, r)


# ---------------------------------------------------------------- trump, and tokens in a card order


@jit
def make_trump(S, i, R, suit, level):
    """Make (suit, level) the trump of record i."""
    s = S[i]
    set_trump(s, R[s.rule], suit, level)


@jit
def face_of(S, i, order, token):
    """Game i's token with the card as printed, for one in the given card order."""
    return face_token(S[i], order, token)


@jit
def ordered_of(S, i, order, token):
    """Game i's token in the given card order, for one with the card as printed."""
    return ordered_token(S[i], order, token)


# ---------------------------------------------------------------- levels (rules 8), under the rules R[k]


@jit
def step_size_of(R, k):
    """`score.step_size`."""
    return step_size(R[k])


@jit
def threshold_of(R, k, side_size):
    """`score.threshold`."""
    return threshold(R[k], side_size)


@jit
def level_change_of(R, k, points, side_size):
    """`score.level_change`."""
    return level_change(R[k], points, side_size)


@jit
def advance_of(R, k, level, steps):
    """`score.advance`."""
    return advance(R[k], level, steps)


@jit
def settle_of(R, k, levels, declarer, declarer_side, points, results, j):
    """`score.write_result` into results[j]."""
    write_result(R[k], levels, declarer, declarer_side, points, results[j])
