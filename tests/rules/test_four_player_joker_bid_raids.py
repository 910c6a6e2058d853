"""four_player_joker_bid: raids (反主): in the first deal before the kitty is taken (反打), later after it (炒底)."""

import pytest

from deals import bid, bury, first_deal, later_deal, pass_to, state
from shengji_env import PRESETS

RULES = PRESETS["four_player_joker_bid"]
PLAIN = "D3 C3 D4 C4 D6 C6 D7 C7"  # a kitty without points, level cards and jokers


def first(hands, shown="H2 BJ", **more):
    """A first deal that seat 0 has bid, at its first raid."""
    game = first_deal(RULES, hands, **more)
    bid(game, 0, shown)
    return pass_to(game, "raid")


def later(hands, bidder=0, shown="H2 BJ", **more):
    """A later deal of declarer 0, at its first raid."""
    game = later_deal(RULES, hands, declarer=0, **more)
    bid(game, bidder, shown)
    return pass_to(game, "raid")


def raiders(game):
    """Everybody passes to the end of the raids: {seat: what it could have raided with}, in the order asked."""
    seen = {}
    while game.phase == "raid":
        seen[game.actor] = set(game.plays()) - {"pass"}
        game.play("pass")
    return seen


def raid(game, seat, cards):
    while game.actor != seat:
        game.play("pass")
    game.play(cards)
    return game


def trump(game):
    return game.view(0).trump.suit


# ---------------------------------------------------------------- with what


@pytest.mark.parametrize(
    ("cards", "suit"), [("S2 S2 LJ", "S"), ("C2 C2 LJ", "C"), ("D2 D2 BJ", "D"), ("LJ LJ", None), ("BJ BJ", None)]
)
def test_a_level_pair_with_its_joker_or_a_pair_of_jokers_overbids(cards, suit):
    """Joker bid: others may overbid with a pair of level cards and a joker of its colour, or a pair of jokers; the
    trump becomes that of the level cards shown; with a pair of permanent trumps (jokers) there is no trump suit: no
    trump, only permanent trumps and level cards are trumps."""
    shown = "C2 LJ" if cards == "BJ BJ" else "H2 BJ"
    game = raid(first({0: shown, 1: cards}, shown), 1, cards)
    pass_to(game, "bury")
    assert (game.view(0).declarer, trump(game)) == (1, suit)
    assert game.view(2).raids == [(1, cards)]


@pytest.mark.parametrize("cards", ["S2 S2", "S2 LJ", "S2 S2 BJ", "LJ BJ", "LJ", "S3 S3 LJ"])
def test_other_cards_do_not(cards):
    asked = {"S2 S2": "LJ LJ", "S2 S2 BJ": "LJ LJ", "LJ BJ": "C2 C2 LJ"}.get(cards, "D2 D2 BJ")
    game = first({0: "H2 BJ", 1: cards, 2: asked})
    assert list(raiders(game)) == [2]


def test_a_level_pair_does_not_overbid_a_level_pair():
    """Joker bid: there may be several raids in a deal, but in the order big jokers > small jokers > a level pair."""
    game = raid(first({0: "C2 LJ", 1: "D2 D2 BJ", 2: "S2 S2 LJ"}, "C2 LJ"), 1, "D2 D2 BJ")
    assert raiders(game) == {}


def test_big_jokers_overbid_small_ones_and_not_the_other_way():
    """With two packs only after an unbid deal, for every bid holds a joker."""
    game = later_deal(RULES, {1: "S5 LJ LJ", 2: "BJ BJ"}, PLAIN, levels="9 5 9 5", declarer=0)
    pass_to(game, "raid")
    assert raiders(game.copy()) == {1: {"LJ LJ"}, 2: {"BJ BJ"}}
    for_big = raid(game.copy(), 1, "LJ LJ")
    bury(for_big, keep="LJ LJ")
    assert raiders(for_big) == {2: {"BJ BJ"}}
    raid(game, 2, "BJ BJ")
    bury(game, keep="BJ BJ")
    assert raiders(game) == {}


def test_small_jokers_overbid_a_level_pair():
    game = later({0: "D3 H2 BJ", 1: "D2 D2 BJ", 2: "LJ LJ", 3: "D4"})
    raid(game, 1, "D2 D2 BJ")
    bury(game, keep="D2 D2 BJ")
    assert raiders(game.copy()) == {2: {"LJ LJ"}}
    raid(game, 2, "LJ LJ")
    bury(game, keep="LJ LJ")
    assert raiders(game) == {}


@pytest.mark.parametrize("jokers", ["LJ LJ", "BJ BJ"])
def test_a_fixed_bid_is_overbid_by_no_trump_only(jokers):
    """Joker bid: if the pair of level cards was shown with its joker when bidding, others can overbid with no trump
    only."""
    shown, pair = ("H2 H2 BJ", "D2 D2 BJ") if jokers == "LJ LJ" else ("C2 C2 LJ", "S2 S2 LJ")
    game = first({0: shown, 1: jokers, 3: pair}, shown)
    assert raiders(game) == {1: {jokers}}


# ---------------------------------------------------------------- who


def test_the_bidder_raids_only_after_somebody_else_s_raid():
    """Joker bid: the bidder may take part in the raids too, but only if others have raided before; if nobody has, he
    may not."""
    game = first({0: "H2 BJ LJ LJ", 1: "D2 D2 BJ"})
    assert set(raiders(game.copy())) == {1}
    raid(game, 1, "D2 D2 BJ")
    assert raiders(game) == {0: {"LJ LJ"}}


def test_in_turn_from_the_seat_after_the_declarer():
    """Joker bid: in turn from the declarer on, in the order of play."""
    game = first({0: "S2 LJ", 1: "BJ", 2: "D2 D2 BJ", 3: "LJ"}, "S2 LJ")
    assert list(raiders(game)) == [2]
    game = later({0: "S2 LJ", 2: "BJ BJ", 1: "C2 C2 LJ"}, 0, "S2 LJ")
    assert list(raiders(game)) == [1, 2]


def test_a_declarer_whose_partner_has_bid_may_raid():
    game = later({0: "BJ BJ", 2: "S2 LJ"}, 2, "S2 LJ")
    assert list(raiders(game)) == [0]


def test_after_an_unbid_deal_everybody_may():
    game = later_deal(RULES, {1: "S5 LJ", 0: "LJ", 2: "BJ BJ"}, PLAIN, levels="9 5 9 5", declarer=2)
    pass_to(game, "raid")
    assert raiders(game) == {2: {"BJ BJ"}}


# ---------------------------------------------------------------- the first deal


def test_in_the_first_deal_raids_come_before_the_kitty_and_the_raider_declares():
    """Joker bid: in the first deal raids are made before the bidder takes the kitty; the raider becomes declarer, his
    side plays; when the declarer has buried there are no more raids."""
    game = first({0: "H2 BJ", 1: "D2 D2 BJ", 2: "LJ LJ"})
    assert state(game)["kitty_history"] == []
    raid(game, 1, "D2 D2 BJ")
    assert (game.phase, game.actor) == ("raid", 2)
    raid(game, 2, "LJ LJ")
    pass_to(game, "bury")
    assert (game.actor, game.view(0).declarer, trump(game)) == (2, 2, None)
    bury(game)
    assert (game.phase, game.actor) == ("play", 2)
    assert game.view(0).declarer_side == [0, 2]


# ---------------------------------------------------------------- later deals


def test_later_raids_come_after_the_burying_the_raider_buries_the_declarer_stays():
    """Joker bid: after the first deal raids are made when the declarer has buried, before play; besides the change of
    the trump the raider takes the kitty that the declarer laid down, sorts it with his cards and buries again, nobody
    else sees what; the declarer does not change."""
    game = later({0: "H2 BJ", 1: "C2 C2 LJ"})
    laid = state(game)["kitty"]
    raid(game, 1, "C2 C2 LJ")
    assert (game.phase, game.actor, game.view(1).taken) == ("bury", 1, laid)
    second = bury(game)
    assert [game.view(seat).buried == second for seat in range(4)] == [False, True, False, False]
    pass_to(game, "play")
    assert (game.actor, game.view(0).declarer, trump(game)) == (0, 0, "C")  # the declarer leads
    assert game.view(0).trump.level == "2"


def test_every_raider_takes_and_buries_the_kitty():
    """Joker bid: with several raids each raider takes the kitty and buries."""
    game = later({0: "H2 BJ", 1: "D2 D2 BJ", 3: "LJ LJ"})
    raid(game, 1, "D2 D2 BJ")
    third = bury(game, keep="D2 D2 BJ")
    raid(game, 3, "LJ LJ")
    assert game.view(3).taken == third
    bury(game)
    pass_to(game, "play")
    assert [seat for seat, *_ in state(game)["kitty_history"]] == [0, 1, 3]
    assert (game.view(0).declarer, trump(game)) == (0, None)


def test_raids_show_the_deal_s_level():
    """The level cards of a raid are of the deal's level, whichever side raids."""
    game = later({0: "H9 BJ", 1: "C9 C9 S5 S5 LJ"}, 0, "H9 BJ", levels="9 5 9 5")
    assert raiders(game) == {1: {"C9 C9 LJ"}}
