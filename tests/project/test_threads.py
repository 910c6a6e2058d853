"""Threads: what runs side by side, and what serves one thread at a time."""

import copy
import hashlib
import multiprocessing
import os
import pickle
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import gymnasium
import numpy as np
import pytest

import shengji_env
from shengji_env import Game, Rules, ShengjiError, make_batch, shengji_v0
from shengji_env.agents import make_agent
from shengji_env.threads import pool, side_by_side

# ---------------------------------------------------------------- pools


def test_all_loops_have_ended_when_one_of_them_has_failed():
    """They write into the caller's arrays: none may go on when he has them back."""
    last, ended = threading.Event(), []

    def loop(k):
        if k == 0:
            raise ZeroDivisionError
        last.wait(5)
        ended.append(k)

    threading.Timer(0.1, last.set).start()
    with pytest.raises(ZeroDivisionError):
        side_by_side(loop, [(0,), (1,), (2,)])
    assert sorted(ended) == [1, 2]


def test_what_a_loop_raises_in_a_thread_reaches_the_caller():
    with pytest.raises(ZeroDivisionError):
        side_by_side(lambda k: 1 // k, [(1,), (0,)])


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no forks here")
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_a_batch_with_threads_plays_on_in_a_forked_child():
    """Its threads stayed with the parent, and the child waited for them for ever."""
    b = make_batch(64, threads=2, seed=1)
    b.step(b.random_tokens())

    def digest(batch):
        return hashlib.sha256(batch.observation).hexdigest()

    def child(answers):
        for _ in range(20):
            b.step(b.random_tokens())
        answers.put(digest(b))

    context = multiprocessing.get_context("fork")
    answers = context.SimpleQueue()
    process = context.Process(target=child, args=(answers,))
    process.start()
    process.join(60)
    alive = process.is_alive()
    process.kill()
    assert not alive, "the child hangs"
    for _ in range(20):
        b.step(b.random_tokens())
    assert answers.get() == digest(b)  # and so does the parent


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no forks here")
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_a_forked_child_makes_threads_of_its_own():
    before = pool()
    pid = os.fork()
    if pid == 0:
        os._exit(0 if pool() is not before else 1)
    assert os.waitpid(pid, 0)[1] == 0
    assert pool() is before


# ---------------------------------------------------------------- one object, one thread at a time

# What compiled code works on: how to make it, and calls of it that a second thread may try.
ONE_AT_A_TIME = {
    "Game": (
        lambda: Game(seed=3),
        {
            "step": lambda game: game.step(54),
            "play": lambda game: game.play("pass"),
            "reset": lambda game: game.reset(),
            "plays": lambda game: game.plays(),
            "explain": lambda game: game.explain("pass"),
            "view": lambda game: game.view(0),
            "position": lambda game: game.position(),
            "record": lambda game: game.record(),
            "copy": lambda game: game.copy(),
            "deepcopy": copy.deepcopy,
            "pickle": pickle.dumps,
            "str": str,
        },
    ),
    "AEC": (
        lambda: ready(shengji_v0.env()),
        {
            "step": lambda env: env.step(54),
            "last": lambda env: env.last(),
            "observe": lambda env: [env.observe(agent) for agent in env.agents],
            "reset": lambda env: env.reset(),
            "state": lambda env: env.state(),
            "game": lambda env: env.game(),
            "view": lambda env: env.view("player_0"),
            "result": lambda env: env.result,
            "copy": copy.copy,
            "pickle": pickle.dumps,
        },
    ),
    "parallel": (
        lambda: ready(shengji_v0.parallel_env()),
        {
            "step": lambda env: env.step({env.active_agent: 54}),
            "reset": lambda env: env.reset(),
            "copy": copy.copy,
            "pickle": pickle.dumps,
        },
    ),
    "batch": (
        lambda: make_batch(4, seed=1),
        {
            "step": lambda b: b.step([54] * 4),
            "reset": lambda b: b.reset(),
            "random_tokens": lambda b: b.random_tokens(),
            "game": lambda b: b.game(0),
            "view": lambda b: b.view(0, 1),
            "copy_rows": lambda b: b.copy_rows(0, 1),
            "redeal_unseen": lambda b: b.redeal_unseen(0, 0, 1),
            "copy": copy.copy,
            "pickle": pickle.dumps,
        },
    ),
}
ONE_AT_A_TIME |= {
    "gym": (
        lambda: ready(gymnasium.make("shengji_env/Shengji-v0").unwrapped),
        {
            "step": lambda env: env.step(int(env.action_masks().argmax())),
            "reset": lambda env: env.reset(),
            "seat_opponents": lambda env: env.seat_opponents("random"),
            "copy": copy.copy,
            "pickle": pickle.dumps,
        },
    ),
    "vector": (
        lambda: ready(gymnasium.make_vec("shengji_env/Shengji-v0", 3, vectorization_mode="vector_entry_point")),
        {
            "step": lambda envs: envs.step(envs.action_masks().argmax(axis=1)),
            "reset": lambda envs: envs.reset(),
            "seat_opponents": lambda envs: envs.seat_opponents("random"),
            "copy": copy.copy,
            "pickle": pickle.dumps,
        },
    ),
}
CALLS = [(kind, call) for kind, (_, calls) in ONE_AT_A_TIME.items() for call in calls]


def ready(env):
    env.reset(seed=3)
    return env


@pytest.mark.parametrize(("kind", "call"), CALLS)
def test_a_second_thread_is_refused_while_a_call_is_under_way(kind, call):
    """Two threads in one object ended in segmentation faults, ZeroDivisionErrors and moves nobody had made."""
    make, calls = ONE_AT_A_TIME[kind]
    one = make()
    one._busy = True  # as another thread's call leaves it for its time
    with pytest.raises(ShengjiError, match=f"this {type(one).__name__} is in use by another thread"):
        calls[call](one)
    one._busy = False
    calls[call](one)


@pytest.mark.parametrize("kind", ONE_AT_A_TIME)
def test_a_step_has_its_object_to_itself_and_gives_it_back(kind, monkeypatch):
    make, calls = ONE_AT_A_TIME[kind]
    one, told = make(), []

    def second_thread():
        with pytest.raises(ShengjiError) as refused:
            calls["step"](one)
        told.append(refused.value)

    def meanwhile(*arguments):
        thread = threading.Thread(target=second_thread)
        thread.start()
        thread.join()
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        for place in ("game.game._engine_step", "envs.aec._step_row", "engine.rows.step_rows"):
            patched.setattr(f"shengji_env.{place}", meanwhile)
        patched.setattr("shengji_env.seating.one_seat.SeatGames.step", meanwhile)
        with pytest.raises(KeyboardInterrupt):
            calls["step"](one)
    assert len(told) == 1
    calls["step"](one)  # interrupted, and free again


@pytest.mark.parametrize("kind", ONE_AT_A_TIME)
def test_after_a_refusal_the_object_is_free(kind):
    make, _ = ONE_AT_A_TIME[kind]
    one = make()
    wrong = {"Game": 57, "AEC": 57, "parallel": {"player_0": None}, "batch": [57] * 4, "gym": 99, "vector": [99] * 3}[
        kind
    ]
    for _ in range(2):
        with pytest.raises(ShengjiError) as refused:
            one.step(wrong)
        assert "in use" not in str(refused.value)


def test_threads_that_fight_over_one_object_get_errors_of_the_package_alone():
    def fight(kind):
        make, calls = ONE_AT_A_TIME[kind]
        one, foreign = make(), []

        def try_all(first):
            names = [*calls]
            for k in range(150):
                try:
                    calls[names[(first + k) % len(names)]](one)
                except ShengjiError:
                    pass
                except Exception as error:
                    foreign.append(error)

        threads = [threading.Thread(target=try_all, args=(k,)) for k in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return foreign

    assert not [error for kind in ONE_AT_A_TIME for error in fight(kind)]


def test_different_objects_in_different_threads_play_as_alone():
    def play(kind, seed):
        if kind == "batch":
            b = make_batch(8, seed=seed)
            for _ in range(100):
                b.step(b.random_tokens())
            return b.observation.tobytes()
        game = Game(seed=seed)
        while not game.done:
            game.play(next(game.view(game.actor).plays()))
        return game.position()

    asked = [(kind, seed) for kind in ("batch", "game") for seed in range(4)]
    with ThreadPoolExecutor(8) as threads:
        together = list(threads.map(lambda one: play(*one), asked))
    assert together == [play(*one) for one in asked]


def test_docs_say_of_every_public_class_how_many_threads_may_use_it():
    docs = (Path(__file__).resolve().parents[2] / "docs/env.md").read_text(encoding="utf-8")
    section = docs.partition("## Threads, processes and copies")[2].partition("\n## ")[0]
    public = {name: getattr(shengji_env, name) for name in shengji_env.__all__}
    classes = [name for name, one in public.items() if isinstance(one, type) and not issubclass(one, Exception)]
    assert "Game" in classes
    assert not [name for name in classes if f"`{name}`" not in section]


# ---------------------------------------------------------------- what any number of threads may ask


def view_in_play():
    game = Game(seed=5)
    while game.phase != "play":
        game.play(next(game.plays()))
    return game.view(game.actor)


def decisions(number):
    """Views of some decisions of a game, with their masks."""
    game, found = Game(seed=6), []
    for _ in range(number):
        found.append((game.view(game.actor), game.mask()))
        game.step(int(np.flatnonzero(found[-1][1])[-1]))
    return found


def asked_of_rules(rules):
    settled = rules.settle(["T", "2", "T", "2"], 2, [0, 2], 250)
    return rules.step, rules.threshold(2), rules.level_change(95, 2), rules.advance("K", 2), settled, rules.digest()


def asked_of_a_view(view):
    said = [view.text(), [*view.plays()], view.explain("D2 C2"), view.observation("strength").tolist()]
    return [*said, view.tricks, view.bids, view.declarer_side, view.trump.sort("D2 H5 LJ"), view.legal.tolist()]


SHARED = {
    "Rules": (lambda: Rules.preset("four_player_fixed").replace(tractors=False), asked_of_rules),
    "PlayerView": (view_in_play, asked_of_a_view),
    "RuleAgent": (lambda: make_agent("rule:balanced"), lambda agent: [agent.act(*one) for one in decisions(40)]),
}


@pytest.mark.parametrize("name", SHARED)
def test_many_threads_ask_one_object_and_get_its_answers(name):
    make, ask = SHARED[name]
    shared = make()
    with ThreadPoolExecutor(8) as threads:
        answers = [one.result() for one in [threads.submit(ask, shared) for _ in range(24)]]
    alone = ask(make())
    assert all(answer == alone for answer in answers)
