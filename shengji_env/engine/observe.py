"""What a seat sees (design: observation): named blocks of small integers, written into the caller's int8 row.

Everything the seat may remember and nothing else; seats are relative, 0 is the observer himself. `blocks` is the one
table of names, sizes and meanings; `observe` writes the same blocks in the same order. Card blocks are ROW = 56 wide,
54 types and two zeros, so that they copy as whole words.
"""

import numpy as np

from .jit import jit
from .layout import (
    GROUPS,
    HAND_AT,
    NO_SUIT,
    PICKED_AT,
    PLACES,
    PLAYED_AT,
    RANKS,
    ROW,
    ROW_WORDS,
    SHOWN_AT,
    STATE_WORDS,
    TOKENS,
    TRICK_AT,
    TYPES,
    UNKNOWN,
    Phase,
)
from .order import by_strength
from .partner import known_sides
from .seats import after, distance, in_set
from .trick import row_points

PHASES = 7
_EVERY_BYTE = np.uint64(0x0101010101010101)
_LAST_BYTES = np.uint64(0x0000010101010101)  # the last word of a card row: six types, two bytes of padding
# Thermometers: bit k is set when the value has reached the k-th bound.
POINT_BOUNDS = np.array([5, 10, 15, 20, 30, 40, 50, 60, 80, 100, 120, 160], np.int64)
PENALTY_BOUNDS = np.array([5, 20, 50, 100], np.int64)
TRICK_BOUNDS = np.array([5, 10, 15, 20, 25, 30, 40, 50], np.int64)
AWAY_BOUNDS = np.array([5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 140, 160, 180, 200, 240], np.int64)
LEFT_BOUNDS = np.array([1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 20, 26], np.int64)
COUNT_BOUNDS = np.array([1, 2, 3, 4, 5, 6, 8, 10], np.int64)
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


def bounds(values) -> str:
    """A thermometer's bounds as text."""
    return ", ".join(str(value) for value in values)


def size(players: int, decks: int) -> int:
    """D: the length of an observation, padded to whole words."""
    return -(-sum(block[1] for block in blocks(players, decks)) // 8) * 8


# ---------------------------------------------------------------- writers: each returns where the next block begins


@jit
def copy_words(source, start, target, at, words):
    """Card rows copy as 64-bit words: ten times faster than byte by byte."""
    for k in range(words):
        target[at + k] = source[start + k]


@jit
def write_card(out, at, card, copies):
    if card != UNKNOWN:
        out[at + card] = copies


@jit
def write_rows(words, rows_at, out_words, at, seat, players):
    """A field of card rows by seat, from the observer on; both positions in words."""
    first = players - seat
    copy_words(words, rows_at + seat * ROW_WORDS, out_words, at, first * ROW_WORDS)
    copy_words(words, rows_at, out_words, at + first * ROW_WORDS, seat * ROW_WORDS)
    return at + players * ROW_WORDS


@jit
def write_one(out, at, size, index):
    """One-hot; zeros for UNKNOWN."""
    if index >= 0:
        out[at + index] = 1
    return at + size


@jit
def write_seat(out, at, players, seat, who):
    """One-hot of a seat, relative to the observer; zeros for UNKNOWN."""
    if who >= 0:
        out[at + distance(seat, who, players)] = 1
    return at + players


@jit
def write_seats(out, at, players, seat, seats):
    """Flags of a seat set, relative to the observer."""
    for k in range(players):
        out[at + k] = (seats >> after(seat, k, players)) & 1
    return at + players


@jit
def write_bounds(out, at, bounds, value):
    """Thermometer, on zeros: most values reach few bounds."""
    k = 0
    while k < len(bounds) and value >= bounds[k]:
        out[at + k] = 1
        k += 1
    return at + len(bounds)


@jit
def knows_kitty(s, seat):
    """Whether the kitty lies as this seat has laid it; after a raid it only remembers what it laid down."""
    return s.kitty_lies and s.burials > 0 and s.burial_seat[s.burials - 1] == seat


@jit
def write_unseen(words, state_at, seat, players, decks, knows, out_words, buried_at, at):
    """All copies less those this seat has seen, eight types a word: no byte can go below zero and borrow."""
    for k in range(ROW_WORDS):
        all_copies = _EVERY_BYTE if k < ROW_WORDS - 1 else _LAST_BYTES
        unseen = all_copies * np.uint64(decks) - words[state_at + HAND_AT + seat * ROW_WORDS + k]
        if knows:
            unseen -= out_words[buried_at + k]
        for other in range(players):
            unseen -= words[state_at + PLAYED_AT + other * ROW_WORDS + k]
        out_words[at + k] = unseen


@jit
def add_buried(s, r, seat, out, at):
    """What this seat laid down last, as counts; it saw nothing later of that kitty."""
    for k in range(s.burials - 1, -1, -1):
        if s.burial_seat[k] == seat:
            for j in range(r.kitty):
                out[at + s.burial_laid[k, j]] += 1
            break


@jit
def write_shape(s, out, at):
    runs = s.lead_runs
    if s.plays > 0:
        for k in range(3):
            out[at + k] = runs[1, 1] > k
        for k in range(2):
            out[at + 3 + k] = runs[2, 1] > k
        out[at + 5] = runs[3, 1] > 0
        for length in range(2, PLACES):
            if runs[2, length] > 0:
                out[at + 6 + min(length, 4) - 2] = 1
            if runs[3, length] > 0:
                out[at + 9] = 1
    return at + SHAPES


@jit
def missing_cards(s, r):
    """Cards the actor still has to pick where their number is fixed."""
    if s.phase == Phase.BURY:
        return r.kitty - s.picks
    return s.lead_size - s.picks if s.phase == Phase.PLAY and s.plays > 0 else 0


# ---------------------------------------------------------------- the whole


@jit
def observe(S, i, R, seat, order, out):
    """Write what `seat` sees of game i into ``out``: int8[size(players, decks)], contiguous, the cards numbered by
    `order` (CardOrder)."""
    s = S[i]
    r = R[s.rule]
    out_words = out.view(np.uint64)
    out_words[:] = np.uint64(0)
    if by_strength(s, order):
        at = write_cards_by_strength(s, r, seat, out)
    else:
        at = write_cards(S.view(np.uint64), i * STATE_WORDS, s, r, seat, out, out_words)
    at = write_table(s, r, seat, out, at)
    at = write_match(s, r, seat, out, at)
    at = write_lead(s, r, seat, out, at)
    write_points(s, r, seat, out, at)


@jit
def write_cards(words, state_at, s, r, seat, out, out_words):
    """The card blocks by face; they come first, so that each begins on a word."""
    n = r.players
    copy_words(words, state_at + HAND_AT + seat * ROW_WORDS, out_words, 0, ROW_WORDS)
    if seat == s.actor:
        copy_words(words, state_at + PICKED_AT, out_words, ROW_WORDS, ROW_WORDS)
        write_card(out, ROW, s.pick_type, 1)
    add_buried(s, r, seat, out, 2 * ROW)
    write_unseen(words, state_at, seat, n, r.decks, knows_kitty(s, seat), out_words, 2 * ROW_WORDS, 3 * ROW_WORDS)
    write_card(out, 4 * ROW, s.call_type, 1)
    card, copies = last_shown(s)
    write_card(out, 5 * ROW, card, copies)
    at = write_rows(words, state_at + PLAYED_AT, out_words, 6 * ROW_WORDS, seat, n)
    for k in range(s.plays):  # the other rows of the trick are empty
        who = after(s.leader, k, n)
        target = at + distance(seat, who, n) * ROW_WORDS
        copy_words(words, state_at + TRICK_AT + who * ROW_WORDS, out_words, target, ROW_WORDS)
    at += n * ROW_WORDS
    for k in range(n):
        who = after(seat, k, n)
        if in_set(s.showing, who):
            copy_words(words, state_at + SHOWN_AT + who * ROW_WORDS, out_words, at, ROW_WORDS)
        at += ROW_WORDS
    return 8 * at


@jit
def write_cards_by_strength(s, r, seat, out):
    """The same blocks with the cards in the order of strength."""
    n = r.players
    last_card, last_copies = last_shown(s)
    knows = knows_kitty(s, seat)
    seen = (6 + 3 * n) * ROW  # the buried cards by face lie in the blocks behind the cards meanwhile
    add_buried(s, r, seat, out, seen)
    for k in range(TYPES):
        card = s.card_at[k]
        out[k] = s.hand[seat, card]
        if seat == s.actor:
            out[ROW + k] = s.picked[card] + (card == s.pick_type)
        buried = out[seen + card]
        out[2 * ROW + k] = buried
        unseen = r.decks - s.hand[seat, card] - (buried if knows else 0)
        out[4 * ROW + k] = card == s.call_type
        out[5 * ROW + k] = last_copies if card == last_card else 0
        at = 6 * ROW + k
        for step in range(n):
            other = after(seat, step, n)
            unseen -= s.played[other, card]
            out[at] = s.played[other, card]
            out[at + n * ROW] = s.trick[other, card]
            out[at + 2 * n * ROW] = s.shown[other, card]
            at += ROW
        out[3 * ROW + k] = unseen
    out[seen : seen + ROW] = 0
    return seen


@jit
def last_shown(s):
    """(card, copies) of the last raid, else of the last bid; UNKNOWN if there is none."""
    if s.raids > 0:
        return np.int64(s.raid_type[s.raids - 1]), np.int64(s.raid_copies[s.raids - 1])
    if s.bids > 0:
        return np.int64(s.bid_type[s.bids - 1]), np.int64(s.bid_copies[s.bids - 1])
    return np.int64(UNKNOWN), np.int64(0)


@jit
def write_mask(s, seat, order, out):
    """The mask of the decision, int8[TOKENS], as `seat` sees it: zeros for those who are not to act."""
    out[:] = 0
    if seat != s.actor or seat < 0:
        return
    strength = by_strength(s, order)
    for token in range(TYPES):
        out[token] = s.mask[s.card_at[token]] if strength else s.mask[token]
    for token in range(TYPES, TOKENS):
        out[token] = s.mask[token]


@jit
def write_table(s, r, seat, out, at):
    n = r.players
    at = write_one(out, at, PHASES, s.phase)
    out[at] = s.closing
    out[at + 1] = seat == s.actor and s.pick_type != UNKNOWN
    out[at + 2] = s.first
    out[at + 3] = s.after_riot
    out[at + 4] = s.swing
    out[at + 5] = s.solo
    at += 8
    at = write_seat(out, at, n, seat, s.actor)
    at = write_seat(out, at, n, seat, s.declarer)
    if s.raids > 0:
        at = write_seat(out, at, n, seat, s.raid_seat[s.raids - 1])
    elif s.bids > 0:
        at = write_seat(out, at, n, seat, s.bid_seat[s.bids - 1])
    else:
        at += n
    at = write_seat(out, at, n, seat, s.leader if s.phase == Phase.PLAY else UNKNOWN)
    at = write_seat(out, at, n, seat, s.best_seat if s.plays > 0 else UNKNOWN)
    at = write_seats(out, at, n, seat, s.last_winners)
    side, attackers = known_sides(s, r, seat)
    at = write_seats(out, at, n, seat, side)
    return write_seats(out, at, n, seat, attackers)


@jit
def write_match(s, r, seat, out, at):
    at = write_one(out, at, NO_SUIT + 1, s.trump_suit)
    at = write_one(out, at, RANKS, s.trump_level)
    for k in range(r.players):
        at = write_one(out, at, RANKS, s.levels[after(seat, k, r.players)])
    at = write_one(out, at, 3, s.call_ordinal - 1)
    for k in range(3):
        out[at + k] = s.call_seen > k
    at += 3
    for k in range(r.players):
        for g in range(GROUPS):
            out[at + g] = (s.void[after(seat, k, r.players)] >> g) & 1
        at += GROUPS
    return at


@jit
def write_lead(s, r, seat, out, at):
    at = write_one(out, at, GROUPS, s.lead_group if s.plays > 0 else UNKNOWN)
    at = write_shape(s, out, at)
    at = write_bounds(out, at, COUNT_BOUNDS, s.lead_size if s.plays > 0 else 0)
    return write_bounds(out, at, COUNT_BOUNDS, missing_cards(s, r) if seat == s.actor else 0)


@jit
def write_points(s, r, seat, out, at):
    n = r.players
    points = 0
    for k in range(n):
        points += row_points(s.trick[k])
    at = write_bounds(out, at, TRICK_BOUNDS, points)
    for k in range(n):
        at = write_bounds(out, at, POINT_BOUNDS, s.captured[after(seat, k, n)])
    for k in range(n):
        at = write_bounds(out, at, PENALTY_BOUNDS, s.penalties[after(seat, k, n)])
    side, _ = known_sides(s, r, seat)
    away = 0
    for k in range(n):
        if not (side >> k) & 1:
            away += s.captured[k]
    at = write_bounds(out, at, AWAY_BOUNDS, away)
    for k in range(n):
        at = write_bounds(out, at, LEFT_BOUNDS, s.hand_size[after(seat, k, n)])


# ---------------------------------------------------------------- redacting


@jit
def redact(S, i, R, seat, T, j):
    """T[j] becomes game i as `seat` may know it, which is what a PlayerView shows: other hands, the stock, what others
    laid into the kitty, the seed, other players' picks and duty, and partners hidden from this seat are gone."""
    copy_words(S.view(np.uint64), i * STATE_WORDS, T.view(np.uint64), j * STATE_WORDS, STATE_WORDS)
    s = T[j]
    r = R[s.rule]
    s.seed = 0
    s.choices = 0
    s.stock[:] = 0
    for other in range(r.players):
        if other != seat:
            s.hand[other, :] = 0
    if s.actor != seat:
        s.picks = 0
        s.pick_type = UNKNOWN
        s.picked[:] = 0
        s.mask[:] = 0
        s.duty_runs[:] = 0
        s.duty_cards = 0
    s.partners &= known_sides(s, r, seat)[0]
    if s.phase != Phase.OVER:
        redact_kitty(s, r, seat)


@jit
def redact_kitty(s, r, seat):
    """Only those who held the kitty know what they took and laid down, until the settlement."""
    holder = s.burial_seat[s.burials - 1] if s.burials > 0 else UNKNOWN
    if holder != seat:
        s.kitty[:] = 0
    for k in range(min(s.burials + 1, len(s.burial_seat))):
        if s.burial_seat[k] != seat:
            s.burial_taken[k, :] = 0
            s.burial_laid[k, :] = 0
