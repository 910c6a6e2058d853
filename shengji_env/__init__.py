"""升级 (Shengji) as a reinforcement-learning environment."""

from importlib.metadata import version

import gymnasium

from . import shengji_v0
from .cards import CARDS
from .envs.batch import BatchGame, make_batch
from .envs.spaces import observation_blocks, state_blocks
from .errors import (
    CardsError,
    CheckpointError,
    IllegalPlay,
    PositionError,
    RecordError,
    RulesError,
    ShengjiError,
)
from .game.game import Game
from .game.view import PlayerView
from .plays.reasons import Reason
from .plays.trump import Component, Throw, Trump
from .rules.rules import PRESETS, Rules
from .rules.settlement import Settlement
from .states.result import DealResult

__version__ = version("shengji-env")

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
