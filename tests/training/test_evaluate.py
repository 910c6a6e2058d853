"""Evaluation on duplicate deals: even against itself, antisymmetric, the same by the fast and the slow way."""

import csv
import json

import numpy as np
import pytest

from shengji_env import PRESETS, Rules
from shengji_env.agents import RuleAgent
from shengji_env.errors import ShengjiError
from shengji_env.game.asking import ways_of
from shengji_env.terminal.tables import plain_table
from shengji_env.training.duel import PLAYED, arrangements, play_duel
from shengji_env.training.evaluate import bootstrap, evaluate, seat_gains, sum_up, verdict

RULES = Rules.preset("five_player_two_deck")


@pytest.mark.parametrize("agent", ["random", "rule:balanced"])
def test_an_agent_against_itself_is_even(agent):
    found = evaluate(agent, agent, deals=20)
    even = (found.levels, found.low, found.high, found.wins, found.losses, found.gaining)
    assert [f"{number:+}" for number in even] == ["+0.0"] * 6
    assert (found.draws, found.draws_interval) == (1, (1, 1))
    assert "no difference shown" in verdict(found)


def test_swapping_the_players_turns_the_sign():
    one, other = evaluate("rule:balanced", "random", deals=10), evaluate("random", "rule:balanced", deals=10)
    assert one.levels == pytest.approx(-other.levels)
    assert one.roles_a == other.roles_b


def test_shares_of_decks_are_counted_by_hand():
    rows = np.zeros(4, PLAYED)  # decks of one game each: A, alone on the declarer side, gains, loses, gains, a swing
    rows["deck"], rows["a_seats"], rows["declarer_side"] = np.arange(4), 0b1, 0b1
    rows["side"], rows["steps"] = [1, 2, 1, 0], [2, 1, 1, 0]
    found = sum_up(rows, RULES, "a", "b", 0)
    assert (found.wins, found.draws, found.losses) == (0.5, 0.25, 0.25)
    assert found.wins_interval[0] < 0.5 < found.wins_interval[1]
    assert found.gaining == pytest.approx((1 - 1 + 1 + 0) / 4)


def test_the_rule_bot_beats_the_random_one():
    found = evaluate("rule:balanced", "random", deals=60)
    assert found.low > 0.1
    assert found.games == 60 * 20


def test_threads_change_nothing():
    assert evaluate("rule:balanced", "random", deals=5) == evaluate("rule:balanced", "random", deals=5, threads=3)


class AnyAgent(RuleAgent):
    """The rule bot, but with an `act` of its own: it is played through PlayerViews."""

    def act(self, view, mask):
        return super().act(view, mask)


def test_the_slow_way_plays_the_same_deals():
    assert ways_of(AnyAgent()).compiled() is None
    fast = play_duel("rule:balanced", "rule:balanced", RULES, 1, seed=5)
    slow = play_duel(AnyAgent(), "rule:balanced", RULES, 1, seed=5)
    assert (fast == slow).all()


def test_any_agent_can_be_evaluated():
    class First:
        def act(self, view, mask):
            return int(mask.argmax())

    assert len(play_duel(First(), "random", RULES, 1)) == 20


@pytest.mark.parametrize("preset", PRESETS)
def test_arrangements_come_with_complement_and_in_every_rotation(preset):
    rules = PRESETS[preset]
    everybody = (1 << rules.players) - 1
    sets = arrangements(rules)
    assert len(set(sets)) == len(sets)
    assert {everybody & ~seats for seats in sets} == set(sets)
    for seat in range(rules.players):  # every seat is A's equally often
        assert sum(seats >> seat & 1 for seats in sets) * 2 == len(sets)
    if preset == "five_player_two_deck":
        assert len(sets) == 20


def test_gains_and_roles_of_one_game_by_hand():
    # A on seats 0 and 2; declarer 0 with partner 1 gains two levels: A's seats gain 2 and 0, B's 2, 0, 0.
    row = np.zeros(1, PLAYED)
    row["a_seats"], row["declarer"], row["declarer_side"], row["side"], row["steps"] = 0b101, 0, 0b11, 1, 2
    gains, mine, _ = seat_gains(row, 5)
    assert gains.tolist() == [[2, 2, 0, 0, 0]]
    assert mine.tolist() == [[True, False, True, False, False]]
    found = sum_up(row, RULES, "a", "b", 0)
    assert found.levels == pytest.approx(1 - 2 / 3)
    assert found.roles_a["declarer"].levels == 2
    assert found.roles_b["partner"].levels == 2
    assert found.roles_a["attacker"].levels == found.roles_b["attacker"].levels == -2
    assert found.roles_b["attacker"].seats == 2


def test_the_interval_covers_the_mean_of_normal_values():
    draws, inside = np.random.default_rng(0), 0
    for k in range(100):
        low, high = bootstrap(draws.normal(1.0, 2.0, 50), seed=k, resamples=500)
        inside += low <= 1.0 <= high
    assert 85 <= inside <= 100


def test_games_are_written_down(tmp_path):
    evaluate("random", "rule:balanced", deals=2, rows_file=tmp_path / "games.csv")
    evaluate("random", "rule:balanced", deals=2, rows_file=tmp_path / "games.jsonl")
    with (tmp_path / "games.csv").open() as file:
        table = list(csv.DictReader(file))
    lines = [json.loads(line) for line in (tmp_path / "games.jsonl").read_text().splitlines()]
    assert len(table) == len(lines) == 40
    assert table[0]["seats"] == lines[0]["seats"] == "ABBBB"
    assert [row["points"] for row in table] == [str(line["points"]) for line in lines]


def test_what_is_asked_wrongly_is_refused(tmp_path):
    with pytest.raises(ShengjiError, match="deals 0: a whole number"):
        evaluate("random", "random", deals=0)
    with pytest.raises(ShengjiError, match="csv"):
        evaluate("random", "random", deals=1, rows_file=tmp_path / "games.txt")
    with pytest.raises(ShengjiError, match="rule:balanced"):
        evaluate("rule:balnced", "random", deals=1)


def test_plain_tables_line_up_under_chinese():
    lines = plain_table("T", ["a", "b"], [["庄家", "x"], ["ab", "y"]], numbers_from=9).splitlines()
    assert lines[1:] == ["a     b", "庄家  x", "ab    y"]


def test_games_for_a_folder_that_is_not_there_are_refused_before_playing(tmp_path):
    def playing(_):
        raise AssertionError

    with pytest.raises(ShengjiError, match="there is no folder"):
        evaluate("random", "random", deals=1, rows_file=tmp_path / "none" / "games.csv", progress=playing)
