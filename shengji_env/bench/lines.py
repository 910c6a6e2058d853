"""``shengji bench``: how many decisions a second: the compiled loop, batches, and one game from Python."""

import datetime
import os
import platform
import statistics
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from shengji_env import shengji_v0
from shengji_env.engine.jit import jit_with
from shengji_env.engine.layout import STATE, TOKENS, UNKNOWN, Episode, new_states
from shengji_env.engine.notice import before_compiling
from shengji_env.engine.observe import observe
from shengji_env.engine.observe import size as observation_size
from shengji_env.engine.rng import below
from shengji_env.engine.step import begin, step
from shengji_env.envs.batch import make_batch
from shengji_env.game.game import Game
from shengji_env.rules.rules import Rules

RUNS = 5
MANY, FEW = 400_000, 20_000  # decisions a run
LONG = 4 * MANY  # where threads are compared
GAMES = 64  # of the compiled loop
DEALS = 20  # that are replayed

# The lines that others are set beside, and the two of `facts`.
ENGINE, AEC, GAME = "engine, compiled loop", "AEC env from Python: last(), step()", "Game from Python: mask(), step()"
ONE_THREAD, TWO_THREADS = "make_batch(8192)", "make_batch(8192), two threads"

_jit = jit_with(Path(__file__).parent / "engine", Path(__file__))


class Bench(NamedTuple):
    """One line: decisions a second of each run."""

    name: str
    rates: list[float]

    @property
    def median(self) -> float:
        return statistics.median(self.rates)


@_jit
def random_token(mask, state):
    """(next random state, a legal token)."""
    legal = 0
    for token in range(TOKENS):
        legal += mask[token]
    state, left = below(state, legal)
    for token in range(TOKENS):
        left -= mask[token]
        if left < 0:
            return state, token
    return state, UNKNOWN


@_jit
def play_random(S, R, decisions, state, observing, out):
    """So many random decisions, game by game in turn, each with its exact mask and, with `observing`, the observation
    of the seat that acts; episodes that end begin anew. Returns the random state."""
    done = 0
    while done < decisions:
        for i in range(len(S)):
            if S[i].actor == UNKNOWN:
                begin(S, i, R)
            if observing:
                observe(S, i, R, S[i].actor, 0, out)
            state, token = random_token(S[i].mask, state)
            step(S, i, R, token)
            done += 1
    return state


# A line's work: plays so many decisions and returns the seconds they took.
Work = Callable[[int], float]


class Line(NamedTuple):
    """What is measured, and in how many decisions a run."""

    name: str
    decisions: int
    work: Work
    beside: str | None = None  # another library's: the name of the line of ours that does the same


def engine_work(rules: Rules, observing: bool = False) -> Work:
    """The engine alone, one thread."""
    S, R = new_states(GAMES), rules.record()
    S["seed"], S["episode"], S["actor"] = np.arange(GAMES), Episode.DEAL, UNKNOWN
    out = np.zeros(observation_size(rules.players, rules.decks), np.int8)
    state = np.uint64(play_random(S, R, GAMES, np.uint64(1), observing, out))

    def work(decisions: int) -> float:
        nonlocal state
        started = time.perf_counter()
        state = np.uint64(play_random(S, R, decisions, state, observing, out))
        return time.perf_counter() - started

    return work


def batch_work(rules: Rules, games: int, **arguments: Any) -> Work:
    """`make_batch`, tokens from `random_tokens()` included; begun before, so that games are anywhere in a deal."""
    batch = make_batch(games, rules=rules, seed=0, **arguments)
    for _ in range(100):
        batch.step(batch.random_tokens())

    def work(decisions: int) -> float:
        started = time.perf_counter()
        for _ in range(-(-decisions // games)):
            batch.step(batch.random_tokens())
        return (time.perf_counter() - started) * decisions / (-(-decisions // games) * games)

    return work


def written_deals(rules: Rules) -> list[list[int]]:
    """The tokens of whole deals, those of seed k in place k: replaying them costs no choice."""
    deals, draws = [], np.random.default_rng(0)
    for seed in range(DEALS):
        game, tokens = Game(rules, seed), []
        while not game.done:
            tokens.append(int(draws.choice(np.flatnonzero(game.mask()))))
            game.step(tokens[-1])
        deals.append(tokens)
    return deals


def aec_work(rules: Rules, deals: list[list[int]]) -> Work:
    """``raw_env``: `last()` and `step()`, with observation and mask; the tokens are written down before."""
    env = shengji_v0.raw_env(rules=rules)

    def play(seed: int, tokens: list[int]) -> None:
        env.reset(seed=seed)
        for token in tokens:
            env.last()
            env.step(token)

    return lambda decisions: replayed(play, deals, decisions)


def game_work(rules: Rules, deals: list[list[int]]) -> Work:
    """`Game`: `mask()` and `step()`; the tokens are written down before."""

    def play(seed: int, tokens: list[int]) -> None:
        game = Game(rules, seed)
        for token in tokens:
            game.mask()
            game.step(token)

    return lambda decisions: replayed(play, deals, decisions)


def replayed(play: Callable[[int, list[int]], None], deals: list[list[int]], decisions: int) -> float:
    """Seconds for so many decisions, played in whole deals."""
    done, k = 0, 0
    started = time.perf_counter()
    while done < decisions:
        play(k % len(deals), deals[k % len(deals)])
        done += len(deals[k % len(deals)])
        k += 1
    return (time.perf_counter() - started) * decisions / done


def bench_lines(rules: Rules) -> list[Line]:
    """Every line of ours."""
    before_compiling()
    deals = written_deals(rules)
    three = Rules.preset("five_player_three_deck")
    return [
        Line(ENGINE, MANY, engine_work(rules)),
        Line("make_batch(1024)", MANY, batch_work(rules, 1024)),
        Line("make_batch(1024), without observations", MANY, batch_work(rules, 1024, observe=False)),
        Line("make_batch(1024), cards by strength", MANY, batch_work(rules, 1024, card_order="strength")),
        Line(f"make_batch(1024), {three}", MANY, batch_work(three, 1024)),
        Line("make_batch(256)", MANY, batch_work(rules, 256)),
        Line("make_batch(16384)", MANY, batch_work(rules, 16384)),
        Line(ONE_THREAD, LONG, batch_work(rules, 8192)),
        Line(TWO_THREADS, LONG, batch_work(rules, 8192, threads=2)),
        Line(AEC, FEW, aec_work(rules, deals)),
        Line(GAME, FEW, game_work(rules, deals)),
    ]


def machine() -> dict[str, Any]:
    """Where and with what it was measured."""
    names = ("shengji-env", "numpy", "numba", "pettingzoo")
    return {
        "cpu": _cpu(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        **{name: version(name) for name in names},
        "date": datetime.date.today().isoformat(),
    }


def _cpu() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        return next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or "unknown"


def bench(lines: list[Line], quick: bool = False) -> dict[str, Bench]:
    """The lines by name, their runs in turn, so that a neighbour's work on the machine hits all alike; with `quick` a
    twentieth of the decisions. A dot a run on stderr."""
    part = 20 if quick else 1
    rates: dict[str, list[float]] = {line.name: [] for line in lines}
    for line in lines:
        line.work(1)  # compiled, or loaded, before the clock starts
    for _ in range(RUNS):
        for line in lines:
            decisions = line.decisions // part
            line.work(decisions // 2)  # a core that has slept takes a quarter of a second to get going
            rates[line.name].append(decisions / line.work(decisions))
            print(".", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return {name: Bench(name, found) for name, found in rates.items()}


def facts(rules: Rules, results: dict[str, Bench]) -> dict[str, float]:
    """What two threads bring, as a ratio of medians, and the bytes of a game in a batch besides its observation."""
    batch = make_batch(1, rules=rules, seed=0, observe=False)
    arrays = (batch.mask, batch.actor, batch.reward, batch.done, batch.random_tokens())
    return {
        "two_threads_over_one": results[TWO_THREADS].median / results[ONE_THREAD].median,
        "bytes_of_a_game": STATE.itemsize + sum(array.nbytes for array in arrays),
    }
