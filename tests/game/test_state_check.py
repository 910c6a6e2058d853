"""STATE records from files: those of real games pass, tampered ones are refused or harmless, and nothing hangs."""

import subprocess
import sys

import numpy as np
import pytest

from shengji_env import PRESETS, Game, ShengjiError, make_batch
from shengji_env.engine.layout import RESULT, STATE, new_states
from shengji_env.states.check import RANGES, RESULT_RANGES, check_states
from shengji_env.states.texts import copy_states

ROWS = 24


def rules_of(name):
    return PRESETS[name].record()


def fuzz(seed, rounds):
    """Change random bytes of real states; what the check lets pass is played on. (tried, passed)"""
    draws, tried, passed = np.random.default_rng(seed), 0, 0
    for name in PRESETS:
        batch = make_batch(ROWS, name, seed=seed, episode="match")
        for _ in range(rounds):
            for _ in range(int(draws.integers(1, 60))):
                batch.step(batch.random_tokens())
            for row in range(ROWS):
                S = batch.game(row)._S
                if change(S, draws):
                    tried += 1
                    passed += goes_on(S, name, draws)
    return tried, passed


def change(S, draws):
    """Another byte, a byte one up or down, or many bytes, in one field. Whether anything is different then."""
    before = S.tobytes()
    name = str(draws.choice(S.dtype.names))
    values = S[name].reshape(-1) if name != "result" else S.view(np.uint8)[STATE.fields["result"][1] :]
    memory = values.view(np.uint8)
    at, how = int(draws.integers(len(memory))), int(draws.integers(3))
    if how == 0:
        memory[at] = draws.integers(256)
    elif how == 1:
        memory[at] = (int(memory[at]) + int(draws.choice([1, -1]))) % 256
    else:
        some = draws.random(len(memory)) < 0.2
        memory[some] = draws.integers(256, size=int(some.sum()))
    return S.tobytes() != before


def goes_on(S, name, draws):
    """Whether the check lets it pass; then it is played to the end of a deal, and looked at on the way."""
    try:
        check_states(S, rules_of(name))
    except ShengjiError:
        return False
    game, taken = Game.of_state(S, PRESETS[name]), 0
    while not game.done and taken < 400:
        game.view(game.actor).observation("strength")
        if taken % 40 == 0:
            assert game.position()
            assert str(game)
        game.step(int(draws.choice(np.flatnonzero(game.mask()))))
        taken += 1
    game.reset()
    return True


@pytest.mark.parametrize(("seed", "rounds"), [(1, 2), pytest.param(2, 60, marks=pytest.mark.slow)], ids=["few", "many"])
def test_a_tampered_state_hung_or_crashed_the_engine(seed, rounds):
    """In a process of its own: what is wrong here takes the process with it."""
    done = subprocess.run(
        [sys.executable, __file__, str(seed), str(rounds)], capture_output=True, text=True, timeout=60 + 20 * rounds
    )
    assert done.returncode == 0, done.stderr[-2000:]
    tried, passed = map(int, done.stdout.split())
    assert tried > rounds * ROWS * len(PRESETS) / 2
    assert 0 < passed < tried / 2  # a seed is as good as another


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("how", [{"episode": "deal"}, {"episode": "match", "levels": "random"}], ids=["deal", "match"])
def test_states_of_real_games_pass(name, how):
    batch = make_batch(ROWS, name, seed=5, **how)
    check_states(new_states(2), rules_of(name))  # nothing has begun
    for number in range(250):
        batch.step(batch.random_tokens())
        if number % 10 == 0:
            check_states(batch._S, batch._R)


def test_states_of_positions_pass():
    batch = make_batch(4, seed=2)
    for _ in range(130):
        batch.step(batch.random_tokens())
        game = Game.from_position(batch.game(0).position())
        check_states(game._S, rules_of("five_player_two_deck"))


def test_a_finished_state_passes():
    game = Game(seed=4)
    while not game.done:
        game.play(next(iter(game.plays())))
    check_states(game._S, rules_of("five_player_two_deck"))


def played(number=60):
    batch = make_batch(3, seed=9)
    for _ in range(number):
        batch.step(batch.random_tokens())
    return batch._S


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("picks", 127, "picks 127, where 0..40 can be"),
        ("actor", 9, "actor 9, where -1..4 can be"),
        ("rule", 3, "rule 3, where 0..0 can be"),
        ("hand", 1, "hand_size: it is not how many cards the hand has"),
        ("mask", 1, "mask: it does not follow from the rest"),
        ("trump_suit", -1, "trump_suit: it is known when the bids are over"),
    ],
)
def test_the_refusal_names_the_game_and_the_field(field, value, says):
    S = copy_states(played())
    S[field][1] = value
    with pytest.raises(ShengjiError, match=f"game 1.*{says}"):
        check_states(S, rules_of("five_player_two_deck"))


def test_every_field_has_its_range():
    assert RANGES.keys() == set(STATE.names) - {"result"}
    assert RESULT_RANGES.keys() == set(RESULT.names)


if __name__ == "__main__":
    print(*fuzz(int(sys.argv[1]), int(sys.argv[2])))
