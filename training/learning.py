"""Episodes with one learning seat, compiled: who sits where, the learner's reward, the next episode.

Everything random is drawn from one stream per game, ``draws[i]``: rows do not depend on each other, nor on threads.
"""

from pathlib import Path
from typing import NamedTuple

import numpy as np

from shengji_env.engine import step
from shengji_env.engine.jit import jit_with
from shengji_env.engine.layout import MAX_SEATS
from shengji_env.engine.observe import observe, write_mask
from shengji_env.engine.order import face_token
from shengji_env.engine.rng import below
from shengji_env.engine.settle import REWARD_LEVELS, REWARD_POINTS, deal_reward
from shengji_env.seating.compiled import SOURCES
from shengji_env.seating.play import OVER, REFUSED, UNPAID, play_on
from shengji_env.seating.players import NET, OUTSIDE, RANDOM, RULE

jit = jit_with(*SOURCES, Path(__file__).parent)

REWARD_MIX = 3  # beside the engine's levels, points and win: half the levels, half the points, see `learner_pay`
POINTS_CAP = 4.0  # a kitty multiplied by 2^n would otherwise own the gradient

# Against whom an episode is played; the order of `shares`.
SELF, RULES, MIXED, PAST, RANDOMS = range(5)
OPPONENTS = ("self", "rules", "mixed", "past", "random")
SHARE = 1 << 20  # shares are given in parts of this

# Rows of `about`, int64[n, ABOUT]: what the last finished episode of a game was.
ABOUT = 5
OPPONENT, DECLARER, SIDE, GAIN, POINTS = range(ABOUT)


class Games(NamedTuple):
    """Many games, each with one seat that learns."""

    S: np.ndarray  # STATE[n]
    R: np.ndarray  # RULES[1]
    who: np.ndarray  # int8[n, MAX_SEATS], see `seating.players`
    learner: np.ndarray  # int8[n], the seat from outside
    kinds: np.ndarray  # int8[n], of the opponents
    draws: np.ndarray  # uint64[n], a random state each
    seen: np.ndarray  # int8[n, D], what the learner sees
    masks: np.ndarray  # int8[n, TOKENS], his legal tokens
    rewards: np.ndarray  # float32[n]
    dones: np.ndarray  # bool[n]
    about: np.ndarray  # int64[n, ABOUT]


class Terms(NamedTuple):
    """How episodes are played."""

    reward: int  # REWARD_…
    shares: np.ndarray  # int64[5] in parts of 2^20, by OPPONENTS
    past: int  # earlier selves, in the networks' rows 1..past; row 0 is the learner as he is now
    order: int  # CardOrder of the learner's observations, masks and tokens
    skip_forced: bool


@jit
def seat_players(g, i, terms, styles):
    """Draw the learner's seat and its opponents for the next episode; `styles`: rule bots there are."""
    players = g.R[g.S[i].rule].players
    state, seat = below(g.draws[i], players)
    state, part = below(state, SHARE)
    kind = SELF
    while kind < RANDOMS and part >= terms.shares[kind]:
        part -= terms.shares[kind]
        kind += 1
    state, style = below(state, styles)
    state, earlier = below(state, max(terms.past, 1))
    for other in range(MAX_SEATS):
        if kind == RULES:
            g.who[i, other] = RULE + style
        elif kind == MIXED:
            state, coin = below(state, 2)
            state, style = below(state, styles)
            g.who[i, other] = RULE + style if coin else NET
        elif kind == PAST and terms.past > 0:
            g.who[i, other] = NET + 1 + earlier
        elif kind == RANDOMS:
            g.who[i, other] = RANDOM
        else:
            g.who[i, other] = NET
    g.who[i, seat] = OUTSIDE
    g.learner[i] = seat
    g.kinds[i] = kind
    g.draws[i] = state


@jit
def learner_pay(s, r, mode, seat, pays):
    """What the settled deal pays this seat. REWARD_MIX: half its levels, half its points in steps of the level table,
    capped: levels alone say nothing about most tricks, points alone nothing about what counts in the end."""
    if mode != REWARD_MIX:
        deal_reward(s, r, mode, pays)
        return pays[seat]
    deal_reward(s, r, REWARD_POINTS, pays)
    points = min(max(pays[seat], -POINTS_CAP), POINTS_CAP)
    deal_reward(s, r, REWARD_LEVELS, pays)
    return (points + pays[seat]) / 2


@jit
def note_episode(g, i, pays):
    """Write what the learner's deal came to."""
    seat = g.learner[i]
    result = g.S[i].result
    deal_reward(g.S[i], g.R[g.S[i].rule], REWARD_LEVELS, pays)
    about = g.about[i]
    about[OPPONENT] = g.kinds[i]
    about[DECLARER] = result.declarer == seat
    about[SIDE] = (result.declarer_side >> seat) & 1
    about[GAIN] = np.int64(pays[seat])
    about[POINTS] = result.points


@jit
def next_decision(g, i, terms, players, pays, acted):
    """Play game i on to the learner's next decision, through the end of its episode if that comes first: then its
    reward is written. An episode in which the learner had nothing to decide (acted: 0) counts for nothing. False where
    a player answered what is not legal."""
    g.dones[i] = False
    g.rewards[i] = 0.0
    while True:
        answer = play_on(g.S, i, g.R, g.who, players, g.draws, terms.skip_forced, UNPAID, pays)
        if answer == REFUSED:
            return False
        if answer != OVER:
            break
        if acted:
            g.dones[i] = True
            g.rewards[i] = learner_pay(g.S[i], g.R[g.S[i].rule], terms.reward, g.learner[i], pays)
            note_episode(g, i, pays)
            acted = 0
        seat_players(g, i, terms, len(players.traits))
        step.begin(g.S, i, g.R)
    observe(g.S, i, g.R, g.learner[i], terms.order, g.seen[i])
    write_mask(g.S[i], g.learner[i], terms.order, g.masks[i])
    return True


@jit
def begin_learners(g, first, last, terms, players):
    """Start an episode in each game first..last-1 and play it on to the learner's first decision. Returns the first row
    in which a player answered what is not legal, else -1."""
    pays = np.zeros(MAX_SEATS, np.float32)
    for i in range(first, last):
        seat_players(g, i, terms, len(players.traits))
        step.begin(g.S, i, g.R)
        if not next_decision(g, i, terms, players, pays, 0):
            return i
    return -1


@jit
def step_learners(g, first, last, terms, players, tokens):
    """Apply the learner's tokens, all known to be legal, in games first..last-1 and play on to its next decisions.
    Returns the first row in which a player answered what is not legal, else -1."""
    pays = np.zeros(MAX_SEATS, np.float32)
    for i in range(first, last):
        step.step(g.S, i, g.R, face_token(g.S[i], terms.order, tokens[i]))
        if not next_decision(g, i, terms, players, pays, 1):
            return i
    return -1
