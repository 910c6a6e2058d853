"""``shengji train``: start or resume a run of some algorithm, and at its end evaluate what came out and say so.

An algorithm is a module of this package with `Arguments` (a dataclass), `QUICK` (what ``--quick`` sets otherwise),
``start(arguments)`` and ``resume(folder, steps)``, which give a trainer: ``run(stopping) -> done``, ``checkpoint(name,
evaluation)``, ``arguments``, ``folder``, ``seconds``.
"""

import argparse
import importlib
from typing import Any

from shengji_env.errors import ShengjiError
from shengji_env.terminal.progress import Progress
from shengji_env.terminal.stopping import Stopping
from shengji_env.terminal.tables import print_table, sparkline

from .arguments import add_options, read_options
from .evaluate import Evaluation, evaluate
from .runs import RunFolder

ALGORITHMS = {"ppo-sb3": "ppo_sb3"}  # name -> module
FINAL_DEALS, QUICK_DEALS = 1000, 100
OPPONENTS = ("random", "rule:balanced")


def algorithm(name: str) -> Any:
    """The module of this name."""
    if name not in ALGORITHMS:
        raise ShengjiError(f"no algorithm {name!r}: there are {', '.join(ALGORITHMS)}")
    return importlib.import_module(f".{ALGORITHMS[name]}", __package__)


def add_train_options(parser: argparse.ArgumentParser, name: str) -> None:
    """The options of one algorithm, beside those of every run."""
    own = parser.add_argument_group(f"options of {name} [default]")
    add_options(own, algorithm(name).Arguments)


def train(found: argparse.Namespace) -> int:
    """Run it; the exit code."""
    trainer = _trainer(found)
    folder = trainer.folder.path
    if found.resume and trainer.is_done and (trainer.folder.checkpoints / "final.json").exists():
        print(f"{folder} is finished; train further with --steps N, or evaluate checkpoint:{folder}/checkpoints/final")
        return 0
    print(f"run {folder}; TensorBoard: tensorboard --logdir {folder}", flush=True)
    with Stopping() as stopping:
        done = trainer.run(stopping)
    if not done:
        print(f"stopped and saved; go on with: shengji train --resume {folder}")
        return 0
    path = trainer.checkpoint("final")
    deals = QUICK_DEALS if found.quick else FINAL_DEALS
    try:
        results = [_evaluate(f"checkpoint:{path}", other, trainer, deals) for other in OPPONENTS]
    except KeyboardInterrupt:
        print(f"not evaluated; the checkpoint is there all the same: shengji evaluate --agent checkpoint:{path}")
        return 130
    trainer.checkpoint("final", {result.b: result.summary() for result in results})
    report(trainer, results)
    print(f"checkpoint {path}\nplay against it, or evaluate it further: checkpoint:{path}")
    return 0


def _trainer(found: argparse.Namespace) -> Any:
    if found.resume:
        _, settings = RunFolder.open(found.resume)
        module = algorithm(settings["algorithm"])
        given = [name for name in vars(read_options(found, module.Arguments)) if hasattr(found, name)]
        if wrong := [f"--{name.replace('_', '-')}" for name in given if name not in ("steps", "threads")]:
            raise ShengjiError(
                f"--resume {found.resume} goes on with its own settings: {', '.join(wrong)} cannot change in a run; "
                "--steps and --threads can"
            )
        return module.resume(found.resume, getattr(found, "steps", None), getattr(found, "threads", None))
    module = algorithm(found.algo)
    return module.start(read_options(found, module.Arguments, **(module.QUICK if found.quick else {})))


def _evaluate(agent: str, other: str, trainer: Any, deals: int) -> Evaluation:
    threads = trainer.arguments.threads
    with Progress(f"against {other}", deals) as progress:
        return evaluate(agent, other, trainer.arguments.rules, deals, threads=threads, progress=progress.update)


def report(trainer: Any, results: list[Evaluation]) -> None:
    """What came out, as a table, and the way there as a curve."""
    header = ["opponent", "levels a deal", "95% interval", "declarer", "partner", "attacker", "solo", "deals"]
    lines = []
    for result in results:
        roles = [f"{result.roles_a[role].levels:+.2f}" for role in ("declarer", "partner", "attacker", "solo")]
        interval = f"{result.low:+.3f} … {result.high:+.3f}"
        lines.append([result.b, f"{result.levels:+.3f}", interval, *roles, f"{result.deals:,}"])
    minutes = trainer.seconds / 60
    print_table(f"trained for {minutes:.1f} minutes; duplicate deals, levels by role", header, lines, numbers_from=1)
    curve = [line["levels"] for line in trainer.folder.notes()]
    if len(curve) > 1:
        print(f"against rule:balanced on the way: {curve[0]:+.3f} {sparkline(curve)} {curve[-1]:+.3f}")
