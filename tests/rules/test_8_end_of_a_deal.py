"""The course of the tricks, and section 8: the kitty, levels, passing A."""

import pytest

import deals
from deals import RULES, hearts
from shengji_env import Trump
from shengji_env.errors import IllegalPlay

TEN_POINTS = "C3 C3 CT C4 C4 C6 C6 C7"
LOW = ("D3", "D4", "D6", "D7", "D8")


def last_trick(*last, rules=RULES, call="C3 2", **more):
    """`deals.last_trick` with two decks; both C3 lie in the kitty: by default the declarer plays alone."""
    return deals.last_trick(rules, *last, call=call, **more)


# ---------------------------------------------------------------- tricks


def test_the_declarer_leads_first_the_winner_of_a_trick_the_next():
    """Two-deck: the declarer leads first; then each trick's winner."""
    game = hearts("call", {0: "D3", 1: "D4", 2: "DA", 3: "D6", 4: "D7"})
    game.play("C3 2")
    assert game.actor == 0
    for play in LOW[:1] + ("D4", "DA", "D6", "D7"):
        game.play(play)
    assert game.actor == 2


def test_everybody_plays_as_many_cards():
    """Two-deck: in a trick everybody plays the same number of cards."""
    game = hearts("call", {0: "D3 D3", 1: "D4 D4 D6"})
    game.play("C3 2")
    game.play("D3 D3")
    with pytest.raises(IllegalPlay):
        game.play("D4 D4 D6")


def test_the_trick_s_points_are_its_winner_s():
    """Two-deck: 5 is 5 points, 10 and K are 10 each; the winner takes the trick."""
    game = hearts("call", {0: "D5", 1: "DT", 2: "DA", 3: "DK", 4: "D7"})
    game.play("C3 2")
    for play in ("D5", "DT", "DA", "DK", "D7"):
        game.play(play)
    assert game.view(0).points == [0, 0, 25, 0, 0]


def test_a_failed_throw_is_followed_as_what_is_led_instead():
    """Two-deck: he takes the throw back and leads its lowest card; everyone has seen it."""
    game = hearts("call", {0: "DQ DK DK", 1: "DA D3 D3", 2: "D4", 3: "D6", 4: "D7"})
    game.play("C3 2")
    game.play("DQ DK DK")
    assert game.view(3).lead == "DQ"
    assert game.view(3).shown(0) == "DK DK"
    assert set(game.plays()) == {"DA", "D3"} | {card for card in game.view(1).hand.split() if card[0] == "D"} - {"D2"}
    game.play("D3")


# ---------------------------------------------------------------- the kitty


@pytest.mark.parametrize(
    ("last", "multiplier"),
    [
        (("D3", "DA", "D6", "D7", "D8"), 2),
        (("D3 D3", "DA DA", "D6 D6", "D7 D7", "D8 D8"), 4),
        (("D3 D3 D4 D4", "DK DK DA DA", "D6 D6 D7 D8", "D7 D8 D9 D9", "DT DT DJ DQ"), 16),
        (("D3 D3 D4 D4 D5 D5", "DQ DQ DK DK DA DA", "D6 D6 D7 D7 D8 D9", "D8 D9 DT DT DJ DJ", "C8 C8 C9 C9 CJ CQ"), 64),
        (
            (
                "D3 D3 D4 D4 D5 D5 D6 D6",
                "DJ DJ DQ DQ DK DK DA DA",
                "D7 D7 D8 D8 D9 D9 DT DT",
                "C8 C8 C9 C9 CJ CJ CQ CQ",
                "H3 H4 H5 H6 H7 H8 H9 HT",
            ),
            256,
        ),
    ],
)
def test_an_attacker_who_wins_the_last_trick_multiplies_the_kitty(last, multiplier):
    """Two-deck: if an attacker wins the last trick the kitty's points are the attackers': ×2 for a single, ×4 for a
    pair, for a tractor two to the number of cards: four cards ×16, six ×64, eight ×256."""
    game = last_trick(*last, kitty=TEN_POINTS)
    assert game.result.multiplier == multiplier
    trick = sum(captured for seat, captured in enumerate(game.result.captured) if seat != 0)
    assert game.result.points == trick + 10 * multiplier


def test_the_kitty_is_read_from_the_lead_of_the_last_trick():
    """Two-deck: by the number of cards that the last trick's leader played; so ruffs count as much."""
    game = last_trick("D3 D3 D4 D4", "H3 H3 H4 H4", "D6 D7 D8 D9", "C8 C8 C9 CJ", "DT DT DJ DQ", kitty=TEN_POINTS)
    assert game.result.multiplier == 16
    t = Trump("five_player_two_deck", suit="H", level="2")
    assert t.kitty_multiplier("SA SA SK SQ SQ", "H3 H3 H4 H6 H6") == 32  # a throw of five cards
    assert t.kitty_multiplier("D3 D3 D4 D4 D5 D5", "DQ DQ DK DK DA DA") == 64
    assert t.kitty_multiplier("D3 D3 D4 D4 D5 D5 D6 D6", "DJ DJ DQ DQ DK DK DA DA") == 256


def test_the_declarer_side_wins_the_last_trick_the_kitty_counts_nothing():
    game = last_trick("DA", "D4", "D6", "D7", "D8", kitty=TEN_POINTS)
    assert (game.result.multiplier, game.result.points) == (0, 0)
    assert (game.result.side, game.result.steps) == ("declarer", 3)


def test_a_partner_who_wins_the_last_trick_keeps_the_kitty():
    game = last_trick("D3", "DA", "D6", "D7", "D8", kitty=TEN_POINTS, call="DA 2")
    assert game.result.declarer_side == [0, 1]
    assert (game.result.multiplier, game.result.points) == (0, 0)


def test_never_played_he_plays_alone():
    """The called card lies in the kitty: nobody plays it."""
    game = last_trick("DA", *LOW[1:])
    assert (game.result.declarer_side, game.result.winners) == ([0], [0])


def test_the_settlement_shows_all_kitty_cards_and_what_they_counted():
    """Two-deck: the settlement shows all 8 kitty cards and the points really counted."""
    result = last_trick("D3", "DA", "D6", "D7", "D8", kitty=TEN_POINTS).result
    assert result.kitty == "C3 C3 C4 C4 C6 C6 C7 CT"
    assert (result.multiplier, result.points) == (2, 20)


# ---------------------------------------------------------------- how many levels


@pytest.mark.parametrize(
    ("points", "change"),
    [
        (0, ("declarer", 3)),
        *[(points, ("declarer", 2)) for points in (1, 5, 39)],
        *[(points, ("declarer", 1)) for points in (40, 79)],
        *[(points, ("nobody", 0)) for points in (80, 119)],
        *[(points, ("attackers", 1)) for points in (120, 159)],
        *[(points, ("attackers", 2)) for points in (160, 199)],
        *[(points, ("attackers", 3)) for points in (200, 239)],
    ],
)
def test_the_level_table(points, change):
    """Two-deck: 0 points, the declarer side gains 3 levels; 1-39: 2; 40-79: 1; 80-119: a swing, nobody gains; 120-159,
    160-199, 200-239: the attackers gain 1, 2, 3."""
    assert RULES.level_change(points, 2) == change


@pytest.mark.parametrize("points", [240, 280, 2560 + 200])
def test_more_than_the_table_counts_as_its_highest_row(points):
    """Two-deck: two packs have 200 points; more than that through the kitty gains by the highest row."""
    assert RULES.level_change(points, 2) == ("attackers", 3)


def test_a_swing_changes_no_level_and_its_attackers_are_the_winners():
    """Two-deck: 80-119 is a swing; nobody gains, and in the next deal only this deal's attackers can declare."""
    result = RULES.settle(["9", "T", "J", "3", "4"], 0, [0, 2], 95)
    assert (result.levels, result.swing, result.winners) == (["9", "T", "J", "3", "4"], True, [1, 3, 4])


def test_everyone_on_the_gaining_side_gains():
    result = RULES.settle(["9", "T", "J", "3", "4"], 0, [0, 2], 20)
    assert (result.levels, result.winners) == (["J", "T", "K", "3", "4"], [0, 2])
    result = RULES.settle(["9", "T", "J", "3", "4"], 0, [0, 2], 165)
    assert (result.levels, result.winners) == (["9", "Q", "J", "5", "6"], [1, 3, 4])


def test_a_deal_settled_at_the_table():
    """20 points of the kitty alone: the declarer, alone, gains two levels."""
    result = last_trick("D3", "DA", "D6", "D7", "D8", kitty=TEN_POINTS).result
    assert (result.side, result.steps, result.levels) == ("declarer", 2, ["4", "2", "2", "2", "2"])


# ---------------------------------------------------------------- passing A


def test_levels_go_from_2_to_a():
    """Two-deck: the levels are 2, 3, 4, 5, 6, 7, 8, 9, 10, J, Q, K, A in this order."""
    level, reached = "2", ["2"]
    while level != "A":
        level, passed = RULES.advance(level, 1)
        assert not passed
        reached.append(level)
    assert " ".join(reached) == "2 3 4 5 6 7 8 9 T J Q K A"


def test_k_plus_two_wins_at_once_k_plus_one_is_only_a():
    """Two-deck: whoever gains beyond A has won; K and two levels win at once, without playing A; K and one is A."""
    assert RULES.settle(["K", "2", "2", "2", "2"], 0, [0], 20).match_winners == [0]
    won = RULES.settle(["K", "2", "2", "2", "2"], 0, [0], 60)
    assert (won.match_winners, won.levels[0]) == ([], "A")


def test_whoever_gains_from_a_wins_the_match():
    """Two-deck: any player who gains from A on ends the match and has won it; all who do so in one deal."""
    assert RULES.settle(["A", "2", "A", "2", "2"], 0, [0, 1], 60).match_winners == [0]
    assert RULES.settle(["A", "2", "A", "2", "2"], 0, [0, 2], 60).match_winners == [0, 2]


def test_a_match_ends_when_somebody_passes_a():
    game = last_trick("DA", *LOW[1:], levels="A 2 2 2 2", episode="match")
    assert game.done
    assert game.result.match_winners == [0]


def test_a_match_goes_on_below_a():
    game = last_trick("DA", *LOW[1:], levels="9 2 2 2 2", episode="match")
    assert not game.done
    assert game.levels == ["Q", "2", "2", "2", "2"]
