"""What compiled loops play without asking: the kinds of players that an agent's `compiled()` may give."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

Layers = Sequence[tuple[np.ndarray, np.ndarray]]  # (weight[out, in], bias[out]) of each layer, float32


class RandomPlayer(NamedTuple):
    """Every legal token is equally likely, drawn from the game's own stream."""


class RulePlayer(NamedTuple):
    """The rule bot."""

    traits: np.ndarray  # PERSONALITY[1]


class NetPlayer(NamedTuple):
    """An MLP: the legal token with the highest logit."""

    layers: Layers
    activation: str = "relu"
    card_order: str = "face"


CompiledPlayer = RandomPlayer | RulePlayer | NetPlayer


class CompiledAgent:
    """An agent that compiled loops alone play: of a player as it is, without a file."""

    def __init__(self, player: CompiledPlayer) -> None:
        self._player = player

    def compiled(self) -> CompiledPlayer:
        """The player."""
        return self._player

    def act(self, view: object, mask: np.ndarray) -> int:
        """It is never asked."""
        raise NotImplementedError("this agent plays in compiled loops")
