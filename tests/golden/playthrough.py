"""A deal as a text that people can read and check with the rules beside it; compared line by line by the test.

`python tests/golden/playthrough.py` writes the files anew: read the difference before committing it.
"""

import json
import random
from pathlib import Path

from shengji_env import PRESETS, Game, cards
from shengji_env.engine.layout import PASS

FOLDER = Path(__file__).parent
# Deals in which much happens: bids and overbids, raids, throws that fail, partners shown, a kitty that is doubled.
SEEDS = {
    "five_player_two_deck": 392,
    "five_player_three_deck": 217,
    "four_player_fixed": 94,
    "four_player_seek": 294,
    "four_player_joker_bid": 379,
    "four_player_free_follow": 240,
}


def choose(game: Game, rng: random.Random) -> int:
    """A random token, but shown cards and short leads are preferred: else most leads would be failed throws."""
    legal = [token for token, allowed in enumerate(game.mask().tolist()) if allowed]
    if PASS in legal and len(legal) > 1:
        ends_lead = game.phase == "play"
        if rng.random() < (0.75 if ends_lead else 0.25):
            return PASS
        legal.remove(PASS)
    return rng.choice(legal)


def play_out(preset: str) -> Game:
    """One deal of the preset, played to its end."""
    rng = random.Random(SEEDS[preset])
    game = Game(preset, seed=SEEDS[preset], levels="random")
    while not game.done:
        game.step(choose(game, rng))
    return game


def playthrough(preset: str) -> str:
    """A deal as text: the cards, what was bid, buried, raided and called, every trick, the settlement."""
    game = play_out(preset)
    position = json.loads(game.position())
    events = [json.loads(line) for line in game.record().splitlines()[1:]]
    lines = [f"{preset}, seed {SEEDS[preset]}: a later deal, drawn from the seed", ""]
    for event in events:
        lines += before_play(event)
    if position.get("flipped"):
        lines.append(f"turned up in the kitty, since nobody bid: {position['flipped']}")
    lines += ["", *(trick_line(k, trick) for k, trick in enumerate(position["tricks"], 1)), ""]
    lines += [f"{name}: {json.dumps(value)}" for name, value in events[-1].items() if name != "event"]
    return "\n".join([*lines, "", *str(game).splitlines()]) + "\n"


def before_play(event: dict) -> list[str]:
    """The lines of a shuffle, or of an action before the first lead."""
    if event["event"] == "shuffle":
        hands = [f"  seat {seat}: {cards.sort(hand)}" for seat, hand in enumerate(event["hands"])]
        return [f"shuffle {event['n']}, seat {event['first_drawer']} draws first", *hands, f"  kitty: {event['kitty']}"]
    if event["event"] == "action" and event["phase"] != "play":
        return [f"{event['phase']:5} seat {event['seat']}: {event['action']}"]
    return []


def trick_line(number: int, trick: dict) -> str:
    """One trick: the throw that failed, the plays in order, who takes it, its points."""
    plays = " | ".join(trick["plays"])
    failed = f" [{trick['failed_throw']} failed]" if trick.get("failed_throw") else ""
    points = sum(cards.points(cards.parse(play)) for play in trick["plays"])
    return f"{number:2}. seat {trick['leader']}{failed}: {plays} -> seat {trick['winner']}, {points}"


if __name__ == "__main__":
    for name in PRESETS:
        (FOLDER / f"{name}.txt").write_text(playthrough(name), encoding="utf-8")
