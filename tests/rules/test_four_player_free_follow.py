"""four_player_free_follow, 升級不逼對: order, levels, bids (叫主), the declarer, shapes, throws.

Left out: "the timeout" of bidding, which is here that everyone has passed; the room's 8 points from who runs away.
"""

from itertools import pairwise

import pytest

from deals import asked, bid, bids_of, bury, cards_of, first_deal, hearts, later_deal, outcome, pass_to, play_out, state
from shengji_env import PRESETS, Trump
from shengji_env.errors import RulesError

RULES = PRESETS["four_player_free_follow"]
NOTHING = ["C3 C4", "C6 C7", "C8 C9"]  # hands without spades or trumps


@pytest.fixture
def t():
    return Trump(RULES, suit="H", level="7")


def shape(trump, lead):
    return ", ".join(f"{part.kind} {part.cards}" for part in trump.components(lead))


# ---------------------------------------------------------------- order, levels


def test_the_order_of_cards(t):
    """Free follow: big joker > small joker > the trump suit's level card > other level cards (all equal) > A > K > ...
    > 2 > plain cards."""
    order = [*(f"H{rank}" for rank in "2345689TJQKA"), "S7", "H7", "LJ", "BJ"]
    assert all(t.strength(low) < t.strength(high) for low, high in pairwise(order))
    assert t.strength("D7") == t.strength("C7") == t.strength("S7")
    assert t.winner(["SA", "H2"]) == 1


def test_the_first_level_may_be_chosen():
    """Free follow: levels go up in turn, from 2 to A as one chooses."""
    for level in "23456789TJQKA":
        assert first_deal(RULES.replace(start_level=level), {0: f"H{level}"}).levels == [level] * 4
    with pytest.raises(RulesError):
        RULES.replace(start_level="1")


@pytest.mark.parametrize(
    ("level", "points", "after"),
    [("Q", 60, "K"), ("Q", 0, "A"), ("K", 60, "A"), ("K", 20, "A"), ("K", 0, "A"), ("A", 60, "2"), ("A", 0, "4")],
)
def test_a_must_be_played_and_after_a_comes_2(level, points, after):
    """Free follow: after A it goes back to 2; A must be played."""
    result = RULES.settle([level, "7", level, "7"], 0, [0, 2], points)
    assert (result.levels, result.match_winners) == ([after, "7", after, "7"], [])


def test_attackers_must_play_a_too():
    assert RULES.settle(["7", "K", "7", "K"], 0, [0, 2], 160).levels == ["7", "A", "7", "A"]


# ---------------------------------------------------------------- bids


def test_whoever_shows_first_makes_the_trump():
    """Free follow: of the four players the first to show makes the trump; and in the first deal, where both sides want
    the deal, whoever shows first is declarer."""
    game = first_deal(RULES, {0: "D3 H2", 1: "S2"})
    bid(game, 1, "S2")
    assert "H2" not in bids_of(game.copy(), 0)
    assert outcome(game) == (1, "S", "2")


def test_the_first_bidder_declares_even_if_he_is_overbid():
    game = first_deal(RULES, {0: "S3 S2 S2", 1: "H2", 2: "LJ LJ"})
    bid(game, 1, "H2")
    bid(game, 0, "S2 S2")
    assert outcome(game.copy()) == (1, "S", "2")
    bid(game, 2, "LJ LJ")
    assert outcome(game) == (1, None, "2")


def test_nobody_bids_no_trump():
    """Free follow: if time is over and nobody has made a trump the system chooses no trump."""
    for first_drawer in range(4):
        game = first_deal(RULES, {0: "H2"}, first_drawer=first_drawer)
        assert outcome(game) == (first_drawer, None, "2")
        assert state(game)["shuffles"] == 1
    game = later_deal(RULES, {1: "H9"}, levels="9 5 9 5", declarer=2)
    assert outcome(game) == (2, None, "9")


def test_a_pair_overbids_a_single_two_spade_threes_a_heart_three():
    """Free follow: two equal level cards overbid one: two 3 of spades overbid one 3 of hearts."""
    game = first_deal(RULES, {0: "H3", 1: "S3 S3"}, levels="3 3 3 3")
    bid(game, 0, "H3")
    bid(game, 1, "S3 S3")
    assert outcome(game) == (0, "S", "3")


@pytest.mark.parametrize("jokers", ["LJ LJ", "BJ BJ"])
def test_two_equal_jokers_make_no_trump(jokers):
    """Free follow: two equal jokers overbid to no trump."""
    game = first_deal(RULES, {0: "H2 H2", 1: jokers})
    bid(game, 0, "H2")
    bid(game.copy(), 1, jokers)
    bid(game, 0, "H2 H2")
    bid(game, 1, jokers)
    assert outcome(game) == (0, None, "2")


def test_a_joker_pair_is_final_two_different_ones_are_none():
    game = first_deal(RULES, {0: "LJ LJ", 1: "BJ BJ"})
    bid(game, 0, "LJ LJ")
    assert asked(game) == []
    assert first_deal(RULES, {0: "H2 LJ BJ"}).explain("LJ BJ") is not None


def test_who_has_bid_may_protect_his_bid():
    """Free follow: having made the trump, if one draws another one of it one may protect oneself."""
    game = first_deal(RULES, {0: "H2 H2", 1: "S2 S2"})
    game.play("H2")
    bid(game, 0, "H2 H2")
    assert bids_of(game, 1) == set()
    assert outcome(game) == (0, "H", "2")


def test_who_has_bid_may_overbid_himself():
    """Free follow: if one draws two equal other ones one may overbid oneself."""
    game = first_deal(RULES, {0: "H2 S2 S2 LJ LJ"})
    game.play("H2")
    assert bids_of(game, 0) == {"S2 S2", "LJ LJ"}
    bid(game, 0, "S2 S2")
    assert bids_of(game, 0) == {"LJ LJ"}  # a pair that is higher
    bid(game, 0, "LJ LJ")
    assert outcome(game) == (0, None, "2")


def test_later_everyone_bids_the_declarer_s_level():
    for seat in range(4):
        game = later_deal(RULES, {seat: "H9"}, levels="9 5 9 5", declarer=2)
        bid(game, seat, "H9")
        assert outcome(game) == (2, "H", "9")


# ---------------------------------------------------------------- the declarer


@pytest.mark.parametrize(
    ("points", "declarer", "following"), [(0, 0, 2), (75, 3, 1), (80, 0, 1), (115, 3, 0), (120, 1, 2), (200, 3, 0)]
)
def test_who_declares_next(points, declarer, following):
    """Free follow: if the declarer gains, his partner declares the next deal; if the attackers come up, the seat after
    this deal's declarer does."""
    side = [declarer % 2, declarer % 2 + 2]
    assert RULES.settle(["2"] * 4, declarer, side, points).next_declarer == following


def test_the_declarer_takes_and_lays_down_eight_cards_and_leads_first():
    """Free follow: the declarer gets the 8 cards of the kitty and plays first; he must choose any 8 cards of his hand
    as the new kitty, so that he has as many as the others; then play begins."""
    game = first_deal(RULES, {3: "H2"})
    bid(game, 3, "H2")
    pass_to(game, "bury")
    assert (game.actor, sum(cards_of(game, 3).values())) == (3, 33)
    bury(game)
    assert (game.phase, game.actor, game.view(0).hand_sizes) == ("play", 3, [25] * 4)


# ---------------------------------------------------------------- shapes


@pytest.mark.parametrize("lead", ["S3", "BJ", "H7"])
def test_a_single_is_any_card(t, lead):
    """Free follow: a single: any one card of the hand."""
    assert shape(t, lead) == f"single {lead}"


def test_a_pair_is_two_cards_of_one_rank_and_suit(t):
    """Free follow: a pair: two cards of the same points and suit."""
    assert shape(t, "S3 S3") == "pair S3 S3"
    assert shape(t, "S7 D7") == "single D7, single S7"
    assert shape(t, "LJ BJ") == "single BJ, single LJ"


def test_a_tractor_is_two_or_more_adjacent_pairs(t):
    """Free follow: a tractor: two or more adjacent pairs of a suit."""
    assert shape(t, "S3 S3 S4 S4") == "tractor S3 S3 S4 S4"
    assert shape(t, "S3 S3 S4 S4 S5 S5") == "tractor S3 S3 S4 S4 S5 S5"


def test_at_level_7_6688_is_a_tractor_6677_is_none(t):
    """Free follow: level cards and above do not count in tractors, while the two sides of the place they leave do: at
    level 7 6677 is no tractor and 6688 is one, a "hollow" one."""
    assert shape(t, "S6 S6 S8 S8") == "tractor S6 S6 S8 S8"
    assert shape(t, "H6 H6 H8 H8") == "tractor H6 H6 H8 H8"
    assert shape(t, "H6 H6 H7 H7") == "pair H7 H7, pair H6 H6"
    assert shape(t, "HA HA S7 S7") == "pair S7 S7, pair HA HA"
    assert shape(t, "H7 H7 LJ LJ") == "pair LJ LJ, pair H7 H7"
    assert shape(t, "LJ LJ BJ BJ") == "pair BJ BJ, pair LJ LJ"


@pytest.mark.parametrize("suit", ["H", "S", "C", None])
def test_pairs_of_level_cards_are_a_tractor(suit):
    """Free follow: pairs of level cards are a tractor: at level 7, two 7 of spades and two 7 of hearts."""
    assert shape(Trump(RULES, suit=suit, level="7"), "S7 S7 H7 H7") == "tractor H7 H7 S7 S7"


# ---------------------------------------------------------------- throws


@pytest.mark.parametrize("lead", ["AAK", "AKK", "AQQJJ", "98844"])
def test_throws_of_a_plain_suit(t, lead):
    """Free follow: high cards of a suit may be played together: AAK, AKK, AQQJJ, 98844 (if nobody else can beat a 9, a
    pair of 8 or a pair of 4)."""
    lead = " ".join(f"S{rank}" for rank in lead)
    held = {"AAK": "SQ", "AKK": "SQ", "AQQJJ": "SK", "98844": "S6"}["".join(card[1] for card in lead.split())]
    assert t.check_throw(lead, [held, *NOTHING[1:]]).stands


@pytest.mark.parametrize(("other", "led"), [("SJ", "S9"), ("SQ SQ", "S4 S4"), ("S5 S5", "S4 S4")])
def test_98844_against_others(t, other, led):
    """Free follow: if not all are the highest he must play the lowest of them: 98844 against a J of the suit is 9,
    against QQ or 55 it is 44."""
    assert t.check_throw("S9 S8 S8 S4 S4", [other, *NOTHING[1:]]) == (False, led)


@pytest.mark.parametrize(
    ("thrower", "before", "hands"),
    [
        (0, (), {0: "S9 S8 S8 S4 S4", 1: "SJ", 2: "S3", 3: "S6"}),
        (1, ("D3", "DA", "D4", "D6"), {0: "D3", 1: "DA S9 S8 S8 S4 S4", 2: "SJ D4", 3: "D6"}),
    ],
)
def test_a_failed_throw_costs_five_points_a_card(thrower, before, hands):
    """Free follow: a failed throw costs 5 points a card thrown: if the declarer side fails with five cards the
    attackers get 25; if an attacker fails with five cards the attackers lose 25."""
    game = hearts("play", hands, rules=RULES, levels="2 2 2 2")
    for play in before:
        game.play(play)
    game.play("S9 S8 S8 S4 S4")
    assert game.view(0).lead != "S4 S4 S8 S8 S9"
    assert game.view(0).penalties == [25 * (seat == thrower) for seat in range(4)]
    result = play_out(game)
    without = result.captured[1] + result.captured[3]  # the kitty holds no points
    assert result.points == without + (25 if thrower == 0 else -25)


def test_the_attackers_points_may_fall_below_0():
    assert RULES.level_change(-25, 2) == ("declarer", 3)
    assert RULES.settle(["2", "3", "2", "3"], 0, [0, 2], -500).levels == ["5", "3", "5", "3"]
