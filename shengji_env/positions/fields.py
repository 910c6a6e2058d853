"""The fields of a position, read one by one from JSON into typed values; every defect is noted, none ends the reading.

What can be told from the fields alone is checked here: names, kinds, ranges, cards. What only the engine can tell
(legal bids, tricks) is `position_read`'s part.
"""

import difflib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from shengji_env import cards
from shengji_env.engine.layout import FIRST_JOKER, MAX_BIDS, MAX_BURIALS, MAX_RAIDS, NO_SUIT, UNKNOWN, Phase
from shengji_env.errors import ShengjiError
from shengji_env.rules.rules import Rules
from shengji_env.states.texts import EPISODES, PHASES

KEYS = (
    "rules", "episode", "seed", "shuffles", "deals", "levels", "first", "after_riot", "last_winners", "swing",
    "first_drawer", "redeals", "phase", "actor", "picked", "hands", "stock", "kitty", "kitty_history", "flipped",
    "bids", "raids", "closing", "declarer", "trump", "to_ask", "call", "partners", "points", "penalties", "tricks",
    "result",
)  # fmt: skip


@dataclass
class Shown:
    """A bid or raid."""

    seat: int
    card: int  # the level card's type, or a joker's
    copies: int
    joker: int  # shown beside level cards, or UNKNOWN
    text: str


@dataclass
class Laid:
    """An entry of kitty_history."""

    seat: int
    taken: list[int]
    laid: list[int]  # empty while the kitty is in hand


@dataclass
class Played:
    """A trick as given; what may be left out is None."""

    leader: int | None
    plays: list[str]
    failed_throw: str
    winner: int | None


@dataclass
class Draft:
    """A position as given. None: left out."""

    rules: Rules
    episode: int = 0
    seed: int = 0
    shuffles: int = 0
    deals: int = 0
    levels: np.ndarray | None = None  # int8[MAX_SEATS]
    first: bool | None = None
    after_riot: bool = False
    last_winners: list[int] = field(default_factory=list)
    swing: bool = False
    first_drawer: int | None = None
    redeals: int = 0
    phase: Phase = Phase.PLAY
    actor: int | None = None
    picked: str = ""
    hands: list[list[int]] | None = None
    stock: list[int] = field(default_factory=list)
    kitty: list[int] = field(default_factory=list)
    kitty_history: list[Laid] = field(default_factory=list)
    flipped: list[int] = field(default_factory=list)
    bids: list[Shown] = field(default_factory=list)
    raids: list[Shown] = field(default_factory=list)
    closing: bool | None = None
    declarer: int | None = None
    trump: tuple[int, int] | None = None  # suit or NO_SUIT, level
    to_ask: int | None = None
    call: tuple[int, int, int | None] | None = None  # type, ordinal (0: none is called), seen
    partners: list[int] | None = None
    points: list[int] | None = None
    penalties: list[int] | None = None
    tricks: list[Played] = field(default_factory=list)
    result: Mapping[str, Any] | None = None


class Fields:
    """Reads the fields of one position and collects what is wrong with them."""

    def __init__(self, values: Mapping[str, Any], defects: list[str]) -> None:
        self.values = values
        self.defects = defects
        self.players = 0

    def read(self) -> Draft | None:
        """The whole position; None if not even its rules can be read."""
        self._names()
        try:
            draft = Draft(Rules.of(self.values.get("rules") or "five_player_two_deck"))
        except ShengjiError as error:
            self.defects.append(f"rules: {error}")
            return None
        self.players = draft.rules.players
        self._match(draft)
        self._decision(draft)
        self._cards(draft)
        self._bids(draft)
        self._play(draft)
        return draft

    def _names(self) -> None:
        for name in self.values:
            if name not in KEYS:
                close = difflib.get_close_matches(str(name), KEYS, n=1)
                self._wrong(str(name), "no such key" + (f", perhaps {close[0]}" if close else ""))

    # ---------------------------------------------------------------- parts

    def _match(self, draft: Draft) -> None:
        draft.episode = EPISODES.index(self._word("episode", EPISODES) or EPISODES[0])
        draft.seed = self._number("seed", 0, 2**64 - 1) or 0
        draft.shuffles = self._number("shuffles", 0, 2**31 - 2) or 0
        draft.deals = self._number("deals", 0, 2**31 - 2) or 0
        draft.redeals = self._number("redeals", 0, 2**31 - 2) or 0
        draft.first = self._flag("first")
        draft.after_riot = bool(self._flag("after_riot"))
        draft.swing = bool(self._flag("swing"))
        draft.last_winners = self._seats("last_winners") or []
        draft.first_drawer = self._seat("first_drawer")
        if self._given("levels"):
            try:
                draft.levels = draft.rules.read_levels(self.values["levels"])
            except (ShengjiError, TypeError) as error:
                self._wrong("levels", str(error))

    def _decision(self, draft: Draft) -> None:
        phase = self._word("phase", PHASES)
        if phase is None and not self._given("phase"):
            self._wrong("phase", f"one of {', '.join(PHASES)} is asked for")
        draft.phase = Phase(PHASES.index(phase or "play"))
        draft.actor = self._seat("actor")
        draft.picked = cards.join(self._types("picked"))

    def _cards(self, draft: Draft) -> None:
        if self._given("hands"):
            hands = self._list("hands", self.players)
            draft.hands = [self._card_list(f"hands[{seat}]", hand) for seat, hand in enumerate(hands)]
        draft.stock = self._types("stock")
        draft.kitty = self._types("kitty")
        draft.flipped = self._types("flipped")
        for k, entry in enumerate(self._list("kitty_history", at_most=MAX_BURIALS)):
            name = f"kitty_history[{k}]"
            if not isinstance(entry, list | tuple) or len(entry) != 3:
                self._wrong(name, "[seat, taken, laid] is asked for")
                continue
            taken, laid = self._card_list(f"{name} taken", entry[1]), self._card_list(f"{name} laid", entry[2])
            draft.kitty_history.append(Laid(self._seat_of(name, entry[0]), taken, laid))

    def _bids(self, draft: Draft) -> None:
        draft.bids = self._shown_list("bids", MAX_BIDS)
        draft.raids = self._shown_list("raids", MAX_RAIDS)
        draft.closing = self._flag("closing")
        draft.declarer = self._seat("declarer")
        draft.to_ask = self._number("to_ask", 0, self.players)
        trump = self.values.get("trump")
        if trump is None:
            return
        try:
            suit = NO_SUIT if trump["suit"] is None else cards.suit_index(trump["suit"])
            draft.trump = suit, cards.level_index(trump["level"])
        except (ShengjiError, KeyError, TypeError) as error:
            self._wrong("trump", f"{trump!r}: {error}; {{suit, level}} is asked for")

    def _play(self, draft: Draft) -> None:
        draft.call = self._call(draft.rules)
        draft.partners = self._seats("partners") if self._given("partners") else None
        draft.points = self._numbers("points")
        draft.penalties = self._numbers("penalties")
        for k, trick in enumerate(self._list("tricks")):
            self._trick(draft, f"tricks[{k}]", trick)
        result = self.values.get("result")
        if result is not None and not isinstance(result, Mapping):
            self._wrong("result", f"{result!r} is no result")
        else:
            draft.result = result

    def _call(self, rules: Rules) -> tuple[int, int, int | None] | None:
        call = self.values.get("call")
        if call is None:
            return None
        try:
            card = cards.card_type(call["card"])
            ordinal = call.get("ordinal", 1 if rules.partner == "called_turn" else 0)
            seen = call.get("seen")
        except (ShengjiError, KeyError, TypeError, AttributeError) as error:
            self._wrong("call", f"{call!r}: {error}; {{card, ordinal, seen}} is asked for")
            return None
        if ordinal not in range(rules.decks + 1) or seen not in (None, *range(rules.decks + 1)):
            self._wrong("call", f"{call!r}: ordinal and seen count up to {rules.decks} copies")
            return None
        return card, ordinal, seen

    def _trick(self, draft: Draft, name: str, trick: Any) -> None:
        if not isinstance(trick, Mapping) or set(trick) - {"leader", "plays", "failed_throw", "winner"}:
            self._wrong(name, "{leader, plays, failed_throw, winner} is asked for")
            return
        leader, winner = trick.get("leader"), trick.get("winner")
        plays = [cards.join(self._card_list(f"{name} plays", play)) for play in trick.get("plays") or []]
        if len(plays) > self.players:
            self._wrong(name, f"{len(plays)} plays of {self.players} players")
        draft.tricks.append(
            Played(
                None if leader is None else self._seat_of(f"{name} leader", leader),
                plays,
                cards.join(self._card_list(f"{name} failed_throw", trick.get("failed_throw") or "")),
                None if winner is None else self._seat_of(f"{name} winner", winner),
            )
        )

    # ---------------------------------------------------------------- kinds of fields

    def _wrong(self, name: str, why: str) -> None:
        self.defects.append(f"{name}: {why}")

    def _given(self, name: str) -> bool:
        return self.values.get(name) not in (None, "", [])

    def _word(self, name: str, words: tuple[str, ...]) -> str | None:
        value = self.values.get(name)
        if value is None or value in words:
            return value
        self._wrong(name, f"{value!r} is none of {', '.join(words)}")
        return None

    def _flag(self, name: str) -> bool | None:
        value = self.values.get(name)
        if value is None or isinstance(value, bool):
            return value
        self._wrong(name, f"{value!r} is neither true nor false")
        return None

    def _number(self, name: str, low: int, high: int) -> int | None:
        value = self.values.get(name)
        if value is None:
            return None
        if type(value) is int and low <= value <= high:
            return value
        self._wrong(name, f"{value!r} is no whole number {low}..{high}")
        return None

    def _numbers(self, name: str) -> list[int] | None:
        if not self._given(name):
            return None
        values = self._list(name, self.players)
        if all(type(value) is int for value in values):
            return values
        self._wrong(name, f"{values!r}: whole numbers are asked for")
        return None

    def _seat(self, name: str) -> int | None:
        value = self.values.get(name)
        return None if value is None else self._seat_of(name, value)

    def _seat_of(self, name: str, value: Any) -> int:
        if type(value) is int and 0 <= value < self.players:
            return value
        self._wrong(name, f"{value!r} is no seat 0..{self.players - 1}")
        return 0

    def _seats(self, name: str) -> list[int]:
        return [self._seat_of(name, value) for value in self._list(name)]

    def _list(self, name: str, size: int | None = None, at_most: int | None = None) -> list[Any]:
        value = self.values.get(name)
        if value is None:
            return []
        if not isinstance(value, list | tuple):
            self._wrong(name, f"{value!r} is no list")
            return []
        if size is not None and len(value) != size:
            self._wrong(name, f"{len(value)} of them, and there are {size} seats")
            return []
        if at_most is not None and len(value) > at_most:
            self._wrong(name, f"{len(value)} of them; there are never more than {at_most}")
            return []
        return list(value)

    def _types(self, name: str) -> list[int]:
        return self._card_list(name, self.values.get(name) or "")

    def _card_list(self, name: str, value: Any) -> list[int]:
        try:
            return cards.types(value)
        except ShengjiError as error:
            self._wrong(name, str(error))
            return []

    def _shown_list(self, name: str, at_most: int) -> list[Shown]:
        found = []
        for k, entry in enumerate(self._list(name, at_most=at_most)):
            if not isinstance(entry, list | tuple) or len(entry) != 2:
                self._wrong(f"{name}[{k}]", "[seat, cards] is asked for")
                continue
            seat, types = self._seat_of(f"{name}[{k}]", entry[0]), self._card_list(f"{name}[{k}]", entry[1])
            plain = [card for card in types if card < FIRST_JOKER] or types
            jokers = [card for card in types if card >= FIRST_JOKER and plain is not types]
            if len(set(plain)) != 1 or len(jokers) > 1:
                self._wrong(f"{name}[{k}]", "copies of one level card, perhaps with a joker, or equal jokers are shown")
                continue
            joker = jokers[0] if jokers else UNKNOWN
            found.append(Shown(seat, plain[0], len(plain), joker, cards.join(sorted(types))))
        return found
