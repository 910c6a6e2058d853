"""Files: from elsewhere regular ones only, never read beyond a limit; our own written whole or not at all."""

import contextlib
import os
import stat
from pathlib import Path

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


def write_whole(path: str | os.PathLike[str], content: bytes) -> None:
    """Write a file beside its place and move it there: whatever happens, the old one or the new one is there, whole.

    >>> write_whole("no/such/folder/x", b"")
    Traceback (most recent call last):
    shengji_env.errors.ShengjiError: cannot write no/such/folder/x: No such file or directory
    """
    draft = Path(f"{os.fspath(path)}.part")
    try:
        with draft.open("wb") as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        draft.replace(path)
    except (OSError, ValueError) as error:
        with contextlib.suppress(OSError, ValueError):
            draft.unlink(missing_ok=True)
        raise ShengjiError(f"cannot write {path}: {getattr(error, 'strerror', None) or error}") from error
