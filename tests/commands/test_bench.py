"""`shengji bench`: what it reports, and how other libraries' games are driven beside ours."""

import json
import sys

import pytest

from shengji_env import Rules
from shengji_env.bench import peers as bench_peers
from shengji_env.bench.lines import Bench, Line
from shengji_env.bench.report import as_values, print_bench
from shengji_env.commands.main import main

RULES = Rules.preset("five_player_two_deck")
FACTS = {"two_threads_over_one": 1.75, "bytes_of_a_game": 4000}


def test_medians_with_their_runs_and_what_is_not_installed(capsys, monkeypatch):
    monkeypatch.setattr(bench_peers, "PEERS", {"no_such_spiel": "open_spiel", "no_such_cards": "rlcard"})
    assert main(["bench", "--quick", "--peers", "--json"]) == 0
    out, err = capsys.readouterr()
    found = json.loads(out)
    rates = found["decisions_per_second"]
    assert len(rates) == 11
    assert all(len(rate["runs"]) == 5 and min(rate["runs"]) <= rate["median"] for rate in rates.values())
    threads = rates["make_batch(8192), two threads"]["median"] / rates["make_batch(8192)"]["median"]
    assert found["two_threads_over_one"] == pytest.approx(threads)
    assert found["bytes_of_a_game"] <= 4096
    assert found["machine"]["python"] == sys.version.split()[0]
    assert "not installed: pip install open_spiel rlcard\n" in err
    assert found["peers"] == {}


def test_ratios_of_medians(capsys):
    lines = [Line("ours", 1, float), Line("theirs", 1, float, "ours")]
    results = {"ours": Bench("ours", [100.0, 300.0, 200.0]), "theirs": Bench("theirs", [50.0, 10.0, 90.0])}
    assert as_values(RULES, lines, results, FACTS, {})["peers"] == {"theirs": {"beside": "ours", "ratio": 4.0}}
    print_bench(RULES, lines, results, FACTS, {"python": "3"})
    ours, theirs = capsys.readouterr().out.split("other libraries")
    assert "200  100 … 300" in ours
    assert "1.75 times" in ours
    assert theirs.splitlines()[2].split() == ["theirs", "50", "10", "…", "90", "4.0", "ours"]


class Countdown:
    """A peer whose game k takes 300 + k actions, each as legal as the other; `calls` tells what was asked of it."""

    def __init__(self):
        self.calls = []

    def begin(self, k):
        self.calls.append(("begin", k))
        self.left = 300 + k

    def look(self):
        self.calls.append(("look",))

    def legal(self):
        self.calls.append(("legal",))
        return [3, 4, 5]

    def act(self, action):
        self.calls.append(("act", action))
        self.left -= 1

    def over(self):
        return self.left == 0


def moves(calls):
    return [call for call in calls if call[0] in ("begin", "act")]


def test_a_run_plays_the_written_games_and_chooses_nothing():
    peer = Countdown()
    work = bench_peers.python_work(peer)
    written = moves(peer.calls)
    assert [call for call in written if call[0] == "begin"] == [("begin", k) for k in range(4)]
    peer.calls.clear()
    assert work(1000) > 0
    assert moves(peer.calls) == written
    assert peer.calls.count(("look",)) == 300 + 301 + 302 + 303
    assert ("legal",) not in peer.calls


@pytest.mark.parametrize(
    ("module", "peer"),
    [
        ("pyspiel", lambda: bench_peers.OpenSpielGame("bridge", observing=True)),
        ("rlcard", lambda: bench_peers.RLCardGame("doudizhu")),
        ("rlcard", lambda: bench_peers.RLCardGame("mahjong")),
        ("rlcard", lambda: bench_peers.PettingZooGame("texas_holdem_v4")),
    ],
    ids=["OpenSpiel bridge", "RLCard doudizhu", "RLCard mahjong", "PettingZoo Texas hold'em"],
)
def test_written_games_replay(module, peer):
    """Where the library is installed: each game's actions are legal again, and end it."""
    pytest.importorskip(module)
    game = peer()
    for k, actions in enumerate(bench_peers._written_games(game)):
        game.begin(k)
        for action in actions:
            assert not game.over()
            assert action in game.legal()
            game.act(action)
        assert game.over()
