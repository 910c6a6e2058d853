"""Rules 1, cards, points and their text forms."""

import numpy as np
import pytest

from shengji_env import cards
from shengji_env.errors import CardsError


def test_types_are_numbered_by_suit_and_rank():
    assert len(cards.CARDS) == 54
    for suit, first in zip("DCHS", (0, 13, 26, 39), strict=True):
        assert [cards.card_type(suit + rank) for rank in "23456789TJQKA"] == list(range(first, first + 13))
    assert [cards.card_type("LJ"), cards.card_type("BJ")] == [52, 53]


def test_every_type_comes_back_as_the_text_it_was():
    assert [cards.card_type(cards.card_text(number)) for number in range(54)] == list(range(54))


def test_a_pack_has_a_hundred_points():
    assert cards.points(np.ones(54, np.int8)) == 100
    assert cards.points(cards.parse("D5 DT DK D6 DA LJ BJ")) == 25
    assert cards.points(np.full(56, 3, np.int8)) == 300  # a padded row of the engine; in int8 this would wrap


def test_text_and_lists_of_texts_are_read_alike():
    expected = cards.parse("H3 H3 LJ")
    for other in ("LJ  H3\nH3 ", ["H3", "LJ", "H3"], ("H3 LJ", "H3"), iter(["LJ H3 H3"])):
        assert (cards.parse(other) == expected).all()
    assert cards.parse("").sum() == cards.parse([]).sum() == 0


def test_what_comes_back_is_in_ascending_type_order():
    assert cards.format(cards.parse("BJ SA D2 SA LJ CT")) == "D2 CT SA SA LJ BJ"
    assert cards.sort(["BJ", "SA D2"]) == "D2 SA BJ"
    assert cards.format(np.zeros(56, np.int8)) == ""


def test_order_is_kept_where_it_means_something():
    assert cards.join(cards.types("SA D2 SA")) == "SA D2 SA"


def test_parse_gives_int8_counts():
    counts = cards.parse("H3 H3")
    assert counts.dtype == np.int8
    assert counts.shape == (54,)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("H10", "the ten is written HT"),
        ("h10", "the ten is written HT"),
        ("ha", "it is written HA"),
        ("AH", "the suit comes first, HA"),
        ("X3", "a card is a suit of DCHS"),
        ("H1", "a card is a suit of DCHS"),
        ("H", "a card is a suit of DCHS"),
        ("H3H3", "a card is a suit of DCHS"),
    ],
)
def test_an_unknown_card_is_named_with_what_to_write(text, hint):
    with pytest.raises(CardsError, match=f"cannot read card '{text}': {hint}"):
        cards.parse(f"D2 {text}")


@pytest.mark.parametrize("what", [3, None, [3], [None], ["H3", ["H3"]], b"H3", 3.5])
def test_what_is_no_text_is_refused(what):
    with pytest.raises(CardsError):
        cards.parse(what)


@pytest.mark.parametrize(
    ("decks", "text", "message"),
    [
        (1, "H3 H3", "2 H3: one pack has at most 1"),
        (2, "BJ BJ BJ", "3 BJ: 2 packs have at most 2"),
        (3, "D2 H3 H3 H3 H3 D2 D2 D2", "4 D2, 4 H3: 3 packs have at most 3"),
    ],
)
def test_more_copies_than_packs_are_refused(decks, text, message):
    with pytest.raises(CardsError) as refused:
        cards.parse(text, decks)
    assert str(refused.value) == message


def test_counts_far_over_the_limit_do_not_wrap():
    with pytest.raises(CardsError, match="300 H3"):
        cards.parse(["H3"] * 300)


def test_levels_and_suits_by_index():
    assert [cards.level_index(level) for level in "23456789TJQKA"] == list(range(13))
    assert [cards.level_text(index) for index in range(13)] == list("23456789TJQKA")
    assert [cards.suit_index(suit) for suit in "DCHS"] == [cards.suit_index(cards.suit_text(i)) for i in range(4)]


@pytest.mark.parametrize("what", ["1", "10", "a", "", None, 5, "23"])
def test_no_level(what):
    with pytest.raises(CardsError, match="cannot read level"):
        cards.level_index(what)


@pytest.mark.parametrize("what", ["X", "h", "", None, 2, "DC"])
def test_no_suit(what):
    with pytest.raises(CardsError, match="cannot read suit"):
        cards.suit_index(what)


def test_no_number():
    for function, numbers in ((cards.card_text, (-1, 54)), (cards.level_text, (-1, 13)), (cards.suit_text, (-1, 4))):
        for number in numbers:
            with pytest.raises(CardsError):
                function(number)


def test_points_table_is_read_only():
    with pytest.raises(ValueError, match="read-only"):
        cards.POINTS[0] = 1
