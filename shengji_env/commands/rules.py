"""What `shengji rules` prints: the fields of a preset, or what two presets differ in; within 100 columns."""

import textwrap
from collections.abc import Sequence

from shengji_env.rules.presets import SOURCES, TITLES
from shengji_env.rules.rules import FIELDS, PRESETS, Rules
from shengji_env.training.tables import plain_table, width

COLUMNS = 100


def preset_list() -> str:
    """The presets, one a line."""
    columns = ("players", "decks", "hand", "kitty")
    lines = [
        [name, TITLES[name], *(str(getattr(rules, column)) for column in columns), SOURCES[name]]
        for name, rules in PRESETS.items()
    ]
    return plain_table("presets", ["preset", "title", *columns, "source"], lines, len(columns) + 3)


def preset_table(name: str) -> str:
    """Every field of a preset: value, the game's word, section of the rules and document, meaning."""
    rules = Rules.preset(name)
    lines = [
        [
            field,
            value_text(getattr(rules, field)),
            about.chinese,
            f"{about.section}, {SOURCES[name][:8]}",
            about.meaning,
        ]
        for field, about in FIELDS.items()
    ]
    return wrapped_table(headline(name), ["field", "value", "中文", "source", "meaning"], lines)


def difference_table(name: str, other: str) -> str:
    """The fields in which two presets differ, with both values."""
    left, right = Rules.preset(name), Rules.preset(other)
    lines = [
        [
            field,
            *(value_text(value) for value in both),
            FIELDS[field].chinese,
            FIELDS[field].section,
            FIELDS[field].meaning,
        ]
        for field, both in differences(left, right).items()
    ]
    title = f"left:  {headline(name)}\nright: {headline(other)}"
    if not lines:
        return f"{title}\nno differences"
    return wrapped_table(title, ["field", "left", "right", "中文", "rules", "meaning"], lines)


def differences(left: Rules, right: Rules) -> dict[str, list[object]]:
    """Field -> both values, where they differ."""
    values = ((field, [getattr(left, field), getattr(right, field)]) for field in FIELDS)
    return {field: both for field, both in values if both[0] != both[1]}


def headline(name: str) -> str:
    """A preset with its title and the document it is from."""
    return f"{name}: {TITLES[name]} ({SOURCES[name]})"


def value_text(value: object) -> str:
    """A field's value as a person writes it."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def wrapped_table(title: str, header: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    """A table whose last column goes on below itself, so that it fits."""
    rows = [header, *lines]
    room = COLUMNS - sum(max(width(row[k]) for row in rows) + 2 for k in range(len(header) - 1))
    fitting: list[list[str]] = []
    for *cells, last in lines:
        first, *more = textwrap.wrap(last, room)
        fitting.append([*cells, first])
        fitting += [[""] * len(cells) + [text] for text in more]
    return plain_table(title, header, fitting, len(header))
