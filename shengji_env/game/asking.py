"""Agents: what one is, the ways in which it can be asked, and its answers, checked.

This is the one place that looks at what an agent offers. Environments, evaluation and training seat agents by their
`Ways`, and an answer that is not legal is everywhere the same error: it names agent, seat and place.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, NoReturn, Protocol, runtime_checkable

import numpy as np

from shengji_env.engine import calls, observe, rows
from shengji_env.engine.layout import TOKENS, CardOrder, new_states
from shengji_env.errors import IllegalPlay, ShengjiError, shown
from shengji_env.inputs.arguments import read_card_order, tell_legal
from shengji_env.positions.write import position_line
from shengji_env.rules.rules import Rules
from shengji_env.states import texts

from .view import PlayerView


@runtime_checkable
class Agent(Protocol):
    """A player. Only `act` is asked for. What else an agent may have, each saying what `act` says:

    ``act_batch(observations, masks) -> tokens``
        Many decisions at once, for networks: int8[N, D] and bool[N, 59] to int[N], all three with the cards numbered in
        the agent's ``card_order``, "face" or "strength" (an attribute; without it "face").
    ``act_states(T, R) -> tokens``
        Many decisions at once, for compiled bots: STATE[N] redacted for the seat that is to act, as `PlayerView.states`
        holds one, and RULES[k], which their field ``rule`` counts, to int[N], cards by face.
    ``compiled() -> player``
        What compiled loops play without asking: one of the kinds in `shengji_env.agents.players`, or None.
    ``check_rules(rules)``
        Raise a ShengjiError for rules it cannot play.
    ``reset(seed)``
        Start anew: forget what was, and draw from this seed (None: a random one).
    """

    def act(self, view: PlayerView, mask: np.ndarray) -> int:
        """The token to play, cards by face; `mask`, bool[59], is true where it is legal, cards by face too. The view's
        seat is to act."""
        ...


class Ways(NamedTuple):
    """How an agent can be asked, read once where it is seated; what it has not is None, or does nothing."""

    agent: Any
    act: Callable[[PlayerView, np.ndarray], int]
    act_batch: Callable[[np.ndarray, np.ndarray], np.ndarray] | None
    act_states: Callable[[np.ndarray, np.ndarray], np.ndarray] | None
    compiled: Callable[[], Any]
    card_order: str
    check_rules: Callable[[Rules], None]
    reset: Callable[[int | None], None]

    @property
    def name(self) -> str:
        """The kind of agent, for messages."""
        return type(self.agent).__name__

    @property
    def answers_many(self) -> bool:
        """Whether it answers many decisions at once."""
        return self.act_batch is not None or self.act_states is not None


ANSWERS = ("act", "act_batch", "act_states", "compiled")


def ways_of(agent: Any) -> Ways:
    """The ways of anything that can `act`. A subclass that has another `act` (or another way of its own) is not asked
    in the ways of its parent.

    >>> from shengji_env.agents import RandomAgent
    >>> class Stubborn(RandomAgent):
    ...     def act(self, view, mask):
    ...         return int(mask.argmax())
    >>> ways_of(RandomAgent()).answers_many, ways_of(Stubborn()).answers_many
    (True, False)
    """
    if not callable(getattr(agent, "act", None)):
        raise ShengjiError(f"{shown(agent)} is no agent: {type(agent).__name__} has no act(view, mask)")
    kinds = (vars(kind) for kind in type(agent).__mro__)
    own: Mapping[str, Any] = next((kind for kind in kinds if any(name in kind for name in ANSWERS)), {})

    def answer(name: str) -> Any:
        return getattr(agent, name) if name in own else None

    return Ways(
        agent,
        agent.act,
        answer("act_batch"),
        answer("act_states"),
        answer("compiled") or _nothing,
        getattr(agent, "card_order", CardOrder.FACE.name.lower()),
        getattr(agent, "check_rules", _nothing),
        getattr(agent, "reset", _nothing),
    )


def _nothing(*arguments: Any) -> None:
    """What an agent does that does not offer it."""


def checked_mask(view: PlayerView, mask: np.ndarray) -> np.ndarray:
    """The legal tokens an agent is to choose from, bool[59]: `mask`, which may be narrower than the rules. ShengjiError
    where it allows what the view's seat may not play: then it is another decision's, or in another card order.

    >>> from shengji_env import Game
    >>> game = Game(seed=1)
    >>> bool(checked_mask(game.view(game.actor), game.mask()).any())
    True
    """
    found = np.asarray(mask) != 0
    if view.actor != view.seat:
        raise ShengjiError(f"seat {view.seat} is asked for a token, but seat {view.actor} is to act")
    if found.shape != (TOKENS,) or (found & ~view.legal).any():
        raise ShengjiError(
            "the mask allows tokens that the view's seat may not play: act(view, mask) takes the view's own mask, "
            'cards by face. With card_order="strength" env.act_with(agent) asks as it should be'
        )
    return found


# ---------------------------------------------------------------- asking


def answers(
    ways: Ways, S: np.ndarray, chosen: np.ndarray, R: np.ndarray, rules_of: Callable[[int], Rules]
) -> np.ndarray:
    """The agent's tokens, int64[n], cards by face, for the decisions of the games `chosen`, int64[n], of S.

    IllegalPlay, which names the agent, the seat and the place, if one is not legal; nothing has been played then.
    """
    if ways.act_states is not None and len(chosen) > 1:
        redacted = new_states(len(chosen))
        rows.redact_rows(S, chosen, R, redacted)
        return _checked(ways, ways.act_states(redacted, R), S, chosen, CardOrder.FACE, rules_of)
    if ways.act_batch is not None:
        return _ask_batch(ways, S, chosen, R, rules_of)
    tokens = []
    for i in chosen.tolist():
        view = PlayerView(S, i, R, rules_of(i), int(S["actor"][i]))
        tokens.append(ways.act(view, view.legal))
    return _checked(ways, tokens, S, chosen, CardOrder.FACE, rules_of)


def _ask_batch(
    ways: Ways, S: np.ndarray, chosen: np.ndarray, R: np.ndarray, rules_of: Callable[[int], Rules]
) -> np.ndarray:
    """The tokens of an agent that reads observations."""
    assert ways.act_batch is not None
    order, rules = read_card_order(ways.card_order), rules_of(int(chosen[0]))
    seen = np.zeros((len(chosen), observe.size(rules.players, rules.decks)), np.int8)
    masks = np.zeros((len(chosen), TOKENS), np.int8)
    rows.show_rows(S, chosen, R, order, seen, masks)
    return _checked(ways, ways.act_batch(seen, masks.view(np.bool_)), S, chosen, order, rules_of)


def _checked(
    ways: Ways, tokens: Any, S: np.ndarray, chosen: np.ndarray, order: int, rules_of: Callable[[int], Rules]
) -> np.ndarray:
    """The answers with cards by face, if they are one legal token a decision."""
    try:
        found = np.asarray(tokens)
    except ValueError:  # ragged
        found = np.empty(0, object)
    if found.shape != chosen.shape or not np.issubdtype(found.dtype, np.integer):
        raise ShengjiError(
            f"{ways.name} answers {shown(tokens)}, {found.dtype}{list(found.shape)}; "
            f"{len(chosen)} whole numbers are asked for, a token for each decision"
        )
    faces = found.astype(np.int64)
    if order != CardOrder.FACE:
        faces = np.array(
            [calls.face_of(S, i, order, token) for i, token in zip(chosen.tolist(), faces.tolist(), strict=True)],
            np.int64,
        )
    _, legal = tell_legal(faces, S["mask"][chosen])
    if not legal.all():
        k = int(np.argmin(legal))
        refuse_answer(ways.name, S, int(chosen[k]), rules_of(int(chosen[k])), int(faces[k]))
    return faces


def refuse_answer(name: str, S: np.ndarray, i: int, rules: Rules, token: int | None = None) -> NoReturn:
    """IllegalPlay: the agent of this name has answered `token` for the actor of game i, which is not legal."""
    state = texts.copy_states(S, [i])
    state["rule"] = 0
    s = texts.one_record(state)
    answer = "what" if token is None else f"{token}, which"
    message = f"agent {name} at seat {s.actor} (seed {s.seed}) answers {answer} is not legal"
    raise IllegalPlay(message, rule="token", place=texts.place(s), position=position_line(state, rules))
