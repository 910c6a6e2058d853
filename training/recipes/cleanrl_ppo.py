"""Self-play PPO in one file, in the manner of CleanRL: PyTorch and the PettingZoo environment, nothing else.

One network plays all seats. The AEC loop asks one seat at a time, so that each seat has its own chain of decisions: the
next state of a decision is the same seat's next turn, and the deal is paid at each chain's end.

    python -m shengji_env.training.recipes.cleanrl_ppo --steps 75000
"""

import dataclasses
from typing import NamedTuple

import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

from shengji_env import shengji_v0
from shengji_env.training.arguments import option
from shengji_env.training.recipes import common


@dataclasses.dataclass
class Arguments(common.Arguments):
    round: int = option(8192, "decisions between two updates")
    batch: int = option(1024, "decisions in a minibatch")
    epochs: int = option(3, "passes over a round's decisions")
    rate: float = option(5e-4, "Adam's learning rate")
    discount: float = option(1.0, "gamma: what counts comes at the end of the deal")
    trace: float = option(0.95, "lambda of the advantage estimate")
    clip: float = option(0.2, "PPO's clip range")
    entropy: float = option(0.01, "weight of the entropy bonus")


class Decision(NamedTuple):
    """What a seat saw, did and thought of it."""

    seen: np.ndarray  # float32[D]
    mask: np.ndarray  # int8[59]
    token: int
    logprob: float
    value: float


class Rollout(NamedTuple):
    """Decisions of all seats, as tensors with one row each."""

    seen: torch.Tensor
    masks: torch.Tensor
    tokens: torch.Tensor
    logprobs: torch.Tensor
    advantages: torch.Tensor
    returns: torch.Tensor


class Network(nn.Module):
    """Policy and value with a trunk each."""

    def __init__(self, size: int, tokens: int) -> None:
        super().__init__()
        hidden = [nn.Linear(size, 256), nn.ReLU(), nn.Linear(256, 128), nn.ReLU()]
        self.actor = nn.Sequential(*hidden, nn.Linear(128, tokens))
        self.critic = nn.Sequential(nn.Linear(size, 256), nn.ReLU(), nn.Linear(256, 1))

    def forward(self, seen: torch.Tensor, masks: torch.Tensor) -> tuple[Categorical, torch.Tensor]:
        logits = self.actor(seen).masked_fill(masks == 0, -1e8)
        return Categorical(logits=logits), self.critic(seen).squeeze(-1)


@torch.no_grad()
def decide(network: Network, observation: dict[str, np.ndarray]) -> Decision:
    seen, mask = observation["observation"], observation["action_mask"]
    policy, value = network(torch.from_numpy(seen), torch.from_numpy(mask))
    token = policy.sample()
    return Decision(seen, mask, int(token), float(policy.log_prob(token)), float(value))


def advantages(values: list[float], reward: float, a: Arguments) -> np.ndarray:
    """Of one seat's decisions in a deal that paid `reward` at its end: generalised advantage estimates."""
    found, following = np.zeros(len(values)), 0.0
    for k in reversed(range(len(values))):
        last = k == len(values) - 1
        ahead = reward if last else a.discount * values[k + 1]
        following = found[k] = ahead - values[k] + (0.0 if last else a.discount * a.trace * following)
    return found


def collect(env, network: Network, a: Arguments) -> tuple[Rollout, dict[str, float]]:
    """Play whole deals until there are `round` decisions."""
    decisions, found, paid = [], [], []
    while len(decisions) < a.round:
        env.reset()
        chains: dict[str, list[Decision]] = {agent: [] for agent in env.agents}
        for agent in env.agent_iter():
            observation, reward, termination, truncation, _ = env.last()
            if termination or truncation:
                env.step(None)
                chain = chains[agent]
                decisions += chain
                found.append(advantages([decision.value for decision in chain], reward, a))
                paid.append(reward)
            else:
                chains[agent].append(decide(network, observation))
                env.step(chains[agent][-1].token)
    columns = (torch.from_numpy(np.array(column)) for column in zip(*decisions, strict=True))
    seen, masks, tokens, logprobs, values = columns
    gained = torch.from_numpy(np.concatenate(found)).float()
    rollout = Rollout(seen, masks, tokens, logprobs.float(), gained, gained + values.float())
    return rollout, {"deals": len(paid) / len(chains), "paid": float(np.abs(paid).mean())}


def update(network: Network, optimizer: torch.optim.Optimizer, rollout: Rollout, a: Arguments) -> dict[str, float]:
    """PPO on one round; the means of what there is to see."""
    metrics = []
    for _ in range(a.epochs):
        for rows in torch.randperm(len(rollout.tokens)).split(a.batch):
            part = Rollout(*(column[rows] for column in rollout))
            policy, values = network(part.seen, part.masks)
            ratio = (policy.log_prob(part.tokens) - part.logprobs).exp()
            gain = (part.advantages - part.advantages.mean()) / (part.advantages.std() + 1e-8)
            surrogate = torch.min(ratio * gain, ratio.clamp(1 - a.clip, 1 + a.clip) * gain).mean()
            value_loss, entropy = (values - part.returns).square().mean(), policy.entropy().mean()
            loss = -surrogate + 0.5 * value_loss - a.entropy * entropy
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()
            metrics.append((loss.item(), value_loss.item(), entropy.item()))
    return dict(zip(("loss", "value_loss", "entropy"), np.mean(metrics, axis=0), strict=True))


def main() -> None:
    a = common.read_arguments(__doc__, Arguments, steps=75_000)
    torch.manual_seed(a.seed)
    torch.set_num_threads(1)
    env = shengji_v0.env(rules=a.rules, levels="random", reward="points", skip_forced=True, card_order="strength")
    env.reset(seed=a.seed)
    size, tokens = env.observation_space("player_0")["observation"].shape[0], env.action_space("player_0").n
    network = Network(size, int(tokens))
    optimizer = torch.optim.Adam(network.parameters(), lr=a.rate, eps=1e-5)
    steps = 0
    while steps < a.steps:
        rollout, played = collect(env, network, a)
        steps += len(rollout.tokens)
        common.report(steps, **played, **update(network, optimizer, rollout, a))
    common.finish(network.actor, a, "cleanrl_ppo", card_order="strength")


if __name__ == "__main__":
    main()
