"""What a step brings: rewards, dead steps, and what becomes of illegal actions."""

import numpy as np
import pytest
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

from envs import EVERY_PRESET, play, play_out, some_tokens
from shengji_env import IllegalPlay, Rules, shengji_v0
from shengji_env.engine.calls import face_of
from shengji_env.engine.layout import PASS
from shengji_env.states.texts import one_record

# ---------------------------------------------------------------- rewards


@EVERY_PRESET
@pytest.mark.parametrize("reward", ["levels", "points", "win"])
def test_rewards_of_a_deal(rules, reward):
    env = shengji_v0.env(rules, reward=reward, levels="random")
    for seed in range(8):
        env.reset(seed=seed)
        got = play_out(env, seed)
        for seat, value in enumerate(got.values()):
            assert value == pytest.approx(expected(env.result, env.rules, reward, seat))


def expected(result, rules, reward, seat) -> float:
    """What docs/env.md says a deal pays this seat."""
    own = 1 if seat in result.declarer_side else -1
    if reward == "points":
        return own * (rules.threshold(len(result.declarer_side)) - result.points) / rules.step
    value = {"declarer": 1, "attackers": -1, "nobody": 0}[result.side]
    return own * value * (result.steps if reward == "levels" else 1)


@pytest.mark.parametrize("reward", ["levels", "points"])
def test_a_match_pays_after_every_deal(reward):
    rules = Rules.preset("five_player_two_deck").replace(max_deals=3)
    env = shengji_v0.env(rules, episode="match", reward=reward)
    env.reset(seed=2)
    owed, got, deals = np.zeros(5), dict.fromkeys(env.possible_agents, 0.0), 0
    for agent, _, value, _, _ in play(env, np.random.default_rng(2)):
        got[agent] += value
        if one_record(env.game()._S).deals != deals:
            deals += 1
            paid = [expected(env.result, rules, reward, seat) for seat in range(5)]
            assert list(env.rewards.values()) == pytest.approx(paid)
            owed += paid
        else:
            assert not any(env.rewards.values())
    assert deals == 3
    assert list(got.values()) == pytest.approx(owed)


@pytest.mark.parametrize(("levels", "max_deals"), [(["A"] * 5, None), (None, 2)])
def test_win_pays_a_match_at_its_end(levels, max_deals):
    rules = Rules.preset("five_player_two_deck").replace(max_deals=max_deals)
    env = shengji_v0.env(rules, episode="match", reward="win", levels=levels)
    env.reset(seed=0)
    got = play_out(env)
    winners = env.result.match_winners
    assert bool(winners) == (levels is not None)
    assert list(got.values()) == [0.0 if not winners else 1.0 if seat in winners else -1.0 for seat in range(5)]


def test_rewards_are_cleared_by_the_next_step():
    env = shengji_v0.env(Rules.preset("five_player_two_deck").replace(max_deals=2), episode="match", reward="points")
    env.reset(seed=0)
    paid = 0
    for _ in play(env, np.random.default_rng(0)):
        paid += any(env.rewards.values())
    assert paid == 2  # seen once in the middle, once before the first dead step


def test_dead_steps():
    """When all is over every agent takes one last step with None, in order, and finds its last reward."""
    env = shengji_v0.env()
    env.reset(seed=0)
    ends = [(agent, reward, token) for agent, _, reward, done, token in play(env, np.random.default_rng(0)) if done]
    assert [agent for agent, *_ in ends] == env.possible_agents
    assert {token for *_, token in ends} == {None}
    assert env.agents == []
    assert env.num_agents == 0
    assert env.rewards == env.terminations == env.truncations == env.infos == {}


def test_a_dead_step_takes_none_only():
    env = shengji_v0.env()
    env.reset(seed=0)
    rng = np.random.default_rng(0)
    while not any(env.terminations.values()):
        env.step(int(rng.choice(np.flatnonzero(env.last()[0]["action_mask"]))))
    with pytest.raises(IllegalPlay, match="player_0 is done"):
        env.step(PASS)
    assert len(env.agents) == 5


# ---------------------------------------------------------------- illegal actions


@pytest.mark.parametrize("token", [3, -1, 59, 10**30, None, 1.5, "D2"])
def test_an_illegal_action_changes_nothing(token):
    env = shengji_v0.env()
    env.reset(seed=0)
    some_tokens(env, 0, 3)
    agent, before, seen = env.agent_selection, env.game().position(), env.last()
    legal = np.flatnonzero(seen[0]["action_mask"])
    assert token not in legal
    with pytest.raises(IllegalPlay) as refused:
        env.step(token)
    assert str(token) in str(refused.value)
    assert refused.value.rule in str(refused.value)
    assert refused.value.position == before
    assert env.agent_selection == agent
    assert env.game().position() == before
    assert not env.terminations[agent]
    assert (env.last()[0]["observation"] == seen[0]["observation"]).all()
    env.step(legal[0])


def test_an_illegal_action_is_named_by_card_rule_and_position():
    env = shengji_v0.env()
    env.reset(seed=3)
    with pytest.raises(IllegalPlay, match=r"cannot take token 3 \(D5\): D5 is not in.* — deal 1, bid, seat 2$"):
        env.step(3)


def test_an_illegal_action_by_strength_is_named_by_its_card():
    env = shengji_v0.env(card_order="strength")
    env.reset(seed=3)
    some_tokens(env, 3, 40)
    masked = np.flatnonzero(env.last()[0]["action_mask"] == 0)
    illegal, face = next((int(t), f) for t in masked if (f := face_of(env._S, 0, 1, int(t))) != t)
    with pytest.raises(IllegalPlay, match=rf"{illegal} is token {face} by face: cannot take token {face} ") as refused:
        env.step(illegal)
    assert refused.value.position == env.game().position()


@pytest.mark.parametrize("kind", [int, np.int8, np.int32, np.int64, np.uint8, np.array])
def test_tokens_of_any_integer_type(kind):
    env, other = shengji_v0.env(), shengji_v0.env()
    env.reset(seed=0)
    other.reset(seed=0)
    token = int(np.flatnonzero(env.last()[0]["action_mask"])[0])
    env.step(kind(token))
    other.step(token)
    assert env.game().position() == other.game().position()


def test_an_illegal_action_terminates():
    env = shengji_v0.env(illegal_action="terminate")
    env.reset(seed=0)
    some_tokens(env, 0, 3)
    offender = env.agent_selection
    illegal = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])
    env.step(illegal)
    assert all(env.terminations.values())
    assert all(env.truncations.values())
    assert env.rewards == {agent: -1.0 if agent == offender else 0.0 for agent in env.possible_agents}
    ends = list(play(env, np.random.default_rng(0)))
    assert [agent for agent, *_ in ends] == env.possible_agents
    assert all(done and not observation["action_mask"].any() for _, observation, _, done, _ in ends)
    assert {agent: reward for agent, _, reward, _, _ in ends} == {
        agent: -1.0 if agent == offender else 0.0 for agent in env.possible_agents
    }
    env.reset()
    assert not any(env.terminations.values())
    assert env.last()[0]["action_mask"].any()


def test_termination_is_what_pettingzoos_wrapper_does():
    rules = Rules.preset("five_player_two_deck").replace(max_deals=4)
    ours = shengji_v0.env(rules, episode="match", illegal_action="terminate")
    theirs = TerminateIllegalWrapper(shengji_v0.raw_env(rules, episode="match"), illegal_reward=-1)
    logs = []
    for env in (ours, theirs):
        env.reset(seed=6)
        turns, rng = [], np.random.default_rng(6)
        for count, agent in enumerate(env.agent_iter()):
            observation, reward, terminated, truncated, _ = env.last()
            turns.append((agent, reward, terminated, truncated))
            if terminated or truncated:
                env.step(None)
            else:
                env.step(int(rng.choice(np.flatnonzero(observation["action_mask"] == (count != 400)))))
        logs.append(turns)
    assert logs[0] == logs[1]
    assert logs[0][-1][2:] == (True, True)
