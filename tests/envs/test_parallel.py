"""The parallel environment: PettingZoo's own tests, equality with the AEC environment, those who are not to act."""

import copy
import pickle

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import parallel_api_test, parallel_seed_test

from envs import EVERY_PRESET, warned
from shengji_env import PRESETS, IllegalPlay, Rules, ShengjiError, shengji_v0
from shengji_env.shengji_v0 import NOOP

AGENTS = [f"player_{seat}" for seat in range(5)]


def masks_of(observations, infos) -> dict:
    """Each agent's mask, wherever it stands."""
    return {agent: (infos[agent] or seen)["action_mask"] for agent, seen in observations.items()}


def chosen(masks, rng) -> dict:
    """A random legal action for everybody."""
    return {agent: int(rng.choice(np.flatnonzero(mask))) for agent, mask in masks.items()}


def play(env, rng, stop=None):
    """Random legal actions of everybody for the next episode, or its first `stop` steps; yields the agent whose action
    counted, that action, and what the step returned."""
    masks = masks_of(*env.reset())
    while env.agents and stop != 0:
        actor, actions = env.active_agent, chosen(masks, rng)
        returned = env.step(actions)
        yield actor, actions[actor], returned
        masks = masks_of(returned[0], returned[4])
        stop = None if stop is None else stop - 1


def some_steps(env, seed, number):
    """Play so many random steps of the next episode."""
    for _ in play(env, np.random.default_rng(seed), number):
        pass


# ---------------------------------------------------------------- PettingZoo's own tests


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"dtype": "int8", "skip_forced": True},
        {"episode": "match"},
        {"illegal_action": "raise"},
        {"mask_in_info": True},
    ],
    ids=str,
)
def test_api(arguments, capsys):
    assert warned(lambda: parallel_api_test(shengji_v0.parallel_env(**arguments), num_cycles=500)) == set()


@EVERY_PRESET
def test_api_of_every_preset(rules, capsys):
    assert warned(lambda: parallel_api_test(shengji_v0.parallel_env(rules), num_cycles=300)) == set()


@pytest.mark.parametrize("mask_in_info", [False, True])
def test_seeds(mask_in_info):
    make = lambda: shengji_v0.parallel_env(mask_in_info=mask_in_info)  # noqa: E731
    assert warned(lambda: parallel_seed_test(make, num_cycles=500)) == set()


@pytest.mark.skipif(not hasattr(pettingzoo, "make"), reason="PettingZoo has a registry from 1.27 on")
@pytest.mark.parametrize(("kind", "cls"), [("aec", shengji_v0.env), ("parallel", shengji_v0.parallel_env)])
@pytest.mark.parametrize("name", ["shengji_env/Shengji-v0", "shengji_env/Shengji_v0", "shengji_env/Shengji"])
def test_pettingzoo_makes_it_by_name(kind, cls, name):
    env = pettingzoo.make(kind, name, rules="four_player_fixed", dtype="int8")
    assert type(env) is cls
    assert env.rules == PRESETS["four_player_fixed"]
    assert pettingzoo.spec(kind, name).id == "shengji_env/Shengji-v0"


# ---------------------------------------------------------------- equal to the AEC environment


@EVERY_PRESET
@pytest.mark.parametrize(
    "arguments",
    [
        {"dtype": "int8", "levels": "random"},
        {"episode": "match", "reward": "points"},
        {"skip_forced": True, "card_order": "strength", "reward": "win"},
    ],
    ids=str,
)
def test_equals_the_aec_environment(rules, arguments):
    """Decision by decision and byte by byte: who acts, every observation and mask, rewards, ends, the state."""
    rules = Rules.preset(rules).replace(max_deals=2)
    aec, env = shengji_v0.env(rules, **arguments), shengji_v0.parallel_env(rules, **arguments)
    rng = np.random.default_rng(3)
    for episode in range(2):
        seed = 3 if episode == 0 else None
        aec.reset(seed=seed)
        observations, infos = env.reset(seed=seed)
        while env.agents:
            assert env.active_agent == aec.agent_selection
            same_seen(aec, observations)
            actions = chosen(masks_of(observations, infos), rng)
            aec.step(actions[aec.agent_selection])
            observations, rewards, terminations, truncations, infos = env.step(actions)
            assert (rewards, terminations, truncations) == (aec.rewards, aec.terminations, aec.truncations)
            assert env.state().tobytes() == aec.state().tobytes()
        same_seen(aec, observations)
        assert all(aec.terminations.values())
        assert env.result == aec.result
        assert env.game().position() == aec.game().position()


def same_seen(aec, observations):
    """Everybody sees the same; the masks are the same tokens, and NOOP for those with none."""
    for agent in aec.possible_agents:
        expected, seen = aec.observe(agent), observations[agent]
        assert seen["observation"].dtype == expected["observation"].dtype
        assert seen["observation"].tobytes() == expected["observation"].tobytes()
        assert seen["action_mask"].tolist() == [*expected["action_mask"], int(not expected["action_mask"].any())]


@pytest.mark.parametrize("episode", ["deal", "match"])
def test_returns_add_up_to_what_the_aec_environment_pays(episode):
    rules = Rules.preset("five_player_two_deck").replace(max_deals=3)
    arguments = {"rules": rules, "episode": episode, "reward": "points", "levels": "random"}
    aec, env = shengji_v0.env(**arguments), shengji_v0.parallel_env(**arguments)
    aec.reset(seed=8)
    aec.reset()
    env.reset(seed=8)
    got, paid = dict.fromkeys(AGENTS, 0.0), dict.fromkeys(AGENTS, 0.0)
    for actor, action, (_, rewards, *_) in play(env, np.random.default_rng(0)):
        assert aec.agent_selection == actor
        paid[actor] += aec.last()[1]
        aec.step(action)
        got = {agent: got[agent] + rewards[agent] for agent in AGENTS}
    for agent in aec.agent_iter():
        paid[agent] += aec.last()[1]
        aec.step(None)
    assert got == pytest.approx(paid)
    assert any(got.values())


# ---------------------------------------------------------------- who acts, what is legal


@EVERY_PRESET
@pytest.mark.parametrize("mask_in_info", [False, True])
def test_observations_are_in_their_space(rules, mask_in_info):
    env = shengji_v0.parallel_env(rules, mask_in_info=mask_in_info, levels="random")
    env.reset(seed=1)
    for _, _, (observations, *_, infos) in play(env, np.random.default_rng(1)):
        assert list(observations) == list(infos) == env.possible_agents
        for agent, seen in observations.items():
            assert env.observation_space(agent).contains(seen)
        assert env.state_space.contains(env.state())


def test_only_the_active_agent_has_tokens():
    """The others have NOOP and nothing else, after the last step everybody."""
    env = shengji_v0.parallel_env()
    env.reset(seed=2)
    steps = 0
    for _, _, (observations, *_, infos) in play(env, np.random.default_rng(2)):
        steps += 1
        for agent, mask in masks_of(observations, infos).items():
            assert mask.dtype == np.int8
            assert mask.shape == (NOOP + 1,)
            if agent == env.active_agent:
                assert not mask[NOOP]
                assert mask[:NOOP].any()
            else:
                assert np.flatnonzero(mask).tolist() == [NOOP]
    assert steps > 100
    assert env.active_agent is None
    assert env.agents == []


def test_masks_in_info_are_those_of_the_observations():
    plain, env = shengji_v0.parallel_env(), shengji_v0.parallel_env(mask_in_info=True)
    for one in (plain, env):
        one.reset(seed=4)
    for step, other in zip(play(plain, np.random.default_rng(4)), play(env, np.random.default_rng(4)), strict=True):
        assert step[:2] == other[:2]
        for agent in AGENTS:
            seen, info = step[2][0][agent], step[2][4][agent]
            assert info == {}
            assert (other[2][0][agent] == seen["observation"]).all()
            assert (other[2][4][agent]["action_mask"] == seen["action_mask"]).all()


@pytest.mark.parametrize("sent", [NOOP, 0, -7, None, "tea", np.nan])
def test_what_the_others_send_is_ignored(sent):
    env, other = shengji_v0.parallel_env(illegal_action="raise"), shengji_v0.parallel_env()
    observations, infos = env.reset(seed=5)
    other.reset(seed=5)
    rng = np.random.default_rng(5)
    for _ in range(60):
        action = chosen(masks_of(observations, infos), rng)[env.active_agent]
        alone = {env.active_agent: action}
        observations, *_, infos = env.step({**dict.fromkeys(AGENTS, sent), **alone})
        other.step(alone)
        assert env.game().position() == other.game().position()


@pytest.mark.parametrize("kind", [np.int8, np.int64, np.array])
def test_tokens_of_any_integer_type(kind):
    env, other = shengji_v0.parallel_env(), shengji_v0.parallel_env()
    actions = chosen(masks_of(*env.reset(seed=0)), np.random.default_rng(0))
    other.reset(seed=0)
    env.step({agent: kind(action) for agent, action in actions.items()})
    other.step(actions)
    assert env.game().position() == other.game().position()


# ---------------------------------------------------------------- illegal actions


@pytest.mark.parametrize("mask_in_info", [False, True])
@pytest.mark.parametrize("illegal", [3, NOOP, np.int64(NOOP)])
def test_an_illegal_action_ends_the_game(illegal, mask_in_info):
    """By default: the offender gets -1, the others 0, and all are terminated and truncated."""
    env = shengji_v0.parallel_env(mask_in_info=mask_in_info)
    env.reset(seed=3)
    offender = env.active_agent
    sent = {**dict.fromkeys(AGENTS, NOOP), offender: illegal}
    observations, rewards, terminations, truncations, infos = env.step(sent)
    assert rewards == {agent: -1.0 if agent == offender else 0.0 for agent in AGENTS}
    assert terminations == truncations == dict.fromkeys(AGENTS, True)
    assert env.agents == []
    masks = masks_of(observations, infos)
    assert list(masks) == AGENTS
    assert all(np.flatnonzero(mask).tolist() == [NOOP] for mask in masks.values())
    env.reset()
    assert env.agents == AGENTS


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        (3, r"cannot take token 3 \(D5\): D5 is not in the hand"),
        (NOOP, r"cannot take NOOP \(59\): player_\d is to act"),
        (60, r"token 60: a whole number 0\.\.59"),
        (-1, "token -1: a whole number"),
        (None, "token None: a whole number"),
        (1.0, "token 1.0: a whole number"),
    ],
)
def test_an_illegal_action_changes_nothing(sent, said):
    env = shengji_v0.parallel_env(illegal_action="raise")
    observations, infos = env.reset(seed=3)
    before, actor = env.game().position(), env.active_agent
    with pytest.raises(IllegalPlay, match=said) as refused:
        env.step({actor: sent})
    assert refused.value.position == before
    assert env.game().position() == before
    assert env.active_agent == actor
    env.step(chosen(masks_of(observations, infos), np.random.default_rng(0)))
    assert env.agents == AGENTS


@pytest.mark.parametrize("sent", [60, -1, None, 1.0, "D2"])
def test_what_no_policy_samples_is_an_error_always(sent):
    env = shengji_v0.parallel_env()
    env.reset(seed=3)
    before = env.game().position()
    with pytest.raises(IllegalPlay):
        env.step({env.active_agent: sent})
    assert env.game().position() == before
    assert env.agents == AGENTS


@pytest.mark.parametrize("actions", [{}, {"player_9": 3}, [3] * 5, 3, None], ids=str)
def test_actions_without_the_active_agents_are_refused(actions):
    env = shengji_v0.parallel_env()
    env.reset(seed=3)
    with pytest.raises(ShengjiError, match=f"with the action of {env.active_agent}"):
        env.step(actions)
    assert env.agents == AGENTS


# ---------------------------------------------------------------- order of calls, resets, copies


@pytest.mark.parametrize(
    "use",
    [
        lambda env: env.step({}),
        lambda env: env.agents,
        lambda env: env.active_agent,
        lambda env: env.state(),
        lambda env: env.game(),
        lambda env: env.view("player_0"),
        lambda env: env.result,
        lambda env: env.render(),
    ],
)
def test_reset_comes_first(use):
    with pytest.raises(AttributeError, match="reset"):
        use(shengji_v0.parallel_env(render_mode="ansi"))


def test_a_step_after_the_end_is_ignored_with_pettingzoos_warning(caplog):
    env = shengji_v0.parallel_env()
    env.reset(seed=0)
    some_steps(env, 0, None)
    assert env.step({}) == ({}, {}, {}, {}, {})
    assert "Should reset() first" in caplog.text


def test_spaces_are_the_same_objects():
    env = shengji_v0.parallel_env()
    for agent in env.possible_agents:
        assert env.observation_space(agent) is env.observation_space(agent)
        assert env.action_space(agent) is env.action_space(agent)
        assert env.action_space(agent).n == NOOP + 1
    assert env.action_space("player_0") is not env.action_space("player_1")
    with pytest.raises(ShengjiError, match="player_9"):
        env.action_space("player_9")


def test_observations_are_fresh_arrays():
    env = shengji_v0.parallel_env()
    observations, _ = env.reset(seed=0)
    kept = copy.deepcopy(observations)
    for _, _, (later, *_) in play(env, np.random.default_rng(0), 20):
        for seen in later.values():
            seen["observation"][:], seen["action_mask"][:] = 9, 9
            break
    assert all((observations[a][name] == kept[a][name]).all() for a in kept for name in kept[a])


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("stop", [0, 60, None])
def test_copies_go_on_as_the_original_does(duplicate, stop):
    env = shengji_v0.parallel_env(levels="random")
    env.reset(seed=9)
    some_steps(env, 9, stop)
    env.observation_space("player_0")
    env.action_space("player_0").seed(1)
    other = duplicate(env)
    assert len(pickle.dumps(env)) < 20_000  # no spaces of observations in it
    assert other.agents == env.agents
    assert other.action_space("player_0").sample() == env.action_space("player_0").sample()
    before = other.game().position()
    some_steps(env, 1, None)
    assert other.game().position() == before
    some_steps(other, 1, None)
    assert other.game().position() == env.game().position()


def test_unknown_arguments_and_values_are_refused():
    with pytest.raises(TypeError, match="masks_in_info"):
        shengji_v0.parallel_env(masks_in_info=True)
    with pytest.raises(ShengjiError, match="'raise', 'terminate'"):
        shengji_v0.parallel_env(illegal_action="ignore")


def test_ansi_is_the_table():
    env = shengji_v0.parallel_env(render_mode="ansi")
    env.reset(seed=0)
    some_steps(env, 0, 30)
    assert env.render() == str(env.game())
    assert env.render_mode == "ansi"


def test_human_prints_every_step(capsys):
    env = shengji_v0.parallel_env(render_mode="human")
    observations, infos = env.reset(seed=0)
    assert str(env.game()) in capsys.readouterr().out
    env.step(chosen(masks_of(observations, infos), np.random.default_rng(0)))
    assert str(env.game()) in capsys.readouterr().out


def test_a_view_is_the_agents():
    env = shengji_v0.parallel_env()
    observations, _ = env.reset(seed=0)
    assert (env.view("player_3").observation() == observations["player_3"]["observation"]).all()


def test_its_name():
    env = shengji_v0.parallel_env()
    assert str(env) == env.metadata["name"] == "shengji_v0"
    assert env.unwrapped is env
