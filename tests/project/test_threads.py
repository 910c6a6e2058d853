"""Threads: what runs side by side, and what serves one thread at a time."""

import hashlib
import multiprocessing
import os
import threading

import pytest

from shengji_env import make_batch
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
