"""A play of one group taken apart into its components (rules 2): 单张, 对子, 刻子, 拖拉机, 飞机.

Copies of a type stay together here, so components are disjoint type sets. `take_apart` fills the one table of them, and
leads, throws, the kitty's multiplier and bots read that.
"""

from .jit import jit
from .layout import PAIR, PLACES, SINGLE, TRIPLE, TRUMP
from .order import bit, has
from .shapes import NONE, lowest, types_with


@jit
def first_run(s, group, kind, tractors, types):
    """The maximal run that begins at the lowest place of a non-empty type set. On the level cards' shared place the
    lowest card type joins, under trump_chain "levels" all of them. Without `tractors`, and of singles: one type."""
    if not tractors or kind == SINGLE:
        return bit(lowest(types))
    run = NONE
    for place in range(PLACES):
        if group == TRUMP and place == s.level_place:
            here = types & s.level_types
            if here != NONE and not s.levels_join:
                here = bit(lowest(here))
        else:
            card = s.type_at[group, place]
            here = bit(card) if card >= 0 and has(types, card) else NONE
        if here == NONE:
            if run != NONE:
                return run
        else:
            run |= here
    return run


@jit
def clear_runs(runs):
    """Forget all components of a ``[kind][length]`` table."""
    for kind in range(runs.shape[0]):
        for length in range(runs.shape[1]):
            runs[kind, length] = 0


@jit
def take_apart(s, r, group, row):
    """Fill the table of components of a play of one group: component k, of ``s.components``, is the run of the types
    ``component_types[k]``, `kind_of` copies of each. Triples come first, then pairs; in a kind the lowest places."""
    s.components, s.more_than_singles, s.more_than_pairs = 0, 0, 0
    more = NONE
    for kind in (TRIPLE, PAIR, SINGLE):
        held = types_with(row, kind, s.group_types[group])
        rest, more = held & ~more, held
        while rest != NONE:
            run = first_run(s, group, kind, r.tractors, rest)
            rest &= ~run
            s.component_types[s.components] = run
            s.components += 1
            s.more_than_singles += kind > SINGLE
            s.more_than_pairs += kind > PAIR


@jit
def kind_of(s, k):
    """SINGLE, PAIR or TRIPLE: of how many copies the k-th component is made."""
    if k < s.more_than_pairs:
        return TRIPLE
    return PAIR if k < s.more_than_singles else SINGLE
