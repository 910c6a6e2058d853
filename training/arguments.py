"""Arguments of a trainer: one dataclass is its documentation, its command line and what a run writes down.

>>> @dataclasses.dataclass
... class Example:
...     steps: int = option(1000, "how many")
...     warm: bool = option(False, "start warm")
>>> parser = argparse.ArgumentParser()
>>> add_options(parser, Example)
>>> read_options(parser.parse_args(["--steps", "5", "--warm"]), Example)
Example(steps=5, warm=True)
"""

import argparse
import dataclasses
from typing import Any, TypeVar

from shengji_env.rules import Rules

T = TypeVar("T")


def option(default: Any, meaning: str) -> Any:
    """A field with its line of documentation."""
    return dataclasses.field(default=default, metadata={"meaning": meaning})


def add_options(parser: Any, arguments: type, **defaults: Any) -> None:
    """An option for each field, ``--like-this``; options that are not given stay away from the result. The help shows
    the default that is used: one of `defaults`, else the field's own."""
    for field in dataclasses.fields(arguments):
        name, default = "--" + field.name.replace("_", "-"), defaults.get(field.name, field.default)
        shown = " ".join(map(str, default)) if isinstance(default, tuple) else default
        about = f"{field.metadata['meaning']} [{'none' if shown in (None, '') else shown}]".replace("%", "%%")
        if isinstance(default, bool):
            parser.add_argument(name, action=argparse.BooleanOptionalAction, default=argparse.SUPPRESS, help=about)
        elif isinstance(default, tuple):
            kind = type(default[0])
            parser.add_argument(name, type=kind, nargs="+", metavar="N", default=argparse.SUPPRESS, help=about)
        else:
            kind = str if default is None else type(default)
            metavar = {int: "N", float: "X"}.get(kind, "TEXT")
            parser.add_argument(name, type=kind, metavar=metavar, default=argparse.SUPPRESS, help=about)


def read_options(found: argparse.Namespace, arguments: type[T], **defaults: Any) -> T:
    """The dataclass from what was given, then `defaults`, then its own defaults."""
    names = [field.name for field in dataclasses.fields(arguments)]  # type: ignore[arg-type]
    given = {name: getattr(found, name) for name in names if hasattr(found, name)}
    if "rules" in given:  # a file's too: what is written down does not depend on it
        given["rules"] = str(Rules.of_argument(given["rules"]))
    return arguments(**{**defaults, **given})
