"""Dealing anew what a seat cannot see (`BatchGame.redeal_unseen`), for bots that search in games they see a part of.

`unseen.py` lists the hidden cards with the places where each may lie, `placing.py` deals them to these, `burials.py`
finds a way of the kitty that fits. The deal stands on what the seat knows alone, never on the deal that was, so nothing
of that leaks. Every deal that fits can come up, all equally likely where nothing is known, and very nearly so with
voids and shown cards. Whoever has been asked for a bid, a raid or a riot, which everyone sees, has one to make.

What is not inferred: from passes, from the shapes somebody followed with, from throws that stood or failed, and from
who declared by a turned card of the kitty.
"""

from .ask import clear_picks
from .auction import FLIP_FROM
from .burials import draw_history, write_history
from .follow import set_duty
from .jit import jit
from .layout import TYPES, UNKNOWN, Partner, Phase, Refusal
from .observe import show_decision
from .order import points_of
from .partner import called_partner, partner_card_holders
from .placing import deal_bound, deal_hand, exchange, give, swap_cards
from .rng import REDEAL, stream
from .shows import joker_beside, last_card
from .tokens import update_mask
from .unseen import draw, list_unseen
from .verify import is_asked, show_refusal

TRIES = 8  # of a deal; a second one may be needed where the kitty went through many hands
ASKING = 64  # hands dealt to who has been asked for a bid, raid or riot, until one has it


@jit
def redeal_row(S, i, R, seat, number, D, order, observation, mask, actor):
    """Redeal game i for `seat` and write the row's arrays anew; arguments and answer as of `redeal`."""
    dealt = redeal(S, i, R, seat, number, D)
    actor[i] = S[i].actor
    show_decision(S, i, R, order, observation[i], mask[i])
    return dealt


@jit
def redeal(S, i, R, seat, number, D):
    """Deal anew all that `seat` cannot see in game i, which is not over; number: uint64, which decides the deal; D is
    `new_dealing`'s. What follows from the hands is found again; another's picks under way are none, as if he had just
    been asked; later shuffles are others. False if the cards stayed, because no deal in TRIES fitted a kitty that went
    through many hands."""
    s = S[i]
    r = R[s.rule]
    d = D[0]
    d.random = stream(number, 0, REDEAL)
    s.seed = stream(number, 1, REDEAL)
    if s.actor != seat:
        clear_picks(s)
        d.kept[:] = s.hand[s.actor]
    dealt = False
    for _ in range(TRIES):
        list_unseen(s, r, seat, d)
        if deal_unseen(s, r, seat, d) and draw_history(s, r, seat, d):
            dealt = True
            break
    if dealt:
        write_places(s, r, seat, d)
        write_partners(s, r)
    elif s.actor != seat:
        s.hand[s.actor] = d.kept
    if s.actor != seat:
        if s.phase == Phase.PLAY and s.plays > 0:
            set_duty(s, r, s.hand[s.actor])
        update_mask(s, r)
    return dealt


# ---------------------------------------------------------------- dealing


@jit
def deal_unseen(s, r, seat, d):
    """Deal the listed cards: first those that are bound, then the hand of who is asked, then all others. False if the
    bound ones find no room, or leave nothing to be asked for."""
    if d.bound > 0 and not deal_bound(d):
        return False
    at = d.bound
    asked = s.actor != seat and (s.phase == Phase.BID or s.phase == Phase.RIOT or s.phase == Phase.RAID)
    if asked:
        at = deal_asked(s, r, d, at, d.place[s.actor])
        if at == UNKNOWN:
            return False
    for place in range(d.places):
        at = deal_hand(d, at, place)
    if d.bound > 0:
        exchange(d, d.place[s.actor] if asked else UNKNOWN)
    return True


# ---------------------------------------------------------------- who has been asked


@jit
def deal_asked(s, r, d, at, place):
    """Deal to the seat that has been asked, which everyone sees, a hand with which it is: one of ASKING random ones,
    or else one made so. Returns the first card behind them, or UNKNOWN if there is no such hand."""
    room = d.room[place]
    for _ in range(ASKING):
        end = deal_hand(d, at, place)
        s.hand[s.actor] = d.row[place]
        if is_asked(s, r):
            return end
        for k in range(at, end):
            d.row[place, d.card[k]] -= 1
        d.room[place] = room
    if s.phase == Phase.RIOT:
        at = give_poorest(d, at, place)
    else:
        at = give_show(s, r, d, at, place)
    at = deal_hand(d, at, place)
    s.hand[s.actor] = d.row[place]
    return at if is_asked(s, r) else UNKNOWN


@jit
def give_poorest(d, at, place):
    """A hand with no more points than it must have."""
    for k in range(at, d.cards):
        swap_cards(d, k, k + draw(d, d.cards - k))
    for points in (0, 5, 10):
        for k in range(at, d.cards):
            if d.room[place] > 0 and points_of(d.card[k]) == points:
                swap_cards(d, at, k)
                give(d, at, place)
                at += 1
    return at


@jit
def give_show(s, r, d, at, place):
    """The cards of some bid or raid that is legal now, any one as likely as another."""
    found, best, best_copies = 0, UNKNOWN, 0
    for card in range(TYPES):
        for copies in range(1, 4):
            if may_be_shown(s, r, d, at, place, card, copies):
                found += 1
                if draw(d, found) == 0:
                    best, best_copies = card, copies
    if best == UNKNOWN:
        return at
    at = give_copies(d, at, place, best, best_copies)
    joker = joker_beside(r, best)
    return at if joker == UNKNOWN else give_copies(d, at, place, joker, 1)


@jit
def may_be_shown(s, r, d, at, place, card, copies):
    """Whether the actor can be given what he lacks for this bid or raid, and it is legal then."""
    joker = joker_beside(r, card)
    lacks = max(copies - d.row[place, card], 0)
    lacks_joker = joker != UNKNOWN and d.row[place, joker] == 0
    if lacks + lacks_joker > d.room[place] or lacks > copies_left(d, at, card):
        return False
    if lacks_joker and copies_left(d, at, joker) == 0:
        return False
    s.hand[s.actor] = d.row[place]
    s.hand[s.actor, card] += lacks
    if lacks_joker:
        s.hand[s.actor, joker] = 1
    return show_refusal(s, r, card, copies) == Refusal.NONE


@jit
def copies_left(d, at, card):
    """Copies of a card in the list from `at` on."""
    copies = 0
    for k in range(at, d.cards):
        copies += d.card[k] == card
    return copies


@jit
def give_copies(d, at, place, card, copies):
    """Give the place what it lacks of so many copies."""
    for k in range(at, d.cards):
        if d.row[place, card] < copies and d.card[k] == card:
            swap_cards(d, at, k)
            give(d, at, place)
            at += 1
    return at


# ---------------------------------------------------------------- into the state


@jit
def write_places(s, r, seat, d):
    """Hands, stock, kitty and its history as dealt."""
    for place in range(d.places):
        if d.seat[place] != UNKNOWN:
            s.hand[d.seat[place]] = d.row[place]
    for k in range(s.drawn if not s.closing else TYPES * r.decks):
        s.stock[k] = 0  # what has been dealt from it
    if d.stages > 0:
        write_history(s, seat, d)
    elif d.rest != UNKNOWN:
        write_rest(s, d)


@jit
def write_rest(s, d):
    """The stock, or the kitty as it was dealt: in any order, but for cards turned up, which lie where they did."""
    row = d.row[d.rest]
    if not s.closing:
        write_shuffled(d, row, s.stock, s.drawn)
        return
    for j in range(s.flips):
        row[s.flipped[j]] -= 1
    end = write_shuffled(d, row, s.kitty, 0)
    for j in range(s.flips):  # what lies where one was turned up goes to the end
        s.kitty[end + j] = s.kitty[FLIP_FROM + j]
        s.kitty[FLIP_FROM + j] = s.flipped[j]


@jit
def write_shuffled(d, row, cards, start):
    """Write a card row as a list from `start` on, in random order; returns its end."""
    end = start
    for card in range(TYPES):
        for _ in range(row[card]):
            k = start + draw(d, end - start + 1)
            cards[end] = cards[k]
            cards[k] = card
            end += 1
    return end


@jit
def write_partners(s, r):
    """The partners that hang on hands, as they are now."""
    if s.phase != Phase.PLAY:
        return
    if r.partner == Partner.TRUMP_CARDS and last_card(s) != UNKNOWN:
        s.partners = s.public | partner_card_holders(s, r)
    elif r.partner == Partner.CALLED_CARD and s.public == 0:
        s.partners = called_partner(s, r)
