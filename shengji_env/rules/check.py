"""Which fields of `Rules` do not go together (rules 9.3).

Most of it is of one form, "this value needs that one", and stands as a table; the rest is arithmetic, a
function each. A check is left out while one of the fields it reads is itself no readable value.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from shengji_env.errors import RulesError, shown

CARDS_IN_A_PACK = 54
SMALLEST_USUAL_KITTY = 5


class Defect(NamedTuple):
    """One thing wrong with a set of rules."""

    field: str
    value: Any
    reason: str
    allowed: str

    def __str__(self) -> str:
        return f"{self.field}={shown(self.value)}: {self.reason}; allowed: {self.allowed}"


def even_deal(players: int, decks: int) -> tuple[int, int]:
    """(hand, kitty) with the smallest kitty of at least 5 cards that deals out evenly.

    >>> even_deal(players=5, decks=2), even_deal(players=5, decks=3), even_deal(players=4, decks=2)
    ((20, 8), (31, 7), (25, 8))
    """
    cards = CARDS_IN_A_PACK * decks
    hand = (cards - SMALLEST_USUAL_KITTY) // players
    return hand, cards - players * hand


# ---------------------------------------------------------------- this value needs that one


class Need(NamedTuple):
    """`field` = `value` makes sense only while `other` = `needed`."""

    field: str
    value: Any
    other: str
    needed: Any
    why: str


KNOWN_DECLARER = "it goes by the declarer who is known before the bids"
NEEDS = (
    Need("levels", "side", "partner", "fixed", "a level belongs to a side only where the sides stay the same"),
    Need("bid_levels", "winners", "levels", "player", "a bid picks one of the players' own levels"),
    Need("bid_levels", "winners", "succession", "bids", "the bids name the declarer"),
    Need("bid_levels", "own", "levels", "player", "a bid shows the bidder's own level"),
    Need("bid_levels", "own", "succession", "bids", "the bids name the declarer"),
    Need("bid_levels", "declarer", "succession", "rotate", KNOWN_DECLARER),
    Need("unbid_later", "flip_kitty", "succession", "rotate", KNOWN_DECLARER),
    Need("unbid_demotion", True, "succession", "rotate", KNOWN_DECLARER),
    Need("bid_with_joker", True, "partner", "fixed", "the declarer side bids before the other one"),
    Need("bid_with_joker", True, "bid_levels", "declarer", "joker bids are made at the declarer side's level"),
    Need("raid", "joker_bid", "partner", "fixed", "it overbids joker bids, which fixed sides make"),
    Need("raid", "joker_bid", "bid_with_joker", True, "it overbids a bid made with a joker"),
    Need("raid", "any_round", "bid_levels", "own", "it overbids with cards of the raider's own level"),
    Need("riot_by", "attackers", "partner", "fixed", "who attacks must be known before the cards are played"),
)


def unmet_needs(rules: Any, readable: set[str]) -> Iterator[Defect]:
    """The rows of NEEDS that these rules break."""
    for field, value, other, needed, why in NEEDS:
        if not {field, other} <= readable or getattr(rules, field) != value:
            continue
        found = getattr(rules, other)
        if found != needed:
            yield Defect(field, value, f"{why}, and {other}={found!r}", f"with {other}={needed!r}, or another {field}")


# ---------------------------------------------------------------- arithmetic


def deals_out_evenly(rules: Any) -> Defect | None:
    """players·hand + kitty = 54·decks."""
    dealt = rules.players * rules.hand + rules.kitty
    cards = CARDS_IN_A_PACK * rules.decks
    if dealt == cards:
        return None
    hand, kitty = even_deal(rules.players, rules.decks)
    return Defect(
        "hand",
        rules.hand,
        f"players={rules.players} times hand={rules.hand} and kitty={rules.kitty} make {dealt} cards, "
        f"decks={rules.decks} have {cards}",
        f"players·hand + kitty = 54·decks, say hand={hand}, kitty={kitty}",
    )


def flips_the_third_card(rules: Any) -> Defect | None:
    """`flip_kitty` turns the third kitty card first."""
    if rules.unbid_later != "flip_kitty" or rules.kitty >= 3:
        return None
    return Defect("kitty", rules.kitty, "unbid_later='flip_kitty' turns the third card of the kitty", "3 or more")


def fixed_sides_are_even(rules: Any) -> Defect | None:
    """Even seats play against odd seats."""
    if rules.partner != "fixed" or rules.players % 2 == 0:
        return None
    return Defect("players", rules.players, "partner='fixed' puts even seats against odd seats", "an even number")


def side_levels_are_even(rules: Any) -> Defect | None:
    """Levels by side need two sides of the same size."""
    if rules.levels != "side" or rules.players % 2 == 0:
        return None
    return Defect("players", rules.players, "levels='side' has two sides of the same size", "an even number")


def first_flip_has_no_declarer(rules: Any) -> Defect | None:
    """In the first deal nobody is declarer before the bids."""
    if rules.unbid_first != "flip_kitty":
        return None
    why = "nobody is known as declarer in the first deal, and turning the kitty needs one"
    return Defect("unbid_first", "flip_kitty", why, "'redeal', 'no_trump'")


CHECKS: tuple[tuple[Callable[[Any], Defect | None], set[str]], ...] = (  # check, fields it reads
    (deals_out_evenly, {"players", "decks", "hand", "kitty"}),
    (flips_the_third_card, {"unbid_later", "kitty"}),
    (fixed_sides_are_even, {"partner", "players"}),
    (side_levels_are_even, {"levels", "players"}),
    (first_flip_has_no_declarer, {"unbid_first"}),
)


def conflicts(rules: Any, readable: set[str]) -> list[Defect]:
    """Everything about `rules` that does not go together, as far as its fields are `readable`."""
    found = [check(rules) for check, reads in CHECKS if reads <= readable]
    return [defect for defect in found if defect] + list(unmet_needs(rules, readable))


def refuse(defects: Sequence[Defect]) -> None:
    """Raise RulesError with all of the defects, if there are any."""
    if defects:
        lines = "".join(f"\n- {defect}" for defect in defects) if len(defects) > 1 else f" {defects[0]}"
        raise RulesError(f"rules refused:{lines}", defects=defects)
