"""Spaces, observations, masks, and the state."""

import copy
from itertools import pairwise

import numpy as np
import pytest

from envs import EVERY_PRESET, play, some_tokens
from shengji_env import Rules, ShengjiError, observation_blocks, shengji_v0, state_blocks
from shengji_env.engine.layout import TYPES
from shengji_env.states.texts import one_record


@EVERY_PRESET
@pytest.mark.parametrize("dtype", ["float32", "int8"])
def test_observations_are_in_their_space(rules, dtype):
    env = shengji_v0.env(rules, dtype=dtype, levels="random")
    env.reset(seed=5)
    for agent, observation, *_ in play(env, np.random.default_rng(5)):
        assert env.observation_space(agent).contains(observation)
        assert observation["observation"].dtype == dtype
        assert observation["action_mask"].dtype == np.int8
        assert env.state_space.contains(env.state())


def test_dtypes_have_the_same_values():
    exact, small = (shengji_v0.env(dtype=dtype) for dtype in ("float32", np.int8))
    exact.reset(seed=3)
    small.reset(seed=3)
    for turn, other in zip(play(exact, np.random.default_rng(3)), play(small, np.random.default_rng(3)), strict=True):
        assert (turn[1]["observation"] == other[1]["observation"]).all()


def test_spaces_are_the_same_objects():
    env = shengji_v0.env()
    for agent in env.possible_agents:
        assert env.observation_space(agent) is env.observation_space(agent)
        assert env.action_space(agent) is env.action_space(agent)
    assert env.action_space("player_0") is not env.action_space("player_1")  # seeded one by one
    with pytest.raises(ShengjiError, match="player_9"):
        env.observation_space("player_9")


def test_observations_are_fresh_arrays():
    env = shengji_v0.env()
    env.reset(seed=0)
    first, second = env.last()[0], env.last()[0]
    kept = copy.deepcopy(first)
    for name in first:
        second[name][:] = 9
    some_tokens(env, 0, 20)
    assert all((first[name] == kept[name]).all() for name in first)


def test_mask_is_zeros_for_those_not_to_act():
    env = shengji_v0.env()
    env.reset(seed=0)
    for agent, _, _, done, _ in play(env, np.random.default_rng(0)):
        for other in env.agents:
            mask = env.observe(other)["action_mask"]
            assert mask.any() == (other == agent and not done)


def test_several_actions_in_a_row():
    env = shengji_v0.env()
    env.reset(seed=1)
    turns = [agent for agent, *_, token in play(env, np.random.default_rng(1)) if token is not None]
    longest = max(len(run) for run in "".join(str(int(a == b)) for a, b in pairwise(turns)).split("0"))
    assert longest >= 8  # burying, calling and leading


@EVERY_PRESET
def test_observation_blocks_cover_the_observation(rules):
    table = observation_blocks(rules)
    assert len({name for name, *_ in table}) == len(table)
    ends = [0] + [where.stop for _, where, _ in table]
    assert [where.start for _, where, _ in table] == ends[:-1]
    space = shengji_v0.env(rules).observation_space("player_0")
    assert ends[-1] == space["observation"].shape[0]
    assert observation_blocks(Rules.preset(rules)) == table


def test_observation_sizes_hang_on_players_and_decks_only():
    assert observation_blocks("four_player_fixed") == observation_blocks("four_player_joker_bid")


def test_the_state_has_every_card():
    """Hands, what is still to be drawn, the kitty and the cards played: all of both packs."""
    env = shengji_v0.env()
    where = {name: place for name, place, _ in state_blocks(env.rules)}
    env.reset(seed=4)
    for _, _, _, done, _ in play(env, np.random.default_rng(4)):
        state = env.state()
        assert state.dtype == np.float32
        assert state.shape == env.state_space.shape
        rows = [state[where[name]].reshape(-1, 56).sum(axis=0) for name in ("hands", "to_draw", "kitty", "played")]
        assert sum(rows)[:TYPES].tolist() == [2.0] * TYPES
        if not done:
            s = one_record(env.game()._S)
            assert state[where["hands"]].reshape(5, 56).astype(int).tolist() == s.hand[:5].tolist()
            assert state[where["actor"]].argmax() == s.actor
    assert not state[where["actor"]].any()


def test_the_state_knows_hidden_partners():
    env = shengji_v0.env("four_player_seek")
    where = {name: place for name, place, _ in state_blocks(env.rules)}
    hidden = 0
    for seed in range(3):
        env.reset(seed=seed)
        for _, _, _, done, _ in play(env, np.random.default_rng(seed)):
            s = one_record(env.game()._S)
            if done or env.game().phase != "play":
                continue
            side = [bool(int(s.partners) >> seat & 1) or seat == s.declarer for seat in range(4)]
            state = env.state()
            assert state[where["declarer_side"]].tolist() == side
            assert state[where["attackers"]].tolist() == [not member for member in side]
            hidden += s.partners != s.public
    assert hidden > 0
