"""What every recipe needs besides its library: the small command line, the lines it prints, the policy it leaves."""

import argparse
import dataclasses
import math
import shlex
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from shengji_env.agents.torch_agent import save_policy
from shengji_env.errors import ShengjiError
from shengji_env.training.arguments import add_options, option, read_options
from shengji_env.training.runs import command, commit

if TYPE_CHECKING:
    from torch import nn


@dataclasses.dataclass
class Arguments:
    """The command line that all recipes share; a recipe with more options derives from it."""

    steps: int = option(100_000, "decisions to play, all seats together")
    seed: int = option(1, "of everything random")
    rules: str = option("five_player_two_deck", "preset, with changes if any, or a file")
    save: str = option("", "where the policy goes; else runs/ with the recipe's name")


def read_arguments(about: str, kind: type = Arguments, **defaults: object) -> Arguments:
    """The arguments on the command line; `about` is the recipe's docstring, `defaults` are its own defaults."""
    parser = argparse.ArgumentParser(description=about.splitlines()[0])
    add_options(parser, kind, **defaults)
    return read_options(parser.parse_args(), kind, **defaults)


def report(steps: int, **numbers: float) -> None:
    """Print a line of progress, ``step 4096 loss 0.0123``; a number that is not finite ends the run."""
    wrong = [name for name, value in numbers.items() if not math.isfinite(value)]
    if wrong:
        raise ShengjiError(f"after {steps} steps: {', '.join(wrong)} not finite: {numbers}")
    print(f"step {steps}", *(f"{name} {value:.4f}" for name, value in numbers.items()), flush=True)


def finish(policy: "nn.Module | Iterable[nn.Module]", arguments: Arguments, recipe: str, card_order: str) -> Path:
    """Save the policy with its card, and print the command that evaluates it; `policy` as `save_policy` takes it."""
    training = {"recipe": recipe, "arguments": dataclasses.asdict(arguments)}
    where = Path(arguments.save or f"runs/{recipe}")
    about = {"command": command(), "commit": commit(), "training": training}
    path = save_policy(policy, where, arguments.rules, card_order=card_order, **about)
    print(f"saved {path}; how good is it?")
    print(f"shengji evaluate --agent torch:{path} --against random --rules {shlex.quote(arguments.rules)} --deals 100")
    return path
