"""The `shengji` command: what it prints, and how it refuses."""

import argparse
import dataclasses
import json
import subprocess
import sys

import pytest

from shengji_env.commands.main import main
from shengji_env.training.arguments import option, read_options


def refused(capsys, *argv):
    """The line on stderr of a command that ends with code 2."""
    assert main(argv) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("shengji: ")
    assert "Traceback" not in err
    return err


def test_help_imports_nothing_heavy():
    code = (
        "import sys; from shengji_env.commands.main import main\n"
        "try: main(['--help'])\n"
        "finally: print([name for name in ('torch', 'stable_baselines3', 'rich') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert "evaluate" in done.stdout
    assert done.stdout.splitlines()[-1] == "[]"


def test_evaluate_prints_an_interval_and_roles(capsys):
    assert main(["evaluate", "--agent", "rule:balanced", "--against", "random", "--deals", "3"]) == 0
    out = capsys.readouterr().out
    assert "95% between" in out
    assert all(role in out for role in ("declarer", "partner", "attacker", "solo"))


def test_evaluate_as_json(capsys):
    assert main(["evaluate", "--agent", "random", "--against", "random", "--deals", "2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["levels"], found["deals"], found["games"]) == (0, 2, 40)


def test_rules_with_changes_and_in_a_file(capsys, tmp_path):
    """As a preset, they are named by what they print; a run does not need the file again."""
    changed = "four_player_fixed decks=1 hand=12 kitty=6"
    file = tmp_path / "rules.toml"
    file.write_text('preset = "four_player_fixed"\n[overrides]\ndecks = 1\n', encoding="utf-8")
    for rules in ("four_player_fixed decks=1", str(file)):
        assert (
            main(["evaluate", "--agent", "random", "--against", "random", "--deals", "1", "--rules", rules, "--json"])
            == 0
        )
        assert json.loads(capsys.readouterr().out)["rules"] == changed
        found = argparse.Namespace(rules=rules)
        assert read_options(found, Options) == Options(changed)


@dataclasses.dataclass
class Options:
    rules: str = option("five_player_two_deck", "")


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        (["rules", "six_player"], "five_player_two_deck"),
        (["evaluate", "--agent", "rule:balnced"], "did you mean"),
        (["evaluate", "--agent", "checkpoint:nowhere/x"], "cannot read"),
        (["evaluate", "--agent", "random", "--deals", "0"], "deals 0: a whole number"),
        (["evaluate", "--agent", "random", "--rules", "x"], "five_player_two_deck"),
        (
            ["evaluate", "--agent", "random", "--rules", "four_player_fixed decks=4"],
            "decks=4: not a value of this field",
        ),
        (["evaluate", "--agent", "random", "--rules", "no/rules.json"], "no/rules.json: No such file"),
        (["bench", "--rules", "four_player_fixed decks=4"], "decks=4: not a value of this field; allowed: 1..3"),
        (["evaluate", "--agent", "random", "--threads", "0"], "--threads 0"),
        (["evaluate", "--agent", "random", "--rows", "games.txt"], ".csv"),
    ],
)
def test_what_is_asked_wrongly_is_refused_in_one_line(argv, says, capsys):
    assert says in refused(capsys, *argv)


def test_a_damaged_checkpoint_is_refused(capsys, tmp_path):
    (tmp_path / "x.json").write_text("{}")
    (tmp_path / "x.safetensors").write_bytes(b"\x80\x04.")
    assert "format" in refused(capsys, "evaluate", "--agent", f"checkpoint:{tmp_path / 'x'}")


def test_training_refuses_in_one_line(capsys, tmp_path):
    pytest.importorskip("sb3_contrib")
    assert "ppo-sb3" in refused(capsys, "train", "--algo", "alchemy")
    assert "no run lies there" in refused(capsys, "train", "--resume", str(tmp_path))
    assert "steps" in refused(capsys, "train", "--steps", "-5", "--out", str(tmp_path / "run"))
    assert "five_player_two_deck" in refused(capsys, "train", "--rules", "x", "--out", str(tmp_path / "run"))


def test_training_ends_with_a_checkpoint_and_a_table(capsys, tmp_path, monkeypatch):
    pytest.importorskip("sb3_contrib")
    monkeypatch.setattr("shengji_env.training.session.FINAL_DEALS", 2)
    small = (
        "--games 4 --round 8 --batch 16 --hidden 16 --warm-start 0 --steps 64 --evaluate-every 32 --evaluate-deals 1"
    )
    run = tmp_path / "run"
    assert main(["train", *small.split(), "--threads", "1", "--out", str(run)]) == 0
    out = capsys.readouterr().out
    assert "rule:balanced" in out
    card = json.loads((run / "checkpoints" / "final.json").read_text())
    assert set(card["evaluation"]) == {"random", "rule:balanced"}
    assert len((run / "curve.jsonl").read_text().splitlines()) == 2
    assert list(run.glob("events.out.tfevents*"))
    assert main(["evaluate", "--agent", f"checkpoint:{run}/checkpoints/final", "--deals", "1"]) == 0
