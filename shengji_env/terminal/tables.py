"""Tables on a terminal: with rich where it is installed, else as plain text."""

import importlib.util
import sys
import unicodedata
from collections.abc import Sequence

SPARKS = "▁▂▃▄▅▆▇█"


def print_table(title: str, header: Sequence[str], lines: Sequence[Sequence[str]], numbers_from: int = 2) -> None:
    """Columns from `numbers_from` on are set to the right."""
    if sys.stdout.isatty() and importlib.util.find_spec("rich"):
        from rich.console import Console
        from rich.table import Table

        table = Table(title=title, title_justify="left")
        for k, name in enumerate(header):
            table.add_column(name, justify="right" if k >= numbers_from else "left")
        for line in lines:
            table.add_row(*line)
        Console().print(table)
    else:
        print(plain_table(title, header, lines, numbers_from))


def width(text: str) -> int:
    """Columns a text takes on a terminal: Chinese characters take two."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def plain_table(title: str, header: Sequence[str], lines: Sequence[Sequence[str]], numbers_from: int = 2) -> str:
    """
    >>> print(plain_table("Title", ["name", "n"], [["a", "1"], ["bb", "23"]], 1))
    Title
    name   n
    a      1
    bb    23
    """
    rows = [list(header), *map(list, lines)]
    widths = [max(width(row[k]) for row in rows) for k in range(len(header))]

    def cell(text: str, k: int) -> str:
        room = " " * (widths[k] - width(text))
        return room + text if k >= numbers_from else text + room

    return "\n".join([title, *("  ".join(cell(text, k) for k, text in enumerate(row)).rstrip() for row in rows)])


def sparkline(values: Sequence[float]) -> str:
    """A curve in one line of text.

    >>> sparkline([0, 1, 2, 3])
    '▁▃▆█'
    """
    if not values:
        return ""
    low, high = min(values), max(values)
    span = (high - low) or 1.0
    return "".join(SPARKS[round((value - low) / span * (len(SPARKS) - 1))] for value in values)
