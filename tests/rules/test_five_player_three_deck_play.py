"""five_player_three_deck: points, shapes, throws, the last trick, levels.

Left out: "misplayed" throws are treated as throws that fail, of which the document only says that they are "handled as
a wrong throw"; the printed table of levels is in the levels' own tests, line by line.
"""

import pytest

from deals import last_trick
from shengji_env import PRESETS, Trump
from shengji_env.cards import POINTS, card_type

RULES = PRESETS["five_player_three_deck"]
FOUR = ["C3 C4 C5", "C6 C7 C8", "C9 CT CJ", "CQ CK CA"]  # hands without spades or trumps


@pytest.fixture
def t():
    return Trump(RULES, suit="H", level="8")


def shape(trump, lead):
    return ", ".join(f"{part.kind} {part.cards}" for part in trump.components(lead))


# ---------------------------------------------------------------- points


def test_three_packs_have_300_points():
    """Three-deck: a 5 is 5 points, a 10 and a K are 10 each; three packs have 300."""
    assert [int(POINTS[card_type(card)]) for card in ("D5", "DT", "DK")] == [5, 10, 10]
    assert RULES.decks * int(POINTS.sum()) == 300


# ---------------------------------------------------------------- shapes


@pytest.mark.parametrize("lead", ["S3 S3", "BJ BJ", "LJ LJ"])
def test_a_pair_is_two_cards_of_one_suit_and_rank_jokers_too(t, lead):
    """Three-deck: a pair: two cards of the same suit and rank, two big or two small jokers included."""
    assert shape(t, lead) == f"pair {lead}"


@pytest.mark.parametrize("lead", ["S3 S3 S3", "BJ BJ BJ", "LJ LJ LJ"])
def test_a_triple_is_three_of_them_jokers_too(t, lead):
    """Three-deck: a triple: three cards of the same suit and rank, three big or three small jokers included."""
    assert shape(t, lead) == f"triple {lead}"


@pytest.mark.parametrize("lead", ["S3 S3 S4 S4", "S3 S3 S4 S4 S5 S5", "ST ST SJ SJ SQ SQ SK SK"])
def test_a_tractor_is_two_or_more_adjacent_pairs_of_a_suit(t, lead):
    """Three-deck: a tractor: two or more pairs of adjacent ranks and one suit; of two, of three, and so on."""
    assert shape(t, lead) == f"tractor {lead}"


CHAIN = ("BJ", "LJ", "H8", "D8", "HA", "HK")


@pytest.mark.parametrize(("copies", "kind"), [(2, "tractor"), (3, "airplane")])
@pytest.mark.parametrize("at", range(len(CHAIN) - 1))
def test_trumps_are_adjacent_down_from_the_big_joker(t, copies, kind, at):
    """Three-deck: among trumps the order of pairs, and of triples, is: big joker, small joker, the level card of the
    trump suit, another level card, A, ..."""
    lead = " ".join([CHAIN[at]] * copies + [CHAIN[at + 1]] * copies)
    assert [part.kind for part in t.components(lead)] == [kind]


def test_all_trumps_are_one_chain(t):
    assert [part.kind for part in t.components("HK HK HA HA S8 S8 H8 H8 LJ LJ BJ BJ")] == ["tractor"]


def test_the_level_s_neighbours_are_adjacent(t):
    """Three-deck: at level 8 the pairs, and the triples, of 9 and 7 of a suit are adjacent."""
    assert shape(t, "S7 S7 S9 S9") == "tractor S7 S7 S9 S9"
    assert shape(t, "S7 S7 S7 S9 S9 S9") == "airplane S7 S7 S7 S9 S9 S9"
    assert shape(t, "H7 H7 H9 H9") == "tractor H7 H7 H9 H9"


def test_an_airplane_is_two_or_more_adjacent_triples_of_a_suit(t):
    """Three-deck: an airplane: two or more triples of adjacent ranks and one suit."""
    assert shape(t, "S3 S3 S3 S4 S4 S4 S5 S5 S5") == "airplane S3 S3 S3 S4 S4 S4 S5 S5 S5"
    assert shape(t, "S3 S3 S3 S5 S5 S5") == "triple S5 S5 S5, triple S3 S3 S3"


# ---------------------------------------------------------------- throws


def test_a_throw_is_two_or_more_shapes_of_a_suit(t):
    """Three-deck: a throw: two or more of these shapes, of any kinds, of one suit of the leader's hand."""
    assert shape(t, "S3 S3 S3 S5 S5 S6 S6 SA") == "triple S3 S3 S3, tractor S5 S5 S6 S6, single SA"


@pytest.mark.parametrize(
    ("higher", "led"),
    [("SA", "SQ"), ("SK SK SK", "SJ SJ"), ("SQ SQ", "SJ SJ"), ("ST ST", "SQ SJ SJ"), ("S9 SK", "SQ")],
)
def test_it_stands_if_nobody_can_beat_any_of_them(t, higher, led):
    """Three-deck: nobody else may hold a card or shape of that suit higher than any one of them, else it fails."""
    throw = t.check_throw("SQ SJ SJ", [higher, *FOUR[1:]])
    assert throw.stands == (led == "SQ SJ SJ")
    assert sorted(throw.led.split()) == sorted(led.split())


def test_equal_cards_are_one_55544_is_555_and_44(t):
    """Three-deck: two equal cards are no two singles, three are not taken apart: 55544 is 555 + 44, not 5 + 4455."""
    assert shape(t, "S5 S5 S5 S4 S4") == "triple S5 S5 S5, pair S4 S4"
    assert t.check_throw("S5 S5 S5 S4 S4", ["S6 S6 S7 S7", *FOUR[1:]]) == (False, "S4 S4")  # 44, not the 4455


# ---------------------------------------------------------------- the last trick

KITTY = "CT C3 C4 C4 C6 C6 C7"
LAST = [
    (("D3", "DA", "D4", "D6", "D7"), 2),
    (("D3 D3", "DA DA", "D4 D4", "D6 D6", "D7 D7"), 4),
    (("D3 D3 D3", "DA DA DA", "D4 D4 D4", "D6 D6 D6", "D7 D7 D7"), 6),
    (("D3 D3 D4 D4", "DK DK DA DA", "D6 D6 D7 D7", "D8 D8 D9 D9", "DT DT DJ DJ"), 8),
    (("D3 D3 D4 D4 D5 D5", "DQ DQ DK DK DA DA", "D6 D6 D7 D7 D8 D8", "C8 C9 CJ CQ CK CA", "H3 H4 H5 H6 H7 H8"), 16),
    (("D3 D3 D3 D4 D4 D4", "DK DK DK DA DA DA", "D6 D6 D6 D7 D7 D7", "D8 D8 D8 D9 D9 D9", "C8 C9 CJ CQ CK CA"), 18),
    (("DA DK DK", "H3 H4 H4", "D4 D4 D6", "D6 D7 D7", "D8 D8 D9"), 4),
]


@pytest.mark.parametrize(("last", "times"), LAST)
def test_an_attacker_who_wins_the_last_trick_multiplies_the_kitty(last, times):
    """Three-deck: if an attacker wins the last trick the kitty's points are his side's: single 2 times, pair 4, tractor
    of N 2·2^N, triple 6, airplane of N 2·3^N; a throw by the largest of the shapes in it."""
    result = last_trick(RULES, *last, kitty=KITTY).result
    assert result.multiplier == times
    assert result.points == sum(result.captured[1:]) + 10 * times


def test_the_declarer_side_wins_the_last_trick_and_keeps_the_kitty():
    """Three-deck: if the declarer side wins the last trick all points of the kitty are its own."""
    result = last_trick(RULES, "DA", "D3", "D4", "D6", "D7", kitty=KITTY).result
    assert (result.multiplier, result.points) == (0, 0)


def test_a_throw_of_a_triple_and_a_tractor_counts_the_larger(t):
    assert t.kitty_multiplier("SA SA SA S3 S3 S4 S4", "SA SA SA S3 S3 S4 S4") == 8
    assert t.kitty_multiplier("SA SA SA S3 S3", "SA SA SA S3 S3") == 6


# ---------------------------------------------------------------- levels


@pytest.mark.parametrize(
    ("points", "sides"),
    [
        (0, ("declarer 3", "declarer 4", "declarer 5")),
        (45, ("declarer 2", "declarer 3", "declarer 4")),
        (95, ("declarer 1", "declarer 2", "declarer 3")),
        (145, ("attackers 1", "declarer 1", "declarer 2")),
        (195, ("attackers 2", "attackers 1", "declarer 1")),
        (245, ("attackers 3", "attackers 2", "attackers 1")),
        (250, ("attackers 4", "attackers 3", "attackers 2")),
        (295, ("attackers 4", "attackers 3", "attackers 2")),
        (345, ("attackers 5", "attackers 4", "attackers 3")),
    ],
)
def test_somebody_gains_in_every_deal(points, sides):
    """Three-deck: there is no "up" or "down", each deal one side gains; three, two and one declarers have tables of
    their own, and every 50 points more are a level more."""
    assert tuple("{} {}".format(*RULES.level_change(points, size)) for size in (3, 2, 1)) == sides


def test_everyone_on_the_gaining_side_gains():
    assert RULES.settle(["2", "3", "4", "5", "6"], 1, [1, 3], 60).levels == ["2", "5", "4", "7", "6"]
    assert RULES.settle(["2", "3", "4", "5", "6"], 1, [1, 3], 160).levels == ["3", "3", "5", "5", "7"]
