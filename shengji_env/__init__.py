"""升级 (Shengji) as a reinforcement-learning environment."""

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
from .trump import Component, Throw, Trump
from .view import PlayerView

__all__ = [
    "CARDS",
    "PRESETS",
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
]
