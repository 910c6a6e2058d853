"""four_player_joker_bid: tricks, points, the kitty, levels, who declares next.

Left out: "throws bind the suit only", where the document names no shapes: they bind as everywhere else in it; half of
the room money for a failed throw.
"""

import pytest

from deals import hearts, last_trick, pass_to
from shengji_env import PRESETS, Trump
from shengji_env.cards import POINTS, card_type

RULES = PRESETS["four_player_joker_bid"]
NOTHING = ["C3 C4", "C6 C7", "C8 C9"]  # hands without spades or trumps


@pytest.fixture
def t():
    return Trump(RULES, suit="H", level="2")


def may(trump, lead, hand, play):
    return trump.explain_follow(lead, hand, play) is None


# ---------------------------------------------------------------- tricks


def test_the_declarer_leads_play_goes_in_turn_the_winner_leads_next():
    """Joker bid: after raids and burying the declarer begins, play goes round in turn; the highest play of a trick
    decides who begins the second."""
    game = hearts("play", {0: "D3", 1: "D4", 2: "DA", 3: "D6"}, rules=RULES, levels="2 2 2 2")
    for seat, card in enumerate(("D3", "D4", "DA", "D6")):
        assert game.actor == seat
        game.play(card)
    assert game.actor == 2


def test_single(t):
    """Joker bid: a plain single is followed with the suit; without it with another suit, or ruffed with a trump."""
    assert t.next_cards("S3", "S4 D3 H3") == {"S4"}
    assert t.next_cards("S3", "D3 H3") == {"D3", "H3"}
    assert t.winner(["SA", "S3", "H3", "D3"]) == 2


def test_pair(t):
    """Joker bid: a plain pair is followed with a pair of the suit; without one with singles of it; without the suit
    with other cards, or ruffed with a pair of trumps; two single trumps do not ruff a pair."""
    assert t.next_cards("S3 S3", "S4 S4 S6 H3") == {"S4"}
    assert t.next_cards("S3 S3", "S4 S6 S7 H3") == {"S4", "S6", "S7"}
    assert may(t, "S3 S3", "D3 D4 H3 H3", "D3 H3")
    assert t.winner(["SA SA", "H3 H3", "D3 D4", "D6 D7"]) == 1
    assert t.winner(["S3 S3", "HA BJ", "D3 D4", "D6 D7"]) == 0


def test_tractor(t):
    """Joker bid: a plain tractor is followed with a tractor of the suit, without one with pairs, without pairs with
    singles, the number of cards being the same; ruffed with a trump tractor of as many pairs."""
    lead = "S3 S3 S4 S4"
    assert not may(t, lead, "S6 S6 S7 S7 S9 S9 SJ SJ", "S6 S6 S9 S9")
    assert not may(t, lead, "S6 S6 S9 S9 SJ SQ", "S6 S6 SJ SQ")
    assert may(t, lead, "S6 S6 S9 SJ SQ", "S6 S6 SJ SQ")
    assert may(t, lead, "S6 S9 SJ SQ SA", "S6 S9 SJ SA")
    assert t.winner([lead, "H3 H3 H4 H4", "D3 D3 D4 D4", "C3 C3 C4 C4"]) == 1
    assert t.winner([lead, "HA HA HJ HJ", "D3 D3 D4 D4", "C3 C3 C4 C4"]) == 0


def test_throw(t):
    """Joker bid: a throw is followed with the suit, without it with other cards, or ruffed with as many trumps; with
    pairs or tractors in it the ruff must have as many of them."""
    assert not may(t, "SA SK SK", "S3 S4 S6 H3", "S3 S4 H3")
    assert may(t, "SA SK SK", "S3 D4 D6 H3", "S3 D4 H3")
    assert t.winner(["SA SK SK", "H3 H4 H4", "D3 D4 D6", "D7 D8 D9"]) == 1
    assert t.winner(["SA SK SK", "H3 H4 H6", "D3 D4 D6", "D7 D8 D9"]) == 0
    assert t.winner(["SA SK", "H3 H4", "D3 D4", "D7 D8"]) == 1
    assert t.winner(["SA SJ SJ SQ SQ", "H6 H3 H3 H4 H4", "D3 D4 D6 D7 D8", "C3 C4 C6 C7 C8"]) == 1


def test_a_failed_throw_leads_the_lowest_of_what_made_it_fail(t):
    """Joker bid: if a throw fails he must play the smallest card of the shape that made it fail."""
    assert t.check_throw("SQ SJ SJ", ["SK", *NOTHING[1:]]) == (False, "SQ")
    assert t.check_throw("SA SJ SJ S9 S9", ["SK SK", *NOTHING[1:]]) == (False, "S9 S9")
    assert RULES.throw_penalty == 0


def test_trumps_led(t):
    """Joker bid: if trumps were led trumps must be followed; without trumps any other suit."""
    assert t.next_cards("H3", "H4 D2 LJ S3") == {"H4", "D2", "LJ"}
    assert t.next_cards("H3", "D3 S3") == {"D3", "S3"}


# ---------------------------------------------------------------- points


def test_5_10_k_of_every_suit_count_trumps_too():
    """Joker bid: the 5, 10, K of every suit, trumps and level cards too, count: 5 is 5, 10 and K are 10."""
    for suit in "DCHS":
        assert [int(POINTS[card_type(suit + rank)]) for rank in "5TK"] == [5, 10, 10]
    game = hearts("play", {0: "D5", 1: "DT", 2: "DK", 3: "DA"}, rules=RULES, levels="2 2 2 2")
    for card in ("D5", "DT", "DK", "DA"):
        game.play(card)
    assert game.view(0).points == [0, 0, 0, 25]


KITTY = "CT C3 C4 C4 C6 C6 C7 C7"


@pytest.mark.parametrize(
    ("last", "times"),
    [
        (("D3", "DA", "D4", "D6"), 2),
        (("D3 D3", "DA DA", "D4 D4", "D6 D6"), 4),
        (("D3 D3 D4 D4", "DK DK DA DA", "D6 D6 D7 D7", "D8 D8 D9 D9"), 8),
        (("D3 D3 D4 D4 D5 D5", "DQ DQ DK DK DA DA", "D6 D6 D7 D7 D8 D8", "C8 C9 CJ CQ CK CA"), 12),
        (("DQ DK DK DA DA", "H3 H4 H4 H5 H5", "D4 D4 D6 D7 D8", "D6 D7 D9 DT DJ"), 8),
        (("DA DK DK DJ DJ", "H3 H4 H4 H6 H6", "D4 D4 D6 D7 D8", "D6 D7 D9 DT DQ"), 4),
    ],
)
def test_an_attacker_who_wins_the_last_trick_multiplies_the_kitty(last, times):
    """Joker bid: total = points taken in play + points of the kitty. If the other side is highest at the end it gets
    the kitty's points: single ×2, pair ×4, tractor ×4 × its pairs; a throw by the largest shape in it; of two pairs or
    two tractors in it one pair, or the tractor with most pairs, counts: they are not added up."""
    result = last_trick(RULES, *last, kitty=KITTY).result
    assert result.multiplier == times
    assert result.points == result.captured[1] + result.captured[3] + 10 * times


def test_of_two_tractors_the_longer_counts(t):
    lead = "S3 S3 S4 S4 S6 S6 S7 S7 S8 S8"
    assert t.kitty_multiplier(lead, lead) == 12


def test_only_the_points_of_the_attackers_are_counted():
    """Joker bid: the points the attackers take in tricks are added up, and are the deal's points."""
    result = last_trick(RULES, "DA", "DT", "D4", "DK", kitty=KITTY).result
    assert result.points == result.captured[1] + result.captured[3]
    assert (result.captured[0] >= 20, result.multiplier) == (True, 0)


# ---------------------------------------------------------------- levels


@pytest.mark.parametrize(
    ("points", "change"),
    [
        (0, ("declarer", 3)),
        *[(points, ("declarer", 2)) for points in (5, 35)],
        *[(points, ("declarer", 1)) for points in (40, 75)],
        *[(points, ("nobody", 0)) for points in (80, 115)],
        *[(points, ("attackers", 1)) for points in (120, 155)],
        *[(points, ("attackers", 2)) for points in (160, 195)],
        *[(points, ("attackers", 3)) for points in (200, 235)],
        *[(points, ("attackers", 4)) for points in (240, 275)],
        *[(points, ("attackers", 5)) for points in (280, 315)],
        *[(points, ("attackers", 6)) for points in (320, 360, 1000)],
    ],
)
def test_levels_by_points(points, change):
    """Joker bid: 0 points 3 levels for the declarer side, 5-35: 2, 40-75: 1; 80-115 the deal changes hands; from 120,
    160, 200, 240, 280 the attackers gain 1 to 5, from 320 on 6, which is the most."""
    assert RULES.level_change(points, 2) == change


@pytest.mark.parametrize(
    ("level", "points", "after"), [("A", 60, "2"), ("K", 60, "A"), ("K", 20, "2"), ("Q", 0, "2"), ("A", 0, "4")]
)
def test_after_a_levels_go_on_at_2(level, points, after):
    """Joker bid: when a side gets beyond A it goes on from 2."""
    result = RULES.settle([level, "7", level, "7"], 0, [0, 2], points)
    assert (result.levels, result.match_winners) == ([after, "7", after, "7"], [])


@pytest.mark.parametrize(
    ("points", "declarer", "following"), [(0, 0, 2), (75, 1, 3), (80, 0, 1), (120, 0, 1), (115, 3, 0), (200, 2, 3)]
)
def test_who_declares_next(points, declarer, following):
    """Joker bid: if the declarer side gains, the declarer's partner declares next; if the attackers take over or gain,
    the seat after the declarer does."""
    side = [declarer % 2, declarer % 2 + 2]
    assert RULES.settle(["2"] * 4, declarer, side, points).next_declarer == following


def test_a_match_goes_on_beyond_a():
    game = last_trick(RULES, "DA", "D3", "D4", "D6", episode="match", levels="A 7 A 7")
    assert not game.done
    assert (game.result.steps, game.result.levels) == (3, ["4", "7", "4", "7"])
    pass_to(game, "bury")
    assert (game.actor, game.view(0).trump.level) == (2, "4")
