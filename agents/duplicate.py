"""Duplicate evaluation: two agents meet on the same shuffles in every seat, and what they gain is compared.

For each deck (a seed) the deal is played once for each *pattern*, a set of seats that A holds while B holds the others.
The measure is levels per deal: the mean level gain of A's seats less that of B's, averaged over the deck's games. Decks
are the unit: intervals are bootstrapped over them, never over games, which share their cards. With a pattern its
complement is played too, so an agent measured against itself gets 0 exactly if it is deterministic.
"""

import itertools
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from shengji_env.engine.layout import RIOT, blank
from shengji_env.game import Game
from shengji_env.rules import Rules

from .arena import OUTCOME, note_outcomes, play_deals
from .protocol import Agent

ROLES = ("declarer", "partner", "attacker", "solo")


class Estimate(NamedTuple):
    """A mean with its 95 % interval."""

    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.mean:+.3f} [{self.low:+.3f}, {self.high:+.3f}]"


class Duel(NamedTuple):
    """How A fared against B."""

    levels: Estimate  # levels a deal, A less B
    roles: dict[str, dict[str, float]]  # role -> share of A's and B's seats in it, mean gains
    decks: int
    games: int
    by_deck: np.ndarray  # float64[decks]
    outcomes: np.ndarray  # OUTCOME[decks, patterns]
    seats: np.ndarray  # bool[patterns, players]: where A sat


def patterns(players: int, held: Sequence[int] | None = None) -> np.ndarray:
    """bool[patterns, players]: every set of so many seats, for each number in `held` (None: every number from 1 to
    players - 1), with all complements.

    >>> patterns(4, [1]).astype(int).tolist()[:3]
    [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]]
    >>> len(patterns(5)), len(patterns(5, [2]))
    (30, 20)
    """
    found = set()
    for number in held or range(1, players):
        for seats in itertools.combinations(range(players), number):
            found.add(sum(1 << seat for seat in seats))
    found |= {(1 << players) - 1 - seats for seats in found}
    return np.array([[bool(seats >> seat & 1) for seat in range(players)] for seats in sorted(found)])


def gains(outcomes: np.ndarray, players: int) -> np.ndarray:
    """int64[..., players]: the levels each seat gained."""
    declarers = outcomes["declarer_side"][..., None] >> np.arange(players) & 1
    gain = outcomes["gain"][..., None]
    return np.where(declarers == 1, np.maximum(gain, 0), np.maximum(-gain, 0))


def roles(outcomes: np.ndarray, players: int) -> np.ndarray:
    """int64[..., players]: each seat's role, an index into ROLES."""
    seats = np.arange(players)
    declarers = outcomes["declarer_side"][..., None] >> seats & 1
    alone = (declarers.sum(axis=-1) == 1)[..., None]
    is_declarer = outcomes["declarer"][..., None] == seats
    return np.where(is_declarer, np.where(alone, 3, 0), np.where(declarers == 1, 1, 2))


def bootstrap(by_deck: np.ndarray, replicates: int = 10_000, seed: int = 0) -> Estimate:
    """Mean and 95 % percentile interval, resampling decks."""
    draws = np.random.default_rng(seed)
    means = np.empty(replicates)
    for k in range(0, replicates, 100):
        picks = draws.integers(len(by_deck), size=(min(100, replicates - k), len(by_deck)))
        means[k : k + len(picks)] = by_deck[picks].mean(axis=1)
    low, high = np.quantile(means, [0.025, 0.975])
    return Estimate(float(by_deck.mean()), float(low), float(high))


def compare(outcomes: np.ndarray, seats: np.ndarray) -> Duel:
    """What ``outcomes``, OUTCOME[decks, patterns], say of A, who sat at ``seats``, bool[patterns, players]."""
    players = seats.shape[1]
    gained = gains(outcomes, players)
    a = np.broadcast_to(seats, gained.shape)
    differences = (gained * a).sum(-1) / seats.sum(-1) - (gained * ~a).sum(-1) / (~seats).sum(-1)
    by_deck = differences.mean(axis=1)
    role = roles(outcomes, players)
    table = {}
    for index, name in enumerate(ROLES):
        mine, theirs = (role == index) & a, (role == index) & ~a
        if mine.any() and theirs.any():
            table[name] = {
                "share_a": float(mine.sum() / a.sum()),
                "share_b": float(theirs.sum() / (~a).sum()),
                "gain_a": float(gained[mine].mean()),
                "gain_b": float(gained[theirs].mean()),
            }
    return Duel(bootstrap(by_deck), table, len(outcomes), outcomes.size, by_deck, outcomes, seats)


def play_game(rules: Rules, seats: Sequence[Agent], seed: int, levels: str | None = "random") -> np.ndarray:
    """OUTCOME: the deal of this seed played by any agents, one for each seat, through `Game` and `PlayerView`; what
    `play_deals` does for the built-in ones. An agent that has a `reset` is given the seed."""
    outcome = blank(1, OUTCOME).view(np.ndarray)
    for seat, agent in enumerate(seats):
        if hasattr(agent, "reset"):
            agent.reset(seed * len(seats) + seat)
    game = Game(rules, seed=seed, levels=levels, skip_forced=True)
    while not game.done:
        token = seats[game.actor].act(game.view(game.actor), game.mask())
        outcome["riots"] += token == RIOT
        outcome["decisions"] += 1
        game.step(token)
    view = game.view(0)  # after the deal every seat may know everything
    note_outcomes(view.states, view.rules_array, outcome)
    outcome["seed"] = seed
    return outcome[0]


def duel_agents(
    rules: Rules,
    a: Agent,
    b: Agent,
    *,
    decks: int = 100,
    seed: int = 0,
    held: Sequence[int] | None = None,
    levels: str | None = "random",
) -> Duel:
    """`duel` of any two agents."""
    seats = patterns(rules.players, held)
    outcomes = np.array(
        [
            [play_game(rules, [a if mine else b for mine in row], seed + k, levels) for row in seats]
            for k in range(decks)
        ]
    )
    return compare(outcomes, seats)


def duel(
    rules: Rules,
    a: int,
    b: int,
    P: np.ndarray,
    *,
    decks: int = 2000,
    seed: int = 0,
    held: Sequence[int] | None = None,
    levels: str | None = "random",
    threads: int = 1,
) -> Duel:
    """A against B, built-in agents as in `arena` (RANDOM or an index into P), on the decks seed … seed + decks - 1."""
    seats = patterns(rules.players, held)
    seeds = np.repeat(np.arange(seed, seed + decks, dtype=np.uint64), len(seats))
    kinds = np.tile(np.where(seats, a, b), (decks, 1))
    outcomes = play_deals(rules, seeds, kinds, P, levels=levels, threads=threads)
    return compare(outcomes.reshape(decks, len(seats)), seats)
