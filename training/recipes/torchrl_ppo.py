"""Self-play PPO with TorchRL: PettingZooWrapper over the AEC environment, one network for all seats.

TorchRL keeps a row per seat in every frame, and `mask` tells who acts. So a seat's next decision is some frames further
on: its chain is cut out of the deal before advantages are estimated, else the value of one seat would be learned from
another's observation.

    python -m shengji_env.training.recipes.torchrl_ppo --steps 15000
"""

import dataclasses

import torch
from tensordict import TensorDict
from tensordict.nn import TensorDictModule
from torchrl.envs import MarlGroupMapType, PettingZooWrapper
from torchrl.modules import MLP, MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

from shengji_env import shengji_v0
from shengji_env.training.arguments import option
from shengji_env.training.recipes import common

GROUP = "agents"  # the name TorchRL gives to the one group of all seats


@dataclasses.dataclass
class Arguments(common.Arguments):
    deals: int = option(8, "between two updates")
    batch: int = option(256, "decisions in a minibatch")
    epochs: int = option(3, "passes over the decisions of a round")
    rate: float = option(5e-4, "Adam's learning rate")


def make_env(a: Arguments) -> PettingZooWrapper:
    env = shengji_v0.env(rules=a.rules, levels="random", reward="points", skip_forced=True, card_order="strength")
    return PettingZooWrapper(env, use_mask=True, group_map=MarlGroupMapType.ALL_IN_ONE_GROUP, seed=a.seed)


def actor(network: torch.nn.Module, group: tuple[str, ...], observation: tuple[str, ...]) -> ProbabilisticActor:
    """The policy, reading and writing below these keys: the environment's, or those of a chain of decisions."""
    return ProbabilisticActor(
        TensorDictModule(network, in_keys=[observation], out_keys=[(*group, "logits")]),
        in_keys={"logits": (*group, "logits"), "mask": (*group, "action_mask")},
        out_keys=[(*group, "action")],
        distribution_class=MaskedCategorical,
        return_log_prob=True,
        log_prob_key=(*group, "action_log_prob"),
    )


def chains(deal: TensorDict) -> list[TensorDict]:
    """The decisions of each seat in a deal, in order, each with that seat's next one."""
    found = []
    seats, paid = deal[GROUP], deal["next", GROUP, "reward"][-1]  # the deal is paid in its last frame
    for seat in range(seats["mask"].shape[1]):
        mine = seats[seats["mask"][:, seat], seat]
        if not len(mine):
            continue
        seen, last = mine["observation", "observation"], torch.zeros(len(mine), 1, dtype=torch.bool)
        last[-1] = True
        following = {"observation": seen.roll(-1, 0), "reward": last * paid[seat], "done": last, "terminated": last}
        kept = mine.select("action", "action_log_prob", "action_mask")
        found.append(kept.update({"observation": seen, "next": TensorDict(following, [len(mine)])}))
    return found


def main() -> None:
    a = common.read_arguments(__doc__, Arguments, steps=15_000)
    torch.manual_seed(a.seed)
    torch.set_num_threads(1)
    env = make_env(a)
    size = env.observation_spec[GROUP, "observation", "observation"].shape[-1]
    network = MLP(size, env.action_spec[GROUP, "action"].space.n, num_cells=[256, 128], activation_class=torch.nn.ReLU)
    player = actor(network, (GROUP,), (GROUP, "observation", "observation"))
    critic = ValueOperator(MLP(size, 1, num_cells=[256], activation_class=torch.nn.ReLU), in_keys=["observation"])
    estimate = GAE(gamma=1.0, lmbda=0.95, value_network=critic)
    ppo = ClipPPOLoss(actor(network, (), ("observation",)), critic, entropy_coeff=0.01, normalize_advantage=True)
    optimizer = torch.optim.Adam(ppo.parameters(), lr=a.rate)
    steps = 0
    while steps < a.steps:
        with torch.no_grad():
            deals = [env.rollout(10_000, player) for _ in range(a.deals)]
            decisions = torch.cat([estimate(chain) for deal in deals for chain in chains(deal)])
        steps += len(decisions)
        for _ in range(a.epochs):
            for rows in torch.randperm(len(decisions)).split(a.batch):
                losses = ppo(decisions[rows])
                loss = losses["loss_objective"] + losses["loss_critic"] + losses["loss_entropy"]
                optimizer.zero_grad()
                loss.backward()
                torch.nn.utils.clip_grad_norm_(ppo.parameters(), 0.5)
                optimizer.step()
        common.report(steps, loss=loss.item(), entropy=losses["entropy"].item())
    common.finish(network, a, "torchrl_ppo", card_order="strength")


if __name__ == "__main__":
    main()
