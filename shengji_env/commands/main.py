"""The `shengji` command. What is heavy is imported by the command that needs it, so that ``--help`` answers at once."""

import argparse
import contextlib
import json
import os
import sys
from collections.abc import Sequence
from importlib.metadata import version

from .table import add_table_commands

RULES = "a preset, one with changes ('four_player_fixed decks=3 tractors=no'), or a .json or .toml file"
EXTRA = "training needs further packages: pip install 'shengji-env[train]'"
TABLE_EXTRA = "the table needs further packages: pip install 'shengji-env[table]'"


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line; returns its exit code: 0, 2 for what was asked wrongly, 130 after Ctrl-C."""
    argv = list(sys.argv[1:] if argv is None else argv)
    from shengji_env.errors import ShengjiError

    try:
        found = parser(argv).parse_args(argv)
        return found.run(found)
    except ShengjiError as error:
        print(f"shengji: {error}", file=sys.stderr)
        return 2
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("shengji_env"):
            raise
        extra = TABLE_EXTRA if argv[0] in ("play", "watch", "replay") else EXTRA
        print(f"shengji: {extra} ({error})", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:  # `shengji rules | head`
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def parser(argv: Sequence[str] = ()) -> argparse.ArgumentParser:
    """The parser; `argv` tells which algorithm's options are wanted."""
    top = argparse.ArgumentParser(
        prog="shengji", description="升级 (Shengji): play, train and evaluate players, show rules."
    )
    top.add_argument("--version", action="version", version=f"shengji-env {version('shengji-env')}")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _train(commands, argv)
    _evaluate(commands)
    add_table_commands(commands, _Help)
    _bench(commands)
    _rules(commands)
    _warm(commands)
    return top


# ---------------------------------------------------------------- train


def _train(commands, argv: Sequence[str]) -> None:
    about = "train a player by self-play"
    sub = commands.add_parser("train", help=about, description=about, formatter_class=_Help)
    sub.add_argument("--algo", default="ppo-sb3", metavar="NAME", help="algorithm [ppo-sb3]")
    sub.add_argument("--quick", action="store_true", help="about two minutes on two cores: see that everything works")
    sub.add_argument("--resume", metavar="RUN", help="go on with a run that was stopped; its own settings hold")
    sub.set_defaults(run=_run_train)
    if argv and argv[0] == "train":
        from shengji_env.training.session import add_train_options

        first = argparse.ArgumentParser(add_help=False)
        first.add_argument("--algo", default="ppo-sb3")
        add_train_options(sub, first.parse_known_args(argv[1:])[0].algo)


def _run_train(found: argparse.Namespace) -> int:
    from shengji_env.training.session import train

    return train(found)


# ---------------------------------------------------------------- evaluate


def _evaluate(commands) -> None:
    about = "compare two players on duplicate deals"
    sub = commands.add_parser("evaluate", help=about, description=about, formatter_class=_Help)
    sub.add_argument(
        "--agent",
        required=True,
        metavar="A",
        help="random, rule:balanced, checkpoint:PATH, module:Class …",
    )
    sub.add_argument("--against", default="rule:balanced", metavar="B", help="the other player [rule:balanced]")
    sub.add_argument(
        "--deals", type=int, default=1000, metavar="N", help="shuffles, each played in every seating [1000]"
    )
    sub.add_argument("--rules", default="five_player_two_deck", metavar="RULES", help=f"{RULES} [five_player_two_deck]")
    sub.add_argument("--seed", type=int, default=0, metavar="N", help="of the shuffles [0]")
    sub.add_argument("--threads", type=int, default=min(2, os.cpu_count() or 1), metavar="N", help="[2]")
    sub.add_argument("--rows", metavar="FILE", help="write every game to FILE, .csv or .jsonl")
    sub.add_argument("--json", action="store_true", help="print JSON instead of tables")
    sub.set_defaults(run=_run_evaluate)


def _run_evaluate(found: argparse.Namespace) -> int:
    from shengji_env.rules import Rules
    from shengji_env.terminal.progress import Progress
    from shengji_env.terminal.tables import print_table
    from shengji_env.training.evaluate import evaluate, role_table, verdict

    _at_least("threads", found.threads, 1)
    _at_least("seed", found.seed, 0)
    rules = Rules.of_argument(found.rules)
    os.environ.setdefault("OMP_NUM_THREADS", "1")  # PyTorch's own threads make small batches slower, not faster
    with Progress(f"{found.agent} against {found.against}", found.deals) as progress:
        result = evaluate(
            found.agent,
            found.against,
            rules,
            found.deals,
            found.seed,
            found.threads,
            progress.update,
            found.rows,
        )
    if found.json:
        print(json.dumps(result.values(), ensure_ascii=False))
    else:
        print(verdict(result))
        print_table("by role", *role_table(result))
    return 0


def _at_least(name: str, value: int, low: int) -> None:
    from shengji_env.errors import ShengjiError

    if value < low:
        raise ShengjiError(f"--{name} {value}: {low} or more is asked for")


# ---------------------------------------------------------------- bench


def _bench(commands) -> None:
    about = "measure decisions a second on this machine"
    sub = commands.add_parser("bench", help=about, description=about, formatter_class=_Help)
    sub.add_argument("--rules", default="five_player_two_deck", metavar="RULES", help=f"{RULES} [five_player_two_deck]")
    sub.add_argument("--quick", action="store_true", help="a twentieth of the decisions")
    sub.add_argument("--peers", action="store_true", help="other libraries beside it, those that are installed")
    sub.add_argument("--json", action="store_true", help="print JSON instead of a table")
    sub.set_defaults(run=_run_bench)


def _run_bench(found: argparse.Namespace) -> int:
    from shengji_env.bench.lines import bench, bench_lines, facts, machine
    from shengji_env.bench.report import as_values, print_bench
    from shengji_env.rules import Rules

    rules = Rules.of_argument(found.rules)
    lines = bench_lines(rules)
    if found.peers:
        from shengji_env.bench.peers import missing, peer_lines

        if missing():
            print(f"not installed: pip install {' '.join(missing())}", file=sys.stderr)
        lines += peer_lines()
    results = bench(lines, found.quick)
    if found.json:
        print(json.dumps(as_values(rules, lines, results, facts(rules, results), machine())))
    else:
        print_bench(rules, lines, results, facts(rules, results), machine())
    return 0


# ---------------------------------------------------------------- rules, warm


def _rules(commands) -> None:
    about = "list the presets, explain the fields of some rules, or show what they have otherwise than others"
    sub = commands.add_parser("rules", help=about, description=about, formatter_class=_Help)
    sub.add_argument("rules", nargs="?", metavar="RULES", help=RULES)
    sub.add_argument("--diff", metavar="OTHER", help="only the fields in which OTHER differs, with both values")
    sub.add_argument("--json", action="store_true", help="print JSON instead of text")
    sub.set_defaults(run=_run_rules)


def _run_rules(found: argparse.Namespace) -> int:
    from shengji_env.errors import ShengjiError
    from shengji_env.rules import PRESETS, Rules

    from .rules import difference_text, differences, fields_text, preset_list

    if found.rules is None:
        if found.diff is not None:
            raise ShengjiError(f"--diff {found.diff}: differs from which rules? shengji rules RULES --diff OTHER")
        values = {name: rules.values() for name, rules in PRESETS.items()}
        print(json.dumps(values, ensure_ascii=False) if found.json else preset_list())
        return 0
    rules = Rules.of_argument(found.rules)
    if found.diff is None:
        print(json.dumps(rules.values(), ensure_ascii=False) if found.json else fields_text(rules))
    else:
        other = Rules.of_argument(found.diff)
        both = differences(rules, other)
        print(json.dumps(both, ensure_ascii=False) if found.json else difference_text(rules, other))
    return 0


def _warm(commands) -> None:
    about = "compile the engine and the players now, so that nothing waits for it later"
    sub = commands.add_parser("warm", help=about, description=about)
    sub.set_defaults(run=_run_warm)


def _run_warm(found: argparse.Namespace) -> int:
    from shengji_env.engine.notice import before_compiling

    from .warm import warm

    before_compiling()
    print(f"compiled in {warm():.0f} s")
    return 0


class _Help(argparse.HelpFormatter):
    """Wide enough for a line per option."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=34, width=110)


if __name__ == "__main__":
    sys.exit(main())
