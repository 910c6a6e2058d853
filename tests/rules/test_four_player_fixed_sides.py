"""four_player_fixed, four_player_seek: partners (对家), the last trick (扣底), levels, the next declarer.

Left and right of the document (左右方) are two seats opposite each other here, up and down (上下方) the other two.
"""

import pytest

from deals import first_deal, hearts, last_trick, pass_to
from shengji_env import PRESETS, Trump

FIXED, SEEK = PRESETS["four_player_fixed"], PRESETS["four_player_seek"]
BOTH = pytest.mark.parametrize("rules", [FIXED, SEEK], ids=["fixed", "seek"])


# ---------------------------------------------------------------- partners


def test_fixed_partners_sit_opposite_each_other():
    """Fixed, seek: fixed partners: left and right play together, up and down play together; if up and down are the
    declarer side, left and right are the attackers, and the other way round."""
    assert hearts("play", {}, rules=FIXED, levels="2 2 2 2").view(1).declarer_side == [0, 2]
    assert hearts("play", {}, rules=FIXED, levels="2 2 2 2", declarer=3, kitty_history=[]).view(1).attackers == [0, 2]


def called(hands, card, **more):
    """The declarer has buried and called this card."""
    game = hearts("call", hands, rules=SEEK, levels="2 2 2 2", **more)
    game.play(card)
    return game


def declarer_side(game):
    """The declarer side as its members know it."""
    return [seat for seat in range(4) if seat in game.view(seat).declarer_side]


def test_the_declarer_names_a_card_when_he_has_the_kitty():
    """Fixed, seek: having taken the kitty the declarer may name a card to choose his partner; any card, trump too."""
    game = hearts("call", {}, rules=SEEK, levels="2 2 2 2")
    assert {"DA", "HA", "D2", "BJ"} <= set(game.plays())
    assert len(set(game.plays())) == 54


@pytest.mark.parametrize("holder", [1, 2, 3])
def test_he_has_one_of_it_the_other_holder_is_his_partner(holder):
    """Fixed, seek: if the declarer holds one of these cards himself, who has the other is his partner."""
    assert declarer_side(called({0: "SA", holder: "SA"}, "SA")) == [0, holder]


@pytest.mark.parametrize(("holders", "partner"), [((1, 3), 1), ((2, 3), 2), ((2, 2), 2), ((3, 1), 1)])
def test_he_has_none_the_nearest_holder_is_his_partner(holders, partner):
    """Fixed, seek: if he has none of them, the player nearest to him in the order of play who has one is his
    partner."""
    first, second = holders
    hands = {first: "SA SA"} if first == second else {first: "SA", second: "SA"}
    assert declarer_side(called(hands, "SA")) == [0, partner]


def test_the_order_of_play_goes_round():
    game = called({3: "D3", 1: "SA", 2: "SA"}, "SA", declarer=3, kitty_history=[])
    assert declarer_side(game) == [1, 3]


def test_he_has_both_he_plays_alone():
    """Fixed, seek: if the declarer has both of them he plays one against three."""
    assert declarer_side(called({0: "SA SA"}, "SA")) == [0]


def test_he_has_buried_them_he_plays_alone():
    assert declarer_side(called({}, "C3")) == [0]  # both
    assert declarer_side(called({0: "C3"}, "C3", kitty="C3 C4 C4 C6 C6 C7 C7 C8")) == [0]


def test_a_trump_may_be_called():
    assert declarer_side(called({2: "BJ", 3: "BJ"}, "BJ")) == [0, 2]


def test_the_partner_knows_the_others_when_he_plays_it():
    game = called({0: "S3", 1: "S4", 2: "SA SK", 3: "SA"}, "SA")
    assert [game.view(seat).partners for seat in range(4)] == [[], [], [2], []]
    for play in ("S3", "S4", "SA"):
        game.play(play)
    assert [game.view(seat).partners for seat in range(4)] == [[2]] * 4


def test_a_failed_throw_shows_the_card_and_not_yet_the_partner():
    """Known is who plays the called card, not who has had to take it back."""
    game = called({0: "S3", 1: "SA SQ SK", 2: "S6", 3: "SA S4"}, "SK")
    for play in ("S3", "SA", "S6", "S4"):
        game.play(play)
    game.play("SQ SK")
    assert (game.view(0).lead, game.view(0).shown(1), game.view(0).partners) == ("SQ", "SK", [])
    assert game.view(1).partners == [1]


def test_the_card_played_by_the_farther_holder_makes_nobody_a_partner():
    game = called({0: "S3", 1: "SA S4", 2: "S6", 3: "SA"}, "SA")
    for play in ("S3", "S4", "S6", "SA"):
        game.play(play)
    assert game.view(0).partners == []
    assert declarer_side(game) == [0, 1]


# ---------------------------------------------------------------- the end of a deal

KITTY = "CT C3 C4 C4 C6 C6 C7 C7"


@pytest.mark.parametrize(
    ("last", "times"),
    [
        (("D3", "DA", "D4", "D6"), 2),
        (("D3 D3", "DA DA", "D4 D4", "D6 D6"), 4),
        (("D3 D3 D4 D4", "DK DK DA DA", "D6 D6 D7 D7", "D8 D8 D9 D9"), 8),
        (("D3 D3 D4 D4 D5 D5", "DQ DQ DK DK DA DA", "D6 D6 D7 D7 D8 D8", "C8 C9 CJ CQ CK CA"), 16),
        (("DA DK DK", "H3 H4 H4", "D4 D4 D6", "D6 D7 D7"), 4),
        (("DA DK", "H3 H4", "D4 D4", "D6 D7"), 2),
        (("DK DA", "H3 H3", "D4 D4", "D6 D7"), 4),  # the largest side's cards: a pair
    ],
)
def test_an_attacker_who_wins_the_last_trick_multiplies_the_kitty(last, times):
    """Fixed, seek: if the attackers win the last trick the kitty counts for them, at least doubled, by what is in the
    cards of the side that won it: a tractor 2·2^len, else a pair 4, else 2."""
    result = last_trick(FIXED, *last, kitty=KITTY).result
    assert result.multiplier == times
    assert result.points == result.captured[1] + result.captured[3] + 10 * times


def test_titanics_and_triples_of_three_packs():
    """Fixed, seek: a Titanic (three adjacent equal cards of three packs) 2·3^len and nothing else; else a triple 6."""
    t = Trump(FIXED.replace(decks=3), suit="H", level="2")
    airplane = "S3 S3 S3 S4 S4 S4"
    assert t.kitty_multiplier(airplane, airplane) == 18
    assert t.kitty_multiplier("S3 S3 S3", "S3 S3 S3") == 6
    assert t.kitty_multiplier("S3 S3 S3 S5 S5", "S3 S3 S3 S5 S5") == 6


def test_the_declarer_side_wins_the_last_trick():
    assert last_trick(FIXED, "DA", "D3", "D4", "D6", kitty=KITTY).result.multiplier == 0
    assert last_trick(FIXED, "DK", "D3", "DA", "D6", kitty=KITTY).result.multiplier == 0


@BOTH
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
        (400, ("attackers", 8)),
    ],
)
def test_levels_by_points(rules, points, change):
    """Fixed, seek: 0 points, the declarer side gains 3 levels; below 40, 2; below 80, 1; below 120 it steps down and
    nobody gains; below 160 the attackers gain 1; and one more for every 40 points more."""
    assert rules.level_change(points, 2) == change


def test_levels_begin_at_2():
    """Fixed, seek: the game begins at 2 and goes up from there."""
    assert first_deal(FIXED, {0: "H2"}).levels == ["2"] * 4


@pytest.mark.parametrize(
    ("points", "declarer", "following"), [(60, 0, 2), (60, 1, 3), (90, 0, 1), (130, 0, 1), (90, 3, 0), (130, 2, 3)]
)
def test_fixed_partners_take_turns(points, declarer, following):
    """Fixed, seek: after a deal the new declarer follows from the attackers' points."""
    side = [declarer % 2, declarer % 2 + 2]
    assert FIXED.settle(["2"] * 4, declarer, side, points).next_declarer == following


@pytest.mark.parametrize(
    ("points", "side", "following"),
    [(60, [0, 3], 3), (60, [0, 1], 1), (60, [0], 0), (90, [0, 1], 2), (130, [0, 3], 1), (130, [0], 1)],
)
def test_called_partners_take_turns(points, side, following):
    assert SEEK.settle(["2"] * 4, 0, side, points).next_declarer == following


def test_levels_are_each_player_s_own_where_partners_are_called():
    assert SEEK.settle(["2", "3", "4", "5"], 0, [0, 3], 60).levels == ["3", "3", "4", "6"]
    assert FIXED.settle(["2", "3", "2", "3"], 0, [0, 2], 60).levels == ["3", "3", "3", "3"]


@BOTH
def test_the_next_deal_is_the_next_declarer_s(rules):
    game = last_trick(rules, "DA", "D3", "D4", "D6", episode="match", call="D4" if rules is SEEK else None)
    following = game.result.next_declarer
    assert following in game.result.declarer_side
    pass_to(game, "bury")
    assert game.actor == game.view(0).declarer == following == 2
