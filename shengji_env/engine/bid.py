"""Bidding (rules 6): 亮主, 反主, 补亮; who becomes declarer, and at which level.

`refusal` is the one verifier of a bid; the mask, the question whether a seat is asked at all, and `step` rest on it.
"""

from .jit import jit
from .layout import BIG_JOKER, FIRST_JOKER, NO_SUIT, RANKS, SMALL_JOKER, SUITS, UNKNOWN, Refusal
from .order import clear_trump, set_trump


@jit
def is_joker(card):
    """Whether a card type is one of the two jokers."""
    return card >= FIRST_JOKER


@jit
def in_set(seats, seat):
    """Whether a seat set holds the seat."""
    return (seats >> seat) & 1 != 0


@jit
def is_free(s):
    """Free bidding: in the first deal and after a riot every player's level may be shown, by anyone."""
    return s.first or s.after_riot


@jit
def may_show_level(s, r, level):
    """Whether cards of this level may be bid: a last winner's current level, in free bidding any player's."""
    for seat in range(r.players):
        if s.levels[seat] == level and (is_free(s) or in_set(s.last_winners, seat)):
            return True
    return False


@jit
def refusal(s, r, seat, card, copies):
    """Why the seat may not show so many copies of this card now; Refusal.NONE if it may."""
    if copies > 2:
        return Refusal.COPIES
    if s.hand[seat, card] < copies:
        return Refusal.NOT_HELD
    if is_joker(card):
        if copies != 2:
            return Refusal.JOKERS
    elif not may_show_level(s, r, card % RANKS):
        return Refusal.LEVEL
    if s.bids == 0:
        return Refusal.NONE
    last = s.bids - 1
    if is_joker(s.bid_type[last]):
        return Refusal.CLOSED
    if s.bid_seat[last] == seat:
        # The bidder may only add the second copy of the card he showed.
        return Refusal.NONE if card == s.bid_type[last] and copies > s.bid_copies[last] else Refusal.OWN_BID
    if is_joker(card):
        return Refusal.NONE
    return Refusal.NONE if copies > s.bid_copies[last] else Refusal.NOT_HIGHER


@jit
def legal_copies(s, r, seat, card):
    """Bit k is set if the seat may show k copies of the card."""
    copies = 0
    for k in range(1, min(s.hand[seat, card], 3) + 1):
        if refusal(s, r, seat, card, k) == Refusal.NONE:
            copies |= 1 << k
    return copies


@jit
def may_bid(s, r, seat):
    """Whether the seat has any legal bid; a player without one is not asked."""
    for seat_of_level in range(r.players):  # only players' levels can be shown
        level = s.levels[seat_of_level]
        for suit in range(SUITS):
            if s.hand[seat, suit * RANKS + level] > 0 and legal_copies(s, r, seat, suit * RANKS + level) != 0:
                return True
    for joker in (SMALL_JOKER, BIG_JOKER):
        if s.hand[seat, joker] > 0 and legal_copies(s, r, seat, joker) != 0:
            return True
    return False


@jit
def note_bid(s, seat, card, copies):
    """A bid is shown: public, and it stays in the hand."""
    k = s.bids
    s.bid_seat[k], s.bid_type[k], s.bid_copies[k], s.bid_joker[k] = seat, card, copies, UNKNOWN
    s.bids += 1
    s.shown[seat, card] = max(s.shown[seat, card], copies)


# ---------------------------------------------------------------- what the bids come to


@jit
def first_winner_at(s, r, start, level):
    """From `start` on the first player at this level who may take the deal: of the last winners, in free bidding of
    all; UNKNOWN if there is none. A level of UNKNOWN stands for any."""
    for k in range(r.players):
        seat = (start + k) % r.players
        if (level == UNKNOWN or s.levels[seat] == level) and (is_free(s) or in_set(s.last_winners, seat)):
            return seat
    return UNKNOWN


@jit
def declarer_by_level(s, r, bidder, level):
    """Who declares after a level bid: the bidder if the level is his own, even a loser; after a swing only that deal's
    attackers may. Else the first winner at that level from the seat after the bidder."""
    barred = s.swing and not is_free(s) and not in_set(s.last_winners, bidder)
    if s.levels[bidder] == level and not barred:
        return bidder
    return first_winner_at(s, r, bidder + 1, level)


@jit
def apply_bids(S, i, R):
    """Set declarer and trump from the bids as shown so far (at least one)."""
    s = S[i]
    r = R[s.rule]
    declarer, level, suit = UNKNOWN, UNKNOWN, NO_SUIT
    for k in range(s.bids):
        bidder, card = s.bid_seat[k], s.bid_type[k]
        if not is_joker(card):
            level, suit = card % RANKS, card // RANKS
            declarer = declarer_by_level(s, r, bidder, level)
            continue
        suit = NO_SUIT
        if is_free(s) or in_set(s.last_winners, bidder):
            declarer = bidder
            level = s.levels[bidder]
        elif declarer == UNKNOWN:
            declarer = first_winner_at(s, r, bidder + 1, UNKNOWN)
            level = s.levels[declarer]
    s.declarer = declarer
    set_trump(S, i, R, suit, level)


@jit
def apply_no_bids(S, i, R):
    """Unbid "no_trump", and after too many redeals: no trump at the level of the declarer, who is the known one, else
    the first of the last winners from the first drawer on, in free bidding the first drawer."""
    s = S[i]
    r = R[s.rule]
    s.declarer = s.known_declarer
    if s.declarer == UNKNOWN:
        s.declarer = first_winner_at(s, r, s.first_drawer, UNKNOWN)
    set_trump(S, i, R, NO_SUIT, s.levels[s.declarer])


@jit
def clear_bids(S, i):
    """Before a deal: nothing shown, no declarer but one known already, no trump."""
    s = S[i]
    s.bids = 0
    s.closing = 0
    s.to_ask = 0
    s.declarer = s.known_declarer
    clear_trump(S, i)
