"""The table drawn as text: for a spectator, who sees every hand, or for one seat."""

from typing import Any

import numpy as np

from shengji_env import cards
from shengji_env.engine import calls
from shengji_env.engine.layout import TYPES, UNKNOWN, Phase
from shengji_env.plays.reasons import GROUPS
from shengji_env.plays.trump import Trump, trump_of
from shengji_env.rules.rules import Rules
from shengji_env.states import texts
from shengji_env.states.result import DealResult, deal_result

_DOES = {
    Phase.BID: "may bid",
    Phase.RIOT: "may riot",
    Phase.BURY: "buries",
    Phase.RAID: "may raid",
    Phase.CALL: "calls",
    Phase.PLAY: "plays",
}
_ORDINALS = ("", "first ", "second ", "third ")


def table(S: np.ndarray, R: np.ndarray, rules: Rules, seat: int | None = None) -> str:
    """The table of game S[0]. With a seat, S holds what that seat may know (`engine.redact`), and only its own
    hand is drawn."""
    s = texts.one_record(S)
    trump = trump_of(s, rules)
    lines = [_headline(s, rules), _decision(s), "", *_seats(S, R, s, rules, trump, seat), ""]
    lines += _before_play(s)
    lines += _tricks(s, rules)
    lines += _kitty(s, rules, seat)
    found = deal_result(s.result, rules)
    if found is not None:
        lines.append(_result(found))
    return "\n".join(line for line in lines).rstrip()


def _headline(s: Any, rules: Rules) -> str:
    found = texts.trump_texts(s)
    if found is None:
        trump = "no trump yet"
    else:
        trump = f"level {found[1]}, " + ("no trump" if found[0] is None else f"trump {found[0]}")
    number = int(s.deals) + (s.phase != Phase.OVER)
    return f"{rules}: deal {number}, {trump}"


def _decision(s: Any) -> str:
    if s.phase == Phase.OVER:
        return "the episode is over"
    phase = Phase(int(s.phase))
    does = _DOES[phase]
    if phase == Phase.PLAY:
        does = "leads" if s.plays == 0 else "follows"
        does += f", trick {s.tricks + 1}"
    picked = cards.format(texts.picked_counts(s))
    return f"{texts.phase_text(s)}: seat {s.actor} {does}" + (f", picked {picked}" if picked else "")


def _seats(S: np.ndarray, R: np.ndarray, s: Any, rules: Rules, trump: Trump | None, own: int | None) -> list[str]:
    """A line for each seat, the actor's starred."""
    rows = [("", "seat", "level", "side", "points", "cards", "hand")]
    sides = side_names(S, R, rules, own)
    for seat in range(rules.players):
        drawn = _hand(s.hand[seat, :TYPES], trump) if own in (None, seat) else ""
        star = "*" if seat == s.actor else ""
        level = cards.level_text(int(s.levels[seat]))
        rows.append((star, str(seat), level, sides[seat], str(s.captured[seat]), str(s.hand_size[seat]), drawn))
    widths = [max(len(row[column]) for row in rows) for column in range(6)]
    return [
        " ".join([*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[-1]]).rstrip()
        for row in rows
    ]


def _hand(row: np.ndarray, trump: Trump | None) -> str:
    """A hand by groups, each from weak to strong, trumps last; by suits while nothing is trump."""
    if trump is None:
        parts = [cards.format(np.where(np.arange(TYPES) // 13 == suit, row, 0)) for suit in range(5)]
    else:
        held = trump.sort(cards.format(row)).split()
        parts = [" ".join(text for text in held if trump.group(text) == group) for group in GROUPS]
    return " | ".join(part for part in parts if part)


def side_names(S: np.ndarray, R: np.ndarray, rules: Rules, seat: int | None) -> list[str]:
    """By seat "declarer", "partner", "attacker" or "" as far as `seat`, or a spectator, knows."""
    s = texts.one_record(S)
    declarer, attackers = calls.sides_known(S, 0, R, UNKNOWN if seat is None else seat)
    names = []
    for other in range(rules.players):
        if other == s.declarer:
            names.append("declarer")
        elif declarer >> other & 1:
            names.append("partner")
        else:
            names.append("attacker" if attackers >> other & 1 else "")
    return names


def _before_play(s: Any) -> list[str]:
    """Bids, raids and the call."""
    lines = []
    for name, made in (("bids", texts.bids(s)), ("raids", texts.raids(s))):
        if made:
            lines.append(f"{name}: " + ", ".join(f"seat {seat} {text}" for seat, text in made))
    if s.call_type != UNKNOWN:
        seen = f", {s.call_seen} played" if s.call_seen else ""
        lines.append(f"called: the {_ORDINALS[int(s.call_ordinal)]}{cards.card_text(int(s.call_type))}{seen}")
    return lines


def _tricks(s: Any, rules: Rules) -> list[str]:
    """The last complete trick and the one under way."""
    done = texts.tricks(s, rules.players)
    return [f"trick {k + 1}: {trick_text(trick, rules.players)}" for k, trick in list(enumerate(done))[-2:]]


def trick_text(trick: texts.Trick, players: int) -> str:
    """A trick on one line.

    >>> trick_text(texts.Trick(3, ["SA", "S3", "S5", "H2", "ST"], "", 1), 5)
    'seat 3 led SA, 4 S3, 0 S5, 1 H2, 2 ST; seat 1 wins'
    """
    plays = [f"{(trick.leader + k) % players} {play}" for k, play in enumerate(trick.plays)]
    text = ", ".join([f"seat {trick.leader} led {trick.plays[0]}", *plays[1:]])
    if trick.failed_throw:
        text += f"; the throw {trick.failed_throw} failed"
    return text if trick.winner is None else f"{text}; seat {trick.winner} wins"


def _kitty(s: Any, rules: Rules, seat: int | None) -> list[str]:
    """The kitty, for those who know it."""
    knows = seat is None or s.phase == Phase.OVER or (s.burials > 0 and s.burial_seat[s.burials - 1] == seat)
    text = texts.kitty_text(s, rules.kitty)
    return [f"kitty: {cards.sort(text)}"] if text and knows else []


def _result(found: DealResult) -> str:
    """The last settled deal on one line."""
    gain = "a swing, nobody gains" if found.side == "nobody" else f"the {found.side} side gains {found.steps}"
    if found.side == "attackers":
        gain = f"the attackers gain {found.steps}"
    won = f"; seats {', '.join(map(str, found.match_winners))} win the match" if found.match_winners else ""
    points = f"attackers' points {found.points} (kitty x{found.multiplier})"
    return f"result: {points}, {gain}; levels {' '.join(found.levels)}{won}"
