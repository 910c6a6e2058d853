"""Copies, positions and records of every state go on as the game itself does."""

import copy

import pytest

from properties import MORE_GAMES, RULE_SETS, assert_same, copy_states, differences, games, play_on, record_of, walk
from shengji_env import Game

EVERY = pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
SEEDS = range(games(1))


@EVERY
def test_copy(rules):
    for seed in SEEDS:
        for number, game in enumerate(walk(rules, seed)):
            before = copy_states(game._S)
            other = copy.deepcopy(game) if number % 2 else game.copy()
            assert not differences(other._S, before)
            if number % 10 == 0:
                play_on(game.copy(), other, number, 10)
                assert not differences(game._S, before)


@EVERY
def test_position(rules):
    for seed in SEEDS:
        for number, game in enumerate(walk(rules, seed)):
            if game.done or (number % 2 and not MORE_GAMES):
                continue
            other = Game.from_position(game.position())
            assert_same(game, other)
            assert record_of(other).duty_runs.tolist() == record_of(game).duty_runs.tolist()
            if number % 20 == 0:
                play_on(game.copy(), other, number, 40)


@EVERY
def test_position_of_a_finished_game(rules):
    *_, game = walk(rules, 0)
    assert_same(game, Game.from_position(game.position()))


@EVERY
def test_record(rules):
    for seed in SEEDS:
        for number, game in enumerate(walk(rules, seed)):
            if number % 25 == 0 or game.done:
                other = Game.replay(game.record())
                assert other.record() == game.record()
                if record_of(game).picks == 0:
                    assert_same(game, other)
