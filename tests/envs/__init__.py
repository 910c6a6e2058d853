"""The AEC environment; what its tests share: how they play."""

import warnings

import numpy as np
import pytest

from shengji_env import PRESETS

UNAVOIDABLE = {  # PettingZoo has the names of its own environments with Dict observations built in
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
}
EVERY_PRESET = pytest.mark.parametrize("rules", PRESETS)


def play(env, rng, stop=None):
    """Random legal tokens until the episode is over, or `stop` of them; yields what `last()` said before each step,
    with the agent and the token, the last steps with None included."""
    for count, agent in enumerate(env.agent_iter()):
        if count == stop:
            return
        observation, reward, terminated, truncated, _ = env.last()
        done = terminated or truncated
        token = None if done else int(rng.choice(np.flatnonzero(observation["action_mask"])))
        yield agent, observation, reward, done, token
        env.step(token)


def play_out(env, seed=0) -> dict:
    """What each agent got in a random episode, by `last()`."""
    got = dict.fromkeys(env.possible_agents, 0.0)
    for agent, _, reward, _, _ in play(env, np.random.default_rng(seed)):
        got[agent] += reward
    return got


def some_tokens(env, seed, number):
    """Play so many random tokens."""
    for _ in play(env, np.random.default_rng(seed), number):
        pass


def warned(check) -> set[str]:
    """The messages of all warnings."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        check()
    return {str(warning.message) for warning in caught}
