"""Ctrl-C as a question that a loop answers at a good point."""

import signal
import sys
from types import TracebackType
from typing import Any


class Stopping:
    """Inside the `with`, Ctrl-C (or a TERM signal) sets `asked`, for the loop to end at a good point; a second Ctrl-C
    interrupts at once."""

    def __init__(self) -> None:
        self.asked = False

    def __enter__(self) -> "Stopping":
        self._before = {}
        try:
            for number in (signal.SIGINT, signal.SIGTERM):
                self._before[number] = signal.signal(number, self._ask)
        except ValueError:
            pass  # not in the main thread: nobody presses Ctrl-C there
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _ask(self, number: int, frame: Any) -> None:
        if self.asked and number == signal.SIGINT:
            raise KeyboardInterrupt
        self.asked = True
        print("\nstopping after this round, then saving; once more Ctrl-C: at once", file=sys.stderr, flush=True)
