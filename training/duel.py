"""Duplicate deals 复式: the same shuffles, played once for each way to seat two kinds of players, A and B.

Every arrangement comes with its complement and in every rotation, so that neither side profits from cards, levels or
seats, and A against A is exactly even. Bots and networks play in compiled loops (`FastSeat`); any other agent plays
through `Game` and `PlayerView`, a thousand times slower.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from shengji_env.agents import Agent, CheckpointAgent, RandomAgent, RuleAgent, TorchAgent, load_checkpoint, make_agent
from shengji_env.agents.rule.personality import PERSONALITY
from shengji_env.arguments import CARD_ORDERS
from shengji_env.engine import observe
from shengji_env.engine.layout import MAX_SEATS, Episode, Partner, Side, Start, new_states
from shengji_env.engine.rng import mix
from shengji_env.errors import CheckpointError, ShengjiError
from shengji_env.game import Game
from shengji_env.notice import before_compiling
from shengji_env.rules import Rules

from .loops.deals import play_deals
from .loops.nets import SHAPE, Layers, pack, shape_of
from .loops.seats import NET, RANDOM, RULE, players_of

DECKS_AT_ONCE = 32

# One row for each game played.
ROW = np.dtype(
    [
        ("deck", "i8"),  # number of the shuffle stream, from 0
        ("seed", "u8"),
        ("a_seats", "u1"),  # seat set
        ("declarer", "i1"),
        ("declarer_side", "u1"),  # seat set
        ("side", "i1"),  # which gains: 1 the declarer's, 2 the attackers, 0 nobody
        ("steps", "i8"),
        ("points", "i8"),  # the attackers', all in
        ("multiplier", "i8"),
    ]
)


class FastSeat(NamedTuple):
    """A player that compiled loops can play: a network, a rule bot, or the random bot if it is neither."""

    layers: Layers | None = None
    activation: str = "relu"
    card_order: str = "face"
    traits: np.ndarray | None = None


def fast_seat(agent: Agent) -> FastSeat | None:
    """The compiled form of an agent; None if there is none."""
    if type(agent) is RandomAgent:
        return FastSeat()
    if type(agent) is RuleAgent:
        return FastSeat(traits=agent.personality)
    if type(agent) in (CheckpointAgent, TorchAgent) and agent.kind == "mlp" and agent.temperature == 0:
        checkpoint = load_checkpoint(agent.path)
        weights = checkpoint.weights
        layers = [(weights[f"layers.{k}.weight"], weights[f"layers.{k}.bias"]) for k in range(len(weights) // 2)]
        return FastSeat(layers, checkpoint.card["architecture"]["activation"], agent.card_order)
    return None


def arrangements(rules: Rules) -> list[int]:
    """The seat sets of A. Fixed partners: one side, then the other. Else A sits on one seat, or on about half of
    them, or on all the others, in every rotation: 20 games a deck with five players."""
    players = rules.players
    everybody = (1 << players) - 1
    half = sum(1 << seat for seat in range(0, players - 1, 2))
    if rules.partner == Partner.FIXED.name.lower():
        return [half, everybody & ~half]
    patterns = list(dict.fromkeys([1, half, everybody & ~1, everybody & ~half]))
    turned = [_rotate(pattern, turn, players) for pattern in patterns for turn in range(players)]
    return list(dict.fromkeys(turned))


def _rotate(seats: int, turn: int, players: int) -> int:
    return ((seats << turn) | (seats >> (players - turn))) & ((1 << players) - 1)


class Table:
    """The two players, ready to be seated."""

    def __init__(self, a: FastSeat, b: FastSeat, rules: Rules) -> None:
        self.size = observe.size(rules.players, rules.decks)
        nets, shapes, orders, traits = [], [], [], []
        self.codes = []
        for seat in (a, b):
            if seat.layers is not None:
                if seat.layers[0][0].shape[1] != self.size:
                    raise CheckpointError("a network of another number of players or decks cannot sit at this table")
                self.codes.append(NET + len(nets))
                nets.append(pack(seat.layers))
                shapes.append(shape_of(seat.layers, seat.activation))
                orders.append(CARD_ORDERS[seat.card_order])
            elif seat.traits is not None:
                self.codes.append(RULE + len(traits))
                traits.append(seat.traits)
            else:
                self.codes.append(RANDOM)
        self.nets = np.zeros((len(nets), max((len(net) for net in nets), default=0)), np.float32)
        for k, net in enumerate(nets):
            self.nets[k, : len(net)] = net
        self.shapes = np.array(shapes, np.int64).reshape(-1, SHAPE)
        self.orders = np.array(orders, np.int64)
        self.traits = np.concatenate(traits) if traits else np.zeros(0, PERSONALITY)

    def players(self) -> Any:
        """For one thread."""
        return players_of(self.nets, self.shapes, self.orders, self.traits, False, self.size)


def play_fast(
    a: FastSeat,
    b: FastSeat,
    rules: Rules,
    deals: int,
    seed: int = 0,
    threads: int = 1,
) -> Iterator[np.ndarray]:
    """Rows of ROW, some decks at a time, in order. A deck's shuffles, levels and random moves depend on seed + deck
    alone."""
    before_compiling()
    table, R = Table(a, b, rules), rules.record().view(np.ndarray)
    seats = np.array(arrangements(rules), np.uint8)
    bits = (seats[:, None] >> np.arange(MAX_SEATS)) & 1
    who = np.where(bits == 1, table.codes[0], table.codes[1]).astype(np.int8)
    spaces = [table.players() for _ in range(threads)]
    with ThreadPoolExecutor(threads) as workers:
        for first in range(0, deals, DECKS_AT_ONCE):
            decks = np.repeat(np.arange(first, min(first + DECKS_AT_ONCE, deals)), len(seats))
            S, draws = _fresh_games(decks, seed)
            all_who = np.ascontiguousarray(np.resize(who, (len(decks), MAX_SEATS)))
            bounds = np.linspace(0, len(decks), threads + 1).astype(int)
            parts = [
                workers.submit(play_deals, S, int(lo), int(hi), R, all_who, space, draws)
                for lo, hi, space in zip(bounds, bounds[1:], spaces, strict=False)
            ]
            for part in parts:
                if (row := part.result()) >= 0:
                    raise ShengjiError(f"deal with seed {S['seed'][row]}: a player answered what is not legal")
            yield _rows(decks, S["seed"], np.resize(seats, len(decks)), S["result"])


def _fresh_games(decks: np.ndarray, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """STATE[n] and random states for these decks, each a later deal at levels drawn from its seed."""
    S = new_states(len(decks)).view(np.ndarray)
    S["episode"], S["start"] = Episode.DEAL, Start.RANDOM
    S["seed"] = decks.astype(np.uint64) + np.uint64(seed % 2**63)
    return S, np.array([mix(number) for number in S["seed"]], np.uint64)


def _rows(decks: np.ndarray, seeds: np.ndarray, seats: np.ndarray, results: np.ndarray) -> np.ndarray:
    rows = np.zeros(len(decks), ROW)
    rows["deck"], rows["seed"], rows["a_seats"] = decks, seeds, seats
    for name in ("declarer", "declarer_side", "side", "steps", "points", "multiplier"):
        rows[name] = results[name]
    return rows


def play_slow(a: Agent, b: Agent, rules: Rules, deals: int, seed: int = 0) -> Iterator[np.ndarray]:
    """The same with any agents, a deck at a time."""
    for deck in range(deals):
        number = deck + seed % 2**63
        rows = np.zeros(0, ROW)
        for seats in arrangements(rules):
            game = _play_slowly(a, b, seats, rules, number)
            found = game.result
            assert found is not None
            side = sum(1 << seat for seat in found.declarer_side)
            gains = Side[found.side.upper()]
            row = (deck, number, seats, found.declarer, side, gains, found.steps, found.points, found.multiplier)
            rows = np.append(rows, np.array([row], ROW))
        yield rows


def _play_slowly(a: Agent, b: Agent, seats: int, rules: Rules, seed: int) -> Game:
    """One deal, A on these seats."""
    for k, agent in enumerate((a, b)):
        if hasattr(agent, "reset"):
            agent.reset(2 * seed + k)
    game = Game(rules, seed=seed, levels="random", skip_forced=True)
    while game.actor is not None:
        agent = a if seats >> game.actor & 1 else b
        game.step(agent.act(game.view(game.actor), game.mask()))
    return game


def play_duel(
    a: str | Agent,
    b: str | Agent,
    rules: Rules | str = "five_player_two_deck",
    deals: int = 1000,
    seed: int = 0,
    threads: int = 1,
    progress: Callable[[int], None] | None = None,
) -> np.ndarray:
    """Play `deals` duplicate deals, every arrangement of each, and return a row of ROW for every game. progress is told
    how many decks have been played."""
    rules = Rules.of(rules)
    first, second = make_agent(a), make_agent(b)
    for agent in (first, second):
        if hasattr(agent, "check_rules"):
            agent.check_rules(rules)
    fast = fast_seat(first), fast_seat(second)
    if fast[0] is not None and fast[1] is not None:
        rounds = play_fast(fast[0], fast[1], rules, deals, seed, threads)
    else:
        rounds = play_slow(first, second, rules, deals, seed)
    played = []
    for rows in rounds:
        played.append(rows)
        if progress is not None:
            progress(int(rows["deck"][-1]) + 1)
    return np.concatenate(played)
