"""The declarer's partners (rules 7.5-7.8): 叫对家, 对家.

``s.partners`` holds who is on the declarer side beside him as the rules know it, ``s.public`` who everyone knows is.
"""

from .jit import jit
from .layout import TRUMP, UNKNOWN, Partner, Phase, Refusal
from .seats import after, same_side
from .shows import last_card


@jit
def calls(r):
    """Whether the declarer names a card after the last burying."""
    return r.partner == Partner.CALLED_TURN or r.partner == Partner.CALLED_CARD


@jit
def call_refusal(s, r, card, ordinal):
    """Why the declarer may not call the `ordinal`-th play of this card (no ordinal, 1, for a called card); the card may
    be anywhere, his hand too. A called turn is a plain card's."""
    if r.partner == Partner.CALLED_TURN and s.group[card] == TRUMP:
        return Refusal.TRUMP_CALL
    if ordinal < 1 or ordinal > (r.decks if r.partner == Partner.CALLED_TURN else 1):
        return Refusal.ORDINAL
    return Refusal.NONE


@jit
def note_call(s, r, card, ordinal):
    """The call is made. Called turn: plays of the card are counted from now on. Called card: the nearest player after
    the declarer who holds a copy is the partner; nobody: he plays alone."""
    s.call_type, s.call_ordinal, s.call_seen = card, ordinal, 0
    if r.partner == Partner.CALLED_CARD:
        s.partners = called_partner(s, r)


@jit
def called_partner(s, r):
    """Seat set: the nearest player after the declarer who holds the called card, or nobody."""
    for k in range(1, r.players):
        seat = after(s.declarer, k, r.players)
        if s.hand[seat, s.call_type] > 0:
            return 1 << seat
    return 0


@jit
def partner_card_holders(s, r):
    """Seat set: all but the declarer who hold the card that makes partners under "trump_cards": what the last raid or
    bid showed."""
    holders = 0
    for seat in range(r.players):
        if seat != s.declarer and s.hand[seat, last_card(s)] > 0:
            holders |= 1 << seat
    return holders


@jit
def set_partners(s, r):
    """When play starts: "fixed", the declarer's seat parity; "trump_cards", all others who hold a card of the type that
    the last bid or raid showed, private to them until they play one. Cards in the kitty make nobody a partner."""
    if r.partner == Partner.FIXED:
        for seat in range(r.players):
            if seat != s.declarer and same_side(seat, s.declarer):
                s.partners |= 1 << seat
        s.public = s.partners
    elif r.partner == Partner.TRUMP_CARDS and last_card(s) != UNKNOWN:
        s.partners |= partner_card_holders(s, r)


@jit
def note_play(s, r, seat, row):
    """A play may show a partner. Called turn: whoever plays the called card for the called time is the partner from
    that moment (two copies in one play count one after the other; the declarer himself: he plays alone, 独打). Called
    and trump cards: a partner who plays such a card is known."""
    if calls(r):
        before = s.call_seen
        s.call_seen += row[s.call_type]
    if r.partner == Partner.CALLED_TURN:
        if before < s.call_ordinal <= s.call_seen:
            if seat == s.declarer:
                s.solo = 1
            else:
                s.partners |= 1 << seat
                s.public |= 1 << seat
        return
    card = s.call_type if r.partner == Partner.CALLED_CARD else last_card(s)
    if (s.partners >> seat) & 1 and card != UNKNOWN and row[card] > 0:
        s.public |= 1 << seat


@jit
def known_sides(s, r, seat):
    """(declarer side, attackers) as seat sets, as far as the rules let this seat know. A called turn is open to
    everyone, the partner too, until it is played; a called or trump card's holder knows himself, and whoever is no
    partner knows that he is not."""
    if s.declarer == UNKNOWN:
        return 0, 0
    everyone = (1 << r.players) - 1
    side = (1 << s.declarer) | s.public
    if r.partner == Partner.FIXED:
        for other in range(r.players):
            if same_side(other, s.declarer):
                side |= 1 << other
        return side, everyone & ~side
    if r.partner != Partner.TRUMP_CARDS and (s.public != 0 or s.solo):
        return side, everyone & ~side  # there is one partner at most
    if r.partner == Partner.CALLED_TURN or s.phase < Phase.PLAY or seat == s.declarer:
        return side, 0
    if (s.partners >> seat) & 1 == 0:
        return side, 1 << seat
    side |= 1 << seat
    return side, (everyone & ~side) if r.partner == Partner.CALLED_CARD else 0
