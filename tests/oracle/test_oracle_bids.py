"""Bids, unbid deals, riots and raids: the sentences of sections 6 and 7 that no worked case covers."""

import random

import pytest

from . import bids, draw_deals, presets, raids
from .cards import RANKS, read, write


def state(levels="22222", **changed):
    start = {
        "levels": [RANKS.index(level) for level in levels],
        "first": False,
        "after_riot": False,
        "last_winners": [],
        "swing": False,
        "declarer": None,
        "first_drawer": 0,
        "bids": [],
        "raids": [],
        "closing": True,
    }
    start.update(changed)
    start["bids"] = [(seat, read(cards)) for seat, cards in start["bids"]]
    start["raids"] = [(seat, read(cards)) for seat, cards in start["raids"]]
    return start


def legal(preset, where, seat, hand, **overrides):
    found = bids.legal_bids(presets.rules(preset, **overrides), where, seat, read(hand))
    return [write(bid) for bid in found]


def test_winners_bids_may_change_the_level():
    """Winners at 9, T, J; D9 is shown, HT HT overbids and HT is played."""
    where = state("9TJ22", last_winners=[0, 1, 2], bids=[(3, "D9")])
    assert legal("five_player_two_deck", where, 4, "HT HT H2 H2 S9") == ["HT HT"]
    where = state("9TJ22", last_winners=[0, 1, 2], bids=[(3, "D9"), (4, "HT HT")])
    end = bids.auction(presets.rules("five_player_two_deck"), where)
    assert (end["declarer"], RANKS[end["level"]], end["suit"]) == (1, "T", 2)


def test_a_losers_joker_pair_keeps_declarer_and_level():
    rules = presets.rules("five_player_two_deck")
    where = state("9TJ22", last_winners=[0, 1, 2], bids=[(3, "DT"), (4, "LJ LJ")])
    end = bids.auction(rules, where)
    assert (end["declarer"], RANKS[end["level"]], end["suit"]) == (1, "T", None)
    where = state("9TJ22", last_winners=[1, 2], bids=[(4, "LJ LJ")])
    assert bids.auction(rules, where)["declarer"] == 1


def test_after_a_swing_a_loser_names_the_first_winner_at_his_level():
    rules = presets.rules("five_player_two_deck")
    where = state("99922", last_winners=[1, 2], bids=[(0, "D9")])
    assert bids.auction(rules, where)["declarer"] == 0
    assert bids.auction(rules, dict(where, swing=True))["declarer"] == 1
    assert bids.auction(rules, dict(where, swing=True, after_riot=True))["declarer"] == 0


def test_two_copies_are_the_most_outside_own_bids():
    where = state("2222", first=True)
    assert legal("four_player_fixed", where, 0, "D2 D2 D2", decks=3) == ["D2", "D2 D2"]
    assert legal("five_player_three_deck", state(first=True), 0, "D2 D2 D2")[-1] == "D2 D2 D2"


def test_joker_bid_closing_round_asks_the_declarer_side_first():
    rules = presets.rules("four_player_joker_bid")
    where = state("5858", declarer=2)
    assert bids.closing_order(rules, where, 0) == [2, 0, 1, 3]
    assert bids.closing_order(rules, dict(where, first=True, declarer=None), 0) == [1, 2, 3, 0]
    assert legal("four_player_joker_bid", where, 1, "D8 D5 BJ") == ["D8 BJ"]
    assert legal("four_player_joker_bid", dict(where, closing=False), 1, "D8 D5 BJ") == []
    assert legal("four_player_joker_bid", where, 0, "D8 D5 BJ") == ["D5 BJ"]
    where["bids"] = [(1, read("D8 BJ"))]
    assert bids.auction(rules, where)["declarer"] == 1


def test_flip_kitty_turns_the_third_card_and_demotes_the_side():
    rules = presets.rules("four_player_fixed")
    where = state("5858", declarer=2)
    end = bids.unbid(rules, where, read("D3 D4") + [53, 52] + read("H5 S3 S4 S6"), None, 0)
    assert (end["declarer"], end["level"], end["suit"]) == (2, RANKS.index("4"), 2)
    assert end["levels"] == [2, 6, 2, 6]
    assert len(end["turned"]) == 3
    alone = presets.rules("four_player_seek")
    assert bids.unbid(alone, where, read("D3 D4 D6 D7"), None, 0)["levels"] == [3, 6, 2, 6]
    lowest = bids.unbid(rules, state("2828", declarer=2), read("D3 D4 D6 D7"), None, 0)
    assert lowest["levels"] == [0, 6, 0, 6]


def test_flip_kitty_of_joker_bid_may_change_the_declarer():
    rules = presets.rules("four_player_joker_bid")
    where, kitty = state("5858", declarer=2), read("D3 D4 D5 D7")
    five = read("D5")  # the other copy of the card that is turned
    seat_1, seats_0_and_3, seat_0, nobody = [[], five, [], []], [five, [], [], five], [five, [], [], []], [[]] * 4
    assert bids.unbid(rules, where, kitty, seat_1, 0)["declarer"] == 1
    assert bids.unbid(rules, where, kitty, seat_1, 0)["level"] == RANKS.index("8")
    assert bids.unbid(rules, where, kitty, seats_0_and_3, 0)["declarer"] == 3
    assert bids.unbid(rules, where, kitty, seat_0, 0)["declarer"] == 2
    assert bids.unbid(rules, where, kitty, nobody, 0)["declarer"] == 2
    assert bids.unbid(rules, where, kitty, nobody, 0)["suit"] is None
    assert bids.unbid(rules, where, read("D3 D4 D6 D7"), nobody, 0)["suit"] == 0


def test_redeals_end_in_no_trump():
    rules = presets.rules("five_player_two_deck")
    where = state("9TJ22", last_winners=[1, 2], first_drawer=2)
    assert bids.unbid(rules, where, [], None, 7) is None
    end = bids.unbid(rules, where, [], None, 8)
    assert (end["declarer"], RANKS[end["level"]], end["suit"]) == (2, "J", None)
    assert bids.unbid(rules, dict(where, after_riot=True, first_drawer=4), [], None, 8)["declarer"] == 4


def test_riots_by_points_and_side():
    rules = presets.rules("five_player_two_deck")
    hands = [read("DK"), read("DK D5"), read("D5 H5 S3"), [], read("DT DT")]
    assert raids.riot_seats(rules, 2, 0, hands) == [2, 3, 0]
    rules = presets.rules("four_player_joker_bid")
    assert raids.riot_seats(rules, 0, 0, hands[:4]) == [3]


def test_a_raid_of_an_unbid_joker_deal_needs_the_pair():
    rules, where = presets.rules("four_player_joker_bid"), state("5858", declarer=2)
    unbid = bids.unbid(rules, where, read("D3 D4 D6 D7"), [[]] * 4, 0)
    assert raids.raid_order(rules, where, unbid) == [3, 0, 1, 2]
    found = raids.legal_raids(rules, where, 3, read("D5 H5 H5 S8 S8 LJ LJ BJ"), unbid)
    assert [write(raid) for raid in found] == ["H5 H5 BJ", "LJ LJ"]


@pytest.mark.parametrize("preset", presets.NAMES)
def test_an_auction_of_legal_bids_names_a_declarer(preset):
    rules = presets.rules(preset)
    for seed in range(1500):
        p = draw_deals.draw_bidding(random.Random(seed), rules)
        end = bids.auction(rules, p["state"])
        if end:
            assert end["declarer"] in range(rules["players"]), (seed, p)
            assert end["level"] == p["state"]["levels"][end["declarer"]] or rules["bid_levels"] == "own", (seed, p)
