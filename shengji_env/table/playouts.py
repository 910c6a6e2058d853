"""What a play is worth: deals played out by rule bots behind it, in the cards as they lie, or in deals that the seat
must think possible. Values are level steps for the seat's side, as the reward "levels" pays them."""

import functools
from collections.abc import Sequence

import numpy as np

from shengji_env.agents import make_agent
from shengji_env.cards import Cards
from shengji_env.engine import redeal, settle
from shengji_env.engine.layout import MAX_SEATS, Episode
from shengji_env.engine.turn import pay
from shengji_env.engine.unseen import new_dealing
from shengji_env.errors import ShengjiError
from shengji_env.game.view import PlayerView
from shengji_env.plays import actions
from shengji_env.rules.rules import Rules
from shengji_env.seating.cast import Cast
from shengji_env.seating.play import play_games
from shengji_env.states.texts import copy_states

WORLDS = 32  # deals that the seat must think possible
POINTS_SHARE = 0.01  # what a card point counts beside level steps, so that plays within a level differ


@functools.lru_cache(16)
def _cast(rules: Rules) -> Cast:
    return Cast([make_agent("rule:balanced")], rules)


def possible_deals(view: PlayerView, number: int = WORLDS, seed: int = 0) -> np.ndarray:
    """STATE[n], n up to `number`: deals that fit all that the view's seat knows. Made from the view, so from nothing
    else. A kitty that went through many hands may leave fewer of them, or none."""
    S = copy_states(view.states, np.zeros(number, np.int64))
    dealing, R, seat = new_dealing(), view.rules_array, view.seat
    dealt = [k for k in range(number) if redeal.redeal(S, k, R, seat, np.uint64(seed * 1000 + k), dealing)]
    return copy_states(S, dealt)


def values_of(plays: Sequence[Cards], S: np.ndarray, R: np.ndarray, rules: Rules, seat: int) -> list[float]:
    """The mean value of each play of `seat`, which is to act in every game of S; they are played to the end of the deal
    by rule bots, the same games for each play. All are 0 where S is empty."""
    if len(S) == 0:
        return [0.0] * len(plays)
    cast, who = _cast(rules), np.zeros((len(S), MAX_SEATS), np.int8)
    who[:] = cast.codes[0]
    players, found = cast.players(), []
    for play in plays:
        games = copy_states(S)
        games["episode"] = int(Episode.DEAL)
        for k in range(len(games)):
            actions.perform(games[k : k + 1], R, play)
        draws = np.arange(1, len(games) + 1, dtype=np.uint64)
        if play_games(games, np.arange(len(games)), R, who, players, draws) >= 0:
            raise ShengjiError("a rule bot answered what is not legal")
        found.append(float(np.mean([_worth(games, k, R, rules, seat) for k in range(len(games))])))
    return found


def _worth(S: np.ndarray, k: int, R: np.ndarray, rules: Rules, seat: int) -> float:
    """Level steps of the settled game k for a seat, and a little for the points."""
    paid = np.zeros(rules.players, np.float32)
    pay(S[k], R[S[k]["rule"]], settle.REWARD_LEVELS, paid)
    points = np.zeros(rules.players, np.float32)
    pay(S[k], R[S[k]["rule"]], settle.REWARD_POINTS, points)
    return float(paid[seat] + POINTS_SHARE * points[seat] * rules.step)
