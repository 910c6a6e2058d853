"""four_player_free_follow, 升級不逼對: following without shape duty, ruffs (斃牌, 蓋斃), points, the last trick (摳底).

Left out: "if there is a tractor (a pair) in the lead the others must play theirs", which the document repeats from a
game with shape duty: its title and its own sentence on pairs say the opposite, and hold. "The winning side's declarer
leads" is read as its later sentence: the winner leads. AAJJ "×8" is ×4 by the document's own formula, "by the pair".
"""

import pytest

from deals import hearts, last_trick
from shengji_env import PRESETS, Trump
from shengji_env.cards import POINTS, card_type

RULES = PRESETS["four_player_free_follow"]


@pytest.fixture
def t():
    return Trump(RULES, suit="H", level="2")


def may(trump, lead, hand, play):
    return trump.explain_follow(lead, hand, play) is None


# ---------------------------------------------------------------- following


def test_the_declarer_leads_first_then_the_winner():
    """Free follow: the declarer side plays first in the first trick; when all have played the winner is found, who
    plays first in the next."""
    game = hearts("play", {0: "D3", 1: "DA", 2: "D4", 3: "D6"}, rules=RULES, levels="2 2 2 2")
    assert game.actor == 0
    for play in ("D3", "DA", "D4", "D6"):
        game.play(play)
    assert game.actor == 1


def test_a_pair_need_not_be_played_to_a_pair(t):
    """Free follow: if a pair was led others who have a pair need not play it, nor pairs of their tractors."""
    assert may(t, "S3 S3", "S5 S5 S9 SA", "S9 SA")
    assert may(t, "S3 S3", "S5 S5 S6 S6 S9", "S5 S9")
    assert may(t, "S3 S3", "S5 S5 S9 SA", "S5 S5")
    assert may(t, "S3 S3 S4 S4", "S5 S5 S6 S6 S9 SJ SQ", "S5 S6 S9 SJ")


def test_the_suit_must_be_followed(t):
    """Free follow: who does not lead must play the suit that was led: if hearts were led, hearts first if he has
    some."""
    assert not may(t, "S3 S3", "S5 S9 D3 D3", "D3 D3")
    assert not may(t, "S3 S3", "S5 D4 D3 D3", "D3 D3")
    assert may(t, "S3 S3", "S5 D4 D3 D3", "S5 D4")
    assert not may(t, "H3", "D2 S3", "S3")


def test_without_the_suit_one_ruffs_or_discards(t):
    """Free follow: without a card of the suit one may ruff with trumps or discard other suits."""
    assert t.next_cards("S3", "D3 H3 D2") == {"D3", "H3", "D2"}


@pytest.mark.parametrize("lead", ["S3", "S3 S3", "S3 S3 S4 S4"])
def test_a_single_a_pair_or_a_tractor_may_be_led(t, lead):
    """Free follow: the leader may play a tractor, a pair, a single alone."""
    assert t.check_throw(lead, ["SA SA SK SK", "C3", "C4"]) == (True, lead)


# ---------------------------------------------------------------- ruffs


def test_a_ruff_has_tractors_and_pairs_as_the_lead(t):
    """Free follow: to a plain suit others without it may play trumps; with tractors or pairs in the lead all cards of
    the ruff must be trumps, and tractors and pairs as many as in the lead; else it is a discard."""
    assert t.winner(["SA", "H3"]) == 1
    assert t.winner(["SA SA", "H3 H3"]) == 1
    assert t.winner(["SA SA", "HA BJ"]) == 0
    assert t.winner(["SA SA", "H3 D3"]) == 0
    assert t.winner(["S3 S3 S4 S4", "H5 H5 H6 H6"]) == 1
    assert t.winner(["S3 S3 S4 S4", "HJ HJ HA HA"]) == 0
    assert t.winner(["S3 S3 S4 S4", "D2 D2 C2 C2"]) == 1  # level cards of two suits are a tractor


def test_trump_9988_72_ruffs_ak5544_but_not_aa5544():
    """Free follow: trumps 9988 72 ruff plain AK5544, but not plain AA5544."""
    t = Trump(RULES, suit="H", level="3")
    assert t.winner(["SA SK S5 S5 S4 S4", "H9 H9 H8 H8 H7 H2"]) == 1
    assert t.winner(["SA SA S5 S5 S4 S4", "H9 H9 H8 H8 H7 H2"]) == 0


def test_over_ruffs_go_by_tractors_and_pairs(t):
    """Free follow: of several ruffs the tractors and pairs in them decide, the higher one is an over-ruff: when 977 has
    ruffed plain 544, trumps 884 over-ruff it; when 977 has ruffed plain 567 they do not."""
    assert t.winner(["S5 S4 S4", "H9 H7 H7", "H8 H8 H4"]) == 2
    assert t.winner(["S5 S6 S7", "H9 H7 H7", "H8 H8 H4"]) == 1


# ---------------------------------------------------------------- points and the last trick


def test_5_10_k_count_two_packs_have_200():
    """Free follow: 5, 10 and K are cards with points: 5, 10, 10; a pack has 100 points, two packs 200."""
    assert [int(POINTS[card_type(card)]) for card in ("S5", "ST", "SK", "SA")] == [5, 10, 10, 0]
    assert (int(POINTS.sum()), RULES.decks) == (100, 2)


KITTY = "CT C3 C4 C4 C6 C6 C7 C7"


@pytest.mark.parametrize(
    ("last", "times"),
    [
        (("D3", "DA", "D4", "D6"), 2),
        (("D3 D3", "D4 D4", "D6 D6", "D7 D7"), 4),
        (("D3 D3 D4 D4", "DQ DQ DK DK", "D6 D6 D7 D7", "D8 D8 D9 D9"), 16),
        (("D3 D3 D4 D4 D5 D5", "H4 H4 H5 H5 H6 H6", "D6 D6 D7 D7 D8 D8", "C8 C9 CJ CQ CK CA"), 64),
        (("DA DK", "H3 H3", "D4 D4", "D6 D7"), 4),
    ],
)
def test_an_attacker_who_wins_the_last_trick_multiplies_the_kitty(last, times):
    """Free follow: if the declarer side is highest in the last trick the kitty counts nothing; else it counts by the
    number of cards of the largest shape of that trick: a pair 44 has 2 cards, so 2^2 = 4 times; an attacker who wins it
    with 445566 64 times, with 4455 16 times."""
    result = last_trick(RULES, *last, kitty=KITTY).result
    assert result.multiplier == times
    assert result.points == result.captured[1] + result.captured[3] + 10 * times


def test_the_declarer_side_keeps_the_kitty():
    assert last_trick(RULES, "DA", "D3", "D4", "D6", kitty=KITTY).result.multiplier == 0
    assert last_trick(RULES, "D3", "D4", "DA", "D6", kitty=KITTY).result.multiplier == 0


@pytest.mark.parametrize(
    ("play", "times"),
    [
        ("S4 S4", 4),
        ("S4 S4 S5 S5 S6 S6", 64),
        ("S4 S4 S5 S5", 16),
        ("SA SK SQ SJ ST S9 S8 S7 S7", 4),  # by the pair 77
        ("SA SK SQ SJ", 2),  # by the single
        ("SA SA SJ SJ", 4),  # by the pair
        ("S3 S3 S4 S4 S5 S5 S6 S6", 64),  # at most
    ],
)
def test_the_multiplier_of_a_winning_play(t, play, times):
    """Free follow: at most 64 times; of a throw only the largest shape counts: AKQJT9877 by the pair 77, ×4; AKQJ by
    the single, ×2; AAJJ by the pair."""
    assert t.kitty_multiplier(play, play) == times


def test_a_triple_is_eight_times():
    """Free follow: an attacker who wins the last trick with 555: 8 times (with three packs)."""
    t = Trump(RULES.replace(decks=3), suit="H", level="2")
    assert t.kitty_multiplier("S5 S5 S5", "S5 S5 S5") == 8
    assert t.kitty_multiplier("S5 S5 S5 S6 S6 S6", "S5 S5 S5 S6 S6 S6") == 64
