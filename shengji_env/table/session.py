"""`Session`: one table's game as a log of whole actions. No web, no clock, no disk.

All that happens is a `Move`; the setup and the moves, played again by the engine, are the session again. What a seat is
told comes from its `PlayerView` (`messages`), what was settled lies open (`settled`).
"""

import dataclasses
from collections.abc import Iterable, Sequence
from typing import Any

from shengji_env.agents import make_agent
from shengji_env.cards import CARDS, Cards, sort
from shengji_env.errors import IllegalPlay, ShengjiError, shown
from shengji_env.game.asking import Agent
from shengji_env.game.game import Game
from shengji_env.game.view import PlayerView
from shengji_env.inputs.arguments import flag, listed, one_of, whole
from shengji_env.plays import actions
from shengji_env.rules.rules import Rules

from .settled import settled_deal

HUMAN = "human"
STAND_IN = "rule:balanced"  # who plays for a person that has asked for it: 托管
BY = ("hand", "auto", "forced", "bot")  # who made a move: the person, the stand-in, nobody (one choice), an agent


@dataclasses.dataclass(frozen=True)
class Setup:
    """What a table is started with; plain values, so that it can be kept as JSON."""

    rules: str = "five_player_two_deck"  # a preset, with changes if any
    seats: tuple[str, ...] = ()  # by seat "human" or an agent's name; empty: a person and four of STAND_IN
    seed: int = 0
    episode: str = "match"
    levels: tuple[str, ...] | None = None
    record: str | None = None  # a record that is played on; it has rules, seed, episode and levels of its own
    hints: bool = True
    forced: bool = True  # play for a person what is without a choice
    names: tuple[str, ...] = ()

    def new_game(self) -> Game:
        """The game before its first move."""
        if self.record is not None:
            return Game.replay(self.record)
        return Game(self.rules, self.seed, self.episode, None if self.levels is None else list(self.levels))


def read_setup(values: Any) -> Setup:
    """A Setup from JSON values; ShengjiError that names the field. Fields that are missing have their defaults."""
    if not isinstance(values, dict):
        raise ShengjiError(f"a setup is an object, not {type(values).__name__}")
    known = [field.name for field in dataclasses.fields(Setup)]
    unknown = ", ".join(shown(name) for name in values if name not in known)
    if unknown:
        raise ShengjiError(f"a setup has no {unknown}: there are {', '.join(known)}")
    found = dict(values)
    if "seed" in found:
        found["seed"] = whole(found["seed"], "seed", 0, 2**64 - 1)
    if "episode" in found:
        found["episode"] = one_of("episode", found["episode"], ("deal", "match"))
    for name in ("hints", "forced"):
        if name in found:
            found[name] = flag(found[name], name)
    for name in ("seats", "levels", "names"):
        if found.get(name) is not None:
            found[name] = tuple(_texts(found[name], name))
    for name in ("rules", "record"):
        if found.get(name) is not None and not isinstance(found[name], str):
            raise ShengjiError(f"{name}: a text is asked for, not {type(found[name]).__name__}")
    return _complete(Setup(**found))


def _texts(values: Any, name: str) -> list[str]:
    found = listed(values, name)
    if len(found) > 6 or any(not isinstance(text, str) or len(text) > 500 for text in found):
        raise ShengjiError(f"{name}: one text for each seat is asked for, not {shown(values)}")
    return list(found)


def _complete(setup: Setup) -> Setup:
    """The setup with a seat for every player; ShengjiError where it has too few or too many."""
    rules = setup.new_game().rules
    seats = setup.seats or (HUMAN, *[STAND_IN] * (rules.players - 1))
    if len(seats) != rules.players:
        raise ShengjiError(f"{len(seats)} seats are named, and {rules} has {rules.players}")
    for name in set(seats) - {HUMAN}:
        agent = make_agent(name)
        check = getattr(agent, "check_rules", None)
        if check is not None:
            check(rules)
    if setup.names and len(setup.names) != len(seats):
        raise ShengjiError(f"{len(setup.names)} names for {len(seats)} seats")
    return dataclasses.replace(setup, seats=seats, rules=str(rules))


@dataclasses.dataclass(frozen=True)
class Move:
    """A whole action that was done."""

    seat: int
    tokens: bytes
    by: str  # one of BY


class Session:
    """A table's game. It serves one thread at a time; `thought` of a `Thinker` may run in another.

    >>> session = Session(read_setup({"rules": "four_player_fixed", "seed": 3}))
    >>> while session.actor != 0:
    ...     session.add(session.thinker().move())
    >>> session.waits_for(), session.number(0)
    (0, 0)
    """

    def __init__(self, setup: Setup, moves: Iterable[Move] = (), looked: int = 0) -> None:
        self.setup = setup
        self.agents: list[Agent | None] = [
            None if name == HUMAN else make_agent(name, _seed_of(setup, seat)) for seat, name in enumerate(setup.seats)
        ]
        self.stand_in = make_agent(STAND_IN)
        self.auto = [False] * len(setup.seats)  # seats that the stand-in plays for now
        self.looked = looked  # how many settled deals people have looked at and left
        self._begin(moves)

    def _begin(self, moves: Iterable[Move]) -> None:
        """Stand where these moves lead."""
        self.game = self.setup.new_game()
        self.rules: Rules = self.game.rules
        self.moves: list[Move] = []
        self.deals: list[dict[str, Any]] = []  # settled, in order, all cards open
        self.notices: list[dict[str, Any]] = []  # deals that were thrown in before the present one
        for move in moves:
            self.add(move)

    # ---------------------------------------------------------------- who decides

    def number(self, seat: int) -> int:
        """How many moves a seat has made: the number of its next decision. A count of everybody's would tell who was
        asked for a bid and passed, so who holds what a bid takes."""
        return sum(move.seat == seat for move in self.moves)

    @property
    def actor(self) -> int | None:
        """The seat that is to act; None when the episode is over."""
        return self.game.actor

    @property
    def looking(self) -> bool:
        """Whether a settled deal of a match is being looked at, and the next one waits."""
        return not self.game.done and len(self.deals) > self.looked

    @property
    def people(self) -> list[int]:
        """Seats of people."""
        return [seat for seat, name in enumerate(self.setup.seats) if name == HUMAN]

    @property
    def practice(self) -> bool:
        """Whether nobody else is bothered by an undo: one person, or none, at the table."""
        return len(self.people) <= 1

    def waits_for(self) -> int | None:
        """The person that is to act; None while an agent is, or nobody."""
        actor = self.actor
        return actor if actor in self.people and not self.auto[actor] else None

    def view(self, seat: int) -> PlayerView:
        """What a seat may know now."""
        return self.game.view(seat)

    # ---------------------------------------------------------------- moves

    def read(self, seat: int, number: int, action: Cards) -> Move:
        """The move of a person who asks for this action at the decision of this number. IllegalPlay, CardsError with
        the reason; nothing has changed then."""
        if self.looking:
            raise IllegalPlay("the deal is over; the next one has not begun", rule="table.looking")
        if seat not in self.people:
            raise IllegalPlay(f"an agent plays at seat {seat}", rule="table.seat")
        if number != self.number(seat):
            text = f"decision {shown(number)} was asked for, and the next one of seat {seat} is {self.number(seat)}"
            raise IllegalPlay(text, rule="table.old")
        view = self.view(seat)
        refused = view.explain(action)
        if refused is not None:
            raise IllegalPlay(refused.text, rule=refused.rule)
        return Move(seat, bytes(actions.tokens_of(view.states, view.rules_array, action)), "hand")

    def forced_move(self) -> Move | None:
        """The move of the person who is to act, if there is only one; None otherwise, and where that is not wanted."""
        seat = self.waits_for()
        if seat is None or not self.setup.forced or self.looking:
            return None
        choices = self.view(seat).plays()
        first = next(choices)
        if next(choices, None) is not None:
            return None
        return dataclasses.replace(self.read(seat, self.number(seat), first), by="forced")

    def thinker(self) -> "Thinker":
        """Who thinks about the present decision of an agent, on a copy of the game."""
        actor = self.actor
        if actor is None or self.waits_for() is not None or self.looking:
            raise ShengjiError("no agent is to act")
        agent = self.agents[actor]
        return Thinker(self.game.copy(), agent or self.stand_in, "bot" if agent is not None else "auto")

    def add(self, move: Move) -> None:
        """Play a move on. IllegalPlay, and nothing has changed, if it is not legal now."""
        before = self.game.copy()
        try:
            for token in move.tokens:
                self.game.step(token)
        except ShengjiError:
            self.game = before
            raise
        self.moves.append(move)
        if self.game.deals > before.deals:
            last = cards_of(move.tokens)
            self.deals.append(settled_deal(before, last, self.game))
            self.notices = []
        elif self.game.shuffles > before.shuffles:
            self.notices.append({"kind": "riot" if before.phase == "riot" else "redeal", "seat": move.seat})

    def go_on(self) -> None:
        """Begin the next deal of a match."""
        self.looked = len(self.deals)

    def undo_to(self, seat: int) -> int:
        """How many moves are left when a person's own last one is taken back. ShengjiError where that may not be."""
        if not self.practice:
            raise ShengjiError("undo is for practice games: other people sit at this table")
        mine = [k for k, move in enumerate(self.moves) if move.seat == seat and move.by == "hand"]
        if not mine:
            raise ShengjiError("there is nothing of yours to take back")
        return mine[-1]

    def cut(self, number: int) -> None:
        """Go back to the first `number` moves."""
        self._begin(self.moves[:number])
        self.looked = min(self.looked, len(self.deals))


@dataclasses.dataclass
class Thinker:
    """An agent before a decision; it holds a game of its own, so that it may think in any thread."""

    game: Game
    agent: Agent
    by: str

    def move(self) -> Move:
        """The whole action the agent chooses. IllegalPlay if one of its tokens is not legal."""
        game, seat, tokens = self.game, self.game.actor, bytearray()
        assert seat is not None
        deal = game.shuffles
        while True:
            token = game.act_with(self.agent)
            tokens.append(token)
            game.step(token)
            if game.actor != seat or game.shuffles != deal or not game.view(seat).picked:
                return Move(seat, bytes(tokens), self.by)


def cards_of(tokens: Sequence[int]) -> str:
    """The cards of a play or burial that these tokens make."""
    return sort(" ".join(CARDS[token] for token in tokens if token < len(CARDS)))


def _seed_of(setup: Setup, seat: int) -> int:
    """A seed for the agent of a seat, so that two of a kind do not draw the same."""
    return (setup.seed * 8 + seat) % 2**63
