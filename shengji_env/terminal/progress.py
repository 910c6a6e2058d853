"""How far something has come, on stderr."""

import contextlib
import sys
import time
from types import TracebackType
from typing import Any


class Progress:
    """A progress bar on stderr: rich's on a terminal, else a line every ten seconds, with `announce` one at the start
    too: where the first update is long in coming. More than `total` is shown as all of it."""

    EVERY = 10.0

    def __init__(self, what: str, total: int, done: int = 0, announce: bool = False) -> None:
        self.what, self.total, self._began_at, self._announce = what, total, done, announce
        self._started = self._printed = time.monotonic()
        self._bar: Any = None
        if sys.stderr.isatty():
            with contextlib.suppress(ImportError):
                self._bar = _rich_bar()

    def __enter__(self) -> "Progress":
        if self._bar is not None:
            self._bar.start()
            self._task = self._bar.add_task(self.what, total=self.total, completed=self._began_at, note="")
        elif self._announce:
            self._print(self._began_at)
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._bar is not None:
            self._bar.stop()

    def update(self, done: int, note: str = "") -> None:
        """So many are done; `note` is shown beside it."""
        if self._bar is not None:
            self._bar.update(self._task, completed=min(done, self.total), note=note)
            return
        now = time.monotonic()
        if now - self._printed >= self.EVERY:
            self._printed = now
            rate = (done - self._began_at) / (now - self._started)
            self._print(done, f" ({rate:,.0f}/s) {note}".rstrip())

    def _print(self, done: int, more: str = "") -> None:
        print(f"{self.what}: {min(done, self.total):,} of {self.total:,}{more}", file=sys.stderr, flush=True)


def _rich_bar() -> Any:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    from rich.progress import Progress as RichProgress

    return RichProgress(
        TextColumn("{task.description}"),
        BarColumn(bar_width=30),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[note]}"),
        console=Console(stderr=True),
    )
