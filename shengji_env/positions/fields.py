"""The fields of a position, read one by one from JSON into typed values; every defect is noted, none ends the reading.

What can be told from the fields alone is checked here: names, kinds, ranges, cards. Whether they add up is `check`'s
part, and what only the engine can tell (legal bids, tricks) `read`'s.
"""

import difflib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np

from shengji_env import cards
from shengji_env.engine.layout import FIRST_JOKER, MAX_BIDS, MAX_BURIALS, MAX_RAIDS, NO_SUIT, TYPES, Phase
from shengji_env.errors import ShengjiError, shown
from shengji_env.inputs.arguments import flag, one_of, whole
from shengji_env.rules.rules import Rules
from shengji_env.states.texts import EPISODES, PHASES

KEYS = (
    "rules", "episode", "seed", "shuffles", "deals", "levels", "first", "after_riot", "last_winners", "swing",
    "first_drawer", "redeals", "phase", "actor", "picked", "hands", "stock", "kitty", "kitty_history", "flipped",
    "bids", "raids", "closing", "declarer", "trump", "to_ask", "call", "partners", "points", "penalties", "tricks",
    "result",
)  # fmt: skip
LARGEST = 2**30  # of counts: the engine has 32 bits for them, and they go on from there

T = TypeVar("T")


@dataclass
class Shown:
    """A bid or raid."""

    seat: int
    card: int  # the level card's type, or a joker's
    copies: int
    text: str  # all cards it shows


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
    call: tuple[int, int, int | None] | None = None  # type, ordinal, seen
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
        self.players = self.cards = self.tricks = 0  # how many there can be

    def read(self) -> Draft | None:
        """The whole position; None if not even its rules can be read."""
        for name in self.values:
            if name not in KEYS:
                close = difflib.get_close_matches(name, KEYS, n=1)
                self._wrong(shown(name)[1:-1], "no such key" + (f", perhaps {close[0]}" if close else ""))
        rules = self._take("rules", Rules.of, self.values.get("rules") or "five_player_two_deck")
        if rules is None:
            return None
        draft = Draft(rules)
        self.players, self.cards, self.tricks = rules.players, rules.decks * TYPES, rules.hand
        self._match(draft)
        self._decision(draft)
        self._cards(draft)
        self._bids(draft)
        self._play(draft)
        return draft

    # ---------------------------------------------------------------- parts

    def _match(self, draft: Draft) -> None:
        draft.episode = EPISODES.index(self._word("episode", EPISODES) or EPISODES[0])
        draft.seed = self._number("seed", 2**64 - 1) or 0
        draft.shuffles = self._number("shuffles", LARGEST) or 0
        draft.deals = self._number("deals", LARGEST) or 0
        draft.redeals = self._number("redeals", LARGEST) or 0
        draft.first = self._flag("first")
        draft.after_riot = bool(self._flag("after_riot"))
        draft.swing = bool(self._flag("swing"))
        draft.last_winners = self._seats("last_winners") or []
        draft.first_drawer = self._seat("first_drawer", self.values.get("first_drawer"))
        if self._given("levels"):
            draft.levels = self._take("levels", draft.rules.read_levels, self.values["levels"])

    def _decision(self, draft: Draft) -> None:
        phase = self._word("phase", PHASES)
        if self.values.get("phase") is None:
            self._wrong("phase", f"one of {', '.join(PHASES)} is asked for")
        draft.phase = Phase(PHASES.index(phase or "play"))
        draft.actor = self._seat("actor", self.values.get("actor"))
        draft.picked = cards.join(self._types("picked", self.values.get("picked")))

    def _cards(self, draft: Draft) -> None:
        if self._given("hands"):
            hands = self._list("hands", self.values["hands"], size=self.players)
            draft.hands = [self._types(f"hands[{seat}]", hand) for seat, hand in enumerate(hands)]
        draft.stock = self._types("stock", self.values.get("stock"))
        draft.kitty = self._types("kitty", self.values.get("kitty"))
        draft.flipped = self._types("flipped", self.values.get("flipped"), draft.rules.kitty)
        for name, entry in self._numbered("kitty_history", MAX_BURIALS):
            if not isinstance(entry, list) or len(entry) != 3:
                self._wrong(name, "[seat, taken, laid] is asked for")
                continue
            taken, laid = self._types(f"{name} taken", entry[1]), self._types(f"{name} laid", entry[2])
            draft.kitty_history.append(Laid(self._seat(name, entry[0], asked=True) or 0, taken, laid))

    def _bids(self, draft: Draft) -> None:
        draft.bids = self._shows("bids", MAX_BIDS)
        draft.raids = self._shows("raids", MAX_RAIDS)
        draft.closing = self._flag("closing")
        draft.declarer = self._seat("declarer", self.values.get("declarer"))
        draft.to_ask = self._number("to_ask", self.players)
        trump = self._object("trump", ("suit", "level"))
        if trump is not None:
            draft.trump = self._take("trump", _read_trump, trump)

    def _play(self, draft: Draft) -> None:
        call = self._object("call", ("card", "ordinal", "seen"))
        if call is not None:
            draft.call = self._take("call", _read_call, call, draft.rules.decks)
        draft.partners = self._seats("partners") if self._given("partners") else None
        draft.points = self._numbers("points")
        draft.penalties = self._numbers("penalties")
        for name, trick in self._numbered("tricks", self.tricks):
            self._trick(draft, name, trick)
        result = self.values.get("result")
        if result is not None and not isinstance(result, dict):
            self._wrong("result", f"{shown(result)} is no result")
        else:
            draft.result = result

    def _trick(self, draft: Draft, name: str, trick: Any) -> None:
        if not isinstance(trick, dict) or trick.keys() - {"leader", "plays", "failed_throw", "winner"}:
            self._wrong(name, "{leader, plays, failed_throw, winner} is asked for")
            return
        plays = self._list(f"{name} plays", trick.get("plays"), at_most=self.players)
        draft.tricks.append(
            Played(
                self._seat(f"{name} leader", trick.get("leader")),
                [cards.join(self._types(f"{name} plays[{k}]", play)) for k, play in enumerate(plays)],
                cards.join(self._types(f"{name} failed_throw", trick.get("failed_throw"))),
                self._seat(f"{name} winner", trick.get("winner")),
            )
        )

    # ---------------------------------------------------------------- kinds of fields

    def _wrong(self, name: str, why: str) -> None:
        self.defects.append(f"{name}: {why}")

    def _take(self, name: str, read: Callable[..., T], *given: Any) -> T | None:
        """What `read` makes of what is given; None, and a defect, if it refuses. Without a name `read` says it."""
        try:
            return read(*given)
        except ShengjiError as refused:
            self.defects.append(f"{name}: {refused}" if name else str(refused))
            return None

    def _given(self, name: str) -> bool:
        return self.values.get(name) not in (None, "", [])

    def _word(self, name: str, words: tuple[str, ...]) -> str | None:
        value = self.values.get(name)
        return None if value is None else self._take("", one_of, name, value, words)

    def _flag(self, name: str) -> bool | None:
        value = self.values.get(name)
        return None if value is None else self._take("", flag, value, name)

    def _number(self, name: str, high: int) -> int | None:
        value = self.values.get(name)
        return None if value is None else self._take("", whole, value, name, 0, high)

    def _numbers(self, name: str) -> list[int] | None:
        """A number for each seat."""
        values = self._list(name, self.values.get(name), size=self.players) if self._given(name) else []
        return [self._take("", whole, value, name) or 0 for value in values] or None

    def _seat(self, name: str, value: Any, asked: bool = False) -> int | None:
        if value is None and not asked:
            return None
        return self._take("", whole, value, f"{name}: seat", 0, self.players - 1)

    def _seats(self, name: str) -> list[int]:
        values = self._list(name, self.values.get(name), at_most=self.players)
        return [self._seat(name, value, asked=True) or 0 for value in values]

    def _object(self, name: str, keys: tuple[str, ...]) -> dict[str, Any] | None:
        value = self.values.get(name)
        if value is None or (isinstance(value, dict) and not value.keys() - set(keys)):
            return value
        self._wrong(name, f"{shown(value)}: {{{', '.join(keys)}}} is asked for")
        return None

    def _list(self, name: str, value: Any, size: int | None = None, at_most: int | None = None) -> list[Any]:
        if value is None:
            return []
        if not isinstance(value, list):
            self._wrong(name, f"{shown(value)} is no list")
        elif size is not None and len(value) != size:
            self._wrong(name, f"{len(value)} of them, and there are {size} seats")
        elif at_most is not None and len(value) > at_most:
            self._wrong(name, f"{len(value)} of them; there are never more than {at_most}")
        else:
            return value
        return []

    def _numbered(self, name: str, at_most: int) -> list[tuple[str, Any]]:
        """(its name, entry) of each entry of a list."""
        entries = self._list(name, self.values.get(name), at_most=at_most)
        return [(f"{name}[{k}]", entry) for k, entry in enumerate(entries)]

    def _types(self, name: str, value: Any, at_most: int | None = None) -> list[int]:
        """Card types; none, and a defect, for more of them than there are cards."""
        found = self._take(name, cards.types, "" if value is None else value) or []
        return self._list(name, found, at_most=self.cards if at_most is None else at_most)

    def _shows(self, name: str, at_most: int) -> list[Shown]:
        """Bids or raids."""
        found = []
        for each, entry in self._numbered(name, at_most):
            if not isinstance(entry, list) or len(entry) != 2:
                self._wrong(each, "[seat, cards] is asked for")
                continue
            seat, types = self._seat(each, entry[0], asked=True) or 0, sorted(self._types(each, entry[1]))
            plain = [card for card in types if card < FIRST_JOKER] or types
            if len(set(plain)) != 1 or len(types) > len(plain) + 1:
                self._wrong(each, "copies of one level card, perhaps with a joker, or equal jokers are shown")
            else:
                found.append(Shown(seat, plain[0], len(plain), cards.join(types)))
        return found


def _read_trump(trump: Any) -> tuple[int, int]:
    """(suit or NO_SUIT, level)."""
    if "suit" not in trump:
        raise ShengjiError("a suit is asked for, null for no trump")
    suit = trump["suit"]
    return NO_SUIT if suit is None else cards.suit_index(suit), cards.level_index(trump.get("level"))


def _read_call(call: Any, decks: int) -> tuple[int, int, int | None]:
    """(type, ordinal, seen); the first play counts where no ordinal is given."""
    seen = call.get("seen")
    return (
        cards.card_type(call.get("card")),
        whole(call.get("ordinal", 1), "ordinal", 1, decks),
        None if seen is None else whole(seen, "seen", 0, decks),
    )
