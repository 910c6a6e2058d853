"""Small files from elsewhere: regular files only, and no more than the limit is ever read."""

import os
import stat

from shengji_env.errors import ShengjiError


def read_regular(path: str | os.PathLike[str], limit: int) -> bytes:
    """What a regular file of at most `limit` bytes holds. A device, a pipe or a folder is refused, not waited for.

    >>> read_regular(os.devnull, 1000)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    shengji_env.errors.ShengjiError: .../null: not a regular file
    """
    try:
        with open(path, "rb", opener=_without_waiting) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise ShengjiError(f"{path}: not a regular file")
            found = file.read(limit + 1)
    except ShengjiError:
        raise
    except (OSError, ValueError) as error:  # ValueError: a path with a null character
        raise ShengjiError(f"{path}: {getattr(error, 'strerror', None) or error}") from None
    if len(found) > limit:
        raise ShengjiError(f"{path}: more than {limit:,} bytes")
    return found


def _without_waiting(path: str, flags: int) -> int:
    """A pipe that nobody writes to would keep `open` waiting."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
