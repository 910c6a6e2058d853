"""five_player_three_deck: bids (亮主, 反主), reinforcing (保护), the kitty.

Left out: the two sentences on the first deal, which the document breaks off ("第一局时，五位牌手"); and speed: who
is the first to bid is here a matter of the order in which cards are drawn.
"""

import pytest

from deals import asked, bid, bids_of, bury, cards_of, first_deal, later_deal, outcome, state
from shengji_env import PRESETS

RULES = PRESETS["five_player_three_deck"]
JOKERS = "LJ LJ LJ BJ BJ BJ"


# ---------------------------------------------------------------- bids


def test_one_bids_one_s_own_level_card_in_some_suit():
    """Three-deck: whoever first lays a level card of his own level and some suit on the table sets rank and suit."""
    game = first_deal(RULES, {1: "S7", 2: "H3"}, levels="2 3 3 5 6")
    bid(game, 2, "H3")
    assert outcome(game) == (2, "H", "3")
    game = first_deal(RULES, {1: "S7 H4 H3"}, levels="2 3 4 5 6")
    assert bids_of(game, 1) == {"H3"}


def test_in_a_later_deal_too_winner_or_not():
    for seat in range(5):
        level = "23456"[seat]
        game = later_deal(RULES, {seat: f"H{level}"}, levels="2 3 4 5 6", last_winners=[0, 1])
        bid(game, seat, f"H{level}")
        assert outcome(game) == (seat, "H", level)


@pytest.mark.parametrize("copies", [1, 2, 3])
def test_one_to_three_copies_may_open(copies):
    game = first_deal(RULES, {0: "H2 H2 H2"})
    bid(game, 0, " ".join(["H2"] * copies))
    assert outcome(game) == (0, "H", "2")


def test_another_player_s_pair_overbids_a_single():
    """Three-deck: if what lies there is a single, other players may overbid with a pair of their own level: rank and
    suit of the trump are set anew."""
    game = first_deal(RULES, {0: "H2", 1: "S3 S3"}, levels="2 3 4 5 6")
    game.play("H2")
    bid(game, 1, "S3 S3")
    assert outcome(game) == (1, "S", "3")


def test_a_single_overbids_nothing():
    game = first_deal(RULES, {0: "H2", 1: "S3"}, levels="2 3 4 5 6")
    game.play("H2")
    assert game.explain("S3") is not None
    assert bids_of(game, 1) == set()


@pytest.mark.parametrize("shown", ["H2 H2", "H2 H2 H2"])
def test_a_pair_or_triple_shown_is_not_overbid_while_dealing(shown):
    """Three-deck: if what lies there is a pair or three, the bid stands; no more overbids while cards are drawn."""
    game = first_deal(RULES, {0: "H2 H2 H2", 1: "S3 S3 S3"}, levels="2 3 4 5 6")
    bid(game, 0, shown)
    assert all(seat == 0 for seat, _ in asked(game))


def test_nobody_overbids_himself():
    """Three-deck: one may overbid others only, not oneself."""
    game = first_deal(RULES, {0: "H2 S2 S2 S2"})
    game.play("H2")
    assert bids_of(game, 0) == set()


@pytest.mark.parametrize("steps", [("H2 H2",), ("H2 H2 H2",), ("H2 H2", "H2 H2 H2")])
def test_who_has_not_been_overbid_adds_one_or_two_of_the_same(steps):
    """Three-deck: who has bid and has not been overbid may add one or two of the same cards to protect it."""
    game = first_deal(RULES, {0: "H2 H2 H2", 1: "S3 S3"}, levels="2 3 4 5 6")
    game.play("H2")
    for shown in steps:
        bid(game, 0, shown)
    assert bids_of(game, 1) == set()
    assert outcome(game) == (0, "H", "2")


def test_once_overbid_there_is_nothing_to_add():
    game = first_deal(RULES, {0: "H2 D3 D4 H2 H2", 1: "S3 S3"}, levels="2 3 4 5 6")
    game.play("H2")
    bid(game, 1, "S3 S3")
    assert bids_of(game, 0) == set()


def test_no_jokers_in_bids():
    game = first_deal(RULES, {0: f"H2 {JOKERS}"})
    assert all(cards[1] == "2" for cards in bids_of(game, 0))
    for jokers in ("LJ", "LJ LJ", "BJ BJ BJ"):
        assert game.explain(jokers) is not None


def test_nobody_bids_redeal():
    game = first_deal(RULES, {0: "H2"})
    asked(game)
    assert (state(game)["shuffles"], state(game)["redeals"]) == (2, 1)


# ---------------------------------------------------------------- the kitty


def test_the_kitty_is_the_last_seven_cards():
    """Three-deck: the original kitty is the last seven cards of the pile. Three packs, five players: 31 each."""
    assert (RULES.decks, RULES.hand, RULES.kitty) == (3, 31, 7)
    game = first_deal(RULES, {0: "H2"}, kitty="D3 D4 D5 D6 D7 D8 D9")
    assert state(game)["stock"].split()[-7:] == ["D3", "D4", "D5", "D6", "D7", "D8", "D9"]


@pytest.mark.parametrize("shown", ["H2", "H2 H2"])
def test_the_bidder_takes_the_original_kitty_and_lays_seven_cards_down(shown):
    """Three-deck: with a pair shown, or a single that nobody has overbid when all is drawn, the bidder gets the
    original kitty; he exchanges and lays seven cards face down as the second kitty."""
    game = first_deal(RULES, {2: "H2 H2", 0: "D9"}, kitty="D3 D4 D5 D6 D7 D8 D9")
    bid(game, 2, shown)
    outcome(game)
    assert (game.phase, game.actor) == ("bury", 2)
    assert game.view(2).taken == "D3 D4 D5 D6 D7 D8 D9"
    assert sum(cards_of(game, 2).values()) == 38
    bury(game, keep="H2 H2")
    assert len(game.view(2).buried.split()) == 7
    assert sum(cards_of(game, 2).values()) == 31
    assert game.view(0).buried == game.view(0).taken == ""
