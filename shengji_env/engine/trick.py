"""Who wins a trick (rules 5): 一墩的胜负."""

from .jit import jit, jit_inline
from .layout import FIVE, KING, PAIR, RANKS, SINGLE, SUITS, TEN, TRIPLE, TRUMP, UNKNOWN
from .order import points_of
from .shapes import ALL_TYPES, NONE, lowest, next_run, pack, top_of, types_with


@jit_inline
def group_of(s, row):
    """The one group that all cards of a play belong to, or UNKNOWN."""
    types = types_with(row, 1, ALL_TYPES)
    if types == NONE:
        return UNKNOWN
    group = s.group[lowest(types)]
    return group if types & ~s.group_types[group] == NONE else UNKNOWN


@jit
def answer_top(s, group, row):
    """Strength that a play of one group answers the lead with: the strongest top that its answer to the lead's
    dominant component can have while the rest of the play answers the rest; -1 if it is no answer. Copies need not
    stay together here: 55544 answers A8899 as 5+4455."""
    if s.lead_kind == SINGLE:
        return top_of(s, types_with(row, 1, s.group_types[group]))
    twos = types_with(row, PAIR, s.group_types[group])
    threes = types_with(row, TRIPLE, twos)
    among = threes if s.lead_kind == TRIPLE else twos
    best = -1
    s.lead_runs[s.lead_kind, s.lead_length] -= 1
    run, cursor = next_run(s, group, s.lead_length, among, 0)
    while run != NONE:
        top = top_of(s, run)
        if top > best and pack(s, group, s.lead_runs, twos & ~run, threes & ~run, row, 0):
            best = top
        run, cursor = next_run(s, group, s.lead_length, among, cursor + 1)
    s.lead_runs[s.lead_kind, s.lead_length] += 1
    return best


@jit_inline
def compare_play(s, seat, row):
    """Let a follower's play contest the trick: only answers in the lead's group or trumps can win; trump beats plain;
    within a group the strictly stronger top, so of equals the earlier play stays."""
    group = group_of(s, row)
    if group != s.lead_group and group != TRUMP:
        return
    if group != TRUMP and s.best_group == TRUMP:
        return
    top = answer_top(s, group, row)
    if top >= 0 and ((group == TRUMP and s.best_group != TRUMP) or top > s.best_top):
        s.best_seat, s.best_group, s.best_top = seat, group, top


@jit
def row_points(row):
    """分 in a card row: fives 5, tens and kings 10 each."""
    total = 0
    for suit in range(SUITS):
        for rank in (FIVE, TEN, KING):
            card = suit * RANKS + rank
            total += points_of(card) * row[card]
    return total
