"""The table in the terminal, by what is typed and printed."""

import re

import pytest

from shengji_env import PRESETS
from shengji_env.commands.main import main
from shengji_env.table.session import read_setup
from shengji_env.table.store import Store
from shengji_env.table.terminal import TerminalTable

CARD = re.compile(r"\b(?:[SHDC][2-9TJQKA]|[LB]J)\b")


@pytest.fixture
def store(tmp_path):
    store = Store(tmp_path / "tables.sqlite")
    yield store
    store.close()


def new_table(store, **values):
    return store.new_table(read_setup({"seed": 5, "episode": "deal"} | values))[0]


class Typist:
    """Types the first lines, and then the first thing that Tab offers."""

    def __init__(self, *lines):
        self.lines = list(lines)
        self.prompts = []

    def __call__(self, prompt, words):
        self.prompts.append(prompt)
        if self.lines:
            return self.lines.pop(0)
        return next(iter(words), "")


@pytest.mark.parametrize("preset", PRESETS)
def test_a_deal_of_every_preset_by_what_tab_offers(store, preset, capsys):
    TerminalTable(store, new_table(store, rules=preset), 0, Typist(), False).run()
    out = capsys.readouterr().out
    assert "The deal is over" in out
    assert "Levels:" in out
    session, _ = store.load(store.last_table())
    assert session.game.done


def test_what_is_printed_before_the_end_is_known_to_the_seat(store, capsys):
    """Every card before the settlement is the own, or lay on the table."""
    name = new_table(store, rules="four_player_fixed", forced=False)
    TerminalTable(store, name, 0, Typist(), False).run()
    before, _, after = capsys.readouterr().out.partition("The deal is over")
    session, _ = store.load(name)
    own = set(session.deals[0]["hands"][0].split()) | set(session.deals[0]["result"]["kitty"].split())
    hidden = set(CARD.findall(after))
    first = before.partition("takes it")[0]
    hand = re.search(r"your hand: (.*)", first)[1]
    assert set(CARD.findall(hand)) <= own
    assert hidden - set(CARD.findall(first))  # other hands are not told before


def test_hint_why_not_undo_and_help(store, capsys):
    name = new_table(store)
    typist = Typist("?", "h", "? BJ BJ", "zz", "pass", "u", "t")
    table = TerminalTable(store, name, 0, typist, False)
    table.run()
    out = capsys.readouterr().out
    assert "Tab" in out
    assert "cards.held" in out
    assert "No: " in out
    assert "nothing of yours" in out


def test_undo_plays_on_from_before(store, capsys):
    name = new_table(store)
    first = Typist()
    played = []

    def typed(prompt, words):
        if len(played) == 2:
            played.append("u")
            return "u"
        played.append(first(prompt, words))
        return played[-1]

    TerminalTable(store, name, 0, typed, False).run()
    assert "Taken back." in capsys.readouterr().out
    session, _ = store.load(name)
    assert session.game.done


def test_leaving_and_coming_back(store, capsys):
    name = new_table(store)
    TerminalTable(store, name, 0, Typist("q"), False).run()
    session, _ = store.load(name)
    assert not session.game.done
    TerminalTable(store, name, 0, Typist("a"), False).run()
    assert store.load(name)[0].game.done
    assert "The deal is over" in capsys.readouterr().out


def test_command_refuses_what_cannot_be(tmp_path, capsys):
    data = str(tmp_path / "t.sqlite")
    assert main(["play", "--terminal", "--rules", "bridge", "--data", data]) == 2
    assert main(["play", "--terminal", "--against", "nobody", "--data", data]) == 2
    assert main(["play", "--terminal", "--go-on", "--data", data]) == 2
    assert "no table was begun" in capsys.readouterr().err
