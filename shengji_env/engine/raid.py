"""Kitty raids (rules 7.3, 7.4): 抄底, 反底.

"any_round": after each burying everyone else in turn may overbid, takes the kitty, buries and is declarer.
"joker_bid": in the opening deal before the kitty is taken, and the last raider declares; later
after the burying, and the declarer stays.
"""

from .jit import jit
from .layout import BIG_JOKER, FIRST_JOKER, RANKS, SUITS, TYPES, Raid, Refusal
from .shows import is_joker, joker_of_colour, last_seat, last_show

# Ladder of "any_round": unbid no trump 0, a single 1, then six pairs and six triples.
_SINGLE_RUNG, _PAIR_RUNGS, _TRIPLE_RUNGS = 1, 2, 8
# Ladder of "joker_bid": unbid 0, level card + joker 1, level pair + joker 2, small jokers 3, big jokers 4.
_SMALL_RUNG, _BIG_RUNG = 3, 4


@jit
def suit_step(card):
    """D < C < H < S < small joker < big joker; levels do not matter."""
    return SUITS + card - FIRST_JOKER if is_joker(card) else card // RANKS


@jit
def rung(r, card, copies):
    """How high a bid or raid stands on the ladder."""
    if r.raid == Raid.JOKER_BID:
        if is_joker(card):
            return _BIG_RUNG if card == BIG_JOKER else _SMALL_RUNG
        return copies
    if copies == 1:
        return _SINGLE_RUNG
    return (_PAIR_RUNGS if copies == 2 else _TRIPLE_RUNGS) + suit_step(card)


@jit
def last_rung(s, r):
    """The rung of the last raid, else of the last bid, else 0."""
    last = last_show(s)
    return rung(r, s.show_type[last], s.show_copies[last]) if last >= 0 else 0


@jit
def raid_refusal(s, r, seat, card, copies):
    """Why the seat may not raid with so many copies of the card (and, in a joker bid, the joker of its colour)."""
    if s.hand[seat, card] < copies:
        return Refusal.NOT_HELD
    if copies < 2 or copies > (3 if r.raid == Raid.ANY_ROUND else 2):
        return Refusal.COPIES
    if not is_joker(card):
        level = s.levels[seat] if r.raid == Raid.ANY_ROUND else s.trump_level
        if card % RANKS != level:
            return Refusal.LEVEL
        if r.raid == Raid.JOKER_BID and s.hand[seat, joker_of_colour(card)] == 0:
            return Refusal.JOKER_MISSING
    return Refusal.NONE if rung(r, card, copies) > last_rung(s, r) else Refusal.NOT_HIGHER


@jit
def legal_raids(s, r, seat, card):
    """Bit k is set if the seat may raid with k copies of the card."""
    copies = 0
    for k in range(2, min(s.hand[seat, card], 3) + 1):
        if raid_refusal(s, r, seat, card, k) == Refusal.NONE:
            copies |= 1 << k
    return copies


@jit
def may_raid(s, r, seat):
    """Whether the seat is asked: it has a legal raid; in a joker bid the current bidder is not asked."""
    if r.raid == Raid.JOKER_BID and seat == last_seat(s):
        return False
    for card in range(TYPES):
        if s.hand[seat, card] > 1 and legal_raids(s, r, seat, card) != 0:
            return True
    return False


@jit
def seats_to_ask(r):
    """How many seats a raid round asks: "any_round" all but the holder of the kitty; "joker_bid" from the seat after
    the declarer (or the last raider) round to himself."""
    return r.players - 1 if r.raid == Raid.ANY_ROUND else r.players
