"""four_player_joker_bid: joker bids (抢报, 报主), riots (暴动), raids (反主, 炒底), levels.

Left out: room money (底金) for failed throws; 打王, a level of jokers after A, for which the same sentence offers going
back to 2 instead; "any time" in bidding, which here is when one has drawn a card.
"""

import pytest

from deals import asked, bid, bids_of, bury, cards_of, first_deal, later_deal, outcome, pass_to, state
from shengji_env import PRESETS

RULES = PRESETS["four_player_joker_bid"]
PLAIN = "D3 C3 D4 C4 D6 C6 D7 C7"  # a kitty without points, level cards and jokers
POOR = "D3 D4 D6 D7 D8 D9 DJ DQ C3 C6 C7 C8 C9 CJ CQ S3 S4 S6 S7 S8 S9 SJ SQ"  # 23 cards without points


# ---------------------------------------------------------------- the first deal


def test_cards_are_drawn_one_by_one_eight_are_left():
    """Joker bid: the four draw in turn, one card each, until 8 are left as the kitty; each has 25 then."""
    assert (RULES.players, RULES.decks, RULES.hand, RULES.kitty) == (4, 2, 25, 8)
    game = first_deal(RULES, {0: "H2 BJ"})
    assert state(game)["hands"][0] == "H2 BJ"
    assert [len(hand.split()) for hand in state(game)["hands"]] == [2, 1, 1, 1]


@pytest.mark.parametrize(
    ("card", "joker"), [("H2", "BJ"), ("D2", "BJ"), ("S2", "LJ"), ("C2", "LJ")], ids=["H", "D", "S", "C"]
)
def test_a_level_card_with_the_joker_of_its_colour_opens(card, joker):
    """Joker bid: who first draws a level card and a joker and shows them declares; the big joker bids red trumps only,
    hearts and diamonds, the small one black ones, spades and clubs; that suit is trump."""
    game = first_deal(RULES, {1: f"{card} {joker}"})
    game = bid_as(game, 1, f"{card} {joker}")
    assert outcome(game) == (1, card[0], "2")
    assert game.view(0).bids == [(1, f"{card} {joker}")]


def bid_as(game, seat, cards):
    bid(game, seat, cards)
    return game


@pytest.mark.parametrize(("card", "joker"), [("H2", "LJ"), ("D2", "LJ"), ("S2", "BJ"), ("C2", "BJ")])
def test_the_joker_of_the_other_colour_does_not(card, joker):
    other = {"LJ": "S2", "BJ": "H2"}[joker]
    game = first_deal(RULES, {0: f"{other} {joker} {card}"})
    assert f"{card} {joker}" not in bids_of(game, 0)


def test_the_first_to_show_declares_with_his_partner():
    """Joker bid: he declares and plays with his partner, the others are the attackers."""
    game = first_deal(RULES, {1: "D3 H2 BJ", 2: "S2 LJ"})
    bid(game, 2, "S2 LJ")
    assert outcome(game) == (2, "S", "2")
    assert game.view(0).declarer_side == [0, 2]
    assert game.view(0).attackers == [1, 3]


def test_the_first_bid_closes_the_bidding():
    game = first_deal(RULES, {0: "H2 BJ", 1: "S2 S2 LJ LJ BJ"})
    bid(game, 0, "H2 BJ")
    assert asked(game) == []


def test_permanent_trumps_are_no_bid():
    """Joker bid: permanent trumps alone (jokers, a level card) cannot bid."""
    game = first_deal(RULES, {0: "LJ LJ BJ BJ H2 S2 S2"})
    for shown in ("LJ LJ", "BJ BJ", "H2", "S2 S2"):
        assert shown not in bids_of(game.copy(), 0)


def test_a_pair_with_its_joker_is_a_fixed_bid():
    """Joker bid: when bidding a pair of level cards may be shown together with its joker."""
    game = first_deal(RULES, {0: "H2 BJ H2"})
    assert {"H2 BJ", "H2 H2 BJ"} <= bids_of(game, 0)


def test_a_first_deal_that_nobody_bids_is_dealt_again():
    game = first_deal(RULES, {0: "H2 BJ"})
    asked(game)
    assert (state(game)["shuffles"], state(game)["first"]) == (2, True)


# ---------------------------------------------------------------- later deals


def test_while_cards_are_drawn_only_the_declarer_side_bids():
    """Joker bid: later only the two of the declarer side may, at any time, show a level card of this deal with its
    joker; that suit is trump."""
    hands = {0: "H9 BJ", 1: "S9 S5 LJ", 2: "D9 BJ"}
    for seat, cards in ((0, "H9 BJ"), (2, "D9 BJ")):
        game = later_deal(RULES, hands, levels="9 5 9 5", declarer=0)
        while game.actor != seat or game.explain(cards) is not None:
            assert game.actor in (0, 2)
            game.play("pass")
        assert not state(game)["closing"]
        game.play(cards)
        assert outcome(game) == (0, cards[0], "9")  # whichever of them bids, the declarer stays


def test_the_other_side_is_asked_when_all_is_drawn_and_takes_over_the_deal():
    """Joker bid: only if neither of the declarer side can bid the other side may, and then the declarer changes."""
    game = later_deal(RULES, {1: "S5 LJ", 0: "C9"}, levels="9 5 9 5", declarer=0)
    assert (game.actor, state(game)["closing"]) == (1, True)
    bid(game, 1, "S5 LJ")
    assert outcome(game) == (1, "S", "5")  # with a card of its own level
    assert game.view(0).declarer_side == [1, 3]


def test_in_the_closing_round_the_declarer_side_comes_first():
    hands = {0: "C3", 1: "S5 LJ", 2: "H9 BJ", 3: "C5 LJ"}
    game = later_deal(RULES, hands, levels="9 5 9 5", declarer=0)
    while not state(game)["closing"]:
        assert game.actor == 2
        game.play("pass")
    assert [seat for seat, _ in asked(game)] == [2, 1, 3]


def test_the_other_side_cannot_bid_with_the_declarer_s_level():
    game = later_deal(RULES, {1: "S9 S5 LJ"}, levels="9 5 9 5", declarer=0)
    assert "S5 LJ" in bids_of(game, 1) <= {"S5 LJ", "C5 LJ"}


# ---------------------------------------------------------------- nobody bids


def unbid(kitty, hands, declarer=0, levels="9 5 9 5"):
    """A later deal that nobody bids: seat 1 could."""
    game = later_deal(RULES, {1: "S5 LJ"} | hands, kitty, declarer=declarer, levels=levels)
    return outcome(game), game


def test_later_the_kitty_s_third_card_makes_the_trump():
    """Joker bid: after the first deal, if nobody has bid when all is drawn, a card of the kitty makes the trump."""
    found, game = unbid("D3 C3 D4 C4 D6 C6 D7 C7", {})
    assert found == (0, "D", "9")
    assert (state(game)["flipped"], game.levels) == ("D4", ["9", "5", "9", "5"])  # and nobody drops a level


@pytest.mark.parametrize("card", ["BJ", "D9"])
@pytest.mark.parametrize(("holder", "declarer", "level"), [(0, 0, "9"), (2, 0, "9"), (1, 1, "5"), (3, 3, "5")])
def test_a_permanent_trump_is_no_trump_and_the_holder_of_the_other_declares(card, holder, declarer, level):
    """Joker bid: if the third card is a permanent trump the deal is no trump; the side that can match this card
    declares."""
    found, _ = unbid(f"D3 C3 {card} C4 D6 C6 D7 C7", {holder: card} if holder != 1 else {1: f"S5 LJ {card}"})
    assert found == (declarer, None, level)


def test_both_in_the_kitty_change_nothing():
    found, game = unbid("D3 C3 BJ BJ D6 C6 D7 C7", {})
    assert found == (0, None, "9")
    assert state(game)["flipped"] == "BJ"


# ---------------------------------------------------------------- riots


def riots(game):
    """The seats asked, if nobody riots."""
    seats = []
    while game.phase == "riot":
        seats.append(game.actor)
        game.play("pass")
    return seats


@pytest.mark.parametrize(("points", "may"), [("", True), ("CK", True), ("CK D5", False)])
def test_an_attacker_with_less_than_15_points_may_riot(points, may):
    """Joker bid: if one of the other side has less than 15 points he may riot."""
    hand = [*POOR.split(), "H3", "H4"]
    game = first_deal(RULES, {0: "H2 BJ", 1: " ".join(hand[len(points.split()) :]) + " " + points})
    bid(game, 0, "H2 BJ")
    outcome(game)
    pass_to(game, "riot" if may else "bury")
    assert (1 in riots(game)) == may


def test_the_declarer_side_may_not():
    game = first_deal(RULES, {0: "H2 BJ", 2: f"{POOR} H3 H4"})
    bid(game, 0, "H2 BJ")
    outcome(game)
    assert not {0, 2} & set(riots(game))


def test_a_riot_is_dealt_again_and_the_declarer_stays():
    """Joker bid: that is, shuffled and dealt again; the declarer stays the same."""
    game = first_deal(RULES, {0: "H2 BJ", 1: f"{POOR} H3 H4"})
    bid(game, 0, "H2 BJ")
    pass_to(game, "riot")
    assert game.actor == 1
    game.play("riot")
    again = state(game)
    assert (again["shuffles"], again["first_drawer"], again["after_riot"], again["declarer"]) == (2, 1, True, 0)
    assert game.view(3).declarer == 0


def test_a_redeal_is_a_later_deal_for_its_declarer():
    """The kept declarer's side alone bids while cards are drawn, and raids come after the burying."""
    game = first_deal(RULES, {0: "H2 BJ", 1: f"{POOR} H3 H4"})
    bid(game, 0, "H2 BJ")
    pass_to(game, "riot").play("riot")
    while game.phase == "bid":
        assert state(game)["closing"] or game.actor in (0, 2)
        game.play("pass")
    assert state(game)["redeals"] == 0  # no redeal of an unbid deal: the kitty was turned
    assert state(game)["flipped"]


def test_a_declarer_by_a_later_bid_stays_too():
    game = later_deal(RULES, {1: "S5 LJ", 0: f"{POOR} H3 H4"}, levels="9 5 9 5", declarer=0)
    bid(game, 1, "S5 LJ")
    pass_to(game, "riot")
    assert game.actor == 0
    game.play("riot")
    assert (game.view(0).declarer, state(game)["first_drawer"]) == (1, 0)


# ---------------------------------------------------------------- burying


def test_the_declarer_has_33_cards_and_lays_8_down_which_nobody_else_sees():
    """Joker bid: the declarer takes the 8 cards to his 25, sorts them and lays 8 down; only he sees them while burying;
    they are not exchanged in play and are shown to all when the deal is over."""
    game = first_deal(RULES, {0: "H2 BJ"}, PLAIN)
    bid(game, 0, "H2 BJ")
    pass_to(game, "bury")
    assert sum(cards_of(game, 0).values()) == 33
    laid = bury(game)
    pass_to(game, "play")
    assert len(laid.split()) == 8
    assert [game.view(seat).buried for seat in range(4)] == [laid, "", "", ""]
    while not game.done:
        game.step(int(game.mask().nonzero()[0][-1]))
    assert game.result.kitty == laid
