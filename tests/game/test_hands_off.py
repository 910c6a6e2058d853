"""What an agent gets is its own: nothing it can reach from a view changes a game, another view or the rules."""

import numpy as np
import pytest

from reach import reach
from shengji_env import PRESETS, Game, Rules, Trump, make_batch
from shengji_env.engine import step


def spoil(thing):
    """Write nonsense into all arrays that can be reached; how many could be written to."""
    written = 0
    for _, array in [*reach(thing)]:
        try:
            array.flags.writeable = True
            array.reshape(-1).view(np.uint8)[:] = 0x55
        except (ValueError, TypeError, AttributeError):
            continue
        written += 1
    return written


def in_play(rules):
    game = Game(rules, seed=5)
    while game.phase != "play":
        game.play(next(game.plays()))
    return game


@pytest.mark.parametrize("rules", PRESETS)
def test_what_can_be_reached_from_a_view_is_its_own(rules):
    """`view.rules_array` was the engine's own array: who wrote into it changed the rules of every game."""
    game = in_play(rules)
    position, other, trump = game.position(), game.view(1), game.view(0).trump
    before, order = other.text(), trump.sort("D2 C5 BJ H8 S8")
    view = game.view(0)
    arrays = dict(reach(view, "view"))
    assert {"view.states", "view.rules_array", "view.hand_counts", "view.legal"} <= set(arrays)
    assert spoil(view) >= 4
    assert game.position() == position
    assert (other.text(), trump.sort("D2 C5 BJ H8 S8")) == (before, order)
    assert Game.from_position(position).position() == position
    assert Rules.preset(rules).step == PRESETS[rules].step == Rules(**PRESETS[rules].values()).step
    assert Trump(rules, "H", "5") == Trump(rules, "H", "5")
    while not game.done:
        game.play(next(game.plays()))
    twin = in_play(rules)
    while not twin.done:
        twin.play(next(twin.plays()))
    assert game.result == twin.result


def test_what_can_be_reached_from_a_view_of_a_batch_is_its_own():
    b, twin = (make_batch(2, rules=["five_player_two_deck"] * 2, seed=4) for _ in range(2))
    spoil(b.view(0, 0))
    for _ in range(400):
        b.step(b.random_tokens())
        twin.step(twin.random_tokens())
        spoil(b.view(1, 2))
        assert np.array_equal(b.observation, twin.observation)


@pytest.mark.parametrize("ask", ["tricks", "bids", "levels", "points", "hand_sizes"])
def test_lists_of_a_view_are_fresh(ask):
    view = in_play("five_player_two_deck").view(0)
    found = getattr(view, ask)
    said = repr(found)
    found.clear()
    assert repr(getattr(view, ask)) == said


def test_what_compiled_code_gets_is_of_the_types_it_is_compiled_for():
    """A read-only array, or one of another layout, would be another type, and compile the engine a second time."""
    game = in_play("five_player_two_deck")
    Game(seed=5, skip_forced=True)
    known = {name: len(getattr(step, name).signatures) for name in ("step", "begin", "step_forced")}
    Game.from_position(game.position(), skip_forced=True).reset()
    copied = game.copy()
    copied.play(next(copied.plays()))
    step.step(game.view(game.actor).states, 0, game.view(0).rules_array, 0)
    assert {name: len(getattr(step, name).signatures) for name in known} == known
