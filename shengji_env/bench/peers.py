"""``bench --peers``: other libraries' card games, in the same process, beside the line of ours that does the same.

They are other games, with other decisions: this compares what an environment costs, not rules. As in our lines, play is
random and legal, games are whole, and actions are written down before, so that choosing them costs nothing; so are
OpenSpiel's deals, which from Python would cost more than the play.
"""

import importlib
import importlib.util
import random
import time
from typing import Any, Protocol

import numpy as np

from .lines import AEC, ENGINE, FEW, GAME, MANY, Line, Work, replayed

SLOW = 2_000  # decisions a run of what does a few thousand a second
WRITTEN = 1_000  # decisions, at least, that are written down

# Module -> what pip installs it as; PettingZoo's hold'em is RLCard's, and imports pygame.
PEERS = {"pyspiel": "open_spiel", "rlcard": "rlcard", "pygame": "pygame-ce"}

# Bridge is played out: its double-dummy solver, the default, would end the game after the bids.
OPEN_SPIEL = {"hearts": "hearts", "spades": "spades", "bridge": "bridge(use_double_dummy_result=false)"}


class Peer(Protocol):
    """A game of another library, as its users drive it from Python."""

    def begin(self, k: int) -> None:
        """Game k; they come in turn from 0 on, the same again from each 0."""

    def look(self) -> None:
        """What a policy is given to decide on."""

    def legal(self) -> list[int]:
        """The legal actions."""

    def act(self, action: int) -> None:
        """Take one."""

    def over(self) -> bool:
        """Whether the game has ended."""


class OpenSpielGame:
    """`pyspiel`: observation and mask as numpy arrays, or the list of legal actions alone."""

    def __init__(self, name: str, observing: bool) -> None:
        self._game = importlib.import_module("pyspiel").load_game(OPEN_SPIEL[name])
        self._observing = observing
        self._deals: list[list[int]] = []

    def begin(self, k: int) -> None:
        self._state = self._game.new_initial_state()
        if k == len(self._deals):
            self._deals.append(self._deal(random.Random(k)))
            return
        for outcome in self._deals[k]:
            self._state.apply_action(outcome)

    def _deal(self, draws: random.Random) -> list[int]:
        outcomes = []
        while self._state.is_chance_node():
            choices, weights = zip(*self._state.chance_outcomes(), strict=True)
            outcomes += draws.choices(choices, weights)
            self._state.apply_action(outcomes[-1])
        return outcomes

    def look(self) -> None:
        if self._observing:
            np.asarray(self._state.observation_tensor(), np.float32)
            np.asarray(self._state.legal_actions_mask(), np.int8)
        else:
            self._state.legal_actions()

    def legal(self) -> list[int]:
        return self._state.legal_actions()

    def act(self, action: int) -> None:
        self._state.apply_action(action)

    def over(self) -> bool:
        return self._state.is_terminal()


class RLCardGame:
    """`rlcard`: each step returns the next observation with its legal actions."""

    def __init__(self, name: str) -> None:
        self._env = importlib.import_module("rlcard").make(name, config={"seed": 0})

    def begin(self, k: int) -> None:
        if k == 0:
            self._env.seed(0)
        self._state, _ = self._env.reset()

    def look(self) -> None:
        """It came with the step."""

    def legal(self) -> list[int]:
        return list(self._state["legal_actions"])

    def act(self, action: int) -> None:
        self._state, _ = self._env.step(action)

    def over(self) -> bool:
        return self._env.is_over()


class PettingZooGame:
    """`pettingzoo.classic`, the bare environment: `last()` and `step()`."""

    def __init__(self, name: str) -> None:
        self._env: Any = importlib.import_module(f"pettingzoo.classic.{name}").raw_env()

    def begin(self, k: int) -> None:
        self._env.reset(seed=0 if k == 0 else None)

    def look(self) -> None:
        self._env.last()

    def legal(self) -> list[int]:
        return np.flatnonzero(self._env.last()[0]["action_mask"]).tolist()

    def act(self, action: int) -> None:
        self._env.step(action)

    def over(self) -> bool:
        return all(self._env.terminations.values())


def python_work(peer: Peer) -> Work:
    """From Python, written games again and again."""
    games = _written_games(peer)

    def play(k: int, actions: list[int]) -> None:
        peer.begin(k)
        for action in actions:
            peer.look()
            peer.act(action)

    return lambda decisions: replayed(play, games, decisions)


def _written_games(peer: Peer) -> list[list[int]]:
    """The actions of whole random games, those of game k in place k."""
    games: list[list[int]] = []
    draws = random.Random(0)
    while sum(map(len, games)) < WRITTEN:
        peer.begin(len(games))
        actions: list[int] = []
        while not peer.over():
            actions.append(draws.choice(peer.legal()))
            peer.act(actions[-1])
        games.append(actions)
    return games


def compiled_work(name: str) -> Work:
    """OpenSpiel's compiled loop over its uniformly random bots, deals and choices included; no observations."""
    pyspiel = importlib.import_module("pyspiel")
    game = pyspiel.load_game(OPEN_SPIEL[name])
    bots = [pyspiel.make_uniform_random_bot(player, player) for player in range(game.num_players())]

    def work(decisions: int) -> float:
        done, seconds = 0, 0.0
        while done < decisions:
            state = game.new_initial_state()
            started = time.perf_counter()
            pyspiel.evaluate_bots(state, bots, done)
            seconds += time.perf_counter() - started
            done += sum(move.player >= 0 for move in state.full_history())
        return seconds * decisions / done

    return work


def missing() -> list[str]:
    """What pip would have to install for all lines."""
    return [package for module, package in PEERS.items() if importlib.util.find_spec(module) is None]


def peer_lines() -> list[Line]:
    """The lines of the libraries that are installed."""
    lines = []
    if "open_spiel" not in missing():
        lines += [Line(f"OpenSpiel {name}, compiled loop", MANY, compiled_work(name), ENGINE) for name in OPEN_SPIEL]
        lines += [
            Line("OpenSpiel bridge, observation and mask", FEW, python_work(OpenSpielGame("bridge", True)), AEC),
            Line("OpenSpiel bridge, legal actions", FEW, python_work(OpenSpielGame("bridge", False)), GAME),
        ]
    if "rlcard" not in missing():
        lines += [Line(f"RLCard {name}", SLOW, python_work(RLCardGame(name)), AEC) for name in ("doudizhu", "mahjong")]
    if not {"rlcard", "pygame-ce"} & set(missing()):
        lines.append(Line("PettingZoo Texas hold'em", SLOW, python_work(PettingZooGame("texas_holdem_v4")), AEC))
    return lines
