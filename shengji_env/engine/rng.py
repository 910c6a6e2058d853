"""Shuffles and draws: the n-th shuffle is a function of (seed, n) alone, the same on every platform."""

import numpy as np

from .jit import jit
from .layout import TYPES

_GAMMA = np.uint64(0x9E3779B97F4A7C15)  # SplitMix64's increment: 2**64 over the golden ratio, odd
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_LOW = np.uint64(0xFFFFFFFF)

# Salts keep the streams of one seed apart.
DECK = np.uint64(0x1)
START = np.uint64(0x2)
CHOICE = np.uint64(0x3)
SEAT = np.uint64(0x4)
REDEAL = np.uint64(0x5)


@jit
def spread(x):
    """SplitMix64's finaliser: a bijection of uint64 that spreads every input bit over the whole word."""
    x = (x ^ (x >> np.uint64(30))) * _MIX_1
    x = (x ^ (x >> np.uint64(27))) * _MIX_2
    return x ^ (x >> np.uint64(31))


@jit
def stream(seed, n, salt):
    """First state of the random stream number `n` of `seed`; streams of different salts are unrelated."""
    return spread(spread(np.uint64(seed) + _GAMMA * salt) ^ (_GAMMA * np.uint64(n + 1)))


@jit
def below(state, bound):
    """(next state, a number in 0..bound-1), without bias: values of the incomplete last block are drawn again."""
    bound = np.uint64(bound)
    limit = (np.uint64(1) << np.uint64(32)) // bound * bound
    while True:
        state += _GAMMA
        value = spread(state) & _LOW
        if value < limit:
            return state, np.int64(value % bound)


@jit
def deck(seed, n, cards, decks, players):
    """Fill ``cards[: TYPES * decks]`` with the n-th shuffle (n from 1) and return a random seat, the first drawer of a
    first deal."""
    state = stream(seed, n, DECK)
    size = TYPES * decks
    for k in range(size):
        cards[k] = k % TYPES
    for k in range(size - 1, 0, -1):
        state, j = below(state, k + 1)
        cards[k], cards[j] = cards[j], cards[k]
    state, seat = below(state, players)
    return seat
