"""Positions and records in which something is wrong: refused by name, with nothing changed, or played on."""

import json
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shengji_env import Game, PositionError, RecordError, ShengjiError

from .mutations import mutated, some_games

GAMES = list(some_games(seed=5, number=8))
DRAWS = st.randoms(use_true_random=True)


def play_on(game, rng):
    """Some random tokens: whatever has been read can be played."""
    for _ in range(30):
        if game.done:
            break
        game.step(int(rng.choice(np.flatnonzero(game.mask()))))


def asked(ask, wrong):
    """(answer, None), or (None, the error), which must be the package's own."""
    try:
        return ask(wrong), None
    except ShengjiError as refused:
        return None, refused


@settings(max_examples=800)
@given(DRAWS)
def test_a_mutated_position_is_refused_by_name_or_can_be_played_on(rng: random.Random):
    values = mutated(json.loads(rng.choice(GAMES).position()), rng)
    game, refused = asked(Game.from_position, values if rng.random() < 0.5 else json.dumps(values))
    if refused:
        assert isinstance(refused, PositionError)
        assert refused.defects
        return
    play_on(game, np.random.default_rng(1))
    assert Game.from_position(game.position()).position() == game.position()


@settings(max_examples=250)
@given(DRAWS)
def test_a_mutated_record_is_refused_by_line_or_replays(rng: random.Random):
    lines = mutated([json.loads(line) for line in rng.choice(GAMES).record().splitlines()], rng)
    game, refused = asked(Game.replay, "".join(json.dumps(line) + "\n" for line in lines))
    if refused:
        assert isinstance(refused, RecordError)
        assert str(refused).startswith("line ")
        return
    play_on(game, np.random.default_rng(1))
    assert Game.replay(game.record()).record() == game.record()


def loop():
    values = {}
    values["rules"] = values
    return values


@pytest.mark.parametrize(
    "wrong",
    [
        {1: 2},
        {("a", "b"): 1},
        {"seed": np.arange(3)},
        {"seed": {1, 2}},
        {"seed": 10**5000},
        {"seed": float("nan")},
        {"hands": object()},
        {"hands": b"D2"},
        {"hands": np.array(["D2", "D3"])},
        {"tricks": [{"plays": 3}]},
        {"tricks": [{"plays": [{"D2": 1}] * 5}]},
        {"bids": [[{}, {}]]},
        loop(),
    ],
    ids=lambda wrong: type(next(iter(wrong.values()), wrong)).__name__,
)
def test_an_object_that_json_does_not_have_is_refused(wrong):
    values = json.loads(GAMES[0].position())
    with pytest.raises(PositionError):
        Game.from_position(values | wrong)


def test_numbers_and_arrays_of_numpy_are_read():
    game = Game(seed=7)
    values = json.loads(game.position())
    values |= {"seed": np.uint64(7), "levels": np.array(values["levels"]), "hands": tuple(values["hands"])}
    assert Game.from_position(values).position() == game.position()


def test_what_is_refused_leaves_a_game_as_it_was():
    """Every question and every action with something wrong in it."""
    rng = random.Random(3)
    for game in GAMES:
        before, tokens = game._S.tobytes(), bytes(game._history.tokens)
        for _ in range(20):
            wrong = [mutated({"play": game.view(0).hand}, rng).get("play", 99), "no card"]
            for ask in (game.play, game.explain, game.step):
                _, refused = asked(ask, wrong)
                assert refused or ask == game.explain
            assert (game._S.tobytes(), bytes(game._history.tokens)) == (before, tokens)


def test_a_long_text_is_refused_for_its_length_and_a_doubled_key_at_once():
    with pytest.raises(PositionError, match="1,048,576 are read"):
        Game.from_position('{"seed": 1, ' + " " * 2**20 + '"seed": 2}')
    many = ", ".join(f'"key {k}": 0' for k in range(40_000))
    with pytest.raises(PositionError, match="'seed' is given twice"):
        Game.from_position('{"seed": 1, ' + many + ', "seed": 1}')
    with pytest.raises(RecordError, match=r"line 1: .*1,048,576 are read"):
        Game.replay('{"format": "' + "x" * 2**20 + '"}\n')
