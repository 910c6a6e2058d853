"""What a game keeps of its episode: how it began and which tokens were chosen. Records write it, replays give it."""

import dataclasses

import numpy as np

from shengji_env.rules.rules import Rules

Shuffles = dict[int, tuple[int, np.ndarray]]  # n -> (first drawer, cards as dealt) of shuffles that were given


@dataclasses.dataclass(slots=True)
class History:
    """An episode, from which every state of it can be made again. All but the tokens never changes."""

    rules: Rules
    origin: np.ndarray  # STATE[1] as the episode began
    begun: bool = False  # whether `origin` stands at a decision, as a position does, or is still to be begun
    shuffles: Shuffles = dataclasses.field(default_factory=dict)
    skip_forced: bool = False
    tokens: bytearray = dataclasses.field(default_factory=bytearray)  # forced ones left out under `skip_forced`

    def copy(self) -> "History":
        """One that goes on by itself."""
        return dataclasses.replace(self, tokens=self.tokens[:])
