"""Self-play against one's own past, for RLlib: which policies there are, who sits where, who joins.

The league has one `LEARNER` and `PLACES` for his earlier selves, all of them modules of one MultiRLModule, so that
RLlib's checkpoints hold the league and its runners are sent it. A place nobody has taken yet is the untrained network.
"""

import random
from typing import Any

from ray.rllib.algorithms import Algorithm
from ray.rllib.env.env_runner import EnvRunner

LEARNER = "learner"
PLACES = ("past_0", "past_1", "past_2", "past_3")
POLICIES = (LEARNER, *PLACES)


def policy_at(agent: str, deal: Any, **_: Any) -> str:
    """RLlib's `policy_mapping_fn`: every seat is the learner's or one of the places', as a coin falls, in each deal
    anew."""
    draw = random.Random(f"{deal.id_} {agent}")
    return LEARNER if draw.random() < 0.5 else draw.choice(PLACES)


def freeze_learner(algorithm: Algorithm, number: int) -> None:
    """The learner as he is now takes the next place; `number` counts the times, and the oldest makes room."""
    place = PLACES[number % len(PLACES)]
    state = algorithm.learner_group.get_state(components=f"learner/rl_module/{LEARNER}")["learner"]["rl_module"]
    frozen = {"rl_module": {place: state[LEARNER]}}

    def take(runner: EnvRunner) -> None:
        runner.set_state(frozen)

    algorithm.learner_group.set_state({"learner": frozen})
    algorithm.env_runner_group.foreach_env_runner(take)
