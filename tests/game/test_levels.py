"""Rules 8: the level tables, where levels lead, who wins the match, who is declarer next."""

import json
import random
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from oracle import presets as reference_presets
from oracle import score as reference
from shengji_env.cards import level_index, level_text
from shengji_env.errors import CardsError, ShengjiError
from shengji_env.rules import PRESETS, Rules

CASES = Path(__file__).resolve().parents[1] / "data" / "cases"
TWO_DECK, THREE_DECK, FIXED, SEEK, JOKER_BID, FREE_FOLLOW = PRESETS.values()


def cases(kind):
    return [json.loads(line) for line in (CASES / f"{kind}.jsonl").read_text(encoding="utf-8").splitlines()]


# ---------------------------------------------------------------- worked cases


@pytest.mark.parametrize("case", cases("level_change"))
def test_level_change_case(case):
    rules = Rules.from_overrides(case["rules"])
    side, steps = rules.level_change(case["points"], case["declarer_side_size"])
    assert {"side": side, "steps": steps} == case["expected"]


@pytest.mark.parametrize("case", cases("advance"))
def test_advance_case(case):
    level, passed_ace = Rules.from_overrides(case["rules"]).advance(case["level"], case["steps"])
    assert {"level": level, "passed_ace": passed_ace} == case["expected"]


@pytest.mark.parametrize("case", cases("settle"))
def test_settle_case(case):
    rules = Rules.from_overrides(case["rules"])
    found = rules.settle(case["levels"], case["declarer"], case["declarer_side"], case["points"])
    assert {
        "levels": found.levels,
        "gained": [found.side, found.steps],
        "winners": found.winners,
        "match_winners": found.match_winners,
        "swing": found.swing,
        "next_declarer": found.next_declarer,
    } == case["expected"]


# ---------------------------------------------------------------- the level tables


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        (-25, ("declarer", 3)),
        (0, ("declarer", 3)),
        (5, ("declarer", 2)),
        (35, ("declarer", 2)),
        (40, ("declarer", 1)),
        (75, ("declarer", 1)),
        (80, ("nobody", 0)),
        (115, ("nobody", 0)),
        (120, ("attackers", 1)),
        (155, ("attackers", 1)),
        (160, ("attackers", 2)),
        (200, ("attackers", 3)),
        (240, ("attackers", 3)),  # capped: 若翻底后超过 200 分仍按最高档升级
    ],
)
def test_swing_table(points, expected):
    for size in (1, 2):
        assert TWO_DECK.level_change(points, size) == expected


# The three-deck rules' printed table: points, then the declarer side of three, two, one (+ it gains, - the others do).
SIDES = """
    0      3   4   5
    5      2   3   4
    45     2   3   4
    50     1   2   3
    95     1   2   3
    100   -1   1   2
    145   -1   1   2
    150   -2  -1   1
    195   -2  -1   1
    200   -3  -2  -1
    250   -4  -3  -2
    300   -5  -4  -3
"""


@pytest.mark.parametrize("line", SIDES.split("\n")[1:-1])
def test_sides_table(line):
    points, *by_size = map(int, line.split())
    for size, gain in zip((3, 2, 1), by_size, strict=True):
        assert THREE_DECK.level_change(points, size) == ("declarer" if gain > 0 else "attackers", abs(gain))


def test_a_declarer_side_of_more_than_three_counts_as_three():
    rules = THREE_DECK.replace(players=6)
    for points in range(-50, 600, 5):
        assert rules.level_change(points, 4) == rules.level_change(points, 5) == rules.level_change(points, 3)


def test_level_cap_holds_for_both_sides():
    rules = THREE_DECK.replace(level_cap=2)
    assert rules.level_change(0, 1) == ("declarer", 2)
    assert rules.level_change(1000, 1) == ("attackers", 2)
    assert JOKER_BID.level_change(10_000, 2) == ("attackers", 6)


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
@pytest.mark.parametrize("decks", [1, 2, 3])
def test_tables_have_neither_gaps_nor_overlaps(rules, decks):
    """From no points up, the declarer side's gain falls by one row a step and never rises."""
    rules = rules.replace(decks=decks, level_cap=None)
    for size in (1, 2, 3):
        gains = []
        for points in range(-10, 20 * rules.step, 5):
            side, steps = rules.level_change(points, size)
            gains.append(steps if side == "declarer" else -steps)
        falls = [before - after for before, after in pairwise(gains)]
        assert set(falls) <= {0, 1, 2}
        assert falls.count(2) == (1 if rules.level_table == "sides" else 0)  # over the missing swing


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_threshold_is_where_the_declarer_side_stops_gaining(rules):
    for size in (1, 2, 3):
        threshold = rules.threshold(size)
        assert rules.level_change(threshold - 5, size)[0] == "declarer"
        assert rules.level_change(threshold, size)[0] != "declarer"


def test_steps_of_points():
    assert [rules.step for rules in PRESETS.values()] == [40, 50, 40, 40, 40, 40]
    assert THREE_DECK.replace(decks=2).step == 40  # other deck counts
    assert TWO_DECK.replace(decks=3).step == 60
    assert TWO_DECK.threshold(2) == 80
    assert [THREE_DECK.threshold(size) for size in (1, 2, 3, 4)] == [200, 150, 100, 100]


def test_huge_points_need_64_bits():
    rules = TWO_DECK.replace(level_cap=None)
    points = 100 * 2**40  # a throw of forty cards doubles forty times
    assert rules.level_change(points, 1) == ("attackers", 1 + (points - 120) // 40)
    assert rules.settle(["2"] * 5, 0, [0], points).steps == 1 + (points - 120) // 40
    assert rules.level_change(-points, 1) == ("declarer", 3)
    with pytest.raises(ShengjiError, match="a whole number"):
        rules.level_change(2**63, 1)


# ---------------------------------------------------------------- passing A


def test_k_plus_one_is_only_a_and_k_plus_two_wins():
    assert TWO_DECK.advance("K", 1) == ("A", False)
    assert TWO_DECK.advance("K", 2) == ("A", True)


def test_levels_start_over_after_a():
    assert JOKER_BID.advance("A", 1) == ("2", True)
    assert JOKER_BID.advance("A", 14) == ("2", True)
    assert JOKER_BID.settle(["A"] * 4, 0, [0, 2], 0).match_winners == []


def test_ace_must_be_played():
    assert FREE_FOLLOW.advance("K", 5) == ("A", False)
    assert FREE_FOLLOW.advance("A", 1) == ("2", True)
    assert SEEK.replace(must_play_ace=True).advance("A", 1) == ("A", True)


def test_all_who_pass_a_in_the_same_deal_win_the_match():
    assert TWO_DECK.settle(["A", "K", "Q", "2", "2"], 0, [0, 1], 0).match_winners == [0, 1]
    assert TWO_DECK.settle(["2", "A", "A", "2", "K"], 0, [0], 160).match_winners == [1, 2, 4]


# ---------------------------------------------------------------- after the deal


def test_winners_of_a_swing_are_its_attackers_who_gain_nothing():
    found = TWO_DECK.settle(["A", "A", "A", "A", "A"], 3, [0, 3], 95)
    assert found.swing
    assert (found.side, found.steps) == ("nobody", 0)
    assert found.winners == [1, 2, 4]
    assert found.levels == ["A"] * 5
    assert found.match_winners == []
    assert found.next_declarer is None


def test_rotation_goes_on_within_the_side_that_gained():
    rules = FIXED.replace(players=6)
    levels = ["2"] * 6
    assert rules.settle(levels, 2, [0, 2, 4], 0).next_declarer == 4
    assert rules.settle(levels, 4, [0, 2, 4], 0).next_declarer == 0
    assert rules.settle(levels, 4, [0, 2, 4], 200).next_declarer == 5
    assert rules.settle(levels, 5, [1, 3, 5], 130).next_declarer == 0  # a swing hands over too


def test_a_solo_declarer_who_gains_stays():
    assert SEEK.settle(["2"] * 4, 3, [3], 40).next_declarer == 3
    assert SEEK.settle(["2"] * 4, 3, [3], 80).next_declarer == 0


# ---------------------------------------------------------------- against the reference


def varied(generator):
    """A preset with some of the fields of docs/rules.md 8 changed, for us and for the reference."""
    name = generator.choice(list(PRESETS))
    fields = {
        "decks": generator.choice([1, 2, 3]),
        "level_table": generator.choice(["swing", "sides"]),
        "level_cap": generator.choice([None, 1, 3, 6]),
        "after_ace": generator.choice(["win", "wrap"]),
        "must_play_ace": generator.choice([True, False]),
    }
    fields = {field: value for field, value in fields.items() if generator.random() < 0.5}
    return PRESETS[name].replace(**fields), reference_presets.rules(name, **fields)


def random_side(rules, generator):
    declarer = generator.randrange(rules.players)
    if rules.partner == "fixed":
        return declarer, list(range(declarer % 2, rules.players, 2))
    others = [seat for seat in range(rules.players) if seat != declarer]
    return declarer, sorted([declarer, *generator.sample(others, generator.randint(0, 2))])


def test_settlements_are_the_reference_s():
    generator = random.Random(8)
    for _ in range(3000):
        ours, theirs = varied(generator)
        declarer, side = random_side(ours, generator)
        levels = [generator.randrange(13) for _ in range(ours.players)]
        if ours.levels == "side":
            levels = levels[:2] * (ours.players // 2)
        points = generator.choice([5 * generator.randint(-10, 100), 5 * 2 ** generator.randint(0, 45)])
        expected = reference.settle(theirs, levels, declarer, side, points)
        found = ours.settle([level_text(level) for level in levels], declarer, side, points)
        assert [level_index(level) for level in found.levels] == expected["levels"]
        assert (found.side, found.steps) == expected["gained"]
        for key in ("winners", "match_winners", "swing", "next_declarer"):
            assert getattr(found, key) == expected[key]


# ---------------------------------------------------------------- what cannot be settled


@pytest.mark.parametrize(
    ("rules", "arguments", "message"),
    [
        (TWO_DECK, (["2"] * 4, 0, [0], 0), "5 are needed, one for each seat"),
        (TWO_DECK, (["2"] * 5, 0, [1], 0), "he is on his own side"),
        (TWO_DECK, (["2"] * 5, 5, [5], 0), "declarer 5: a whole number 0..4"),
        (TWO_DECK, (["2"] * 5, 0, range(5), 0), "nobody is left to attack"),
        (FIXED, (["2"] * 4, 0, [0, 1], 0), "even seats play against odd seats"),
        (FIXED, (["2"] * 4, 0, [0], 0), "even seats play against odd seats"),
        (FIXED, (["2", "3", "4", "3"], 0, [0, 2], 0), "partners have the same level"),
    ],
)
def test_what_cannot_be_settled(rules, arguments, message):
    with pytest.raises(ShengjiError, match=message):
        rules.settle(*arguments)


def test_levels_that_cannot_be_read():
    with pytest.raises(CardsError, match="cannot read level '1'"):
        TWO_DECK.settle(["1"] * 5, 0, [0], 0)
    with pytest.raises(CardsError, match="cannot read level"):
        TWO_DECK.advance("10", 1)


def test_points_are_whole_numbers_and_steps_not_negative():
    with pytest.raises(ShengjiError, match=r"points 12\.5: a whole number"):
        TWO_DECK.level_change(12.5, 1)
    with pytest.raises(ShengjiError, match="steps -1: a whole number 0"):
        TWO_DECK.advance("5", -1)


def test_a_declarer_side_is_neither_empty_nor_everybody():
    for size in (0, 5, -1):
        with pytest.raises(ShengjiError, match=r"a whole number 1\.\.4"):
            TWO_DECK.level_change(0, size)


NO_NUMBERS = [None, True, 1.0, "1", [1], np.array([1, 2])]


@pytest.mark.parametrize("wrong", NO_NUMBERS)
def test_seats_and_sizes_are_whole_numbers(wrong):
    rules, levels = Rules.preset("five_player_two_deck"), ["2"] * 5
    for ask in (
        lambda: rules.threshold(wrong),
        lambda: rules.level_change(80, wrong),
        lambda: rules.level_change(wrong, 2),
        lambda: rules.advance("5", wrong),
        lambda: rules.settle(levels, wrong, [0, 1], 80),
        lambda: rules.settle(levels, 0, [0, wrong], 80),
        lambda: rules.settle(levels, 0, [0, 1], wrong),
    ):
        with pytest.raises(ShengjiError, match="a whole number"):
            ask()


@pytest.mark.parametrize("wrong", [None, True, 1.0])
def test_levels_and_sides_are_lists(wrong):
    rules = Rules.preset("five_player_two_deck")
    with pytest.raises(ShengjiError, match="a list is asked for"):
        rules.settle(wrong, 0, [0, 1], 80)
    with pytest.raises(ShengjiError, match="a list is asked for"):
        rules.settle(["2"] * 5, 0, wrong, 80)
