"""One learning seat against agents, as a Gymnasium environment and as a vector of them; no rule stands here.

    env = gymnasium.make("shengji_env/Shengji-v0", rules="five_player_two_deck", opponents="rule:balanced")
    envs = gymnasium.make_vec("shengji_env/Shengji-v0", 64, vectorization_mode="vector_entry_point")

Legal tokens are `action_masks()` and `info["action_mask"]`.
"""

from .env import ShengjiGymEnv
from .vector import ShengjiVectorEnv

__all__ = ["ShengjiGymEnv", "ShengjiVectorEnv"]
