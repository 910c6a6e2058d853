"""The AEC environment: PettingZoo's own tests, rewards, turns, illegal actions, resets, and equality with Game."""

import copy
import pickle
import warnings
from itertools import pairwise

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper

from properties import differences
from shengji_env import PRESETS, Game, IllegalPlay, Rules, ShengjiError, observation_blocks, shengji_v0, state_blocks
from shengji_env.engine.layout import PASS, TOKENS, TYPES
from shengji_env.engine.rows import face_of
from shengji_env.state_text import one_record

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


# ---------------------------------------------------------------- PettingZoo's own tests


def warned(check) -> set[str]:
    """The messages of all warnings."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        check()
    return {str(warning.message) for warning in caught}


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


# ---------------------------------------------------------------- spaces and observations


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
    """What the design says a deal pays this seat."""
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
    with pytest.raises(IllegalPlay, match=r"cannot take token 3 \(D5\): D5 is not in the hand.*\(cards.held\).*\{"):
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
        ({"episode": "round"}, "deal, match"),
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


# ---------------------------------------------------------------- levels


def test_no_later_deal_is_within_reach():
    """From A any gain wins the match, and where there is no swing there is no second deal."""
    rules = Rules.preset("five_player_two_deck").replace(start_level="A", level_table="sides")
    with pytest.raises(ShengjiError, match="later deal"):
        shengji_v0.env(rules, levels="random")


def starts(rules, number) -> list:
    """Records of the first decision of so many `levels="random"` episodes."""
    env = shengji_v0.env(rules, levels="random")
    env.reset(seed=0)
    records = []
    for _ in range(number):
        records.append(one_record(env.game()._S).copy())
        env.reset()
    return records


def test_levels_as_given():
    env = shengji_v0.env(levels=["2", "5", "T", "K", "A"])
    env.reset(seed=0)
    assert env.game().levels == ["2", "5", "T", "K", "A"]
    assert one_record(env.game()._S).first
    env.reset()
    assert env.game().levels == ["2", "5", "T", "K", "A"]


def test_partners_levels_are_equal():
    with pytest.raises(ShengjiError, match="partners"):
        shengji_v0.env("four_player_fixed", levels=["2", "3", "4", "3"])
    env = shengji_v0.env("four_player_fixed", levels=["2", "3", "2", "3"])
    env.reset(seed=0)
    assert env.game().levels == ["2", "3", "2", "3"]


RANDOM = {
    **PRESETS,
    "no swing": Rules.preset("five_player_two_deck").replace(level_table="sides"),
    "from K": Rules.preset("five_player_two_deck").replace(start_level="K"),
    "from A": Rules.preset("five_player_two_deck").replace(start_level="A"),
}


@pytest.mark.parametrize("rules", RANDOM.values(), ids=RANDOM)
def test_random_levels_can_be_reached(rules):
    """A later deal: who has just gained is above the start level, a swing only where there are swings, sides as large
    as the rules make them; the last declarer draws first."""
    start, everyone = "23456789TJQKA".index(rules.start_level), (1 << rules.players) - 1
    for s in starts(rules, 300):
        levels = s.levels[: rules.players].tolist()
        assert not s.first
        assert not s.swing or rules.level_table == "swing"
        assert all(0 <= level <= 12 for level in levels)
        if rules.after_ace == "win" and not rules.unbid_demotion:
            assert min(levels) >= start
            gained = 0 if s.swing else int(s.last_winners)
            assert all(level > start for seat, level in enumerate(levels) if gained >> seat & 1)
        if rules.levels == "side":
            assert levels == levels[:2] * (rules.players // 2)
        last, winners = last_declarer(s, rules), int(s.last_winners)
        side = winners if winners >> last & 1 else everyone & ~winners
        assert 1 <= side.bit_count() <= largest_side(rules)
        if rules.partner == "fixed":
            assert side == sum(1 << seat for seat in range(last % 2, rules.players, 2))
        if s.swing:
            assert side != winners
        if rules.succession == "rotate":
            assert s.known_declarer == next_declarer(last, side, bool(winners >> last & 1), rules.players)
        else:
            assert s.known_declarer == -1


def last_declarer(s, rules) -> int:
    """Who declared the deal before: he draws first."""
    return int(s.first_drawer)


def largest_side(rules) -> int:
    """Players on the declarer side at most."""
    return {"fixed": rules.players // 2, "trump_cards": rules.decks}.get(rules.partner, 2)


def next_declarer(last, side, gained, players) -> int:
    """Rules 8: the next seat after the declarer on the side that declares next; a declarer alone stays."""
    order = [(last + k) % players for k in range(1, players + 1)]
    return next(seat for seat in order if (side >> seat & 1) == gained)


@EVERY_PRESET
def test_random_levels_spread(rules):
    """Every level of every seat, every declarer, each outcome: none of them rare."""
    rules = Rules.preset(rules)
    records = starts(rules, 1500)
    for seat in range(rules.players):
        seen = np.bincount([s.levels[seat] for s in records], minlength=13)
        assert seen[0 if rules.after_ace == "wrap" else 1 :].min() > 40
        assert np.mean([s.first_drawer == seat for s in records]) == pytest.approx(1 / rules.players, abs=0.05)
    swings = np.mean([s.swing for s in records])
    assert swings == (pytest.approx(1 / 3, abs=0.05) if rules.level_table == "swing" else 0)
    sizes = {int(s.last_winners).bit_count() for s in records}
    assert len(sizes) >= (1 if rules.partner == "fixed" else 3)


@EVERY_PRESET
def test_random_levels_are_the_same_in_game(rules):
    env = shengji_v0.env(rules, levels="random")
    for seed in range(5):
        env.reset(seed=seed)
        game = Game(rules, seed, levels="random")
        for _ in range(3):
            assert env.game().position() == game.position()
            env.reset()
            game.reset()


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
