"""`rule:NAME`: the compiled rule bot as an agent."""

import numpy as np

from shengji_env.engine.notice import before_compiling
from shengji_env.errors import ShengjiError
from shengji_env.game.asking import checked_mask
from shengji_env.game.view import PlayerView
from shengji_env.states.texts import copy_states

from .players import RulePlayer
from .rule.bot import choose, choose_all
from .rule.listing import Option, options
from .rule.notes import new_notes
from .rule.personality import BALANCED, personality

PERSONALITIES: dict[str, dict[str, float]] = {"balanced": BALANCED}


class RuleAgent:
    """Plays by rules of thumb, from what its seat may know alone; the same view, the same token. Any number of threads
    may ask one agent.

    >>> from shengji_env import Game
    >>> game = Game.from_position(Game(seed=1).position())
    >>> token = RuleAgent().act(game.view(game.actor), game.mask())
    >>> bool(game.mask()[token])
    True
    """

    def __init__(self, name: str = "balanced", **traits: float) -> None:
        """A personality by name; single traits (see `rule.personality`) may be set otherwise."""
        if name not in PERSONALITIES:
            raise ShengjiError(f"no personality {name!r}: there are {', '.join(PERSONALITIES)}")
        unknown = ", ".join(traits.keys() - BALANCED.keys())
        if unknown:
            raise ShengjiError(f"no trait {unknown}: there are {', '.join(BALANCED)}")
        self.name = name
        self.personality = personality(PERSONALITIES[name] | traits)
        self._notes = new_notes()

    def act(self, view: PlayerView, mask: np.ndarray) -> int:
        """The token for the view's seat; where `mask` is narrower than the rules and forbids it, the first allowed."""
        legal = checked_mask(view, mask)
        before_compiling()
        states, notes = copy_states(view.states), self._new_notes()
        token = int(choose(states, 0, view.rules_array, notes, 0, self.personality, 0))
        return token if legal[token] else int(np.argmax(legal))

    def options(self, view: PlayerView) -> list[Option]:
        """Every whole action that it has considered for the view's seat, which is to act: the one it would take first,
        the others by value. Picks made so far are left out of account. For hints, candidates of a search, and targets
        of training. (What follows a lead is discarded card by card: now and then another discard is worth more than
        the plan's.)

        >>> from shengji_env import Game
        >>> game = Game("five_player_two_deck", seed=3)
        >>> first, *others = RuleAgent().options(game.view(game.actor))
        >>> first.play, round(first.value, 1), [other.play for other in others]
        ('pass', 0.0, ['D2'])
        """
        if view.actor != view.seat:
            raise ShengjiError(f"seat {view.seat} is asked for its options, but seat {view.actor} is to act")
        before_compiling()
        return options(copy_states(view.states), view.rules_array, self._new_notes(), self.personality)

    def act_states(self, T: np.ndarray, R: np.ndarray) -> np.ndarray:
        """Tokens, int64[N], for redacted records T, each of the seat that is to act in it; -1 where nobody is."""
        tokens = np.empty(len(T), np.int64)
        choose_all(T, R, self._new_notes(), self.personality, tokens)
        return tokens

    def _new_notes(self) -> np.ndarray:
        """Room to think, for one call: several threads may ask one agent."""
        return copy_states(self._notes)

    def compiled(self) -> RulePlayer:
        """For compiled loops."""
        return RulePlayer(self.personality)
