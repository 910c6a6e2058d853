"""Games of rule bots written down for cloning, compiled."""

import numpy as np

from shengji_env.engine import step
from shengji_env.engine.layout import MAX_SEATS, TOKENS, UNKNOWN, Code, Phase
from shengji_env.engine.observe import observe, write_mask
from shengji_env.engine.order import ordered_token
from shengji_env.engine.rng import below
from shengji_env.seating.players import random_token, rule_token

from .learning import jit, learner_pay

_THOUSANDTHS = 1000


@jit
def legal_tokens(mask):
    """How many tokens are legal."""
    legal = 0
    for token in range(TOKENS):
        legal += mask[token] != 0
    return legal


@jit
def record_deals(S, first, last, R, players, draws, noise, reward, order, seen, masks, tokens, returns):
    """Play the next episodes of games first..last-1, every seat the rule bot in row 0 of the traits, and write down
    each decision with a choice: observation, mask, the bot's token, and what the deal paid that seat in the end.
    Returns how many there are; games that would not fit into the arrays any more are left out.

    noise: thousandths of decisions in which a random token is played instead of the bot's, which is what is written
    down all the same: so the clone sees positions that its own mistakes lead to.
    """
    pays = np.zeros(MAX_SEATS, np.float32)
    seats = np.zeros(len(tokens), np.int8)
    count = 0
    for i in range(first, last):
        began = count
        step.begin(S, i, R)
        s = S[i]
        state = draws[i]
        while s.phase != Phase.OVER and count < len(tokens):
            seat = s.actor
            token = rule_token(S, i, R, seat, 0, players)
            if legal_tokens(s.mask) > 1:
                observe(S, i, R, seat, order, seen[count])
                write_mask(s, seat, order, masks[count])
                tokens[count], seats[count] = ordered_token(s, order, token), seat
                count += 1
                state, dice = below(state, _THOUSANDTHS)
                if dice < noise:
                    state, token = random_token(s.mask, state)
            if step.step(S, i, R, token) != Code.OK:
                return UNKNOWN
        draws[i] = state
        if s.phase != Phase.OVER:
            return began
        for seat in range(R[s.rule].players):
            value = learner_pay(s, R[s.rule], reward, seat, pays)
            for k in range(began, count):
                if seats[k] == seat:
                    returns[k] = value
    return count
