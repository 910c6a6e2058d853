"""Who plays a seat, compiled: bots, networks, and those who are asked from outside.

``who[i, seat]`` names the player of a seat of game i: RANDOM, RULE + k (the rule bot with the traits of row k), NET + k
(the network in row k), or below zero somebody from outside, for whom the loops stop.
"""

from typing import NamedTuple

import numpy as np

from shengji_env.agents.net.forward import best_token, drawn_token, forward, scratch_for
from shengji_env.agents.rule.bot import choose
from shengji_env.agents.rule.notes import new_notes
from shengji_env.engine.layout import TOKENS, new_states
from shengji_env.engine.observe import observe, write_mask
from shengji_env.engine.order import face_token
from shengji_env.engine.redact import redact
from shengji_env.engine.rng import below

from .compiled import jit

OUTSIDE, RANDOM, RULE, NET = -1, 0, 1, 32  # the k-th who is asked from outside is OUTSIDE - k


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
    return Players(nets, shapes, traits, orders, sampling, seen, mask, new_states(1), new_notes(1), scratch_for(shapes))


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
def token_of(S, i, R, player, players, state):
    """(next random state, the token of this player, who is not from outside, for the actor of game i)."""
    s = S[i]
    if player >= NET:
        return net_token(S, i, R, s.actor, player - NET, players, state)
    if player >= RULE:
        return state, np.int64(rule_token(S, i, R, s.actor, player - RULE, players))
    return random_token(s.mask, state)
