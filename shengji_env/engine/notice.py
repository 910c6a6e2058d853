"""One line on stderr before the engine is compiled for the first time, so that nobody takes the wait for a hang."""

import sys

from .jit import is_cold

_said = False


def before_compiling() -> None:
    """Say once that compiling takes a while, if nothing is compiled yet."""
    global _said
    if _said:
        return
    _said = True
    if is_cold():
        print("shengji_env: compiling the rules engine, once, for half a minute …", file=sys.stderr, flush=True)
