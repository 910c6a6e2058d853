"""The result of a settled deal (rules 8.7): 结算."""

import dataclasses
from collections.abc import Mapping
from typing import Any

import numpy as np

from shengji_env import cards
from shengji_env.engine.layout import UNKNOWN, Side
from shengji_env.errors import ShengjiError
from shengji_env.inputs.arguments import listed, one_of, whole
from shengji_env.rules.rules import Rules
from shengji_env.rules.settlement import Settlement, seats, settlement_of

from .texts import card_counts


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


def fill_result(result: Any, values: Mapping[str, Any], rules: Rules) -> None:
    """Write what `result_values` gives back into a RESULT record. KeyError or ShengjiError if it is none."""
    last, following = rules.players - 1, values["next_declarer"]

    def number(name: str) -> int:
        room = np.iinfo(result[name].dtype)
        return whole(values[name], name, int(room.min), int(room.max))

    def numbers(name: str) -> list[int]:
        room = np.iinfo(result[name].dtype)
        found = [whole(value, name, int(room.min), int(room.max)) for value in listed(values[name], name)]
        if len(found) != rules.players:
            raise ShengjiError(f"{name}: {len(found)} of them, and there are {rules.players} seats")
        return found

    def seat_set(name: str) -> int:
        return sum(1 << seat for seat in {whole(seat, f"{name}: seat", 0, last) for seat in listed(values[name], name)})

    kitty = cards.types(values["kitty"])
    if len(kitty) != rules.kitty:
        raise ShengjiError(f"kitty: {len(kitty)} cards, and it has {rules.kitty}")
    if not isinstance(values["swing"], bool):
        raise ShengjiError(f"swing: {values['swing']!r} is neither true nor false")
    result.settled = 1
    result.points, result.multiplier, result.steps = number("points"), number("multiplier"), number("steps")
    result.declarer = whole(values["declarer"], "declarer", 0, last)
    result.side = Side[one_of("side", values["side"], [side.name.lower() for side in Side]).upper()]
    result.swing = values["swing"]
    result.declarer_side = seat_set("declarer_side")
    result.winners, result.match_winners = seat_set("winners"), seat_set("match_winners")
    result.next_declarer = UNKNOWN if following is None else whole(following, "next_declarer", 0, last)
    result.levels = rules.read_levels(values["levels"])
    result.captured[: rules.players] = numbers("captured")
    result.penalties[: rules.players] = numbers("penalties")
    result.kitty[: len(kitty)] = kitty
