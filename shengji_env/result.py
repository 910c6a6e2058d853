"""The result of a settled deal (rules 8): 结算."""

import dataclasses
from collections.abc import Mapping
from typing import Any

from . import cards
from .engine.layout import UNKNOWN, Side
from .rules import Rules
from .settlement import Settlement, settlement_of
from .state_text import card_counts, seats


@dataclasses.dataclass(frozen=True)
class DealResult(Settlement):
    """What a deal came to: the settlement, and where its points came from."""

    points: int  # the attackers', all in: captured, the kitty's, throw penalties
    multiplier: int  # of the kitty's points; 0: the declarer side won the last trick
    captured: list[int]  # by seat, tricks alone
    penalties: list[int]  # by seat, points for failed throws
    kitty: str  # all its cards
    declarer: int
    declarer_side: list[int]  # seats


def deal_result(result: Any, rules: Rules) -> DealResult | None:
    """The DealResult in a RESULT record; None if no deal is settled yet."""
    if not result.settled:
        return None
    players = rules.players
    return DealResult(
        **dataclasses.asdict(settlement_of(result, players)),
        points=int(result.points),
        multiplier=int(result.multiplier),
        captured=[int(points) for points in result.captured[:players]],
        penalties=[int(points) for points in result.penalties[:players]],
        kitty=cards.format(card_counts(*result.kitty[: rules.kitty])),
        declarer=int(result.declarer),
        declarer_side=seats(result.declarer_side, players),
    )


def result_values(result: Any, rules: Rules) -> dict[str, Any]:
    """The result as a JSON object."""
    found = deal_result(result, rules)
    assert found is not None
    return dataclasses.asdict(found)


def fill_result(result: Any, values: Mapping[str, Any]) -> None:
    """Write what `result_values` gives back into a RESULT record. KeyError, ValueError or TypeError if it is none."""

    def seat_set(listed: list[int]) -> int:
        return sum(1 << seat for seat in listed)

    following = values["next_declarer"]
    kitty = cards.types(values["kitty"])
    result.settled = 1
    result.points, result.multiplier = values["points"], values["multiplier"]
    result.declarer, result.side = values["declarer"], Side[values["side"].upper()]
    result.steps, result.swing = values["steps"], values["swing"]
    result.declarer_side = seat_set(values["declarer_side"])
    result.winners, result.match_winners = seat_set(values["winners"]), seat_set(values["match_winners"])
    result.next_declarer = UNKNOWN if following is None else following
    result.levels[: len(values["levels"])] = [cards.level_index(level) for level in values["levels"]]
    result.captured[: len(values["captured"])] = values["captured"]
    result.penalties[: len(values["penalties"])] = values["penalties"]
    result.kitty[: len(kitty)] = kitty
