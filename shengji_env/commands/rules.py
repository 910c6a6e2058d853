"""What `shengji rules` prints: the presets, the fields of some rules with every value, or what two sets of rules differ
in; within 100 columns."""

import textwrap
from collections.abc import Iterable

from shengji_env.rules import FIELDS, PRESETS, Rules
from shengji_env.rules.kinds import entry
from shengji_env.rules.presets import TITLES
from shengji_env.terminal.tables import plain_table

COLUMNS = 100


def preset_list() -> str:
    """The presets, one a line."""
    columns = ("players", "decks", "hand", "kitty")
    lines = [
        [name, TITLES[name], *(str(getattr(rules, column)) for column in columns)] for name, rules in PRESETS.items()
    ]
    return plain_table("presets", ["preset", "title", *columns], lines, 2)


def fields_text(rules: Rules) -> str:
    """Every field: the game's word, the clause of docs/rules.md, the meaning, and each value, with * at the one that
    holds."""
    lines = [headline(rules), "* is the value that holds; the clauses are those of docs/rules.md"]
    for field, about in FIELDS.items():
        value = getattr(rules, field)
        values = [
            (f"* {value!r}", _with_range(field, value))
            if entry(about.kind, value) == shown
            else (f"  {shown}", meaning)
            for shown, meaning in about.kind.values.items()
        ]
        lines += [field_line(field), *value_lines(values)]
    return "\n".join(lines)


def difference_text(left: Rules, right: Rules) -> str:
    """The fields in which two sets of rules differ, with both values."""
    lines = [f"left:  {headline(left)}", f"right: {headline(right)}"]
    for field, both in differences(left, right).items():
        sides = zip(("left ", "right"), both, strict=True)
        values = [(f"{side} {value!r}", _with_range(field, value)) for side, value in sides]
        lines += [field_line(field), *value_lines(values)]
    return "\n".join(lines if len(lines) > 2 else [*lines, "no differences"])


def differences(left: Rules, right: Rules) -> dict[str, list[object]]:
    """Field -> both values, where they differ."""
    values = ((field, [getattr(left, field), getattr(right, field)]) for field in FIELDS)
    return {field: both for field, both in values if both[0] != both[1]}


def headline(rules: Rules) -> str:
    """The rules as one writes them, and their preset's title."""
    title = TITLES[rules.overrides()["preset"]]
    return f"{rules}: {title}"


def field_line(field: str) -> str:
    about = FIELDS[field]
    return f"{field} {about.chinese} (rules {about.clause}): {about.meaning}"


def value_lines(values: Iterable[tuple[str, str]]) -> list[str]:
    """Values and their meanings in two columns, the meanings going on below themselves."""
    values = list(values)
    column = max(len(shown) for shown, _ in values) + 2
    lines = []
    for shown, meaning in values:
        first, *more = textwrap.wrap(meaning, COLUMNS - column - 2)
        lines += [f"  {shown:{column}}{first}", *(f"  {'':{column}}{text}" for text in more)]
    return lines


def _with_range(field: str, value: object) -> str:
    """What a value means, and the range it is of."""
    kind = FIELDS[field].kind
    shown = entry(kind, value)
    return kind.values[shown] + ("" if shown == repr(value) else f" ({shown})")
