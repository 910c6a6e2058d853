"""Every public argument of every face, given a zoo of wrong values: the errors are the package's own.

A value that happens to be right is no error; what must not come is anybody else's (TypeError, IndexError, numpy's …).
"""

import dataclasses
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from shengji_env import Game, Rules, ShengjiError, Trump, make_batch, observation_blocks, shengji_v0, state_blocks
from shengji_env.agents import make_agent
from shengji_env.cards import card_text, card_type, level_index, level_text, parse, sort, suit_index, suit_text
from shengji_env.gym import ShengjiGymEnv, ShengjiVectorEnv
from shengji_env.training.evaluate import evaluate

HUGE = 10**5000  # more digits than Python prints
ZOO = [
    None, True, 0, -1, 2, 7, 10**30, HUGE, 1.5, float("nan"), "", "x", "\x00", "D2", "9" * 5000, b"x", [], [None], [[]],
    ["D2"], [0] * 5, {}, {1: 2}, {"hands": 5}, (), {1}, object(), np.array(3), np.array([1.5]), np.zeros((2, 2)),
    np.int8(1), np.bool_(True), len, ..., int, np.array(["D2"]), np.array(None),
]  # fmt: skip

FIXED = Rules.preset("four_player_fixed")
TRUMP = Trump(FIXED, suit="H", level="2")
GAME = Game(seed=7)
VIEW = GAME.view(GAME.actor)
DEAL = {"first_drawer": 0, "hands": [], "kitty": ""}
SETTLED = {"levels": ["2"] * 4, "declarer": 0, "declarer_side": [0, 2], "points": 5}
ENV = ("rules", "episode", "levels", "reward", "illegal_action", "skip_forced", "card_order", "dtype", "render_mode")


def faces() -> dict[str, Callable[[Any], Any]]:
    """Its name, and the call that takes the wrong value."""
    found: dict[str, Callable[[Any], Any]] = {}

    def keywords(name, make, names, **right):
        for key in names:
            found[f"{name}({key}=)"] = lambda wrong, key=key: make(**(right | {key: wrong}))

    def places(name, ask, *right):
        for k in range(len(right)):
            found[f"{name}, {k}"] = lambda wrong, k=k: ask(*right[:k], wrong, *right[k + 1 :])

    keywords("Game", Game, ("rules", "seed", "episode", "levels", "deal", "skip_forced"))
    keywords("deal", lambda **deal: Game(deal=deal), DEAL, **DEAL)
    for name in ("step", "play", "explain", "reset", "view", "from_position", "replay"):
        found[f"Game.{name}"] = lambda wrong, name=name: getattr(GAME.copy(), name)(wrong)
    places("Game.from_position", Game.from_position, GAME.position(), False)
    for name in ("explain", "observation", "tokens", "played", "shown", "void", "next_token"):
        found[f"PlayerView.{name}"] = lambda wrong, name=name: getattr(VIEW, name)(wrong)
    found["PlayerView.next_token, 1"] = lambda wrong: VIEW.next_token("pass", wrong)
    places("Trump", Trump, FIXED, "H", "2")
    for name in ("group", "strength", "sort", "components", "winner"):
        found[f"Trump.{name}"] = getattr(TRUMP, name)
    places("Trump.check_throw", TRUMP.check_throw, "SA", ["S3"])
    places("Trump.kitty_multiplier", TRUMP.kitty_multiplier, "SA", "SA")
    places("Trump.next_cards", TRUMP.next_cards, "SA", "S3 S4", "")
    places("Trump.explain_follow", TRUMP.explain_follow, "SA", "S3 S4", "S3")
    keywords("Rules.replace", FIXED.replace, FIXED.values())
    keywords("Rules.settle", FIXED.settle, SETTLED, **SETTLED)
    places("Rules.level_change", FIXED.level_change, 5, 2)
    places("Rules.advance", FIXED.advance, "2", 1)
    reading = (Rules.preset, Rules.of, Rules.from_overrides, FIXED.threshold, observation_blocks, state_blocks)
    reading += (card_text, card_type, level_index, level_text, parse, sort, suit_index, suit_text, make_agent)
    for ask in reading:
        found[ask.__name__] = ask
    keywords("env", shengji_v0.env, ENV)
    keywords("parallel_env", shengji_v0.parallel_env, (*ENV, "mask_in_info"))
    env, parallel = shengji_v0.env(), shengji_v0.parallel_env(illegal_action="raise")
    env.reset(seed=1)
    parallel.reset(seed=1)
    for name in ("step", "observe", "view", "action_space", "observation_space"):
        found[f"env.{name}"] = getattr(env, name)
    found["env.reset"] = lambda wrong: shengji_v0.env().reset(wrong)
    found["parallel_env.reset"] = lambda wrong: shengji_v0.parallel_env().reset(wrong)
    found["parallel_env.step"] = parallel.step
    found["parallel_env.step, of the actor"] = lambda wrong: parallel.step({parallel.active_agent: wrong})
    found["parallel_env.view"] = parallel.view
    batched = ("rules", "seed", "episode", "levels", "reward", "skip_forced", "card_order", "threads", "observe")
    keywords("make_batch", make_batch, ("num_games", *batched), num_games=2)
    batch = make_batch(4, seed=1)
    for name in ("step", "reset", "game"):
        found[f"batch.{name}"] = getattr(batch, name)
    places("batch.view", batch.view, 0, 0)
    places("batch.copy_rows", batch.copy_rows, 0, 0)
    places("batch.redeal_unseen", batch.redeal_unseen, 0, 0, 1)
    seated = ("rules", "opponents", "seat", *(name for name in ENV if name != "rules"))
    keywords("ShengjiGymEnv", ShengjiGymEnv, seated, opponents="random")
    keywords("ShengjiVectorEnv", ShengjiVectorEnv, ("num_envs", *seated), opponents="random")
    single, vector = ShengjiGymEnv(opponents="random"), ShengjiVectorEnv(2, opponents="random")
    single.reset(seed=1)
    vector.reset(seed=1)
    for name, one in (("gym", single), ("gym vector", vector)):
        found[f"{name}.reset"] = lambda wrong, one=one: one.reset(seed=wrong)
        found[f"{name}.step"] = one.step
        found[f"{name}.seat_opponents"] = one.seat_opponents
    keywords("evaluate", evaluate, ("a", "b", "rules", "seed"), a="random", b="random", deals=2)
    return found


FACES = faces()


@pytest.mark.filterwarnings("ignore:line 1 of the record is cut off")
@pytest.mark.parametrize("face", FACES)
def test_a_wrong_argument_is_an_error_of_the_package(face):
    for wrong in ZOO:
        try:
            FACES[face](wrong)
        except ShengjiError as refused:
            assert str(refused)  # noqa: PT017
            assert len(str(refused)) < 5000  # noqa: PT017 - and it does not repeat what was sent without end


def test_integers_of_numpy_are_whole_numbers_everywhere():
    for kind in (np.int8, np.uint8, np.int64):
        one, two = kind(1), kind(2)
        assert Game(seed=one).position() == Game(seed=1).position()
        assert Game(FIXED, 1, levels=[two] * 4).levels == ["2"] * 4
        assert FIXED.replace(decks=two, start_level=kind(5)).start_level == "5"
        assert FIXED.level_change(kind(40), two) == FIXED.level_change(40, 2)
        assert dataclasses.asdict(FIXED.settle(["2"] * 4, one, [one, kind(3)], two))["side"] == "declarer"
        assert make_batch(two, seed=one, threads=one).game(one).position() == Game(seed=2).position()
        assert GAME.view(one).hand == GAME.view(1).hand


def test_more_games_than_the_memory_holds_are_refused_with_what_they_take():
    with pytest.raises(ShengjiError, match=r"num_games 2,147,483,647: they take [\d,.]+ GiB"):
        make_batch(2**31 - 1)


def test_before_reset_errors_name_public_things():
    env = shengji_v0.env(render_mode="ansi")
    for ask in (env.render, env.game, env.state, env.last, lambda: env.step(0), lambda: env.observe("player_0")):
        with pytest.raises(AttributeError, match=r"reset\(\) needs to be called first: before it there is no [a-z]"):
            ask()
