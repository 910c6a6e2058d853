"""Words for the terminal: cards with colours, what a phase asks for, what a deal came to."""

from typing import Any

from shengji_env.game.view import PlayerView

BACK = "\x1b[0m"
COLOURS = {
    "S": "\x1b[1m",
    "H": "\x1b[1;31m",
    "D": "\x1b[1;34m",
    "C": "\x1b[1;32m",
    "L": "\x1b[1;35m",
    "B": "\x1b[1;33m",
}
ASKS = {
    "bid": "bid, or pass",
    "riot": "riot, or pass",
    "raid": "raid, or pass",
    "call": "call a card",
}


def card_words(text: str, colour: bool) -> str:
    """Cards in four colours, where there are colours.

    >>> card_words("SK H3", False)
    'SK H3'
    """
    if not colour:
        return text
    return " ".join(f"{COLOURS.get(word[0], '')}{word}{BACK}" for word in text.split())


def phase_words(view: PlayerView) -> str:
    """What the seat that is to act is asked for."""
    if view.phase == "bury":
        return f"bury {view.rules.kitty} cards"
    if view.phase == "play":
        count = len(view.lead.split())
        return "lead" if not count else f"follow with {count} card{'s' * (count > 1)}"
    return ASKS[view.phase]


def settlement_words(deal: dict[str, Any], seat: int | None = None) -> list[str]:
    """A settled deal in sentences: points and where they come from, levels, who declares next."""
    result = deal["result"]
    side = result["declarer_side"]
    taken = sum(points for other, points in enumerate(result["captured"]) if other not in side)
    lines = [f"The deal is over. Declarer side: {_seats(side)}; the attackers have {result['points']} points."]
    lines.append(f"  {taken} in tricks{_kitty(result, taken)}")
    if result["side"] == "nobody":
        lines.append("  A swing 翻身: nobody gains, the attackers take over.")
    else:
        who = "The declarer side" if result["side"] == "declarer" else "The attackers"
        gain = result["steps"]
        verb = "gains" if result["side"] == "declarer" else "gain"
        lines.append(f"  {who} {verb} {gain} level{'s' * (gain != 1)}.")
    lines.append(f"  Levels: {' '.join(deal['levels_before'])} -> {' '.join(result['levels'])}")
    lines.append(f"  Kitty: {result['kitty']}")
    for other, hand in enumerate(deal["hands"]):
        lines.append(f"  {'You   ' if other == seat else f'Seat {other}'}: {hand}")
    if result["match_winners"]:
        lines.append(f"  {_seats(result['match_winners'])} won the match.")
    elif result["next_declarer"] is not None:
        lines.append(f"  Seat {result['next_declarer']} declares next.")
    return lines


def _kitty(result: dict[str, Any], taken: int) -> str:
    """The rest of the points, in words."""
    penalties = sum(
        points if seat in result["declarer_side"] else -points for seat, points in enumerate(result["penalties"])
    )
    parts = ""
    if penalties:
        parts += f", {penalties:+} for failed throws"
    if result["multiplier"]:
        rest = result["points"] - taken - penalties
        parts += f", and the kitty's points times {result['multiplier']}: {rest}"
    else:
        parts += "; the declarer side won the last trick, so the kitty does not count"
    return parts + "."


def _seats(numbers: list[int]) -> str:
    return ("seat " if len(numbers) == 1 else "seats ") + ", ".join(map(str, numbers))
