"""Enumerating plays: every way to choose so many cards, types ascending, without a dead end."""

from collections.abc import Callable, Iterator

import numpy as np

# (cards that may still be part of it, cards it has for certain) -> whether some wanted choice lies between them
Feasible = Callable[[np.ndarray, np.ndarray], bool]


def multisets(least: np.ndarray, most: np.ndarray, size: int, feasible: Feasible | None = None) -> Iterator[np.ndarray]:
    """Every choice of `size` cards, as counts by type between `least` and `most`; if `feasible` is given, those it
    accepts when both of its arguments are the choice. It is asked on the way, so that no branch is empty. Yielded rows
    are reused: copy what is kept.

    >>> least, most = np.array([0, 1, 0], np.int8), np.array([1, 2, 1], np.int8)
    >>> [row.tolist() for row in multisets(least, most, 2)]
    [[1, 1, 0], [0, 2, 0], [0, 1, 1]]
    """
    row, allowed = least.copy(), most.copy()
    open_types = [int(card) for card in np.flatnonzero(most > least)]
    missing = size - int(least.sum())

    def choose(k: int, missing: int, spare: int) -> Iterator[np.ndarray]:
        """Settle the k-th open type and those behind it; `spare`: how many cards these still offer."""
        if missing < 0 or missing > spare or (feasible is not None and not feasible(allowed, row)):
            return
        if k == len(open_types):
            yield row
            return
        card = open_types[k]
        offered = int(most[card] - least[card])
        for copies in range(min(offered, missing), -1, -1):
            row[card] = allowed[card] = least[card] + copies
            yield from choose(k + 1, missing - copies, spare - offered)
        row[card], allowed[card] = least[card], most[card]

    yield from choose(0, missing, int((most - least).sum()))
