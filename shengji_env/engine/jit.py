"""The one home of the jit decorator and of the compile cache.

Numba's own cache notices when the file of a function changes, but not when a function in *another* file that was
compiled into it does. So the cache folder is named after a digest of all engine sources and of the versions that
decide about machine code; compiled code outside the engine takes `jit_with` and names its own sources too. What is
damaged in it is compiled again. Without a writable place the engine compiles anew in every process.
"""

import contextlib
import gc
import hashlib
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numba
import numpy as np
from numba.core.caching import Cache

_SOURCES = Path(__file__).parent


def source_digest(*folders: Path) -> str:
    """Twelve hex digits that change with any source of the engine and of `folders`, and with what else decides about
    machine code."""
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__} {sys.version} {numba.config.BOUNDSCHECK}".encode())
    for folder in (_SOURCES, *folders):
        for source in sorted(folder.rglob("*.py")):
            digest.update(source.read_bytes())
    return digest.hexdigest()[:12]


def _candidates() -> Iterator[Path]:
    """Places for the cache in the order tried: the user's choice, the user's cache folder, beside the sources, and
    the folder for temporary files."""
    if chosen := os.environ.get("NUMBA_CACHE_DIR"):
        yield Path(chosen) / "shengji_env"
    base = os.environ.get("XDG_CACHE_HOME") or ("~/Library/Caches" if sys.platform == "darwin" else "~/.cache")
    with contextlib.suppress(RuntimeError):  # no home: a user that the system does not know, as in a container
        yield Path(os.environ.get("LOCALAPPDATA", base)).expanduser() / "shengji_env"
    yield _SOURCES / "__pycache__"
    with contextlib.suppress(OSError):
        yield _own_temporary_folder()


def _own_temporary_folder() -> Path:
    """A folder among the temporary files that nobody else can write to: what is loaded from a cache is executed.
    OSError where somebody else has made it."""
    user = os.getuid() if hasattr(os, "getuid") else ""  # where there are no numbers, every user has his own place
    folder = Path(tempfile.gettempdir()) / f"shengji_env-{user}"
    folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.lstat()
    if user != "" and (found.st_uid != user or found.st_mode & 0o077):
        raise PermissionError(f"{folder} is not this user's alone")
    return folder


def _writable_cache(*folders: Path) -> str | None:
    name = source_digest(*folders)
    for place in _candidates():
        folder = place / name
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


def _calls_of(dispatcher, called):
    """Let compiled code that calls `dispatcher` use the function `called`, compiled once for int64 and not for every
    width of integer and every literal: a third of the compile time. Where numba is changed so that these hooks are
    gone, compiling only takes longer."""
    if hasattr(dispatcher, "get_call_template") and hasattr(dispatcher, "get_overload"):
        template = called.get_call_template
        dispatcher.get_call_template = lambda args, kws: template(tuple(_widened(arg) for arg in args), kws)
        dispatcher.get_overload = called.get_overload
    return dispatcher


def _widened(arg):
    arg = numba.types.unliteral(arg)
    narrow = isinstance(arg, numba.types.Integer) and arg.bitwidth < 64
    return numba.types.int64 if narrow or isinstance(arg, numba.types.IntEnumMember) else arg


def _undisturbed(dispatcher):
    """Compile without Python's garbage collector, which walks the compiler's large graphs again and again: a fifth of
    the compile time."""
    compile_one = dispatcher.compile

    def compile_undisturbed(signature):
        collecting = gc.isenabled()
        gc.disable()
        try:
            return compile_one(signature)
        finally:
            if collecting:
                gc.enable()

    dispatcher.compile = compile_undisturbed
    return dispatcher


def _forgiving(dispatcher):
    """Let a damaged cache (half a file, after the disk was full) cost a compilation: what cannot be read is made anew
    and written over it. A cache that cannot be written is done without."""
    cache = getattr(dispatcher, "_cache", None)
    if not isinstance(cache, Cache):
        return dispatcher
    load, save = cache.load_overload, cache.save_overload

    def load_whole(signature, context):
        try:
            return load(signature, context)
        except Exception:  # unpickling half a file raises nearly anything
            try:
                cache.flush()
            except OSError:
                cache.disable()
            return None

    def save_if_possible(signature, compiled):
        with contextlib.suppress(OSError):
            save(signature, compiled)

    cache.load_overload, cache.save_overload = load_whole, save_if_possible
    return dispatcher


def _compiled(function, cache: str | None, **options):
    """numba's dispatcher, with its cache in this folder; `nogil`, so that threads can run rows side by side."""
    previous = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = cache or ""
    try:
        return _forgiving(_undisturbed(numba.njit(cache=cache is not None, nogil=True, **options)(function)))
    finally:
        numba.config.CACHE_DIR = previous


def jit_with(*folders: Path, inline: bool = False, shared: bool = False):
    """The decorator for compiled code that lives in `folders` (or calls into them) and calls the engine: its cache
    changes with their sources too.

    Compiled code gets a version without the wrapper that Python would need, a sixth of the compile time; called from
    Python, a function is compiled with one.
    shared: one version for both: for large functions that both call, and for those that call themselves.
    inline: the function becomes a part of every caller, for what hot loops call and for what one or two places call:
    whatever a function calls and does not inline is optimised anew with it, so every level of calls costs compile time.
    """
    cache = _writable_cache(*folders) if folders else CACHE_FOLDER

    def decorate(function):
        if numba.config.DISABLE_JIT:
            return function
        if inline:
            return _compiled(function, cache, inline="always")
        whole = _compiled(function, cache)
        if shared:
            return _calls_of(whole, whole)
        within = cache and str(Path(cache) / "within")
        bare = _compiled(function, within, no_cpython_wrapper=True, no_cfunc_wrapper=True)
        return _calls_of(whole, bare)

    return decorate


# For the engine's own functions.
jit = jit_with()
jit_shared = jit_with(shared=True)
jit_inline = jit_with(inline=True)
