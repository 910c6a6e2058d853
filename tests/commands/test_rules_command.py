"""`shengji rules`: presets, the fields of one, and what two of them differ in."""

import json
import re
from itertools import pairwise

import pytest

from shengji_env import PRESETS
from shengji_env.commands.main import main
from shengji_env.rules import FIELDS
from shengji_env.rules.presets import TITLES
from shengji_env.terminal.tables import width


def printed(capsys, *argv):
    """The lines a command prints."""
    assert main(["rules", *argv]) == 0
    return capsys.readouterr().out.splitlines()


def blocks(lines):
    """Field -> (its line, {(mark, value as shown): its meaning})."""
    found = {}
    for line in lines:
        if not line.startswith(" "):
            field = line.split()[0]
            found[field] = (line, {})
        elif entry := re.match(r"  (left |right|[* ]) (\S+) +(.+)", line):
            mark, value, meaning = entry.groups()
            last = (mark.strip(), value)
            found[field][1][last] = meaning
        else:
            found[field][1][last] += " " + line.strip()
    return found


def test_the_presets(capsys):
    lines = printed(capsys)
    assert [line.split()[0] for line in lines[2:]] == list(PRESETS)


@pytest.mark.parametrize("preset", PRESETS)
def test_each_field_with_chinese_clause_meaning_and_every_value(capsys, preset):
    lines = printed(capsys, preset)
    assert lines[0] == f"{preset}: {TITLES[preset]}"
    fields = blocks(lines[2:])
    assert list(fields) == list(FIELDS)
    for field, about in FIELDS.items():
        line, values = fields[field]
        assert line == f"{field} {about.chinese} (rules {about.clause}): {about.meaning}"
        assert [value for mark, value in values if mark] == [repr(getattr(PRESETS[preset], field))]
        for text, meaning in zip(values.values(), about.kind.values.values(), strict=True):
            assert text.startswith(meaning)


def test_numbers_show_what_else_is_allowed(capsys):
    fields = blocks(printed(capsys, "four_player_fixed")[2:])
    assert fields["decks"][1] == {("*", "2"): "so many packs (1..3)"}
    assert set(fields["level_cap"][1]) == {("", "1..32767"), ("*", "None")}


def test_rules_with_changes_and_from_a_file(capsys, tmp_path):
    text = "four_player_fixed decks=3 tractors=no"
    lines = printed(capsys, text)
    assert lines[0].startswith("four_player_fixed decks=3 hand=39 kitty=6 tractors=False: ")
    assert ("*", "False") in blocks(lines[2:])["tractors"][1]
    (values,) = printed(capsys, text, "--json")
    path = tmp_path / "mine.json"
    path.write_text(values, encoding="utf-8")
    assert printed(capsys, str(path)) == lines


@pytest.mark.parametrize(("preset", "other"), list(pairwise(PRESETS)))
def test_a_difference_shows_only_what_differs(capsys, preset, other):
    lines = printed(capsys, preset, "--diff", other)
    assert lines[0].startswith(f"left:  {preset}")
    assert lines[1].startswith(f"right: {other}")
    left, right = (PRESETS[name].values() for name in (preset, other))
    fields = blocks(lines[2:])
    assert set(fields) == {field for field in FIELDS if left[field] != right[field]}
    for field, (_, values) in fields.items():
        assert list(values) == [("left", repr(left[field])), ("right", repr(right[field]))]
        assert all(values.values())


def test_seek_differs_from_fixed_in_two_fields(capsys):
    fields = blocks(printed(capsys, "four_player_fixed", "--diff", "four_player_seek")[2:])
    assert set(fields) == {"partner", "levels"}


def test_a_preset_does_not_differ_from_itself(capsys):
    assert printed(capsys, "four_player_seek", "--diff", "four_player_seek")[-1] == "no differences"


@pytest.mark.parametrize("preset", PRESETS)
def test_a_hundred_columns_are_enough(capsys, preset):
    for argv in ([], [preset], *([preset, "--diff", other] for other in PRESETS)):
        assert max(width(line) for line in printed(capsys, *argv)) <= 100


def test_json(capsys):
    (line,) = printed(capsys, "--json")
    assert list(json.loads(line)) == list(PRESETS)
    (line,) = printed(capsys, "four_player_fixed", "--json")
    assert json.loads(line)["players"] == 4
    (line,) = printed(capsys, "four_player_fixed", "--diff", "four_player_seek", "--json")
    assert json.loads(line) == {"partner": ["fixed", "called_card"], "levels": ["side", "player"]}


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        (["six_player"], "five_player_two_deck"),
        (["four_player_fixed", "--diff", "six_player"], "five_player_two_deck"),
        (["--diff", "four_player_fixed"], "RULES --diff OTHER"),
        (["four_player_fixed decks=4"], "decks=4: not a value of this field; allowed: 1..3"),
        (["missing.toml"], "cannot read rules from missing.toml: No such file"),
    ],
)
def test_what_is_asked_wrongly_is_refused(capsys, argv, says):
    assert main(["rules", *argv]) == 2
    assert says in capsys.readouterr().err
