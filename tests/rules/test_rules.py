"""Rules 9: the fields, the presets, and what goes together."""

import json
import os
import pickle
import random
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from oracle import presets as reference
from shengji_env.engine import layout
from shengji_env.errors import RulesError, ShengjiError
from shengji_env.rules import FIELDS, PRESETS, Rules
from shengji_env.rules.check import even_deal
from shengji_env.rules.presets import TITLES

PRINTED = Path(__file__).resolve().parents[1] / "data" / "presets.md"
FIVE, THREE_DECK, FIXED = (
    Rules.preset(name) for name in ("five_player_two_deck", "five_player_three_deck", "four_player_fixed")
)


# ---------------------------------------------------------------- the table of presets


def value_of(word):
    words = {"yes": True, "no": False, "none": None}
    return int(word) if word.isdigit() else words.get(word, word)


def printed_presets():
    """(preset, field, value) of the printed table; "-" where the default stands."""
    head, _, *rows = [line for line in PRINTED.read_text(encoding="utf-8").splitlines() if line.startswith("|")]
    names = [cell.split()[0] for cell in head.strip("|").split("|")][1:]
    for row in rows:
        fields, *cells = (cell.replace("†", "").strip() for cell in row.strip("|").split("|"))
        fields = fields.split(", ")
        for name, cell in zip(names, cells, strict=True):
            words = cell.split(", ")
            if len(words) == 1:
                words *= len(fields)  # "none" for riot_max_points, riot_by
            for field, word in zip(fields, (word.strip() for word in words), strict=True):
                yield name, field, word


def test_presets_are_the_printed_table():
    defaults = {"joker_order": False, "first_declarer": "first_bid"}
    seen = set()
    for name, field, word in printed_presets():
        expected = defaults[field] if word == "-" else value_of(word)
        found = getattr(PRESETS[name], field)
        assert (found, type(found)) == (expected, type(expected)), (name, field)
        seen.add((name, field))
    everywhere = {"tractors": True, "start_level": "2", "redeal_limit": 8, "max_deals": None}
    for name, rules in PRESETS.items():
        for field, expected in everywhere.items():
            assert getattr(rules, field) == expected
            seen.add((name, field))
    assert seen == {(name, field) for name in PRESETS for field in FIELDS}


def test_presets_are_the_reference_s():
    for name in reference.NAMES:
        assert PRESETS[name].values() == reference.rules(name)


def test_every_preset_has_a_title():
    assert set(TITLES) == set(PRESETS)


def test_every_field_says_what_it_is():
    for name, about in FIELDS.items():
        assert about.meaning
        assert about.chinese
        assert about.kind.allowed, name
        assert all(about.kind.values.values())


def test_unknown_preset():
    with pytest.raises(RulesError, match="preset='bridge': no such preset; allowed: five_player_two_deck, "):
        Rules.preset("bridge")


# ---------------------------------------------------------------- other values


def test_decks_or_players_alone_deal_out_evenly():
    for name, rules in PRESETS.items():
        assert even_deal(rules.players, rules.decks) == (rules.hand, rules.kitty), name
    changed = FIVE.replace(decks=3)
    assert (changed.hand, changed.kitty) == (31, 7)
    changed = FIVE.replace(decks=1)
    assert (changed.hand, changed.kitty) == (9, 9)
    changed = FIVE.replace(players=6)
    assert (changed.hand, changed.kitty) == (17, 6)
    changed = FIVE.replace(players=4, decks=3)
    assert (changed.hand, changed.kitty) == (39, 6)


def test_even_deal_is_the_smallest_kitty_of_five():
    for players in (4, 5, 6):
        for decks in (1, 2, 3):
            assert even_deal(players, decks) == reference.smallest_even_deal(players, decks)


def test_hand_and_kitty_are_taken_as_given():
    changed = FIVE.replace(decks=3, hand=30, kitty=12)
    assert (changed.hand, changed.kitty) == (30, 12)
    with pytest.raises(RulesError, match=r"hand=25.* make 133 cards, decks=3 have 162.*hand=31, kitty=7"):
        FIVE.replace(decks=3, hand=25)


@pytest.mark.parametrize(
    ("field", "value", "allowed"),
    [
        ("players", 3, "4..6"),
        ("players", 7, "4..6"),
        ("players", None, "4..6"),
        ("decks", 0, "1..3"),
        ("decks", 4, "1..3"),
        ("decks", True, "1..3"),
        ("decks", "2", "1..3"),
        ("decks", 2.0, "1..3"),
        ("kitty", 0, "1..16"),
        ("kitty", 17, "1..16"),
        ("tractors", 1, "True, False"),
        ("tractors", None, "True, False"),
        ("tractors", "yes", "True, False"),
        ("trump_chain", "ladder", "'specials', 'full', 'levels'"),
        ("trump_chain", "FULL", "'specials', 'full', 'levels'"),
        ("trump_chain", None, "'specials', 'full', 'levels'"),
        ("trump_chain", ["full"], "'specials', 'full', 'levels'"),
        ("raid", "none", "None, 'any_round', 'joker_bid'"),
        ("riot_max_points", -1, "0..300, None"),
        ("riot_by", "rioter", "'all', 'attackers', None"),
        ("level_cap", 0, "1..32767, None"),
        ("max_deals", 0, "None"),
        ("redeal_limit", -1, "0.."),
        ("redeal_limit", None, "0.."),
        ("throw_penalty", -5, "0..32767"),
        ("throw_penalty", 10**9, "0..32767"),
        ("start_level", "1", "'2', '3'"),
        ("start_level", 11, "'A' (or a number 2..10)"),
        ("start_level", None, "'2', '3'"),
        ("start_level", True, "'2', '3'"),
    ],
)
def test_a_value_that_the_field_does_not_take(field, value, allowed):
    with pytest.raises(RulesError) as refused:
        FIVE.replace(**{field: value})
    assert f"{field}={value!r}: not a value of this field; allowed: " in str(refused.value)
    assert allowed in str(refused.value)
    assert refused.value.defects[0].field == field
    assert isinstance(refused.value, ValueError)


def test_start_level_is_kept_as_text():
    assert FIVE.replace(start_level=2).start_level == "2"
    assert FIVE.replace(start_level=10).start_level == "T"
    assert FIVE.replace(start_level="A").start_level == "A"
    assert FIVE.replace(start_level=10) == FIVE.replace(start_level="T")


def test_numpy_numbers_are_kept_as_plain_ones():
    changed = FIVE.replace(level_cap=np.int64(4), tractors=np.bool_(False))
    assert type(changed.level_cap) is int
    assert changed.tractors is False


def test_an_unknown_field_is_named_with_the_likely_one():
    with pytest.raises(RulesError, match="tractor=False: no such field; allowed: perhaps tractors"):
        FIVE.replace(tractor=False)
    with pytest.raises(RulesError, match="origin"):
        FIVE.replace(origin="four_player_seek")


def test_a_refused_replace_changes_nothing():
    before = FIVE.values()
    with pytest.raises(RulesError):
        FIVE.replace(kitty=9)
    assert FIVE.values() == before


def test_all_findings_come_at_once():
    with pytest.raises(RulesError) as refused:
        FIVE.replace(trump_chain="x", kitty=9, unbid_later="flip_kitty", levels="side")
    assert {defect.field for defect in refused.value.defects} == {
        "trump_chain", "hand", "unbid_later", "levels", "bid_levels", "players",
    }  # fmt: skip
    assert len(str(refused.value).splitlines()) == 1 + len(refused.value.defects)


def test_rules_cannot_be_built_around_the_checks():
    with pytest.raises(RulesError):
        Rules(**FIVE.values() | {"kitty": 9})
    with pytest.raises(AttributeError):
        FIVE.kitty = 9


# ---------------------------------------------------------------- what goes together, sentence by sentence


@pytest.mark.parametrize(
    ("preset", "fields", "refused"),
    [
        ("five_player_two_deck", {"hand": 19}, {"hand"}),
        ("five_player_two_deck", {"kitty": 13}, {"hand"}),
        ("five_player_two_deck", {"hand": 19, "kitty": 13}, set()),
        ("four_player_seek", {"hand": 26, "kitty": 4}, set()),
        ("four_player_seek", {"decks": 3, "hand": 40, "kitty": 2}, {"kitty"}),  # flip_kitty turns the third
        ("four_player_free_follow", {"decks": 3, "hand": 40, "kitty": 2}, set()),
        ("four_player_fixed", {"players": 6}, set()),
        ("four_player_fixed", {"players": 5}, {"players"}),
        ("four_player_fixed", {"players": 5, "levels": "player"}, {"players"}),  # fixed
        ("four_player_fixed", {"players": 5, "partner": "called_card"}, {"players", "levels"}),
        ("four_player_fixed", {"partner": "called_card"}, {"levels"}),
        ("four_player_fixed", {"partner": "called_card", "levels": "player"}, set()),
        ("five_player_two_deck", {"levels": "side", "players": 4}, {"levels", "bid_levels"}),
        ("five_player_two_deck", {"succession": "rotate"}, {"bid_levels"}),
        ("five_player_three_deck", {"succession": "rotate"}, {"bid_levels"}),
        ("five_player_two_deck", {"bid_levels": "declarer"}, {"bid_levels"}),
        ("five_player_two_deck", {"bid_levels": "declarer", "succession": "rotate"}, set()),
        ("five_player_two_deck", {"bid_levels": "own"}, set()),
        ("five_player_two_deck", {"unbid_later": "flip_kitty"}, {"unbid_later"}),
        ("five_player_two_deck", {"unbid_demotion": True}, {"unbid_demotion"}),
        ("four_player_fixed", {"unbid_first": "flip_kitty"}, {"unbid_first"}),
        ("four_player_seek", {"bid_with_joker": True}, {"bid_with_joker"}),
        ("five_player_two_deck", {"players": 4, "partner": "fixed", "bid_with_joker": True}, {"bid_with_joker"}),
        ("four_player_fixed", {"bid_with_joker": True}, set()),
        ("four_player_fixed", {"raid": "joker_bid"}, {"raid"}),
        ("four_player_fixed", {"raid": "joker_bid", "bid_with_joker": True}, set()),
        ("four_player_fixed", {"raid": "any_round"}, {"raid"}),
        ("five_player_two_deck", {"raid": "any_round"}, {"raid"}),
        ("five_player_three_deck", {"raid": None}, set()),
        ("five_player_two_deck", {"riot_by": "attackers"}, {"riot_by"}),
        ("four_player_fixed", {"riot_by": "attackers", "riot_max_points": 10}, set()),
        ("four_player_fixed", {"riot_max_points": 10}, set()),
        ("five_player_two_deck", {"decks": 1, "after_ace": "wrap", "must_play_ace": True}, set()),
    ],
)
def test_combinations(preset, fields, refused):
    rules = Rules.preset(preset)
    if not refused:
        rules.replace(**fields)
        return
    with pytest.raises(RulesError) as error:
        rules.replace(**fields)
    assert {defect.field for defect in error.value.defects} == refused


def random_values(generator):
    """A preset with up to five fields drawn anew."""
    values = PRESETS[generator.choice(list(PRESETS))].values()
    for name in generator.sample(list(FIELDS), generator.randint(0, 5)):
        kind = FIELDS[name].kind
        if hasattr(kind, "codes"):
            values[name] = generator.choice(list(kind.codes))
        elif kind.allowed == "True, False":
            values[name] = not values[name]
        elif name in ("players", "decks"):
            values[name] = generator.randint(kind.low, kind.high)
            values["hand"], values["kitty"] = even_deal(values["players"], values["decks"])
        elif name == "kitty":
            values["kitty"] = generator.randint(1, 16)
            values["hand"] = (54 * values["decks"] - values["kitty"]) // values["players"]
    return values


def test_refused_are_exactly_the_combinations_that_the_reference_refuses():
    generator = random.Random(1)
    tally = {True: 0, False: 0}
    for _ in range(4000):
        values = random_values(generator)
        problems = reference.problems(values)
        if problems:
            with pytest.raises(RulesError):
                Rules(**values)
        else:
            Rules(**values)
        tally[bool(problems)] += 1
    assert min(tally.values()) > 500


# ---------------------------------------------------------------- text forms


def test_overrides_come_back_as_the_same_rules():
    for rules in [*PRESETS.values(), FIVE.replace(decks=3, tractors=False), FIXED.replace(players=6)]:
        assert Rules.from_overrides(rules.overrides()) == rules
        assert Rules.of(rules.overrides()) == rules


def test_overrides_are_what_differs_from_the_preset_it_came_from():
    assert FIVE.overrides() == {"preset": "five_player_two_deck", "overrides": {}}
    changed = FIVE.replace(level_cap=None).replace(tractors=False)
    assert changed.overrides() == {
        "preset": "five_player_two_deck",
        "overrides": {"tractors": False, "level_cap": None},
    }
    assert changed.replace(tractors=True, level_cap=3).overrides()["overrides"] == {}


def test_overrides_without_an_origin_take_the_nearest_preset():
    rules = Rules(**FIXED.replace(level_cap=2).values())
    assert rules.overrides() == {"preset": "four_player_fixed", "overrides": {"level_cap": 2}}


def test_the_origin_is_no_rule():
    seek = Rules.preset("four_player_seek").replace(partner="fixed", levels="side")
    assert seek == FIXED
    assert hash(seek) == hash(FIXED)
    assert seek.digest() == FIXED.digest()
    assert seek.overrides()["preset"] == "four_player_seek"


@pytest.mark.parametrize(
    "text",
    [
        {},
        {"overrides": {}},
        {"preset": "five_player_two_deck", "override": {}},
        {"preset": "five_player_two_deck", "overrides": [1]},
        {"preset": None},
        {"preset": ["five_player_two_deck"]},
        5,
        None,
    ],
)
def test_what_is_no_text_form_of_rules(text):
    with pytest.raises(RulesError):
        Rules.of(text)


def test_of_takes_rules_names_and_text_forms():
    assert Rules.of(FIVE) is FIVE
    assert Rules.of("five_player_two_deck") == FIVE
    assert Rules.of({"preset": "five_player_two_deck"}) == FIVE


def test_str_names_preset_and_changes():
    assert str(FIVE) == "five_player_two_deck"
    assert str(FIVE.replace(level_cap=None)) == "five_player_two_deck level_cap=None"


@pytest.mark.parametrize("field", FIELDS)
def test_what_rules_print_is_read_as_the_same_rules(field):
    """Whatever is changed in them."""
    generator = random.Random(field)
    for _ in range(100):
        values = random_values(generator)
        if field not in ("players", "decks", "hand", "kitty"):
            values[field] = generator.choice(_some_values(FIELDS[field].kind))
        if not reference.problems(values):
            rules = Rules(**values)
            assert Rules.of(str(rules)) == rules
            assert Rules.of(rules.values()) == rules


def _some_values(kind):
    """The outermost values of a field among them."""
    if hasattr(kind, "codes"):
        return list(kind.codes)
    if hasattr(kind, "low"):
        return [kind.low, kind.high] + [None] * (kind.none is not None)
    return [True, False] if kind.allowed == "True, False" else list("23456789TJQKA")


@pytest.mark.parametrize(
    "text",
    [
        "four_player_fixed decks=3 tractors=no raid=None",
        "four_player_fixed  decks=3, tractors=False, raid=none",
        " four_player_fixed tractors=FALSE decks=3\n",
        "four_player_fixed decks=3 hand=39 kitty=6 tractors=false trump_chain='full' partner=\"fixed\"",
    ],
)
def test_a_text_is_a_preset_and_what_is_changed(text):
    assert Rules.of(text) == FIXED.replace(decks=3, tractors=False)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "preset=''"),
        ("decks=3", "preset='decks=3': no such preset; allowed: five_player_two_deck, "),
        ("bridge decks=3", "preset='bridge'"),
        ("four_player_fixed decks", "cannot read 'decks'"),
        ("four_player_fixed decks=", "cannot read 'decks='"),
        ("four_player_fixed =3", "cannot read '=3'"),
        ("four_player_fixed decks=3 decks=2", "decks is given twice"),
        ("four_player_fixed deks=3", "deks=3: no such field; allowed: perhaps decks"),
        ("four_player_fixed decks=4", "decks=4: not a value of this field; allowed: 1..3"),
        ("four_player_fixed decks=3.0", "decks='3.0': not a value of this field; allowed: 1..3"),
        ("four_player_fixed decks=" + "9" * 3000, "allowed: 1..3"),
        ("four_player_fixed decks=" + "9" * 5000, "5,024 characters, 4,096 at most are read"),
        ("four_player_fixed decks=٣", "allowed: 1..3"),
        ("four_player_fixed tractors=1", "tractors=1: not a value of this field; allowed: True, False"),
        ("four_player_fixed partner=None", "allowed: 'called_turn', 'trump_cards', 'fixed', 'called_card'"),
        ("four_player_fixed self=3", "self=3: no such field"),
        ("four_player_fixed kitty=9", "make 109 cards"),
    ],
)
def test_a_text_that_is_refused_says_field_value_and_what_is_allowed(text, says):
    with pytest.raises(RulesError, match=re.escape(says)):
        Rules.of(text)


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({"decks": 3}, "without a preset every field is needed, also players, hand, kitty, "),
        (FIXED.values() | {"deks": 3}, "deks=3: no such field"),
        (FIXED.values() | {5: 3}, "5=3: no such field"),
        (FIXED.values() | {"decks": [3]}, "not a value of this field"),
    ],
)
def test_values_are_every_field_s(values, says):
    assert Rules.of(FIXED.values()) == FIXED
    with pytest.raises(RulesError, match=re.escape(says)):
        Rules.of(values)


def test_overrides_may_have_any_name_and_are_refused():
    with pytest.raises(RulesError, match="self=3: no such field"):
        Rules.of({"preset": "four_player_fixed", "overrides": {"self": 3}})


class Unspeakable:
    def __repr__(self):
        raise RuntimeError


@pytest.mark.parametrize(
    "overrides",
    [
        {"decks": 10**5000},
        {"decks": Unspeakable()},
        {"decks": np.array([1, 2])},
        {"tractors": np.array([True, False])},
        {"raid": {"any_round"}},
        {"x" * 10**6: 1},
        {f"deck{number}": number for number in range(10**5)},
        {"decks": list(range(10**6))},
        0,
        "",
        [],
    ],
    ids=range(11),
)
def test_whatever_is_given_is_refused_in_a_few_lines(overrides):
    """By an error of the package's own, in no more time and text than somebody reads."""
    with pytest.raises(RulesError) as refused:
        Rules.of({"preset": "four_player_fixed", "overrides": overrides})
    assert len(str(refused.value)) < 10_000


# ---------------------------------------------------------------- files

TOML = """
preset = "four_player_fixed"
[overrides]
decks = 3
tractors = false
raid = "none"
"""


def test_rules_in_a_file(tmp_path):
    expected = FIXED.replace(decks=3, tractors=False)
    files = {
        "changed.toml": TOML,
        "changed.json": json.dumps(expected.overrides()),
        "every.json": json.dumps(expected.values()),
        "preset.json": '{"preset": "four_player_fixed"}',
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
        rules = FIXED if name == "preset.json" else expected
        assert Rules.read(tmp_path / name) == Rules.of_argument(str(tmp_path / name)) == rules
    assert Rules.of_argument("four_player_fixed decks=3 tractors=no") == expected


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("a.toml", 'preset = "four_player_fixed"\n[overrides]\ndecks = 4', "a.toml: rules refused: decks=4: "),
        ("a.toml", "preset = ", "cannot read rules from"),
        ("a.toml", "decks = " + "9" * 5000, "cannot read rules from"),
        ("a.toml", "x = " + "[" * 5000, "cannot read rules from"),
        ("a.json", "{", "cannot read rules from"),
        ("a.json", "", "cannot read rules from"),
        ("a.json", "5", "cannot read rules 5"),
        ("a.json", "null", "cannot read rules None"),
        ("a.json", '{"preset": "four_player_fixed", "preset": "four_player_seek"}', "given twice"),
        ("a.json", '{"preset": {}}', "no such preset"),
        ("a.json", "\udcff", "cannot read rules from"),
        ("a.json", " " * 70_000 + "{}", "more than 65,536 bytes"),
        ("a.py", "print(5)", ".json or .toml files are read"),
    ],
    ids=range(13),
)
def test_a_file_that_holds_no_rules(tmp_path, name, text, says):
    path = tmp_path / name
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(RulesError, match=re.escape(says)) as refused:
        Rules.read(path)
    assert str(path) in str(refused.value)


@pytest.mark.timeout(30)
def test_only_regular_files_are_read(tmp_path):
    """A pipe would wait for ever, a device may never end."""
    os.mkfifo(tmp_path / "pipe.json")
    (tmp_path / "folder.json").mkdir()
    (tmp_path / "zero.json").symlink_to("/dev/zero")
    for name, says in (
        ("pipe", "regular file"),
        ("folder", "Is a directory"),
        ("zero", "regular file"),
        ("no", "No such"),
    ):
        with pytest.raises(RulesError, match=says):
            Rules.read(tmp_path / f"{name}.json")
    with pytest.raises(RulesError, match="null"):
        Rules.read("\0.json")


def test_a_text_is_never_taken_for_a_file(tmp_path):
    path = tmp_path / "rules.json"
    path.write_text(json.dumps(FIXED.values()), encoding="utf-8")
    with pytest.raises(RulesError, match="no such preset"):
        Rules.of(str(path))


def test_digests_differ_with_any_field():
    changes = {
        "tractors": False, "trump_chain": "full", "level_cap": 4, "start_level": "A", "max_deals": 3,
        "riot_max_points": 11, "redeal_limit": 9, "throw_penalty": 5,
    }  # fmt: skip
    digests = {FIVE.replace(**{name: value}).digest() for name, value in changes.items()}
    digests |= {rules.digest() for rules in PRESETS.values()}
    assert len(digests) == len(changes) + len(PRESETS)
    assert all(re.fullmatch("[0-9a-f]{12}", digest) for digest in digests)


def test_digest_is_the_same_in_another_process():
    code = "from shengji_env.rules import Rules; print(Rules.preset('five_player_two_deck').digest())"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == FIVE.digest()


def test_rules_can_be_pickled_and_be_keys():
    FIVE.level_change(0, 1)  # fills what is cached
    copy = pickle.loads(pickle.dumps(FIVE))
    assert copy == FIVE
    assert {FIVE: 1}[copy] == 1
    assert copy.overrides() == FIVE.overrides()


def test_errors_can_be_pickled():
    with pytest.raises(RulesError) as refused:
        FIVE.replace(kitty=9)
    copy = pickle.loads(pickle.dumps(refused.value))
    assert str(copy) == str(refused.value)
    assert copy.defects == refused.value.defects


# ---------------------------------------------------------------- the engine's record


def test_fields_are_the_record_s():
    assert set(FIELDS) == set(layout.RULES.names)


def test_words_are_the_members_of_the_engine_s_policies():
    R = layout.new_rules(3)
    for rules in PRESETS.values():
        rules.fill(R, 1)
        for name, value in rules.values().items():
            code = int(R[1][name])
            if isinstance(value, str) and name != "start_level":
                assert FIELDS[name].kind.codes[value] == code
    assert R[0] == R[2] == np.zeros(1, layout.RULES)[0]


def test_record_of_a_preset():
    r = layout.fields(THREE_DECK.record(), 0)
    assert (r.players, r.decks, r.hand, r.kitty) == (5, 3, 31, 7)
    assert r.raid == layout.Raid.ANY_ROUND
    assert r.trump_chain == layout.TrumpChain.FULL
    assert r.riot_max_points == layout.NO_RIOT
    assert r.level_cap == layout.NO_LIMIT
    assert r.max_deals == layout.NO_LIMIT
    assert (r.tractors, r.follow_shapes, r.joker_order) == (1, 1, 0)
    assert layout.fields(THREE_DECK.replace(start_level="A").record(), 0).start_level == 12
    assert layout.fields(FIVE.record(), 0).raid == layout.Raid.NONE


def test_a_record_handed_out_is_the_caller_s_own():
    layout.fields(FIVE.record(), 0).level_cap = 1
    assert layout.fields(FIVE.record(), 0).level_cap == 3
    assert FIVE.level_change(0, 2) == ("declarer", 3)


def test_the_largest_numbers_fit_the_record():
    changed = FIVE.replace(
        throw_penalty=32767, level_cap=32767, max_deals=2**31 - 1, redeal_limit=2**31 - 1, riot_max_points=300
    )
    r = layout.fields(changed.record(), 0)
    assert (r.throw_penalty, r.level_cap, r.max_deals, r.redeal_limit) == (32767, 32767, 2**31 - 1, 2**31 - 1)
    assert r.riot_max_points == 300


# ---------------------------------------------------------------- errors


def test_errors_say_rule_and_position():
    error = ShengjiError("cannot play H3", rule="follow.suit", place="deal 1, play", position="{…}")
    assert str(error) == "cannot play H3 (follow.suit) — deal 1, play"
    assert (error.rule, error.position) == ("follow.suit", "{…}")
