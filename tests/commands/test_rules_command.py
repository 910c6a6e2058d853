"""`shengji rules`: presets, the fields of one, and what two of them differ in."""

import json
from itertools import pairwise

import pytest

from shengji_env import PRESETS
from shengji_env.commands.main import main
from shengji_env.rules import FIELDS
from shengji_env.rules.presets import SOURCES
from shengji_env.training.tables import width


def printed(capsys, *argv):
    """The lines a command prints."""
    assert main(["rules", *argv]) == 0
    return capsys.readouterr().out.splitlines()


def entries(lines):
    """Field -> its text, lines that go on below joined on."""
    found, field = {}, None
    for line in lines:
        if not line.startswith(" "):
            field, line = line.split(maxsplit=1)
        found[field] = f"{found.get(field, '')} {' '.join(line.split())}".strip()
    return found


def test_the_presets_with_their_documents(capsys):
    lines = printed(capsys)
    assert [line.split()[0] for line in lines[2:]] == list(PRESETS)
    assert all(line.endswith(source) for line, source in zip(lines[2:], SOURCES.values(), strict=True))


@pytest.mark.parametrize("preset", PRESETS)
def test_each_field_with_value_chinese_source_and_meaning(capsys, preset):
    lines = printed(capsys, preset)
    assert SOURCES[preset] in lines[0]
    fields = entries(lines[2:])
    assert list(fields) == list(FIELDS)
    for field, about in FIELDS.items():
        value = getattr(PRESETS[preset], field)
        shown = {None: "none", True: "yes", False: "no"}[value] if value is None or type(value) is bool else str(value)
        assert fields[field] == f"{shown} {about.chinese} {about.section}, {SOURCES[preset][:8]} {about.meaning}"


@pytest.mark.parametrize(("preset", "other"), list(pairwise(PRESETS)))
def test_a_difference_shows_only_what_differs(capsys, preset, other):
    lines = printed(capsys, preset, "--diff", other)
    assert lines[0].startswith(f"left:  {preset}")
    assert lines[1].startswith(f"right: {other}")
    left, right = (PRESETS[name].values() for name in (preset, other))
    fields = entries(lines[3:])
    assert set(fields) == {field for field in FIELDS if left[field] != right[field]}
    assert all(FIELDS[field].chinese in text and text.endswith(FIELDS[field].meaning) for field, text in fields.items())


def test_seek_differs_from_fixed_in_two_fields(capsys):
    fields = entries(printed(capsys, "four_player_fixed", "--diff", "four_player_seek")[3:])
    assert fields["partner"].startswith("fixed called_card 对家 7")
    assert fields["levels"].startswith("side player")
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
        (["--diff", "four_player_fixed"], "PRESET --diff OTHER"),
    ],
)
def test_what_is_asked_wrongly_is_refused(capsys, argv, says):
    assert main(["rules", *argv]) == 2
    assert says in capsys.readouterr().err
