"""升级 (Shengji) as a reinforcement-learning environment."""

import gymnasium

from . import shengji_v0
from .cards import CARDS
from .errors import (
    CardsError,
    CheckpointError,
    IllegalPlay,
    PositionError,
    RecordError,
    RulesError,
    ShengjiError,
)
from .game import Game
from .reasons import Reason
from .result import DealResult
from .rules import PRESETS, Rules
from .settlement import Settlement
from .spaces import observation_blocks, state_blocks
from .trump import Component, Throw, Trump
from .vector import BatchGame, make_batch
from .view import PlayerView

# One learning seat against agents; what stands behind it is imported when it is made.
gymnasium.register(
    "shengji_env/Shengji-v0",
    entry_point="shengji_env.gym:ShengjiGymEnv",
    vector_entry_point="shengji_env.gym:ShengjiVectorEnv",
)

__all__ = [
    "CARDS",
    "PRESETS",
    "BatchGame",
    "CardsError",
    "CheckpointError",
    "Component",
    "DealResult",
    "Game",
    "IllegalPlay",
    "PlayerView",
    "PositionError",
    "Reason",
    "RecordError",
    "Rules",
    "RulesError",
    "Settlement",
    "ShengjiError",
    "Throw",
    "Trump",
    "make_batch",
    "observation_blocks",
    "shengji_v0",
    "state_blocks",
]
