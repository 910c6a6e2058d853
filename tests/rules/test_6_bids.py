"""Section 6: dealing, bids (亮主), overbids (反主), reinforcing (补亮), who becomes declarer."""

import pytest

from deals import RULES, asked, bid, bids_of, deal, outcome, state
from shengji_env import PRESETS, Game

FIRST = "2 2 2 2 2"


# ---------------------------------------------------------------- the deal


def test_cards_are_dealt_one_by_one_in_seat_order_the_rest_is_the_kitty():
    game = deal(FIRST, {3: "H2 D3"})
    assert (game.phase, game.actor) == ("bid", 3)
    assert state(game)["hands"] == ["", "", "", "H2", ""]
    dealt = state(game)
    bottom = dealt["stock"].split()[-8:]
    assert sum(len(hand.split()) for hand in dealt["hands"]) + len(dealt["stock"].split()) == 108
    game.play("H2")
    outcome(game)
    assert [len(hand.split()) for hand in state(game)["hands"]] == [20, 20, 20, 20 + 8, 20]  # he has the kitty
    assert sorted(state(game)["kitty_history"][0][1].split()) == sorted(bottom)


def test_a_random_seat_draws_first_in_the_first_deal():
    assert {state(Game(RULES, seed=seed))["first_drawer"] for seed in range(40)} == set(range(5))


def test_the_last_deal_s_declarer_draws_first():
    game = Game(RULES, seed=3, episode="match")
    while game.result is None:
        game.step(int(game.mask().nonzero()[0][-1]))
    assert state(game)["first_drawer"] == game.result.declarer


def test_a_bid_is_public_and_stays_in_the_hand():
    game = deal(FIRST, {3: "H2"})
    game.play("H2")
    assert [game.view(seat).bids for seat in range(5)] == [[(3, "H2")]] * 5
    assert "H2" in game.view(3).hand


# ---------------------------------------------------------------- who is asked


def test_after_each_card_its_drawer_is_asked_if_he_has_a_legal_bid():
    game = deal(FIRST, {1: "D3 H2 D4", 2: "D5 D6 S2"})
    assert (game.actor, state(game)["hands"][1]) == (1, "D3 H2")
    game.play("pass")
    assert (game.actor, state(game)["hands"][1]) == (1, "D3 D4 H2")  # asked again with every card he draws
    game.play("pass")
    assert (game.actor, state(game)["hands"][2]) == (2, "D5 D6 S2")


def test_a_player_without_a_legal_bid_is_not_asked():
    game = deal("2 2 2 2 3", {0: "H2", 1: "LJ BJ", 4: "DK"})
    game.play("H2")
    assert all("LJ BJ" not in bids and bids for _, bids in asked(game))


def test_when_all_is_dealt_a_closing_round_asks_once_more_after_the_last_drawer():
    """In seat order from the seat after the last drawer, who has a legal bid."""
    game = deal(FIRST, {2: "H2"})
    seats = []
    while game.phase == "bid":
        if state(game)["closing"]:
            seats.append(game.actor)
        game.play("pass")
        if state(game)["shuffles"] > 1:
            break
    assert seats == sorted(seats, key=lambda seat: (seat - 2) % 5)  # seat 1 has drawn the last card
    assert len(seats) == len(set(seats)) > 1


def test_after_a_bid_the_closing_round_starts_again_at_the_seat_after_the_bidder():
    game = deal(FIRST, {2: "H2", 3: "S2 S2", 4: "D2 D2"})
    while not state(game)["closing"]:
        game.play("pass")
    while game.actor != 3:
        game.play("pass")
    game.play("S2")
    order = [seat for seat, _ in asked(game)]
    assert order[0] == 4
    assert order == sorted(order, key=lambda seat: (seat - 4) % 5)
    assert order[-1] == 3  # the bidder himself, who may reinforce


# ---------------------------------------------------------------- which levels may be shown


def test_in_the_first_deal_every_player_may_bid():
    """Two-deck: in the first deal every player may bid."""
    for seat in range(5):
        game = deal(FIRST, {seat: "H2"})
        game.play("H2")
        assert outcome(game) == (seat, "H", "2")


def test_later_the_winners_levels_may_be_shown_by_everyone():
    """Two-deck: later all players, winners and losers, may show any current level of the last winners."""
    later = {"levels": "9 T J 3 4", "winners": (0, 1, 2)}
    for seat, card in ((0, "D9"), (0, "DJ"), (3, "DT"), (4, "S9")):
        game = deal(hands={seat: card}, **later)
        game.play(card)
        assert game.view(0).bids == [(seat, card)]


def test_later_the_losers_levels_may_not_be_shown():
    game = deal("9 T J 3 4", {3: "D9 S3 S4", 4: "H9 H4"}, winners=(0, 1, 2))
    assert bids_of(game, 3).isdisjoint({"S3", "S4"})
    assert game.explain("S9").rule == "cards.held"
    game.play("pass")
    while game.actor != 3:
        game.play("pass")
    assert game.explain("S3").rule == "bid.level"


# ---------------------------------------------------------------- overbids


def test_winners_at_9_10_and_j_overbid_with_another_level():
    """Two-deck: the last winners play 9, 10, J; after a first bid of diamond 9 other players may overbid with a pair of
    heart tens; the deal is then played at ten with hearts, and dealing goes on."""
    game = deal("9 T J 3 4", {3: "D9", 4: "HT HT"}, winners=(0, 1, 2))
    game.play("D9")
    while game.explain("HT HT") is not None:
        game.play("pass")
    assert (game.actor, state(game)["closing"]) == (4, False)
    game.play("HT HT")
    assert outcome(game) == (1, "H", "T")


def test_a_pair_overbids_another_player_s_single():
    """Two-deck: a pair of a winner's level cards overbids; winners too may overbid."""
    game = deal("9 9 J 3 4", {3: "D9", 0: "SJ SJ"}, winners=(0, 1, 2))
    game.play("D9")
    bid(game, 0, "SJ SJ")
    assert outcome(game) == (2, "S", "J")


def test_a_single_overbids_nothing():
    game = deal(FIRST, {0: "H2", 1: "S2"})
    game.play("H2")
    assert all("S2" not in bids for _, bids in asked(game.copy()))


def test_a_pair_does_not_overbid_a_pair():
    game = deal(FIRST, {0: "H2 H2", 1: "S2 S2 LJ LJ"})
    bid(game, 0, "H2 H2")
    assert bids_of(game, 1) == {"LJ LJ"}


def test_jokers_overbid_a_single_and_a_pair():
    """Two-deck: a single can be overbid by a pair, a pair by a pair of jokers."""
    for shown in ("H2", "H2 H2"):
        game = deal(FIRST, {0: "H2 H2", 1: "LJ LJ"})
        bid(game, 0, shown)
        bid(game, 1, "LJ LJ")
        assert outcome(game)[1] is None


def test_jokers_may_open():
    game = deal(FIRST, {1: "BJ BJ"})
    bid(game, 1, "BJ BJ")
    assert outcome(game) == (1, None, "2")


def test_joker_pairs_are_final():
    game = deal(FIRST, {0: "LJ LJ", 1: "BJ BJ", 2: "H2 H2"})
    bid(game, 0, "LJ LJ")
    assert asked(game) == []


def test_a_big_and_a_small_joker_are_no_pair():
    """Two-deck: no trump is bid with two big or two small jokers; big and small are no pair."""
    game = deal(FIRST, {0: "LJ BJ H2"})
    assert game.actor == 0
    assert game.explain("LJ BJ") is not None
    assert set(game.plays()) == {"H2", "pass"}


def test_one_joker_is_no_bid():
    game = deal(FIRST, {0: "LJ H2"})
    assert game.explain("LJ").rule == "bid.jokers"


def test_nobody_overbids_himself():
    """Two-deck: the current bidder cannot overbid his own bid."""
    game = deal(FIRST, {0: "H2 S2 S2 LJ LJ"})
    game.play("H2")
    assert bids_of(game, 0) == set()


# ---------------------------------------------------------------- reinforcing


def test_reinforcing_keeps_declarer_level_and_suit():
    """Two-deck: if the single one has shown has not been overbid, the second copy, drawn later, may be shown with it;
    declarer, level and trump suit stay."""
    game = deal("9 T J 3 4", {3: "DT DT"}, winners=(0, 1, 2))
    game.play("DT")
    bid(game, 3, "DT DT")
    assert game.view(0).bids == [(3, "DT"), (3, "DT DT")]
    assert outcome(game) == (1, "D", "T")


def test_a_reinforced_bid_is_overbid_by_jokers_only():
    """Two-deck: other level pairs cannot overbid it any more, a pair of equal jokers can."""
    game = deal(FIRST, {0: "H2 H2", 1: "S2 S2", 2: "BJ BJ"})
    game.play("H2")
    bid(game, 0, "H2 H2")
    assert bids_of(game, 1) == set()
    assert bids_of(game, 2) == {"BJ BJ"}


def test_not_this_time_skips_this_chance_only():
    """Two-deck: 这次不亮, "not this time", skips this chance only; when he draws his next card and still may reinforce
    he is asked again."""
    game = deal(FIRST, {0: "H2 H2 D3 D4"})
    game.play("H2")
    for held in ("H2 H2", "D3 H2 H2", "D3 D4 H2 H2"):
        assert (game.actor, state(game)["hands"][0]) == (0, held)
        game.play("pass")
    bid(game, 0, "H2 H2")
    assert outcome(game) == (0, "H", "2")


def test_reinforcing_is_with_the_same_suit_and_level_and_not_with_jokers():
    """Two-deck: only the suit and level shown first may be added; neither another suit nor jokers against one's own."""
    game = deal("9 T J 3 4", {3: "DT DT HT HT D9 D9 LJ LJ"}, winners=(0, 1, 2))
    game.play("DT")
    assert bids_of(game, 3) == {"DT DT"}


def test_once_overbid_there_is_no_reinforcing():
    """Two-deck: after being overbid the rules of overbidding apply."""
    game = deal(FIRST, {0: "H2 D3 H2 LJ LJ", 1: "S2 S2"})
    game.play("H2")
    bid(game, 1, "S2 S2")
    assert bids_of(game, 0) == {"LJ LJ"}


def test_one_pack_knows_no_reinforcing():
    """Two-deck: in one pack there is no second copy, so nothing to reinforce with."""
    rules = RULES.replace(decks=1)
    game = deal(FIRST, {0: "H2"}, rules=rules)
    game.play("H2")
    assert bids_of(game, 0) == set()


# ---------------------------------------------------------------- who declares: a level bid


def test_the_bidder_declares_if_the_level_is_his_own():
    """Two-deck: if the level shown is the bidder's own too, the bidder declares."""
    assert later_bid("9 T J 3 4", 1, "DT", (0, 1, 2)) == (1, "D", "T")


def test_a_loser_declares_too_if_the_level_is_his_own():
    assert later_bid("9 T J T 4", 3, "DT", (0, 1, 2)) == (3, "D", "T")


@pytest.mark.parametrize(("bidder", "declarer"), [(3, 0), (4, 0), (1, 2)])
def test_else_the_first_winner_at_the_level_from_the_seat_after_the_bidder(bidder, declarer):
    """Two-deck: else, from the bidder's next seat on, the first of the last winners who plays that level."""
    assert later_bid("T 9 T 4 4", bidder, "DT", (0, 1, 2)) == (declarer, "D", "T")


def test_a_loser_at_the_level_is_passed_over():
    assert later_bid("9 T J T T", 2, "DT", (0, 1, 2)) == (1, "D", "T")


def later_bid(levels, seat, cards, winners, **more):
    """The outcome of one opening bid in a later deal."""
    game = deal(levels, {seat: cards}, winners=winners, **more)
    bid(game, seat, cards)
    return outcome(game)


def test_an_overbid_decides_the_declarer_anew():
    """Two-deck: an overbid may change the level of the deal, and decides the declarer anew."""
    game = deal("9 T J 3 4", {0: "D9", 1: "SJ SJ"}, winners=(0, 1, 2))
    game.play("D9")
    bid(game, 1, "SJ SJ")
    assert outcome(game) == (2, "S", "J")


def test_free_bidding_in_the_first_deal_any_player_s_level():
    """In the first deal every player may show a card of any player's level; not his own: the first player at it from
    the seat after him."""
    game = deal("3 4 5 5 6", {0: "H5"})
    game.play("H5")
    assert outcome(game) == (2, "H", "5")


def test_after_a_swing_only_that_deal_s_attackers_declare():
    """Two-deck: after a swing only that deal's attackers can be declarer."""
    assert later_bid("T 9 9 9 T", 4, "DT", (0, 1, 2), swing=True) == (0, "D", "T")
    assert later_bid("T 9 9 9 T", 4, "DT", (0, 1, 2)) == (4, "D", "T")


# ---------------------------------------------------------------- who declares: jokers


def test_a_winner_s_jokers_make_him_declarer_at_his_own_level():
    """Two-deck: a last winner who overbids with jokers declares no trump at his own level."""
    game = deal("9 T J 3 4", {3: "D9", 1: "LJ LJ"}, winners=(0, 1, 2))
    game.play("D9")
    bid(game, 1, "LJ LJ")
    assert outcome(game) == (1, None, "T")


def test_in_the_first_deal_jokers_make_the_bidder_declarer():
    """Two-deck: in the first deal whoever overbids with jokers declares no trump at his own level."""
    game = deal("2 3 4 5 6", {0: "H2", 4: "BJ BJ"})
    game.play("H2")
    bid(game, 4, "BJ BJ")
    assert outcome(game) == (4, None, "6")


def test_a_loser_s_jokers_keep_declarer_and_level_as_bid():
    """Two-deck: a loser's jokers keep the declarer and level that the bids have come to, and only make it no trump."""
    game = deal("9 T J 3 4", {2: "DT", 3: "LJ LJ"}, winners=(0, 1, 2))
    game.play("DT")
    bid(game, 3, "LJ LJ")
    assert outcome(game) == (1, None, "T")


def test_a_loser_s_jokers_with_no_bid_name_the_first_winner_after_him():
    """Two-deck: with no bid yet, a loser who shows a pair of jokers names the first of the last winners from his next
    seat on, in order of play; no trump at that one's level."""
    game = deal("9 T J 3 4", {1: "DT", 3: "LJ LJ"}, winners=(1, 2))
    bid(game, 3, "LJ LJ")
    assert outcome(game) == (1, None, "T")
    game = deal("9 T J 3 4", {1: "DT", 0: "LJ LJ"}, winners=(1, 2, 4))
    bid(game, 0, "LJ LJ")
    assert outcome(game) == (1, None, "T")
    game = deal("9 T J 3 4", {1: "DT", 3: "LJ LJ"}, winners=(1, 2, 4))
    bid(game, 3, "LJ LJ")
    assert outcome(game) == (4, None, "4")


# ---------------------------------------------------------------- after a riot


def test_after_a_riot_any_player_s_level_may_be_shown_and_overbid():
    """Two-deck: after a riot bidding is not bound to the last deal's winners: every player may show any player's
    current level, and overbid with a pair of such a level, which may change the level of the deal."""
    game = deal("9 T J 3 4", {3: "S4", 2: "H3 H3"}, winners=(0, 1, 2), after_riot=True)
    game.play("S4")
    bid(game, 2, "H3 H3")
    assert outcome(game) == (3, "H", "3")


def test_after_a_riot_one_s_own_level_makes_the_bidder_declarer():
    """Two-deck: if the level shown is his own the bidder declares, else the first at it from his next seat on."""
    riot = {"winners": (0, 1, 2), "after_riot": True}
    assert later_bid("9 T J 3 3", 4, "D3", **riot) == (4, "D", "3")
    assert later_bid("9 T J 3 3", 0, "D3", **riot) == (3, "D", "3")


def test_after_a_riot_jokers_make_the_bidder_declarer():
    """Two-deck: two equal jokers: the overbidder declares himself, at his own level."""
    game = deal("9 T J 3 4", {0: "D9", 4: "LJ LJ"}, winners=(0, 1, 2), after_riot=True)
    game.play("D9")
    bid(game, 4, "LJ LJ")
    assert outcome(game) == (4, None, "4")


def test_a_riot_lifts_what_a_swing_bars():
    assert later_bid("T 9 9 9 T", 4, "DT", (0, 1, 2), swing=True, after_riot=True) == (4, "D", "T")


# ---------------------------------------------------------------- nobody bids


def test_nobody_bids_redeal_with_the_same_first_drawer():
    game = deal(FIRST, {3: "H2"})
    asked(game)
    after = state(game)
    assert (after["shuffles"], after["redeals"], after["first_drawer"], after["first"]) == (2, 1, 3, True)


def test_after_redeal_limit_redeals_no_trump_is_played():
    """At the level of the first drawer in the first deal, of the first of the last winners from him on later."""
    rules = RULES.replace(redeal_limit=0)
    assert outcome(deal("2 3 4 5 6", {3: "H2"}, rules=rules)) == (3, None, "5")
    assert outcome(deal("9 T J 3 4", {3: "D9"}, winners=(0, 1), rules=rules)) == (0, None, "9")


def test_agents_that_never_bid_do_not_loop_for_ever():
    game = Game(PRESETS["five_player_two_deck"], seed=5)
    while game.phase == "bid":
        game.play("pass")
    assert game.view(0).trump.suit is None
    assert state(game)["shuffles"] == 1 + RULES.redeal_limit
