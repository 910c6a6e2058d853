"""The declarer's partner (rules 7): 叫对家."""

from .jit import jit
from .layout import TRUMP, UNKNOWN, Partner, Refusal


@jit
def call_refusal(s, r, card, ordinal):
    """Why the declarer may not call the `ordinal`-th play of this card; the card may be anywhere, his hand too."""
    if s.group[card] == TRUMP:
        return Refusal.TRUMP_CALL
    if ordinal < 1 or ordinal > r.decks:
        return Refusal.ORDINAL
    return Refusal.NONE


@jit
def note_call(s, card, ordinal):
    """The call is made; copies played are counted from now on."""
    s.call_type, s.call_ordinal, s.call_seen = card, ordinal, 0


@jit
def note_play(s, r, seat, row):
    """Whoever plays the called card for the called time is the partner from that moment, in public; two copies in one
    play count one after the other. The declarer himself: he plays alone (独打)."""
    if r.partner != Partner.CALLED_TURN or row[s.call_type] == 0:
        return
    before = s.call_seen
    s.call_seen += row[s.call_type]
    if before < s.call_ordinal <= s.call_seen:
        if seat == s.declarer:
            s.solo = 1
        else:
            s.partners |= 1 << seat
            s.public |= 1 << seat


@jit
def knows_partner(s, r, seat):
    """Whether the seat knows both sides: a called turn is open to nobody until it is played, not even to the partner;
    fixed sides are known to all."""
    if s.declarer == UNKNOWN:
        return False
    if r.partner == Partner.FIXED:
        return True
    return s.public != 0 or s.solo != 0
