"""The Gymnasium faces: one seat to learn, agents at the others."""

import copy
import pickle
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from shengji_env import PRESETS, Game, Rules
from shengji_env.agents import RuleAgent, make_agent
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


def by_hand(seed, agents, seat, order="face"):
    """The learner's decisions of a first deal, as Game plays it: (observations, rewards at the end)."""
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
    return seen, result.steps * sign * (1 if seat in result.declarer_side else -1)


@pytest.mark.parametrize("opponents", OPPONENTS)
@pytest.mark.parametrize("order", ["face", "strength"])
def test_the_game_is_the_one_that_game_plays(opponents, order):
    for seed, seat in ((1, 0), (2, 3), (3, 4)):
        made = OPPONENTS[opponents]()
        each = made if isinstance(made, list) else [made] * 4
        expected, reward = by_hand(seed, [make_agent(one) for one in each], seat, order)
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
        assert observation.any(), "what the learner sees of the end"
        assert not info["action_mask"].any()


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("episode", ["deal", "match"])
def test_rows_of_the_vector_are_single_environments(preset, episode):
    rules = Rules.preset(preset).replace(max_deals=2)
    arguments = {"rules": rules, "opponents": "rule:balanced", "episode": episode, "levels": "random"}
    envs = ShengjiVectorEnv(3, **arguments)
    singles = [ShengjiGymEnv(**arguments) for _ in range(3)]
    observations, infos = envs.reset(seed=5)
    starts = [env.reset(seed=5 + row) for row, env in enumerate(singles)]
    for number in range(120):
        tokens = [token_of(mask, number) for mask in infos["action_mask"]]
        for row in range(3):
            assert np.array_equal(observations[row], starts[row][0])
            assert np.array_equal(infos["action_mask"][row], starts[row][1]["action_mask"])
            assert envs.games.seats[row] == singles[row].seat
        observations, rewards, ends, cuts, infos = envs.step(np.array(tokens))
        assert not cuts.any()
        for row, env in enumerate(singles):
            seen, paid, over, _, info = env.step(tokens[row])
            assert (rewards[row], ends[row]) == (paid, over)
            if over:
                assert np.array_equal(infos["final_obs"][row], seen)
                seen, info = env.reset()
            starts[row] = seen, info


def test_gymnasium_checks_it():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(ShengjiGymEnv(), skip_render_check=True)


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


def test_an_illegal_token_is_answered_as_asked():
    env = ShengjiGymEnv(seat=0)
    _, info = env.reset(seed=1)
    _, paid, over, _, _ = env.step(int(np.argmin(info["action_mask"])))
    assert (paid, over) == (-1.0, True)
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


def test_the_seat_is_drawn_for_each_episode():
    env = ShengjiGymEnv(opponents="random")
    env.reset(seed=0)
    seats = [env.seat] + [env.reset()[0] is not None and env.seat for _ in range(40)]
    assert set(seats) == set(range(5))


def test_copies_and_pickles_go_on_alike():
    env = ShengjiGymEnv(opponents="rule:balanced")
    _, info = env.reset(seed=4)
    for number in range(5):
        _, _, _, _, info = env.step(token_of(info["action_mask"], number))
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        own = copy.deepcopy(env)
        mask = info["action_mask"]
        for number in range(10):
            one, other = own.step(token_of(mask, number)), twin.step(token_of(mask, number))
            assert np.array_equal(one[0], other[0])
            assert one[1:3] == other[1:3]
            mask = one[4]["action_mask"]
            if one[2]:
                break


def test_an_agent_that_answers_what_is_illegal_is_named():
    class Wrong:
        def act(self, view, mask):
            return int(mask.argmin())

    with pytest.raises(IllegalPlay, match="Wrong answers"):
        ShengjiGymEnv(opponents=Wrong()).reset(seed=1)


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
        {"render_mode": "rgb_array"},
    ],
)
def test_wrong_arguments_are_refused_in_words(arguments):
    with pytest.raises(ShengjiError):
        ShengjiGymEnv(**arguments)


def test_render_shows_what_the_learner_may_know():
    env = ShengjiGymEnv(render_mode="ansi", seat=1)
    env.reset(seed=1)
    assert env.render() == str(env.view())
    assert env.view().seat == 1


def test_the_rule_bot_is_asked_for_all_rows_at_once(monkeypatch):
    sizes = []
    answer = RuleAgent.act_states

    def counted(self, T, R):
        sizes.append(len(T))
        return answer(self, T, R)

    monkeypatch.setattr(RuleAgent, "act_states", counted)
    envs = ShengjiVectorEnv(64, opponents="rule:balanced")
    _, infos = envs.reset(seed=0)
    sizes.clear()
    envs.step(infos["action_mask"].argmax(axis=1))
    assert max(sizes) > 16
