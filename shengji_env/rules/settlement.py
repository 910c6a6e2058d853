"""What a deal comes to, in words and texts (rules 8.2-8.7): 结算."""

import dataclasses
from typing import Any

from shengji_env.cards import level_text
from shengji_env.engine.layout import UNKNOWN, Side


@dataclasses.dataclass(frozen=True)
class Settlement:
    """What a deal comes to (rules 8.2-8.6)."""

    levels: list[str]  # by seat, after the deal
    side: str  # "declarer", "attackers" or "nobody": who gains
    steps: int  # levels gained; 0 for nobody
    winners: list[int]  # seats of the gaining side; after a swing, of the attackers
    match_winners: list[int]  # seats that went beyond A and thereby won the match
    swing: bool  # 翻身: nobody gains, the attackers take over
    next_declarer: int | None  # None: the bids will name him


def settlement_of(result: Any, players: int) -> Settlement:
    """The Settlement in a RESULT record."""
    return Settlement(
        levels=[level_text(int(level)) for level in result.levels[:players]],
        side=Side(int(result.side)).name.lower(),
        steps=int(result.steps),
        winners=seats(result.winners, players),
        match_winners=seats(result.match_winners, players),
        swing=bool(result.swing),
        next_declarer=None if result.next_declarer == UNKNOWN else int(result.next_declarer),
    )


def seats(seat_set: int, players: int) -> list[int]:
    """The seats of a seat set.

    >>> seats(0b10010, 5)
    [1, 4]
    """
    return [seat for seat in range(players) if int(seat_set) >> seat & 1]
