"""``shengji warm``, ``python -m shengji_env.commands.warm``: compile all there is, once, so that nothing waits later.

The compiled code lies in numba's cache and serves every later process, until a source or numba changes.
"""

import importlib.util
import time

import numpy as np

from shengji_env.rules.rules import Rules

RULES = "five_player_two_deck"


def warm(players: bool = True) -> float:
    """Go once through everything compiled (with `players`: bots, networks and, where PyTorch is installed, training's
    loops too); returns the seconds it took."""
    started = time.perf_counter()
    _warm_games()
    if players:
        _warm_players()
        if importlib.util.find_spec("sb3_contrib"):
            _warm_training()
    return time.perf_counter() - started


def _warm_games() -> None:
    from shengji_env import shengji_v0
    from shengji_env.envs.batch import make_batch
    from shengji_env.game.game import Game

    game = Game(RULES, seed=0, skip_forced=True)
    while not game.done:
        game.play(next(game.plays()))
        game.view(0).observation()
    batch = make_batch(2, seed=0)
    batch.step(batch.random_tokens())
    batch.redeal_unseen(0, seat=0, rng=0)
    env = shengji_v0.raw_env()
    env.reset(seed=0)
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))


def _warm_players() -> None:
    from shengji_env.agents import make_agent
    from shengji_env.gym import ShengjiGymEnv
    from shengji_env.training.duel import play_duel

    play_duel("rule:balanced", "random", RULES, 1)
    env, bot = ShengjiGymEnv(RULES), make_agent("rule:balanced")
    env.reset(seed=0)
    env.step(env.game().act_with(bot))


def _warm_training() -> None:
    from shengji_env.agents.rule.personality import BALANCED, personality
    from shengji_env.engine.layout import TOKENS
    from shengji_env.envs.spaces import observation_size
    from shengji_env.training.clone import Recorder
    from shengji_env.training.opponents import Pool
    from shengji_env.training.self_play import SelfPlayVecEnv

    bots, rules = personality(BALANCED), Rules.preset(RULES)
    size = observation_size(rules)
    env = SelfPlayVecEnv(1, Pool([(np.zeros((TOKENS, size), np.float32), np.zeros(TOKENS, np.float32))], bots), rules)
    env.reset()
    env.step(env.action_masks().argmax(1))
    Recorder(rules, bots, 0, 0.0, 0, "strength").bundle(0)


if __name__ == "__main__":
    print(f"compiled in {warm():.0f} s")
