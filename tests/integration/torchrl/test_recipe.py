"""TorchRL: PettingZooWrapper over the AEC environment."""

import pytest

from integration.recipes import adapter_plays, learn_and_play

pytest.importorskip("torchrl")


def test_it_learns_and_plays(tmp_path):
    learn_and_play("torchrl_ppo", tmp_path, 1000, "--deals", 4)


def test_a_chain_is_one_seats_decisions():
    """Cut out of a deal in which only legal tokens were drawn: the seat's own masks, its pay once, at its end."""
    import torch
    from torchrl.modules import MLP

    from shengji_env.training.recipes import torchrl_ppo as recipe

    env = recipe.make_env(recipe.Arguments(seed=3))
    size = env.observation_spec[recipe.GROUP, "observation", "observation"].shape[-1]
    player = recipe.actor(MLP(size, 59), (recipe.GROUP,), (recipe.GROUP, "observation", "observation"))
    with torch.no_grad():
        deal = env.rollout(10_000, player)
    chains = recipe.chains(deal)
    assert sum(map(len, chains)) == len(deal)
    for chain, paid in zip(chains, deal["next", recipe.GROUP, "reward"][-1], strict=True):
        assert chain["action_mask"].gather(1, chain["action"][:, None]).all()
        assert (chain["next", "reward"][:-1] == 0).all()
        assert chain["next", "reward"][-1] == paid
        assert chain["next", "done"].sum() == 1
        assert (chain["next", "observation"][:-1] == chain["observation"][1:]).all()


def test_the_adapter_plays():
    import torch
    from tensordict import TensorDict
    from torchrl.envs import ExplorationType, set_exploration_type
    from torchrl.modules import MLP

    from shengji_env import observation_blocks
    from shengji_env.training.recipes import torchrl_ppo as recipe

    size = observation_blocks("five_player_two_deck")[-1][1].stop
    policy = recipe.actor(MLP(size, 59), (), ("observation",))
    used = {"TensorDict": TensorDict, "ExplorationType": ExplorationType, "set_exploration_type": set_exploration_type}
    adapter_plays("torchrl", torch=torch, policy=policy, **used)
