"""The kitty (rules 7.2, 8.1): taking it, burying (扣底), and what its points count at the end (抠底)."""

import numpy as np

from .components import kind_of, take_apart
from .jit import jit
from .layout import TYPES, KittyMultiplier
from .order import points_of
from .shapes import count


@jit
def take_kitty(s, r, seat):
    """The seat takes the kitty into its hand."""
    k = s.burials
    s.burial_seat[k] = seat
    for j in range(r.kitty):
        card = s.kitty[j]
        s.burial_taken[k, j] = card
        s.hand[seat, card] += 1
    s.hand_size[seat] += r.kitty
    s.kitty_lies = 0


@jit
def bury(s, r, seat):
    """Lay the picked cards down as the kitty, in ascending order."""
    k = s.burials
    j = 0
    for card in range(TYPES):
        for _ in range(s.picked[card]):
            s.kitty[j] = card
            s.burial_laid[k, j] = card
            j += 1
        s.hand[seat, card] -= s.picked[card]
    s.hand_size[seat] -= r.kitty
    s.kitty_lies = 1
    s.burials += 1


@jit
def kitty_points(s, r):
    """分 in the kitty."""
    total = 0
    for j in range(r.kitty):
        total += points_of(s.kitty[j])
    return total


@jit
def component_multiplier(policy, kind, length):
    """What one component of the last trick multiplies the kitty by, under "shape", "linear" or "component"."""
    if policy == KittyMultiplier.COMPONENT:
        return 1 << min(kind * length, 6)  # at most 64
    if length == 1 or policy == KittyMultiplier.LINEAR:
        return 2 * kind * length
    factor = 2
    for _ in range(length):
        factor *= kind
    return factor


@jit
def multiplier(s, r, group, row, size):
    """The kitty's multiplier, int64: 2^(cards) under "cards", else the largest of the components of `row`, which is
    taken apart as a lead (the caller gives the lead or the winning play, by `kitty_shape`)."""
    if r.kitty_multiplier == KittyMultiplier.CARDS:
        return np.int64(1) << np.int64(size)
    largest = np.int64(0)
    take_apart(s, r, group, row)
    for k in range(s.components):
        kind, length = kind_of(s, k), count(s.component_types[k])
        largest = max(largest, component_multiplier(r.kitty_multiplier, kind, length))
    return largest
