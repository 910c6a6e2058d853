"""Rules as data: every house rule is a field of `Rules`, every preset a value of it (docs/rules.md 9).

The engine branches on the fields; nothing is subclassed. A `Rules` that exists is valid: building one
checks each field and then what goes together, and refuses with all findings at once.
"""

import dataclasses
import difflib
import hashlib
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Union

import numpy as np

from shengji_env.cards import level_index, level_text
from shengji_env.engine import calls, layout
from shengji_env.engine.layout import MAX_SEATS
from shengji_env.errors import RulesError, ShengjiError, shown
from shengji_env.inputs.arguments import listed, whole

from .check import Defect, conflicts, even_deal, refuse
from .fields import FIELDS, RuleFields
from .presets import VALUES
from .settlement import Settlement, settlement_of
from .texts import FILES, read_file, split_rules

MOST = 2**62 - 1  # of points and steps: sums are kept in 64 bits
FEW, LONG = 10, 50  # unknown names that are refused at once; characters of one that are looked at


@dataclasses.dataclass(frozen=True, kw_only=True)
class Rules(RuleFields):
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
        """Rules given as such, as a text, or as a mapping: what `overrides` gives, or `values`.

        A text is a preset's name, and changes as `str` writes them; yes, no and none are read too. A text is never
        taken for a file: `read` does that.

        >>> Rules.of("four_player_fixed decks=3 tractors=no")  # doctest: +ELLIPSIS
        Rules(players=4, decks=3, hand=39, kitty=6, tractors=False, ...)
        >>> Rules.of("four_player_fixed throw_failure=none")
        Traceback (most recent call last):
        shengji_env.errors.RulesError: rules refused: throw_failure=None: not a value of this field; \
allowed: 'lowest_card', 'lowest_beaten'
        """
        if isinstance(rules, Rules):
            return rules
        if isinstance(rules, str):
            preset, fields = split_rules(rules)
            return cls.preset(preset)._with(fields)
        if isinstance(rules, Mapping) and rules and not rules.keys() & {"preset", "overrides"}:
            return cls._of_values(rules)
        return cls.from_overrides(rules)

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> "Rules":
        """Rules from a .json or .toml file that holds what `overrides` gives, or `values`. It is read as a regular file
        of at most 64 kB, and nothing in it is executed."""
        found = read_file(path)
        try:
            return cls.of(found)
        except RulesError as error:
            raise RulesError(f"{path}: {error}", defects=error.defects) from None

    @classmethod
    def of_argument(cls, text: str) -> "Rules":
        """Rules as a command line names them: a text as `of` takes it, or a path that ends in .json or .toml."""
        return cls.read(text) if text.endswith(FILES) else cls.of(text)

    @classmethod
    def from_overrides(cls, text: Mapping[str, Any]) -> "Rules":
        """Read {"preset": name, "overrides": {field: value, ...}}; without overrides, the preset.

        >>> Rules.from_overrides({"preset": "five_player_two_deck", "overrides": {"level_cap": 4}}).level_cap
        4
        """
        if not isinstance(text, Mapping) or "preset" not in text or set(text) - {"preset", "overrides"}:
            raise RulesError(f'cannot read rules {shown(text)}: write {{"preset": name, "overrides": {{...}}}}')
        overrides = {} if text.get("overrides") is None else text["overrides"]
        if not isinstance(overrides, Mapping) or not all(isinstance(name, str) for name in overrides):
            raise RulesError(f"cannot read overrides {shown(overrides)}: write {{field: value, ...}}")
        return cls.preset(text["preset"])._with(overrides)

    @classmethod
    def _of_values(cls, values: Mapping[str, Any]) -> "Rules":
        """Rules of which every field is given."""
        _refuse_unknown(values)
        missing = [name for name in FIELDS if name not in values]
        if missing:
            raise RulesError(f"cannot read rules: without a preset every field is needed, also {', '.join(missing)}")
        return cls(**values)

    def replace(self, **fields: Any) -> "Rules":
        """The same rules with other values in these fields. RulesError if they cannot be."""
        return self._with(fields)

    def _with(self, fields: Mapping[str, Any]) -> "Rules":
        _refuse_unknown(fields)
        values = self.values() | dict(fields)
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
        """The preset and what differs from it, as `of` reads it."""
        form = self.overrides()
        return " ".join([form["preset"], *(f"{name}={value}" for name, value in form["overrides"].items())])

    def __deepcopy__(self, memo: dict[int, Any]) -> "Rules":
        return self  # which never changes

    def __reduce__(self) -> tuple[Any, ...]:
        return _rules_of, (self.values(), self.origin)  # checked again

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

    # ---------------------------------------------------------------- end of a deal (rules 8.2-8.6)

    @property
    def step(self) -> int:
        """Points between two rows of the level table: 20·decks, or 50 by sides with three decks."""
        return int(calls.step_size_of(rules_array(self), 0))

    def threshold(self, declarer_side_size: int) -> int:
        """The attackers' points from which on the declarer side gains nothing.

        >>> Rules.preset("five_player_two_deck").threshold(2)
        80
        """
        return int(calls.threshold_of(rules_array(self), 0, self._side_size(declarer_side_size)))

    def level_change(self, points: int, declarer_side_size: int) -> tuple[str, int]:
        """(who gains, how many levels) when the attackers have `points`, all in.

        >>> rules = Rules.preset("five_player_two_deck")
        >>> rules.level_change(0, 2), rules.level_change(80, 2), rules.level_change(160, 2)
        (('declarer', 3), ('nobody', 0), ('attackers', 2))
        """
        size = self._side_size(declarer_side_size)
        gain = int(calls.level_change_of(rules_array(self), 0, whole(points, "points", -MOST, MOST), size))
        side = "declarer" if gain > 0 else "attackers" if gain < 0 else "nobody"
        return side, abs(gain)

    def advance(self, level: str, steps: int) -> tuple[str, bool]:
        """(level after `steps` more, whether they pass A).

        >>> Rules.preset("five_player_two_deck").advance("K", 1)
        ('A', False)
        >>> Rules.preset("five_player_two_deck").advance("K", 2)
        ('A', True)
        """
        before, steps = level_index(level), whole(steps, "steps", 0, MOST)
        reached, passed = calls.advance_of(rules_array(self), 0, before, steps)
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
        calls.settle_of(rules_array(self), 0, before, declarer, side, whole(points, "points", -MOST, MOST), results, 0)
        return settlement_of(results[0], self.players)

    def read_levels(self, levels: Sequence[str]) -> np.ndarray:
        """Levels by seat as the engine wants them, int8[MAX_SEATS]; partners' are equal under "side"."""
        levels = levels.split() if isinstance(levels, str) else listed(levels, "levels")
        if len(levels) != self.players:
            raise ShengjiError(f"levels {shown(levels)}: {self.players} are needed, one for each seat")
        indices = [level_index(FIELDS["start_level"].kind.read(level)) for level in levels]
        if self.levels == "side" and indices != indices[:2] * (self.players // 2):
            raise ShengjiError(
                f"levels {' '.join(map(level_text, indices))}: partners have the same level (levels='side')"
            )
        row = np.zeros(MAX_SEATS, np.int8)
        row[: self.players] = indices
        return row

    def _read_side(self, declarer: int, declarer_side: Iterable[int]) -> int:
        """The declarer side as a seat set, checked against the table and the kind of partners."""
        last = self.players - 1
        declarer, given = whole(declarer, "declarer", 0, last), listed(declarer_side, "declarer_side")
        seats = sorted({whole(seat, "declarer_side: seat", 0, last) for seat in given})
        tried = f"declarer {declarer} with a side of seats {seats}"
        if declarer not in seats:
            raise ShengjiError(f"{tried}: he is on his own side")
        if len(seats) == self.players:
            raise ShengjiError(f"{tried}: nobody is left to attack")
        if self.partner == "fixed" and seats != list(range(declarer % 2, self.players, 2)):
            raise ShengjiError(f"{tried}: even seats play against odd seats (partner='fixed')")
        return sum(1 << seat for seat in seats)

    def _side_size(self, size: int) -> int:
        """The size of a declarer side, checked: the declarer, and somebody to attack."""
        return whole(size, "declarer_side_size", 1, self.players - 1)


PRESETS: dict[str, Rules] = {name: Rules(**values, origin=name) for name, values in VALUES.items()}


# ---------------------------------------------------------------- small things


@lru_cache(maxsize=64)
def rules_array(rules: Rules) -> np.ndarray:
    """RULES[1] of these rules, which all games of the same rules share: the engine only reads it.

    >>> rules_array(Rules.preset("five_player_three_deck"))["decks"]
    array([3], dtype=int8)
    """
    return rules.record()


def _rules_of(values: Mapping[str, Any], origin: str | None) -> Rules:
    """The rules that were pickled as these values."""
    return Rules(**values, origin=origin)


def _refuse_unknown(fields: Mapping[Any, Any]) -> None:
    """RulesError if there are names among these that are no fields', with the likely ones of the first few."""
    unknown = [(name, value) for name, value in fields.items() if name not in FIELDS]
    refuse([_unknown(name if isinstance(name, str) else shown(name), value) for name, value in unknown[:FEW]])


def _unknown(name: str, value: Any) -> Defect:
    close = difflib.get_close_matches(name, FIELDS, n=1) if len(name) < LONG else []
    likely = f"perhaps {close[0]}" if close else ", ".join(FIELDS)
    return Defect(name if len(name) < LONG else name[:LONG] + "...", value, "no such field", likely)


def _derived_deal(players: Any, decks: Any) -> dict[str, int]:
    """hand and kitty for a number of players and decks; nothing if these cannot be read themselves."""
    try:
        hand, kitty = even_deal(FIELDS["players"].kind.read(players), FIELDS["decks"].kind.read(decks))
    except ValueError:
        return {}
    return {"hand": hand, "kitty": kitty}
