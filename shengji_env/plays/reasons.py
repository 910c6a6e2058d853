"""Why something is not legal here, in words, with the id of the rule that says so.

The engine answers with a `Refusal`; this page has the sentence and the id for each. Ids are short and
stable, so that tests and bug reports can name them.
"""

from typing import NamedTuple

import numpy as np

from shengji_env import cards
from shengji_env.engine import verify
from shengji_env.engine.layout import PAIR, TRUMP, TYPES, Refusal

GROUPS = ("D", "C", "H", "S", "TRUMP")  # text by group number
GROUP_NAMES = ("diamonds", "clubs", "hearts", "spades", "trumps")


class Reason(NamedTuple):
    """Why a play is refused.

    >>> print(Reason("follow.group", "hearts were led and you hold H9"))
    hearts were led and you hold H9 (follow.group)
    """

    rule: str  # the id of the rule
    text: str

    def __str__(self) -> str:
        return f"{self.text} ({self.rule})"


def number(size: int, what: str = "card") -> str:
    """A number of things.

    >>> number(1), number(2), number(1, "pair")
    ('1 card', '2 cards', '1 pair')
    """
    return f"{size} {what}" if size == 1 else f"{size} {what}s"


def not_held(hand: np.ndarray, row: np.ndarray) -> Reason:
    """Cards of `row` that the hand has not, or not so often."""
    short = cards.format(np.maximum(row[:TYPES] - hand[:TYPES], 0))
    return Reason("cards.held", f"{short} is not in the hand" if " " not in short else f"{short} are not in the hand")


# ---------------------------------------------------------------- leading and following


def why_not_lead(refusal: int, hand: np.ndarray, row: np.ndarray, group: np.ndarray) -> Reason | None:
    """What `verify.lead_refusal` has found. group: int8[54+], the group of each type."""
    if refusal == Refusal.NONE:
        return None
    if refusal == Refusal.NOT_HELD:
        return not_held(hand, row)
    if refusal == Refusal.COUNT:
        return Reason("lead.count", "a lead has at least one card")
    groups = sorted({int(group[card]) for card in np.flatnonzero(row[:TYPES])})
    names = " and ".join(GROUP_NAMES[g] for g in groups)
    return Reason("lead.group", f"a lead is cards of one group, and these are {names}")


def why_not_follow(S: np.ndarray, refusal: int, hand: np.ndarray, row: np.ndarray) -> Reason | None:
    """What `verify.follow_refusal` has found about the play `row` of the actor of S[0], who holds `hand`."""
    if refusal == Refusal.NONE:
        return None
    if refusal == Refusal.NOT_HELD:
        return not_held(hand, row)
    size = int(S["lead_size"][0])
    if refusal == Refusal.COUNT:
        return Reason("follow.count", f"{number(size)} led, {number(int(row.sum()))} played")
    if refusal == Refusal.GROUP:
        return _group_owed(S, size, hand, row)
    return _shape_owed(S, row)


def why_not_picked(S: np.ndarray, hand: np.ndarray, row: np.ndarray) -> Reason:
    """Why no legal follow of the actor of S[0], who holds `hand`, contains the cards `row` of it."""
    size = int(S["lead_size"][0])
    inside = S["group"][0][:TYPES] == int(S["lead_group"][0])
    owed = min(int(hand[:TYPES][inside].sum()), size)
    if row[:TYPES][~inside].sum() > size - owed:
        return _group_owed(S, size, hand, row)
    return _shape_owed(S, row)


def _group_owed(S: np.ndarray, size: int, hand: np.ndarray, row: np.ndarray) -> Reason:
    """Cards of the lead's group are held back."""
    lead_group = int(S["lead_group"][0])
    inside = S["group"][0][:TYPES] == lead_group
    kept = cards.format(np.where(inside, hand[:TYPES] - row[:TYPES], 0))
    held = int(hand[:TYPES][inside].sum())
    how_many = "all of them" if held <= size else f"{size} of them"
    text = f"{GROUP_NAMES[lead_group]} were led, {how_many} must be played, and you keep {kept}"
    return Reason("follow.group", text)


_SHAPES = {(2, False): "pairs", (2, True): "tractor", (3, False): "triples", (3, True): "airplane"}


def shape_name(kind: int, length: int) -> str:
    """The name of a run of pairs or triples.

    >>> shape_name(2, 1), shape_name(2, 3), shape_name(3, 2)
    ('pair', 'tractor of 3 pairs', 'airplane of 2 triples')
    """
    if length == 1:
        return "pair" if kind == PAIR else "triple"
    return f"tractor of {length} pairs" if kind == PAIR else f"airplane of {length} triples"


def _shape_owed(S: np.ndarray, row: np.ndarray) -> Reason:
    """A run is owed that the play does not hold; a run of the hand that would do is named."""
    kind, length = (int(x) for x in verify.first_missing_run(S, 0, row))
    instead = np.zeros(TYPES, np.int8)
    verify.cards_of_run(S, 0, row, kind, length, instead)
    owed = shape_name(kind, length)
    article = "another" if (row >= kind).any() and length == 1 else "an" if owed[0] == "a" else "a"
    alternative = f" and you hold {cards.format(instead)}" if instead.any() else ""
    return Reason(f"follow.{_SHAPES[kind, length > 1]}", f"the lead asks for {article} {owed}{alternative}")


# ---------------------------------------------------------------- bids, raids, calls

_SHOWING = {
    Refusal.NOT_HELD: ("held", "the cards are not in the hand"),
    Refusal.NO_BID_CARD: ("card", "a bid shows level cards or jokers"),
    Refusal.LEVEL: ("level", "cards of this level may not be shown now"),
    Refusal.JOKERS: ("jokers", "jokers bid only as a pair of equal ones, and only where the rules allow it"),
    Refusal.COPIES: ("copies", "a bid does not show so many copies"),
    Refusal.OWN_BID: ("own", "nobody overbids himself; the bidder may only add copies of the card he has shown"),
    Refusal.NOT_HIGHER: ("higher", "it is not higher than the last bid"),
    Refusal.CLOSED: ("closed", "the last bid is final"),
    Refusal.JOKER_MISSING: ("joker", "the joker of the level card's colour is shown with it, and is not in the hand"),
    Refusal.SIDE: ("side", "while cards are dealt only the declarer side may bid"),
}


def why_not_shown(phase: str, refusal: int, last: str = "") -> Reason | None:
    """What `bid.refusal` has found about a bid or raid; `last` is the last one made."""
    if refusal == Refusal.NONE:
        return None
    rule, text = _SHOWING[Refusal(refusal)]
    if last and refusal in (Refusal.NOT_HIGHER, Refusal.CLOSED):
        text += f", {last}"
    return Reason(f"{phase}.{rule}", text)


def why_not_called(refusal: int, decks: int) -> Reason | None:
    """What `partner.call_refusal` has found about a call."""
    if refusal == Refusal.NONE:
        return None
    if refusal == Refusal.TRUMP_CALL:
        return Reason("call.trump", "a trump cannot be called")
    return Reason("call.ordinal", f"a card is played at most {number(decks, 'time')}")


assert len(GROUPS) == TRUMP + 1
