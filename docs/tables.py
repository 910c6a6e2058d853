"""The tables of the README and of docs/, generated from the code. `python docs/tables.py` writes them anew.

A table stands between ``<!-- table:NAME -->`` and ``<!-- /table -->``; a test compares it with what is generated.
"""

import re
from pathlib import Path

from shengji_env import PRESETS, observation_blocks, shengji_v0
from shengji_env.engine import layout
from shengji_env.envs.spaces import observation_size
from shengji_env.rules import FIELDS, Rules
from shengji_env.rules.check import NEEDS

DOCS = Path(__file__).parent
PAGES = [DOCS.parent / "README.md", *sorted(DOCS.glob("*.md"))]
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
        [f"`{name}`", _slice(where), meaning] for name, where, meaning in observation_blocks("five_player_two_deck")
    ]
    return rows_as_table(["block", "slice", "meaning"], rows)


def observation_of_each() -> str:
    """The blocks of an observation, for every number of players."""
    tables = [observation_blocks(rules) for rules in _of_each_size()]
    rows = [
        [f"`{name}`", *(_slice(table[k][1]) for table in tables), meaning]
        for k, (name, _, meaning) in enumerate(tables[0])
    ]
    return rows_as_table(["block", *(f"{rules.players} players" for rules in _of_each_size()), "meaning"], rows)


def facts() -> str:
    """The environment at a glance, as PettingZoo's pages have it."""
    env, parallel = shengji_v0.env(), shengji_v0.parallel_env()
    shapes = ", ".join(f"({observation_size(rules)},) with {rules.players}" for rules in _of_each_size())
    mask, parallel_mask = (one.observation_space("player_0")["action_mask"].shape for one in (env, parallel))
    actions = env.action_space("player_0")
    counts = env.observation_space("player_0")["observation"]
    return rows_as_table(
        ["Import", "`from shengji_env import shengji_v0`"],
        [
            ["Actions", "Discrete"],
            ["Parallel API", "Yes, with NOOP for agents that are not to act"],
            ["Manual Control", "No"],
            ["Agents", "`player_0`, `player_1`, … in the order of play: 4, 5 or 6"],
            ["Action Shape", f"{actions}; {parallel.action_space('player_0')} with the parallel API"],
            ["Action Values", f"0..{actions.n - 1}; {shengji_v0.NOOP} is NOOP"],
            ["Observation Shape", f"{shapes} players; mask {mask}, parallel {parallel_mask}"],
            ["Observation Values", f"whole numbers {counts.low.min():.0f}..{counts.high.max():.0f}; the mask 0, 1"],
        ],
    )


def _of_each_size() -> list[Rules]:
    """Rules for each number of players."""
    return [PRESETS["five_player_two_deck"].replace(players=players) for players in (4, 5, 6)]


def _slice(where: slice) -> str:
    return f"{where.start}:{where.stop}"


def rule_fields() -> str:
    """Every rule field with each of its values."""
    rows = []
    for field, about in FIELDS.items():
        rows.append([f"**`{field}`** {about.chinese}", "", about.meaning, _clause_links(about.clause)])
        rows += [["", f"`{value}`", meaning, ""] for value, meaning in about.kind.values.items()]
    return rows_as_table(["field", "value", "meaning", "clause"], rows)


def rule_needs() -> str:
    """Which value of a field needs which of another one."""
    rows = [[f"`{need.field}={need.value!r}`", f"`{need.other}={need.needed!r}`", need.why] for need in NEEDS]
    return rows_as_table(["", "needs", "because"], rows)


def _clause_links(clauses: str) -> str:
    """Clauses as links to their headings in docs/rules.md."""
    headings = dict(re.findall(r"^### ((\d+\.\d+) .+)$", (DOCS / "rules.md").read_text(encoding="utf-8"), re.MULTILINE))
    anchors = {clause: re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title, clause in headings.items()}
    return re.sub(r"\d+\.\d+", lambda found: f"[{found[0]}](#{anchors[found[0]]})", clauses)


TABLES = {
    "presets": presets,
    "rule_fields": rule_fields,
    "rule_needs": rule_needs,
    "tokens": tokens,
    "observation": observation,
    "observation_of_each": observation_of_each,
    "facts": facts,
}


def with_tables(text: str) -> str:
    """The text with every table generated anew."""
    return _BLOCK.sub(lambda found: found[1] + TABLES[found[2]]() + found[4], text)


if __name__ == "__main__":
    for page in PAGES:
        page.write_text(with_tables(page.read_text(encoding="utf-8")), encoding="utf-8")
