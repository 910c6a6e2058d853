"""Games in which one seat is a learner's, compiled: all others play until it is his turn again, through the ends of
episodes too."""

from typing import NamedTuple

import numpy as np

from shengji_env.engine import step
from shengji_env.engine.layout import MAX_SEATS, STATE_WORDS, UNKNOWN
from shengji_env.engine.memory import words_of
from shengji_env.engine.observe import observe, show_decision
from shengji_env.engine.order import face_token
from shengji_env.engine.rng import SEAT, below, stream
from shengji_env.engine.seats import after

from .compiled import jit
from .play import OVER, add_pay, play_on
from .players import OUTSIDE


class Rows(NamedTuple):
    """The arrays of `SeatGames`, row by row."""

    S: np.ndarray  # STATE[n]
    R: np.ndarray  # RULES[k]
    who: np.ndarray  # int8[n, MAX_SEATS], as `players` names them; the learner is OUTSIDE
    codes: np.ndarray  # int8[players - 1], who sits k + 1 seats after the learner
    learner: np.ndarray  # int64[n], his seat
    draws: np.ndarray  # uint64[n], a random state each
    observation: np.ndarray  # int8[n, D]
    mask: np.ndarray  # int8[n, TOKENS]
    actor: np.ndarray  # int8[n]
    reward: np.ndarray  # float32[n], the learner's
    done: np.ndarray  # bool[n]
    final: np.ndarray  # int8[n, D], what he saw of the end
    ends: np.ndarray  # STATE[n], games as they ended, or STATE[0]


class How(NamedTuple):
    """How the games are played."""

    seat: int  # the learner's, or UNKNOWN: drawn for each episode from the row's seed
    skip_forced: bool
    mode: int  # REWARD_…
    order: int  # CardOrder of observations and masks


@jit
def seat_others(t, i):
    """Everybody sits down beside the learner."""
    players = t.R[t.S[i].rule].players
    t.who[i, t.learner[i]] = OUTSIDE
    for k in range(1, players):
        t.who[i, after(t.learner[i], k, players)] = t.codes[k - 1]


@jit
def seat_all(t):
    """The same in every row."""
    for i in range(len(t.S)):
        seat_others(t, i)


@jit
def begin_row(t, how, i):
    """Begin the next episode of a row: where the learner sits is drawn, if it is not given."""
    step.begin(t.S, i, t.R)
    s = t.S[i]
    t.learner[i] = how.seat
    if how.seat == UNKNOWN:
        _, t.learner[i] = below(stream(s.seed, s.shuffles, SEAT), t.R[s.rule].players)
    seat_others(t, i)


@jit
def begin_rows(t, how, rows):
    """The same in these rows."""
    for i in rows:
        begin_row(t, how, i)


@jit
def end_row(t, how, i, paid):
    """The row's episode is over: what the learner saw and was paid is written, unless an earlier end was in this step;
    the next one begins."""
    if not t.done[i]:
        t.done[i] = True
        t.reward[i] += paid[t.learner[i]]
        observe(t.S, i, t.R, t.learner[i], how.order, t.final[i])
        if len(t.ends) > 0:
            words_of(t.ends, i * STATE_WORDS, STATE_WORDS)[:] = words_of(t.S, i * STATE_WORDS, STATE_WORDS)
    begin_row(t, how, i)


@jit
def go_on(t, how, rows, tokens, order, players, asked):
    """Play these rows on until somebody from outside is asked, the learner or another one.

    tokens: int64[n], legal ones to begin with, cards in `order`; UNKNOWN: none. asked: int64[n], what `play_on` answers
    in the end. Where that is the learner, his decision is shown.
    """
    paid = np.zeros(MAX_SEATS, np.float32)
    for k in range(len(rows)):
        i = rows[k]
        s = t.S[i]
        paid[:] = 0.0
        if tokens[k] != UNKNOWN:
            deals = s.deals
            step.step(t.S, i, t.R, face_token(s, order, tokens[k]))
            add_pay(t.S, i, t.R, how.mode, deals, paid)
        while True:
            asked[k] = play_on(t.S, i, t.R, t.who, players, t.draws, how.skip_forced, how.mode, paid)
            if asked[k] != OVER:
                break
            end_row(t, how, i, paid)
            paid[:] = 0.0
        if not t.done[i]:
            t.reward[i] += paid[t.learner[i]]
        if asked[k] == OUTSIDE:
            t.actor[i] = s.actor
            show_decision(t.S, i, t.R, how.order, t.observation[i], t.mask[i])
