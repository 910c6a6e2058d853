"""What a run reads back: settings, state and log are checked, and the schedule of the learning rate goes on."""

import json

import numpy as np
import pytest
import safetensors.numpy

from shengji_env.agents import make_agent
from shengji_env.commands.main import main
from shengji_env.errors import ShengjiError
from shengji_env.inputs.files import write_whole
from shengji_env.terminal.stopping import Stopping
from shengji_env.training import ppo_sb3, saving
from shengji_env.training.runs import RunFolder

SMALL = {"games": 4, "round": 8, "batch": 16, "hidden": [16], "evaluate_every": 0, "pool_every": 32, "threads": 1}


def new_run(folder, **settings):
    return ppo_sb3.start(ppo_sb3.Arguments(**{**SMALL, "warm_start": 0, "steps": 64, **settings}, out=str(folder)))


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    trainer = new_run(tmp_path_factory.mktemp("run"))
    assert trainer.run(Stopping())
    trainer.checkpoint("final")
    return trainer.folder.path


def copied(finished, tmp_path):
    folder = tmp_path / "run"
    (folder / "checkpoints").mkdir(parents=True)
    for file in finished.rglob("*"):
        if file.is_file() and file.suffix in (".json", ".safetensors", ".jsonl"):
            (folder / file.relative_to(finished)).write_bytes(file.read_bytes())
    return folder


def test_the_learning_rate_never_falls_below_its_end(tmp_path):
    """Steps are rounded up to whole rounds: at 33 of 33 the run stands at 64."""
    trainer = new_run(tmp_path, steps=33)
    rates = []
    learn = trainer.model.train
    trainer.model.train = lambda: (learn(), rates.append(trainer.model.policy.optimizer.param_groups[0]["lr"]))
    trainer.run(Stopping())
    assert trainer.steps == 64
    assert rates[-1] == pytest.approx(trainer.arguments.rate_end)
    assert min(rates) >= trainer.arguments.rate_end * (1 - 1e-9)


def test_the_learning_rate_of_an_extended_run_never_rises(finished, tmp_path):
    folder = copied(finished, tmp_path)
    trainer = ppo_sb3.resume(folder, steps=128)
    assert trainer.rate() == pytest.approx(trainer.arguments.rate_end)
    again = ppo_sb3.resume(folder)
    assert (again.arguments.steps, again.schedule) == (128, trainer.schedule)


def test_the_schedule_goes_on_from_where_it_stood(tmp_path):
    trainer = new_run(tmp_path, steps=96)
    trainer._begin()
    trainer.round()
    before = trainer.rate()
    trainer.save()
    longer = ppo_sb3.resume(tmp_path, steps=400)
    assert longer.rate() == pytest.approx(before)
    assert trainer.arguments.rate_end < before < trainer.arguments.rate


def test_options_that_a_run_cannot_change_are_refused(finished, tmp_path, capsys):
    folder = copied(finished, tmp_path)
    assert main(["train", "--resume", str(folder), "--rate", "0.1", "--hidden", "64", "--threads", "1"]) == 2
    assert "--rate, --hidden cannot change" in capsys.readouterr().err
    assert json.loads((folder / "config.json").read_text())["arguments"]["hidden"] == [16]


def test_a_finished_run_is_not_evaluated_again(finished, tmp_path, capsys):
    assert main(["train", "--resume", str(copied(finished, tmp_path))]) == 0
    assert "is finished" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "value"),
    [("seed", 1.5), ("games", "x"), ("games", 10**12), ("hidden", [1.5]), ("hidden", 3), ("steps", float("inf")),
     ("steps", None), ("rate", "fast"), ("reward", 3), ("threads", True), ("rules", 7), ("bogus", 1)],
)  # fmt: skip
def test_settings_that_cannot_be_are_refused_by_name(finished, tmp_path, name, value):
    folder = copied(finished, tmp_path)
    config = json.loads((folder / "config.json").read_text())
    config["arguments"][name] = value
    (folder / "config.json").write_text(json.dumps(config))
    with pytest.raises(ShengjiError):
        ppo_sb3.resume(folder)


@pytest.mark.parametrize("text", ["", "[]", "{", '{"arguments": {}}', '{"algorithm": 3, "arguments": {}}'])
def test_damaged_settings_are_refused(finished, tmp_path, text):
    folder = copied(finished, tmp_path)
    (folder / "config.json").write_text(text)
    with pytest.raises(ShengjiError):
        RunFolder.open(folder)


def test_a_log_with_half_a_line_is_read_on(finished, tmp_path):
    folder = copied(finished, tmp_path)
    (folder / "curve.jsonl").write_text('{"step": 10, "levels": 0.5}\n\n{"levels": 1}\n{"step": 20, "lev')
    trainer = ppo_sb3.resume(folder)
    assert [line["step"] for line in trainer.folder.notes()] == [10]


def test_a_full_disk_keeps_the_last_good_file(tmp_path, monkeypatch):
    write_whole(tmp_path / "state", b"good")

    def full(self, target):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.replace", full)
    with pytest.raises(ShengjiError, match="No space left"):
        write_whole(tmp_path / "state", b"new")
    assert (tmp_path / "state").read_bytes() == b"good"
    assert [file.name for file in tmp_path.iterdir()] == ["state"]


def tampered(arrays, draws):
    """One tensor of a state with some of its bytes, its shape or its kind changed."""
    name = draws.choice(sorted(arrays))
    array = arrays[name].copy()
    how = draws.integers(4)
    if how == 0 or array.size == 0:
        del arrays[name]
    elif how == 1:
        arrays[name] = np.concatenate([array.reshape(-1), array.reshape(-1)])
    else:
        raw = array.reshape(-1).view(np.uint8)
        for _ in range(draws.integers(1, 9)):
            raw[draws.integers(len(raw))] = draws.integers(256)
        arrays[name] = array
    return arrays


@pytest.mark.parametrize(
    "first", [0, pytest.param(40, marks=pytest.mark.slow), pytest.param(300, marks=pytest.mark.slow)]
)
def test_a_state_with_changed_bytes_is_refused_or_harmless(finished, tmp_path, first):
    """It made compiled code loop for ever, or end with a segmentation fault."""
    folder = copied(finished, tmp_path)
    arrays, values = saving.read_state(folder / "state.safetensors")
    refused = 0
    for number in range(first, first + (25 if first == 0 else 240)):
        changed = tampered(dict(arrays), np.random.default_rng(number))
        saving.write_state(folder / "state.safetensors", changed, values)
        try:
            ppo_sb3.resume(folder, steps=96).run(Stopping())
        except ShengjiError:
            refused += 1
    assert refused > 10


def test_picks_that_cannot_be_are_refused_by_name(finished, tmp_path):
    folder = copied(finished, tmp_path)
    arrays, values = saving.read_state(folder / "state.safetensors")
    trainer = ppo_sb3.resume(folder)
    trainer.env.games.S["picks"][1] = 127
    arrays |= saving.grouped("games", trainer.env.state())
    saving.write_state(folder / "state.safetensors", arrays, values)
    with pytest.raises(ShengjiError, match="game 1: picks 127"):
        ppo_sb3.resume(folder)


def test_a_run_is_named_for_its_final_checkpoint(finished):
    assert make_agent(f"checkpoint:{finished}").path.stem == "final"


@pytest.mark.parametrize("path", [".", "/", "/dev/zero", ""])
def test_what_is_no_checkpoint_is_refused(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ShengjiError):
        make_agent(f"checkpoint:{path}")


def test_a_card_that_links_to_an_endless_device_is_refused(tmp_path):
    (tmp_path / "c.json").symlink_to("/dev/zero")
    (tmp_path / "c.safetensors").write_bytes(b"")
    with pytest.raises(ShengjiError, match="not a regular file"):
        make_agent(f"checkpoint:{tmp_path / 'c'}")


def test_an_own_class_is_an_agent_by_its_module_or_file(tmp_path, monkeypatch):
    (tmp_path / "mybots.py").write_text(
        "class First:\n    def act(self, view, mask):\n        return int(mask.argmax())\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    for spec in ("mybots:First", f"{tmp_path / 'mybots.py'}:First"):
        assert type(make_agent(spec)).__name__ == "First"
    with pytest.raises(ShengjiError, match="registered"):
        make_agent("mybot")
    for wrong in ("mybots:Second", "nobots:First", f"{tmp_path / 'no.py'}:First", "rule:balnced"):
        with pytest.raises(ShengjiError, match="no agent"):
            make_agent(wrong)


def test_safetensors_are_still_safetensors(finished):
    assert safetensors.numpy.load((finished / "state.safetensors").read_bytes())


def test_interrupting_the_last_evaluation_names_the_checkpoint(tmp_path, monkeypatch, capsys):
    def interrupted(*arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr("shengji_env.training.session._evaluate", interrupted)
    small = ["--warm-start", "0", "--steps", "8", "--games", "2", "--round", "4", "--hidden", "8", "--batch", "4"]
    assert main(["train", "--out", str(tmp_path / "run"), *small]) == 130
    assert "checkpoint is there" in capsys.readouterr().out
    assert (tmp_path / "run/checkpoints/final.safetensors").exists()
