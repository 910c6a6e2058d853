"""What a seat sees (docs/env.md, observation): named blocks of small integers, written into the caller's int8 row.

Everything the seat may remember and nothing else; seats are relative, 0 is the observer himself. `blocks` is the one
table of names, sizes and meanings; `observe` writes the same blocks in the same order. Card blocks are ROW = 56 wide,
54 types and two zeros, so that they copy as whole words.
"""

from collections.abc import Sequence

import numpy as np

from .jit import jit, jit_inline, jit_shared
from .layout import (
    GROUPS,
    HAND_AT,
    NO_SUIT,
    PAIR,
    PICKED_AT,
    PLACES,
    PLAYED_AT,
    RANKS,
    ROW,
    ROW_WORDS,
    SHOWN_AT,
    SINGLE,
    STATE_WORDS,
    TOKENS,
    TRICK_AT,
    TRIPLE,
    TYPES,
    UNKNOWN,
    Phase,
)
from .memory import bytes_of, words_of
from .order import by_strength
from .partner import known_sides
from .seats import after, distance, in_set
from .shows import last_card, last_seat, last_show

PHASES = 7
_EVERY_BYTE = np.uint64(0x0101010101010101)
_LAST_BYTES = np.uint64(0x0000010101010101)  # the last word of a card row: six types, two bytes of padding
# Thermometers: bit k is set when the value has reached the k-th bound.
TRICK_BOUNDS = (5, 10, 15, 20, 25, 30, 40, 50)
POINT_BOUNDS = (5, 10, 15, 20, 30, 40, 50, 60, 80, 100, 120, 160)
PENALTY_BOUNDS = (5, 20, 50, 100)
AWAY_BOUNDS = (5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 140, 160, 180, 200, 240)
LEFT_BOUNDS = (1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 20, 26)
COUNT_BOUNDS = (1, 2, 3, 4, 5, 6, 8, 10)
HAND, PICKED, BURIED, UNSEEN, CALLED, LAST_BID, PLAYED = range(7)  # numbers of the card blocks
SHAPES = 10  # singles 1, 2, 3+; pairs 1, 2+; triples; tractors of 2, 3, 4+ pairs; airplanes


def blocks(players: int, decks: int) -> list[tuple[str, int, str]]:
    """(name, size, meaning) of every block in order. Sizes depend on `players` and `decks` only."""
    by_seat = "by seat, from the observer on"
    return [
        ("hand", ROW, "own cards, the picked ones and a taken kitty included: copies of each type"),
        ("picked", ROW, "own picks of the action under way; the card that waits for its number"),
        ("buried", ROW, "what this seat laid down when it last buried"),
        ("unseen", ROW, "copies that are neither in the own hand, nor in a kitty as this seat laid it, nor played"),
        ("called", ROW, "the called card"),
        ("last_bid", ROW, "the last bid or raid: copies shown of its type"),
        ("played", players * ROW, f"cards played in complete and current tricks, {by_seat}"),
        ("trick", players * ROW, f"cards in the current trick, {by_seat}"),
        ("shown", players * ROW, f"cards shown in bids, raids and failed throws and not played since, {by_seat}"),
        ("phase", PHASES, "one of bid, riot, bury, raid, call, play, over"),
        ("flags", 8, "closing round, number awaited, first deal, after a riot, last deal a swing, solo known, 2 free"),
        ("actor", players, f"who acts, {by_seat}"),
        ("declarer", players, f"the declarer, by the bids so far or for good, {by_seat}"),
        ("last_bidder", players, f"who made the last bid or raid, {by_seat}"),
        ("leader", players, f"who leads the trick, {by_seat}"),
        ("winning", players, f"who wins the current trick so far, {by_seat}"),
        ("last_winners", players, f"winners of the last deal, {by_seat}"),
        ("declarer_side", players, f"known to be on the declarer side, {by_seat}"),
        ("attackers", players, f"known to be attackers, {by_seat}"),
        ("trump_suit", NO_SUIT + 1, "D, C, H, S, no trump; zeros before the bids are over"),
        ("trump_level", RANKS, "the deal's level 2..A; zeros before the bids are over"),
        ("levels", players * RANKS, f"levels 2..A, {by_seat}"),
        ("call_ordinal", 3, "which play of the called card makes the partner"),
        ("call_seen", 3, "copies of it played since: at least 1, 2, 3"),
        ("void", players * GROUPS, f"groups D, C, H, S, TRUMP that a seat has shown to hold no more of, {by_seat}"),
        ("lead_group", GROUPS, "group of the lead D, C, H, S, TRUMP"),
        ("lead_shape", SHAPES, "components led: singles 1 2 3+, pairs 1 2+, triple, tractors of 2 3 4+, airplane"),
        ("lead_size", len(COUNT_BOUNDS), "cards led: at least 1, 2, 3, 4, 5, 6, 8, 10"),
        ("missing", len(COUNT_BOUNDS), "cards still to pick for a follow or the kitty, the same bounds"),
        ("trick_points", len(TRICK_BOUNDS), "points in the trick: at least 5, 10, 15, 20, 25, 30, 40, 50"),
        ("captured", players * len(POINT_BOUNDS), f"points captured: at least {bounds(POINT_BOUNDS)}; {by_seat}"),
        ("penalties", players * len(PENALTY_BOUNDS), f"throw penalties: at least {bounds(PENALTY_BOUNDS)}; {by_seat}"),
        ("away", len(AWAY_BOUNDS), f"points captured by others than the known declarer side: {bounds(AWAY_BOUNDS)}"),
        ("left", players * len(LEFT_BOUNDS), f"cards in hand: at least {bounds(LEFT_BOUNDS)}; {by_seat}"),
    ]


def _table(bounds: Sequence[int]) -> np.ndarray:
    """int8[values, bounds]: a thermometer's rows for the values 0 to its last bound."""
    return (np.arange(bounds[-1] + 1)[:, None] >= np.array(bounds)).astype(np.int8)


TRICK_POINTS, POINTS, PENALTIES, AWAY, LEFT, COUNT, CALL_SEEN = map(
    _table,
    (TRICK_BOUNDS, POINT_BOUNDS, PENALTY_BOUNDS, AWAY_BOUNDS, LEFT_BOUNDS, COUNT_BOUNDS, (1, 2, 3)),
)
_BITS = (np.arange(64)[:, None] >> np.arange(8) & 1).astype(np.int8)


def bounds(values) -> str:
    """A thermometer's bounds as text."""
    return ", ".join(str(value) for value in values)


def size(players: int, decks: int) -> int:
    """D: the length of an observation, padded to whole words."""
    return -(-sum(block[1] for block in blocks(players, decks)) // 8) * 8


# ---------------------------------------------------------------- writers: each returns where the next block begins
#
# Positions are made unsigned (np.uint32) where they index: numba tests a signed index for below zero at every access,
# which costs more than the access.


@jit_inline
def write_one(out, at, size, index):
    """One-hot, on zeros; zeros for UNKNOWN. Without a branch: in it numba would count the users of `out`."""
    out[np.uint32(at + max(index, 0))] = index >= 0
    return at + size


@jit_inline
def write_bits(out, at, bits):
    """Flags from the bits of a small number. Always eight bytes, which is one move: the zeros behind the block are
    overwritten by the next."""
    for k in range(8):
        out[np.uint32(at) + k] = _BITS[np.uint8(bits), k]


@jit_inline
def write_seat(out, at, players, seat, who):
    """One-hot of a seat, relative to the observer; zeros for UNKNOWN."""
    if who >= 0:
        out[np.uint32(at + distance(seat, who, players))] = 1
    return at + players


@jit_inline
def write_seats(out, at, players, seat, seats):
    """Flags of a seat set, relative to the observer."""
    write_bits(out, at, ((seats | seats << players) >> seat) & ((1 << players) - 1))
    return at + players


@jit_inline
def write_bounds(out, at, thermometer, value):
    """The row of a thermometer's table for the value, or its last: a constant number of bytes is one move or two."""
    row = np.uint32(min(value, len(thermometer) - 1))
    for k in range(thermometer.shape[1]):
        out[np.uint32(at) + k] = thermometer[row, k]
    return at + thermometer.shape[1]


@jit_inline
def knows_kitty(s, seat):
    """Whether the kitty lies as this seat has laid it; after a raid it only remembers what it laid down."""
    return s.kitty_lies and s.burials > 0 and s.burial_seat[s.burials - 1] == seat


@jit_inline
def missing_cards(s, r):
    """Cards the actor still has to pick where their number is fixed."""
    if s.phase == Phase.BURY:
        return r.kitty - s.picks
    return s.lead_size - s.picks if s.phase == Phase.PLAY and s.plays > 0 else 0


# ---------------------------------------------------------------- the card blocks; they come first, each on whole words
#
# `card_at` and `number` are the state's tables of the order of strength, or None for faces: each is compiled by itself,
# since a test within every row costs more than the row.


@jit_inline
def write_row(words, row_at, card_at, out, out_words, block):
    """Card block number `block` from the card row that begins at word `row_at` of the state."""
    if card_at is None:
        start, at = np.uint32(row_at), np.uint32(block * ROW_WORDS)
        for k in range(ROW_WORDS):
            out_words[at + k] = words[start + k]
    else:
        row, at = bytes_of(words, 8 * row_at, ROW), np.uint32(block * ROW)
        for k in range(TYPES):
            out[at + k] = row[np.uint8(card_at[k])]


@jit_inline
def add_card(out, block, number, card, copies):
    """Some copies of one card into a card block; UNKNOWN is none."""
    if card >= 0:
        at = np.uint8(card) if number is None else np.uint8(number[card])
        out[np.uint32(block * ROW) + at] += copies


@jit_inline
def write_unseen(out_words, players, decks, knows):
    """All copies less those in the blocks of what this seat has seen, eight types a word: no byte can go below zero and
    borrow."""
    unseen = out_words[UNSEEN * ROW_WORDS : (UNSEEN + 1) * ROW_WORDS]
    for k in range(ROW_WORDS):
        unseen[k] = (_EVERY_BYTE if k < ROW_WORDS - 1 else _LAST_BYTES) * np.uint64(decks)
    take_row(unseen, out_words, HAND)
    if knows:
        take_row(unseen, out_words, BURIED)
    for seat in range(players):
        take_row(unseen, out_words, PLAYED + seat)


@jit_inline
def take_row(unseen, out_words, block):
    """Take the cards of a block out of the unseen ones."""
    at = np.uint32(block * ROW_WORDS)
    for k in range(ROW_WORDS):
        unseen[k] -= out_words[at + k]


@jit_inline
def write_cards(words, s, r, seat, card_at, number, out, out_words):
    """All card blocks, on zeros; `words` are the state's. Returns where the next block begins."""
    n, leader = np.int64(r.players), np.int64(s.leader)
    write_row(words, HAND_AT + seat * ROW_WORDS, card_at, out, out_words, HAND)
    if seat == s.actor:
        if s.picks > 0:
            write_row(words, PICKED_AT, card_at, out, out_words, PICKED)
        add_card(out, PICKED, number, s.pick_type, 1)
    for k in range(s.burials - 1, -1, -1):
        if s.burial_seat[k] == seat:  # it saw nothing later of that kitty
            for j in range(r.kitty):
                add_card(out, BURIED, number, s.burial_laid[k, j], 1)
            break
    add_card(out, CALLED, number, s.call_type, 1)
    add_card(out, LAST_BID, number, last_card(s), s.show_copies[max(last_show(s), 0)])
    for k in range(n):
        who = after(seat, k, n)
        write_row(words, PLAYED_AT + who * ROW_WORDS, card_at, out, out_words, PLAYED + k)
        if in_set(s.showing, who):
            write_row(words, SHOWN_AT + who * ROW_WORDS, card_at, out, out_words, PLAYED + 2 * n + k)
    for k in range(s.plays):  # the other rows of the trick are empty
        who = after(leader, k, n)
        block = PLAYED + n + distance(seat, who, n)
        write_row(words, TRICK_AT + who * ROW_WORDS, card_at, out, out_words, block)
    write_unseen(out_words, n, r.decks, knows_kitty(s, seat))
    return (PLAYED + 3 * n) * ROW


# ---------------------------------------------------------------- the blocks of the table


@jit_inline
def write_table(s, r, seat, side, attackers, out, at):
    """Phase to attackers; `side` and `attackers` are the seat sets to show."""
    n = r.players
    at = write_one(out, at, PHASES, s.phase)
    flags = np.uint32(at)
    out[flags] = s.closing
    out[flags + 1] = seat == s.actor and s.pick_type != UNKNOWN
    out[flags + 2] = s.first
    out[flags + 3] = s.after_riot
    out[flags + 4] = s.swing
    out[flags + 5] = s.solo
    at = write_seat(out, at + 8, n, seat, s.actor)
    at = write_seat(out, at, n, seat, s.declarer)
    at = write_seat(out, at, n, seat, last_seat(s))
    at = write_seat(out, at, n, seat, s.leader if s.phase == Phase.PLAY else UNKNOWN)
    at = write_seat(out, at, n, seat, s.best_seat if s.plays > 0 else UNKNOWN)
    at = write_seats(out, at, n, seat, s.last_winners)
    at = write_seats(out, at, n, seat, side)
    return write_seats(out, at, n, seat, attackers)


@jit_inline
def write_match(s, r, seat, out, at):
    """Trump suit to void."""
    at = write_one(out, at, NO_SUIT + 1, s.trump_suit)
    at = write_one(out, at, RANKS, s.trump_level)
    for k in range(r.players):
        at = write_one(out, at, RANKS, s.levels[after(seat, k, r.players)])
    at = write_one(out, at, 3, s.call_ordinal - 1)
    at = write_bounds(out, at, CALL_SEEN, s.call_seen)
    for k in range(r.players):
        write_bits(out, at, s.void[after(seat, k, r.players)])
        at += GROUPS
    return at


@jit_inline
def write_lead(s, r, seat, out, at):
    """Lead group to missing."""
    at = write_one(out, at, GROUPS, s.lead_group if s.plays > 0 else UNKNOWN)
    if s.plays > 0:
        write_shape(s.lead_runs, out, np.uint32(at))
    at = write_bounds(out, at + SHAPES, COUNT, s.lead_size if s.plays > 0 else 0)
    return write_bounds(out, at, COUNT, missing_cards(s, r) if seat == s.actor else 0)


@jit_inline
def write_shape(runs, out, at):
    """The components of the lead, on zeros."""
    for k in range(3):
        out[at + k] = runs[SINGLE, 1] > k
    for k in range(2):
        out[at + 3 + k] = runs[PAIR, 1] > k
    out[at + 5] = runs[TRIPLE, 1] > 0
    for length in range(2, PLACES):
        if runs[PAIR, length] > 0:
            out[at + 6 + min(length, 4) - 2] = 1
        if runs[TRIPLE, length] > 0:
            out[at + 9] = 1


@jit_inline
def write_points(s, r, seat, side, out, at):
    """Trick points to cards left; `side` is the declarer side as it is to be shown."""
    n = r.players
    at = write_bounds(out, at, TRICK_POINTS, s.trick_points)
    away = 0
    for k in range(n):
        who = after(seat, k, n)
        if not in_set(side, who):
            away += s.captured[who]
        at = write_bounds(out, at, POINTS, s.captured[who])
    for k in range(n):
        at = write_bounds(out, at, PENALTIES, s.penalties[after(seat, k, n)])
    at = write_bounds(out, at, AWAY, away)
    for k in range(n):
        at = write_bounds(out, at, LEFT, s.hand_size[after(seat, k, n)])


# ---------------------------------------------------------------- the whole


@jit_shared
def observe(S, i, R, seat, order, out):
    """Write what `seat` sees of game i into ``out``: int8[size(players, decks)], contiguous, the cards numbered by
    `order` (CardOrder)."""
    s = S[i]
    r = R[s.rule]
    seat = np.int64(seat)
    words = words_of(S, i * STATE_WORDS, STATE_WORDS)
    out_words = words_of(out, 0, len(out) // 8)
    out_words[:] = np.uint64(0)
    if by_strength(s, order):
        at = write_cards(words, s, r, seat, s.card_at, s.number, out, out_words)
    else:
        at = write_cards(words, s, r, seat, None, None, out, out_words)
    side, attackers = known_sides(s, r, seat)
    at = write_table(s, r, seat, side, attackers, out, at)
    at = write_match(s, r, seat, out, at)
    at = write_lead(s, r, seat, out, at)
    write_points(s, r, seat, side, out, at)


@jit
def write_mask(s, seat, order, out):
    """The mask of the decision, int8[TOKENS], as `seat` sees it: zeros for those who are not to act."""
    if seat != s.actor or seat < 0:
        out[:] = 0
        return
    for token in range(TOKENS):
        out[token] = s.mask[token]
    if by_strength(s, order):
        for k in range(TYPES):
            out[k] = s.mask[np.uint8(s.card_at[k])]


@jit_inline
def show_decision(S, i, R, order, row, mask):
    """Write what the actor of game i sees into row: int8[D] (int8[0]: not wanted) and mask: int8[TOKENS]. When the
    episode is over the row is left alone, and the mask is zeros."""
    s = S[i]
    if s.actor != UNKNOWN and len(row) > 0:
        observe(S, i, R, s.actor, order, row)
    write_mask(s, s.actor, order, mask)
