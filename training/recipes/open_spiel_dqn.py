"""OpenSpiel's DQN at every seat, playing against each other on ``python_shengji`` (`open_spiel_game`).

Every seat learns for itself, as in OpenSpiel's own examples; the first seat's network is saved. Observations are
relative to the seat, so that it can sit anywhere afterwards.

    python -m shengji_env.training.recipes.open_spiel_dqn --steps 30000
"""

import dataclasses

import numpy as np
import torch
from open_spiel.python import rl_environment
from open_spiel.python.pytorch import dqn

from shengji_env.training.arguments import option
from shengji_env.training.recipes import common, open_spiel_game


@dataclasses.dataclass
class Arguments(common.Arguments):
    learn_every: int = option(8, "of a seat's own decisions")
    learn_from: int = option(500, "decisions of a seat, before which nothing is learned")
    rate: float = option(1e-3, "Adam's learning rate")
    report_every: int = option(5000, "decisions between two lines of progress")


def seats(env: rl_environment.Environment, a: Arguments) -> list[dqn.DQN]:
    """A learner for each."""
    return [
        dqn.DQN(
            seat,
            env.observation_spec()["info_state"][0],
            env.action_spec()["num_actions"],
            hidden_layers_sizes=[128, 128],
            batch_size=64,
            replay_buffer_capacity=4000,
            min_buffer_size_to_learn=a.learn_from,
            learn_every=a.learn_every,
            update_target_network_every=200,
            learning_rate=a.rate,
            optimizer_str="adam",
            loss_str="huber",
            epsilon_end=0.05,
            epsilon_decay_duration=max(1, a.steps // 10),
            seed=a.seed + seat,
        )
        for seat in range(env.num_players)
    ]


def play(env: rl_environment.Environment, learners: list[dqn.DQN]) -> int:
    """One deal, in which everybody learns; returns its decisions."""
    time_step, steps = env.reset(), 0
    while not time_step.last():
        chosen = learners[time_step.observations["current_player"]].step(time_step)
        time_step = env.step([chosen.action])
        steps += 1
    for learner in learners:
        learner.step(time_step)
    return steps


def main() -> None:
    a = common.read_arguments(__doc__, Arguments, steps=30_000)
    torch.set_num_threads(1)
    game = open_spiel_game.ShengjiGame({"rules": a.rules})
    env = rl_environment.Environment(game, enable_legality_check=True)
    env.seed(a.seed)
    learners = seats(env, a)
    steps = reported = 0
    while steps < a.steps:
        steps += play(env, learners)
        losses = [float(learner.loss) for learner in learners if learner.loss is not None]
        if losses and (steps - reported >= a.report_every or steps >= a.steps):
            common.report(steps, loss=float(np.mean(losses)))
            reported = steps
    common.finish(learners[0]._q_network.model, a, "open_spiel_dqn", card_order="face")


if __name__ == "__main__":
    main()
