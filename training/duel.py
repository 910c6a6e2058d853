"""Duplicate deals 复式: the same shuffles, played once for each way to seat two kinds of players, A and B.

Every arrangement comes with its complement and in every rotation, so that neither side profits from cards, levels or
seats, and A against A is exactly even. Bots and networks play in compiled loops (`FastSeat`); an agent with `act_batch`
is asked for the decisions of many games at once; any other one plays through `Game` and `PlayerView`, a thousand times
slower than the first.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from shengji_env.agents import Agent, CheckpointAgent, RandomAgent, RuleAgent, TorchAgent, load_checkpoint, make_agent
from shengji_env.agents.protocol import offers
from shengji_env.agents.rule.personality import PERSONALITY
from shengji_env.engine import observe
from shengji_env.engine.layout import MAX_SEATS, TOKENS, Episode, Partner, Phase, Side, Start, new_states
from shengji_env.engine.notice import before_compiling
from shengji_env.engine.rng import mix
from shengji_env.engine.rows import show_rows
from shengji_env.errors import CheckpointError, ShengjiError
from shengji_env.game import Game
from shengji_env.inputs.arguments import CARD_ORDERS
from shengji_env.rules import Rules

from .loops.deals import begin_deals, play_deals, play_tokens
from .loops.nets import SHAPE, Layers, pack, shape_of
from .loops.seats import NET, OUTSIDE, RANDOM, RULE, players_of

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
    """The two players, ready to be seated; None is one who is asked from outside."""

    def __init__(self, a: FastSeat | None, b: FastSeat | None, rules: Rules) -> None:
        self.size = observe.size(rules.players, rules.decks)
        nets, shapes, orders, traits = [], [], [], []
        self.codes = []
        for seat in (a, b):
            if seat is None:
                self.codes.append(OUTSIDE)
            elif seat.layers is not None:
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
    spaces = [table.players() for _ in range(threads)]
    with ThreadPoolExecutor(threads) as workers:
        for games in _bundles(table, rules, deals, seed):
            begin_deals(games.S, R)
            parts = [
                workers.submit(play_deals, games.S, part, R, games.who, space, games.draws)
                for part, space in zip(np.array_split(np.arange(len(games.S)), threads), spaces, strict=True)
            ]
            for part in parts:
                games.refuse(part.result())
            yield games.rows()


def play_batched(
    a: Agent,
    b: Agent,
    rules: Rules,
    deals: int,
    seed: int = 0,
) -> Iterator[np.ndarray]:
    """The same where one or both have no compiled form, but answer many decisions at once. What such an agent draws
    depends on the seed and the decks that are played together."""
    before_compiling()
    fast = fast_seat(a), fast_seat(b)
    table, R = Table(*fast, rules), rules.record().view(np.ndarray)
    players = table.players()
    for games in _bundles(table, rules, deals, seed):
        for k, agent in enumerate((a, b)):
            if hasattr(agent, "reset"):
                agent.reset(2 * int(games.S["seed"][0]) + k)
        begin_deals(games.S, R)
        waiting = np.arange(len(games.S))
        while len(waiting):
            games.refuse(play_deals(games.S, waiting, R, games.who, players, games.draws))
            waiting = waiting[games.S["phase"][waiting] != Phase.OVER]
            mine = games.a_seats[waiting] >> games.S["actor"][waiting].astype(np.uint8) & 1 == 1
            for agent, asked in ((a, waiting[mine]), (b, waiting[~mine])):
                if len(asked):
                    _answer(agent, games, asked, R, table.size)
        yield games.rows()


def _answer(agent: Agent, games: "Bundle", asked: np.ndarray, R: np.ndarray, size: int) -> None:
    """The agent's token in each of the games in which it is asked."""
    order = CARD_ORDERS[getattr(agent, "card_order", "face")]
    seen, masks = np.zeros((len(asked), size), np.int8), np.zeros((len(asked), TOKENS), np.int8)
    show_rows(games.S, asked, R, order, seen, masks)
    tokens = np.asarray(agent.act_batch(seen, masks.view(np.bool_)), np.int64)  # type: ignore[attr-defined]
    if tokens.shape != asked.shape:
        raise ShengjiError(f"{type(agent).__name__}.act_batch answers {tokens.shape} for {len(asked)} decisions")
    games.refuse(play_tokens(games.S, asked, R, order, tokens))


class Bundle(NamedTuple):
    """Games that are played together: some decks, each in every arrangement."""

    decks: np.ndarray  # int64[n]
    a_seats: np.ndarray  # uint8[n], seat sets
    S: np.ndarray  # STATE[n]
    who: np.ndarray  # int8[n, MAX_SEATS], as the loops name players
    draws: np.ndarray  # uint64[n], random states

    def refuse(self, row: int) -> None:
        """ShengjiError where `row` is a game, not -1."""
        if row >= 0:
            raise ShengjiError(f"deal with seed {self.S['seed'][row]}: a player answered what is not legal")

    def rows(self) -> np.ndarray:
        """Rows of ROW, when all is played."""
        rows = np.zeros(len(self.S), ROW)
        rows["deck"], rows["seed"], rows["a_seats"] = self.decks, self.S["seed"], self.a_seats
        for name in ("declarer", "declarer_side", "side", "steps", "points", "multiplier"):
            rows[name] = self.S["result"][name]
        return rows


def _bundles(table: Table, rules: Rules, deals: int, seed: int) -> Iterator[Bundle]:
    """All decks, each a later deal at levels drawn from its seed."""
    seats = np.array(arrangements(rules), np.uint8)
    bits = (seats[:, None] >> np.arange(MAX_SEATS)) & 1
    who = np.where(bits == 1, table.codes[0], table.codes[1]).astype(np.int8)
    for first in range(0, deals, DECKS_AT_ONCE):
        decks = np.repeat(np.arange(first, min(first + DECKS_AT_ONCE, deals)), len(seats))
        S = new_states(len(decks)).view(np.ndarray)
        S["episode"], S["start"] = Episode.DEAL, Start.RANDOM
        S["seed"] = decks.astype(np.uint64) + np.uint64(seed % 2**63)
        draws = np.array([mix(number) for number in S["seed"]], np.uint64)
        all_who = np.ascontiguousarray(np.resize(who, (len(decks), MAX_SEATS)))
        yield Bundle(decks, np.resize(seats, len(decks)), S, all_who, draws)


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
    elif all(seat is not None or offers(agent, "act_batch") for seat, agent in zip(fast, (first, second), strict=True)):
        rounds = play_batched(first, second, rules, deals, seed)
    else:
        rounds = play_slow(first, second, rules, deals, seed)
    played = []
    for rows in rounds:
        played.append(rows)
        if progress is not None:
            progress(int(rows["deck"][-1]) + 1)
    return np.concatenate(played)
