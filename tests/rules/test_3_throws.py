"""Section 3: throws (甩牌), which stand if nobody can beat any of their components."""

import pytest

from shengji_env import PRESETS, Trump

FIVE = "five_player_two_deck"
NOTHING = ["C3 C4", "C5 C6", "C7 C8", "C9 CT"]  # four other hands without spades or trumps


@pytest.fixture
def t():
    return Trump(FIVE, suit="H", level="2")


def test_a_throw_that_nobody_can_beat_stands(t):
    assert t.check_throw("SA SK SK", ["S3 S4 SQ SQ", *NOTHING[1:]]) == (True, "SK SK SA")


def test_a_throw_is_beaten_by_a_higher_card_of_the_group(t):
    assert t.check_throw("SK SK SQ", ["SA", *NOTHING[1:]]) == (False, "SQ")


@pytest.mark.parametrize("seat", range(4))
def test_any_other_player_can_beat_it_friend_or_foe(t, seat):
    hands = list(NOTHING)
    hands[seat] = "SA"
    assert not t.check_throw("SQ SK", hands).stands


def test_a_failed_throw_leads_its_weakest_card_instead():
    """Two-deck: if a later hand has a higher shape of the suit the throw fails; he takes it back and leads the lowest
    card of it instead; the lowest card even where another component was beaten."""
    t = Trump(FIVE, suit="H", level="2")
    assert t.check_throw("S9 ST ST", ["SJ SJ", *NOTHING[1:]]) == (False, "S9")
    assert t.check_throw("S4 S4 S9 SK", ["SA", *NOTHING[1:]]) == (False, "S4")


def test_of_equally_weak_cards_the_lowest_type_is_led(t):
    assert t.check_throw("S2 C2 LJ", ["BJ", *NOTHING[1:]]) == (False, "C2")


def test_equal_cards_do_not_beat(t):
    assert t.check_throw("SA SQ SQ", ["SA", *NOTHING[1:]]).stands


def test_a_pair_is_beaten_by_a_higher_pair_only(t):
    assert t.check_throw("SQ SQ SA", ["SK", "SK", *NOTHING[2:]]).stands
    assert not t.check_throw("SQ SQ SA", ["SK SK", *NOTHING[1:]]).stands


def test_a_tractor_is_beaten_by_a_tractor_as_long_or_longer(t):
    lead = "S5 S5 S6 S6 SA"
    assert t.check_throw(lead, ["S8 S8 ST ST SQ SQ", *NOTHING[1:]]).stands
    assert t.check_throw(lead, ["S8 S8 S9 S9", *NOTHING[1:]]) == (False, "S5")
    assert t.check_throw(lead, ["S3 S3 S4 S4 S7 S7", *NOTHING[1:]]).stands
    assert t.check_throw(lead, ["S7 S7 S8 S8 S9 S9", *NOTHING[1:]]) == (False, "S5")


def test_a_longer_run_contains_the_shorter_three_of_a_type_a_pair_any_card_a_single():
    t = Trump(PRESETS[FIVE].replace(decks=3), suit="H", level="2")
    assert not t.check_throw("SQ SQ SA", ["SK SK SK", *NOTHING[1:]]).stands
    assert not t.check_throw("SQ SQ SK", ["SA SA SA", *NOTHING[1:]]).stands
    assert not t.check_throw("S5 S5 S6 S6 SA", ["S7 S7 S7 S8 S8", *NOTHING[1:]]).stands
    assert t.check_throw("SQ SQ SQ SA", ["SK SK", *NOTHING[1:]]).stands


def test_a_ruff_takes_no_throw_back(t):
    """Two-deck: who is void may ruff with trumps, but the throw is not taken back for that."""
    assert t.check_throw("SA SQ SQ", ["H3 H3 BJ BJ LJ LJ", *NOTHING[1:]]).stands


def test_a_pair_alone_is_no_throw(t):
    """Two-deck: a pair played alone is a pair, no throw; a single higher card can neither stop nor beat it."""
    assert t.check_throw("S9 S9", ["SA", *NOTHING[1:]]).stands
    assert t.check_throw("S9 S9", ["SA SA", *NOTHING[1:]]).stands
    assert t.winner(["S9 S9", "SA S3", "C3 C4", "C5 C6", "C7 C8"]) == 0


def test_an_ordinary_lead_never_fails(t):
    for lead, higher in (("S3", "SA"), ("S3 S3", "SA SA"), ("S3 S3 S4 S4", "SK SK SA SA")):
        assert t.check_throw(lead, [higher, *NOTHING[1:]]).stands


def test_trumps_can_be_thrown_too(t):
    assert t.check_throw("BJ BJ LJ", ["LJ H2 H2", *NOTHING[1:]]).stands
    assert t.check_throw("LJ H3", ["H2", *NOTHING[1:]]) == (False, "H3")


# ---------------------------------------------------------------- other rules


def test_lowest_beaten_component_whole():
    """Free follow: 9 88 44 against a J leads 9, against QQ or 55 leads 44."""
    t = Trump("four_player_free_follow", suit="H", level="2")
    assert t.check_throw("S9 S8 S8 S4 S4", ["SJ", "C3", "C4"]) == (False, "S9")
    assert t.check_throw("S9 S8 S8 S4 S4", ["SQ SQ", "C3", "C4"]) == (False, "S4 S4")
    assert t.check_throw("S9 S8 S8 S4 S4", ["S5 S5", "C3", "C4"]) == (False, "S4 S4")
