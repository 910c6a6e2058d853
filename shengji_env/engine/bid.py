"""Which bids are legal (rules 6.2-6.8): 亮主, 反主, 补亮.

`bid_refusal` is the one verifier of a bid; the mask, the question whether a seat is asked at all, and `step` rest on
it. What the bids come to is in `auction.py`.
"""

from .jit import jit
from .layout import BIG_JOKER, RANKS, SMALL_JOKER, SUITS, UNKNOWN, BidLevels, Refusal
from .seats import after, in_set, same_side
from .shows import is_joker, joker_of_colour, last_show

# How high a bid is under "declarer" bids: singles and pairs of level cards, then the joker pairs.
JOKER_PAIR, BIG_JOKER_PAIR = 3, 4


@jit
def is_free(s):
    """Free bidding: in the first deal and after a riot every player's level may be shown, by anyone."""
    return s.first or s.after_riot


@jit
def is_opening(s):
    """A first deal in the sense of the bids; one whose declarer a riot has kept counts as later."""
    return s.first and s.known_declarer == UNKNOWN


# ---------------------------------------------------------------- which levels may be shown


@jit
def may_show_level(s, r, seat, level):
    """Whether the seat may bid cards of this level: "winners", a last winner's current level, in free bidding any
    player's; "own", the seat's own; "declarer", the known declarer's, with none known the seat's own."""
    if r.bid_levels == BidLevels.WINNERS:
        for other in range(r.players):
            if s.levels[other] == level and (is_free(s) or in_set(s.last_winners, other)):
                return True
        return False
    if r.bid_levels == BidLevels.OWN or s.known_declarer == UNKNOWN:
        return s.levels[seat] == level
    if r.bid_with_joker and not same_side(seat, s.known_declarer):
        return s.levels[seat] == level  # the other side, with which the deal would change hands
    return s.levels[s.known_declarer] == level


# ---------------------------------------------------------------- the verifier


@jit
def bid_refusal(s, r, seat, card, copies):
    """Why the seat may not show so many copies of this card now; Refusal.NONE if it may."""
    if copies > (3 if r.bid_levels == BidLevels.OWN else 2):
        return Refusal.COPIES
    if s.hand[seat, card] < copies:
        return Refusal.NOT_HELD
    if is_joker(card):
        if r.bid_levels == BidLevels.OWN or r.bid_with_joker or copies != 2:
            return Refusal.JOKERS
    elif not may_show_level(s, r, seat, card % RANKS):
        return Refusal.LEVEL
    if r.bid_with_joker:
        return joker_bid_refusal(s, seat, card)
    if s.bids == 0:
        return Refusal.NONE
    if r.bid_levels == BidLevels.WINNERS:
        return winners_refusal(s, seat, card, copies)
    if r.bid_levels == BidLevels.OWN:
        return own_refusal(s, seat, card, copies)
    return declarer_refusal(s, r, seat, card, copies)


@jit
def adds_copies(s, card, copies):
    """补亮: whether a bid shows more copies of the very card that was bid last."""
    last = last_show(s)
    return card == s.show_type[last] and copies > s.show_copies[last]


@jit
def winners_refusal(s, seat, card, copies):
    """Rules 6.4: a pair overbids another player's single, a pair of jokers both, and is final; the bidder may only add
    the second copy."""
    last = last_show(s)
    if is_joker(s.show_type[last]):
        return Refusal.CLOSED
    if s.show_seat[last] == seat:
        return Refusal.NONE if adds_copies(s, card, copies) else Refusal.OWN_BID
    if is_joker(card) or copies > s.show_copies[last]:
        return Refusal.NONE
    return Refusal.NOT_HIGHER


@jit
def own_refusal(s, seat, card, copies):
    """Rules 6.6: a pair or triple overbids another player's single and is closed to overbids; the bidder may add copies
    to whatever he has shown."""
    last = last_show(s)
    if s.show_seat[last] == seat:
        return Refusal.NONE if adds_copies(s, card, copies) else Refusal.OWN_BID
    if s.show_copies[last] > 1:
        return Refusal.CLOSED
    return Refusal.NONE if copies > 1 else Refusal.NOT_HIGHER


@jit
def declarer_height(r, card, copies):
    """Rules 6.7: single < pair < pair of jokers, under `joker_order` the big pair above the small one."""
    if not is_joker(card):
        return copies
    return BIG_JOKER_PAIR if r.joker_order and card == BIG_JOKER else JOKER_PAIR


@jit
def declarer_refusal(s, r, seat, card, copies):
    """A higher bid of another player; the bidder may add the second copy or, under `self_overbid` (自反), overbid
    himself with any pair that is higher."""
    last = last_show(s)
    if declarer_height(r, card, copies) <= declarer_height(r, s.show_type[last], s.show_copies[last]):
        return Refusal.NOT_HIGHER
    if s.show_seat[last] == seat and not r.self_overbid and not adds_copies(s, card, copies):
        return Refusal.OWN_BID
    return Refusal.NONE


@jit
def joker_bid_refusal(s, seat, card):
    """Rules 6.8: a joker of the level card's colour beside it; the first bid closes the bidding; after the
    opening deal only the declarer side may bid while cards are dealt."""
    if s.bids > 0:
        return Refusal.CLOSED
    if s.hand[seat, joker_of_colour(card)] == 0:
        return Refusal.JOKER_MISSING
    if not s.closing and s.known_declarer != UNKNOWN and not same_side(seat, s.known_declarer):
        return Refusal.SIDE
    return Refusal.NONE


# ---------------------------------------------------------------- asking


@jit
def legal_bids(s, r, seat, card):
    """Bit k is set if the seat may show k copies of the card."""
    copies = 0
    for k in range(1, min(s.hand[seat, card], 3) + 1):
        if bid_refusal(s, r, seat, card, k) == Refusal.NONE:
            copies |= 1 << k
    return copies


@jit
def may_bid(s, r, seat):
    """Whether the seat has any legal bid; a player without one is not asked."""
    looked_at = 0  # levels, as bits: those of several players are looked at once
    for other in range(r.players):  # only players' levels can be shown
        level = s.levels[other]
        if in_set(looked_at, level):
            continue
        looked_at |= 1 << level
        for suit in range(SUITS):
            if s.hand[seat, suit * RANKS + level] > 0 and legal_bids(s, r, seat, suit * RANKS + level) != 0:
                return True
    for joker in (SMALL_JOKER, BIG_JOKER):
        if s.hand[seat, joker] > 1 and legal_bids(s, r, seat, joker) != 0:
            return True
    return False


@jit
def closing_seat(s, r, seat):
    """The seat asked next in the closing round, `to_ask` being left with it: `seat`, the next in seat order; in a joker
    bid after the opening deal the declarer side first, then the other, each from the first drawer on."""
    if not r.bid_with_joker or is_opening(s):
        return seat
    skip = r.players - s.to_ask  # so many have been asked; a bid would have ended the round
    for side in range(2):
        for k in range(r.players):
            candidate = after(s.first_drawer, k, r.players)
            if same_side(candidate, s.known_declarer) == (side == 0):
                if skip == 0:
                    return candidate
                skip -= 1
    return UNKNOWN
