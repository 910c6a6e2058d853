"""Section 1: cards, points, groups, strength; what is consecutive is in section 2's file."""

from itertools import pairwise

import pytest

from shengji_env import PRESETS, Trump, cards

FIVE = "five_player_two_deck"


def from_low_to_high(trump, texts):
    """Each card strictly stronger than the one before, all of one group."""
    names = texts.split()
    assert len({trump.group(name) for name in names}) == 1
    return all(trump.strength(low) < trump.strength(high) for low, high in pairwise(names))


# ---------------------------------------------------------------- cards and points


def test_a_deal_of_two_packs():
    """Two packs, 108 cards, five players with 20 each, a kitty of 8."""
    rules = PRESETS[FIVE]
    assert (rules.decks, rules.players, rules.hand, rules.kitty) == (2, 5, 20, 8)
    assert rules.players * rules.hand + rules.kitty == 108


def test_copies_are_distinct_cards():
    """Two-deck: two equal aces of hearts are different cards still."""
    assert cards.format(cards.parse("HA HA")) == "HA HA"
    with pytest.raises(cards.CardsError):
        cards.parse("HA HA HA", decks=2)


def test_five_is_5_ten_and_king_are_10_two_packs_have_200():
    assert [cards.POINTS[cards.card_type(card)] for card in ("D5", "CT", "SK", "HA", "BJ")] == [5, 10, 10, 0, 0]
    assert 2 * int(cards.POINTS.sum()) == 200


# ---------------------------------------------------------------- groups


def test_jokers_level_cards_and_the_trump_suit_are_trump():
    """Two-deck: level Q, all four queens are trumps, and so are all cards of the trump suit."""
    t = Trump(FIVE, suit="S", level="Q")
    assert {t.group(card) for card in ["DQ", "CQ", "HQ", "SQ", "S2", "SA", "LJ", "BJ"]} == {"TRUMP"}
    assert [t.group(card) for card in ["D2", "CA", "HK"]] == ["D", "C", "H"]


def test_without_a_trump_suit_level_cards_and_jokers_are_trump():
    t = Trump(FIVE, suit=None, level="Q")
    assert {t.group(card) for card in ["DQ", "CQ", "HQ", "SQ", "LJ", "BJ"]} == {"TRUMP"}
    assert [t.group(card) for card in ["D2", "CA", "HK", "S3"]] == ["D", "C", "H", "S"]


# ---------------------------------------------------------------- strength


def test_plain_suit_from_low_to_high_without_the_level_rank():
    assert from_low_to_high(Trump(FIVE, suit="H", level="7"), "S2 S3 S4 S5 S6 S8 S9 ST SJ SQ SK SA")


def test_trumps_from_low_to_high():
    """The trump suit, off-suit level cards, the trump suit's, the small joker, the big joker, the highest of all."""
    t = Trump(FIVE, suit="H", level="7")
    assert from_low_to_high(t, "H2 H3 H4 H5 H6 H8 H9 HT HJ HQ HK HA D7 H7 LJ BJ")


def test_off_suit_level_cards_are_equal():
    t = Trump(FIVE, suit="H", level="7")
    assert t.strength("D7") == t.strength("C7") == t.strength("S7")


def test_without_a_trump_suit_all_level_cards_are_equal():
    t = Trump(FIVE, suit=None, level="7")
    assert t.strength("D7") == t.strength("C7") == t.strength("H7") == t.strength("S7")
    assert from_low_to_high(t, "S7 LJ BJ")


def test_of_equals_the_card_played_earlier_is_the_higher():
    t = Trump(FIVE, suit="H", level="7")
    assert t.winner(["D7", "C7", "S7"]) == 0
    assert t.winner(["S3", "SA", "SA"]) == 1
