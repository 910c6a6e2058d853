"""Why a single token is not legal now: what speaks against this card beside the picks, or against these words here."""

import numpy as np

from shengji_env import cards
from shengji_env.engine import calls
from shengji_env.engine.layout import TYPES, UNKNOWN, Phase, Refusal
from shengji_env.states import texts

from .reasons import (
    Reason,
    because,
    not_held,
    why_not_called,
    why_not_lead,
    why_not_picked,
    why_not_shown,
    why_not_word,
)


def why_not_token(S: np.ndarray, R: np.ndarray, token: int) -> Reason:
    """Why the actor of S[0] may not choose `token`, which his mask does not allow.

    >>> from shengji_env import Game
    >>> game = Game("five_player_two_deck", seed=3)
    >>> print(why_not_token(game._S, game._R, 3))
    D5 is not in the hand (cards.held)
    """
    phase = Phase(int(S["phase"][0]))
    waiting = "" if S["pick_type"][0] == UNKNOWN else cards.card_text(S["pick_type"][0])
    if token >= TYPES:
        return why_not_word(phase, token, waiting, S["plays"][0] == 0)
    if waiting:
        return because(f"{phase.name.lower()}.number", card=waiting)
    if phase == Phase.RIOT:
        return because("riot.choice")
    if phase == Phase.CALL:
        refused = why_not_called(calls.call_refusal_of(S, 0, R, token, 1), int(R["decks"][0]))
        return refused or because("call.card")
    return _why_not_card(S, R, phase, token)


def _why_not_card(S: np.ndarray, R: np.ndarray, phase: Phase, token: int) -> Reason:
    """A card of a bid, a raid, the kitty or a play."""
    hand = S["hand"][0, int(S["actor"][0])]
    row = S["picked"][0].copy()
    row[token] += 1
    if row[token] > hand[token]:
        return not_held(hand, row)
    if phase in (Phase.BID, Phase.RAID):
        refusals = [calls.refusal_of_show(S, 0, R, token, copies) for copies in range(1, int(hand[token]) + 1)]
        telling = [refusal for refusal in refusals if refusal != Refusal.COPIES] or refusals
        last = texts.last_shown(texts.one_record(S))
        return why_not_shown(phase.name.lower(), telling[-1], last) or because(f"{phase.name.lower()}.cards")
    if S["plays"][0] == 0:
        refused = why_not_lead(calls.play_refusal(S, 0, row), hand, row, S["group"][0])
        assert refused is not None  # else the mask would allow it
        return refused
    return why_not_picked(S, hand, row)
