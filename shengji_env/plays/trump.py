"""`Trump`: order, shapes, throws, following and winning for one trump, as questions in card texts (rules 1-5, 8.1).

No rule stands here: each question fills a STATE record of its own and asks the engine. So it works for every
preset, outside any game, and in several threads at once.
"""

import dataclasses
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from shengji_env import cards
from shengji_env.cards import Cards
from shengji_env.engine import calls
from shengji_env.engine.layout import NO_SUIT, PAIR, SINGLE, TRIPLE, TYPES, UNKNOWN, Refusal, new_states
from shengji_env.engine.notice import before_compiling
from shengji_env.errors import CardsError, IllegalPlay
from shengji_env.inputs.arguments import listed
from shengji_env.rules.rules import Rules, rules_array
from shengji_env.states.texts import copy_states

from .reasons import GROUP_NAMES, GROUPS, Reason, because, number, why_not_follow, why_not_lead, why_not_so_many


class Component(NamedTuple):
    """A part of a lead (rules 2.3)."""

    kind: str  # "single", "pair", "triple", "tractor", "airplane"
    length: int  # how many consecutive types: 1, of a tractor or airplane 2 or more
    cards: str  # in ascending type order


class Throw(NamedTuple):
    """What becomes of a throw 甩牌 (rules 3.1, 3.2)."""

    stands: bool
    led: str  # what is led in the end


_KINDS = {
    (SINGLE, False): "single",
    (PAIR, False): "pair",
    (PAIR, True): "tractor",
    (TRIPLE, False): "triple",
    (TRIPLE, True): "airplane",
}


@dataclasses.dataclass(frozen=True, init=False, repr=False)
class Trump:
    """The trump of a deal under some rules: `suit` "D" "C" "H" "S" or None (no trump 无主), `level` "2".."A".

    A value: it compares and hashes, never changes, and any number of threads may ask it.

    >>> t = Trump("five_player_two_deck", suit="H", level="7")
    >>> t.group("S7"), t.group("S8"), t.strength("SA")
    ('TRUMP', 'S', 11)
    >>> t.components("S6 S6 S8 S8 SA")
    [Component(kind='tractor', length=2, cards='S6 S6 S8 S8'), Component(kind='single', length=1, cards='SA')]
    """

    rules: Rules
    suit: str | None
    level: str
    _S: np.ndarray = dataclasses.field(compare=False)  # STATE[1] with this trump alone; read-only
    _R: np.ndarray = dataclasses.field(compare=False)  # RULES[1]

    def __init__(self, rules: Rules | str, suit: str | None, level: str) -> None:
        rules = Rules.of(rules)
        suit_index = NO_SUIT if suit is None else cards.suit_index(suit)
        level_index = cards.level_index(level)
        before_compiling()
        S, R = new_states(1), copy_states(rules_array(rules))
        calls.make_trump(S, 0, R, suit_index, level_index)
        S.flags.writeable = False
        self.__dict__.update(rules=rules, suit=suit, level=level, _S=S, _R=R)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.rules, self.suit, self.level)

    def __repr__(self) -> str:
        return f"Trump({str(self.rules)!r}, suit={self.suit!r}, level={self.level!r})"

    # ---------------------------------------------------------------- order (rules 1)

    def group(self, card: str) -> str:
        """The group 主牌/副牌花色 of a card: "TRUMP", or its suit.

        >>> Trump("five_player_two_deck", suit="H", level="5").group("D5")
        'TRUMP'
        """
        return GROUPS[self._S["group"][0, cards.card_type(card)]]

    def strength(self, card: str) -> int:
        """The strength of a card within its group; equal cards have equal strength.

        >>> t = Trump("five_player_two_deck", suit="H", level="5")
        >>> t.strength("D5") == t.strength("S5") < t.strength("H5") < t.strength("LJ")
        True
        """
        return int(self._S["strength"][0, cards.card_type(card)])

    def sort(self, text: Cards) -> str:
        """Cards as one holds them: plain suits first, then trumps, each from weak to strong.

        >>> Trump("five_player_two_deck", suit="H", level="5").sort("LJ H2 SA D5 S3 DK")
        'DK S3 SA H2 D5 LJ'
        """
        group, strength = self._S["group"][0], self._S["strength"][0]
        return cards.join(sorted(cards.types(text), key=lambda card: (group[card], strength[card], card)))

    # ---------------------------------------------------------------- leads (rules 2, 3)

    def components(self, lead: Cards) -> list[Component]:
        """A lead taken apart: dominant first, ties by ascending types. IllegalPlay if it is of two groups.

        >>> Trump("five_player_two_deck", suit="D", level="2").components("H9 HA H9")
        [Component(kind='pair', length=1, cards='H9 H9'), Component(kind='single', length=1, cards='HA')]
        """
        S = self._new_record()
        row, group = self._read_lead(S, lead)
        size = int(row.sum())
        kinds, lengths, tops = np.zeros((3, size), np.int8)
        rows = np.zeros((size, TYPES), np.int8)
        found = calls.list_components(S, 0, self._R, group, row, kinds, lengths, tops, rows)
        ranking = sorted(range(found), key=lambda k: (-kinds[k], -lengths[k], -tops[k], int(np.argmax(rows[k] > 0))))
        return [
            Component(_KINDS[int(kinds[k]), bool(lengths[k] > 1)], int(lengths[k]), cards.format(rows[k]))
            for k in ranking
        ]

    def check_throw(self, lead: Cards, other_hands: Iterable[Cards]) -> Throw:
        """Whether a lead stands against the other players' hands, and what is led in the end.

        >>> t = Trump("five_player_two_deck", suit="H", level="5")
        >>> t.check_throw("SK SK SA", ["S3 S4", "SA", "D2", "C2"])
        Throw(stands=True, led='SK SK SA')
        >>> t.check_throw("SQ SA", ["S3 SK"])
        Throw(stands=False, led='SQ')
        """
        S = self._new_record()
        row, group = self._read_lead(S, lead)
        hands = [self._parse(hand) for hand in listed(other_hands, "other_hands")]
        if len(hands) >= self.rules.players:
            raise IllegalPlay(f"{len(hands)} other hands: {self.rules.players} players have {self.rules.players - 1}")
        self._refuse_copies("lead and hands", row, *hands)
        for seat, hand in enumerate(hands, start=1):
            S["hand"][0, seat, :TYPES] = hand
        led = np.zeros(TYPES, np.int8)
        if calls.try_throw(S, 0, self._R, group, row, led) == 0:
            return Throw(True, cards.format(row))
        return Throw(False, cards.format(led))

    # ---------------------------------------------------------------- following (rules 4)

    def next_cards(self, lead: Cards, hand: Cards, picked: Cards = "") -> set[str]:
        """The cards a follower may pick next: those that some legal play contains beside the ones picked already.

        IllegalPlay if what is picked is not in the hand or part of no legal play.

        >>> t = Trump("five_player_two_deck", suit="H", level="5")
        >>> sorted(t.next_cards("D6 D6 D7 D7", "D3 D4 D8 DA DA S2"))
        ['D3', 'D4', 'D8', 'DA']
        >>> t.next_cards("D6 D6 D7 D7", "D3 D4 D8 DA DA S2", picked="D3 D4")
        {'DA'}
        """
        S, hand_row = self._follow(lead, hand)
        row = self._parse(picked)
        self._refuse_picks(S, hand_row, row)
        if row.sum() == S["lead_size"][0]:
            return set()
        found = set()
        for card in np.flatnonzero(hand_row > row):
            row[card] += 1
            if calls.may_end_legal(S, 0, hand_row, row):
                found.add(cards.card_text(int(card)))
            row[card] -= 1
        return found

    def explain_follow(self, lead: Cards, hand: Cards, play: Cards) -> Reason | None:
        """None if the hand may follow the lead with this play, else why not.

        >>> t = Trump("five_player_two_deck", suit="H", level="5")
        >>> print(t.explain_follow("D6 D6", "D3 D4 D9 D9", "D3 D4"))
        the lead asks for a pair and you hold D9 D9 (follow.pairs)
        >>> t.explain_follow("D6 D6", "D3 D4 D9 D9", "D9 D9") is None
        True
        """
        S, hand_row = self._follow(lead, hand)
        row = self._parse(play)
        return why_not_follow(S, calls.play_refusal(S, 0, row), hand_row, row)

    # ---------------------------------------------------------------- winning (rules 5, 8.1)

    def winner(self, plays: Iterable[Cards]) -> int:
        """The index of the winning play; plays in order of play, the lead first.

        >>> Trump("five_player_two_deck", suit="H", level="5").winner(["DA DA", "D9 D9", "H2 H2", "D3 LJ", "H3 H4"])
        2
        """
        texts = listed(plays, "plays")
        if not 1 <= len(texts) <= self.rules.players:
            raise IllegalPlay(f"{number(len(texts), 'play')}: a trick has 1..{self.rules.players}")
        S = self._new_record()
        lead, _ = self._read_lead(S, texts[0])
        rows = [lead, *(self._parse(play) for play in texts[1:])]
        self._refuse_copies("plays", *rows)
        for text, row in zip(texts, rows, strict=True):
            self._refuse_size(lead, text, row)
        calls.set_lead(S, 0, self._R, lead)
        best = 0
        for index, row in enumerate(rows[1:], start=1):
            best = calls.contest(S, 0, index, row)
        return int(best)

    def kitty_multiplier(self, lead: Cards, winning_play: Cards) -> int:
        """What an attacker who wins the last trick multiplies the kitty's points by: the last trick's lead, as really
        led, and its winning play (`kitty_shape` says which of them counts).

        >>> t = Trump("five_player_two_deck", suit="H", level="5")
        >>> t.kitty_multiplier("DA", "DA"), t.kitty_multiplier("D6 D6 D7 D7", "H2 H2 H3 H3")
        (2, 16)
        """
        S = self._new_record()
        lead_row, _ = self._read_lead(S, lead)
        row, _ = self._read_lead(S, winning_play)
        self._refuse_size(lead_row, winning_play, row)
        return int(calls.kitty_multiplier(S, 0, self._R, lead_row, row))

    # ---------------------------------------------------------------- reading

    def _new_record(self) -> np.ndarray:
        """STATE[1] for one question, with this trump and no cards."""
        return copy_states(self._S)

    def _parse(self, text: Cards) -> np.ndarray:
        """Counts by type, int8[54]; CardsError for unreadable cards and more copies than the packs have."""
        return cards.parse(text, self.rules.decks)

    def _read_lead(self, S: np.ndarray, lead: Cards) -> tuple[np.ndarray, int]:
        """A lead's counts and its group; IllegalPlay if it has none."""
        row = self._parse(lead)
        group = int(calls.one_group(S, 0, row))
        if group == UNKNOWN:
            refusal = Refusal.TWO_GROUPS if row.any() else Refusal.COUNT
            reason = why_not_lead(refusal, row, row, S["group"][0])
            assert reason is not None
            self._refuse(f"cannot lead {cards.format(row) or 'nothing'}", reason)
        return row, group

    def _follow(self, lead: Cards, hand: Cards) -> tuple[np.ndarray, np.ndarray]:
        """(a record with a lead and the hand that follows it, the counts of the hand)."""
        S = self._new_record()
        row, _ = self._read_lead(S, lead)
        hand_row = self._parse(hand)
        self._refuse_copies("lead and hand", row, hand_row)
        if hand_row.sum() < row.sum():
            short = because("follow.count", "follow.hand", led=number(int(row.sum())), held=hand_row.sum())
            self._refuse(f"cannot follow {cards.format(row)}", short)
        calls.set_lead(S, 0, self._R, row)
        calls.set_follower(S, 0, self._R, hand_row)
        return S, hand_row

    def _refuse_picks(self, S: np.ndarray, hand: np.ndarray, row: np.ndarray) -> None:
        """IllegalPlay if the picks are not held or can no longer become a legal play."""
        tried = f"cannot have picked {cards.format(row)}"
        if (row > hand).any():
            reason = why_not_follow(S, Refusal.NOT_HELD, hand, row)
            assert reason is not None
            self._refuse(tried, reason)
        if not calls.may_end_legal(S, 0, hand, row):
            self._refuse(tried, because("follow.picked", group=GROUP_NAMES[int(S["lead_group"][0])]))

    def _refuse_size(self, lead: np.ndarray, text: Cards, row: np.ndarray) -> None:
        """IllegalPlay if a play has not as many cards as the lead."""
        if row.sum() != lead.sum():
            reason = why_not_so_many(int(lead.sum()), int(row.sum()))
            self._refuse(f"cannot follow {cards.format(lead)} with {cards.sort(text)}", reason)

    def _refuse_copies(self, what: str, *rows: np.ndarray) -> None:
        """CardsError if one table would show more copies of a card than the packs have."""
        counts: np.ndarray = np.sum(np.array(rows, np.int16), axis=0)
        if (counts > self.rules.decks).any():
            over = ", ".join(
                f"{counts[card]} {cards.card_text(int(card))}" for card in np.flatnonzero(counts > self.rules.decks)
            )
            raise CardsError(f"{what} together have {over}: {number(self.rules.decks, 'pack')} of cards")

    def _refuse(self, tried: str, reason: Reason) -> None:
        suit = "no trump" if self.suit is None else f"trump {self.suit}"
        raise IllegalPlay(f"{tried}: {reason.text}; {suit}, level {self.level}", rule=reason.rule)


def trump_of(record: Any, rules: Rules) -> Trump | None:
    """The trump of a STATE record; None before the end of the bids."""
    suit = int(record["trump_suit"])
    if suit == UNKNOWN:
        return None
    level = cards.level_text(int(record["trump_level"]))
    return Trump(rules, None if suit == NO_SUIT else cards.suit_text(suit), level)
