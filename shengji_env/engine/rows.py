"""The loops over many games: row i is game i, written into the caller's arrays in place.

Rows are independent of each other, so ranges of rows may run in threads side by side (the GIL is released).
"""

import numpy as np

from .jit import jit
from .layout import TOKENS, UNKNOWN
from .memory import borrowed, is_far, prefetch_next, prefetch_state, spare_row, stream_row
from .observe import show_decision
from .order import face_token
from .redact import redact
from .rng import CHOICE, below, stream
from .shapes import NONE, count, lowest, without_lowest
from .turn import reset_game, step_game


@jit
def reset_rows(S, R, start, stop, skip_forced, order, observation, mask, actor, reward, done):
    """Begin the next episode of each row; observation: int8[N, D], or [N, 0] to leave it out; mask: int8[N, 59];
    actor: int8[N]; reward: float32[N, players]; done: bool[N]."""
    for i in range(start, stop):
        actor[i] = reset_game(S, i, R, skip_forced, order, observation[i], mask[i])
        reward[i, :] = 0.0
        done[i] = False


@jit
def first_refused(S, start, stop, order, tokens):
    """The first of these rows whose token its decision does not accept, or UNKNOWN."""
    S, tokens = borrowed(S), borrowed(tokens)
    for i in range(start, stop):
        token = face_token(S[i], order, tokens[i])
        if token < 0 or token >= TOKENS or S[i].mask[token] == 0:
            return i
    return UNKNOWN


@jit
def step_rows(S, R, start, stop, tokens, skip_forced, mode, order, observation, mask, actor, reward, done):
    """One token in each row, all known to be legal. A row that is done begins its next episode in the same step: its
    reward is the finished episode's, all else the new one's."""
    S, R, tokens, observation = borrowed(S), borrowed(R), borrowed(tokens), borrowed(observation)
    mask, actor, reward, done = borrowed(mask), borrowed(actor), borrowed(reward), borrowed(done)
    spare, far = spare_row(observation.shape[1]), is_far(observation)
    for i in range(start, stop):
        prefetch_state(S, min(i + 2, stop - 1))
        prefetch_next(S, min(i + 1, stop - 1), reward.shape[1], observation.shape[1] > 0)
        row = spare if far else observation[i]
        _, seat, paid = step_game(S, i, R, tokens[i], skip_forced, mode, order, row, mask[i], reward[i])
        if not paid:
            reward[i, :] = 0.0
        done[i] = seat == UNKNOWN
        if done[i]:
            seat = reset_game(S, i, R, skip_forced, order, row, mask[i])
        actor[i] = seat
        if far:
            stream_row(observation[i], spare)


@jit
def show_rows(S, rows, R, order, seen, masks):
    """Write what the actor of each of these rows sees, int8[n, D], and its legal tokens, int8[n, TOKENS]."""
    for k in range(len(rows)):
        show_decision(S, rows[k], R, order, seen[k], masks[k])


@jit
def redact_rows(S, rows, R, T):
    """T[k] becomes rows[k] as its actor may know it."""
    for k in range(len(rows)):
        redact(S, rows[k], R, S[rows[k]].actor, T, k)


@jit
def refresh_rows(S, R, rows, order, observation, mask, actor):
    """Write the decision of these rows anew, after their states were changed from outside."""
    for k in range(len(rows)):
        i = rows[k]
        actor[i] = S[i].actor
        show_decision(S, i, R, order, observation[i], mask[i])


@jit
def choose_rows(S, start, stop, mask, tokens):
    """A random legal token for each row, each equally likely, from the row's own stream."""
    S, mask, tokens = borrowed(S), borrowed(mask), borrowed(tokens)
    for i in range(start, stop):
        s = S[i]
        legal = NONE  # as bits
        for token in range(TOKENS):
            legal |= np.uint64(mask[i, token]) << np.uint64(token)
        s.choices += np.uint64(1)
        _, skipped = below(stream(s.seed, s.choices, CHOICE), count(legal))
        for _ in range(skipped):
            legal = without_lowest(legal)
        tokens[i] = lowest(legal)
