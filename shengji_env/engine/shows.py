"""What has been shown for trump: bids (亮主, rules 6) and raids (抄底, rules 7), one list in the order they came.

Show k is ``show_copies[k]`` cards of the type ``show_type[k]`` by ``show_seat[k]``, in a joker bid with the joker
``show_joker[k]`` beside them. The first ``s.bids`` shows are bids, the ``s.raids`` behind them raids; whoever wants to
go higher has the last of all to beat.
"""

import numpy as np

from .jit import jit
from .layout import BIG_JOKER, FIRST_JOKER, RANKS, SMALL_JOKER, UNKNOWN, Phase


@jit
def is_joker(card):
    """Whether a card type is one of the two jokers."""
    return card >= FIRST_JOKER


@jit
def joker_of_colour(card):
    """The joker beside a level card in a joker bid: the big one with the red suits, the small with the black."""
    suit = card // RANKS
    return BIG_JOKER if suit == 0 or suit == 2 else SMALL_JOKER


@jit
def joker_beside(r, card):
    """The joker that is shown beside copies of this card, UNKNOWN where none is."""
    return joker_of_colour(card) if r.bid_with_joker and not is_joker(card) else UNKNOWN


@jit
def last_show(s):
    """The number of the last raid, else of the last bid; UNKNOWN while nothing is shown."""
    return np.int64(s.bids) + s.raids - 1


@jit
def last_seat(s):
    """Who made the last raid, else the last bid; UNKNOWN while nothing is shown."""
    last = last_show(s)
    return np.int64(s.show_seat[last]) if last >= 0 else UNKNOWN


@jit
def last_card(s):
    """The card type of the last raid, else of the last bid; UNKNOWN while nothing is shown."""
    last = last_show(s)
    return np.int64(s.show_type[last]) if last >= 0 else UNKNOWN


@jit
def note_show(s, r, seat, card, copies):
    """A bid is made, or a raid in the phase of raids: public, and the cards stay in the hand."""
    k = last_show(s) + 1
    s.show_seat[k], s.show_type[k], s.show_copies[k] = seat, card, copies
    s.show_joker[k] = joker_beside(r, card)
    if s.phase == Phase.RAID:
        s.raids += 1
    else:
        s.bids += 1
    show_cards(s, seat, card, copies)
    if s.show_joker[k] != UNKNOWN:
        show_cards(s, seat, s.show_joker[k], 1)


@jit
def show_cards(s, seat, card, copies):
    """Everyone has seen that the seat holds so many copies of the card."""
    s.showing |= 1 << seat
    s.shown[seat, card] = max(s.shown[seat, card], copies)
