"""Runs of equal cards at consecutive places, and laying several of them side by side (rules 2.2): 连对, 连刻.

Everything here works on *type sets*. With at most three packs a type serves at most one run, as a pair or as a
triple, so disjoint runs are disjoint type sets. A *run* of `kind` and `length` among the types that have at least
`kind` copies is found by a *cursor*: first ``4 * start place + suit``, where the suit picks one of the level types
where the run crosses their shared place; then, for trump_chain "levels", ``SUBSETS +`` a set of suits, since any two
or more level types make a run there.

`pack` is the one search of the engine: can these runs be laid, disjoint, so that they hold so many of the picked
cards? It is exact, iterative and allocates nothing: the cursors of the open runs sit in one 64-bit word.
"""

import numpy as np

from .jit import jit
from .layout import PAIR, PLACES, RANKS, SUITS, TRIPLE, TRUMP, TYPES
from .order import bit, has

SUBSETS = 4 * PLACES  # first cursor of the level-card subsets
CURSORS = SUBSETS + 16
_CURSOR_BITS = 7  # CURSORS < 128; at most nine runs of two or more pairs fit into a group of 18 types
NONE = np.uint64(0)
ALL_TYPES = np.uint64((1 << TYPES) - 1)


@jit
def count(types):
    """Number of types in a set (population count)."""
    x = types - ((types >> np.uint64(1)) & np.uint64(0x5555555555555555))
    x = (x & np.uint64(0x3333333333333333)) + ((x >> np.uint64(2)) & np.uint64(0x3333333333333333))
    x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((x * np.uint64(0x0101010101010101)) >> np.uint64(56))


@jit
def lowest(types):
    """The lowest card type of a non-empty set."""
    return count((types & (~types + np.uint64(1))) - np.uint64(1))


@jit
def without_lowest(types):
    """The set less its lowest type."""
    return types & (types - np.uint64(1))


@jit
def types_with(row, copies, among):
    """The types of `among` of which the card row has at least `copies`. All types at once: this loop becomes vector
    instructions."""
    found = NONE
    for card in range(TYPES):
        found |= np.uint64(row[card] >= copies) << np.uint64(card)
    return found & among


@jit
def first_type(row):
    """The lowest type of a card row that is not empty."""
    return lowest(types_with(row, 1, ALL_TYPES))


@jit
def cards_in(row, among):
    """How many cards of these types the card row has."""
    total = 0
    rest = among
    while rest != NONE:
        total += row[lowest(rest)]
        rest = without_lowest(rest)
    return total


@jit
def top_of(s, types):
    """Strength of the strongest of these types (the *top* of a component); -1 for none."""
    top = -1
    rest = types
    while rest != NONE:
        top = max(top, s.strength[lowest(rest)])
        rest = without_lowest(rest)
    return top


# ---------------------------------------------------------------- runs


@jit
def level_subset(s, suits):
    """The level types of a set of suits given as four bits."""
    types = NONE
    for suit in range(SUITS):
        if (suits >> suit) & 1:
            types |= bit(suit * RANKS + s.trump_level)
    return types


@jit
def run_at(s, group, length, cursor):
    """The types of the run that `cursor` stands for, or none where it stands for no run of this length."""
    if cursor >= SUBSETS:
        if group != TRUMP or not s.levels_join or length < 2:
            return NONE
        types = level_subset(s, cursor - SUBSETS)
        return types if count(types) == length else NONE
    start, suit = cursor // 4, cursor % 4
    crosses = group == TRUMP and start <= s.level_place < start + length
    if start + length > PLACES or (suit > 0 and not crosses):
        return NONE
    types = NONE
    for place in range(start, start + length):
        if group == TRUMP and place == s.level_place:
            card = suit * RANKS + s.trump_level
            if not has(s.level_types, card):
                return NONE
        else:
            card = s.type_at[group, place]
            if card < 0:
                return NONE
        types |= bit(card)
    return types


@jit
def next_run(s, group, length, among, cursor):
    """(run, its cursor): the first run of `length` within `among` at or behind `cursor`; none when there is no more."""
    while cursor < CURSORS:
        types = run_at(s, group, length, cursor)
        if types != NONE and types & ~among == NONE:
            return types, cursor
        cursor += 1
    return NONE, cursor


@jit
def best_run_top(s, group, length, among):
    """Top of the strongest run of `length` within `among`; -1 if there is none."""
    if length == 1:
        return top_of(s, among)
    best = -1
    types, cursor = next_run(s, group, length, among, 0)
    while types != NONE:
        best = max(best, top_of(s, types))
        types, cursor = next_run(s, group, length, among, cursor + 1)
    return best


# ---------------------------------------------------------------- packing


@jit
def long_run(runs, index):
    """(kind, length) of the index-th run of two or more types in ``runs[kind][length]``, triples first, each kind
    longer first; (0, 0) behind the last."""
    for kind in (3, 2):
        for length in range(PLACES - 1, 1, -1):
            index -= runs[kind, length]
            if index < 0:
                return kind, length
    return 0, 0


@jit
def held(row, types, copies):
    """How many of the row's cards lie in these types, at most `copies` of each."""
    total = 0
    rest = types
    while rest != NONE:
        total += min(row[lowest(rest)], copies)
        rest = without_lowest(rest)
    return total


@jit
def most_picked(row, types, copies):
    """The type of a non-empty set with the most picked cards, counting at most `copies` of each."""
    best = lowest(types)
    rest = without_lowest(types)
    while rest != NONE:
        card = lowest(rest)
        rest = without_lowest(rest)
        if min(row[card], copies) > min(row[best], copies):
            best = card
    return best


@jit
def lone_held(row, triples, pairs, threes, twos):
    """The most picked cards that `triples` lone triples out of `threes` and `pairs` lone pairs out of the rest of
    `twos` can hold; -1 if there are not so many. Triples choose first: a third picked copy counts only in them."""
    if count(threes) < triples or count(twos) < triples + pairs:
        return -1
    total = 0
    for _ in range(triples):
        card = most_picked(row, threes, TRIPLE)
        total += min(row[card], TRIPLE)
        threes &= ~bit(card)
        twos &= ~bit(card)
    for _ in range(pairs):
        card = most_picked(row, twos, PAIR)
        total += min(row[card], PAIR)
        twos &= ~bit(card)
    return total


@jit
def pack(s, group, runs, twos, threes, picked, target):
    """Whether disjoint runs as counted in ``runs[kind][length]`` can be laid among the types with two (`twos`) and
    three copies (`threes`, a part of `twos`) so that they hold at least `target` cards of the row `picked`."""
    triples, pairs = runs[3, 1], runs[2, 1]
    triple_runs = NONE  # types laid in runs of triples, and of pairs
    pair_runs = NONE
    cursors = np.uint64(0)
    depth = 0
    cursor = 0
    kind, length = long_run(runs, 0)
    while True:
        found = NONE
        if kind == 0:
            used = triple_runs | pair_runs
            lone = lone_held(picked, triples, pairs, threes & ~used, twos & ~used)
            if lone >= 0 and (
                target <= 0 or lone + held(picked, triple_runs, TRIPLE) + held(picked, pair_runs, PAIR) >= target
            ):
                return True
        else:
            among = (threes if kind == 3 else twos) & ~(triple_runs | pair_runs)
            found, cursor = next_run(s, group, length, among, cursor)
        if found != NONE:
            if kind == 3:
                triple_runs |= found
            else:
                pair_runs |= found
            cursors |= np.uint64(cursor) << np.uint64(depth * _CURSOR_BITS)
            depth += 1
            next_kind, next_length = long_run(runs, depth)
            # Equal runs are laid in ascending order only.
            cursor = cursor + 1 if next_kind == kind and next_length == length else 0
            kind, length = next_kind, next_length
            continue
        if depth == 0:
            return False
        depth -= 1
        kind, length = long_run(runs, depth)
        shift = np.uint64(depth * _CURSOR_BITS)
        cursor = np.int64((cursors >> shift) & np.uint64(127))
        cursors &= ~(np.uint64(127) << shift)
        lifted = run_at(s, group, length, cursor)
        triple_runs &= ~lifted
        pair_runs &= ~lifted
        cursor += 1
