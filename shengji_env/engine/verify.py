"""Why a complete play is refused (rules 2, 4), and small questions about cards that stand outside a game.

The mask asks whether picks can still grow into a legal play, these functions whether a whole one is legal; both go by
the duty that `follow.set_duty` has found and by the one search, `shapes.pack`.
"""

import numpy as np

from .bid import bid_refusal, closing_seat, may_bid
from .components import clear_runs, take_apart
from .follow import may_follow, set_duty
from .jit import jit
from .kitty import multiplier
from .layout import PAIR, PLACES, TRIPLE, TYPES, UNKNOWN, BidWhen, KittyShape, Phase, Refusal
from .lead import check_throw, copy_component, read_lead
from .partner import call_refusal, known_sides
from .raid import may_raid, raid_refusal, seats_to_ask
from .rounds import may_riot, raids_before_kitty, start_deal
from .shapes import NONE, cards_in, count, next_run, pack, top_of, types_with
from .shows import last_seat
from .tokens import update_mask
from .trick import compare_play, group_of


@jit
def total(row):
    """How many cards a card row has."""
    cards = 0
    for card in range(TYPES):
        cards += row[card]
    return cards


@jit
def holds(hand, row):
    """Whether the hand has all of these cards."""
    for card in range(TYPES):
        if row[card] > hand[card]:
            return False
    return True


# ---------------------------------------------------------------- leading


@jit
def lead_refusal(s, hand, row):
    """Why these cards may not be led: any cards of one group, at least one (rules 2.3)."""
    if not holds(hand, row):
        return Refusal.NOT_HELD
    size = total(row)
    if size == 0:
        return Refusal.COUNT
    return Refusal.TWO_GROUPS if group_of(s, row) == UNKNOWN else Refusal.NONE


# ---------------------------------------------------------------- following


@jit
def can_end_legal(s, hand, allowed, row):
    """Whether some legal play of `hand` contains the cards `row` and stays within the cards `allowed`: with all three
    as picks, hand and hand this is the mask, with `allowed` = `row` it is the verifier (rules 4)."""
    types = s.group_types[s.lead_group]
    size, held, inside = total(row), cards_in(hand, types), cards_in(row, types)
    if size > s.lead_size or total(allowed) < s.lead_size or cards_in(allowed, types) < min(held, s.lead_size):
        return False
    return may_follow(s, held, allowed, row, inside, size - inside)


@jit
def follow_refusal(s, hand, row):
    """Why the hand may not follow with these cards (rules 4)."""
    types = s.group_types[s.lead_group]
    if not holds(hand, row):
        return Refusal.NOT_HELD
    if total(row) != s.lead_size:
        return Refusal.COUNT
    if cards_in(row, types) < min(cards_in(hand, types), s.lead_size):
        return Refusal.GROUP
    return Refusal.NONE if can_end_legal(s, hand, row, row) else Refusal.SHAPE


@jit
def missing_run(s, row):
    """(kind, length) of the first run of the duty that `row` does not hold beside those before it; (0, 0): none."""
    types = s.group_types[s.lead_group]
    twos = types_with(row, PAIR, types)
    threes = types_with(row, TRIPLE, twos)
    runs = np.zeros((4, PLACES), np.int8)
    for kind in (3, 2):
        for length in range(PLACES - 1, 0, -1):
            for _ in range(s.duty_runs[kind, length]):
                runs[kind, length] += 1
                if not pack(s, s.lead_group, runs, twos, threes, row, 0):
                    return kind, length
    return 0, 0


@jit
def unplayed_run(s, hand, row, kind, length):
    """The types of a run in the hand, of the lead's group, that `row` does not hold whole; none if there is no such
    run. What a refused follower could have played."""
    among = types_with(hand, kind, s.group_types[s.lead_group])
    whole = types_with(row, kind, among)
    if length == 1:
        rest = among & ~whole
        return rest & (~rest + np.uint64(1))
    run, cursor = next_run(s, s.lead_group, length, among, 0)
    while run != NONE and run & ~whole == NONE:
        run, cursor = next_run(s, s.lead_group, length, among, cursor + 1)
    return run


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
        types, kind = s.component_types[k], s.component_kind[k]
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
def show_refusal(S, i, R, card, copies):
    """Why the actor of game i may not bid or raid with so many copies of this card."""
    s = S[i]
    r = R[s.rule]
    if s.phase == Phase.RAID:
        return raid_refusal(s, r, s.actor, card, copies)
    return bid_refusal(s, r, s.actor, card, copies)


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
def is_asked(S, i, R):
    """Whether the actor of game i has anything to bid or raid with, or so few points that he may riot: else he is not
    asked."""
    s = S[i]
    r = R[s.rule]
    if s.phase == Phase.BID:
        return may_bid(s, r, s.actor)
    if s.phase == Phase.RIOT:
        return may_riot(s, r, s.actor)
    return s.phase != Phase.RAID or may_raid(s, r, s.actor)


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
    start_deal(S, i, R)
    update_mask(S[i], R[S[i].rule])
