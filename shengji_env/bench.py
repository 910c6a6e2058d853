"""``shengji bench``: how many decisions a second, in a compiled loop and through the PettingZoo face from Python."""

import datetime
import os
import platform
import statistics
import time
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from .engine.jit import jit_with
from .engine.layout import TOKENS, UNKNOWN, Episode, new_states
from .engine.observe import observe
from .engine.observe import size as observation_size
from .engine.rng import below
from .engine.step import begin, step
from .notice import before_compiling
from .rules import Rules

RUNS = 5
ENGINE_DECISIONS, AEC_DECISIONS = 400_000, 20_000
GAMES = 64

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


def engine_runs(rules: Rules, observing: bool, runs: int = RUNS, decisions: int = ENGINE_DECISIONS) -> list[float]:
    """The engine alone, one thread."""
    S, R = new_states(GAMES).view(np.ndarray), rules.record().view(np.ndarray)
    S["seed"], S["episode"], S["actor"] = np.arange(GAMES), Episode.DEAL, UNKNOWN
    out = np.zeros(observation_size(rules.players, rules.decks), np.int8)
    state = np.uint64(play_random(S, R, GAMES, np.uint64(1), observing, out))
    rates = []
    for _ in range(runs):
        started = time.perf_counter()
        state = np.uint64(play_random(S, R, decisions, state, observing, out))
        rates.append(decisions / (time.perf_counter() - started))
    return rates


def aec_runs(rules: Rules, runs: int = RUNS, decisions: int = AEC_DECISIONS) -> list[float]:
    """``raw_env``: `last()` and `step()` with a random legal action for each decision."""
    from . import shengji_v0

    env = shengji_v0.raw_env(rules=rules)
    draws = np.random.default_rng(0)
    env.reset(seed=0)
    env.step(int(env.last()[0]["action_mask"].argmax()))  # compiled, or loaded, before the clock starts
    rates = []
    for _ in range(runs):
        started, done = time.perf_counter(), 0
        while done < decisions:
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset()
                continue
            legal = np.flatnonzero(observation["action_mask"])
            env.step(int(legal[int(draws.random() * len(legal))]))
            done += 1
        rates.append(decisions / (time.perf_counter() - started))
    return rates


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


def bench(rules: Rules, quick: bool = False) -> list[Bench]:
    """All lines; with `quick` a twentieth of the decisions."""
    before_compiling()
    part = 20 if quick else 1
    engine, aec = ENGINE_DECISIONS // part, AEC_DECISIONS // part
    return [
        Bench("engine, compiled loop", engine_runs(rules, False, decisions=engine)),
        Bench("engine with observations", engine_runs(rules, True, decisions=engine)),
        Bench("AEC env, last() and step() from Python", aec_runs(rules, decisions=aec)),
    ]
