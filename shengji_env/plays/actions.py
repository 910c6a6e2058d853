"""Complete actions as texts, and the tokens they are made of: the one path for `Game.play`, `plays` and records.

    bid, raid   all cards it shows, "H2 H2", "H2 BJ"; or "pass"
    riot        "riot" or "pass"
    bury, play  the cards, "H3 H3"
    call        card and ordinal, "HA 2"; only the card where no ordinal is called

S is an array with one STATE record, R one with its rules; the engine alone decides what is legal.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from shengji_env import cards
from shengji_env.cards import Cards
from shengji_env.engine import calls, step
from shengji_env.engine.ask import only_number
from shengji_env.engine.layout import FIRST_JOKER, PASS, RIOT, TYPES, UNKNOWN, Phase
from shengji_env.engine.tokens import call_ordinals
from shengji_env.errors import IllegalPlay
from shengji_env.states import texts
from shengji_env.states.texts import copy_states

from .multisets import multisets
from .reasons import (
    Reason,
    because,
    not_held,
    number,
    too_often,
    why_not_called,
    why_not_follow,
    why_not_lead,
    why_not_shown,
    why_not_word,
)

SHOWING = (Phase.BID, Phase.RAID)


# ---------------------------------------------------------------- what has been done


def is_complete(S: np.ndarray) -> bool:
    """Whether no action is under way: the last token ended one."""
    return bool(S["picks"][0] == 0 and S["pick_type"][0] == UNKNOWN)


def action_text(before: np.ndarray, token: int, after: np.ndarray, R: np.ndarray) -> str:
    """The text of the action that `token` has completed; `before` and `after` are the game around it."""
    phase = Phase(int(before["phase"][0]))
    if token == RIOT:
        return "riot"
    if phase in (Phase.BURY, Phase.PLAY):
        row = before["picked"][0, :TYPES].copy()
        if token < TYPES:
            row[token] += 1
        return cards.format(row)
    if token == PASS:
        return "pass"
    s = texts.one_record(after)
    if phase == Phase.CALL:
        return call_text(s, R)
    return (texts.bids(s) if phase == Phase.BID else texts.raids(s))[-1][1]


def call_text(s: Any, R: np.ndarray) -> str:
    """The call as `play` takes it: with an ordinal where there is one to choose."""
    card = cards.card_text(int(s.call_type))
    only_one = only_number(call_ordinals(s, R[0], s.call_type)) != 0
    return card if only_one else f"{card} {s.call_ordinal}"


# ---------------------------------------------------------------- every legal action


def plays(S: np.ndarray, R: np.ndarray) -> Iterator[str]:
    """Every distinct legal complete action that contains the picks, lazily, in ascending order of types."""
    phase = Phase(int(S["phase"][0]))
    if phase == Phase.OVER:
        return
    if phase not in (Phase.BURY, Phase.PLAY):
        for text, _ in _few(S, R):
            yield text
        return
    hand = S["hand"][0, int(S["actor"][0]), :TYPES]
    picked = S["picked"][0, :TYPES]
    if phase == Phase.BURY:
        rows = multisets(picked, hand, int(R["kitty"][0]))
    elif S["plays"][0] == 0:
        rows = _leads(S, hand, picked)
    else:
        size = int(S["lead_size"][0])
        rows = multisets(picked, hand, size, lambda allowed, row: calls.may_end_legal(S, 0, allowed, row))
    for row in rows:
        yield cards.format(row)


def _leads(S: np.ndarray, hand: np.ndarray, picked: np.ndarray) -> Iterator[np.ndarray]:
    """Any cards of one group, at least one; those of the picks' group if there are picks."""
    group = S["group"][0, :TYPES]
    groups = {int(g) for g in group[picked > 0]} or {int(g) for g in group[hand > 0]}
    for g in sorted(groups):
        inside = np.where(group == g, hand, 0).astype(np.int8)
        for size in range(max(int(picked.sum()), 1), int(inside.sum()) + 1):
            yield from multisets(picked, inside, size)


def _few(S: np.ndarray, R: np.ndarray, only: int | None = None) -> Iterator[tuple[str, list[int]]]:
    """(text, tokens) of every legal bid, raid, riot or call, found by trying each token; `only`: this card's."""
    for token in np.flatnonzero(S["mask"][0]):
        if only is not None and token not in (only, PASS, RIOT) and token < TYPES:
            continue
        if token in (PASS, RIOT):
            yield ("pass" if token == PASS else "riot"), [int(token)]
            continue
        tried = copy_states(S)
        step.step(tried, 0, R, token)
        if is_complete(tried):
            yield action_text(S, int(token), tried, R), [int(token)]
        else:
            for text, tokens in _few(tried, R):
                yield text, [int(token), *tokens]


# ---------------------------------------------------------------- one action


def tokens_of(S: np.ndarray, R: np.ndarray, action: Cards) -> list[int]:
    """The tokens of one complete action, in an order the mask accepts. CardsError if it cannot be read, IllegalPlay if
    it is not legal."""
    reason, tokens = _read(S, R, action)
    if reason is not None:
        raise IllegalPlay(reason.text, rule=reason.rule)
    if S["phase"][0] == Phase.PLAY and S["plays"][0] == 0:
        tried = copy_states(S)
        for token in tokens:
            step.step(tried, 0, R, token)
        if not is_complete(tried):
            tokens.append(PASS)  # the lead could go on
    return tokens


def perform(S: np.ndarray, R: np.ndarray, action: Cards) -> list[int]:
    """Do one complete action and return its tokens; S is unchanged if it is refused as by `tokens_of`."""
    tokens = tokens_of(S, R, action)
    for token in tokens:
        step.step(S, 0, R, token)
    return tokens


def explain(S: np.ndarray, R: np.ndarray, action: Cards) -> Reason | None:
    """None if the action is legal now, else why not. CardsError if it cannot be read."""
    return _read(S, R, action)[0]


def _read(S: np.ndarray, R: np.ndarray, action: Cards) -> tuple[Reason | None, list[int]]:
    """(why it is refused, or None; the tokens of the cards that are still to be picked)."""
    phase = Phase(int(S["phase"][0]))
    words = [str(word) for word in cards.words(action, "action")]
    if phase == Phase.OVER:
        return because("game.over"), []
    if len(words) == 1 and words[0].lower() in ("pass", "riot"):
        token = PASS if words[0].lower() == "pass" else RIOT
        if phase == Phase.PLAY or not S["mask"][0, token]:
            waiting = S["pick_type"][0] != UNKNOWN and cards.card_text(S["pick_type"][0])
            return why_not_word(phase, token, waiting or "", S["plays"][0] == 0), []
        return None, [token]
    if phase == Phase.RIOT:
        return because("riot.choice"), []
    if phase == Phase.CALL:
        return _read_call(S, R, words)
    row = cards.parse(words, int(R["decks"][0]))
    if phase in SHOWING:
        return _read_showing(S, R, row)
    picked = S["picked"][0, :TYPES]
    if (picked > row).any():
        return because("picks", picked=cards.format(picked)), []
    hand = S["hand"][0, int(S["actor"][0])]
    tokens = [int(card) for card in np.repeat(np.arange(TYPES), row - picked)]
    if phase == Phase.PLAY:
        refusal = calls.play_refusal(S, 0, row)
        if S["plays"][0] == 0:
            return why_not_lead(refusal, hand, row, S["group"][0]), tokens
        return why_not_follow(S, refusal, hand, row), tokens
    if (row > hand[:TYPES]).any():
        return not_held(hand, row), []
    size = int(R["kitty"][0])
    if row.sum() != size:
        return because("bury.count", size=number(size), given=row.sum()), []
    return None, tokens


def _read_showing(S: np.ndarray, R: np.ndarray, row: np.ndarray) -> tuple[Reason | None, list[int]]:
    """A bid or raid: one of the legal ones, or the engine says why not."""
    text = cards.format(row)
    legal = dict(_few(S, R))
    if text in legal:
        return None, legal[text]
    phase = Phase(int(S["phase"][0]))
    hand = S["hand"][0, int(S["actor"][0])]
    if (row > hand[:TYPES]).any():
        return not_held(hand, row), []
    picked = texts.picked_counts(texts.one_record(S))
    if (picked > row).any():
        return because("picks", picked=cards.format(picked)), []
    shown = [int(card) for card in np.flatnonzero(row)]
    plain = [card for card in shown if card < FIRST_JOKER] or shown
    if len(plain) != 1 or len(shown) > 2:
        return _or_legal(because(f"{phase.name.lower()}.cards"), legal), []
    refusal = calls.refusal_of_show(S, 0, R, plain[0], int(row[plain[0]]))
    last = texts.last_shown(texts.one_record(S))
    reason = why_not_shown(phase.name.lower(), refusal, last) or because(f"{phase.name.lower()}.cards")
    return _or_legal(reason, legal), []


def _or_legal(reason: Reason, legal: Iterable[str]) -> Reason:
    """The reason, with what would be legal."""
    return Reason(reason.rule, f"{reason.text}; legal: {', '.join(legal)}")


def _read_call(S: np.ndarray, R: np.ndarray, words: list[str]) -> tuple[Reason | None, list[int]]:
    """A call: card, and an ordinal where one is called."""
    if not words:
        return because("call.card"), []
    card = cards.card_type(words[0])
    pending = int(S["pick_type"][0])
    if pending not in (UNKNOWN, card):
        return because("picks", picked=cards.card_text(pending)), []
    legal = dict(_few(S, R, card))
    text = " ".join([cards.card_text(card), *words[1:]])
    if text not in legal and words[1:] == ["1"]:
        text = cards.card_text(card)  # where no ordinal is chosen, the first play counts
    if text in legal:
        return None, legal[text]
    ordinal = int(words[1]) if len(words) == 2 and words[1].isdecimal() else 1
    reason = why_not_called(calls.call_refusal_of(S, 0, R, card, ordinal), int(R["decks"][0]))
    return reason or _or_legal(too_often(int(R["decks"][0])), legal), []


def token_text(token: int) -> str:
    """A token in words.

    >>> token_text(0), token_text(54), token_text(57), token_text(58)
    ('D2', 'pass', 'three', 'riot')
    """
    names = (*cards.CARDS, "pass", "one", "two", "three", "riot")
    return names[token] if 0 <= token < len(names) else str(token)
