"""What a seat cannot see, and what it knows about it all the same: the ground on which `redeal.py` deals anew.

The hidden cards lie in *places*: the other hands, and the rest, which is the stock while cards are dealt and then the
kitty where this seat has not laid it. Every hidden card is listed with the places where it may lie, a bit set. What
the seat knows is

- voids: a seat has no card of a group it has run out of;
- cards shown in bids, raids and failed throws and not played since: they are held by who showed them; who has
  taken the kitty since may have laid them down, and who raided it then may hold them;
- cards this seat itself laid into a kitty that was raided, and those turned up ("flip_kitty"): they have gone with it;
- the called card (`Partner.CALLED_CARD`): no copy between the declarer and a partner this seat knows; and somebody
  nearer holds one if a copy was at a seat that turned out to be none.

A *stage* is one taking of the kitty, burial by burial as in ``burial_seat``, the one under way included.
"""

import numpy as np

from .jit import jit
from .layout import MAX_BURIALS, MAX_CARDS, MAX_SEATS, ROW, TYPES, UNKNOWN, Partner, Phase, blank
from .observe import knows_kitty
from .rng import below
from .rounds import raids_before_kitty
from .seats import after, distance, in_set

PLACES = MAX_SEATS  # five other hands and the rest
NO_STAGE = MAX_BURIALS
MAX_WANTS = 1024  # more than all types at all stages, and all types shown by all seats

# What one deal of the unseen cards works on: made once, filled anew each time.
DEALING = np.dtype(
    [
        ("row", "i1", (PLACES, ROW)),  # what has been dealt to each place
        ("held", "i1", (MAX_SEATS, ROW)),  # burials.py: what seats have had, stage by stage back to the deal
        ("known", "i1", (MAX_BURIALS + 1, ROW)),  # by stage: cards the seat knows to be in the kitty taken
        ("claim", "i1", (MAX_BURIALS + 1, ROW)),  # by stage: cards its seat has shown before, and had in hand
        ("taken", "i1", (MAX_BURIALS + 1, ROW)),  # by stage: the kitty as it was taken
        ("pool", "i1", ROW),  # unseen cards not yet listed
        ("barred", "i1", ROW),  # by type: places that have none of it
        ("kept", "i1", ROW),  # the actor's hand as it was
        ("random", "u8"),  # state of the random stream
        ("wants", "i2"),
        ("want_places", "i1", MAX_WANTS),
        ("want_copies", "i1", MAX_WANTS),  # as many copies of a card, or more, lie in these places
        ("next_want", "i2", MAX_WANTS),  # the next one of the same card, or UNKNOWN
        ("first_want", "i2", ROW),
        ("slack", "i2", 1 << PLACES),  # by set of places: room beyond the cards that must lie there
        ("places", "i1"),
        ("seat", "i1", PLACES),  # by place; UNKNOWN: the rest
        ("place", "i1", MAX_SEATS),  # by seat; UNKNOWN: the one who looks
        ("rest", "i1"),  # its place, or UNKNOWN
        ("room", "i2", PLACES),  # by place: how many cards are still to lie there
        ("stages", "i1"),
        ("reach", "i1", MAX_BURIALS + 1),  # by stage: where cards that its seat had then may lie now
        ("bound", "i8"),  # the first of the cards that may lie anywhere; they are the last
        ("cards", "i8"),
        ("card", "i1", MAX_CARDS),
        ("may", "i1", MAX_CARDS),  # by card: places where it may lie
        ("lies", "i1", MAX_CARDS),  # by card: its place; UNKNOWN: not dealt yet
        ("loose", "i8"),
        ("at", "i2", MAX_CARDS),  # where in the list those are of which something is known
    ],
    align=True,
)


def new_dealing() -> np.ndarray:
    """DEALING[1], the working memory of a redeal."""
    return blank(1, DEALING)


@jit
def draw(d, bound):
    """A random number in 0..bound-1."""
    d.random, k = below(d.random, bound)
    return k


@jit
def list_unseen(s, r, seat, d):
    """List all cards that `seat` cannot see, with the places where each may lie: those bound to some places first."""
    set_places(s, r, seat, d)
    count_unseen(s, r, seat, d)
    note_stages(s, r, seat, d)
    bar_voids(s, d)
    bar_called(s, r, seat, d)
    d.cards = 0
    d.wants = 0
    d.first_want[:] = UNKNOWN
    list_shown(s, r, d)
    list_passed_on(s, r, seat, d)
    list_called(s, r, seat, d)
    list_others(d, True)
    d.bound = d.cards
    list_others(d, False)


# ---------------------------------------------------------------- places and cards


@jit
def set_places(s, r, seat, d):
    """The other hands in seat order, then the rest."""
    d.places = 0
    for other in range(r.players):
        d.place[other] = UNKNOWN
        if other != seat:
            d.place[other] = d.places
            add_place(d, other, s.hand_size[other])
    d.rest = UNKNOWN
    if not s.closing:
        d.rest = d.places
        add_place(d, UNKNOWN, TYPES * r.decks - s.drawn)
    elif s.kitty_lies and not knows_kitty(s, seat):
        d.rest = d.places
        add_place(d, UNKNOWN, r.kitty)


@jit
def add_place(d, seat, room):
    d.seat[d.places] = seat
    d.room[d.places] = room
    d.row[d.places, :] = 0
    d.places += 1


@jit
def count_unseen(s, r, seat, d):
    """All copies less the own hand, what was played, and the kitty as this seat laid it."""
    for card in range(TYPES):
        copies = r.decks - s.hand[seat, card]
        for other in range(r.players):
            copies -= s.played[other, card]
        d.pool[card] = copies
    if knows_kitty(s, seat):
        for j in range(r.kitty):
            d.pool[s.kitty[j]] -= 1


@jit
def everywhere(d):
    """The set of all places."""
    return (1 << d.places) - 1


@jit
def list_card(d, card, places):
    """List one more copy, which may lie in these places where nothing bars it."""
    d.pool[card] -= 1
    d.card[d.cards] = card
    d.may[d.cards] = places & ~d.barred[card]
    d.lies[d.cards] = UNKNOWN
    d.cards += 1


@jit
def want(d, card, places, copies):
    """As many copies, or more, lie in these places: note that, and list so many as bound to them, those listed already
    for a part of them included."""
    if copies <= 0:
        return
    d.want_places[d.wants] = places
    d.want_copies[d.wants] = copies
    d.next_want[d.wants] = d.first_want[card]
    d.first_want[card] = d.wants
    d.wants += 1
    for k in range(d.cards):
        if d.card[k] == card and d.may[k] & ~places == 0:
            copies -= 1
    while copies > 0 and d.pool[card] > 0:
        list_card(d, card, places)
        copies -= 1


@jit
def list_others(d, barred):
    """List what is left: the cards that are barred from some place, or those that may lie anywhere."""
    for card in range(TYPES):
        if (d.barred[card] != 0) == barred:
            while d.pool[card] > 0:
                list_card(d, card, everywhere(d))


@jit
def copies_in(cards, number, card):
    """Copies of a card among the first `number` of a list."""
    copies = 0
    for j in range(number):
        copies += cards[j] == card
    return copies


@jit
def bar_voids(s, d):
    """Seats hold no card of the groups they are void of."""
    d.barred[:] = 0
    for place in range(d.places):
        void = s.void[d.seat[place]] if d.seat[place] != UNKNOWN else 0
        if void != 0:
            for card in range(TYPES):
                if (void >> s.group[card]) & 1:
                    d.barred[card] |= 1 << place


# ---------------------------------------------------------------- shown cards, and the kitty's way from hand to hand


@jit
def stage_of(s, d, seat, start):
    """The first stage from `start` on in which this seat takes the kitty, or NO_STAGE."""
    for k in range(start, d.stages):
        if s.burial_seat[k] == seat:
            return k
    return NO_STAGE


@jit
def note_stages(s, r, seat, d):
    """By stage: which cards of the kitty taken the seat knows, and what its taker has shown before."""
    d.stages = s.burials + (s.phase == Phase.BURY)
    for k in range(d.stages):
        d.known[k, :] = 0
        d.claim[k, :] = 0
        if k > 0 and s.burial_seat[k - 1] == seat:
            for j in range(r.kitty):
                d.known[k, s.burial_laid[k - 1, j]] += 1
    if d.stages > 0:
        for j in range(s.flips):
            d.known[0, s.flipped[j]] += 1
    before = raids_before_kitty(s, r)
    for k in range(s.bids + s.raids):
        note_claims(s, d, k, 0 if before or k < s.bids else k - s.bids + 1)
    for k in range(d.stages - 1):
        if s.burial_seat[k] != seat and s.burial_seat[k + 1] == seat:
            keep_claims(s, r, d, k)


@jit
def keep_claims(s, r, d, k):
    """The seat that looks has taken what stage k laid down: what its taker had beside that he has kept, and still had
    when he took the kitty again."""
    later = stage_of(s, d, s.burial_seat[k], k + 1)
    if later == NO_STAGE:
        return
    for card in range(TYPES):
        copies = owed(s, d, k, k, card)
        if copies > 0:
            copies -= copies_in(s.burial_taken[k + 1], r.kitty, card)
            d.claim[later, card] = max(d.claim[later, card], copies)


@jit
def note_claims(s, d, show, start):
    """The cards of this show were shown before stage `start`: its seat had them when it took the kitty next, if it
    did."""
    k = stage_of(s, d, s.show_seat[show], start)
    if k != NO_STAGE:
        card, joker = s.show_type[show], s.show_joker[show]
        d.claim[k, card] = max(d.claim[k, card], s.show_copies[show])
        if joker != UNKNOWN:
            d.claim[k, joker] = max(d.claim[k, joker], 1)


@jit
def list_shown(s, r, d):
    """Cards that are held by who has shown them, and those that were turned up in a kitty nobody has taken."""
    for place in range(d.places):
        seat = d.seat[place]
        if seat != UNKNOWN and in_set(s.showing, seat):
            for card in range(TYPES):
                if s.shown[seat, card] > 0:
                    want(d, card, 1 << place, surely_held(s, r, d, seat, card))
    if d.stages == 0 and d.rest != UNKNOWN and s.closing:
        for j in range(s.flips):
            want(d, s.flipped[j], 1 << d.rest, copies_in(s.flipped, j + 1, s.flipped[j]))


@jit
def surely_held(s, r, d, seat, card):
    """How many copies the seat has shown and must hold still; what it has shown before it took the kitty may have been
    laid down."""
    k = stage_of(s, d, seat, 0)
    while k != NO_STAGE:
        if d.claim[k, card] > 0:
            return shown_in_throws(s, r, seat, card)
        k = stage_of(s, d, seat, k + 1)
    return s.shown[seat, card]


@jit
def shown_in_throws(s, r, seat, card):
    """Copies that the seat has shown in failed throws, less those it has played since."""
    shown, at = 0, 0
    for t in range(s.tricks):
        size = s.trick_size[t]
        shown = max(shown, failed_copies(s, t, card) if s.trick_leader[t] == seat else 0)
        start = at + distance(s.trick_leader[t], seat, r.players) * size
        for k in range(start, start + size):
            shown -= s.log[k] == card
        shown = max(shown, 0)
        at += size * r.players
    if s.plays > 0 and s.leader == seat:
        shown = max(shown, failed_copies(s, s.tricks, card))
    return max(shown - s.trick[seat, card], 0)


@jit
def failed_copies(s, trick, card):
    """Copies of a card in a trick's failed throw, from its two bit planes."""
    low, high = s.failed[trick, 0] >> np.uint64(card), s.failed[trick, 1] >> np.uint64(card)
    return np.int64(low & np.uint64(1)) + 2 * np.int64(high & np.uint64(1))


@jit
def list_passed_on(s, r, seat, d):
    """Cards known to have been with the taker of the kitty at some stage: they are still with him, or have gone on with
    the kitty. Where nobody takes it any more they may lie in it."""
    for k in range(d.stages - 1, -1, -1):
        if s.burial_seat[k] == seat:
            continue
        d.reach[k] = reach(s, seat, d, k)
        last = k
        while last + 1 < d.stages and s.burial_seat[last + 1] != seat:
            last += 1
        for card in range(TYPES):
            copies = owed(s, d, k, last, card)
            if copies > 0:
                if last + 1 < d.stages:  # this seat took it, and knows what became of it
                    copies -= copies_in(s.burial_taken[last + 1], r.kitty, card)
                for place in range(d.places):
                    if (d.reach[k] >> place) & 1 and d.seat[place] != UNKNOWN:
                        copies -= s.played[d.seat[place], card]
                want(d, card, d.reach[k], copies)


@jit
def reach(s, seat, d, k):
    """The places where cards may lie now that the taker of stage k had then, the later stages being known."""
    taker = s.burial_seat[k]
    places = 1 << d.place[taker]
    if k + 1 < d.stages:
        if s.burial_seat[k + 1] != seat:
            places |= d.reach[k + 1]
    elif k < s.burials:  # he has laid it down, and it lies
        places |= 1 << d.rest
    later = stage_of(s, d, taker, k + 1)
    return places if later == NO_STAGE else places | d.reach[later]


@jit
def owed(s, d, first, last, card):
    """Copies that the takers of the stages first..last, this seat not among them, had when stage `first` began: known
    to be in the kitty, or shown by one of them."""
    copies = np.int64(d.known[first, card])
    for k in range(first, last + 1):
        if stage_of(s, d, s.burial_seat[k], first) == k:
            copies += d.claim[k, card]
    return copies


# ---------------------------------------------------------------- the called card


@jit
def bar_called(s, r, seat, d):
    """A called card's partner is the nearest holder: nobody between the declarer and one this seat knows has a copy."""
    if r.partner != Partner.CALLED_CARD or s.phase != Phase.PLAY:
        return
    partner = s.public | (s.partners & (1 << seat))
    if partner != 0:
        other = after(s.declarer, 1, r.players)
        while not in_set(partner, other):
            if other != seat:
                d.barred[s.call_type] |= 1 << d.place[other]
            other = after(other, 1, r.players)


@jit
def list_called(s, r, seat, d):
    """While the partner is hidden from this seat: somebody nearer than a seat that had the called card and is none."""
    if r.partner != Partner.CALLED_CARD or s.phase != Phase.PLAY:
        return
    if s.public | (s.partners & (1 << seat)) != 0:
        return
    nearer = 0
    for k in range(1, r.players):
        other = after(s.declarer, k, r.players)
        if s.played[other, s.call_type] > 0 or (other == seat and s.hand[seat, s.call_type] > 0):
            want(d, s.call_type, nearer, 1)
            return
        if other != seat:
            nearer |= 1 << d.place[other]
