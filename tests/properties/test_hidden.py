"""Nothing hidden is seen: cards that a seat cannot know are dealt anew, and it sees the same.

Dealt anew are the other hands, the stock, the kitty if this seat was not the last to bury, and what others took and
laid; hand sizes stay, so do cards shown and still held. Partners that are hidden follow their cards. Hands may get
cards of groups they are void of: what a seat sees must not hang on that either.
"""

import numpy as np
import pytest

from properties import RULE_SETS, TYPES, UNKNOWN, Phase, Record, differences, games, record_of, walk
from shengji_env import PlayerView
from shengji_env.engine import observe, step
from shengji_env.engine.layout import CardOrder

EVERY = pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
SEEDS = range(games(1))


def knows_kitty(s, seat) -> bool:
    """Whether the kitty lies as this seat has laid it."""
    return s.burials > 0 and s.burial_seat[s.burials - 1] == seat


def deal_anew(S, R, rules, seat, rng):
    """A copy of S[0] in which what `seat` cannot know is dealt anew; None if that would change what it may know of
    itself: whether it is a partner."""
    S = S.copy()
    s = Record(S)
    others = [other for other in range(rules.players) if other != seat]
    kept = {other: np.minimum(s.shown[other], s.hand[other])[:TYPES].astype(int) for other in others}
    places = np.concatenate([[other] * int(s.hand_size[other] - kept[other].sum()) for other in others])
    pool = sum(s.hand[other, :TYPES].astype(int) - kept[other] for other in others)
    unknown = None
    if not s.closing:
        unknown = s.stock[s.drawn : rules.decks * TYPES]
    elif s.kitty_lies and not knows_kitty(s, seat):
        unknown = s.kitty[: rules.kitty]
    if unknown is not None:
        pool = pool + np.bincount(unknown, minlength=TYPES)
    cards = rng.permutation(np.repeat(np.arange(TYPES), pool))
    for other in others:
        s.hand[other, :TYPES] = kept[other] + np.bincount(cards[: len(places)][places == other], minlength=TYPES)
    if unknown is not None:
        unknown[:] = cards[len(places) :]
    s.seed, s.choices = rng.integers(2**63), rng.integers(2**63)
    for k in range(s.burials + (s.phase == Phase.BURY)):
        if s.burial_seat[k] != seat:
            s.burial_taken[k], s.burial_laid[k] = rng.integers(TYPES, size=(2, 16))
    if s.actor != seat:
        s.picks, s.pick_type, s.picked[:] = 0, UNKNOWN, 0
    partners = hidden_partners(s, rules)
    if (partners ^ int(s.partners)) >> seat & 1:
        return None
    s.partners = partners
    step.refresh(S, 0, R)
    return S


def hidden_partners(s, rules) -> int:
    """The partners, where they hang on cards that some seats cannot see."""
    holders = 0
    if rules.partner == "trump_cards" and s.phase == Phase.PLAY:
        card = s.show_type[s.bids + s.raids - 1] if s.bids + s.raids > 0 else UNKNOWN
        for seat in range(rules.players):
            if seat != s.declarer and card != UNKNOWN and s.hand[seat, card] > 0:
                holders |= 1 << seat
        return holders | int(s.public)
    if rules.partner == "called_card" and s.phase == Phase.PLAY and s.public == 0:
        for k in range(1, rules.players):
            seat = (s.declarer + k) % rules.players
            if s.hand[seat, s.call_type] > 0:
                return 1 << seat
        return 0
    return int(s.partners)


@EVERY
def test_what_a_seat_cannot_know_it_does_not_see(rules):
    compared = 0
    for seed in SEEDS:
        rng = np.random.default_rng(seed)
        for game in walk(rules, seed):
            s = record_of(game)
            if s.phase == Phase.OVER:
                continue
            for seat in range(rules.players):
                dealt = deal_anew(game._S, game._R, rules, seat, rng)
                if dealt is None:
                    continue
                compared += 1
                here, there = game.view(seat), PlayerView(dealt, 0, game._R, rules, seat)
                for order in CardOrder:
                    seen = observation(game._S, game._R, rules, seat, order)
                    assert (seen == observation(dealt, game._R, rules, seat, order)).all(), seat
                    assert (seen == observation(here.states, game._R, rules, seat, order)).all(), seat
                if s.actor == seat:
                    assert (Record(dealt).mask == s.mask).all()
                different = differences(here.states, there.states)
                assert not different, seat
    assert compared > 100


def observation(S, R, rules, seat, order) -> np.ndarray:
    """What the environments give to this seat."""
    out = np.zeros(observe.size(rules.players, rules.decks), np.int8)
    observe.observe(S, 0, R, seat, order, out)
    return out
