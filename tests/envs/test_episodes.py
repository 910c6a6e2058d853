"""Resets and seeds; the same game as `Game`, decision by decision; copies."""

import copy
import pickle

import numpy as np
import pytest

from envs import EVERY_PRESET, play, some_tokens
from properties import differences
from shengji_env import Game, Rules, ShengjiError, observation_blocks, shengji_v0
from shengji_env.engine.calls import face_of

# ---------------------------------------------------------------- resets and seeds


def deals(env, number, seed=None) -> list[str]:
    """Positions at the beginning of so many episodes."""
    seen = []
    for k in range(number):
        env.reset(seed=seed if k == 0 else None)
        seen.append(env.game().position())
    return seen


def test_reset_with_a_seed_starts_over():
    env = shengji_v0.env()
    first = deals(env, 3, seed=11)
    assert len(set(first)) == 3
    assert deals(env, 3, seed=11) == first
    assert deals(shengji_v0.env(), 3, seed=11) == first
    assert deals(env, 3, seed=12) != first


def test_reset_goes_on_from_where_it_is():
    """As Game does, whatever was played in between."""
    env, game = shengji_v0.env(), Game(seed=7)
    env.reset(seed=7)
    for count in range(4):
        for *_, token in play(env, np.random.default_rng(count), 5 * count):
            game.step(token)
        env.reset()
        game.reset()
        assert env.game().position() == game.position()


def test_without_any_seed_no_two_are_alike():
    assert deals(shengji_v0.env(), 1) != deals(shengji_v0.env(), 1)


def test_unknown_options_are_ignored():
    env, other = shengji_v0.env(), shengji_v0.env()
    env.reset(seed=0, options={"anything": 1})
    other.reset(seed=0)
    assert env.game().position() == other.game().position()


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "seed"])
def test_a_seed_is_a_whole_number(seed):
    with pytest.raises(ShengjiError, match="seed"):
        shengji_v0.env().reset(seed=seed)


# ---------------------------------------------------------------- equal to Game


@EVERY_PRESET
@pytest.mark.parametrize("arguments", [{}, {"levels": "random"}, {"episode": "match"}, {"skip_forced": True}], ids=str)
def test_equals_game(rules, arguments):
    """Token by token: the same record, mask, observations of every seat and, at the end, position and result."""
    rules = Rules.preset(rules).replace(max_deals=2)
    for seed in range(2):
        env, game = shengji_v0.env(rules, dtype="int8", **arguments), Game(rules, seed, **arguments)
        env.reset(seed=seed)
        for episode in range(2):
            for agent, observation, _, done, token in play(env, np.random.default_rng(seed)):
                if done:
                    continue
                assert agent == f"player_{game.actor}"
                assert observation["action_mask"].tolist() == game.mask().tolist()
                for seat, other in enumerate(env.possible_agents):
                    assert env.observe(other)["observation"].tobytes() == game.view(seat).observation().tobytes()
                assert env._S.tobytes() == game._S.tobytes() or not differences(env._S, game._S)
                game.step(token)
            assert game.done
            assert env.game().position() == game.position()
            assert env.result == game.result
            if episode == 0:
                env.reset()
                game.reset()


def test_skip_forced_asks_for_choices_only():
    env = shengji_v0.env(skip_forced=True)
    env.reset(seed=0)
    for _, observation, _, done, _ in play(env, np.random.default_rng(0)):
        assert done or observation["action_mask"].sum() > 1


@EVERY_PRESET
def test_strength_is_the_same_game_in_other_numbers(rules):
    """Numbered alike, the same tokens lead to the same game; each card block is the other's, reordered."""
    env, face = (shengji_v0.env(rules, card_order=order, dtype="int8") for order in ("strength", "face"))
    where = {name: place for name, place, _ in observation_blocks(rules)}
    reordered = 0
    for seed in range(2):
        env.reset(seed=seed)
        face.reset(seed=seed)
        for agent, observation, *_, done, token in play(env, np.random.default_rng(seed)):
            assert agent == face.agent_selection
            other = face.last()[0]
            for name in ("hand", "picked", "unseen", "last_bid"):
                block, same = (o["observation"][where[name]] for o in (observation, other))
                assert sorted(block) == sorted(same)
                reordered += (block != same).any()
            assert observation["action_mask"].sum() == other["action_mask"].sum()
            rest = slice(where["phase"].start, None)
            assert (observation["observation"][rest] == other["observation"][rest]).all()
            face.step(None if done else face_of(env._S, 0, 1, token))
        assert env.result == face.result
    assert reordered > 100


def test_a_view_is_the_agents():
    env = shengji_v0.env()
    env.reset(seed=0)
    view = env.view("player_3")
    assert view.seat == 3
    assert (view.observation() == env.observe("player_3")["observation"]).all()


# ---------------------------------------------------------------- copies


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("stop", [0, 60, 10**6])
def test_copies_go_on_as_the_original_does(duplicate, stop):
    rules = Rules.preset("five_player_two_deck").replace(max_deals=2)
    env = shengji_v0.env(rules, episode="match", levels="random")
    env.reset(seed=9)
    some_tokens(env, 9, stop)
    env.observation_space("player_0")
    env.action_space("player_0").seed(1)
    other = duplicate(env)
    assert len(pickle.dumps(env)) < 20_000  # no spaces of observations in it
    assert other.action_space("player_0").sample() == env.action_space("player_0").sample()
    for _ in range(2):
        for turn, copied in zip(
            play(env, np.random.default_rng(1)), play(other, np.random.default_rng(1)), strict=True
        ):
            assert turn[0] == copied[0]
            assert turn[2:] == copied[2:]
            assert all((turn[1][name] == copied[1][name]).all() for name in turn[1])
        env.reset()
        other.reset()


def test_a_copy_is_independent():
    env = shengji_v0.env()
    env.reset(seed=0)
    other = copy.deepcopy(env)
    before = env.game().position()
    some_tokens(other, 0, 10)
    assert env.game().position() == before
    assert env.last()[0]["action_mask"].any()


def test_an_environment_can_be_copied_before_its_first_reset():
    env, other = shengji_v0.env(), pickle.loads(pickle.dumps(shengji_v0.env()))
    assert deals(env, 1, seed=1) == deals(other, 1, seed=1)
