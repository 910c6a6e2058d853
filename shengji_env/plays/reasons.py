"""Why something is not legal here, in words, with the id of the rule that says so.

The engine answers with a `Refusal`; this page has the sentence and the id for each, all of them in one table. Ids are
short and stable, so that tests and bug reports can name them.
"""

from typing import NamedTuple

import numpy as np

from shengji_env import cards
from shengji_env.engine import calls
from shengji_env.engine.layout import ONE, PAIR, RIOT, TRUMP, TYPES, Phase, Refusal

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


# By the id of the rule, "*" standing for the name of the phase; a few that share an id have names of their own.
SENTENCES = {
    "game.over": "the episode is over",
    "turn": "it is not the turn of seat {seat}",
    "cards.held": "{cards} {are} not in the hand",
    "picks": "{picked} is picked already, and must be among the cards",
    # bids and raids
    "*.cards": "copies of one card are shown, in a joker bid with their joker",
    "*.held": "the cards are not in the hand",
    "*.level": "cards of this level may not be shown now",
    "*.jokers": "jokers bid only as a pair of equal ones, and only where the rules allow it",
    "*.copies": "a bid does not show so many copies",
    "*.own": "nobody overbids himself; the bidder may only add copies of the card he has shown",
    "*.higher": "it is not higher than the last bid{last}",
    "*.closed": "the last bid is final{last}",
    "*.joker": "the joker of the level card's colour is shown with it, and is not in the hand",
    "*.side": "while cards are dealt only the declarer side may bid",
    # words and numbers
    "*.number": "{card} waits for its number",
    "number.nothing": "no card waits for a number",
    "number.other": "{card} does not go with this number here",
    "*.riot": "nobody is asked for a riot here",
    "riot.choice": "the choice is riot or pass",
    "bury.pass": "nobody may pass here: as many cards as were taken must be buried",
    "call.pass": "nobody may pass here: a card must be called",
    "pass.lead": "nobody may pass here: a lead has at least one card",
    "pass.follow": "nobody may pass here: a follower plays as many cards as were led",
    # burying and calling
    "bury.count": "{size} must be buried, and these are {given}",
    "call.card": "a card is called",
    "call.trump": "a trump cannot be called",
    "call.ordinal": "a card is played at most {times}; which play counts is said with it where several can",
    # leading and following
    "lead.count": "a lead has at least one card",
    "lead.group": "a lead is cards of one group, and these are {groups}",
    "follow.count": "{led} led, {played} played",
    "follow.hand": "{led} led, and the hand has {held}",
    "follow.group": "{group} were led, {how_many} must be played, and you keep {kept}",
    "follow.shape": "the lead asks for {owed}{alternative}",
    "follow.picked": "no legal play contains it ({group} were led)",
}


def because(rule: str, sentence: str = "", **told: object) -> Reason:
    """The reason with this rule's id, in its sentence or in another one by name.

    >>> print(because("bury.count", size=number(8), given=7))
    8 cards must be buried, and these are 7 (bury.count)
    """
    found = SENTENCES.get(sentence or rule) or SENTENCES["*." + rule.partition(".")[2]]
    return Reason(rule, found.format(**told))


def not_held(hand: np.ndarray, row: np.ndarray) -> Reason:
    """Cards of `row` that the hand has not, or not so often."""
    short = cards.format(np.maximum(row[:TYPES] - hand[:TYPES], 0))
    return because("cards.held", cards=short, are="are" if " " in short else "is")


# ---------------------------------------------------------------- leading and following


def why_not_lead(refusal: int, hand: np.ndarray, row: np.ndarray, group: np.ndarray) -> Reason | None:
    """What `verify.lead_refusal` has found. group: int8[54+], the group of each type."""
    if refusal == Refusal.NONE:
        return None
    if refusal == Refusal.NOT_HELD:
        return not_held(hand, row)
    if refusal == Refusal.COUNT:
        return because("lead.count")
    groups = sorted({int(group[card]) for card in np.flatnonzero(row[:TYPES])})
    return because("lead.group", groups=" and ".join(GROUP_NAMES[g] for g in groups))


def why_not_follow(S: np.ndarray, refusal: int, hand: np.ndarray, row: np.ndarray) -> Reason | None:
    """What `verify.follow_refusal` has found about the play `row` of the actor of S[0], who holds `hand`."""
    if refusal == Refusal.NONE:
        return None
    if refusal == Refusal.NOT_HELD:
        return not_held(hand, row)
    size = int(S["lead_size"][0])
    if refusal == Refusal.COUNT:
        return why_not_so_many(size, int(row.sum()))
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
    return because("follow.group", group=GROUP_NAMES[lead_group], how_many=how_many, kept=kept)


def why_not_so_many(led: int, played: int) -> Reason:
    """A follower's cards are not as many as were led."""
    return because("follow.count", led=number(led), played=number(played))


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
    kind, length = (int(x) for x in calls.first_missing_run(S, 0, row))
    instead = np.zeros(TYPES, np.int8)
    calls.cards_of_run(S, 0, row, kind, length, instead)
    owed = shape_name(kind, length)
    article = "another" if (row >= kind).any() and length == 1 else "an" if owed[0] == "a" else "a"
    alternative = f" and you hold {cards.format(instead)}" if instead.any() else ""
    rule = f"follow.{_SHAPES[kind, length > 1]}"
    return because(rule, "follow.shape", owed=f"{article} {owed}", alternative=alternative)


# ---------------------------------------------------------------- bids, raids, calls

_SHOWING = {
    Refusal.NOT_HELD: "held",
    Refusal.LEVEL: "level",
    Refusal.JOKERS: "jokers",
    Refusal.COPIES: "copies",
    Refusal.OWN_BID: "own",
    Refusal.NOT_HIGHER: "higher",
    Refusal.CLOSED: "closed",
    Refusal.JOKER_MISSING: "joker",
    Refusal.SIDE: "side",
}


def why_not_shown(phase: str, refusal: int, last: str = "") -> Reason | None:
    """What the verifier has found about a bid or raid; `last` is the last one made."""
    if refusal == Refusal.NONE:
        return None
    return because(f"{phase}.{_SHOWING[Refusal(refusal)]}", last=last and f", {last}")


def why_not_called(refusal: int, decks: int) -> Reason | None:
    """What `partner.call_refusal` has found about a call."""
    if refusal == Refusal.NONE:
        return None
    return because("call.trump") if refusal == Refusal.TRUMP_CALL else too_often(decks)


def too_often(decks: int) -> Reason:
    """No play of the called card has this number."""
    return because("call.ordinal", times=number(decks, "time"))


def why_not_word(phase: Phase, token: int, waiting: str, leads: bool) -> Reason:
    """Why PASS, RIOT or a number is refused; waiting: the card that waits for its number, or ""."""
    name = phase.name.lower()
    if ONE <= token < RIOT:
        if not waiting:
            return because(f"{name}.number", "number.nothing")
        return because(f"{name}.number", "number.other", card=waiting)
    if token == RIOT:
        return because(f"{name}.riot")
    if waiting:
        return because(f"{name}.number", card=waiting)
    if phase == Phase.PLAY:
        return because("play.pass", "pass.lead" if leads else "pass.follow")
    return because(f"{name}.pass")


assert len(GROUPS) == TRUMP + 1
