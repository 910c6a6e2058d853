"""The Gymnasium faces: one seat to learn, agents at the others."""

import copy
import pickle
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from shengji_env import PRESETS, Game, Rules
from shengji_env.agents import RuleAgent, make_agent
from shengji_env.envs.spaces import observation_size
from shengji_env.errors import IllegalPlay, ShengjiError
from shengji_env.gym import ShengjiGymEnv, ShengjiVectorEnv

ID = "shengji_env/Shengji-v0"


class Lowest:
    """Asked decision by decision."""

    def act(self, view, mask):
        return int(mask.argmax())


class LowestBatch(Lowest):
    """Asked for many decisions at once, in either card order."""

    def __init__(self, card_order):
        self.card_order = card_order

    def act(self, view, mask):
        tokens = view.tokens(self.card_order)
        return int(tokens[mask[tokens].argmax()])

    def act_batch(self, observations, masks):
        assert observations.dtype == np.int8
        return masks.argmax(axis=1)


OPPONENTS = {
    "rule": lambda: "rule:balanced",
    "views": Lowest,
    "batch": lambda: LowestBatch("face"),
    "strength": lambda: LowestBatch("strength"),
    "four": lambda: ["rule:balanced", Lowest(), "rule:balanced", LowestBatch("strength")],
}


def token_of(mask, number):
    """A legal token, another one with every number."""
    legal = np.flatnonzero(mask)
    return int(legal[number * 7919 % len(legal)])


def play_to_the_end(env, info):
    """Take the first legal token as long as the episode lasts."""
    over = False
    while not over:
        _, _, over, _, info = env.step(info["action_mask"].argmax())


def by_hand(seed, agents, seat, order="face"):
    """A first deal as Game plays it: (what the learner saw at his decisions, his reward, the game)."""
    game = Game(seed=seed)
    seen, number = [], 0
    while not game.done:
        view = game.view(game.actor)
        if game.actor != seat:
            game.step(agents[(game.actor - seat - 1) % game.players].act(view, game.mask()))
            continue
        tokens = view.tokens(order)
        seen.append(view.observation(order))
        game.step(int(tokens[token_of(game.mask()[tokens], number)]))
        number += 1
    result = game.result
    sign = {"declarer": 1, "attackers": -1, "nobody": 0}[result.side]
    return seen, result.steps * sign * (1 if seat in result.declarer_side else -1), game


@pytest.mark.parametrize("opponents", OPPONENTS)
@pytest.mark.parametrize("order", ["face", "strength"])
def test_the_game_is_the_one_that_game_plays(opponents, order):
    for seed, seat in ((1, 0), (2, 3), (3, 4)):
        made = OPPONENTS[opponents]()
        each = made if isinstance(made, list) else [made] * 4
        expected, reward, game = by_hand(seed, [make_agent(one) for one in each], seat, order)
        env = ShengjiGymEnv(opponents=made, seat=seat, illegal_action="raise", dtype="int8", card_order=order)
        observation, info = env.reset(seed=seed)
        total, over, number = 0.0, False, 0
        while not over:
            assert np.array_equal(observation, expected[number])
            token = token_of(info["action_mask"], number)
            observation, paid, over, cut, info = env.step(token)
            assert not cut
            total += paid
            number += 1
        assert number == len(expected)
        assert total == reward
        assert env.seat == seat
        assert (env.game().position(), env.result) == (game.position(), game.result)
        assert observation.any(), "what the learner sees of the end"
        assert not info["action_mask"].any()


def assert_same(one, other):
    """Two dicts of arrays, as Gymnasium gathers what single environments say."""
    assert one.keys() == other.keys()
    for name, value in one.items():
        if isinstance(value, dict):
            assert_same(value, other[name])
        elif value.dtype == object:
            assert all(np.array_equal(a, b) for a, b in zip(value, other[name], strict=True))
        else:
            assert value.dtype == other[name].dtype
            assert np.array_equal(value, other[name])


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("episode", ["deal", "match"])
def test_the_vector_is_gymnasiums_own_of_single_environments(preset, episode):
    rules = Rules.preset(preset).replace(max_deals=2)
    arguments = {"rules": rules, "opponents": "rule:balanced", "episode": episode, "levels": "random"}
    vectors = [
        ShengjiVectorEnv(3, **arguments),
        SyncVectorEnv([lambda: ShengjiGymEnv(**arguments)] * 3, autoreset_mode=AutoresetMode.SAME_STEP),
    ]
    assert vectors[0].metadata["autoreset_mode"] == vectors[1].metadata["autoreset_mode"]
    (seen, infos), (their_seen, their_infos) = (envs.reset(seed=5) for envs in vectors)
    for number in range(120):
        assert_same({**infos, "seen": seen}, {**their_infos, "seen": their_seen})
        tokens = np.array([token_of(mask, number) for mask in infos["action_mask"]])
        if number % 50 == 40:
            tokens[1] = infos["action_mask"][1].argmin()  # not legal
        answers = [envs.step(tokens) for envs in vectors]
        for ours, theirs in zip(answers[0][1:4], answers[1][1:4], strict=True):
            assert ours.dtype == theirs.dtype
            assert np.array_equal(ours, theirs)
        (seen, *_, infos), (their_seen, *_, their_infos) = answers


def test_gymnasium_checks_it(capsys):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(ID).unwrapped)
    assert capsys.readouterr().out, 'it has tried render_mode="human"'


def test_stable_baselines_checks_it():
    checker = pytest.importorskip("stable_baselines3.common.env_checker")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        checker.check_env(ShengjiGymEnv())


def test_made_by_id_with_masks_through_the_wrappers():
    env = gymnasium.make(ID, rules="four_player_fixed", opponents="random", seat=2)
    _, info = env.reset(seed=1)
    masks = env.get_wrapper_attr("action_masks")()
    assert masks.dtype == bool
    assert np.array_equal(masks, info["action_mask"] != 0)
    assert env.unwrapped.seat == 2
    envs = gymnasium.make_vec(ID, 4, vectorization_mode="vector_entry_point", opponents="random")
    observations, _ = envs.reset(seed=[3, 4, 9, None])
    assert envs.observation_space.contains(observations)
    assert envs.action_masks().any(axis=1).all()


def test_maskable_ppo_learns_on_it():
    contrib = pytest.importorskip("sb3_contrib")
    from shengji_env.training.seat_vec import SeatVecEnv

    envs = SeatVecEnv(4, opponents="rule:balanced", levels="random")
    model = contrib.MaskablePPO("MlpPolicy", envs, n_steps=16, batch_size=32, n_epochs=1, seed=0)
    model.learn(128)
    assert model.num_timesteps == 128


def test_the_sb3_vector_plays_the_games_of_its_seed():
    pytest.importorskip("stable_baselines3")
    from shengji_env.training.seat_vec import SeatVecEnv

    opponents = ["random", Lowest(), "rule:balanced", "random"]
    envs = [SeatVecEnv(4, opponents=opponents, seed=3) for _ in range(2)]
    observations = [one.reset() for one in envs]
    assert np.array_equal(*observations)
    assert np.array_equal(observations[0], ShengjiVectorEnv(4, opponents=opponents, dtype="int8").reset(seed=3)[0])
    ended = 0
    for number in range(150):
        masks = np.stack(envs[0].env_method("action_masks"))
        answers = [one.step(np.array([token_of(mask, number) for mask in masks])) for one in envs]
        for ours, theirs in zip(answers[0][:3], answers[1][:3], strict=True):
            assert np.array_equal(ours, theirs)
        for done, info in zip(answers[0][2], answers[0][3], strict=True):
            assert done == ("terminal_observation" in info)
            ended += done
    assert ended
    assert envs[0].env_method("seat_opponents", "random") == [None] * 4


def test_an_illegal_token_is_answered_as_asked():
    env = ShengjiGymEnv(seat=0)
    _, info = env.reset(seed=1)
    _, paid, over, _, _ = env.step(int(np.argmin(info["action_mask"])))
    assert (paid, over) == (-1.0, True)
    assert not env.game().done
    with pytest.raises(ShengjiError, match="reset"):
        env.step(0)
    strict = ShengjiVectorEnv(2, seat=0, illegal_action="raise")
    _, infos = strict.reset(seed=1)
    before = strict.games.batch._S.tobytes()
    with pytest.raises(IllegalPlay, match="row 0"):
        strict.step(infos["action_mask"].argmin(axis=1))
    assert strict.games.batch._S.tobytes() == before


def test_only_the_row_of_an_illegal_token_ends():
    envs = ShengjiVectorEnv(2, seat=0)
    _, infos = envs.reset(seed=1)
    tokens = infos["action_mask"].argmax(axis=1)
    tokens[1] = infos["action_mask"][1].argmin()
    _, rewards, ends, _, infos = envs.step(tokens)
    assert rewards.tolist() == [0, -1]
    assert ends.tolist() == [False, True]
    assert infos["_final_obs"].tolist() == [False, True]


@pytest.mark.parametrize("token", [-1, 59, 1.0, "PASS", None])
def test_what_is_no_token_ends_nothing(token):
    env, envs = ShengjiGymEnv(), ShengjiVectorEnv(2)
    env.reset(seed=1)
    envs.reset(seed=1)
    position = env.game().position()
    with pytest.raises(ShengjiError):
        env.step(token)
    with pytest.raises(ShengjiError):
        envs.step([token] * 2)
    assert env.game().position() == envs.games.batch.game(0).position() == position


def test_the_seat_is_drawn_for_each_episode():
    env = ShengjiGymEnv(opponents="random")
    env.reset(seed=0)
    seats = [env.seat] + [env.reset()[0] is not None and env.seat for _ in range(40)]
    assert set(seats) == set(range(5))


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda envs: pickle.loads(pickle.dumps(envs))])
def test_copies_go_on_as_the_original(copied):
    envs = ShengjiVectorEnv(3, opponents="random", levels="random")
    _, infos = envs.reset(seed=4)
    twin = copied(envs)
    for number in range(100):
        tokens = [token_of(mask, number) for mask in infos["action_mask"]]
        (seen, paid, over, _, infos), (its_seen, its_paid, its_over, _, its_infos) = (
            envs.step(tokens),
            twin.step(tokens),
        )
        assert np.array_equal(seen, its_seen)
        assert (paid.tolist(), over.tolist()) == (its_paid.tolist(), its_over.tolist())
        assert_same(infos, its_infos)


def test_an_agent_that_answers_what_is_illegal_is_named():
    class Wrong:
        def act(self, view, mask):
            return int(mask.argmin())

    env = ShengjiGymEnv(opponents="rule:balanced", seat=0)
    _, info = env.reset(seed=1)
    env.seat_opponents(Wrong())
    with pytest.raises(IllegalPlay, match=r"agent Wrong at seat . .* answers"):
        play_to_the_end(env, info)
    with pytest.raises(ShengjiError, match=r"reset\(\)"):
        env.step(0)
    env.seat_opponents("rule:balanced")
    assert env.reset(seed=1)[1]["action_mask"].any()


def test_a_seed_is_for_agents_too_and_no_two_draw_alike():
    class Seeded(Lowest):
        def reset(self, seed=None):
            self.seed = seed

    agents = [Seeded() for _ in range(4)]
    env = ShengjiGymEnv(opponents=agents)
    env.reset(seed=7)
    first = [agent.seed for agent in agents]
    assert len(set(first)) == 4
    env.reset(seed=8)
    assert not set(first) & {agent.seed for agent in agents}


def test_nothing_is_there_before_the_first_reset():
    env = ShengjiGymEnv(render_mode="ansi")
    for asked in (env.action_masks, env.game, env.view, env.render, lambda: env.seat, lambda: env.step(0)):
        with pytest.raises(ShengjiError, match=r"reset\(\)"):
            asked()
    with pytest.raises(ShengjiError, match=r"reset\(\)"):
        ShengjiVectorEnv(2).step([0, 0])


@pytest.mark.parametrize(
    "arguments",
    [
        {"seat": 5},
        {"seat": "north"},
        {"opponents": ["random"]},
        {"opponents": "rule:balnced"},
        {"opponents": 3},
        {"illegal_action": "ignore"},
        {"dtype": "float64"},
        {"card_odrer": "face"},
        {"threads": 0},
        {"render_mode": "rgb_array"},
    ],
)
def test_wrong_arguments_are_refused_in_words(arguments):
    with pytest.raises(ShengjiError):
        ShengjiGymEnv(**arguments)


def test_an_agent_for_another_table_is_refused_when_it_sits_down(tmp_path):
    from shengji_env.agents import CheckpointAgent
    from shengji_env.agents.checkpoint import make_card, save_checkpoint

    size = observation_size("four_player_fixed")
    layers = {"layers.0.weight": np.zeros((59, size), np.float32), "layers.0.bias": np.zeros(59, np.float32)}
    agent = CheckpointAgent(
        save_checkpoint(tmp_path / "four", layers, make_card(Rules.preset("four_player_fixed"), [], card_order="face"))
    )
    ShengjiGymEnv("four_player_fixed", opponents=agent).reset(seed=1)
    with pytest.raises(ShengjiError, match="trained for 4 players"):
        ShengjiGymEnv("five_player_two_deck", opponents=agent)


def test_render_shows_what_the_learner_may_know():
    env = ShengjiGymEnv(render_mode="ansi", seat=1)
    env.reset(seed=1)
    assert env.render() == str(env.view())
    assert env.view().seat == 1


def test_who_answers_many_decisions_is_asked_for_all_rows_at_once():
    sizes = []

    class Counted(RuleAgent):
        """The rule bot, asked from outside."""

        def act_states(self, T, R):
            sizes.append(len(T))
            return super().act_states(T, R)

    envs = ShengjiVectorEnv(64, opponents=Counted())
    _, infos = envs.reset(seed=0)
    sizes.clear()
    envs.step(infos["action_mask"].argmax(axis=1))
    assert max(sizes) > 16


def test_threads_change_nothing():
    made = [ShengjiVectorEnv(7, opponents=["rule:balanced", "random"] * 2, threads=threads) for threads in (1, 3)]
    seen = [envs.reset(seed=5)[0] for envs in made]
    for _ in range(40):
        assert (seen[0] == seen[1]).all()
        masks = made[0].action_masks()
        seen = [envs.step(masks.argmax(axis=1))[0] for envs in made]
