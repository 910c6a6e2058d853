"""Many random deals in compiled code: no mask is ever empty, no card or point is lost, nothing reads out of range."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from properties import RULE_SETS, copy_states, differences, games, walk
from shengji_env import Rules
from shengji_env.engine import step
from shengji_env.engine.full import full_size, write_full
from shengji_env.engine.jit import jit_with
from shengji_env.engine.layout import (
    MAX_SEATS,
    TOKENS,
    TYPES,
    UNKNOWN,
    CardOrder,
    Code,
    Episode,
    Phase,
    Start,
    new_states,
)
from shengji_env.engine.observe import observe, size
from shengji_env.engine.redact import redact
from shengji_env.engine.rng import below, stream
from shengji_env.engine.trick import row_points
from shengji_env.engine.turn import reset_game, step_game

jit = jit_with(Path(__file__).parent)

FINE, EMPTY_MASK, REFUSED, WRONG_CARDS, WRONG_POINTS, WRONG_REWARD = range(6)


@jit
def random_token(mask, state):
    """(stream, a random legal token; UNKNOWN if there is none)."""
    legal = 0
    for token in range(TOKENS):
        legal += mask[token]
    if legal == 0:
        return state, UNKNOWN
    state, k = below(state, legal)
    for token in range(TOKENS):
        k -= mask[token]
        if k < 0:
            return state, token
    return state, UNKNOWN


@jit
def count_cards(s, r, kitty, cards):
    """Write how often each type is in a hand, played or in the kitty into cards: int64[TYPES]; returns all points
    captured and in the kitty."""
    points = np.int64(0)
    cards[:] = 0
    for seat in range(r.players):
        points += s.captured[seat]
        for card in range(TYPES):
            cards[card] += s.hand[seat, card] + s.played[seat, card]
    row = np.zeros(TYPES + 2, np.int8)
    for j in range(r.kitty):
        cards[kitty[j]] += 1
        row[kitty[j]] += 1
    return points + row_points(row)


@jit
def faults_of_deal(s, r, reward, cards):
    """What is wrong with a deal that has just ended an episode."""
    points = count_cards(s, r, s.result.kitty, cards)
    for card in range(TYPES):
        if cards[card] != r.decks:
            return WRONG_CARDS
    if points != 100 * r.decks:
        return WRONG_POINTS
    for seat in range(r.players):
        own = 1 if (s.result.declarer_side >> seat) & 1 else -1
        if reward[seat] * own * (1 if s.result.side == 1 else -1) != s.result.steps:
            return WRONG_REWARD
    return FINE


@jit
def play_deals(S, R, deals, everything, order, T, row, mask, full, reward):
    """Play so many deals with random tokens, an episode each; with `everything` each seat's observation, view and the
    full state are written too. Returns (fault, decisions); S[0] is where it stopped."""
    s = S[0]
    r = R[0]
    cards = np.zeros(TYPES, np.int64)
    decisions = 0
    for deal in range(deals):
        state = stream(s.seed, deal, np.uint64(99))
        reset_game(S, 0, R, 0, order, row, mask)
        while s.phase != Phase.OVER:
            state, token = random_token(mask, state)
            if token == UNKNOWN:
                return EMPTY_MASK, decisions
            code, _, _ = step_game(S, 0, R, token, deal % 2, 0, order, row, mask, reward)
            if code != Code.OK:
                return REFUSED, decisions
            decisions += 1
            if everything:
                write_full(S, 0, R, full)
                for seat in range(r.players):
                    observe(S, 0, R, seat, 1 - order, row)
                    redact(S, 0, R, seat, T, 0)
        fault = faults_of_deal(s, r, reward, cards)
        if fault != FINE:
            return fault, decisions
    return FINE, decisions


def play(rules: Rules, deals: int, everything: bool) -> int:
    """Play so many deals, half of them first ones; returns how many decisions they took."""
    D, F = size(rules.players, rules.decks), full_size(rules.players, rules.decks)
    row, mask, full = (np.zeros(length, np.int8) for length in (D, TOKENS, F))
    reward = np.zeros(MAX_SEATS, np.float32)
    decisions = 0
    for start, order in ((Start.FIRST, CardOrder.FACE), (Start.RANDOM, CardOrder.STRENGTH)):
        S, T = (new_states(1) for _ in range(2))
        S["seed"], S["episode"], S["start"] = 2026, Episode.DEAL, start
        R = rules.record()
        fault, steps = play_deals(S, R, deals // 2, everything, int(order), T, row, mask, full, reward)
        assert fault == FINE, (str(rules), fault, start, int(S["shuffles"][0]))
        decisions += steps
    return decisions


def test_random_deals():
    """One test for all rule sets: it is compiled once, and not in every process that shares the tests."""
    for rules in RULE_SETS.values():
        assert play(rules, games(400), everything=False) > 0


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_a_hundred_thousand_random_deals(rules):
    assert play(rules, 100_000, everything=False) > 1_000_000


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_nothing_reads_out_of_range():
    """Deals, views, whole plays and reasons with numba's bounds checks; they are compiled in, so in its own process."""
    code = f"""
from properties import test_hidden, test_plays, test_round_trips, test_stress
for rules in test_stress.RULE_SETS.values():
    test_stress.play(rules, {games(60)}, True)
    test_plays.test_plays_are_what_explain_accepts(rules)
    test_plays.test_every_refused_token_has_a_reason(rules)
    test_hidden.test_what_a_seat_cannot_know_it_does_not_see(rules)
    test_round_trips.test_record(rules)
"""
    environment = os.environ | {"NUMBA_BOUNDSCHECK": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    run = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


def test_refresh_changes_nothing_that_is_right():
    """What `refresh` derives anew is what stepping has left."""
    for rules in RULE_SETS.values():
        for game in walk(rules, 1):
            S = copy_states(game._S)
            step.refresh(S, 0, game._R)
            assert set(differences(S, game._S)) <= {"duty_runs", "duty_cards"}
