"""What ``shengji bench`` prints."""

from typing import Any

from shengji_env.rules.rules import Rules
from shengji_env.terminal.tables import print_table

from .lines import RUNS, Bench, Line


def print_bench(
    rules: Rules, lines: list[Line], results: dict[str, Bench], facts: dict[str, float], machine: dict[str, Any]
) -> None:
    """A table of our lines, the facts, a table of other libraries' lines with our median over theirs, the machine."""
    header = ["", f"median of {RUNS}", "spread"]
    ours = [_cells(results[line.name]) for line in lines if line.beside is None]
    print_table(f"decisions a second, {rules}", header, ours, numbers_from=1)
    print(
        f"two threads: {facts['two_threads_over_one']:.2f} times one; "
        f"a game takes {facts['bytes_of_a_game']:,.0f} bytes besides its observation"
    )
    theirs = [
        [*_cells(results[line.name]), f"{ratio:,.1f}", str(line.beside)] for line, ratio in _ratios(lines, results)
    ]
    if theirs:
        print_table("other libraries, other games", [*header, "ours / theirs", "our line"], theirs, numbers_from=1)
    print(", ".join(f"{name} {value}" for name, value in machine.items()))


def as_values(
    rules: Rules, lines: list[Line], results: dict[str, Bench], facts: dict[str, float], machine: dict[str, Any]
) -> dict[str, Any]:
    """The same for JSON; `peers` holds {"beside": a line of ours, "ratio": its median over theirs} by line."""
    return {
        "rules": str(rules),
        "decisions_per_second": {name: {"median": one.median, "runs": one.rates} for name, one in results.items()},
        "peers": {line.name: {"beside": line.beside, "ratio": ratio} for line, ratio in _ratios(lines, results)},
        **facts,
        "machine": machine,
    }


def _cells(result: Bench) -> list[str]:
    return [result.name, f"{result.median:,.0f}", f"{min(result.rates):,.0f} … {max(result.rates):,.0f}"]


def _ratios(lines: list[Line], results: dict[str, Bench]) -> list[tuple[Line, float]]:
    """The other libraries' lines, each with our median over theirs."""
    return [
        (line, results[line.beside].median / results[line.name].median) for line in lines if line.beside is not None
    ]
