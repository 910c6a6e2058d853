"""A settled deal, all cards open: what a settlement, a review and a replay show."""

import dataclasses
import json
from typing import Any

from shengji_env import cards
from shengji_env.game.game import Game
from shengji_env.plays.trump import Trump


def settled_deal(before: Game, last: str, after: Game) -> dict[str, Any]:
    """The deal that the play `last` has ended: `before` is the game at that decision, `after` the game behind it."""
    position = json.loads(before.position())
    result = after.result
    assert result is not None
    tricks = [dict(trick) for trick in position["tricks"]]
    if not tricks or tricks[-1]["winner"] is not None:
        tricks.append({"leader": before.actor, "plays": [], "failed_throw": "", "winner": None})
    tricks[-1]["plays"] = [*tricks[-1]["plays"], last]
    trump = before.view(0).trump
    tricks[-1]["winner"] = _winner(trump, tricks[-1], before.players)
    return {
        "number": after.deals,
        "trump": position["trump"],
        "declarer": result.declarer,
        "call": position["call"],
        "bids": position["bids"],
        "raids": position["raids"],
        "kitties": position["kitty_history"],
        "tricks": tricks,
        "hands": [hand if trump is None else trump.sort(hand) for hand in played_hands(tricks, before.players)],
        "levels_before": position["levels"],
        "result": dataclasses.asdict(result),
    }


def _winner(trump: Trump | None, trick: dict[str, Any], players: int) -> int | None:
    """Who wins a trick, by the order of the deal's trump."""
    return None if trump is None else int((trick["leader"] + trump.winner(trick["plays"])) % players)


def played_hands(tricks: list[dict[str, Any]], players: int) -> list[str]:
    """The hands as the play began: everything each seat has played."""
    held: list[list[str]] = [[] for _ in range(players)]
    for trick in tricks:
        for k, play in enumerate(trick["plays"]):
            held[(trick["leader"] + k) % players].append(play)
    return [cards.sort(" ".join(plays)) for plays in held]
