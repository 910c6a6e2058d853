"""JSON values with one thing wrong: what a careless or malicious writer of positions and records could send."""

import copy
import random

import numpy as np

from shengji_env import PRESETS, Game

WRONG = [
    None, True, False, 0, 1, -1, 3, 16, 2**31, 2**63, 2**64, 10**30, 1.0, -0.5, 1e300, "", "x", "D2", "D2 D2", "BJ BJ",
    "H10", " ".join(["S3"] * 25), " ".join(["D4"] * 200), "pass", "riot", "HA 1", "HA 2", "T", "A", "over",
    "raid", "\x00", "bid", "play", [], [[]], [None], [0], [4], [9], ["D2"], ["D2", 3], [["D2"]], [0] * 5, [""] * 5,
    ["2"] * 5, [0] * 300, {}, {"suit": "H", "level": "2"}, {"card": "HA"}, {"card": "HA", "ordinal": 1},
    {"plays": 3}, {"plays": ["D2"]}, {"preset": "four_player_fixed"},
    {"preset": "five_player_three_deck", "overrides": {"decks": 1}}, {"rules": {}},
]  # fmt: skip


def mutated(values, rng: random.Random):
    """A copy with one, sometimes two or three things replaced, left out, doubled, moved or swapped."""
    values = copy.deepcopy(values)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        holder, key = rng.choice(list(_places(values)))
        change = rng.randrange(8)
        if change < 3:
            holder[key] = copy.deepcopy(rng.choice(WRONG))
        elif change == 3:
            del holder[key]
        elif change == 4:
            holder[key] = copy.deepcopy(_some(values, rng))
        elif change == 5 and isinstance(holder, list):
            holder.insert(key, copy.deepcopy(holder[key]))
        elif change == 6 and isinstance(holder[key], str):
            words = holder[key].split() or [""]
            words[rng.randrange(len(words))] = rng.choice(["", "D2", "SA", "BJ", "LJ", "H5 H5", "x", "1"])
            holder[key] = " ".join(words)
        elif isinstance(holder[key], int) and not isinstance(holder[key], bool):
            holder[key] += rng.choice([-1, 1, 2, 5, 100])
        else:
            other, there = rng.choice(list(_places(values)))
            if other is holder:
                holder[key], other[there] = other[there], holder[key]
        if not list(_places(values)):
            break
    return values


def _places(values):
    """(holder, key) of everything inside."""
    for key in list(values) if isinstance(values, dict) else range(len(values)):
        yield values, key
        if isinstance(values[key], dict | list):
            yield from _places(values[key])


def _some(values, rng: random.Random):
    holder, key = rng.choice(list(_places(values)))
    return holder[key]


def some_games(seed: int, number: int):
    """Games of all presets at states all over their deals, as `number` for each of them."""
    rng = np.random.default_rng(seed)
    for preset in PRESETS:
        for k in range(number):
            game = Game(preset, int(rng.integers(2**32)), levels="random" if k % 2 else None)
            stop = rng.integers(20 + 8 * k, 60 + 60 * k)
            for _ in range(int(stop)):
                if game.done:
                    break
                legal = np.flatnonzero(game.mask())
                if game.phase in ("bid", "raid", "riot") and 54 in legal and rng.random() < 0.5:
                    legal = [54]
                game.step(int(rng.choice(legal)))
            yield game
