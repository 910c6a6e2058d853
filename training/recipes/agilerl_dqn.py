"""Self-play with AgileRL's DQN over the AEC environment, one learner for all seats.

AgileRL's target takes the best of all tokens, legal or not. So nothing is estimated from a next state: each decision is
stored as the last of its episode, with what the deal paid its seat, and the values learned are those payments.

    python -m shengji_env.training.recipes.agilerl_dqn --steps 60000
"""

import dataclasses

import numpy as np
import torch
from agilerl.algorithms.dqn import DQN
from agilerl.components import ReplayBuffer
from tensordict import TensorDict

from shengji_env import shengji_v0
from shengji_env.training.arguments import option
from shengji_env.training.recipes import common


@dataclasses.dataclass
class Arguments(common.Arguments):
    round: int = option(1000, "decisions between two rounds of learning")
    batch: int = option(256, "decisions in a minibatch")
    updates: int = option(20, "minibatches in a round")
    buffer: int = option(20_000, "decisions remembered")
    epsilon: float = option(0.1, "share of random tokens")
    rate: float = option(1e-3, "Adam's learning rate")


def make_env(a: Arguments):
    return shengji_v0.env(rules=a.rules, levels="random", reward="points", skip_forced=True, card_order="strength")


def make_learner(env, a: Arguments) -> DQN:
    plain = {"layer_norm": False}  # with it, one has no weights, which a checkpoint cannot say
    encoder, head = {"hidden_size": [256], **plain}, {"hidden_size": [128], **plain}
    layers = {"latent_dim": 128, "encoder_config": encoder, "head_config": head}
    space = env.observation_space("player_0")["observation"]
    return DQN(
        space, env.action_space("player_0"), net_config=layers, batch_size=a.batch, lr=a.rate, gamma=1.0, double=False
    )


def play_deal(env, learner: DQN, epsilon: float) -> TensorDict:
    """The decisions of all seats in a deal, each with its seat's pay."""
    seen, tokens, rewards = [], [], []
    env.reset()
    decided: dict[str, list[tuple[np.ndarray, int]]] = {agent: [] for agent in env.agents}
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        if termination or truncation:
            env.step(None)
            seen += [at for at, _ in decided[agent]]
            tokens += [token for _, token in decided[agent]]
            rewards += [float(reward)] * len(decided[agent])
        else:
            at, mask = observation["observation"], observation["action_mask"]
            token = int(learner.get_action(at[None], epsilon, action_mask=mask[None])[0])
            decided[agent].append((at, token))
            env.step(token)
    states = torch.from_numpy(np.array(seen))
    columns = {"obs": states, "action": torch.tensor(tokens), "reward": torch.tensor(rewards)}
    return TensorDict({**columns, "next_obs": states, "done": torch.ones(len(tokens))}, batch_size=[len(tokens)])


def main() -> None:
    a = common.read_arguments(__doc__, Arguments, steps=60_000)
    torch.manual_seed(a.seed)
    torch.set_num_threads(1)
    env = make_env(a)
    env.reset(seed=a.seed)
    learner, memory = make_learner(env, a), ReplayBuffer(a.buffer)
    steps = 0
    while steps < a.steps:
        played = 0
        while played < a.round:
            deal = play_deal(env, learner, a.epsilon)
            memory.add(deal)
            played += len(deal)
        steps += played
        losses = [learner.learn(memory.sample(a.batch)) for _ in range(a.updates)]
        common.report(steps, loss=float(np.mean(losses)))
    common.finish([learner.actor.encoder.model, learner.actor.head_net.model], a, "agilerl_dqn", card_order="strength")


if __name__ == "__main__":
    main()
