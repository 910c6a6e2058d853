"""The full state of a game as small integers, for critics that see everything (`state()` of the environments).

Blocks as in observe.py, cards always as printed; what a seat sees is written as from seat 0 on, what is hidden from it
comes on top.
"""

import numpy as np

from .jit import jit
from .layout import ROW, UNKNOWN, Phase
from .observe import (
    COUNT,
    COUNT_BOUNDS,
    PHASES,
    blocks,
    missing_cards,
    write_bounds,
    write_lead,
    write_match,
    write_one,
    write_points,
    write_table,
)
from .shows import last_card, last_show

PRIVATE = ("hand", "picked", "buried", "unseen")  # blocks of an observation that only its seat has


def full_blocks(players: int, decks: int) -> list[tuple[str, int, str]]:
    """(name, size, meaning) of every block of the full state, in order."""
    hidden = [
        ("hands", players * ROW, "cards in hand, by seat, from the observer on"),
        ("to_draw", players * ROW, "cards that are still to be dealt to each seat, by seat, from the observer on"),
        ("kitty", ROW, "the kitty; zeros while somebody has it in hand"),
        ("picked", ROW, "the actor's picks; the card that waits for its number"),
    ]
    public = [block for block in blocks(players, decks) if block[0] not in PRIVATE]
    return [
        (name, size, meaning.replace("the observer", "seat 0").replace("known to be ", ""))
        for name, size, meaning in hidden + public
    ]


def full_size(players: int, decks: int) -> int:
    """The length of a full state."""
    return sum(block[1] for block in full_blocks(players, decks))


@jit
def write_full(S, i, R, out):
    """Write the full state of game i into ``out``: int8[full_size(players, decks)]."""
    s = S[i]
    r = R[s.rule]
    n = np.int64(r.players)
    out[:] = 0
    at = write_hidden(s, r, out)
    write_one(out, at, ROW, s.call_type)
    if last_show(s) >= 0:
        out[at + ROW + last_card(s)] = s.show_copies[last_show(s)]
    at += 2 * ROW
    for rows in (s.played, s.trick, s.shown):
        at = write_seat_rows(rows, n, out, at)
    side, attackers = true_sides(s, r)
    table_at = at
    at = write_table(s, r, 0, side, attackers, out, at)
    out[table_at + PHASES + 1] = s.pick_type != UNKNOWN
    at = write_match(s, r, 0, out, at)
    at = write_lead(s, r, 0, out, at)
    write_bounds(out, at - len(COUNT_BOUNDS), COUNT, missing_cards(s, r))
    write_points(s, r, 0, side, out, at)


@jit
def true_sides(s, r):
    """(declarer side, attackers) as seat sets, whoever knows them."""
    if s.declarer == UNKNOWN:
        return np.int64(s.partners), 0
    side = np.int64(s.partners) | 1 << np.int64(s.declarer)
    return side, ((1 << r.players) - 1) & ~side


@jit
def write_seat_rows(rows, players, out, at):
    """Card rows by seat."""
    for seat in range(players):
        for card in range(ROW):
            out[at + card] = rows[seat, card]
        at += ROW
    return at


@jit
def write_hidden(s, r, out):
    """Hands, the stock, the kitty, the picks; returns where the public blocks begin."""
    n = np.int64(r.players)
    at = write_seat_rows(s.hand, n, out, 0)
    dealing = s.phase == Phase.BID and not s.closing
    if dealing:
        for k in range(s.drawn, n * r.hand):
            out[at + (np.int64(s.first_drawer) + k) % n * ROW + s.stock[k]] += 1
    at += n * ROW
    for j in range(r.kitty):
        if dealing:
            out[at + s.stock[n * r.hand + j]] += 1
        elif s.kitty_lies:
            out[at + s.kitty[j]] += 1
    at += ROW
    for card in range(ROW):
        out[at + card] = s.picked[card]
    return write_one(out, at, ROW, s.pick_type)
