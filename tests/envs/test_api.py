"""PettingZoo's own tests, the order of calls, arguments, rendering."""

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper

from envs import EVERY_PRESET, UNAVOIDABLE, play_out, some_tokens, warned
from shengji_env import ShengjiError, shengji_v0
from shengji_env.engine.layout import TOKENS

# ---------------------------------------------------------------- PettingZoo's own tests


@pytest.mark.parametrize("arguments", [{}, {"dtype": "int8", "skip_forced": True}, {"episode": "match"}], ids=str)
def test_api(arguments, capsys):
    assert warned(lambda: api_test(shengji_v0.env(**arguments), num_cycles=500)) == UNAVOIDABLE


@EVERY_PRESET
def test_api_of_every_preset(rules, capsys):
    assert warned(lambda: api_test(shengji_v0.raw_env(rules), num_cycles=200)) == UNAVOIDABLE


def test_api_where_an_illegal_action_terminates(capsys):
    assert warned(lambda: api_test(shengji_v0.env(illegal_action="terminate"), num_cycles=200)) == UNAVOIDABLE


def test_api_inside_pettingzoos_usual_wrappers(capsys):
    """Nothing of theirs is needed, and nothing is in their way."""
    env = shengji_v0.raw_env()
    for wrapper in (lambda inner: TerminateIllegalWrapper(inner, -1), AssertOutOfBoundsWrapper, OrderEnforcingWrapper):
        env = wrapper(env)
    assert warned(lambda: api_test(env, num_cycles=200)) == UNAVOIDABLE


@pytest.mark.parametrize("make", [shengji_v0.env, shengji_v0.raw_env])
def test_seeds(make):
    assert warned(lambda: seed_test(make, num_cycles=500)) == set()


def test_render(capsys):
    assert warned(lambda: render_test(shengji_v0.env)) == set()


# ---------------------------------------------------------------- order of calls


@pytest.mark.parametrize(
    "use",
    [
        lambda env: env.step(0),
        lambda env: env.last(),
        lambda env: env.observe("player_0"),
        lambda env: env.state(),
        lambda env: env.agents,
        lambda env: env.agent_selection,
        lambda env: env.rewards,
        lambda env: next(iter(env.agent_iter())),
        lambda env: env.game(),
        lambda env: env.result,
        lambda env: env.view("player_0"),
        lambda env: env.render(),
    ],
)
def test_reset_comes_first(use):
    with pytest.raises(AttributeError, match="reset"):
        use(shengji_v0.env(render_mode="ansi"))


def test_a_loop_without_step_is_an_error():
    env = shengji_v0.env()
    env.reset(seed=0)
    with pytest.raises(ShengjiError, match="step"):
        for _ in env.agent_iter():
            pass
    for _ in env.agent_iter():  # a new loop may start where the old one broke off
        break


def test_a_step_after_the_end_is_ignored_with_pettingzoos_warning(caplog):
    env = shengji_v0.env()
    env.reset(seed=0)
    play_out(env)
    env.step(None)
    assert "Should reset() first" in caplog.text


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"rules": "six_players"}, "six_players"),
        ({"episode": "round"}, "'deal', 'match'"),
        ({"reward": "money"}, "'levels', 'points', 'win'"),
        ({"illegal_action": "ignore"}, "'raise', 'terminate'"),
        ({"dtype": "float64"}, "'float32', 'int8'"),
        ({"dtype": "cards"}, "'float32', 'int8'"),
        ({"render_mode": "rgb_array"}, "'ansi'"),
        ({"card_order": "suits"}, "'face'"),
        ({"levels": ["2", "3"]}, "5 are needed"),
        ({"levels": ["X"] * 5}, "X"),
    ],
    ids=str,
)
def test_arguments_are_refused_with_what_is_allowed(arguments, said):
    with pytest.raises(ValueError, match=said):
        shengji_v0.env(**arguments)


# ---------------------------------------------------------------- rendering


def test_ansi_is_the_table():
    env = shengji_v0.env(render_mode="ansi")
    env.reset(seed=0)
    some_tokens(env, 0, 30)
    assert env.render() == str(env.game())


def test_human_prints_every_step(capsys):
    env = shengji_v0.env(render_mode="human")
    env.reset(seed=0)
    assert str(env.game()) in capsys.readouterr().out
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    assert str(env.game()) in capsys.readouterr().out
    assert env.render() is None


def test_render_without_a_mode_says_so():
    env = shengji_v0.env()
    env.reset(seed=0)
    with pytest.warns(UserWarning, match="render_mode"):
        assert env.render() is None
    env.close()


def test_its_name():
    env = shengji_v0.env()
    assert str(env) == env.metadata["name"] == "shengji_v0"
    assert env.unwrapped is env
    assert env.action_space("player_0").n == TOKENS
