"""Hidden cards into places: the part of `redeal.py` that deals what `unseen.py` has listed.

Bound cards are dealt first, with a look at the room that the others need, all the rest as they come; then cards change
places until it is forgotten who was dealt first. That a deal fits is never left to chance and trying again.
"""

from .jit import jit
from .layout import UNKNOWN
from .unseen import draw, everywhere

MIXING = 8  # exchanges tried, for each card of which something is known


@jit
def give(d, k, place):
    """Card k of the list goes to this place."""
    d.lies[k] = place
    d.room[place] -= 1
    d.row[place, d.card[k]] += 1


@jit
def deal_hand(d, at, place):
    """Fill a place with random cards of the list from `at` on; returns the first card behind them."""
    while d.room[place] > 0:
        swap_cards(d, at, at + draw(d, d.cards - at))
        give(d, at, place)
        at += 1
    return at


@jit
def swap_cards(d, j, k):
    """Two cards that are not dealt yet and may lie anywhere change places in the list."""
    d.card[j], d.card[k] = d.card[k], d.card[j]


# ---------------------------------------------------------------- cards that are bound to some places


@jit
def deal_bound(d):
    """Deal the bound cards, those with the fewest places first, each slot as likely as another. A card goes nowhere
    where others would be left without room: the cards that must lie in a set of places are never more than its room
    (Hall's condition). False if they are from the start."""
    if not find_slack(d):
        return False
    for choices in range(1, d.places + 1):
        for k in range(d.bound):
            if number_of(d.may[k]) == choices:
                place = draw_place(d, d.may[k] & ~full_places(d, d.may[k]))
                give(d, k, place)
                take_slack(d, d.may[k], place)
    return True


@jit
def number_of(places):
    """How many places a set has."""
    number = 0
    while places > 0:
        places &= places - 1
        number += 1
    return number


@jit
def find_slack(d):
    """By set of places: its room less the cards that must lie in it. False if one is negative."""
    sets = 1 << d.places
    for w in range(sets):
        d.slack[w] = 0
    for k in range(d.bound):
        d.slack[d.may[k]] -= 1
    for place in range(d.places):
        for w in range(sets):
            if (w >> place) & 1:
                d.slack[w] += d.slack[w ^ (1 << place)]
    for w in range(sets):
        for place in range(d.places):
            if (w >> place) & 1:
                d.slack[w] += d.room[place]
        if d.slack[w] < 0:
            return False
    return True


@jit
def full_places(d, may):
    """The places in which a card that may lie in `may` would take room that others need."""
    full = 0
    for w in range(1, everywhere(d)):
        if d.slack[w] == 0 and may & ~w != 0:
            full |= w
    return full


@jit
def take_slack(d, may, place):
    """A card that might have lain in `may` has been given to this place."""
    for w in range(1, everywhere(d)):
        if (w >> place) & 1 and may & ~w != 0:
            d.slack[w] -= 1


@jit
def draw_place(d, places):
    """One of the places, by the room they have."""
    room = 0
    for place in range(d.places):
        if (places >> place) & 1:
            room += d.room[place]
    k = draw(d, room)
    for place in range(d.places):
        if (places >> place) & 1:
            k -= d.room[place]
            if k < 0:
                return place
    return UNKNOWN


# ---------------------------------------------------------------- cards that change places


@jit
def exchange(d, fixed):
    """Let cards change places at random where they may, two at a time or three in a ring: dealing the bound cards first
    has favoured some deals. One of them is a card of which something is known; the place `fixed` keeps its cards."""
    d.loose = 0
    for k in range(d.cards):
        if d.barred[d.card[k]] != 0 or d.first_want[d.card[k]] != UNKNOWN:
            d.at[d.loose] = k
            d.loose += 1
    for _ in range(MIXING * d.loose):
        number = draw(d, d.loose * d.cards * d.cards)
        one, number = d.at[number % d.loose], number // d.loose
        two, three = number // d.cards, number % d.cards
        here, there, beyond = d.lies[one], d.lies[two], d.lies[three]
        if here == there or here == fixed or there == fixed:
            continue
        if beyond == here or beyond == there:
            if may_move(d, one, there) and may_move(d, two, here) and d.card[one] != d.card[two]:
                move(d, one, there)
                move(d, two, here)
        elif beyond != fixed and may_move(d, one, there) and may_move(d, two, beyond) and may_move(d, three, here):
            if d.card[one] != d.card[two] and d.card[two] != d.card[three] and d.card[three] != d.card[one]:
                move(d, one, there)
                move(d, two, beyond)
                move(d, three, here)


@jit
def may_move(d, k, there):
    """Whether card k, which has been dealt, may lie there instead."""
    card, here = d.card[k], d.lies[k]
    if (d.barred[card] >> there) & 1:
        return False
    w = d.first_want[card]
    while w != UNKNOWN:
        places = d.want_places[w]
        if (places >> here) & 1 and not (places >> there) & 1 and copies_dealt(d, card, places) <= d.want_copies[w]:
            return False
        w = d.next_want[w]
    return True


@jit
def copies_dealt(d, card, places):
    """Copies of a card in a set of places."""
    copies = 0
    for place in range(d.places):
        if (places >> place) & 1:
            copies += d.row[place, card]
    return copies


@jit
def move(d, k, place):
    """Card k, which has been dealt, goes to this place instead."""
    d.row[d.lies[k], d.card[k]] -= 1
    d.row[place, d.card[k]] += 1
    d.lies[k] = place
