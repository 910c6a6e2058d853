"""What the bids come to (rules 6.3-6.10): who declares, at which level, with which trump; deals that nobody bids."""

from .bid import is_free
from .jit import jit, jit_inline
from .layout import NO_SUIT, RANKS, TRUMP, UNKNOWN, BidLevels, FirstDeclarer, Levels
from .order import clear_trump, set_trump
from .seats import after, in_set, same_side
from .shows import is_joker

FLIP_FROM = 2  # "flip_kitty" turns the third card from the top


@jit
def clear_bids(s):
    """Before a deal: nothing shown, no declarer but one known already, no trump."""
    s.bids = 0
    s.raids = 0
    s.closing = 0
    s.to_ask = 0
    s.flips = 0
    s.declarer = s.known_declarer
    clear_trump(s)


@jit
def suit_of_bid(card):
    """Trump suit of a bid or raid: its level card's; jokers mean no trump."""
    return NO_SUIT if is_joker(card) else card // RANKS


@jit
def first_winner_at(s, r, start, level):
    """From `start` on the first player at this level who may take the deal: of the last winners, in free bidding of
    all; UNKNOWN if there is none. A level of UNKNOWN stands for any."""
    for k in range(r.players):
        seat = after(start, k, r.players)
        if (level == UNKNOWN or s.levels[seat] == level) and (is_free(s) or in_set(s.last_winners, seat)):
            return seat
    return UNKNOWN


@jit
def declarer_by_level(s, r, bidder, level):
    """Rules 6.5, a level bid: the bidder declares if the level is his own, even a loser; after a swing only that deal's
    attackers may. Else the first winner at that level from the seat after the bidder."""
    barred = s.swing and not is_free(s) and not in_set(s.last_winners, bidder)
    if s.levels[bidder] == level and not barred:
        return bidder
    return first_winner_at(s, r, bidder + 1, level)


@jit
def winners_declarer(s, r):
    """(declarer, level) by bids at the winners' levels (rules 6.5): jokers make a winner declarer at his own level; a
    loser's keep what the bids have come to, and with none yet name the first winner."""
    declarer, level = UNKNOWN, UNKNOWN
    for k in range(s.bids):
        bidder, card = s.show_seat[k], s.show_type[k]
        if not is_joker(card):
            level = card % RANKS
            declarer = declarer_by_level(s, r, bidder, level)
        elif is_free(s) or in_set(s.last_winners, bidder):
            declarer = bidder
            level = s.levels[bidder]
        elif declarer == UNKNOWN:
            declarer = first_winner_at(s, r, bidder + 1, UNKNOWN)
            level = s.levels[declarer]
    return declarer, level


@jit
def declarer_of_bids(s, r):
    """Who declares under "own" bids: the last bidder; under "declarer" bids: the known declarer, unless the other side
    has made a joker bid (换庄); in the opening deal the first or the last bidder."""
    first, last = s.show_seat[0], s.show_seat[s.bids - 1]
    if r.bid_levels == BidLevels.OWN:
        return last
    if s.known_declarer == UNKNOWN:
        return first if r.bid_with_joker or r.first_declarer == FirstDeclarer.FIRST_BID else last
    if r.bid_with_joker and not same_side(first, s.known_declarer):
        return first
    return s.known_declarer


@jit_inline
def apply_bids(s, r):
    """Set declarer and trump from the bids as shown so far (at least one)."""
    if r.bid_levels == BidLevels.WINNERS:
        s.declarer, level = winners_declarer(s, r)
    else:
        s.declarer = declarer_of_bids(s, r)
        level = s.levels[s.declarer]
    set_trump(s, r, suit_of_bid(s.show_type[s.bids - 1]), level)


# ---------------------------------------------------------------- nobody bids


@jit
def unbid_no_trump(s, r):
    """No trump at the level of the declarer: the known one, else under "winners" the first of the last winners from the
    first drawer on, in free bidding and otherwise the first drawer."""
    s.declarer = s.known_declarer
    if s.declarer == UNKNOWN:
        s.declarer = s.first_drawer
        if r.bid_levels == BidLevels.WINNERS:
            s.declarer = first_winner_at(s, r, s.first_drawer, UNKNOWN)
    set_trump(s, r, NO_SUIT, s.levels[s.declarer])


@jit
def flip(s, card):
    """A kitty card is turned up, in public."""
    s.flipped[s.flips] = card
    s.flips += 1


@jit
def flip_kitty(s, r):
    """翻底: the third kitty card from the top is turned and its suit is trump; jokers: the next card; all jokers: no
    trump. Under `unbid_demotion` the declarer first drops a level."""
    s.declarer = s.known_declarer
    if r.bid_with_joker:
        flip_for_joker_bid(s, r)
        return
    if r.unbid_demotion:
        demote(s, r)
    suit = NO_SUIT
    for k in range(FLIP_FROM, r.kitty):
        flip(s, s.kitty[k])
        suit = suit_of_bid(s.kitty[k])
        if suit != NO_SUIT:
            break
    set_trump(s, r, suit, s.levels[s.declarer])


@jit
def demote(s, r):
    """The declarer (levels "side": his side) drops one level at once, not below 2; a riot does not give it back."""
    for seat in range(r.players):
        if seat == s.declarer or (r.levels == Levels.SIDE and same_side(seat, s.declarer)):
            s.levels[seat] = max(s.levels[seat] - 1, 0)


@jit
def flip_for_joker_bid(s, r):
    """Joker bid: the third card alone; a joker or a level card means no trump and, if the nearest holder of another
    copy from the declarer on is of the other side, makes him declarer at his level."""
    card = s.kitty[FLIP_FROM]
    flip(s, card)
    set_trump(s, r, NO_SUIT, s.levels[s.declarer])
    if s.group[card] != TRUMP:
        set_trump(s, r, suit_of_bid(card), s.levels[s.declarer])
        return
    for k in range(r.players):
        holder = after(s.declarer, k, r.players)
        if s.hand[holder, card] > 0:
            if not same_side(holder, s.declarer):
                s.declarer = holder
                set_trump(s, r, NO_SUIT, s.levels[holder])
            return
