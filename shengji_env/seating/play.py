"""Games played on in compiled loops until somebody from outside is to act, or the episode is over."""

import numpy as np

from shengji_env.engine import step
from shengji_env.engine.layout import MAX_SEATS, Code, Phase
from shengji_env.engine.turn import pay

from .compiled import jit
from .players import token_of

OVER = 0  # what `play_on` answers when nobody is to act; below zero: who is asked, as `who` has it
REFUSED = 1  # a player answered what is not legal: nothing has happened, and the actor is still asked
UNPAID = -1  # in place of a reward: nobody asks what deals pay


@jit
def play_on(S, i, R, who, players, draws, skip_forced, mode, paid):
    """Play game i on; returns OVER, REFUSED, or the code of who is asked from outside.

    draws: uint64[n], a random state for each game. paid: float32[players], to which is added what deals that are
    settled on the way pay each seat under the reward `mode`; with UNPAID it is left alone.
    """
    s = S[i]
    state = draws[i]
    answer = OVER
    while True:
        if skip_forced:
            deals = s.deals
            step.step_forced(S, i, R)
            add_pay(S, i, R, mode, deals, paid)
        if s.phase == Phase.OVER:
            break
        player = who[i, s.actor]
        if player < 0:
            answer = int(player)
            break
        state, token = token_of(S, i, R, player, players, state)
        deals = s.deals
        if step.step(S, i, R, token) != Code.OK:
            answer = REFUSED
            break
        add_pay(S, i, R, mode, deals, paid)
    draws[i] = state
    return answer


@jit
def add_pay(S, i, R, mode, deals, paid):
    """Add what a deal settled since there were `deals` of them pays each seat."""
    if mode == UNPAID or S[i].deals == deals:
        return
    players = R[S[i].rule].players
    one = np.empty(MAX_SEATS, np.float32)
    pay(S[i], R[S[i].rule], mode, one[:players])
    for seat in range(players):
        paid[seat] += one[seat]


@jit
def begin_games(S, R):
    """Begin the next episode of every game."""
    for i in range(len(S)):
        step.begin(S, i, R)


@jit
def play_games(S, games, R, who, players, draws):
    """Play each of these games on to its end, or until a seat from outside is to act. Returns the first game in which a
    player answered what is not legal, else -1."""
    nothing = np.empty(0, np.float32)
    for i in games:
        if play_on(S, i, R, who, players, draws, True, UNPAID, nothing) == REFUSED:
            return i
    return -1


@jit
def take_tokens(S, games, R, tokens):
    """Apply a legal token, its card by face, in each of these games."""
    for k in range(len(games)):
        step.step(S, games[k], R, tokens[k])
