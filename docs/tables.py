"""The README's tables, generated from the code. `python docs/tables.py` writes them into README.md.

A table stands between ``<!-- table:NAME -->`` and ``<!-- /table -->``; a test compares it with what is generated.
"""

import re
from pathlib import Path

from shengji_env import PRESETS, observation_blocks
from shengji_env.engine import layout
from shengji_env.rules import FIELDS

README = Path(__file__).parents[1] / "README.md"
_BLOCK = re.compile(r"(<!-- table:(\w+) -->\n)(.*?)(<!-- /table -->)", re.DOTALL)


def rows_as_table(head: list[str], rows: list[list[str]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def presets() -> str:
    """Every field of every preset."""
    names = list(PRESETS)
    rows = [
        [f"`{field}` {about.chinese}".strip(), *(str(getattr(PRESETS[name], field)) for name in names)]
        for field, about in FIELDS.items()
    ]
    return rows_as_table(["field", *names], rows)


def tokens() -> str:
    """What each token means."""
    jokers = f"{layout.SMALL_JOKER}, {layout.BIG_JOKER} jokers"
    cards = f"a card type, `suit * 13 + rank`; suits D C H S, ranks 2 … A; {jokers}"
    numbers = "how many copies a bid or raid shows in all; which play of a called card"
    return rows_as_table(
        ["token", "name", "meaning"],
        [
            [f"0-{layout.BIG_JOKER}", "", cards],
            [str(layout.PASS), "`PASS`", "no bid, raid or riot; end a lead"],
            [f"{layout.ONE}, {layout.TWO}, {layout.THREE}", "`ONE` `TWO` `THREE`", numbers],
            [str(layout.RIOT), "`RIOT`", "void the deal with a weak hand 暴动"],
        ],
    )


def observation() -> str:
    """The blocks of an observation, for five players."""
    rows = [
        [f"`{name}`", f"{where.start}:{where.stop}", meaning]
        for name, where, meaning in observation_blocks("five_player_two_deck")
    ]
    return rows_as_table(["block", "slice", "meaning"], rows)


TABLES = {"presets": presets, "tokens": tokens, "observation": observation}


def with_tables(text: str) -> str:
    """The text with every table generated anew."""
    return _BLOCK.sub(lambda found: found[1] + TABLES[found[2]]() + found[4], text)


if __name__ == "__main__":
    README.write_text(with_tables(README.read_text(encoding="utf-8")), encoding="utf-8")
