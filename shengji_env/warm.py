"""Compile what this package compiles, once, so that nothing waits for it later: ``python -m shengji_env.warm``.

The compiled code lies in numba's cache and serves every later process, until a source or numba changes.
"""

import time

import numpy as np

from .errors import ShengjiError


def warm(players: bool = True) -> float:
    """Play one deal through every compiled path (with `players`: bots and networks too); returns the seconds taken."""
    from . import shengji_v0
    from .game import Game
    from .vector import make_batch

    started = time.perf_counter()
    game = Game("five_player_two_deck", seed=0, skip_forced=True)
    while not game.done:
        game.play(next(game.plays()))
        game.view(0).observation()
    batch = make_batch(2, seed=0)
    batch.step(batch.random_tokens())
    env = shengji_v0.raw_env()
    env.reset(seed=0)
    env.last()
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    if players:
        _warm_players()
    return time.perf_counter() - started


def _warm_players() -> None:
    from .rules import Rules

    try:
        from .training.duel import FastSeat, fast_seat, play_fast
    except ImportError as error:
        raise ShengjiError(f"cannot compile the players: {error}") from error
    from .agents import make_agent

    rule = fast_seat(make_agent("rule:balanced"))
    assert rule is not None
    for _ in play_fast(FastSeat(), rule, Rules.preset("five_player_two_deck"), 1):
        pass


if __name__ == "__main__":
    print(f"compiled in {warm():.0f} s")
