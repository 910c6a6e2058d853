"""The policy network: an MLP whose trunk serves policy and value, in the form that checkpoints and loops play."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn

from shengji_env.agents.players import Layers


class Trunk(BaseFeaturesExtractor):
    """Observation to features: a ReLU after each hidden layer. SB3 shares what extracts features between policy and
    value, not the layers behind it; so all hidden layers stand here, and the heads are one linear layer each."""

    def __init__(self, observation_space: spaces.Box, hidden: Sequence[int]) -> None:
        super().__init__(observation_space, features_dim=hidden[-1])
        widths = [observation_space.shape[0], *hidden]
        self.linears = nn.ModuleList(nn.Linear(a, b) for a, b in pairwise(widths))

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        for linear in self.linears:
            observations = torch.relu(linear(observations))
        return observations


def policy_kwargs(hidden: Sequence[int]) -> dict:
    """For MaskablePPO("MlpPolicy", …)."""
    return {
        "features_extractor_class": Trunk,
        "features_extractor_kwargs": {"hidden": list(hidden)},
        "net_arch": [],  # nothing behind the trunk
        "optimizer_kwargs": {"eps": 1e-5},  # PPO's usual Adam
    }


def policy_layers(policy: MaskableActorCriticPolicy) -> Layers:
    """(weight, bias) of each layer from the observation to the logits, as copies."""
    linears = [*policy.features_extractor.linears, policy.action_net]
    return [(array(linear.weight), array(linear.bias)) for linear in linears]


def named_layers(layers: Layers) -> dict[str, np.ndarray]:
    """The tensors of a checkpoint."""
    named = {}
    for k, (weight, bias) in enumerate(layers):
        named[f"layers.{k}.weight"], named[f"layers.{k}.bias"] = weight, bias
    return named


def array(tensor: torch.Tensor) -> np.ndarray:
    """A copy as numpy array."""
    return tensor.detach().cpu().numpy().copy()


def logits_and_values(
    policy: MaskableActorCriticPolicy, observations: np.ndarray, masks: np.ndarray
) -> tuple[torch.Tensor, torch.Tensor]:
    """(logits with illegal tokens at -1e8, values) of int8[N, D] and bool[N, 59]."""
    features = policy.extract_features(torch.from_numpy(observations))
    legal = torch.from_numpy(masks)
    logits = policy.action_net(features).masked_fill(~legal, -1e8)
    return logits, policy.value_net(features).squeeze(-1)
