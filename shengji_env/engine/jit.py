"""The one home of the jit decorator and of the compile cache.

Numba's own cache notices when the file of a function changes, but not when a function in *another* file that was
compiled into it does. So the cache folder is named after a digest of all engine sources and of the versions that
decide about machine code; compiled code outside the engine takes `jit_with` and names its own sources too. Without a
writable place the engine compiles anew in every process.
"""

import hashlib
import os
import sys
import tempfile
from pathlib import Path

import numba
import numpy as np

_SOURCES = Path(__file__).parent


def source_digest(*folders: Path) -> str:
    """Twelve hex digits that change with any source of the engine and of `folders`, and with what else decides about
    machine code."""
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__} {sys.version} {numba.config.BOUNDSCHECK}".encode())
    for folder in (_SOURCES, *folders):
        for source in sorted(folder.rglob("*.py")):
            digest.update(source.read_bytes())
    return digest.hexdigest()[:12]


def _candidates():
    """Places for the cache in the order tried: the user's choice, the user's cache folder, beside the sources."""
    if chosen := os.environ.get("NUMBA_CACHE_DIR"):
        yield Path(chosen) / "shengji_env"
        return
    base = os.environ.get("XDG_CACHE_HOME") or ("~/Library/Caches" if sys.platform == "darwin" else "~/.cache")
    yield Path(os.environ.get("LOCALAPPDATA", base)).expanduser() / "shengji_env"
    yield _SOURCES / "__pycache__"


def _writable_cache(*folders: Path) -> str | None:
    for place in _candidates():
        folder = place / source_digest(*folders)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                return str(folder)
        except OSError:
            continue
    return None


CACHE_FOLDER = _writable_cache()


def is_cold() -> bool:
    """True where the engine is not compiled yet, so that a caller can tell the user why the first call takes long."""
    return not numba.config.DISABLE_JIT and not (CACHE_FOLDER and any(Path(CACHE_FOLDER).rglob("step.begin-*.nbi")))


def _one_width(dispatcher):
    """Let callers inside the engine share one compiled version of a function, for int64, instead of one for every
    width of integer and every literal they pass: a third of the compile time. Where numba is changed so that this
    hook is gone, compiling only takes longer."""
    template = getattr(dispatcher, "get_call_template", None)
    if template is None:
        return dispatcher

    def get_call_template(args, kws):
        return template(tuple(_widened(arg) for arg in args), kws)

    dispatcher.get_call_template = get_call_template
    return dispatcher


def _widened(arg):
    arg = numba.types.unliteral(arg)
    narrow = isinstance(arg, numba.types.Integer) and arg.bitwidth < 64
    return numba.types.int64 if narrow or isinstance(arg, numba.types.IntEnumMember) else arg


def jit_with(*folders: Path, inline: bool = False):
    """The decorator for compiled code that lives in `folders` (or calls into them) and calls the engine: its cache
    changes with their sources too. inline: the function becomes a part of every caller, for what hot loops call and
    for what one or two places call: whatever a function calls and does not inline is optimised anew with it, so every
    level of calls costs compile time."""
    cache = _writable_cache(*folders) if folders else CACHE_FOLDER

    def decorate(function):
        previous = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = cache or ""
        try:
            inlined = "always" if inline else "never"
            return _one_width(numba.njit(cache=cache is not None, nogil=True, inline=inlined)(function))
        finally:
            numba.config.CACHE_DIR = previous

    return decorate


# For the engine's own functions; `nogil`, so that threads can run rows of a batch side by side.
jit = jit_with()
jit_inline = jit_with(inline=True)
