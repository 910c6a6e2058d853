"""RLlib: PPO for the learner of a league, on runners that step batches."""

import os

import numpy as np
import pytest

from integration.recipes import adapter_plays, learn_and_play, losses, run_recipe
from shengji_env import ShengjiError

pytest.importorskip("ray.rllib")

LEARN = ("--round", 512, "--batch", 256, "--games", 16, "--snapshot", 2)


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Of a run that wrote checkpoints: (its folder for them, the last)."""
    folder = tmp_path_factory.mktemp("rllib")
    learn_and_play("rllib_ppo", folder, 2000, *LEARN, "--storage", folder / "storage")
    return folder / "storage", max((folder / "storage").iterdir())


@pytest.fixture(scope="module")
def algorithm():
    """A new one, all in this process."""
    import ray
    import torch

    from shengji_env.training.recipes.rllib_ppo import Arguments, configure

    torch.set_num_threads(1)
    ray.init(address="local", log_to_driver=False)
    made = configure(Arguments(games=16, round=512, batch=256)).build_algo()
    yield made
    made.stop()
    ray.shutdown()


@pytest.mark.timeout(600)
def test_it_learns_and_plays_and_keeps_one_checkpoint(run):
    storage, last = run
    assert [path.name for path in storage.iterdir()] == ["checkpoint-000004"]
    assert (last / "policy.safetensors").exists()


def test_the_adapter_plays(run):
    import torch
    from ray.rllib.core.rl_module import RLModule

    module = RLModule.from_checkpoint(run[1] / "learner_group" / "learner" / "rl_module" / "learner")
    adapter_plays("rllib", torch=torch, module=module)


def test_a_run_does_not_go_on_under_other_rules(run):
    from shengji_env.training.recipes.rllib_ppo import Arguments, restore

    with pytest.raises(ShengjiError, match="under other rules, five_player_two_deck; this one has four_player_fixed"):
        restore(None, Arguments(storage=str(run[0]), rules="four_player_fixed"))


@pytest.mark.timeout(600)
@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="each of the two learners asks Ray for a core")
def test_several_learners_share_the_decisions_and_a_run_with_one_goes_on(tmp_path):
    storage = tmp_path / "storage"
    printed = run_recipe(
        "rllib_ppo",
        [*LEARN, "--learners", 2, "--steps", 2000, "--storage", storage, "--save", tmp_path / "two"],
        [*LEARN, "--steps", 4000, "--storage", storage, "--save", tmp_path / "one"],
    )
    numbers = losses(printed)
    assert printed.count("going on from") == 1
    assert np.isfinite(numbers).all()
    assert len(numbers) >= 2 + 2  # two updates of twice 512 decisions, then of 512


def test_runners_return_the_learners_chains_of_whole_deals(algorithm):
    episodes = algorithm.env_runner.sample(num_timesteps=1500)
    assert 1500 <= sum(map(len, episodes)) < 2500
    for episode in episodes:
        tokens, rewards = episode.get_actions(), episode.get_rewards()
        masks = episode.get_observations()["action_mask"][: len(tokens)]
        logits = episode.get_extra_model_outputs("action_dist_inputs")
        assert episode.is_terminated
        assert episode.module_id == "learner"
        assert masks[np.arange(len(tokens)), tokens].all()
        assert (masks.sum(axis=1) > 1).all()  # forced tokens are no decisions
        assert (logits[masks == 0] < -1e8).all()
        assert not rewards[:-1].any()
        chosen = logits[np.arange(len(tokens)), tokens] - np.logaddexp.reduce(logits, axis=1)
        np.testing.assert_allclose(episode.get_extra_model_outputs("action_logp"), chosen, rtol=1e-3, atol=1e-5)
    deals = {(episode.multi_agent_episode_id, episode.agent_id) for episode in episodes}
    assert len(deals) == len(episodes)


def test_parts_of_an_episode_remain_its_seats(algorithm):
    """RLlib cuts what several learners share; its own class forgets agent and policy then."""
    whole = max(algorithm.env_runner.sample(num_timesteps=300), key=len)
    first, rest = whole[:2], whole.slice(slice(2, None), len_lookback_buffer=1)
    second, last = rest[:1], rest[1:]
    for part in (first, second, last):
        assert (part.agent_id, part.module_id) == (whole.agent_id, "learner")
        assert part.multi_agent_episode_id == whole.multi_agent_episode_id
    assert [part.is_terminated for part in (first, second, last)] == [False, False, True]
    assert [len(part) for part in (first, second, last)] == [2, 1, len(whole) - 3]


def test_a_deal_pays_its_learners_by_side(algorithm):
    """With points, two sides are paid opposite amounts."""
    by_deal: dict[str, set[float]] = {}
    for episode in algorithm.env_runner.sample(num_timesteps=1500):
        by_deal.setdefault(episode.multi_agent_episode_id, set()).add(abs(episode.get_return()))
    assert max(map(len, by_deal.values())) == 1
    assert len(set.union(*by_deal.values())) > 5


def test_seats_are_drawn_anew_for_each_deal():
    from types import SimpleNamespace

    from shengji_env.training.recipes.rllib_league import PLACES, policy_at

    drawn = [policy_at(f"player_{k % 5}", SimpleNamespace(id_=f"deal {k // 5}")) for k in range(5000)]
    shares = {name: drawn.count(name) / len(drawn) for name in ("learner", *PLACES)}
    assert sum(shares.values()) == pytest.approx(1)
    assert shares["learner"] == pytest.approx(0.5, abs=0.05)
    assert all(shares[place] == pytest.approx(0.5 / len(PLACES), abs=0.03) for place in PLACES)


def test_the_learner_joins_the_league_and_only_he_learns(algorithm):
    from shengji_env.training.recipes.rllib_league import freeze_learner

    def weights(name, where):
        return where.get_state(components=name)[name]["actor.0.weight"]

    learning = algorithm.learner_group._learner.module
    playing = algorithm.env_runner.module
    algorithm.train()
    freeze_learner(algorithm, 6)  # the seventh time: four places, the third is due
    np.testing.assert_array_equal(weights("past_2", learning), weights("learner", learning))
    np.testing.assert_array_equal(weights("past_2", playing), weights("learner", learning))
    before = {name: weights(name, learning).copy() for name in ("learner", "past_1", "past_2")}
    algorithm.train()
    assert (weights("learner", learning) != before["learner"]).any()
    np.testing.assert_array_equal(weights("learner", playing), weights("learner", learning))
    for place in ("past_1", "past_2"):
        for where in (learning, playing):
            np.testing.assert_array_equal(weights(place, where), before[place])
