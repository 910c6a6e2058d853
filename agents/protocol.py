"""What an agent is: something that answers a `PlayerView` with a legal token."""

from typing import Protocol, runtime_checkable

import numpy as np

from shengji_env.game.view import PlayerView


@runtime_checkable
class Agent(Protocol):
    """A player. Only `act` is asked for; what else an agent may offer, and callers use where they find it:

    ``reset(seed)``
        Start anew: forget what was, and draw from this seed (None: a random one).
    ``act_batch(observations, masks) -> tokens``
        Many decisions at once from int8[N, D] and bool[N, 59]: networks.
    ``act_states(T, R) -> tokens``
        Many decisions at once from redacted records, as `PlayerView.states` holds one: compiled bots.
    """

    def act(self, view: PlayerView, mask: np.ndarray) -> int:
        """The token to play; `mask`, bool[59], is true where it is legal. The view's seat is to act."""
        ...


def offers(agent: Agent, method: str) -> bool:
    """Whether the agent has this method and it says what `act` says: not where a subclass has another `act`.

    >>> from shengji_env.agents import RandomAgent
    >>> class Stubborn(RandomAgent):
    ...     def act(self, view, mask):
    ...         return int(mask.argmax())
    >>> offers(RandomAgent(), "act_batch"), offers(Stubborn(), "act_batch")
    (True, False)
    """
    for kind in type(agent).__mro__:
        if method in vars(kind):
            return True
        if "act" in vars(kind):
            return False
    return False
