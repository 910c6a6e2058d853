"""A table's game without any web: moves, refusals, undo, restoring, settlement."""

import dataclasses

import numpy as np
import pytest

from shengji_env import PRESETS, Rules, ShengjiError, Trump
from shengji_env.table.hints import hint
from shengji_env.table.messages import unseen
from shengji_env.table.selection import may_pick, selection
from shengji_env.table.session import Move, Session, Setup, read_setup
from shengji_env.table.settled import played_hands
from shengji_env.table.words import settlement_words


def play_on(session, stop=lambda session: False):
    """Play a session with hints for people, until its end or `stop`."""
    while session.actor is not None and not stop(session):
        if session.looking:
            session.go_on()
        elif session.waits_for() is None:
            session.add(session.thinker().move())
        else:
            seat = session.waits_for()
            session.add(session.read(seat, session.number(seat), hint(session.view(seat))[0]["play"]))
    return session


def new_session(**values):
    return Session(read_setup({"seed": 3, "episode": "deal"} | values))


@pytest.mark.parametrize("preset", PRESETS)
def test_moves_restore_a_table_exactly(preset):
    session = play_on(new_session(rules=preset))
    again = Session(session.setup, session.moves, session.looked)
    assert again.game.position() == session.game.position()
    assert again.deals == session.deals
    assert len(session.moves) > 50


@pytest.mark.parametrize("preset", PRESETS)
def test_a_settled_deal_lies_open_and_adds_up(preset):
    session = play_on(new_session(rules=preset, episode="match", seed=11), lambda session: len(session.deals) == 1)
    (deal,), rules = session.deals, session.rules
    assert [len(hand.split()) for hand in deal["hands"]] == [rules.hand] * rules.players
    every = " ".join([*deal["hands"], deal["result"]["kitty"]]).split()
    assert len(every) == 54 * rules.decks
    assert max(every.count(card) for card in set(every)) == rules.decks
    trump = Trump(rules, deal["trump"]["suit"], deal["trump"]["level"])
    for trick in deal["tricks"]:
        assert (trick["leader"] + trump.winner(trick["plays"])) % rules.players == trick["winner"]
    assert any(str(deal["result"]["points"]) in line for line in settlement_words(deal))


def test_a_settled_deal_is_looked_at_before_the_next_one():
    session = play_on(new_session(episode="match"), lambda session: session.looking)
    with pytest.raises(ShengjiError, match=r"table\.looking"):
        session.read(0, session.number(0), "pass")
    assert Session(session.setup, session.moves, session.looked).looking
    session.go_on()
    assert not session.looking


def test_undo_takes_the_own_last_action_back_and_what_followed():
    session = play_on(new_session(), lambda session: session.number(0) == 3 and session.waits_for() == 0)
    before = Session(session.setup, session.moves)
    session.add(session.read(0, 3, hint(session.view(0))[0]["play"]))
    play_on(session, lambda session: session.waits_for() == 0)
    session.cut(session.undo_to(0))
    assert session.game.position() == before.game.position()
    assert session.number(0) == 3


def test_no_undo_where_other_people_sit():
    session = play_on(
        new_session(rules="four_player_fixed", seats=["human", "human", "random", "random"]),
        lambda session: len(session.moves) > 10,
    )
    with pytest.raises(ShengjiError, match="practice"):
        session.undo_to(0)


@pytest.mark.parametrize(
    ("seat", "number", "action", "why"),
    [
        (0, 99, "pass", "table.old"),
        (0, -1, "pass", "table.old"),
        (0, "0", "pass", "table.old"),
        (1, 0, "pass", "table.seat"),
        (77, 0, "pass", "table.seat"),
        (0, None, "X9", "X9"),
        (0, None, "BJ BJ", "cards.held"),
        (0, None, 7, "7"),
    ],
)
def test_wrong_moves_are_refused_and_change_nothing(seat, number, action, why):
    session = play_on(new_session(), lambda session: session.waits_for() == 0 and session.game.phase == "play")
    before, moves = session.game.position(), list(session.moves)
    with pytest.raises(ShengjiError, match=why):
        session.read(seat, session.number(0) if number is None else number, action)
    assert session.game.position() == before
    assert session.moves == moves


def test_a_move_that_breaks_off_changes_nothing():
    session = new_session()
    before = session.game.position()
    with pytest.raises(ShengjiError):
        session.add(Move(0, bytes([54, 54, 54, 54, 54, 54, 54, 58]), "hand"))
    assert session.game.position() == before
    assert session.moves == []


@pytest.mark.parametrize(
    "values",
    [
        [],
        {"rules": "bridge"},
        {"seed": -1},
        {"seed": 1.5},
        {"seats": ["human"]},
        {"seats": ["human", "rule:balanced", "rule:balanced", "rule:balanced", "nobody"]},
        {"seats": "human"},
        {"seats": [7, 7, 7, 7, 7]},
        {"levels": ["2"]},
        {"hints": "yes"},
        {"colour": "red"},
        {"record": "{}"},
        {"record": 3},
        {"episode": "week"},
    ],
)
def test_setups_that_cannot_be_are_refused(values):
    with pytest.raises(ShengjiError):
        read_setup(values)


def test_a_setup_has_all_its_seats():
    setup = read_setup({"rules": "four_player_seek"})
    assert setup.seats == ("human", "rule:balanced", "rule:balanced", "rule:balanced")
    assert Setup(**dataclasses.asdict(setup)) == setup


def test_any_agent_may_sit_and_people_are_played_for():
    session = new_session(rules="four_player_fixed", seats=["human", "random", "rule:balanced", "human"])
    session.auto = [True, False, False, True]
    play_on(session)
    assert {move.by for move in session.moves} == {"auto", "bot"}


def test_forced_moves_are_made_for_people_unless_they_do_not_want_it():
    for forced in (True, False):
        session = new_session(forced=forced)
        found = []
        while session.actor is not None:
            move = session.forced_move()
            found += [move] * (move is not None)
            if move is None and session.waits_for() is not None:
                move = session.read(0, session.number(0), next(session.view(0).plays()))
            session.add(move or session.thinker().move())
        assert bool(found) == forced  # the last card at least


# ---------------------------------------------------------------- picking


@pytest.mark.parametrize("preset", PRESETS)
def test_what_may_be_picked_is_what_some_play_contains(preset):
    """Against all legal plays, one by one, where there are not too many of them."""
    seen = set()

    def check(session):
        view = session.view(session.actor)
        if view.phase != "play" or not view.lead:
            return
        plays = list(view.plays()) if len(view.lead.split()) < 3 else []
        if not 0 < len(plays) < 300:
            return
        first = plays[0].split()[:1]
        expected = {card for play in plays if first[0] in play.split() for card in rest(play, first)}
        assert set(selection(view, first)["may"]) == expected
        assert set(selection(view, "")["may"]) == {card for play in plays for card in play.split()}
        assert all(selection(view, play)["complete"] for play in plays[:20])
        seen.add(len(view.lead.split()))

    def rest(play, picked):
        left = play.split()
        for card in picked:
            left.remove(card)
        return left

    for seed in (3, 4, 5):
        session = new_session(rules=preset, seed=seed)
        play_on(session, check)
    assert seen >= {1, 2}


def test_selecting_a_burial_and_a_lead():
    session = play_on(new_session(seats=["human"] * 5), lambda session: session.game.phase == "bury")
    view = session.view(session.actor)
    assert selection(view, "")["why"]["rule"] == "bury.count"
    hand = view.hand.split()
    assert selection(view, hand[:8])["complete"]
    assert not selection(view, hand[:8])["may"]
    session.add(session.read(view.seat, session.number(view.seat), hand[:8]))
    play_on(session, lambda session: session.game.phase == "play")
    view = session.view(session.actor)
    first = view.hand.split()[0]
    group = view.trump.group(first)
    found = selection(view, first)
    assert found["complete"]
    assert all(view.trump.group(card) == group for card in found["may"])
    whole = " ".join(card for card in view.hand.split() if view.trump.group(card) == group)
    assert selection(view, whole) | {"parts": 0} == {
        "picked": whole, "may": [], "complete": True, "why": None, "parts": 0, "throw": len(whole.split()) > 1,
    }  # fmt: skip
    assert not selection(session.view((session.actor + 1) % 5), first)["complete"]


def test_cards_of_no_legal_play_leave_nothing_to_pick():
    session = play_on(new_session(), lambda session: session.waits_for() == 0 and session.view(0).lead != "")
    view = session.view(0)
    assert not may_pick(view, np.full(54, 0, np.int8) + (np.arange(54) == 53) * 2).any()


def test_the_notebook_counts_what_others_may_hold():
    session = new_session(rules="four_player_fixed")
    view = session.view(0)
    assert sum(unseen(view).values()) == 108 - len(view.hand.split())


def test_hands_are_what_was_played():
    tricks = [{"leader": 1, "plays": ["S3", "S4"]}, {"leader": 0, "plays": ["D2 D2", "C3 C4"]}]
    assert played_hands(tricks, 2) == ["D2 D2 S4", "C3 C4 S3"]


def test_rules_with_changes_are_rules():
    session = new_session(rules="four_player_fixed decks=1 hand=12 kitty=6")
    assert session.rules == Rules.of("four_player_fixed decks=1 hand=12 kitty=6")
