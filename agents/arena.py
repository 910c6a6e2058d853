"""Compiled play: whole deals among the built-in agents, and their tokens for the rows of a batch.

Who sits where is a table ``kinds``: int64, RANDOM or the index of a PERSONALITY in P, or OTHER for a seat that somebody
else plays. The bots get the redacted record of their seat, as a `PlayerView` holds it, and nothing else.
"""

import itertools
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from shengji_env.engine.jit import jit_with
from shengji_env.engine.layout import RIOT, TOKENS, UNKNOWN, Episode, Phase, Side, Start, blank, new_states
from shengji_env.engine.observe import redact
from shengji_env.engine.order import points_of
from shengji_env.engine.rng import below, stream
from shengji_env.engine.step import begin, step, step_forced
from shengji_env.errors import ShengjiError
from shengji_env.rules import Rules

from .rule.bot import choose
from .rule.notes import new_notes

jit = jit_with(Path(__file__).parent)

RANDOM = -1
OTHER = -2
_SALT = np.uint64(0xA9E27)  # keeps the random agent's stream apart from the deals'

# How one deal went.
OUTCOME = np.dtype(
    [
        ("seed", "u8"),
        ("declarer", "i1"),
        ("declarer_side", "u1"),  # seat set
        ("gain", "i8"),  # levels the declarer side gains; negative: the attackers
        ("points", "i8"),  # the attackers', all in
        ("multiplier", "i8"),  # of the kitty; 0: the declarer side won the last trick
        ("kitty", "i4"),  # points buried
        ("riots", "i4"),
        ("failed", "i4"),  # throws that failed in the settled deal
        ("decisions", "i4"),  # tokens chosen, forced ones not counted
    ],
    align=True,
)


# ---------------------------------------------------------------- compiled


@jit
def random_token(s, state):
    """(next state of the random stream, a legal token): all are equally likely."""
    legal = 0
    for token in range(TOKENS):
        legal += s.mask[token]
    state, left = below(state, legal)
    for token in range(TOKENS):
        left -= s.mask[token]
        if left < 0:
            return state, token
    return state, UNKNOWN


@jit
def act_rows(S, R, kinds, luck, T, N, P, tokens):
    """Write the tokens of built-in agents for the rows of a batch: ``kinds[row, seat]`` says who plays. Rows that are
    over, or whose actor is OTHER, are left alone. luck: uint64[rows], the random agents' streams; T, N: STATE[1] and
    NOTES[1], scratch."""
    for i in range(len(S)):
        actor = S[i].actor
        if actor == UNKNOWN or kinds[i, actor] == OTHER:
            continue
        if kinds[i, actor] == RANDOM:
            luck[i], tokens[i] = random_token(S[i], luck[i])
        else:
            redact(S, i, R, actor, T, 0)
            tokens[i] = choose(T, 0, R, N, 0, P, kinds[i, actor])


@jit
def play_rows(S, T, N, R, P, seeds, kinds, start, outcomes):
    """For each seed one episode of a deal, to its end; S, T: STATE[1], N: NOTES[1], scratch. Rules are R[0]."""
    for k in range(len(seeds)):
        s = S[0]
        s.seed = seeds[k]
        s.shuffles = 0
        s.start = start
        begin(S, 0, R)
        state = stream(seeds[k], 1, _SALT)
        out = outcomes[k]
        out.seed = seeds[k]
        out.riots = 0
        out.decisions = 0
        step_forced(S, 0, R)
        while s.phase != Phase.OVER:
            kind = kinds[k, s.actor]
            if kind == RANDOM:
                state, token = random_token(s, state)
            else:
                redact(S, 0, R, s.actor, T, 0)
                token = choose(T, 0, R, N, 0, P, kind)
            out.riots += s.phase == Phase.RIOT and token == RIOT
            out.decisions += 1
            step(S, 0, R, token)
            step_forced(S, 0, R)
        note_outcome(s, R[0], out)


@jit
def note_outcome(s, r, out):
    """Take over the settled deal."""
    result = s.result
    out.declarer = result.declarer
    out.declarer_side = result.declarer_side
    out.gain = result.steps if result.side == Side.DECLARER else -result.steps
    out.points = result.points
    out.multiplier = result.multiplier
    out.kitty = 0
    for j in range(r.kitty):
        out.kitty += points_of(result.kitty[j])
    out.failed = 0
    for t in range(s.tricks):
        out.failed += s.failed[t, 0] != 0 or s.failed[t, 1] != 0


@jit
def note_outcomes(S, R, outcomes):
    """`note_outcome` of every finished game in S."""
    for i in range(len(S)):
        note_outcome(S[i], R[S[i].rule], outcomes[i])


# ---------------------------------------------------------------- from Python


def play_deals(
    rules: Rules,
    seeds: np.ndarray,
    kinds: np.ndarray,
    P: np.ndarray,
    *,
    levels: str | None = "random",
    threads: int = 1,
) -> np.ndarray:
    """OUTCOME[N]: for each of the seeds, uint64[N], the deal of that seed played out by the built-in agents in
    ``kinds``, int64[N, players]: RANDOM or an index into P, PERSONALITY[m].

    levels: "random", a later deal at levels drawn from the seed, or None, a first deal at the start level.
    """
    seeds = np.ascontiguousarray(seeds, np.uint64)
    kinds = np.ascontiguousarray(kinds, np.int64)
    if kinds.shape != (len(seeds), rules.players):
        raise ShengjiError(f"kinds {kinds.shape}: for these seeds and rules it is ({len(seeds)}, {rules.players})")
    if len(kinds) and not (kinds.min() >= RANDOM and kinds.max() < len(P)):
        raise ShengjiError(f"kinds {kinds.min()}..{kinds.max()}: RANDOM ({RANDOM}) to {len(P) - 1}, the last of P")
    if levels not in ("random", None):
        raise ShengjiError(f"levels {levels!r}: 'random' or None is asked for")
    start = Start.FIRST if levels is None else Start.RANDOM
    outcomes = blank(len(seeds), OUTCOME).view(np.ndarray)
    R = rules.record().view(np.ndarray)

    def play(rows: slice) -> None:
        S, T = new_states(1).view(np.ndarray), new_states(1).view(np.ndarray)
        S["episode"] = Episode.DEAL
        notes = new_notes().view(np.ndarray)
        play_rows(S, T, notes, R, P, seeds[rows], kinds[rows], int(start), outcomes[rows])

    if threads == 1:
        play(slice(None))
        return outcomes
    bounds = np.linspace(0, len(seeds), threads + 1).astype(int)
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(play, (slice(a, b) for a, b in itertools.pairwise(bounds))))
    return outcomes
