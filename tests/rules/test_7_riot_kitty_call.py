"""Section 7: riots (暴动), burying (扣底), calling a partner (叫对家)."""

import pytest

from deals import RULES, bid, deal, hearts, outcome, poor, state
from shengji_env.errors import IllegalPlay

FIRST = "2 2 2 2 2"


# ---------------------------------------------------------------- riots


@pytest.mark.parametrize(("points", "asked"), [(0, True), (5, True), (10, True), (15, False)])
def test_a_hand_of_at_most_ten_points_may_riot(points, asked):
    """Two-deck: after the deal a player whose dealt hand has no more than 10 points may decide to riot."""
    game = deal(FIRST, {0: "H2", 3: poor(points)})
    game.play("H2")
    outcome(game)
    seats = []
    while game.phase == "riot":
        seats.append(game.actor)
        game.play("pass")
    assert (3 in seats) == asked
    assert game.phase == "bury"


def test_riots_are_asked_when_the_bids_are_over_in_seat_order_from_the_first_drawer_the_declarer_too():
    game = deal(FIRST, {3: "H2", 2: poor(0), 4: "D5 D5 DT DT"})
    game.play("H2")
    outcome(game)
    seats = []
    while game.phase == "riot":
        assert set(game.plays()) == {"riot", "pass"}
        seats.append(game.actor)
        game.play("pass")
    assert seats == sorted(seats, key=lambda seat: (seat - 3) % 5)
    game = deal(FIRST, {2: "H2 " + " ".join(poor(0).split()[:19])})
    game.play("H2")
    assert outcome(game)[0] == 2
    while game.actor != 2:
        game.play("pass")
    assert game.phase == "riot"


def test_a_riot_voids_the_deal_and_the_rioter_draws_first_but_is_not_declarer_for_it():
    """Two-deck: the deal is void and dealt again; the rioter draws first, but does not become declarer by that."""
    game = deal("9 T J 3 4", {0: "S9", 3: poor(0)}, winners=(0, 1, 2))
    bid(game, 0, "S9")
    outcome(game)
    while game.actor != 3:
        game.play("pass")
    game.play("riot")
    after = state(game)
    assert (after["first_drawer"], after["after_riot"], after["shuffles"]) == (3, True, 2)
    assert (after["levels"], after["last_winners"]) == (["9", "T", "J", "3", "4"], [0, 1, 2])
    assert (after["declarer"], after["bids"], game.phase) == (None, [], "bid")
    assert game.result is None


def test_the_dealt_hand_counts_not_the_kitty():
    game = hearts("riot", {0: poor(10)}, kitty="HT HT HK HK CT CT CK CK", actor=0)
    assert (game.phase, game.actor) == ("riot", 0)


def test_other_limits_and_none():
    game = deal(FIRST, {0: "H2", 3: poor(15)}, rules=RULES.replace(riot_max_points=15))
    game.play("H2")
    outcome(game)
    while game.actor != 3:
        game.play("pass")
    assert game.phase == "riot"
    game = deal(FIRST, {0: "H2", 3: poor(0)}, rules=RULES.replace(riot_max_points=None))
    game.play("H2")
    outcome(game)
    assert game.phase == "bury"


# ---------------------------------------------------------------- the kitty


def test_the_declarer_has_28_cards_and_buries_exactly_8():
    """Two-deck: before burying the declarer has 28 cards; exactly 8 must be chosen before the game goes on."""
    game = hearts("bury", {0: "BJ BJ H2 H2"})
    assert game.actor == 0
    assert len(game.view(0).hand.split()) == 28
    for wrong in ("D3 D3 D4 D4 D5 D5 D6", "BJ BJ H2 H2 C3 C3 C4 C4 C6"):
        with pytest.raises(IllegalPlay):
            game.play(wrong)
    game.play("BJ BJ H2 H2 C3 C3 C4 C4")  # any cards
    assert len(game.view(0).hand.split()) == 20
    assert game.view(0).buried == "C3 C3 C4 C4 H2 H2 BJ BJ"
    assert game.phase == "call"


def test_only_who_held_the_kitty_knows_it_until_the_settlement():
    game = hearts("bury", {})
    game.play("C3 C3 C4 C4 C6 C6 C7 C7")
    assert game.view(0).buried
    assert all(game.view(seat).buried == game.view(seat).taken == "" for seat in range(1, 5))


# ---------------------------------------------------------------- calling


def test_any_plain_card_with_an_ordinal_may_be_called():
    """Two-deck: the declarer chooses a plain suit, a rank and an ordinal, such as "ace of hearts, the 2nd played"."""
    game = hearts("call", {})
    calls = set(game.plays())
    assert {"DA 1", "DA 2", "S3 1", "C9 2"} <= calls
    assert len(calls) == 2 * 3 * 12  # three plain suits without the level rank
    for trump in ("HA 1", "D2 1", "LJ 1"):
        assert game.explain(trump).rule == "call.trump"
    assert game.explain("DA 3").rule == "call.ordinal"


def test_he_may_call_a_card_of_his_own_hand():
    assert hearts("call", {0: "DA DA"}).explain("DA 1") is None


def play_all(game, *plays):
    for play in plays:
        game.play(play)


def test_the_partner_is_who_plays_the_called_card_for_the_called_time():
    """Two-deck: "2nd" counts the plays after the call and does not tell the packs' cards apart; when it is played for
    the second time its player is the declarer's partner."""
    game = hearts("call", {0: "D3", 1: "DA", 2: "DA", 3: "D4", 4: "D6"})
    game.play("DA 2")
    play_all(game, "D3", "DA")
    assert game.view(3).partners == []
    assert game.view(3).call == ("DA", 2, 1)
    game.play("DA")
    assert [game.view(seat).partners for seat in range(5)] == [[2]] * 5  # at that moment, in public
    assert game.view(0).attackers == [1, 3, 4]


def test_the_first_play_of_it():
    game = hearts("call", {0: "D3", 1: "DA", 2: "DA", 3: "D4", 4: "D6"})
    game.play("DA 1")
    play_all(game, "D3", "DA")
    assert game.view(0).partners == [1]


def test_not_even_the_partner_knows_beforehand():
    game = hearts("call", {2: "DA DA"})
    game.play("DA 2")
    assert [game.view(seat).partners for seat in range(5)] == [[]] * 5


@pytest.mark.parametrize("ordinal", [1, 2])
def test_two_copies_in_one_play_count_one_after_the_other(ordinal):
    game = hearts("call", {0: "D3 D3", 1: "DA DA", 2: "D4 D4", 3: "D6 D6", 4: "D7 D7"})
    game.play(f"DA {ordinal}")
    play_all(game, "D3 D3", "DA DA")
    assert game.view(0).partners == [1]


def test_the_declarer_who_plays_it_himself_plays_alone():
    """Two-deck: if the declarer himself plays the called one he plays alone, one against four."""
    game = hearts("call", {0: "DA DA D3", 1: "DK"})
    game.play("DA 1")
    game.play("DA")
    assert game.view(1).partners == []
    assert game.view(1).attackers == [1, 2, 3, 4]


def test_one_copy_played_by_the_declarer_counts():
    game = hearts("call", {0: "DA D3", 1: "DA", 2: "D4", 3: "D6", 4: "D7"})
    game.play("DA 2")
    play_all(game, "DA", "DA")
    assert game.view(2).partners == [1]


def test_cards_of_a_failed_throw_that_come_back_do_not_count():
    game = hearts("call", {0: "DQ DK", 1: "DA DA", 2: "D4", 3: "D6", 4: "D7"})
    game.play("DK 1")
    game.play("DQ DK")
    assert game.view(1).lead == "DQ"
    assert game.view(1).call == ("DK", 1, 0)
    assert game.view(1).attackers == []


def test_one_pack_has_no_ordinals():
    rules = RULES.replace(decks=1)
    game = hearts("call", {}, kitty="C3 C4 C6 C7 C8 C9 CJ CQ CA"[: 3 * rules.kitty - 1], rules=rules)
    assert "DA" in set(game.plays())
    game.play("DA")
    assert game.view(0).call == ("DA", 1, 0)
