"""A position written as one line of JSON; `positions.read` is the way back.

Two keys are written only where they say something: `to_ask`, how many seats a closing, riot or raid round still has
to ask behind the actor, where that does not follow from who he is; `result`, once a deal of the episode is settled.
How a later episode would start (`levels=`) is no part of it: `reset` goes on with first deals.
"""

import json
from typing import Any

import numpy as np

from shengji_env import cards
from shengji_env.engine import calls
from shengji_env.engine.layout import TYPES, UNKNOWN, Phase
from shengji_env.rules.rules import Rules, rules_array
from shengji_env.rules.settlement import seats
from shengji_env.states import texts
from shengji_env.states.result import result_values
from shengji_env.states.texts import known


def position_line(S: np.ndarray, rules: Rules) -> str:
    """The position of game S[0] on one line."""
    return json.dumps(position_values(S, rules), separators=(", ", ": "))


def position_values(S: np.ndarray, rules: Rules) -> dict[str, Any]:
    """The position of game S[0] as a JSON object, all keys in order; empty is "", [], null or 0."""
    s = texts.one_record(S)
    values = {"rules": rules.overrides()}
    values |= _match(s, rules)
    values |= _decision(s)
    values |= _cards(s, rules)
    values |= _bids(S, s, rules)
    values |= _play(s, rules)
    return values


def _match(s: Any, rules: Rules) -> dict[str, Any]:
    return {
        "episode": texts.EPISODES[int(s.episode)],
        "seed": int(s.seed),
        "shuffles": int(s.shuffles),
        "deals": int(s.deals),
        "levels": texts.level_texts(s, rules.players),
        "first": bool(s.first),
        "after_riot": bool(s.after_riot),
        "last_winners": seats(s.last_winners, rules.players),
        "swing": bool(s.swing),
        "first_drawer": int(s.first_drawer),
        "redeals": int(s.redeals),
    }


def _decision(s: Any) -> dict[str, Any]:
    return {
        "phase": texts.phase_text(s),
        "actor": known(s.actor),
        "picked": cards.format(texts.picked_counts(s)),
    }


def _cards(s: Any, rules: Rules) -> dict[str, Any]:
    stock = [] if s.closing else s.stock[s.drawn : rules.decks * TYPES]
    return {
        "hands": [cards.format(s.hand[seat, :TYPES]) for seat in range(rules.players)],
        "stock": cards.join(int(card) for card in stock),
        "kitty": texts.kitty_text(s, rules.kitty),
        "kitty_history": [list(burial) for burial in texts.burials(s, rules.kitty)],
        "flipped": cards.join(int(card) for card in s.flipped[: s.flips]),
    }


def _bids(S: np.ndarray, s: Any, rules: Rules) -> dict[str, Any]:
    trump = texts.trump_texts(s)
    values = {
        "bids": [list(bid) for bid in texts.bids(s)],
        "raids": [list(raid) for raid in texts.raids(s)],
        "closing": bool(s.closing),
        "declarer": known(s.known_declarer if s.phase == Phase.BID else s.declarer),
        "trump": None if trump is None else {"suit": trump[0], "level": trump[1]},
    }
    if s.to_ask != calls.usual_to_ask(S, 0, rules_array(rules)):
        values["to_ask"] = int(s.to_ask)  # who was passed over already does not follow from the actor here
    return values


def _play(s: Any, rules: Rules) -> dict[str, Any]:
    values: dict[str, Any] = {"call": None}
    if s.call_type != UNKNOWN:
        card = cards.card_text(int(s.call_type))
        values["call"] = {"card": card, "ordinal": int(s.call_ordinal), "seen": int(s.call_seen)}
    values["partners"] = seats(s.public, rules.players)
    values["points"] = [int(points) for points in s.captured[: rules.players]]
    values["penalties"] = [int(points) for points in s.penalties[: rules.players]]
    values["tricks"] = [trick._asdict() for trick in texts.tricks(s, rules.players)]
    if s.result.settled:
        values["result"] = result_values(s.result, rules)
    return values
