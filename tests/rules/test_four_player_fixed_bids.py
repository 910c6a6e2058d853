"""four_player_fixed, four_player_seek: bids after the deal (翻主, 反主), deals that nobody bids.

Left out: fines and claims for wrong, early or missing cards at a real table (出错牌, 跟牌错误, 多牌少牌), which
a computer does not let happen.
"""

import pytest

from deals import asked, bid, bids_of, bury, first_deal, later_deal, outcome, state
from shengji_env import PRESETS
from shengji_env.cards import POINTS, card_type

FIXED, SEEK = PRESETS["four_player_fixed"], PRESETS["four_player_seek"]
BOTH = pytest.mark.parametrize("rules", [FIXED, SEEK], ids=["fixed", "seek"])
PLAIN = "D3 C3 D4 C4 D6 C6 D7 C7"  # a kitty without points and level cards


# ---------------------------------------------------------------- the deal


def test_two_packs_have_200_points_25_cards_each_a_kitty_of_8():
    """Fixed, seek: a 5 is 5 points, 10 and K are 10; two packs have 200; each gets 25 cards, the other 8 are the
    kitty."""
    assert [int(POINTS[card_type(card)]) for card in ("D5", "DT", "DK")] == [5, 10, 10]
    assert FIXED.decks * int(POINTS.sum()) == 200
    assert (FIXED.players, FIXED.hand, FIXED.kitty) == (4, 25, 8) == (SEEK.players, SEEK.hand, SEEK.kitty)


@BOTH
def test_all_is_dealt_before_anybody_bids(rules):
    """Fixed, seek: when all is dealt each player may turn up level cards."""
    game = first_deal(rules, {0: "H2", 1: "S2"})
    assert (game.phase, state(game)["closing"], state(game)["stock"]) == ("bid", True, "")
    assert [len(hand.split()) for hand in state(game)["hands"]] == [25] * 4


@BOTH
def test_the_last_bid_s_suit_is_trump_and_its_bidder_declares_the_first_deal(rules):
    """Fixed, seek: the suit of the level card turned up last is trump; who turns it up declares the first deal, buries,
    and leads to the first trick."""
    game = first_deal(rules, {0: "H2", 2: "S2 S2"})
    bid(game, 0, "H2")
    bid(game, 2, "S2 S2")
    assert outcome(game) == (2, "S", "2")
    assert (game.phase, game.actor) == ("bury", 2)
    bury(game)
    if rules is SEEK:
        game.play("D3")
    assert (game.phase, game.actor) == ("play", 2)


@BOTH
def test_later_everyone_may_bid_and_the_declarer_stays(rules):
    """Fixed, seek: each deal has a declarer, known by the last deal; the declarer's level is the level of the deal."""
    for seat in range(4):
        game = later_deal(rules, {seat: "H9 H9"}, levels="9 5 9 5", declarer=2)
        bid(game, seat, "H9 H9")
        assert outcome(game) == (2, "H", "9")


def test_only_the_declarer_s_level_may_be_shown():
    game = later_deal(SEEK, {0: "H9 S9 H5 H5", 3: "D3 D3 C9"}, levels="9 5 7 3", declarer=0)
    assert {"H9", "S9"} <= bids_of(game, 0) <= {"D9", "C9", "H9", "S9"}
    assert "C9" in bids_of(game, 3) <= {"D9", "C9"}


# ---------------------------------------------------------------- overbids


def test_others_overbid_and_the_bidder_reinforces():
    """Fixed, seek: after a bid others may overbid, and one may reinforce one's own."""
    game = first_deal(FIXED, {0: "H2 H2", 1: "S2 S2"})
    bid(game, 0, "H2")
    assert bids_of(game, 1) == {"S2 S2"}
    assert bids_of(game, 0) == {"H2 H2"}
    bid(game, 0, "H2 H2")
    assert bids_of(game, 1) == set()
    assert outcome(game) == (0, "H", "2")


def test_a_pair_of_level_cards_overbids_one_level_card():
    """Fixed, seek: a pair of level cards overbids one level card."""
    game = first_deal(FIXED, {0: "H2", 1: "C2 C2", 2: "S2"})
    bid(game, 0, "H2")
    assert bids_of(game, 1) == {"C2 C2"}
    assert bids_of(game, 2) == set()


@pytest.mark.parametrize("jokers", ["LJ LJ", "BJ BJ"])
@pytest.mark.parametrize("shown", ["H2", "H2 H2"])
def test_a_pair_of_big_or_small_jokers_overbids_a_pair_of_level_cards(jokers, shown):
    """Fixed, seek: a pair of big jokers and a pair of small jokers can overbid a pair of level cards."""
    game = first_deal(FIXED, {0: "H2 H2", 3: jokers})
    bid(game, 0, shown)
    bid(game, 3, jokers)
    assert outcome(game) == (3, None, "2")


def test_big_jokers_overbid_small_ones_and_not_the_other_way():
    game = first_deal(FIXED, {0: "LJ LJ", 1: "BJ BJ"})
    bid(game, 0, "LJ LJ")
    assert bids_of(game.copy(), 1) == {"BJ BJ"}
    bid(game, 1, "BJ BJ")
    assert asked(game) == []


def test_jokers_may_open_two_different_ones_are_no_bid():
    game = first_deal(FIXED, {0: "LJ LJ BJ", 1: "BJ"})
    assert {"LJ LJ"} <= bids_of(game, 0)
    assert game.explain("LJ BJ") is not None
    assert game.explain("BJ") is not None


def test_nobody_overbids_himself():
    game = first_deal(FIXED, {0: "H2 S2 S2 LJ LJ"})
    bid(game, 0, "H2")
    assert bids_of(game, 0) == set()


def test_the_round_starts_again_after_a_bid():
    game = first_deal(FIXED, {0: "LJ LJ", 1: "H2", 3: "S2 S2"})
    bid(game, 1, "H2")
    assert [seat for seat, _ in asked(game.copy())][:2] == [3, 0]


# ---------------------------------------------------------------- nobody bids


@BOTH
def test_a_first_deal_that_nobody_bids_is_dealt_again(rules):
    """Fixed, seek: if nobody bids in the first deal it is dealt again."""
    game = first_deal(rules, {0: "H2"}, first_drawer=3)
    asked(game)
    again = state(game)
    assert (again["shuffles"], again["redeals"], again["first_drawer"], again["levels"][0]) == (2, 1, 3, "2")


@BOTH
def test_later_the_third_card_of_the_kitty_is_turned_and_the_declarer_drops_a_level(rules):
    """Fixed, seek: later, if nobody bids, the third card of the kitty from the top makes the trump, and the declarer
    drops one level."""
    game = later_deal(rules, {0: "H9"}, "D3 C3 S4 C4 D6 C6 D7 C7", levels="9 5 9 5", declarer=2)
    assert outcome(game) == (2, "S", "8")
    assert state(game)["flipped"] == "S4"
    assert game.levels == (["8", "5", "8", "5"] if rules is FIXED else ["9", "5", "8", "5"])


@BOTH
@pytest.mark.parametrize(
    ("kitty", "turned", "suit"),
    [
        ("D3 C3 LJ C4 D6 C6 D7 C7", "LJ C4", "C"),
        ("D3 C3 LJ BJ BJ H6 D7 C7", "LJ BJ BJ H6", "H"),
        ("D3 C3 H9 C4 D6 C6 D7 C7", "H9", "H"),  # a level card's suit too
        ("D3 C3 H8 C4 D6 C6 D7 C7", "H8", "H"),
    ],
)
def test_jokers_are_passed_over(rules, kitty, turned, suit):
    """Fixed, seek: if it is a big or small joker, the next card is turned."""
    game = later_deal(rules, {0: "D9"}, kitty, levels="9 5 9 5", declarer=0)
    assert outcome(game) == (0, suit, "8")
    assert state(game)["flipped"] == turned


def test_nothing_but_jokers_is_no_trump():
    rules = FIXED.replace(decks=3)
    game = later_deal(rules, {0: "D9"}, "D3 C3 LJ LJ BJ BJ", levels="9 5 9 5", declarer=0)
    assert outcome(game) == (0, None, "8")


@BOTH
def test_nobody_drops_below_2(rules):
    game = later_deal(rules, {0: "D2"}, PLAIN, levels="2 5 2 5", declarer=0)
    assert outcome(game)[2] == "2"
    assert game.levels == ["2", "5", "2", "5"]
