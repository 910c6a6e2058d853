"""Copies and pickles of every public object: they play on as it would have, and share nothing with it."""

import copy
import pickle

import gymnasium
import numpy as np
import pytest

from reach import reach
from shengji_env import (
    Component,
    Game,
    IllegalPlay,
    Reason,
    Rules,
    RulesError,
    ShengjiError,
    Throw,
    Trump,
    make_batch,
    shengji_v0,
)
from shengji_env.agents import make_agent

WAYS = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda one: pickle.loads(pickle.dumps(one)),
}
NAME = "shengji_env/Shengji-v0"


def begun(env, steps=12):
    env.reset(seed=3)
    play_env(env, steps)
    return env


def play_game(game, steps=60):
    said = []
    for k in range(steps):
        if game.done:
            game.reset()
        legal = np.flatnonzero(game.mask())
        game.step(int(legal[k % len(legal)]))
        said.append(game.position())
    return [*said, game.record()]


def play_batch(b, steps=60):
    said = []
    for _ in range(steps):
        b.step(b.random_tokens())
        said.append((b.observation.tobytes(), b.mask.tobytes(), b.actor.tobytes(), b.reward.tobytes()))
    return said


def play_env(env, steps=60):
    """AEC, to the end of the episode and into the next."""
    said = []
    for k in range(steps):
        if not env.agents:
            env.reset()
        seen, reward, over, cut, _ = env.last()
        legal = np.flatnonzero(seen["action_mask"])
        env.step(None if over or cut else int(legal[k % len(legal)]))
        said.append((seen["observation"].tobytes(), reward, over, env.agent_selection))
    return said


def play_parallel(env, steps=60):
    said = []
    env.reset(seed=5) if not env.agents else None
    seen = {agent: env._env.observe(agent) for agent in env.agents}
    for k in range(steps):
        legal = np.flatnonzero(seen[env.active_agent]["action_mask"])
        seen, rewards, *_ = env.step({env.active_agent: int(legal[k % len(legal)])})
        said.append((sorted(rewards.items()), [one["observation"].tobytes() for one in seen.values()]))
        if not env.agents:
            seen, _ = env.reset()
    return said


def play_gym(env, steps=40):
    said = []
    for k in range(steps):
        mask = env.unwrapped.action_masks()
        legal = np.flatnonzero(mask)
        if len(legal) == 0:
            env.reset()
            continue
        seen, reward, over, *_ = env.step(int(legal[k % len(legal)]))
        said.append((seen.tobytes(), reward, over))
    return said


def play_vector(envs, steps=40):
    said = []
    for _ in range(steps):
        seen, rewards, over, *_ = envs.step(envs.action_masks().argmax(axis=1))
        said.append((seen.tobytes(), rewards.tolist(), over.tolist()))
    return said


def play_agent(agent):
    game, said = Game(seed=8), []
    while not game.done and len(said) < 60:
        said.append(agent.act(game.view(game.actor), game.mask()))
        game.step(said[-1])
    return said


def ready(env, **arguments):
    env.reset(**arguments)
    return env


PLAYED = {
    "game": (lambda: Game(seed=1), play_game),
    "game of a position": (lambda: Game.from_position(Game(seed=1).position(), skip_forced=True), play_game),
    "batch": (lambda: make_batch(6, seed=1, threads=2, card_order="strength"), play_batch),
    "mixed batch": (lambda: make_batch(2, rules=["four_player_fixed", "four_player_seek"], seed=1), play_batch),
    "aec": (lambda: begun(shengji_v0.env(levels="random")), play_env),
    "aec before reset": (lambda: shengji_v0.env(), lambda env: play_env(ready(env, seed=2))),
    "parallel": (lambda: ready(shengji_v0.parallel_env(), seed=3), play_parallel),
    "gym": (lambda: ready(gymnasium.make(NAME).unwrapped, seed=3), play_gym),
    "gym against draws": (lambda: ready(gymnasium.make(NAME, opponents="random").unwrapped, seed=3), play_gym),
    "vector": (
        lambda: ready(gymnasium.make_vec(NAME, 3, vectorization_mode="vector_entry_point"), seed=3),
        play_vector,
    ),
    "random agent": (lambda: make_agent("random", seed=3), play_agent),
    "rule agent": (lambda: make_agent("rule:balanced"), play_agent),
}


# What is never written to: rules, a game's beginning, what is given to an agent.
READ_ONLY = ("it._R", "it._history.origin", "it._history.shuffles", "it._notes", "it.personality")


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", PLAYED)
def test_a_copy_plays_on_the_same_and_by_itself(name, way):
    """A shallow copy of an environment stepped the original; a copied agent drew from the original's stream."""
    make, play = PLAYED[name]
    expected = play(make())
    one = make()
    copied = WAYS[way](one)
    assert play(copied) == expected
    assert play(one) == expected  # the copy's moves have not touched it
    again = WAYS[way](make())
    assert play(WAYS[way](again)) == expected


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", PLAYED)
def test_a_copy_shares_no_memory_that_either_writes_to(name, way):
    one = PLAYED[name][0]()
    copied = WAYS[way](one)
    mine, others = ([(path, a) for path, a in reach(x) if a.dtype != object and a.size] for x in (one, copied))
    assert mine or name == "random agent"
    shared = [path for path, a in mine for _, b in others if a.flags.writeable and np.may_share_memory(a, b)]
    assert not [path for path in shared if not path.startswith(READ_ONLY)]


SETTLED = Rules.preset("four_player_fixed").settle(["T", "2", "T", "2"], 2, [0, 2], 250)
VALUES = {
    "rules": Rules.preset("five_player_two_deck").replace(tractors=False),
    "trump": Trump("four_player_fixed", "H", "2"),
    "reason": Reason("follow.pairs", "why"),
    "component": Component("pair", 1, "D2 D2"),
    "throw": Throw(False, "D2"),
    "settlement": SETTLED,
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", VALUES)
def test_a_copied_value_is_equal(name, way):
    value = VALUES[name]
    copied = WAYS[way](value)
    assert type(copied) is type(value)
    assert copied == value
    assert repr(copied) == repr(value)


@pytest.mark.parametrize("way", WAYS)
def test_a_copied_result_is_equal(way):
    game = Game(seed=4)
    while not game.done:
        game.play(next(game.plays()))
    assert WAYS[way](game.result) == game.result


@pytest.mark.parametrize("way", WAYS)
def test_a_copied_view_says_the_same_and_has_its_own_arrays(way):
    game = Game(seed=4)
    while game.phase != "play":
        game.play(next(game.plays()))
    view = game.view(game.actor)
    copied = WAYS[way](view)
    said = (view.text(), [*view.plays()], view.observation().tobytes())
    view.states["hand"] = 0
    view.rules_array["decks"] = 0
    assert (copied.text(), [*copied.plays()], copied.observation().tobytes()) == said


@pytest.mark.parametrize("way", WAYS)
def test_a_copied_error_says_the_same(way):
    with pytest.raises(IllegalPlay) as refused:
        Game(seed=1).step(58)
    errors = [refused.value, RulesError("refused", defects=[1, 2]), ShengjiError("no", rule="a.b")]
    for error in errors:
        copied = WAYS[way](error)
        assert type(copied) is type(error)
        assert (str(copied), vars(copied)) == (str(error), vars(error))


def test_pickled_rules_are_checked_when_they_are_read():
    """They were taken as they came, and the engine played rules that cannot be."""
    make, (values, origin) = Rules.preset("four_player_fixed").__reduce__()
    with pytest.raises(RulesError):
        make(values | {"players": 9}, origin)
