"""What one seat may know of a state: the record a `PlayerView` shows and rule bots read."""

from .jit import jit
from .layout import STATE_WORDS, UNKNOWN, Phase
from .memory import words_of
from .partner import known_sides


@jit
def redact(S, i, R, seat, T, j):
    """T[j] becomes game i as `seat` may know it, which is what a PlayerView shows: other hands, the stock, what others
    laid into the kitty, the seed, other players' picks and duty, and partners hidden from this seat are gone."""
    words_of(T, j * STATE_WORDS, STATE_WORDS)[:] = words_of(S, i * STATE_WORDS, STATE_WORDS)
    s = T[j]
    r = R[s.rule]
    s.seed = 0
    s.choices = 0
    s.stock[:] = 0
    for other in range(r.players):
        if other != seat:
            s.hand[other, :] = 0
    if s.actor != seat:
        s.picks = 0
        s.pick_type = UNKNOWN
        s.picked[:] = 0
        s.mask[:] = 0
        s.duty_runs[:] = 0
        s.duty_cards = 0
    s.partners &= known_sides(s, r, seat)[0]
    if s.phase != Phase.OVER:
        redact_kitty(s, r, seat)


@jit
def redact_kitty(s, r, seat):
    """Only those who held the kitty know what they took and laid down, until the settlement."""
    holder = s.burial_seat[s.burials - 1] if s.burials > 0 else UNKNOWN
    if holder != seat:
        s.kitty[:] = 0
    for k in range(min(s.burials + 1, len(s.burial_seat))):
        if s.burial_seat[k] != seat:
            s.burial_taken[k, :] = 0
            s.burial_laid[k, :] = 0
