"""five_player_three_deck: raids (抄底反主), who declares (庄家) and with whom (庄家方)."""

import pytest

from deals import bid, bury, first_deal, outcome, pass_to, state
from shengji_env import PRESETS

RULES = PRESETS["five_player_three_deck"]


def raids_of(game):
    """Everybody passes to the end of the raids: [(seat, what it could have raided with), ...]."""
    seen = []
    while game.phase == "raid":
        seen.append((game.actor, set(game.plays()) - {"pass"}))
        game.play("pass")
    return seen


def raid(game, seat, cards, keep=""):
    """Everybody passes until this seat, which raids and buries, but none of `keep`."""
    while game.actor != seat:
        game.play("pass")
    game.play(cards)
    assert (game.phase, game.actor) == ("bury", seat)
    return bury(game, keep)


# ---------------------------------------------------------------- raids


def raid_deal(hands, bidder=0, shown="H2", levels="2 2 2 2 2", **more):
    """The bidder has bid and buried; who may raid is asked."""
    game = first_deal(RULES, hands, levels=levels, **more)
    bid(game, bidder, shown)
    pass_to(game, "bury")
    bury(game, keep=hands[bidder])
    return game


def test_raids_begin_when_the_second_kitty_lies_at_the_next_seat():
    """Three-deck: when the bidder has laid the second kitty down raids begin, from his next seat on, in turn; who does
    not raid passes."""
    game = raid_deal({2: "H2", 0: "LJ LJ", 3: "BJ BJ", 4: "S2 S2"}, bidder=2)
    assert [seat for seat, _ in raids_of(game)] == [3, 4, 0]
    assert (game.phase, game.actor) == ("play", 2)


def test_a_raider_takes_the_second_kitty_and_lays_the_third():
    """Three-deck: the first raider takes the seven cards of the second kitty and lays seven down as the third, and so
    on until nobody raids any more."""
    game = raid_deal({0: "H2", 1: "D2 D2", 3: "LJ LJ"})
    second = state(game)["kitty"]
    third = raid(game, 1, "D2 D2", keep="D2 D2")
    assert game.view(1).taken == second
    fourth = raid(game, 3, "LJ LJ", keep="LJ LJ")
    assert game.view(3).taken == third
    pass_to(game, "play")
    assert state(game)["kitty"] == fourth
    assert [seat for seat, *_ in state(game)["kitty_history"]] == [0, 1, 3]


def test_after_a_raid_the_round_goes_on_from_the_seat_after_the_raider():
    game = raid_deal({0: "H2 S2 S2", 1: "LJ LJ", 2: "D2 D2", 4: "BJ BJ"})
    assert game.actor == 1
    raid(game, 2, "D2 D2", keep="D2 D2")
    assert [seat for seat, _ in raids_of(game)] == [4, 0, 1]


LADDER = ("D2 D2", "C2 C2", "H2 H2", "S2 S2", "LJ LJ", "BJ BJ", "D2 D2 D2", "C2 C2 C2", "H2 H2 H2", "S2 S2 S2")
LADDER += ("LJ LJ LJ", "BJ BJ BJ")


@pytest.mark.parametrize("low", LADDER)
def test_the_order_of_raids(low):
    """Three-deck: single < pair of diamonds < clubs < hearts < spades < small jokers < big jokers < three diamonds <
    clubs < hearts < spades < small jokers < big jokers."""
    for high in LADDER:
        if high[:2] != low[:2]:
            single = next(card for card in ("D2", "H2", "S2") if card not in (low[:2], high[:2]))
            game = raid_deal({0: single, 1: low, 2: high}, shown=single)
            raid(game, 1, low, keep=low)
            assert (high in dict(raids_of(game)).get(2, ())) == (LADDER.index(high) > LADDER.index(low))


def test_levels_do_not_matter_in_the_order():
    game = raid_deal({0: "HA", 1: "D3 D3", 2: "S2 S2 C2 C2"}, shown="HA", levels="A 3 2 5 6")
    raid(game, 1, "D3 D3", keep="D3 D3")
    assert dict(raids_of(game))[2] == {"C2 C2", "S2 S2"}


def test_one_raids_with_cards_of_one_s_own_level_only():
    """Three-deck: only cards of one's own level may be used, no other rank."""
    game = raid_deal({0: "H2", 1: "S2 S2 S3 S3 S4 S4"}, levels="2 3 4 5 6")
    assert raids_of(game)[0] == (1, {"S3 S3"})


def test_a_pair_or_triple_that_was_bid_must_be_raided_higher():
    game = raid_deal({0: "H2 H2", 1: "C2 C2", 2: "S2 S2", 3: "LJ LJ"}, shown="H2 H2")
    assert [(seat, "S2 S2" in cards, "LJ LJ" in cards) for seat, cards in raids_of(game)][:2] == [
        (2, True, False),
        (3, False, True),
    ]


def test_who_was_raided_may_raid_back_with_another_card():
    game = raid_deal({0: "H2 S2 S2", 1: "C2 C2"})
    raid(game, 1, "C2 C2", keep="C2 C2")
    raid(game, 0, "S2 S2", keep="S2 S2")
    assert (game.phase, game.view(3).declarer, game.view(3).trump.suit) == ("play", 0, "S")


def test_raided_cards_may_come_out_of_the_kitty():
    """What a raider shows need only be in his hand: this pair came with the kitty."""
    game = first_deal(RULES, {0: "H2", 1: "LJ LJ", 2: "D4"}, kitty="BJ BJ D3 D4 D5 D6 D7")
    bid(game, 0, "H2")
    pass_to(game, "bury")
    bury(game, keep="H2 BJ BJ")
    raid(game, 1, "LJ LJ", keep="LJ LJ")
    assert dict(raids_of(game)) == {0: {"BJ BJ"}}


def test_any_pair_raids_an_unbid_no_trump():
    """A deal that stays unbid has no trump, which is the lowest; its declarer plays alone."""
    rules = RULES.replace(redeal_limit=0)
    game = first_deal(rules, {0: "H2", 1: "D2 D2"}, levels="2 2 2 2 2", first_drawer=4)
    assert outcome(game) == (4, None, "2")
    bury(game)
    assert "D2 D2" in dict(raids_of(game.copy()))[1]
    pass_to(game, "play")
    assert all(game.view(seat).attackers == [seat] for seat in range(4))


# ---------------------------------------------------------------- who declares


def test_nobody_raids_the_bidder_declares_and_his_kitty_is_the_last():
    """Three-deck: if nobody raids, who took the original kitty declares; the second kitty is the last one, suit and
    rank as he has bid."""
    game = raid_deal({3: "H5"}, bidder=3, shown="H5", levels="2 3 4 5 6")
    view = game.view(0)
    assert (game.phase, game.actor) == ("play", 3)
    assert (view.declarer, view.trump.suit, view.trump.level) == (3, "H", "5")
    assert state(game)["kitty"] == game.view(3).buried


def test_the_last_raider_declares_with_his_suit_and_level():
    """Three-deck: if there are raids the last to overbid has set the trump and declares; his kitty is the last one."""
    game = raid_deal({0: "H2", 1: "D3 D3", 4: "C6 C6"}, levels="2 3 4 5 6")
    raid(game, 1, "D3 D3", keep="D3 D3")
    raid(game, 4, "C6 C6", keep="C6 C6")
    pass_to(game, "play")
    view = game.view(0)
    assert (game.phase, game.actor) == ("play", 4)  # he leads
    assert (view.declarer, view.trump.suit, view.trump.level) == (4, "C", "6")
    assert state(game)["kitty"] == game.view(4).buried


@pytest.mark.parametrize("jokers", ["LJ LJ", "BJ BJ", "LJ LJ LJ", "BJ BJ BJ"])
def test_a_raid_with_jokers_is_no_trump_at_the_raider_s_level(jokers):
    game = raid_deal({0: "H2", 4: jokers}, levels="2 3 4 5 6")
    raid(game, 4, jokers, keep=jokers)
    assert (game.view(0).declarer, game.view(0).trump.suit, game.view(0).trump.level) == (4, None, "6")


# ---------------------------------------------------------------- the sides


def test_who_holds_the_declarer_s_trump_card_is_on_his_side():
    """Three-deck: the declarer side are those who hold a card of the suit and rank with which the declarer set the
    trump; it may be three, two or one; the attackers are those who hold none: two, three or four."""
    for hands, partners in (
        ({0: "H2", 2: "H2", 4: "H2"}, [2, 4]),
        ({0: "H2 H2", 3: "H2"}, [3]),
        ({0: "H2", 3: "H2 H2"}, [3]),
        ({0: "H2 H2 H2"}, []),
    ):
        game = raid_deal(hands)
        pass_to(game, "play")
        side = {seat for seat in range(5) if seat in game.view(seat).declarer_side}
        assert side == {0, *partners}
        assert all(game.view(seat).attackers == [seat] for seat in range(5) if seat not in side)


def test_the_same_level_in_another_suit_makes_nobody_a_partner():
    game = pass_to(raid_deal({0: "H2 H2 H2", 1: "S2", 2: "D2"}), "play")
    assert [1 in game.view(1).attackers, 2 in game.view(2).attackers] == [True, True]


def test_after_a_joker_raid_the_holders_of_that_joker_are_partners():
    game = raid_deal({0: "H2 LJ", 1: "LJ LJ", 2: "BJ H2"})
    raid(game, 1, "LJ LJ", keep="LJ LJ")
    pass_to(game, "play")
    assert (game.view(0).declarer, game.view(0).declarer_side) == (1, [0, 1])
    assert game.view(2).attackers == [2]


def test_a_card_in_the_kitty_makes_nobody_a_partner():
    game = first_deal(RULES, {0: "H2 H2", 2: "LJ LJ", 3: "D4"}, kitty="H2 D3 D4 D5 D6 D7 D8")
    bid(game, 0, "H2")
    pass_to(game, "bury")
    game.play("H2 D3 D4 D5 D6 D7 D8")
    pass_to(game, "play")
    assert all(seat in game.view(seat).attackers for seat in range(1, 5))


def test_a_partner_knows_and_is_public_when_he_plays_such_a_card():
    game = raid_deal({0: "H2 H2 HA", 1: "H3", 2: "H2"})
    pass_to(game, "play")
    assert game.view(2).partners == [2]
    assert game.view(0).partners == game.view(1).partners == []
    for play in ("HA", "H3"):
        game.play(play)
    game.play("H2")
    assert [game.view(seat).partners for seat in range(5)] == [[2]] * 5
    assert state(game)["partners"] == [2]
