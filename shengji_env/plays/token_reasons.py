"""Why a single token is not legal now: what speaks against this card beside the picks, or against these words here."""

import numpy as np

from shengji_env import cards
from shengji_env.engine import verify
from shengji_env.engine.layout import ONE, PASS, RIOT, TYPES, UNKNOWN, Phase, Refusal
from shengji_env.states import texts

from .reasons import Reason, not_held, why_not_called, why_not_lead, why_not_picked, why_not_shown

_NOBODY_PASSES = {
    Phase.BURY: "as many cards as were taken must be buried",
    Phase.CALL: "a card must be called",
}


def why_not_token(S: np.ndarray, R: np.ndarray, token: int) -> Reason:
    """Why the actor of S[0] may not choose `token`, which his mask does not allow.

    >>> from shengji_env import Game
    >>> game = Game("five_player_two_deck", seed=3)
    >>> print(why_not_token(game._S, game._R, 3))
    D5 is not in the hand (cards.held)
    """
    phase = Phase(int(S["phase"][0]))
    waiting = int(S["pick_type"][0])
    if token >= TYPES:
        return _why_not_word(S, phase, token, waiting)
    if waiting != UNKNOWN:
        return Reason(f"{phase.name.lower()}.number", f"{cards.card_text(waiting)} waits for its number")
    if phase == Phase.RIOT:
        return Reason("riot.choice", "the choice is riot or pass")
    if phase == Phase.CALL:
        refused = why_not_called(verify.call_refusal_of(S, 0, R, token, 1), int(R["decks"][0]))
        return refused or Reason("call.card", "it cannot be called")
    return _why_not_card(S, R, phase, token)


def _why_not_card(S: np.ndarray, R: np.ndarray, phase: Phase, token: int) -> Reason:
    """A card of a bid, a raid, the kitty or a play."""
    hand = S["hand"][0, int(S["actor"][0])]
    row = S["picked"][0].copy()
    row[token] += 1
    if row[token] > hand[token]:
        return not_held(hand, row)
    if phase in (Phase.BID, Phase.RAID):
        refusals = [verify.show_refusal(S, 0, R, token, copies) for copies in range(1, int(hand[token]) + 1)]
        telling = [refusal for refusal in refusals if refusal != Refusal.COPIES] or refusals
        last = texts.last_shown(texts.one_record(S))
        return why_not_shown(phase.name.lower(), telling[-1], last) or Reason("bid.cards", "it is no bid")
    if S["plays"][0] == 0:
        refused = why_not_lead(verify.play_refusal(S, 0, row), hand, row, S["group"][0])
        return refused or Reason("lead.cards", "it cannot be led")
    return why_not_picked(S, hand, row)


def _why_not_word(S: np.ndarray, phase: Phase, token: int, waiting: int) -> Reason:
    """PASS, RIOT or a number."""
    name = phase.name.lower()
    if ONE <= token < RIOT:
        if waiting == UNKNOWN:
            return Reason(f"{name}.number", "no card waits for a number")
        return Reason(f"{name}.number", f"{cards.card_text(waiting)} does not go with this number here")
    if token == RIOT:
        return Reason("riot.choice", "nobody is asked for a riot here")
    assert token == PASS
    if waiting != UNKNOWN:
        return Reason(f"{name}.number", f"{cards.card_text(waiting)} waits for its number")
    if phase == Phase.PLAY:
        text = "a lead has at least one card" if S["plays"][0] == 0 else "a follower plays as many cards as were led"
        return Reason("play.pass", text)
    return Reason(f"{name}.pass", _NOBODY_PASSES[phase])
