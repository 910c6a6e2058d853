"""XuanCe: the parallel environment as one of its own, IPPO."""

import numpy as np
import pytest

from integration.recipes import adapter_plays, learn_and_play

pytest.importorskip("xuance")


def test_it_learns_and_plays(tmp_path):
    learn_and_play("xuance_ippo", tmp_path, 1600, "--round", 800)


def test_the_policy_saved_is_the_first_seats(tmp_path):
    import torch

    from shengji_env.training.recipes import xuance_ippo as recipe

    agents = recipe.make_agents(recipe.Arguments(tables=1), str(tmp_path))
    network, seat = recipe.policy(agents), agents.agent_keys[0]
    (observations,) = agents.train_envs.buf_obs
    everything = dict.fromkeys(agents.agent_keys, np.ones(60, bool))
    seen, seats, _ = agents._build_inputs([observations], [everything])
    _, distributions = agents.policy(observation=seen, agent_ids=seats)
    logits = torch.log_softmax(network(torch.from_numpy(observations[seat])), -1)
    assert torch.allclose(logits, torch.log_softmax(distributions[seat].logits[0], -1), atol=1e-5)


def test_the_adapter_plays(tmp_path):
    from shengji_env.training.recipes import xuance_ippo as recipe

    adapter_plays("xuance", agents=recipe.make_agents(recipe.Arguments(), str(tmp_path)))
