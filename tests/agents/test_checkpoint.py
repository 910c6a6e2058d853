"""Checkpoints: what is saved is loaded and played; anything foreign, damaged or mismatching is refused by name."""

import itertools
import json
import os
import pickle

import numpy as np
import pytest
import safetensors.numpy

from shengji_env import CheckpointError, Game, Rules, checkpoints
from shengji_env.agents import CheckpointAgent, agent_names, load_checkpoint, make_agent, save_checkpoint
from shengji_env.agents.checkpoint import HEADER_LIMIT, files_of, make_card
from shengji_env.engine import observe

RULES = Rules.preset("five_player_two_deck")
D = observe.size(5, 2)


def tensors(layers, seed=1):
    """Weights of an MLP with these widths."""
    draws = np.random.default_rng(seed)
    made = {}
    for k in range(len(layers) - 1):
        made[f"layers.{k}.weight"] = draws.normal(0, 0.1, (layers[k + 1], layers[k])).astype(np.float32)
        made[f"layers.{k}.bias"] = draws.normal(0, 0.1, layers[k + 1]).astype(np.float32)
    return made


@pytest.fixture
def saved(tmp_path):
    """A small checkpoint: its path without suffix."""
    path = tmp_path / "small"
    card = make_card(RULES, [16], "relu", command="made by a test", card_order="face")
    save_checkpoint(path, tensors([D, 16, 59]), card)
    return path


def refused(path, *parts):
    """Loading fails, and the message has these parts."""
    with pytest.raises(CheckpointError) as error:
        make_agent(f"checkpoint:{path}")
    for part in parts:
        assert part in str(error.value), str(error.value)


def change_card(path, change):
    """Rewrite the card."""
    file = files_of(path)[1]
    card = json.loads(file.read_text())
    change(card)
    file.write_text(json.dumps(card))


def swap_weights(path, data):
    """Put another file in the place of the weights, and its digest into the card."""
    import hashlib

    files_of(path)[0].write_bytes(data)
    change_card(
        path, lambda card: card.update(weights={"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()})
    )


# ---------------------------------------------------------------- playing


@pytest.mark.parametrize("suffix", ["", ".safetensors", ".json"])
def test_found_with_and_without_suffix(saved, suffix):
    agent = make_agent(f"checkpoint:{saved}{suffix}")
    assert agent.card["command"] == "made by a test"


def test_what_is_saved_is_loaded(saved):
    weights, card = load_checkpoint(saved)
    for name, array in tensors([D, 16, 59]).items():
        assert np.array_equal(weights[name], array)
    assert card["rules"]["digest"] == RULES.digest()
    assert card["observation"]["size"] == D


def test_a_dotted_name_keeps_its_dots(tmp_path):
    path = save_checkpoint(tmp_path / "v1.2", tensors([D, 59]), make_card(RULES, [], card_order="face"))
    assert path.name == "v1.2.safetensors"
    assert make_agent(f"checkpoint:{tmp_path / 'v1.2'}").path == path


def test_it_plays_a_deal_legally(saved):
    game, agent = Game(RULES, seed=5), make_agent(f"checkpoint:{saved}")
    while not game.done:
        game.step(agent.act(game.view(game.actor), game.mask()))
    assert game.result is not None


def test_a_batch_is_the_single_decisions(saved):
    game, agent = Game(RULES, seed=6), make_agent(f"checkpoint:{saved}")
    rows, masks, tokens = [], [], []
    while not game.done:
        view = game.view(game.actor)
        rows.append(view.observation())
        masks.append(game.mask())
        tokens.append(agent.act(view, game.mask()))
        game.step(tokens[-1])
    assert agent.act_batch(np.array(rows), np.array(masks)).tolist() == tokens


def test_sampling_is_seeded_and_legal(saved):
    game = Game(RULES, seed=6)
    while game.phase != "bury":
        game.play(next(game.plays()))
    view, mask, some = game.view(game.actor), np.zeros(59, bool), np.flatnonzero(game.mask())[:4]
    mask[some] = True
    one, two = (CheckpointAgent(saved, temperature=1.0, seed=9) for _ in range(2))
    first = [one.act(view, mask) for _ in range(50)]
    assert first == [two.act(view, mask) for _ in range(50)]
    assert len(set(first)) > 1
    assert set(first) <= set(some.tolist())


def test_other_players_or_decks_are_refused_in_play(saved):
    game, agent = Game("four_player_fixed", seed=1), make_agent(f"checkpoint:{saved}")
    with pytest.raises(CheckpointError, match="trained for 5 players and 2 decks"):
        agent.act(game.view(game.actor), game.mask())


@pytest.mark.parametrize("activation", ["tanh", "relu"])
def test_logits_are_torchs(tmp_path, activation):
    torch = pytest.importorskip("torch")
    layers = [D, 32, 24, 59]
    functions = {"tanh": torch.nn.Tanh, "relu": torch.nn.ReLU}
    linear = [torch.nn.Linear(a, b) for a, b in itertools.pairwise(layers)]
    net = torch.nn.Sequential(linear[0], functions[activation](), linear[1], functions[activation](), linear[2])
    weights = {f"layers.{k}.{name}": value.detach().numpy() for k, layer in enumerate(linear)
               for name, value in layer.named_parameters()}  # fmt: skip
    save_checkpoint(tmp_path / "net", weights, make_card(RULES, [32, 24], activation, card_order="face"))
    rows = np.random.default_rng(2).integers(0, 3, (200, D)).astype(np.int8)
    with torch.no_grad():
        expected = net(torch.from_numpy(rows).float()).numpy()
    assert np.allclose(CheckpointAgent(tmp_path / "net").logits(rows), expected, atol=1e-4)


# ---------------------------------------------------------------- refusing


def test_missing_files(saved):
    refused(saved.with_name("nothing"), "cannot read", "nothing.json")
    files_of(saved)[0].unlink()
    refused(saved, "cannot read", "small.safetensors")


def test_missing_card(saved):
    files_of(saved)[1].unlink()
    refused(saved, "cannot read", "small.json")


@pytest.mark.parametrize("text", ["", "{", "[1]", "\x00", '{"format": 1', "[" * 100_000])
def test_card_that_is_none(saved, text):
    files_of(saved)[1].write_text(text)
    refused(saved, "small.json")


CARD_CHANGES = {
    "format 2; this version reads": lambda card: card.update(format=2),
    "format None": lambda card: card.pop("format"),
    "no 'commit'": lambda card: card.pop("commit"),
    "no 'observation'": lambda card: card.pop("observation"),
    "'training' must be dict": lambda card: card.update(training=3),
    "'bytes' and 'sha256'": lambda card: card["weights"].pop("sha256"),
    "architecture 'lstm'": lambda card: card["architecture"].update(kind="lstm"),
    "activation 'gelu'": lambda card: card["architecture"].update(activation="gelu"),
    "'layers' must list": lambda card: card["architecture"].update(layers=[D, "16", 59]),
    "layers from 7 to 59": lambda card: card["architecture"].update(layers=[7, 16, 59]),
    "layers from 2272 to 60".replace("2272", str(D)): lambda card: card["architecture"].update(layers=[D, 16, 60]),
    "parameters, at most": lambda card: card["architecture"].update(layers=[D, 10**9, 59]),
    "another observation: size": lambda card: card["observation"].update(size=D + 8),
    "another observation: digest": lambda card: card["observation"].update(digest="0" * 12),
    "another observation: version": lambda card: card["observation"].update(version=0),
    "observation 'sorted'": lambda card: card["observation"].update(name="sorted"),
    "9 players": lambda card: card["observation"].update(players=9),
}


@pytest.mark.parametrize("message", CARD_CHANGES)
def test_card_that_does_not_fit(saved, message):
    change_card(saved, CARD_CHANGES[message])
    refused(saved, message)


def test_cut_and_changed_weights(saved):
    file = files_of(saved)[0]
    data = file.read_bytes()
    file.write_bytes(data[:-1])
    refused(saved, "not the file its card describes")
    file.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    refused(saved, "not the file its card describes")


def test_a_file_too_large_is_not_read(saved):
    with files_of(saved)[0].open("ab") as file:
        file.truncate(4 * (D * 16 + 16 + 16 * 59 + 59) + HEADER_LIMIT + 1)
    refused(saved, "more than", "bytes")


class Bomb:
    """Runs a command where it is unpickled."""

    def __reduce__(self):
        return os.mkdir, ("unpickled",)


def test_a_pickle_is_not_executed(saved, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    swap_weights(saved, pickle.dumps(Bomb()))
    refused(saved, "no safetensors file")
    files_of(saved)[1].write_bytes(pickle.dumps(Bomb()))
    refused(saved, "a card is JSON text")
    assert not (tmp_path / "unpickled").exists()


WEIGHT_CHANGES = {
    "missing: layers.1.bias": lambda made: made.pop("layers.1.bias"),
    "not of these layers: value.weight": lambda made: made.update({"value.weight": np.zeros((1, 16), np.float32)}),
    "layers.0.weight is float32(16, 8)": lambda made: made.update({"layers.0.weight": np.zeros((16, 8), np.float32)}),
    "layers.0.bias is float64": lambda made: made.update({"layers.0.bias": np.zeros(16)}),
    "layers.1.bias holds numbers that are not finite": lambda made: made["layers.1.bias"].fill(np.nan),
    "layers.0.bias holds numbers that are not finite": lambda made: made["layers.0.bias"].fill(np.inf),
}


@pytest.mark.parametrize("message", WEIGHT_CHANGES)
def test_weights_that_do_not_fit(saved, message):
    made = tensors([D, 16, 59])
    WEIGHT_CHANGES[message](made)
    swap_weights(saved, safetensors.numpy.save(made))
    refused(saved, message)


def test_what_could_not_be_loaded_is_not_written(tmp_path):
    made = tensors([D, 16, 59])
    made["layers.0.bias"][3] = np.nan
    with pytest.raises(CheckpointError, match="not finite"):
        save_checkpoint(tmp_path / "bad", made, make_card(RULES, [16], card_order="face"))
    with pytest.raises(CheckpointError, match="is float32"):
        save_checkpoint(tmp_path / "bad", tensors([D, 16, 59]), make_card(RULES, [17], card_order="face"))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("temperature", [-1.0, np.nan, np.inf])
def test_temperature(saved, temperature):
    with pytest.raises(CheckpointError, match="temperature"):
        CheckpointAgent(saved, temperature=temperature)


# ---------------------------------------------------------------- shipped


def test_shipped_names(saved, monkeypatch):
    monkeypatch.setattr(checkpoints, "FOLDER", saved.parent)
    assert "small" in agent_names()
    assert make_agent("small").path == files_of(saved)[0]


def test_every_shipped_checkpoint_loads():
    for name in checkpoints.names():
        make_agent(name)
