"""Whose decision is next, and the picks of the action under way."""

from .jit import jit
from .layout import UNKNOWN


@jit
def ask(s, phase, seat):
    """The next decision is this seat's, with nothing picked."""
    s.phase = phase
    s.actor = seat
    clear_picks(s)


@jit
def clear_picks(s):
    """Forget the picks: their action is complete."""
    s.picks = 0
    s.pick_type = UNKNOWN
    s.picked[:] = 0


@jit
def pick(s, card):
    """Take one more card into the picks."""
    s.picked[card] += 1
    s.picks += 1


@jit
def only_number(numbers):
    """The one number whose bit is set, or 0 where the player still has to choose."""
    for k in range(1, 4):
        if numbers == 1 << k:
            return k
    return 0
