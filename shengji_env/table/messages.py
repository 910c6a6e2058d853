"""What a page is told: made from a `PlayerView`, so from what the page's seat may know, and from what is public."""

import functools
from typing import Any

from shengji_env import cards
from shengji_env.engine import observe
from shengji_env.engine.layout import TYPES
from shengji_env.game.view import PlayerView
from shengji_env.plays.trump import Trump

from .session import Session

ASKED_ALONE = ("bid", "riot", "raid")
OWN_CHOICES = ("bid", "riot", "raid", "call")  # phases with few choices, which are listed


def table_message(session: Session, seat: int) -> dict[str, Any]:
    """The table as the person at this seat may know it, as JSON values. Settled deals lie open."""
    message = _without_askings(view_message(session.view(seat)))
    setup = session.setup
    asked = session.waits_for() == seat and not session.looking
    forced = asked and session.forced_move() is not None  # it will be made for him
    return message | {
        "type": "state",
        "number": session.number(seat),
        "seats": list(setup.seats),
        "names": list(setup.names),
        "auto": list(session.auto),
        "hints": setup.hints,
        "practice": session.practice,
        "can_undo": session.practice and any(move.seat == seat and move.by == "hand" for move in session.moves),
        "looking": session.looking,
        "your_turn": asked and not forced,
        "forced": forced,
        "deals": len(session.deals),
        "settled": session.deals[-1] if session.deals else None,
        "notices": session.notices,
        "episode": session.game.episode,
    }


def _without_askings(message: dict[str, Any]) -> dict[str, Any]:
    """Who is asked for a bid, a riot or a raid is between him and the table: only those are asked who could do it, so
    it would tell what they hold."""
    if message["phase"] in ASKED_ALONE and message["actor"] != message["seat"]:
        message["actor"] = None
        message["phase"] = "bid" if message["phase"] == "riot" else message["phase"]
    return message


def watch_message(session: Session) -> dict[str, Any]:
    """The table with all hands, for those who watch agents only."""
    seats = [session.view(seat) for seat in range(session.rules.players)]
    message = table_message(session, session.actor or 0)
    knows = next((view for view in seats if view.buried), None)
    return message | {
        "seat": None,
        "phase": session.game.phase,
        "actor": session.actor,
        "hands": [held(view) for view in seats],
        "buried": knows.buried if knows is not None else "",
        "your_turn": False,
        "can_undo": False,
    }


def view_message(view: PlayerView) -> dict[str, Any]:
    """A view as JSON values."""
    rules, trump = view.rules, view.trump
    return {
        "seat": view.seat,
        "players": view.players,
        "decks": rules.decks,
        "rules": str(rules),
        "phase": view.phase,
        "actor": view.actor,
        "levels": view.levels,
        "trump": None if trump is None else {"suit": trump.suit, "level": trump.level},
        "order": face_order() if trump is None else trump_order(trump),
        "declarer": view.declarer,
        "declarer_side": view.declarer_side,
        "attackers": view.attackers,
        "last_winners": view.last_winners,
        "bids": _said(view.bids),
        "raids": _said(view.raids),
        "call": None if view.call is None else dict(zip(("card", "ordinal", "seen"), view.call, strict=True)),
        "partner_rule": rules.partner,
        "leader": view.leader,
        "trick": _said(view.trick),
        "winning": view.winning,
        "tricks": [trick._asdict() for trick in view.tricks],
        "points": view.points,
        "penalties": view.penalties,
        "hand_sizes": view.hand_sizes,
        "hand": held(view),
        "buried": view.buried,
        "taken": view.taken,
        "kitty_size": rules.kitty,
        "void": [view.void(seat) for seat in range(view.players)],
        "shown": [view.shown(seat) for seat in range(view.players)],
        "unseen": unseen(view),
        "choices": list(view.plays()) if view.phase in OWN_CHOICES else [],
        "may": _may(view),
        "lead": view.lead,
    }


def held(view: PlayerView) -> list[str]:
    """The hand as it is held: by the deal's trump, or by face while there is none."""
    hand = view.hand if view.trump is None else view.trump.sort(view.hand)
    return hand.split()


def unseen(view: PlayerView) -> dict[str, int]:
    """card -> how many copies somebody else may hold: 记牌器."""
    at = 0
    for name, size, _ in observe.blocks(view.players, view.rules.decks):
        if name == "unseen":
            break
        at += size
    row = view.observation()[at : at + TYPES]
    return {cards.card_text(card): int(row[card]) for card in range(TYPES) if row[card] > 0}


@functools.lru_cache(64)
def trump_order(trump: Trump) -> list[list[str]]:
    """[card, group] of every card type from weak to strong, plain suits first."""
    every = " ".join(cards.CARDS[:TYPES])
    return [[card, trump.group(card)] for card in trump.sort(every).split()]


@functools.lru_cache(1)
def face_order() -> list[list[str]]:
    """The same while nothing is trump: jokers apart."""
    return [[card, "TRUMP" if card.endswith("J") and card[0] in "BL" else card[0]] for card in cards.CARDS[:TYPES]]


def _said(pairs: list[tuple[int, str]]) -> list[dict[str, Any]]:
    return [{"seat": seat, "cards": text} for seat, text in pairs]


def _may(view: PlayerView) -> list[str]:
    """The cards the seat may pick first, from the mask."""
    legal = view.legal[:TYPES]
    return [cards.card_text(card) for card in range(TYPES) if legal[card]]
