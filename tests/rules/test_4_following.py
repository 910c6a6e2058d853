"""Section 4: following (跟牌)."""

import pytest

from shengji_env import PRESETS, Trump

FIVE = "five_player_two_deck"


@pytest.fixture
def t():
    return Trump(FIVE, suit="H", level="2")


def may(trump, lead, hand, play):
    return trump.explain_follow(lead, hand, play) is None


# ---------------------------------------------------------------- number and group


def test_as_many_cards_as_were_led(t):
    assert t.explain_follow("D3 D3", "D5 D6 D7", "D5").rule == "follow.count"


def test_the_group_must_be_followed(t):
    """Two-deck: the lead's group must be followed first."""
    assert may(t, "D3", "D5 SA H3", "D5")
    assert t.explain_follow("D3", "D5 SA H3", "SA").rule == "follow.group"


def test_trumps_must_be_followed_with_trumps(t):
    """Two-deck: where trumps are led trumps must be followed, level cards of other suits among them."""
    assert t.explain_follow("H3", "D2 SA", "SA").rule == "follow.group"
    assert may(t, "H3", "D2 SA", "D2")
    assert may(t, "D3", "D2 SA", "SA")  # the D2 is no diamond


def test_too_few_of_the_group_all_of_it_must_be_played_the_rest_is_any_cards(t):
    """Two-deck: with too few cards of the suit the remaining ones are all played, other places may be discards."""
    assert may(t, "D3 D3 D4 D4", "D5 D9 SA S3 H4", "D5 D9 SA H4")
    assert t.explain_follow("D3 D3 D4 D4", "D5 D9 SA S3 H4", "D5 SA S3 H4").rule == "follow.group"


def test_exactly_as_many_of_the_group_as_led(t):
    assert t.next_cards("D3 D3", "D5 D9 SA SA") == {"D5", "D9"}


def test_void_anything_may_be_played(t):
    """Two-deck: once void one may discard, or ruff."""
    assert t.next_cards("D3 D3", "SA S3 H4 H4") == {"SA", "S3", "H4"}
    assert may(t, "D3 D3", "SA S3 H4 H4", "SA H4")


# ---------------------------------------------------------------- pairs


def test_a_pair_must_be_followed_with_a_pair(t):
    """Two-deck: pairs and tractors in the hand must be played to the lead's shape."""
    assert may(t, "D3 D3", "D5 D5 D9 DA", "D5 D5")
    assert t.explain_follow("D3 D3", "D5 D5 D9 DA", "D9 DA").rule == "follow.pairs"


def test_any_of_several_pairs_will_do(t):
    assert t.next_cards("D3 D3", "D5 D5 D9 D9 DA") == {"D5", "D9"}
    assert t.next_cards("D3 D3", "D5 D5 D9 D9 DA", picked="D9") == {"D9"}


def test_without_a_pair_any_cards_of_the_group(t):
    """Two-deck: where the shape cannot be made, cards that can follow fill up."""
    assert may(t, "D3 D3", "D5 D6 D9 DA", "D5 DA")


def test_singles_bind_nothing(t):
    assert t.next_cards("DA", "D5 D5 D9 S3") == {"D5", "D9"}


def test_two_different_jokers_are_no_pair_to_follow_with(t):
    assert may(t, "H3 H3", "LJ BJ H4 H6", "H4 H6")


def test_equal_ranks_of_different_suits_are_no_pair(t):
    assert may(t, "H3 H3", "D2 C2 H4 H6", "H4 H6")


# ---------------------------------------------------------------- tractors, "exact"


def test_a_tractor_as_long_must_be_played(t):
    """Two-deck: following a tractor, a tractor of as many cards of the suit must be played."""
    hand = "D5 D5 D6 D6 D9 D9 DJ DJ"
    assert may(t, "D3 D3 D4 D4", hand, "D5 D5 D6 D6")
    assert t.explain_follow("D3 D3 D4 D4", hand, "D9 D9 DJ DJ").rule == "follow.tractor"


def test_out_of_a_longer_tractor_any_part_of_that_length(t):
    assert t.next_cards("D3 D3 D4 D4", "D6 D6 D7 D7 D8 D8 DA", picked="D6 D7") == {"D6", "D7"}
    assert t.next_cards("D3 D3 D4 D4", "D6 D6 D7 D7 D8 D8 DA", picked="D8") == {"D7", "D8"}


def test_without_a_whole_tractor_as_many_pairs_as_there_are(t):
    """Two-deck: without a whole tractor the pairs of the suit must still be played as far as possible, at most as many
    as were led; the rest is filled up with singles of the suit."""
    hand = "D6 D6 D9 D9 DQ DQ DA"
    assert may(t, "D3 D3 D4 D4", hand, "D6 D6 DQ DQ")
    assert t.explain_follow("D3 D3 D4 D4", hand, "D6 D6 DQ DA").rule == "follow.pairs"


def test_d3_d4_d5_da_da_must_give_both_aces():
    """Two-deck: a diamond tractor of four cards is led, the hand has D3 D4 D5 DA DA: AA and two singles must be played,
    and not 3, 4, 5, A."""
    t = Trump(FIVE, suit="H", level="2")
    lead, hand = "D6 D6 D7 D7", "D3 D4 D5 DA DA S3"
    for singles in ("D3 D4", "D3 D5", "D4 D5"):
        assert may(t, lead, hand, f"DA DA {singles}")
    assert t.explain_follow(lead, hand, "D3 D4 D5 DA").rule == "follow.pairs"
    assert t.next_cards(lead, hand) == {"D3", "D4", "D5", "DA"}
    assert t.next_cards(lead, hand, picked="D3 D4") == {"DA"}


def test_exact_a_shorter_tractor_binds_no_more_than_its_pairs():
    """334455 led: 33 44 66 88 A may give 33 66 88 under "exact"; under "longest" 33 44 and one more pair."""
    lead, hand = "S5 S5 S6 S6 S7 S7", "S3 S3 S4 S4 S9 S9 SJ SJ SA"
    exact = Trump(FIVE, suit="H", level="2")
    assert may(exact, lead, hand, "S3 S3 S9 S9 SJ SJ")
    longest = Trump(PRESETS[FIVE].replace(tractor_follow="longest"), suit="H", level="2")
    assert not may(longest, lead, hand, "S3 S3 S9 S9 SJ SJ")
    assert may(longest, lead, hand, "S3 S3 S4 S4 S9 S9")


def test_longest_four_pairs_led():
    """Three-deck: four pairs led, 778899 JJQQ gives 778899 and JJ or QQ."""
    t = Trump(PRESETS[FIVE].replace(tractor_follow="longest"), suit="H", level="2")
    lead, hand = "S3 S3 S4 S4 S5 S5 S6 S6", "S7 S7 S8 S8 S9 S9 SJ SJ SQ SQ"
    assert may(t, lead, hand, "S7 S7 S8 S8 S9 S9 SJ SJ")
    assert may(t, lead, hand, "S7 S7 S8 S8 S9 S9 SQ SQ")
    assert not may(t, lead, hand, "S7 S7 S8 S8 SJ SJ SQ SQ")


def test_trump_tractors_are_followed_over_the_specials_chain(t):
    hand = "D2 D2 H2 H2 H9 H9 HJ HJ"
    assert may(t, "H3 H3 H4 H4", hand, "D2 D2 H2 H2")
    assert not may(t, "H3 H3 H4 H4", hand, "H9 H9 HJ HJ")


# ---------------------------------------------------------------- throws


def test_a_throw_asks_for_each_of_its_shapes(t):
    hand = "D3 D5 D6 D6 D9 D9 DJ"
    assert may(t, "DA DK DK", hand, "D6 D6 DJ")
    assert not may(t, "DA DK DK", hand, "D3 D5 DJ")
    assert may(t, "DA DQ DQ DK DK DT DT", "D3 D5 D6 D6 D9 D9 DJ D7", "D3 D5 D6 D6 D9 D9 DJ")


def test_after_a_failed_throw_what_is_led_instead_asks(t):
    assert t.next_cards("D3", "D5 D5 D9") == {"D5", "D9"}


# ---------------------------------------------------------------- three packs


def test_pairs_may_be_broken_out_of_triples():
    t = Trump(PRESETS[FIVE].replace(decks=3), suit="H", level="2")
    assert may(t, "D3 D3", "D5 D5 D5 D9", "D5 D5")
    assert not may(t, "D3 D3", "D5 D5 D5 D9", "D5 D9")


def test_a_triple_asks_for_a_triple_else_a_pair():
    t = Trump(PRESETS[FIVE].replace(decks=3), suit="H", level="2")
    assert not may(t, "D3 D3 D3", "D5 D5 D5 D9 D9 DA", "D9 D9 DA")
    assert may(t, "D3 D3 D3", "D5 D6 D7 D9 D9 DA", "D9 D9 DA")
    assert not may(t, "D3 D3 D3", "D5 D6 D7 D9 D9 DA", "D5 D6 DA")


def test_airplane_of_three_led():
    """Three-deck: airplane of 3 led: 777 999 JJ Q K gives 777 999 JJ and one of Q, K."""
    t = Trump("five_player_three_deck", suit="H", level="2")
    lead, hand = "S3 S3 S3 S4 S4 S4 S5 S5 S5", "S7 S7 S7 S9 S9 S9 SJ SJ SQ SK"
    assert may(t, lead, hand, "S7 S7 S7 S9 S9 S9 SJ SJ SQ")
    assert may(t, lead, hand, "S7 S7 S7 S9 S9 S9 SJ SJ SK")
    assert not may(t, lead, hand, "S7 S7 S7 S9 S9 S9 SJ SQ SK")


# ---------------------------------------------------------------- 不逼对


def test_without_follow_shapes_only_number_and_group_bind():
    t = Trump(PRESETS[FIVE].replace(follow_shapes=False), suit="H", level="2")
    assert may(t, "D3 D3", "D5 D5 D9 DA", "D9 DA")
    assert not may(t, "D3 D3", "D5 D5 D9 SA", "D9 SA")
