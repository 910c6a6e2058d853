"""Section 2, and the chains of section 1: singles, pairs, triples, tractors, airplanes, how a lead is taken apart."""

import pytest

from shengji_env import PRESETS, Trump
from shengji_env.errors import IllegalPlay

FIVE = "five_player_two_deck"
THREE_DECKS = PRESETS[FIVE].replace(decks=3)


def shape(trump, lead):
    """Kinds and cards of a lead, dominant first: "tractor D3 D3 D4 D4, single DA"."""
    return ", ".join(f"{part.kind} {part.cards}" for part in trump.components(lead))


def is_one(trump, lead, kind):
    return [part.kind for part in trump.components(lead)] == [kind]


# ---------------------------------------------------------------- plain suits


def test_at_level_2_33_44_55_is_a_tractor_of_six_cards():
    """Two-deck: playing 2s, 33, 44, 55 is a tractor of six cards."""
    assert shape(Trump(FIVE, suit="H", level="2"), "D3 D3 D4 D4 D5 D5") == "tractor D3 D3 D4 D4 D5 D5"


def test_the_neighbours_of_the_level_rank_touch():
    """Two-deck: playing 3s, 22 and 44 are adjacent."""
    assert is_one(Trump(FIVE, suit="H", level="3"), "D2 D2 D4 D4", "tractor")
    assert is_one(Trump(FIVE, suit="H", level="7"), "S6 S6 S8 S8", "tractor")


def test_ordinary_trumps_skip_the_level_rank_too():
    assert is_one(Trump(FIVE, suit="H", level="3"), "H2 H2 H4 H4", "tractor")


def test_at_level_a_the_king_is_the_top():
    t = Trump(FIVE, suit="H", level="A")
    assert is_one(t, "SQ SQ SK SK", "tractor")
    assert shape(t, "S2 S2 SK SK") == "pair SK SK, pair S2 S2"


def test_tractors_of_four_six_and_eight_cards():
    """Two-deck: two or more consecutive pairs; 4, 6, 8 or more cards can be played."""
    t = Trump(FIVE, suit="H", level="2")
    for lead, length in (("D3 D3 D4 D4", 2), ("D3 D3 D4 D4 D5 D5", 3), ("D3 D3 D4 D4 D5 D5 D6 D6", 4)):
        assert [(part.kind, part.length) for part in t.components(lead)] == [("tractor", length)]


def test_a_gap_parts_a_tractor():
    assert shape(Trump(FIVE, suit="H", level="2"), "D3 D3 D5 D5") == "pair D5 D5, pair D3 D3"


# ---------------------------------------------------------------- special trumps: level 3, clubs trump


@pytest.mark.parametrize(
    "lead",
    ["C3 C3 D3 D3", "C3 C3 LJ LJ", "LJ LJ BJ BJ", "D3 D3 C3 C3 LJ LJ BJ BJ"],
)
def test_special_trumps_run_from_off_suit_level_cards_to_the_big_joker(lead):
    """Two-deck: playing 3s with clubs trump, club 33 + diamond 33, club 33 + small jokers, small + big jokers are
    tractors; from low to high off-suit level cards, the trump suit's, small joker, big joker."""
    assert is_one(Trump(FIVE, suit="C", level="3"), lead, "tractor")


def test_ordinary_trumps_do_not_touch_off_suit_level_cards():
    """Two-deck: ordinary cards of the trump suit and off-suit level cards are not connected."""
    assert shape(Trump(FIVE, suit="C", level="3"), "CA CA D3 D3") == "pair D3 D3, pair CA CA"


def test_off_suit_level_cards_of_different_suits_do_not_touch():
    """Two-deck: off-suit level cards of different suits are of one rank and not connected."""
    assert shape(Trump(FIVE, suit="C", level="3"), "D3 D3 H3 H3") == "pair D3 D3, pair H3 H3"


def test_off_suit_level_cards_do_not_touch_the_jokers():
    assert shape(Trump(FIVE, suit="C", level="3"), "D3 D3 LJ LJ") == "pair LJ LJ, pair D3 D3"


def test_in_no_trump_level_pairs_touch_the_small_jokers():
    """Two-deck: in no trump there is no level card of the trump suit; level pairs may join the small jokers."""
    t = Trump(FIVE, suit=None, level="3")
    assert is_one(t, "D3 D3 LJ LJ", "tractor")
    assert is_one(t, "S3 S3 LJ LJ BJ BJ", "tractor")
    assert shape(t, "D3 D3 BJ BJ") == "pair BJ BJ, pair D3 D3"


def test_two_different_jokers_are_no_pair():
    """Two-deck: a pair is two cards of one suit and rank; a big and a small joker are none."""
    assert shape(Trump(FIVE, suit="C", level="3"), "LJ BJ") == "single BJ, single LJ"
    assert shape(Trump(FIVE, suit="C", level="3"), "D3 H3") == "single D3, single H3"


# ---------------------------------------------------------------- other chains


def test_chain_full_joins_everything():
    t = Trump(PRESETS[FIVE].replace(trump_chain="full"), suit="C", level="3")
    assert is_one(t, "CK CK CA CA D3 D3 C3 C3 LJ LJ BJ BJ", "tractor")
    assert shape(t, "D3 D3 H3 H3") == "pair D3 D3, pair H3 H3"


def test_chain_full_at_level_a_begins_at_the_king():
    assert is_one(Trump(PRESETS[FIVE].replace(trump_chain="full"), suit="C", level="A"), "CK CK DA DA", "tractor")


def test_chain_levels_joins_level_cards_of_any_suits_and_nothing_else():
    t = Trump(PRESETS[FIVE].replace(trump_chain="levels"), suit="C", level="3")
    assert is_one(t, "D3 D3 S3 S3", "tractor")
    assert is_one(t, "D3 D3 C3 C3 H3 H3", "tractor")
    assert shape(t, "C3 C3 LJ LJ") == "pair LJ LJ, pair C3 C3"
    assert shape(t, "LJ LJ BJ BJ") == "pair BJ BJ, pair LJ LJ"
    assert shape(t, "CA CA D3 D3") == "pair D3 D3, pair CA CA"


# ---------------------------------------------------------------- a lead taken apart


def test_copies_of_a_type_stay_together():
    """`55544` is 555 + 44; `44 555 66` is 555, 44, 66."""
    t = Trump(THREE_DECKS, suit="H", level="2")
    assert shape(t, "D5 D5 D5 D4 D4") == "triple D5 D5 D5, pair D4 D4"
    assert shape(t, "D4 D4 D5 D5 D5 D6 D6") == "triple D5 D5 D5, pair D6 D6, pair D4 D4"


def test_consecutive_triples_are_an_airplane():
    t = Trump(THREE_DECKS, suit="H", level="5")
    assert shape(t, "D4 D4 D4 D6 D6 D6 D9") == "airplane D4 D4 D4 D6 D6 D6, single D9"


def test_of_several_off_suit_level_pairs_the_lowest_type_joins_the_run():
    t = Trump(FIVE, suit="H", level="3")
    assert shape(t, "S3 S3 D3 D3 H3 H3") == "tractor D3 D3 H3 H3, pair S3 S3"


def test_dominant_is_airplane_then_triple_then_tractor_then_pair_then_single():
    t = Trump(THREE_DECKS, suit="H", level="2")
    assert shape(t, "S3 S3 S3 S4 S4 S4 S6 S6 S6 S8 S8 S9 S9 SJ SJ SA") == (
        "airplane S3 S3 S3 S4 S4 S4, triple S6 S6 S6, tractor S8 S8 S9 S9, pair SJ SJ, single SA"
    )


def test_dominant_is_the_longer_then_the_stronger():
    t = Trump(FIVE, suit="H", level="2")
    assert shape(t, "S3 S3 S4 S4 S5 S5 S9 S9 ST ST SQ SQ SK SK") == (
        "tractor S3 S3 S4 S4 S5 S5, tractor SQ SQ SK SK, tractor S9 S9 ST ST"
    )


def test_without_tractors_pairs_stay_pairs():
    """Two-deck: whether tractors are played is a setting."""
    t = Trump(PRESETS[FIVE].replace(tractors=False), suit="H", level="2")
    assert shape(t, "D3 D3 D4 D4") == "pair D4 D4, pair D3 D3"


def test_a_lead_is_of_one_group():
    t = Trump(FIVE, suit="H", level="2")
    assert is_one(t, "D2", "single")
    with pytest.raises(IllegalPlay):
        t.components("D3 H3")
    with pytest.raises(IllegalPlay):
        t.components("D2 D3")  # a trump and a diamond
    with pytest.raises(IllegalPlay):
        t.components("")


def test_one_pack_has_singles_only():
    """Two-deck: with one pack there can be neither pairs nor tractors."""
    t = Trump(PRESETS[FIVE].replace(decks=1), suit="H", level="2")
    assert {part.kind for part in t.components("D3 D4 D5 DA")} == {"single"}
