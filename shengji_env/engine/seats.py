"""Seats in the order of play, sides, and seat sets."""

from .jit import jit


@jit
def after(seat, k, players):
    """The k-th seat after `seat`, for 0 <= k <= players. By subtraction: a remainder is a division, and these were the
    dearest part of an observation."""
    other = seat + k
    return other - players if other >= players else other


@jit
def distance(seat, other, players):
    """How many seats `other` sits after `seat`, 0 for himself."""
    steps = other - seat
    return steps + players if steps < 0 else steps


@jit
def in_set(seats, seat):
    """Whether a seat set holds the seat."""
    return (seats >> seat) & 1 != 0


@jit
def same_side(a, b):
    """Fixed partners: even seats against odd seats."""
    return (a ^ b) & 1 == 0
