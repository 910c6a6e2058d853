"""Games whose seats are played by bots, by networks, or from outside, run on in compiled loops.

``who[i, seat]`` names the player of a seat of game i: OUTSIDE, RANDOM, RULE + k (the rule bot with the traits of row k)
or NET + k (the network in row k). `play_on` plays a game until somebody from outside is to act, or the episode is over.
"""

from typing import NamedTuple

import numpy as np

from shengji_env.agents.rule.bot import choose
from shengji_env.agents.rule.notes import new_notes
from shengji_env.engine import step
from shengji_env.engine.layout import TOKENS, Code, Phase, new_states
from shengji_env.engine.observe import observe, write_mask
from shengji_env.engine.order import face_token
from shengji_env.engine.redact import redact
from shengji_env.engine.rng import below

from .compiled import jit
from .nets import best_token, drawn_token, forward, scratch_for

OUTSIDE, RANDOM, RULE, NET = -1, 0, 1, 32
OVER = -2  # what `play_on` answers when nobody is to act


class Players(NamedTuple):
    """What the players of `who` are made of, and one thread's work space."""

    nets: np.ndarray  # float32[K, parameters]
    shapes: np.ndarray  # int64[K, SHAPE]
    traits: np.ndarray  # PERSONALITY[k], of rule bots
    orders: np.ndarray  # int64[K], CardOrder of each network
    sampling: bool  # networks draw from their softmax; else they take the best token
    seen: np.ndarray  # int8[D], an observation
    mask: np.ndarray  # int8[TOKENS], in the network's order
    redacted: np.ndarray  # STATE[1]
    notes: np.ndarray  # NOTES[1]
    scratch: np.ndarray  # float32[2, widest]


def players_of(
    nets: np.ndarray, shapes: np.ndarray, orders: np.ndarray, traits: np.ndarray, sampling: bool, size: int
) -> Players:
    """Players with a work space of their own, for observations of `size`."""
    seen, mask = np.zeros(size, np.int8), np.zeros(TOKENS, np.int8)
    redacted, notes = new_states(1).view(np.ndarray), new_notes(1).view(np.ndarray)
    return Players(nets, shapes, traits, orders, sampling, seen, mask, redacted, notes, scratch_for(shapes))


@jit
def random_token(mask, state):
    """(next random state, one of the legal tokens)."""
    legal = 0
    for token in range(TOKENS):
        legal += mask[token] != 0
    state, left = below(state, legal)
    for token in range(TOKENS):
        if mask[token] != 0:
            if left == 0:
                return state, token
            left -= 1
    return state, -1


@jit
def rule_token(S, i, R, seat, k, players):
    """The rule bot's token: it is shown a redacted record, as a `PlayerView` holds one."""
    redact(S, i, R, seat, players.redacted, 0)
    return choose(players.redacted, 0, R, players.notes, 0, players.traits, k)


@jit
def net_token(S, i, R, seat, k, players, state):
    """(next random state, the network's token)."""
    s = S[i]
    order = players.orders[k]
    observe(S, i, R, seat, order, players.seen)
    write_mask(s, seat, order, players.mask)
    logits = forward(players.nets[k], players.shapes[k], players.seen, players.scratch)
    if players.sampling:
        state, token = drawn_token(logits, players.mask, state)
    else:
        token = best_token(logits, players.mask)
    return state, face_token(s, order, token)


@jit
def play_on(S, i, R, who, players, draws, skip_forced):
    """Play game i on; returns OUTSIDE, or OVER. draws: uint64[n], a random state for each game."""
    s = S[i]
    state = draws[i]
    answer = OVER
    while True:
        if skip_forced:
            step.step_forced(S, i, R)
        if s.phase == Phase.OVER:
            break
        seat = s.actor
        player = who[i, seat]
        if player == OUTSIDE:
            answer = OUTSIDE
            break
        if player >= NET:
            state, token = net_token(S, i, R, seat, player - NET, players, state)
        elif player >= RULE:
            token = rule_token(S, i, R, seat, player - RULE, players)
        else:
            state, token = random_token(s.mask, state)
        if step.step(S, i, R, token) != Code.OK:
            break  # a player answered what is not legal: the caller sees that the deal is not over
    draws[i] = state
    return answer
