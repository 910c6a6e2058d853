"""four_player_fixed, four_player_seek: groups, order, shapes, leading, following, ruffing.

Left out: the list of what is no tractor in no trump, which the document breaks off after its heading.
"""

import pytest

from deals import hearts
from shengji_env import PRESETS, Trump
from shengji_env.errors import IllegalPlay

FIXED = PRESETS["four_player_fixed"]
NOTHING = ["C3 C4", "C6 C7", "C8 C9"]  # hands without spades or trumps


@pytest.fixture
def t():
    return Trump(FIXED, suit="H", level="5")


def shape(trump, lead):
    return ", ".join(f"{part.kind} {part.cards}" for part in trump.components(lead))


def may(trump, lead, hand, play):
    return trump.explain_follow(lead, hand, play) is None


# ---------------------------------------------------------------- groups and order


def test_trumps_are_jokers_level_cards_and_the_trump_suit_all_others_are_plain(t):
    """Fixed, seek: trumps are the big and small jokers, the level cards and the cards of the trump suit; all other
    cards are plain; the declarer's level is the level card."""
    assert {t.group(card) for card in ("BJ", "LJ", "D5", "C5", "S5", "H5", "H2", "HA")} == {"TRUMP"}
    assert [t.group(card) for card in ("D2", "CA", "SK")] == ["D", "C", "S"]
    assert Trump(FIXED, suit="H", level="K").group("SK") == "TRUMP"  # the declarer has come to K: K is the level card


@pytest.mark.parametrize("suit", ["H", "S"])
def test_a_is_the_highest_of_a_suit_then_k_down_to_2(t, suit):
    """Fixed, seek: of the trump suit's cards (but the level card) A is highest, then K, ... 2 lowest; of plain cards
    (but level cards) A is highest, then K, ... 2 lowest."""
    strengths = [t.strength(f"{suit}{rank}") for rank in "2346789TJQKA"]
    assert strengths == sorted(set(strengths))


# ---------------------------------------------------------------- shapes


def test_a_pair_is_two_cards_of_one_rank_and_suit_and_needs_two_packs(t):
    """Fixed, seek: two cards of the same points and suit are a pair; pairs need two packs or more."""
    assert shape(t, "S3 S3") == "pair S3 S3"
    one = Trump(FIXED.replace(decks=1), suit="H", level="5")
    assert shape(one, "S3 S4") == "single S4, single S3"


@pytest.mark.parametrize(
    "lead",
    [
        "S3 S3 S4 S4",  # 3344
        "S4 S4 S6 S6",  # 4466
        "D5 D5 H5 H5",  # 副5 主5
        "LJ LJ BJ BJ",  # 大王 小王
        "HA HA D5 D5",  # AA 副5
        "H5 H5 LJ LJ",  # 主5 小王
        "S3 S3 S4 S4 S6 S6",
    ],
)
def test_tractors_at_level_5(t, lead):
    """Fixed, seek: adjacent pairs of a suit, two or more, make a tractor; at level 5 these are tractors: 3344, 4466,
    plain 5 and trump 5, the jokers, AA and plain 5, trump 5 and small joker."""
    assert [part.kind for part in t.components(lead)] == ["tractor"]


def test_5566_is_no_tractor_at_level_5(t):
    """Fixed, seek: at level 5 5566 is none: level cards make no tractor with plain cards of their suit."""
    assert shape(t, "H5 H5 H6 H6") == "pair H5 H5, pair H6 H6"
    assert shape(t, "H4 H4 H5 H5") == "pair H5 H5, pair H4 H4"
    with pytest.raises(IllegalPlay):
        t.components("S5 S5 S6 S6")  # not even of one group


def test_in_no_trump_the_level_cards_of_a_suit_and_the_jokers_are_adjacent():
    none = Trump(FIXED, suit=None, level="5")
    assert [part.kind for part in none.components("S5 S5 LJ LJ BJ BJ")] == ["tractor"]
    assert shape(none, "S5 S5 D5 D5") == "pair D5 D5, pair S5 S5"
    assert shape(none, "SA SA SK SK") == "tractor SK SK SA SA"


# ---------------------------------------------------------------- leading


def test_the_declarer_leads_first_then_the_winner_of_the_trick():
    """Fixed, seek: the declarer plays first in the first trick, then each trick's winner."""
    game = hearts("play", {0: "D3", 1: "DA", 2: "D4", 3: "D6"}, rules=FIXED, levels="2 2 2 2")
    assert game.actor == 0
    for play in ("D3", "DA", "D4", "D6"):
        game.play(play)
    assert game.actor == 1


@pytest.mark.parametrize("lead", ["S3", "S3 S3", "S3 S3 S4 S4"])
def test_a_single_a_pair_or_a_tractor_may_be_led(t, lead):
    """Fixed, seek: the leader may play a tractor, a pair or a single alone."""
    assert t.check_throw(lead, ["SA SA SK SK", *NOTHING[1:]]) == (True, lead)


def test_any_combination_of_one_suit_may_be_led_if_it_is_the_highest(t):
    """Fixed, seek: the leader may play any combination of tractors, pairs and singles of a suit, but they must be the
    highest."""
    lead = "S9 S9 ST ST SQ SQ SA"
    assert t.check_throw(lead, ["SK SJ SJ S3", *NOTHING[1:]]).stands
    assert not t.check_throw(lead, ["SK SK", *NOTHING[1:]]).stands
    assert t.check_throw(lead, ["SJ SJ SK SK", *NOTHING[1:]]) == (False, "SQ SQ")
    with pytest.raises(IllegalPlay):
        t.check_throw("SA DA", NOTHING)


# ---------------------------------------------------------------- following


def test_the_suit_led_must_be_followed(t):
    """Fixed, seek: who does not lead must first play the suit that was led: if hearts were led, hearts if he has
    some."""
    assert not may(t, "S3", "S4 D3 H3", "D3")
    assert may(t, "S3", "S4 D3 H3", "S4")
    assert not may(t, "S3 S6", "S4 D3 H3", "D3 H3")
    assert may(t, "S3 S6", "S4 D3 H3", "S4 H3")


def test_without_that_suit_one_may_ruff_or_discard(t):
    """Fixed, seek: without a card of the suit led, one may ruff with trumps or discard other suits."""
    assert t.next_cards("S3", "D3 H3 S5") == {"D3", "H3", "S5"}


def test_a_tractor_led_asks_for_a_tractor(t):
    """Fixed, seek: if there is a tractor in the lead, who has a tractor of that suit must play it."""
    hand = "S6 S6 S7 S7 S9 S9 SJ SJ SA"
    assert may(t, "S3 S3 S4 S4", hand, "S6 S6 S7 S7")
    assert not may(t, "S3 S3 S4 S4", hand, "S9 S9 SJ SJ")
    assert may(t, "S3 S3 S4 S4 S2", hand, "S6 S6 S7 S7 SA")
    assert not may(t, "S3 S3 S4 S4 S2", hand, "S9 S9 SJ SJ SA")


def test_a_pair_led_asks_for_a_pair(t):
    """Fixed, seek: if there is a pair in the lead, who has a pair of that suit must play it."""
    hand = "S6 S7 S9 S9 SA"
    assert t.next_cards("S3 S3", hand) == {"S9"}
    assert may(t, "S3 S3 S4 S4", hand, "S9 S9 SA S6")
    assert not may(t, "S3 S3 S4 S4", hand, "S9 S7 SA S6")
    assert may(t, "S3 S3 S4", hand, "S9 S9 SA")
    assert not may(t, "S3 S3 S4", hand, "S6 S7 SA")


# ---------------------------------------------------------------- ruffing


def test_all_trumps_without_the_pair_do_not_win(t):
    """Fixed, seek: if plain cards with a pair in them were led, others who play nothing but trumps without a pair
    cannot win."""
    assert t.winner(["S3 S3", "HA BJ", "LJ H5", "D3 D4"]) == 0
    assert t.winner(["SA S3 S3", "HA BJ LJ", "H5 HK HQ", "H2 H2 H3"]) == 3


@pytest.mark.parametrize(
    ("lead", "ruff", "none"),
    [
        ("SA SA", "H2 H2", "HA BJ"),
        ("S3 S3 S4 S4", "H2 H2 H3 H3", "HA HA HK BJ"),
        ("S3 S3 S4 S4", "HA HA D5 D5", "H2 H2 H4 H4"),
        ("S3 S3 S4 S4", "H5 H5 LJ LJ", "D5 D5 C5 C5"),
        ("SA S3 S3 S4 S4", "H2 H2 H3 H3 H7", "H2 H2 HA HA HK"),
        ("SA SA SQ SQ", "H2 H2 HA HA", "H2 H2 HA HK"),
    ],
)
def test_a_ruff_needs_as_many_tractors_and_pairs(t, lead, ruff, none):
    """Fixed, seek: if there are tractors or pairs in the lead, whoever wants to ruff must play as many tractors and
    pairs."""
    assert t.winner([lead, ruff]) == 1
    assert t.winner([lead, none]) == 0
