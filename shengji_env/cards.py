"""Cards, levels and suits as text and as numbers: the lowest layer (rules 1.1).

A card *type* is a number 0..53, ``suit * 13 + rank`` with the suits D C H S = 0..3 and the ranks
2..A = 0..12; 52 is the small joker 小王, 53 the big one 大王. Its text is suit and rank, ``D2 CT HA SK``,
and ``LJ BJ`` for the jokers. With several packs a type has several copies, which no rule tells apart.

Where text is accepted, it is one text of cards separated by spaces, in any order, or a list (any
iterable) of such texts. What comes back is one text in ascending type order, unless the order carries
meaning (`join`).
"""

from collections.abc import Iterable, Mapping, Sequence
from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .errors import CardsError, shown

Cards = str | Iterable[str]  # "H3 H3 LJ" or ["H3", "H3", "LJ"]

SUITS = "DCHS"  # 方块 梅花 红桃 黑桃, index 0..3
RANKS = "23456789TJQKA"  # index 0..12
LEVELS = tuple(RANKS)  # 级: one for each rank
CARDS = (*(suit + rank for suit in SUITS for rank in RANKS), "LJ", "BJ")  # text by type
MAX_COPIES = 3  # no game here has more packs

_TYPE = {text: number for number, text in enumerate(CARDS)}
_LEVEL = {text: number for number, text in enumerate(LEVELS)}
_SUIT = {text: number for number, text in enumerate(SUITS)}
_RANK_POINTS = {"5": 5, "T": 10, "K": 10}

POINTS: NDArray[np.int8] = np.array([_RANK_POINTS.get(card[1], 0) for card in CARDS], np.int8)  # 分, by type
POINTS.flags.writeable = False


# ---------------------------------------------------------------- one card


def card_type(text: str) -> int:
    """The type 0..53 of one card's text. CardsError if there is no such card.

    >>> card_type("D2"), card_type("SA"), card_type("BJ")
    (0, 51, 53)
    >>> card_type("H10")
    Traceback (most recent call last):
    shengji_env.errors.CardsError: cannot read card 'H10': the ten is written HT
    """
    number = _TYPE.get(text) if isinstance(text, str) else None
    if number is None:
        raise CardsError(f"cannot read card {shown(text)}: {_why_no_card(text)}")
    return number


def card_text(number: int) -> str:
    """The text of a card type.

    >>> card_text(0), card_text(52)
    ('D2', 'LJ')
    """
    return _text_of(CARDS, number, "card type")


def _text_of(texts: Sequence[str], number: int, what: str) -> str:
    """The text of a number, or that there is none."""
    if not isinstance(number, Integral) or not 0 <= number < len(texts):
        raise CardsError(f"no {what} {shown(number)}: they are 0..{len(texts) - 1}")
    return texts[number]


def _why_no_card(text: object) -> str:
    """What to write instead, where that can be guessed."""
    if not isinstance(text, str):
        return f"a card is a text, not {type(text).__name__}"
    upper = text.upper()
    ten = upper.replace("10", "T")
    if ten in _TYPE and ten != upper:
        return f"the ten is written {ten}"
    if upper in _TYPE:
        return f"it is written {upper}"
    if upper[::-1] in _TYPE:
        return f"the suit comes first, {upper[::-1]}"
    return f"a card is a suit of {SUITS} and a rank of {RANKS}, or LJ (small joker) or BJ (big joker)"


# ---------------------------------------------------------------- many cards


def types(cards: Cards) -> list[int]:
    """The card types of a text or a list of texts, in the order given (that of a stock, say).

    >>> types("HA D2 HA")
    [38, 0, 38]
    """
    return [card_type(word) for word in words(cards, "cards")]


def words(texts: Cards, what: str) -> list[Any]:
    """The words of a text or of a list of texts, where cards or an action are asked for.

    >>> words(["H3 D2", "LJ"], "cards")
    ['H3', 'D2', 'LJ']
    """
    if isinstance(texts, str):
        return texts.split()
    if isinstance(texts, Iterable) and not isinstance(texts, bytes | Mapping):
        try:
            return [word for part in texts for word in (part.split() if isinstance(part, str) else [part])]
        except TypeError:  # an array without dimensions
            pass
    raise CardsError(f"cannot read {what} {shown(texts)}: a text or a list of texts is asked for")


def count(numbers: Iterable[int], decks: int = MAX_COPIES) -> NDArray[np.int8]:
    """Counts of the card types in `numbers`, int8[54].

    CardsError if a type has more copies than `decks` packs.
    """
    counts = np.zeros(len(CARDS), np.int64)
    for number in numbers:
        counts[number] += 1
    over = [f"{counts[number]} {CARDS[number]}" for number in np.flatnonzero(counts > decks)]
    if over:
        packs = "one pack has" if decks == 1 else f"{decks} packs have"
        raise CardsError(f"{', '.join(over)}: {packs} at most {decks}")
    return counts.astype(np.int8)


def parse(cards: Cards, decks: int = MAX_COPIES) -> NDArray[np.int8]:
    """Counts by card type, int8[54], of a text or a list of texts.

    CardsError for a card that does not exist and for more copies of one than `decks` packs have.

    >>> parse("H3 D2 H3")[[0, 27]].tolist()
    [1, 2]
    >>> parse(["H3", "D2 H3"])[[0, 27]].tolist()
    [1, 2]
    >>> parse("H3 H3 H3", decks=2)
    Traceback (most recent call last):
    shengji_env.errors.CardsError: 3 H3: 2 packs have at most 2
    """
    return count(types(cards), decks)


def format(counts: Sequence[int] | NDArray[np.integer]) -> str:
    """The text of counts by type, in ascending type order; a padded card row of the engine will do too.

    >>> format(parse("LJ H3 D2 H3"))
    'D2 H3 H3 LJ'
    """
    return " ".join(text for text, copies in zip(CARDS, counts, strict=False) for _ in range(copies))


def join(numbers: Iterable[int]) -> str:
    """The text of card types in the order given.

    >>> join([38, 0, 38])
    'HA D2 HA'
    """
    return " ".join(card_text(number) for number in numbers)


def sort(cards: Cards) -> str:
    """The same cards as one text in ascending type order.

    >>> sort(["BJ", "S2", "DA"])
    'DA S2 BJ'
    """
    return join(sorted(types(cards)))


def points(counts: Sequence[int] | NDArray[np.integer]) -> int:
    """The points 分 of cards given as counts by type: a 5 has 5, a ten and a king have 10.

    >>> points(parse("H5 ST SK SA"))
    25
    """
    return int(np.dot(np.asarray(counts[: len(CARDS)], np.int64), POINTS))


# ---------------------------------------------------------------- levels and suits


def level_index(level: str) -> int:
    """The index 0..12 of a level 级 "2".."9", "T".."A".

    >>> level_index("2"), level_index("T"), level_index("A")
    (0, 8, 12)
    >>> level_index("1")
    Traceback (most recent call last):
    shengji_env.errors.CardsError: cannot read level '1': a level is one of 2 3 4 5 6 7 8 9 T J Q K A
    """
    number = _LEVEL.get(level) if isinstance(level, str) else None
    if number is None:
        ten = isinstance(level, str) and level == "10"
        hint = "the ten is written T" if ten else f"a level is one of {' '.join(LEVELS)}"
        raise CardsError(f"cannot read level {shown(level)}: {hint}")
    return number


def level_text(index: int) -> str:
    """The text of a level index.

    >>> level_text(8)
    'T'
    """
    return _text_of(LEVELS, index, "level index")


def suit_index(suit: str) -> int:
    """The index 0..3 of a suit "D", "C", "H", "S".

    >>> suit_index("H")
    2
    """
    number = _SUIT.get(suit) if isinstance(suit, str) else None
    if number is None:
        raise CardsError(f"cannot read suit {shown(suit)}: a suit is one of {' '.join(SUITS)}")
    return number


def suit_text(index: int) -> str:
    """The text of a suit index.

    >>> suit_text(3)
    'S'
    """
    return _text_of(SUITS, index, "suit index")
