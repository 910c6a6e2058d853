"""Agents by name: "random", "rule:balanced", "checkpoint:PATH", "torch:PATH", a shipped checkpoint's, a name that was
registered, or a class of your own: "package.module:Class", "file.py:Class"."""

import difflib
import importlib
import importlib.util
from collections.abc import Callable
from pathlib import Path

from shengji_env import checkpoints
from shengji_env.errors import ShengjiError, shown
from shengji_env.game.asking import Agent, ways_of

from .checkpoint import CheckpointAgent
from .random_agent import RandomAgent
from .rule_agent import PERSONALITIES, RuleAgent
from .torch_agent import TorchAgent

# name -> a function that makes the agent
_named: dict[str, Callable[[], Agent]] = {
    "random": RandomAgent,
    **{f"rule:{name}": lambda name=name: RuleAgent(name) for name in PERSONALITIES},
}

# prefix -> what makes the agent of what stands behind the colon
_by_path: dict[str, Callable[[str], Agent]] = {"checkpoint": CheckpointAgent, "torch": TorchAgent}


def register_agent(name: str, factory: Callable[[], Agent]) -> None:
    """Make `factory()` available as ``make_agent(name)``; a name that exists already is replaced.

    >>> class First:
    ...     def act(self, view, mask):
    ...         return int(mask.argmax())
    >>> register_agent("first", First)
    >>> make_agent("first").act(None, np.array([False, True, True]))
    1
    >>> "first" in agent_names()
    True
    >>> unregister_agent("first")
    """
    if not isinstance(name, str) or not name or name != name.strip() or name.partition(":")[0] in _by_path:
        prefixes = " or ".join(f"{prefix}:" for prefix in _by_path)
        raise ShengjiError(f"agent name {name!r}: a text without spaces around it, not beginning with {prefixes}")
    if not callable(factory):
        raise ShengjiError(f"agent {name!r}: the factory must be a class or function that makes the agent")
    _named[name] = factory


def unregister_agent(name: str) -> None:
    """Forget a registered name."""
    _named.pop(name, None)


def agent_names() -> list[str]:
    """Every name that `make_agent` knows, shipped checkpoints included."""
    return sorted({*_named, *checkpoints.names()})


def make_agent(spec: str | Agent, seed: int | None = None) -> Agent:
    """The agent of this name. `seed` goes to its `reset`, if it has one; an agent is returned as it is.

    >>> type(make_agent("random", seed=3)).__name__
    'RandomAgent'
    >>> make_agent("rule:balnced")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    shengji_env.errors.ShengjiError: no agent 'rule:balnced': did you mean 'rule:balanced'? there are ...
    """
    agent = _make(spec) if isinstance(spec, str) else spec
    ways = ways_of(agent)
    if seed is not None:
        ways.reset(seed)
    return agent


def _make(spec: str) -> Agent:
    kind, _, argument = spec.partition(":")
    if kind in _by_path and argument:
        return _by_path[kind](argument)
    if spec in _named:
        return _named[spec]()
    if spec in checkpoints.names():
        return CheckpointAgent(checkpoints.path(spec))
    if argument and argument.isidentifier() and kind not in _families():
        return _imported(spec, kind, argument)
    known = agent_names()
    close = difflib.get_close_matches(spec, known, n=1)
    hint = f"did you mean {close[0]!r}? " if close else ""
    raise ShengjiError(
        f"no agent {shown(spec)}: {hint}there are {', '.join(known)}, "
        "checkpoint:PATH, torch:PATH, and your own as package.module:Class or file.py:Class (a name that a script has "
        "registered is known in that script alone)"
    )


def _families() -> set[str]:
    """What stands before the colon of names that are registered: "rule"."""
    return {name.partition(":")[0] for name in _named if ":" in name}


def _imported(spec: str, module: str, name: str) -> Agent:
    """The agent that a class or function of somebody's own module makes: package.module:Class, or file.py:Class."""
    try:
        if module.endswith(".py"):
            found = importlib.util.spec_from_file_location(Path(module).stem, module)
            if found is None or found.loader is None or not Path(module).is_file():
                raise ShengjiError(f"no agent {shown(spec)}: there is no file {module}")
            source = importlib.util.module_from_spec(found)
            found.loader.exec_module(source)
        else:
            source = importlib.import_module(module)
    except ImportError as error:
        raise ShengjiError(f"no agent {shown(spec)}: {module} cannot be imported: {error}") from error
    factory = getattr(source, name, None)
    if not callable(factory):
        raise ShengjiError(f"no agent {shown(spec)}: {module} has no class or function {name}")
    return factory()
