"""A deal looked at again: the decisions of a person that cost most, by playouts from what he knew then, and, apart from
that, from the cards as they lay."""

from collections.abc import Sequence
from typing import Any

from shengji_env.agents.rule_agent import RuleAgent
from shengji_env.errors import ShengjiError
from shengji_env.game.game import Game
from shengji_env.game.view import PlayerView
from shengji_env.positions.read import read_position

from .playouts import possible_deals, values_of
from .selection import selection
from .session import Move, Session, cards_of

MOST = 3  # mistakes that are told
OPTIONS = 4  # of each decision, that are played out
LEAST = 0.15  # level steps that a decision must cost to be told
FIRST_LOOK = 8  # possible deals for every decision; those that seem dear are looked at in more
_agent = RuleAgent()


def review(session: Session, seat: int, deal: int) -> list[dict[str, Any]]:
    """The dearest decisions of a seat in a settled deal (from 1 on), in order of play: "step" of the deal's moves,
    what was "played", what would have been "better" with what the seat knew, "loss" in level steps; "open_best" and
    "open_loss" the same with all cards seen; the hand and the trick as they were."""
    if not 1 <= deal <= len(session.deals):
        raise ShengjiError(f"deal {deal}: {len(session.deals)} deals are settled")
    games, moves = _games_of(session, deal)
    found: list[tuple[float, int, Game, list[str]]] = []
    for game, move in zip(games, moves, strict=True):
        if move.seat == seat and move.by == "hand" and game.phase == "play":
            candidates = _candidates(game.view(seat), move)
            if len(candidates) > 1:
                found.append((_loss(game, seat, candidates, FIRST_LOOK), len(found), game, candidates))
    dearest = sorted(found, key=lambda one: -one[0])[: 2 * MOST]
    told = [_told(game, seat, candidates, games.index(game)) for _, _, game, candidates in dearest]
    worst = sorted((one for one in told if one["loss"] >= LEAST), key=lambda one: -one["loss"])[:MOST]
    return sorted(worst, key=lambda one: one["step"])


def _games_of(session: Session, deal: int) -> tuple[list[Game], list[Move]]:
    """(the game before each move of a deal, the moves)."""
    game, games, moves = session.setup.new_game(), [], []
    for move in session.moves:
        if game.deals == deal - 1:
            games.append(game.copy())
            moves.append(move)
        for token in move.tokens:
            game.step(token)
    return games, moves


def _candidates(view: PlayerView, move: Move) -> list[str]:
    """What was played, and the best options besides."""
    played = cards_of(move.tokens)
    options = [option.play for option in _agent.options(view)[:OPTIONS]]
    return [played, *(play for play in options if play != played)]


def _loss(game: Game, seat: int, candidates: Sequence[str], worlds: int) -> float:
    view = game.view(seat)
    values = values_of(candidates, possible_deals(view, worlds), view.rules_array, view.rules, seat)
    return max(values) - values[0]


def _told(game: Game, seat: int, candidates: Sequence[str], step: int) -> dict[str, Any]:
    """A decision in JSON values."""
    view = game.view(seat)
    known = values_of(candidates, possible_deals(view), view.rules_array, view.rules, seat)
    seen = values_of(candidates, _as_it_lay(game), view.rules_array, view.rules, seat)
    best, open_best = known.index(max(known)), seen.index(max(seen))
    return {
        "step": step,
        "trick": len(view.tricks) + (not view.trick),
        "hand": view.trump.sort(view.hand) if view.trump else view.hand,
        "trick_so_far": view.trick,
        "played": candidates[0],
        "better": candidates[best],
        "loss": round(known[best] - known[0], 2),
        "open_best": candidates[open_best],
        "open_loss": round(seen[open_best] - seen[0], 2),
        "options": [
            {"play": play, "known": round(a, 2), "open": round(b, 2)}
            for play, a, b in zip(candidates, known, seen, strict=True)
        ],
        "throw": len(selection(view, candidates[best])["parts"]) > 1,
    }


def _as_it_lay(game: Game) -> Any:
    """STATE[1] of a game with all its cards."""
    return read_position(game.position())[0]
