"""Rules as data: every house rule is a field of `Rules`, every preset a value of it (rules 9).

The engine branches on the fields; nothing is subclassed. A `Rules` that exists is valid: building one
checks each field and then what goes together, and refuses with all findings at once.
"""

import dataclasses
import difflib
import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Union

import numpy as np

from shengji_env.cards import level_index, level_text
from shengji_env.engine import layout, score
from shengji_env.engine.layout import MAX_DECKS, MAX_HAND, MAX_KITTY, MAX_SEATS, RULES
from shengji_env.errors import RulesError, ShengjiError
from shengji_env.inputs.arguments import listed, whole

from .check import conflicts, even_deal, refuse
from .fields import About, Defect, Flag, Level, Number, Words, rule
from .presets import VALUES
from .settlement import Settlement, settlement_of


def _largest(field: str) -> int:
    """The largest number that the RULES record holds in a field."""
    return int(np.iinfo(RULES[field]).max)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Rules:
    """The rules of one game: take a preset and change fields. Hashable; equal if all fields are.

    >>> rules = Rules.preset("five_player_three_deck").replace(tractors=False)
    >>> rules.decks, rules.tractors, str(rules)
    (3, False, 'five_player_three_deck tractors=False')

    Where `decks` or `players` changes and neither `hand` nor `kitty` is given, both follow:

    >>> rules = Rules.preset("four_player_fixed").replace(decks=3)
    >>> rules.hand, rules.kitty
    (39, 6)

    What cannot be is refused, with everything that is wrong:

    >>> Rules.preset("four_player_fixed").replace(throw_failure="none", kitty=9)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    shengji_env.errors.RulesError: rules refused:
    - throw_failure='none': not a value of this field; allowed: 'lowest_card', 'lowest_beaten'
    - hand=25: players=4 times hand=25 and kitty=9 make 109 cards, decks=2 have 108; allowed: ...
    """

    # fmt: off
    # --- table and cards
    players: int = rule(Number(4, MAX_SEATS), "players at the table", "人数", "9")
    decks: int = rule(Number(1, MAX_DECKS), "packs of 54 cards", "副数", "1")
    hand: int = rule(Number(1, MAX_HAND), "cards dealt to each player", "手牌", "6")
    kitty: int = rule(Number(1, MAX_KITTY), "cards left over for the kitty", "底牌", "6")
    tractors: bool = rule(
        Flag(), "whether consecutive pairs and triples are one component", "拖拉机、飞机", "2", default=True)
    trump_chain: str = rule(
        Words(layout.TrumpChain), "which trumps are consecutive", "主牌相连", "1")

    # --- sides
    partner: str = rule(
        Words(layout.Partner), "how the declarer's partners are found", "对家", "7")

    # --- bids
    bid_when: str = rule(
        Words(layout.BidWhen), "when trump may be bid", "亮主时机", "6")
    bid_levels: str = rule(
        Words(layout.BidLevels), "whose levels a bid shows: the winners', the bidder's, the declarer's",
        "亮谁的级牌", "6")
    bid_with_joker: bool = rule(
        Flag(), "a bid is a level card with a joker of its colour", "带王报主", "6")
    self_overbid: bool = rule(
        Flag(), "the bidder may overbid himself with a higher pair (declarer bids)", "自反", "6")
    joker_order: bool = rule(
        Flag(), "the big jokers overbid the small ones (declarer bids)", "大王反小王", "6", default=False)
    first_declarer: str = rule(
        Words(layout.FirstDeclarer), "which bid of the first deal makes the declarer (declarer bids)",
        "首局定庄", "6", default="first_bid")
    raid: str | None = rule(
        Words(layout.Raid), "overbidding after the burying: none, with own cards, against joker bids",
        "抄底反主", "7")
    riot_max_points: int | None = rule(
        Number(0, 100 * MAX_DECKS, none=layout.NO_RIOT), "a hand of no more points may demand a new deal",
        "暴动分数", "7")
    riot_by: str | None = rule(
        Words(layout.RiotBy, none=layout.RiotBy.ALL), "who may demand it (None, if riots are on: all)",
        "谁可暴动", "7", default=None)
    unbid_first: str = rule(
        Words(layout.Unbid), "nobody bids in the first deal", "首局无人亮主", "6")
    unbid_later: str = rule(
        Words(layout.Unbid), "nobody bids in a later deal", "无人亮主", "6")
    unbid_demotion: bool = rule(
        Flag(), "the declarer drops a level when the kitty has to be turned", "无人亮主降级", "6")
    redeal_limit: int = rule(
        Number(0, _largest("redeal_limit")), "unbid redeals in a row before no trump is played",
        "重发次数上限", "6", default=8)

    # --- play
    throw_failure: str = rule(
        Words(layout.ThrowFailure), "what is led in place of a failed throw", "甩牌失败改出", "3")
    throw_penalty: int = rule(
        Number(0, _largest("throw_penalty")), "points per card of a failed throw", "甩牌失败罚分", "3")
    follow_shapes: bool = rule(
        Flag(), "whether a follower must match pairs, triples and tractors", "逼对", "4")
    tractor_follow: str = rule(
        Words(layout.TractorFollow), "a tractor asks for one as long, or for the longest there is",
        "跟拖拉机", "4")

    # --- settlement
    kitty_multiplier: str = rule(
        Words(layout.KittyMultiplier), "what multiplies the kitty's points", "抠底倍数", "8")
    kitty_shape: str = rule(
        Words(layout.KittyShape), "whose cards of the last trick it is read from", "抠底牌型", "8")
    level_table: str = rule(
        Words(layout.LevelTable), "levels gained by points, with a swing or by the size of the sides",
        "升级表", "8")
    level_cap: int | None = rule(
        Number(1, _largest("level_cap"), none=layout.NO_LIMIT), "most levels gained in a deal", "升级上限", "8")
    levels: str = rule(
        Words(layout.Levels), "levels belong to players or to sides", "各人的级、各方的级", "8")
    succession: str = rule(
        Words(layout.Succession), "the next declarer: by the bids, or the next seat in turn", "接庄", "8")
    after_ace: str = rule(
        Words(layout.AfterAce), "beyond A: the match is won, or levels start over at 2", "过A", "8")
    must_play_ace: bool = rule(
        Flag(), "nobody gets past A without playing it", "A必打", "8")
    start_level: str = rule(
        Level(), "level at the start of a match", "起始级", "8", default="2")
    max_deals: int | None = rule(
        Number(1, _largest("max_deals"), none=layout.NO_LIMIT), "settled deals that end a match",
        "最多局数", "8", default=None)
    # fmt: on

    # The preset it was made from: no rule, but what text forms name.
    origin: str | None = dataclasses.field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Read every field, then check what goes together; RulesError with all findings."""
        defects, readable = [], set()
        for name, about in FIELDS.items():
            value = getattr(self, name)
            try:
                object.__setattr__(self, name, about.kind.read(value))
                readable.add(name)
            except ValueError:
                defects.append(Defect(name, value, "not a value of this field", about.kind.allowed))
        refuse(defects + conflicts(self, readable))

    # ---------------------------------------------------------------- making

    @classmethod
    def preset(cls, name: str) -> "Rules":
        """The preset of this name.

        >>> Rules.preset("four_player_seek").partner
        'called_card'
        """
        if not isinstance(name, str) or name not in PRESETS:
            refuse([Defect("preset", name, "no such preset", ", ".join(PRESETS))])
        return PRESETS[name]

    @classmethod
    def of(cls, rules: Union["Rules", str, Mapping[str, Any]]) -> "Rules":
        """Rules given as such, by a preset's name, or as `overrides` writes them."""
        if isinstance(rules, Rules):
            return rules
        if isinstance(rules, str):
            return cls.preset(rules)
        return cls.from_overrides(rules)

    @classmethod
    def from_overrides(cls, text: Mapping[str, Any]) -> "Rules":
        """Read {"preset": name, "overrides": {field: value, ...}}; without overrides, the preset.

        >>> Rules.from_overrides({"preset": "five_player_two_deck", "overrides": {"level_cap": 4}}).level_cap
        4
        """
        if not isinstance(text, Mapping) or "preset" not in text or set(text) - {"preset", "overrides"}:
            raise RulesError(f'cannot read rules {text!r}: write {{"preset": name, "overrides": {{...}}}}')
        overrides = text.get("overrides") or {}
        if not isinstance(overrides, Mapping) or not all(isinstance(name, str) for name in overrides):
            raise RulesError(f"cannot read overrides {overrides!r}: write {{field: value, ...}}")
        return cls.preset(text["preset"]).replace(**overrides)

    def replace(self, **fields: Any) -> "Rules":
        """The same rules with other values in these fields. RulesError if they cannot be."""
        refuse([_unknown(name, value) for name, value in fields.items() if name not in FIELDS])
        values = self.values() | fields
        if fields.keys() & {"players", "decks"} and not fields.keys() & {"hand", "kitty"}:
            values |= _derived_deal(values["players"], values["decks"])
        return Rules(**values, origin=self.origin)

    # ---------------------------------------------------------------- text forms

    def values(self) -> dict[str, Any]:
        """All fields, in order."""
        return {name: getattr(self, name) for name in FIELDS}

    def overrides(self) -> dict[str, Any]:
        """The shortest text form: the preset these rules came from, and where they differ from it.

        >>> Rules.preset("five_player_two_deck").replace(level_cap=4).overrides()
        {'preset': 'five_player_two_deck', 'overrides': {'level_cap': 4}}
        """
        name = self.origin or min(PRESETS, key=lambda preset: len(self._unlike(preset)))
        return {"preset": name, "overrides": self._unlike(name)}

    def _unlike(self, preset: str) -> dict[str, Any]:
        """Fields whose value is not the preset's."""
        theirs = PRESETS[preset].values()
        return {name: value for name, value in self.values().items() if value != theirs[name]}

    def digest(self) -> str:
        """Twelve hex digits that are the same for equal rules, here and in any other process."""
        text = json.dumps(self.values(), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    def __str__(self) -> str:
        form = self.overrides()
        return " ".join([form["preset"], *(f"{name}={value}" for name, value in form["overrides"].items())])

    # ---------------------------------------------------------------- for the engine

    def fill(self, R: np.ndarray, k: int) -> None:
        """Write these rules into the RULES record R[k]."""
        for name, about in FIELDS.items():
            R[name][k] = about.kind.code(getattr(self, name))

    def record(self) -> np.ndarray:
        """A fresh RULES array that holds these rules alone, at 0."""
        R = layout.new_rules(1)
        self.fill(R, 0)
        return R

    @cached_property
    def _R(self) -> np.ndarray:
        return self.record()

    # ---------------------------------------------------------------- end of a deal (rules 8)

    @property
    def step(self) -> int:
        """Points between two rows of the level table: 20·decks, or 50 by sides with three decks."""
        return int(score.step_size(self._R, 0))

    def threshold(self, declarer_side_size: int) -> int:
        """The attackers' points from which on the declarer side gains nothing.

        >>> Rules.preset("five_player_two_deck").threshold(2)
        80
        """
        return int(score.threshold(self._R, 0, self._side_size(declarer_side_size)))

    def level_change(self, points: int, declarer_side_size: int) -> tuple[str, int]:
        """(who gains, how many levels) when the attackers have `points`, all in.

        >>> rules = Rules.preset("five_player_two_deck")
        >>> rules.level_change(0, 2), rules.level_change(80, 2), rules.level_change(160, 2)
        (('declarer', 3), ('nobody', 0), ('attackers', 2))
        """
        size = self._side_size(declarer_side_size)
        gain = int(score.level_change(self._R, 0, _whole(points, "points"), size))
        side = "declarer" if gain > 0 else "attackers" if gain < 0 else "nobody"
        return side, abs(gain)

    def advance(self, level: str, steps: int) -> tuple[str, bool]:
        """(level after `steps` more, whether they pass A).

        >>> Rules.preset("five_player_two_deck").advance("K", 1)
        ('A', False)
        >>> Rules.preset("five_player_two_deck").advance("K", 2)
        ('A', True)
        """
        before, steps = level_index(level), _whole(steps, "steps")
        if steps < 0:
            raise ShengjiError(f"steps {steps}: nobody advances by less than none")
        reached, passed = score.advance(self._R, 0, before, steps)
        return level_text(int(reached)), bool(passed)

    def settle(self, levels: Sequence[str], declarer: int, declarer_side: Iterable[int], points: int) -> Settlement:
        """What a deal comes to: levels by seat before it, the declarer, his side's seats, the attackers' points.

        >>> rules = Rules.preset("four_player_fixed")
        >>> rules.settle(["T", "2", "T", "2"], declarer=2, declarer_side=[0, 2], points=250)
        Settlement(levels=['T', '6', 'T', '6'], side='attackers', steps=4, winners=[1, 3], \
match_winners=[], swing=False, next_declarer=3)
        """
        before = self.read_levels(levels)
        side = self._read_side(declarer, declarer_side)
        results = np.zeros(1, layout.RESULT).view(np.recarray)
        score.settle(self._R, 0, before, declarer, side, _whole(points, "points"), results, 0)
        return settlement_of(results[0], self.players)

    def read_levels(self, levels: Sequence[str]) -> np.ndarray:
        """Levels by seat as the engine wants them, int8[MAX_SEATS]; partners' are equal under "side"."""
        levels = levels.split() if isinstance(levels, str) else listed(levels, "levels")
        if len(levels) != self.players:
            raise ShengjiError(f"levels {levels}: {self.players} are needed, one for each seat")
        indices = [level_index(level) for level in levels]
        if self.levels == "side" and indices != indices[:2] * (self.players // 2):
            raise ShengjiError(f"levels {' '.join(levels)}: partners have the same level (levels='side')")
        row = np.zeros(MAX_SEATS, np.int8)
        row[: self.players] = indices
        return row

    def _read_side(self, declarer: int, declarer_side: Iterable[int]) -> int:
        """The declarer side as a seat set, checked against the table and the kind of partners."""
        declarer = whole(declarer, "declarer")
        seats = sorted({whole(seat, "declarer_side: seat") for seat in listed(declarer_side, "declarer_side")})
        tried = f"declarer {declarer} with a side of seats {seats}"
        if declarer not in seats or not set(seats) <= set(range(self.players)):
            raise ShengjiError(f"{tried}: it has seats of 0..{self.players - 1}, the declarer's too")
        if len(seats) == self.players:
            raise ShengjiError(f"{tried}: nobody is left to attack")
        if self.partner == "fixed" and seats != list(range(declarer % 2, self.players, 2)):
            raise ShengjiError(f"{tried}: even seats play against odd seats (partner='fixed')")
        return sum(1 << seat for seat in seats)

    def _side_size(self, size: int) -> int:
        """The size of a declarer side, checked: the declarer, and somebody to attack."""
        size = whole(size, "declarer_side_size")
        if not 1 <= size < self.players:
            raise ShengjiError(f"a declarer side of {size}: it has 1..{self.players - 1} players")
        return size


FIELDS: dict[str, About] = {  # what is known about each field, in order
    field.name: field.metadata["about"] for field in dataclasses.fields(Rules) if "about" in field.metadata
}

PRESETS: dict[str, Rules] = {name: Rules(**values, origin=name) for name, values in VALUES.items()}


# ---------------------------------------------------------------- small things


def _unknown(name: str, value: Any) -> Defect:
    close = difflib.get_close_matches(name, FIELDS, n=1)
    return Defect(name, value, "no such field", f"perhaps {close[0]}" if close else ", ".join(FIELDS))


def _derived_deal(players: Any, decks: Any) -> dict[str, int]:
    """hand and kitty for a number of players and decks; nothing if these cannot be read themselves."""
    try:
        hand, kitty = even_deal(FIELDS["players"].kind.read(players), FIELDS["decks"].kind.read(decks))
    except ValueError:
        return {}
    return {"hand": hand, "kitty": kitty}


def _whole(number: int, what: str) -> int:
    """A whole number as the engine takes it, in 64 bits and with room to count on."""
    found = whole(number, what)
    if abs(found) >= 2**62:
        raise ShengjiError(f"{what} {number}: sums are kept in 64 bits")
    return found
