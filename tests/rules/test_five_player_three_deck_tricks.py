"""five_player_three_deck: following (跟牌), discarding (垫牌), ruffing (主杀)."""

import pytest

from shengji_env import PRESETS, Trump

RULES = PRESETS["five_player_three_deck"]


@pytest.fixture
def t():
    return Trump(RULES, suit="H", level="8")


def may(trump, lead, hand, play):
    return trump.explain_follow(lead, hand, play) is None


# ---------------------------------------------------------------- following


def test_the_suit_must_be_followed_only_who_is_void_may_discard(t):
    """Three-deck: who has cards of the suit led must play them; only without any may other suits be discarded."""
    assert not may(t, "S3", "S4 C3 H3", "C3")
    assert not may(t, "S3", "S4 C3 H3", "H3")
    assert t.next_cards("S3", "C3 H3 D8") == {"C3", "H3", "D8"}


def test_a_single_may_be_followed_with_any_card(t):
    """Three-deck: a single led may be followed with any card of the suit."""
    assert t.next_cards("S3", "S4 S5 S5 S6 S6 S6 C3") == {"S4", "S5", "S6"}


@pytest.mark.parametrize(
    ("hand", "legal", "illegal"),
    [
        ("S5 S5 S6 S7", ["S5 S5"], ["S5 S6", "S6 S7"]),  # a pair must be played
        ("S5 S5 S6 S6 S7 S7 S7", ["S5 S5", "S6 S6", "S7 S7"], ["S5 S6"]),  # of several pairs or triples any
        ("S5 S5 S5 S6 S7", ["S5 S5"], ["S5 S6", "S6 S7"]),  # no pair but a triple: a pair out of it
        ("S5 S6 S7", ["S5 S6", "S5 S7"], []),  # neither: any
        ("C5 C6 H7", ["C5 C6", "C5 H7"], []),  # void: any
    ],
)
def test_following_a_pair(t, hand, legal, illegal):
    """Three-deck: a pair led: a pair; of several pairs (or triples) any one; with no pair but a triple a pair is taken
    out of the triple; with neither any cards; void, any discard."""
    assert all(may(t, "S3 S3", hand, play) for play in legal)
    assert not any(may(t, "S3 S3", hand, play) for play in illegal)


@pytest.mark.parametrize(
    ("hand", "legal", "illegal"),
    [
        ("S5 S5 S5 S6 S6 S7", ["S5 S5 S5"], ["S6 S6 S7", "S5 S5 S6"]),
        ("S5 S5 S5 S6 S6 S6", ["S5 S5 S5", "S6 S6 S6"], ["S5 S5 S6"]),
        ("S5 S6 S6 S7 S9", ["S6 S6 S5", "S6 S6 S9"], ["S5 S7 S9"]),
        ("S5 S6 S7 S9", ["S5 S6 S7", "S6 S7 S9"], []),
        ("C5 C6 H7 D9", ["C5 C6 H7", "C6 H7 D9"], []),
    ],
)
def test_following_a_triple(t, hand, legal, illegal):
    """Three-deck: a triple led: a triple, of several any one; without one a pair and a single; without a pair any
    cards; void, any discard."""
    assert all(may(t, "S3 S3 S3", hand, play) for play in legal)
    assert not any(may(t, "S3 S3 S3", hand, play) for play in illegal)


@pytest.mark.parametrize(
    ("hand", "legal", "illegal"),
    [
        ("S6 S6 S7 S7 S9 S9 SJ SJ SQ SQ SA SA", ["S6 S6 S7 S7 S9 S9"], ["SJ SJ SQ SQ SA SA", "S6 S6 S7 S7 SA SA"]),
        ("S6 S6 S7 S7 S9 S9 ST ST SQ", ["S6 S6 S7 S7 S9 S9", "S7 S7 S9 S9 ST ST"], ["S6 S6 S7 S7 ST ST"]),
        ("S6 S6 S7 S7 ST ST SK SK SA", ["S6 S6 S7 S7 ST ST", "S6 S6 S7 S7 SK SK"], ["S6 S6 ST ST SK SK"]),
        ("S6 S6 ST ST SK SK SA", ["S6 S6 ST ST SK SK"], ["S6 S6 ST ST SK SA"]),
        ("S6 S6 ST SJ SQ SK SA", ["S6 S6 ST SJ SQ SK", "S6 S6 SJ SQ SK SA"], ["S6 ST SJ SQ SK SA"]),
        ("C6 C7 C9 H6 D6 D7 D9", ["C6 C7 C9 H6 D6 D7"], []),
    ],
)
def test_following_a_tractor_of_three(t, hand, legal, illegal):
    """Three-deck: N adjacent pairs led: N adjacent pairs; of N + M any N of them; else the longest tractor, then the
    next longest, and so on down to ordinary pairs; when there are no pairs left any singles; void, any discard."""
    lead = "S3 S3 S4 S4 S5 S5"
    assert all(may(t, lead, hand, play) for play in legal)
    assert not any(may(t, lead, hand, play) for play in illegal)


def test_the_longest_tractor_then_the_next_longest(t):
    """Of five pairs asked for three and two are given as 3 + 2, not as 2 + 2 + 1."""
    lead, hand = "C3 C3 C4 C4 C5 C5 C6 C6 C7 C7", "C9 C9 CT CT CJ CJ CK CK CA CA"
    other = "C9 C9 CT CT CK CK CA CA"
    assert may(t, lead, f"{hand} C7", hand)
    assert may(t, "C3 C3 C4 C4 C5 C5", f"{other} C7", "CK CK CA CA C9 C9")
    assert not may(t, "C3 C3 C4 C4 C5 C5", f"{other} CQ C7", "C9 C9 CK CK CQ C7")


AIRPLANE = "S3 S3 S3 S4 S4 S4 S5 S5 S5"


@pytest.mark.parametrize(
    ("hand", "legal", "illegal"),
    [
        (  # an airplane as long; of a longer one any part
            "S6 S6 S6 S7 S7 S7 S9 S9 S9 ST ST ST SA",
            ["S6 S6 S6 S7 S7 S7 S9 S9 S9", "S7 S7 S7 S9 S9 S9 ST ST ST"],
            ["S6 S6 S6 S7 S7 S7 ST ST ST"],
        ),
        (  # the longest airplane and an ordinary triple
            "S6 S6 S6 S7 S7 S7 SJ SJ SJ SK SK SK",
            ["S6 S6 S6 S7 S7 S7 SJ SJ SJ", "S6 S6 S6 S7 S7 S7 SK SK SK"],
            ["S6 S6 S6 SJ SJ SJ SK SK SK"],
        ),
        (  # one triple short: one pair and one single, any pair
            "S6 S6 S6 S7 S7 S7 ST ST SQ SQ SA",
            ["S6 S6 S6 S7 S7 S7 ST ST SA", "S6 S6 S6 S7 S7 S7 SQ SQ ST"],
            ["S6 S6 S6 S7 S7 S7 ST SQ SA"],
        ),
        (  # two triples short: a tractor of two and two singles
            "S6 S6 S6 S9 S9 ST ST SQ SQ SK SA",
            ["S6 S6 S6 S9 S9 ST ST SK SA", "S6 S6 S6 S9 S9 ST ST SQ SQ"],
            ["S6 S6 S6 S9 S9 SQ SQ SK SA"],
        ),
        (  # no tractor: two pairs
            "S6 S6 S6 S9 S9 SQ SQ SK SA S2 CA",
            ["S6 S6 S6 S9 S9 SQ SQ SK SA"],
            ["S6 S6 S6 S9 S9 SQ SK SA S2"],
        ),
        (  # too few pairs: singles
            "S6 S6 S6 S9 S9 SJ SQ SK SA S2",
            ["S6 S6 S6 S9 S9 SJ SQ SK SA", "S6 S6 S6 S9 S9 SQ SK SA S2"],
            ["S6 S6 S6 S9 SJ SQ SK SA S2"],
        ),
        ("C2 C3 C4 C5 C6 C7 C9 D2 D3 H4", ["C2 C3 C4 C5 C6 C7 C9 D2 H4"], []),
    ],
)
def test_following_an_airplane_of_three(t, hand, legal, illegal):
    """Three-deck: N adjacent triples led: N adjacent triples, of N + M any N; else the longest airplane and ordinary
    triples; P triples short: a tractor of P pairs and P singles; else the longest tractor, the next longest, ... down
    to ordinary pairs; where pairs too are short any singles; void, any discard."""
    assert all(may(t, AIRPLANE, hand, play) for play in legal)
    assert not any(may(t, AIRPLANE, hand, play) for play in illegal)


def test_a_throw_asks_for_each_of_its_shapes(t):
    """Three-deck: a throw led: each of the shapes in it is followed as above."""
    lead, hand = "SA SK SK SQ SQ SQ", "S3 S3 S3 S4 S4 S5 S6 S7"
    assert may(t, lead, hand, "S3 S3 S3 S4 S4 S5")
    assert not may(t, lead, hand, "S3 S3 S3 S4 S5 S6")
    assert not may(t, lead, hand, "S3 S3 S4 S4 S5 S6")


# ---------------------------------------------------------------- ruffs


@pytest.mark.parametrize(
    ("lead", "ruff", "none"),
    [
        ("SA", "H3", "C3"),
        ("SA SA", "H3 H3", "H3 HA"),
        ("SA SA SA", "H3 H3 H3", "HA HA BJ"),
        ("SK SK SA SA", "H3 H3 H4 H4", "HA HA H3 H3"),
        ("SK SK SK SA SA SA", "H3 H3 H3 H4 H4 H4", "H3 H3 H3 HA HA HA"),
        ("SA SK SK", "H9 H3 H3", "H3 H9 HA"),
    ],
)
def test_a_ruff_has_the_lead_s_number_and_shapes(t, lead, ruff, none):
    """Three-deck: void of the plain suit led one may ruff; number and combination must be the lead's: pair, triple,
    tractor, airplane with the same of trumps, a throw with the same shapes."""
    assert t.winner([lead, ruff]) == 1
    assert t.winner([lead, none]) == 0


def test_a_ruff_is_taken_apart_to_the_lead_s_shape(t):
    """Three-deck: A8899 thrown is ruffed by 55544 as 5 + 4455, not as 555 + 44."""
    t = Trump(RULES, suit="H", level="2")
    assert t.winner(["SA S8 S8 S9 S9", "H5 H5 H5 H4 H4"]) == 1
    assert t.winner(["S8 S8 S8 S9 S9", "H5 H5 H5 H4 H4"]) == 1
    assert t.winner(["SA S8 S8 SJ SJ", "H5 H5 H5 H4 H4"]) == 1


def test_a_higher_ruff_beats_a_ruff(t):
    """Three-deck: after a ruff another player who is void may ruff too; the higher wins."""
    assert t.winner(["SA SA", "H5 H5", "H6 H6", "H4 H4"]) == 2


@pytest.mark.parametrize(
    ("lead", "first", "second", "winner"),
    [
        ("SK SK SK SA SA SA SQ SQ", "H3 H3 H3 H4 H4 H4 HA HA", "H5 H5 H5 H6 H6 H6 H9 H9", 2),  # airplane > pair
        ("SA SA SA SQ SQ", "H5 H5 H5 HA HA", "H6 H6 H6 H4 H4", 2),  # triple > pair
        ("SA SA SA SQ SQ SJ SJ S2", "H5 H5 H5 HK HK HA HA BJ", "H6 H6 H6 H3 H3 H4 H4 H2", 2),  # only the triple
        ("SQ SQ SJ SJ SA SA", "H5 H5 H6 H6 HA HA", "H6 H7 H7 H9 H9 H3", 1),  # the second has one pair too few
        ("SQ SQ SJ SJ S9 S9", "H4 H4 H5 H5 HA HA", "H6 H6 H7 H7 H3 H3", 2),  # tractor > pair
        ("SA SA SK", "H4 H4 HA", "H5 H5 H3", 2),  # pair > single
    ],
)
def test_ruffs_of_throws_compare_their_highest_kind_alone(t, lead, first, second, winner):
    """Three-deck: the ruffs of a throw are compared by airplane > triple > tractor > pair > single; with a triple, a
    tractor and a single in the throw only the triples are compared."""
    assert t.winner([lead, first, second]) == winner


def test_of_several_tractors_the_longest_counts(t):
    """Three-deck: where there are several airplanes or tractors only the longest one is looked at."""
    lead = "S3 S3 S4 S4 S5 S5 SQ SQ SK SK"
    first = "H3 H3 H4 H4 H5 H5 LJ LJ BJ BJ"
    second = "H6 H6 H7 H7 H9 H9 HJ HJ HQ HQ"
    assert t.winner([lead, first, second]) == 2
