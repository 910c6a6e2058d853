"""Hints: what the rule bot considered, with a sentence for each in English and Chinese; from a seat's own view."""

from typing import Any

from shengji_env.agents.rule_agent import RuleAgent
from shengji_env.game.view import PlayerView

from .playouts import possible_deals, values_of

MOST = 6
SENTENCES = {  # the part of the value that says most -> what it means to a player
    ("play", "gain"): ("it brings the most points", "能得的分最多"),
    ("play", "cost"): ("it gives away the least", "损失最小"),
    ("play", "lead"): ("it wins the lead for the next trick", "能拿到下一墩的出牌权"),
    ("play", "aims"): ("it draws trumps or shows the partner", "可以调主，或亮明对家"),
    ("bid", "gain"): ("the hand is long enough in this suit", "这门花色够长"),
    ("raid", "gain"): ("the trumps are strong enough for the kitty", "主牌够强，值得抄底"),
    ("riot", "gain"): ("the hand is weak: dealing again is better", "牌太弱，重抓更好"),
    ("bury", "gain"): ("it keeps trumps, points and long suits together", "保住主牌、分牌和长门"),
    ("bury", "cost"): ("what lies down is worth least in the hand", "扣下的牌在手里价值最低"),
    ("call", "gain"): ("whoever holds it is likely to help most", "持有这张牌的人最可能帮上忙"),
}
PASSES = ("waiting costs nothing, and something better may come", "先不亮，等更好的机会")
_agent = RuleAgent()


def hint(view: PlayerView) -> list[dict[str, Any]]:
    """The best options of the seat that is to act, best first: "play", "value" (in points where cards are played; only
    differences count), "levels", what playouts by rule bots in deals that fit all the seat knows come to (None outside
    the play), "en" and "zh", a sentence each.

    >>> from shengji_env import Game
    >>> game = Game(seed=3)
    >>> hint(game.view(game.actor))[0]["play"]
    'pass'
    """
    found = _agent.options(view)[:MOST]
    levels = _levels(view, [option.play for option in found])
    listed = []
    for option, worth in zip(found, levels, strict=True):
        en, zh = _sentence(view, option.play, option.parts)
        listed.append(
            {
                "play": option.play,
                "value": round(option.value, 1),
                "levels": worth,
                "parts": {name: round(part, 1) for name, part in option.parts.items()},
                "en": en,
                "zh": zh,
            }
        )
    return listed


def _levels(view: PlayerView, plays: list[str]) -> list[float] | list[None]:
    """What each play comes to in level steps for the seat's side."""
    if view.phase != "play":
        return [None] * len(plays)
    found = values_of(plays, possible_deals(view), view.rules_array, view.rules, view.seat)
    return [round(value, 2) for value in found]


def _sentence(view: PlayerView, play: str, parts: dict[str, float]) -> tuple[str, str]:
    """(English, Chinese) of what speaks for an option."""
    if play == "pass":
        return PASSES
    best = max(("gain", "lead", "aims"), key=lambda name: parts.get(name, 0.0))
    if parts.get(best, 0.0) <= 0:
        best = "cost"
    phase = view.phase
    return SENTENCES.get((phase, best)) or SENTENCES.get((phase, "gain")) or SENTENCES["play", "gain"]
