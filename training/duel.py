"""Duplicate deals 复式: the same shuffles, played once for each way to seat two kinds of players, A and B.

Every arrangement comes with its complement and in every rotation, so that neither side profits from cards, levels or
seats, and A against A is exactly even. Bots and networks play in compiled loops; an agent that answers many decisions
at once is asked for those of many games; any other one plays through `PlayerView`, game by game, a thousand times
slower than the first.
"""

from collections.abc import Callable, Iterator

import numpy as np

from shengji_env.agents import Agent, make_agent
from shengji_env.engine.layout import MAX_SEATS, Episode, Partner, Start, new_states
from shengji_env.engine.notice import before_compiling
from shengji_env.rules import Rules
from shengji_env.seating import Cast, Tables

DECKS_AT_ONCE = 32

# One row for each game played.
PLAYED = np.dtype(
    [
        ("deck", "i8"),  # number of the shuffle stream, from 0
        ("seed", "u8"),
        ("a_seats", "u1"),  # seat set
        ("declarer", "i1"),
        ("declarer_side", "u1"),  # seat set
        ("side", "i1"),  # which gains: 1 the declarer's, 2 the attackers, 0 nobody
        ("steps", "i8"),
        ("points", "i8"),  # the attackers', all in
        ("multiplier", "i8"),
    ]
)


def arrangements(rules: Rules) -> list[int]:
    """The seat sets of A. Fixed partners: one side, then the other. Else A sits on one seat, or on about half of
    them, or on all the others, in every rotation: 20 games a deck with five players."""
    players = rules.players
    everybody = (1 << players) - 1
    half = sum(1 << seat for seat in range(0, players - 1, 2))
    if rules.partner == Partner.FIXED.name.lower():
        return [half, everybody & ~half]
    patterns = list(dict.fromkeys([1, half, everybody & ~1, everybody & ~half]))
    turned = [_rotate(pattern, turn, players) for pattern in patterns for turn in range(players)]
    return list(dict.fromkeys(turned))


def _rotate(seats: int, turn: int, players: int) -> int:
    return ((seats << turn) | (seats >> (players - turn))) & ((1 << players) - 1)


def _decks(rules: Rules, first: int, stop: int, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(deck, A's seat set, STATE) of every game of these decks, each a later deal at levels drawn from its seed."""
    seats = np.array(arrangements(rules), np.uint8)
    decks = np.repeat(np.arange(first, stop), len(seats))
    S = new_states(len(decks))
    S["episode"], S["start"] = Episode.DEAL, Start.RANDOM
    S["seed"] = decks.astype(np.uint64) + np.uint64(seed % 2**63)
    return decks, np.resize(seats, len(decks)), S


def _play(cast: Cast, a_seats: np.ndarray, S: np.ndarray, threads: int) -> None:
    """Play these games to their ends, A, who is agent 0, on his seats. Agents that draw start anew, from the seed of
    the first game."""
    cast.reset([2 * int(S["seed"][0]) + k for k in range(2)])
    bits = (a_seats[:, None] >> np.arange(MAX_SEATS)) & 1
    Tables(cast, S, np.where(bits == 1, 0, 1), threads).play()


def _rounds(cast: Cast, rules: Rules, deals: int, seed: int, threads: int) -> Iterator[np.ndarray]:
    """Rows of PLAYED, some decks at a time, in order. An agent that answers one view at a time plays game by game, each
    to its end."""
    for first in range(0, deals, DECKS_AT_ONCE):
        decks, a_seats, S = _decks(rules, first, min(first + DECKS_AT_ONCE, deals), seed)
        if cast.is_compiled or cast.answers_many:
            _play(cast, a_seats, S, threads)
        else:
            for game in range(len(S)):
                _play(cast, a_seats[game : game + 1], S[game : game + 1], 1)
        rows = np.zeros(len(S), PLAYED)
        rows["deck"], rows["seed"], rows["a_seats"] = decks, S["seed"], a_seats
        for name in ("declarer", "declarer_side", "side", "steps", "points", "multiplier"):
            rows[name] = S["result"][name]
        yield rows


def play_duel(
    a: str | Agent,
    b: str | Agent,
    rules: Rules | str = "five_player_two_deck",
    deals: int = 1000,
    seed: int = 0,
    threads: int = 1,
    progress: Callable[[int], None] | None = None,
) -> np.ndarray:
    """Play `deals` duplicate deals, every arrangement of each, and return a row of PLAYED for every game. progress is
    told how many decks have been played."""
    rules = Rules.of(rules)
    cast = Cast([make_agent(a), make_agent(b)], rules)
    before_compiling()
    played = []
    for rows in _rounds(cast, rules, deals, seed, threads):
        played.append(rows)
        if progress is not None:
            progress(int(rows["deck"][-1]) + 1)
    return np.concatenate(played)
