"""What may be picked beside the cards that are picked already, and whether they are a play: from the mask, exactly."""

from typing import Any

import numpy as np

from shengji_env import cards
from shengji_env.cards import Cards
from shengji_env.engine import step
from shengji_env.engine.layout import TYPES
from shengji_env.errors import IllegalPlay, ShengjiError
from shengji_env.game.view import PlayerView
from shengji_env.states.texts import copy_states


def selection(view: PlayerView, picked: Cards) -> dict[str, Any]:
    """For a burial or a play of the view's seat: "may", the cards that can be picked next; "complete", whether the
    picks are an action as they are; "why", the reason if they are not; for a lead "parts", its components, and whether
    it is a "throw", which others' cards may make fail.

    >>> from shengji_env import Game
    >>> game = Game(seed=7)
    >>> while game.phase != "bury":
    ...     game.play(next(game.plays()))
    >>> found = selection(game.view(game.actor), "")
    >>> found["complete"], found["why"]["rule"]
    (False, 'bury.count')
    """
    counts = cards.parse(picked, view.rules.decks)
    if view.actor != view.seat or view.phase not in ("bury", "play"):
        return {"picked": picked, "may": [], "complete": False, "why": None, "parts": [], "throw": False}
    why = view.explain(cards.format(counts)) if counts.any() or view.phase == "bury" else None
    parts = _parts(view, counts)
    return {
        "picked": cards.format(counts),
        "may": [cards.card_text(int(card)) for card in np.flatnonzero(may_pick(view, counts))],
        "complete": bool(counts.any()) and why is None,
        "why": None if why is None else {"rule": why.rule, "text": why.text},
        "parts": parts,
        "throw": len(parts) > 1,
    }


def may_pick(view: PlayerView, counts: np.ndarray) -> np.ndarray:
    """bool[54]: the cards that some legal action has beside the picked ones, int8[54] counts; none where the picks are
    part of no legal action."""
    none = np.zeros(TYPES, bool)
    size = size_asked(view)
    if size is not None and counts.sum() >= size:
        return none
    S = copy_states(view.states)
    for card in np.repeat(np.arange(TYPES), counts):
        if not S["mask"][0, card]:
            return none
        if _last_of_group(view, S, int(card)):
            return none
        step.step(S, 0, view.rules_array, int(card))
    return S["mask"][0, :TYPES] != 0


def size_asked(view: PlayerView) -> int | None:
    """How many cards the action has; None for a lead."""
    if view.phase == "bury":
        return view.rules.kitty
    return len(view.lead.split()) if view.lead else None


def _last_of_group(view: PlayerView, S: np.ndarray, card: int) -> bool:
    """Whether a lead with this pick is complete, because the hand holds no more of the group."""
    if view.lead or view.phase != "play":
        return False
    left = view.hand_counts - S["picked"][0, :TYPES]
    same = S["group"][0, :TYPES] == S["group"][0, card]
    return int(left[same].sum()) == 1


def _parts(view: PlayerView, counts: np.ndarray) -> list[dict[str, Any]]:
    """The components of a lead; none for anything else."""
    if view.phase != "play" or view.lead or not counts.any() or view.trump is None:
        return []
    try:
        return [part._asdict() for part in view.trump.components(cards.format(counts))]
    except (IllegalPlay, ShengjiError):
        return []
