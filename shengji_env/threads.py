"""Threads: loops over parts that run side by side, and objects that serve one thread at a time.

Compiled code releases the interpreter's lock, so loops over ranges of rows run in threads at once. All loops share one
pool of threads a process, which is made where it is first used and made anew in a forked child: threads do not follow
their process over a fork, and who waits for them there waits for ever.

An object that compiled code works on serves one thread at a time. It notices a second one by a flag, `_busy`, which a
call sets and takes back. That is no lock, and costs some ten nanoseconds: between reading it and setting it nothing is
called, so that CPython does not change threads.
"""

import copy
import functools
import os
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from itertools import pairwise
from typing import Any, Concatenate, ParamSpec, Protocol, Self, TypeVar

import numpy as np

from .errors import ShengjiError

MOST_THREADS = 1024  # they start when there is more to do than threads are idle

_pool: ThreadPoolExecutor | None = None


def _forget_pool() -> None:
    global _pool
    _pool = None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_pool)


def pool() -> ThreadPoolExecutor:
    """This process's threads."""
    global _pool
    if _pool is None:
        _pool = ThreadPoolExecutor(MOST_THREADS, "shengji_env")
    return _pool


def ranges(number: int, parts: int) -> list[tuple[int, int]]:
    """0..number-1 as `parts` ranges (start, stop) of about the same size, or fewer where `number` is less.

    >>> ranges(10, 3), ranges(1, 3)
    ([(0, 3), (3, 6), (6, 10)], [(0, 1)])
    """
    return list(pairwise(np.linspace(0, number, min(parts, number) + 1).astype(int).tolist()))


def side_by_side(loop: Callable[..., Any], parts: Sequence[tuple]) -> list[Any]:
    """What `loop(*part)` returns for each of the parts, in order, each in a thread of its own.

    The caller's thread takes the first part: to wake one takes longer than a hundred decisions. When this returns, or
    raises what a loop has raised, all loops have ended.
    """
    first, *others = parts
    if not others:
        return [loop(*first)]
    running: list[Future] = []
    try:
        for part in others:
            running.append(pool().submit(loop, *part))
        found = loop(*first)
    finally:
        wait(running)
    return [found, *(one.result() for one in running)]


# ---------------------------------------------------------------- one thread at a time


class _Guarded(Protocol):
    _busy: bool  # whether a call is under way


Guarded = TypeVar("Guarded", bound=_Guarded)
Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")


def in_use(shared: object) -> ShengjiError:
    """What a second thread is told."""
    what = f"this {type(shared).__name__} is in use by another thread"
    return ShengjiError(f"{what}: one object, one thread at a time; make another one or a copy for each")


def alone(
    method: Callable[Concatenate[Guarded, Arguments], Answer],
) -> Callable[Concatenate[Guarded, Arguments], Answer]:
    """A method that no two threads run at once on one object, nor any other such method of it: ShengjiError for the
    second. Such a method does not call another one."""

    @functools.wraps(method)
    def guarded(self: Guarded, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Answer:
        if self._busy:
            raise in_use(self)
        self._busy = True
        try:
            return method(self, *args, **kwargs)
        finally:
            self._busy = False

    return guarded


class OneThread:
    """What serves one thread at a time, and shares nothing with its copies."""

    _busy = False

    def __getstate__(self) -> dict[str, Any]:
        if self._busy:
            raise in_use(self)
        return {name: value for name, value in self.__dict__.items() if name != "_busy"}

    def __copy__(self) -> Self:
        return copy.deepcopy(self)
