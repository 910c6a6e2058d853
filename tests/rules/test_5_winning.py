"""Section 5: who wins a trick."""

import pytest

from shengji_env import PRESETS, Trump

FIVE = "five_player_two_deck"


@pytest.fixture
def t():
    return Trump(FIVE, suit="H", level="2")


# ---------------------------------------------------------------- singles


def test_the_highest_of_the_suit_wins(t):
    """Two-deck: the strongest card of the suit wins the trick."""
    assert t.winner(["D9", "DT", "DA", "D3", "DK"]) == 2


def test_trumps_beat_other_suits_higher_trumps_lower_ones(t):
    """Two-deck: trumps beat non-trumps, higher trumps lower ones."""
    assert t.winner(["DA", "D3", "H3", "SA", "D4"]) == 2
    assert t.winner(["DA", "H4", "H3", "C2", "HA"]) == 3


def test_a_discard_never_wins(t):
    assert t.winner(["D3", "SA", "CA", "SK", "CK"]) == 0


def test_of_equal_plays_the_earlier_stays(t):
    assert t.winner(["DK", "DA", "DA", "D3", "D4"]) == 1


# ---------------------------------------------------------------- pairs and tractors


def test_a_bigger_single_never_beats_a_pair(t):
    """Two-deck: who has only one higher card cannot win over the pair either."""
    assert t.winner(["D9 D9", "DA D3", "DK DQ", "DT DT", "D4 D5"]) == 3
    assert t.winner(["D9 D9", "DA D3", "DK DQ", "S3 S3", "D4 D5"]) == 0


def test_trumps_without_the_shape_are_a_discard(t):
    assert t.winner(["D9 D9", "BJ LJ", "H3 H3", "D3 D4", "SA SA"]) == 2
    assert t.winner(["D9 D9", "BJ LJ", "D5 D6", "D3 D4", "SA SA"]) == 0


def test_a_tractor_is_ruffed_by_a_trump_tractor_of_as_many_cards(t):
    """Two-deck: once void one may discard, or ruff with a trump tractor of as many cards."""
    lead = "D3 D3 D4 D4"
    assert t.winner([lead, "H3 H3 H5 H5", "H6 H6 H7 H7", "DA DA DK DQ", "S3 S4 S5 S6"]) == 2
    assert t.winner([lead, "H3 H3 H5 H5", "HA HA BJ BJ", "DA DA DK DQ", "S3 S4 S5 S6"]) == 0


def test_special_trumps_ruff_as_tractors(t):
    assert t.winner(["D3 D3 D4 D4", "HK HK HA HA", "LJ LJ BJ BJ", "D2 D2 H2 H2", "S3 S4 S5 S6"]) == 2


# ---------------------------------------------------------------- throws


def test_99_1010_a_is_not_ruffed_by_one_trump_pair():
    """Two-deck: 99 + 1010 + A cannot be ruffed by one trump pair and discards; a trump tractor of four is needed."""
    t = Trump(FIVE, suit="H", level="2")
    lead = "S9 S9 ST ST SA"
    others = ["C3 C4 C5 C6 C7", "D3 D4 D5 D6 D7", "D8 D9 DT DJ DQ"]
    assert t.winner([lead, "HK HK C8 C9 CT", *others]) == 0
    assert t.winner([lead, "H3 H3 H4 H4 H6", *others]) == 1


def test_a_tractor_of_six_needs_a_trump_tractor_of_six():
    """Two-deck: with a tractor of six cards six trumps in a tractor are needed."""
    t = Trump(FIVE, suit="H", level="2")
    lead = "S9 S9 ST ST SJ SJ SA"
    assert t.winner([lead, "H3 H3 H4 H4 H6 H6 H8"]) == 0
    assert t.winner([lead, "H3 H3 H4 H4 H5 H5 H8"]) == 1


def test_pairs_alone_in_a_throw_with_a_tractor_ruff_nothing(t):
    """Two-deck: a throw with a tractor must be ruffed with a trump tractor of as many cards; trump pairs, or pairs that
    are not consecutive, cannot."""
    assert t.winner(["S9 S9 ST ST SA", "HK HK BJ BJ LJ"]) == 0


def test_a_throw_of_pairs_needs_a_trump_pair(t):
    """Two-deck: a throw with pairs and no tractor asks for a trump pair; single trumps cannot ruff it."""
    assert t.winner(["SK SK SA", "H3 H3 H5"]) == 1
    assert t.winner(["SK SK SA", "HA HK BJ"]) == 0


def test_every_pair_of_a_throw_is_asked(t):
    assert t.winner(["SQ SQ SA SA", "H3 H3 H5 H6"]) == 0
    assert t.winner(["SQ SQ SA SA", "H3 H3 H5 H5"]) == 1


def test_trump_tractors_are_compared_themselves_without_the_jokers_beside_them():
    """Two-deck: between trump tractors the tractor itself is compared; a big joker beside it does not count."""
    t = Trump(FIVE, suit="H", level="2")
    lead = "S9 S9 ST ST SA"
    assert t.winner([lead, "H5 H5 H6 H6 H8", "H3 H3 H4 H4 BJ"]) == 1
    assert t.winner([lead, "H3 H3 H4 H4 BJ", "H5 H5 H6 H6 H8"]) == 2


def test_a_follower_in_the_suit_cannot_beat_a_throw_that_stands(t):
    assert t.winner(["SA SK SK", "S3 SQ SQ", "S4 S5 S6"]) == 0


def test_equal_ruffs_the_earlier_stays(t):
    assert t.winner(["SK SK SA", "D2 D2 H3", "S2 S2 BJ", "C3 C4 C5", "C6 C7 C8"]) == 1


# ---------------------------------------------------------------- copies need not stay together


def test_55544_answers_a8899():
    """Three-deck: A8899 led, trump 55544 answers it as 5 + 4455."""
    t = Trump("five_player_three_deck", suit="H", level="2")
    assert t.winner(["SA S8 S8 S9 S9", "H5 H5 H5 H4 H4"]) == 1


def test_a_play_is_split_so_that_its_top_is_as_strong_as_possible():
    t = Trump(PRESETS[FIVE].replace(decks=3), suit="H", level="2")
    assert t.winner(["S8 S8 S9 S9 SA", "H8 H8 H8 H9 H9", "H7 H7 H6 H6 H5"]) == 1  # 8899 + 8
    assert t.winner(["SK SA SA", "H5 H5 HA", "H6 H6 H6"]) == 2  # 66 + 6
    assert t.winner(["SK SK SA SA SQ", "H7 H7 H7 H8 H8", "H6 H6 HT HT HT"]) == 1  # TT + 66 + T has no tractor


def test_trump_9988_72_ruffs_ak5544_but_not_aa5544():
    """Free follow: trump 9988 72 ruffs AK5544, but not AA5544."""
    t = Trump("four_player_free_follow", suit="H", level="3")
    assert t.winner(["SA SK S5 S5 S4 S4", "H9 H9 H8 H8 H7 H2"]) == 1
    assert t.winner(["SA SA S5 S5 S4 S4", "H9 H9 H8 H8 H7 H2"]) == 0


def test_trump_884_over_977():
    """Free follow: trump 884 over-ruffs 977 when 544 was led, not when 567 was."""
    t = Trump("four_player_free_follow", suit="H", level="2")
    assert t.winner(["S5 S4 S4", "H9 H7 H7", "H8 H8 H4"]) == 2
    assert t.winner(["S5 S6 S7", "H9 H7 H7", "H8 H8 H4"]) == 1
