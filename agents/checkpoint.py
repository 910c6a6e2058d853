"""Checkpoints: trained weights with their card, and the agent that plays them without torch.

A checkpoint is two files beside each other: ``NAME.safetensors``, the tensors ``layers.K.weight`` [out, in] and
``layers.K.bias`` [out], float32, the last layer giving the 59 logits; and ``NAME.json``, its card: what the network
looks like (`architectures`), which observation it reads, where it comes from. Loading executes nothing (no pickle), and
whatever does not fit is refused with a `CheckpointError` that says what and why.

`CheckpointAgent` ("checkpoint:PATH") plays a network of kind "mlp"; `TorchAgent` ("torch:PATH") reads the same files
and plays every kind.
"""

import copy
import datetime
import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import numpy as np
import safetensors
import safetensors.numpy

from shengji_env.engine import observe
from shengji_env.engine.layout import MAX_DECKS, MAX_SEATS, TOKENS
from shengji_env.errors import CheckpointError, ShengjiError
from shengji_env.game.asking import checked_mask
from shengji_env.game.view import PlayerView
from shengji_env.inputs.arguments import CARD_ORDERS
from shengji_env.inputs.files import read_regular
from shengji_env.inputs.json_text import read_json
from shengji_env.rules import Rules

from .architectures import Shapes, is_count, parameters, tensor_shapes
from .players import NetPlayer

FORMAT = 1  # raised when the two files change their form
OBSERVATION_VERSION = 1  # raised when a block of the observation changes its meaning but not its size

CARD_LIMIT = 1 << 20  # bytes
HEADER_LIMIT = 1 << 16  # bytes of safetensors beside the numbers
ACTIVATIONS = {"tanh": np.tanh, "relu": lambda x: np.maximum(x, 0.0)}
ORDERS = tuple(CARD_ORDERS)

# What a card must have, and of which type it is.
CARD_FIELDS: dict[str, type] = {
    "format": int,
    "architecture": dict,
    "observation": dict,
    "rules": dict,
    "weights": dict,
    "commit": str,
    "command": str,
    "created": str,
    "training": dict,
    "evaluation": dict,
}


class Checkpoint(NamedTuple):
    """A checkpoint as loaded."""

    weights: dict[str, np.ndarray]
    card: dict[str, Any]


# ---------------------------------------------------------------- cards


def observation_card(players: int, decks: int, card_order: str) -> dict[str, Any]:
    """How a card names the observation; the digest changes with any block's name or size."""
    table = [(name, size) for name, size, _ in observe.blocks(players, decks)]
    return {
        "name": card_order,
        "players": players,
        "decks": decks,
        "size": observe.size(players, decks),
        "version": OBSERVATION_VERSION,
        "digest": hashlib.sha256(json.dumps(table).encode()).hexdigest()[:12],
    }


def make_card(
    rules: Rules,
    hidden: tuple[int, ...] | list[int],
    activation: str = "tanh",
    *,
    card_order: str,
    **about: Any,
) -> dict[str, Any]:
    """The card of an MLP trained under `rules` with these hidden layers; `about` as in `card_of`.

    >>> card = make_card(Rules.preset("five_player_two_deck"), hidden=[64, 32], card_order="face")
    >>> card["architecture"]["layers"][1:], card["observation"]["players"]
    ([64, 32, 59], 5)
    """
    layers = [observe.size(rules.players, rules.decks), *(int(width) for width in hidden), TOKENS]
    return card_of(rules, {"kind": "mlp", "layers": layers, "activation": activation}, card_order, **about)


def card_of(
    rules: Rules,
    architecture: Mapping[str, Any],
    card_order: str,
    *,
    commit: str = "",
    command: str = "",
    training: Mapping[str, Any] | None = None,
    evaluation: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The card of a network of this architecture that was trained under `rules`."""
    return {
        "format": FORMAT,
        "architecture": dict(architecture),
        "observation": observation_card(rules.players, rules.decks, card_order),
        "rules": {"digest": rules.digest(), **rules.overrides()},
        "commit": commit,
        "command": command,
        "created": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "training": dict(training or {}),
        "evaluation": dict(evaluation or {}),
    }


# ---------------------------------------------------------------- saving


def files_of(path: str | os.PathLike[str]) -> tuple[Path, Path]:
    """(weights file, card) of a checkpoint, named with or without suffix."""
    path = Path(path)
    if path.is_dir():
        path = _of_run(path)
    if not path.name:
        raise CheckpointError(f"{path}: a checkpoint's file or a run's folder is asked for")
    stem = path.with_suffix("") if path.suffix in (".safetensors", ".json") else path
    return stem.with_name(stem.name + ".safetensors"), stem.with_name(stem.name + ".json")


def _of_run(folder: Path) -> Path:
    """The checkpoint that a run's folder stands for: its final one, else its last."""
    written = sorted((folder / "checkpoints").glob("*.safetensors"))
    if not written:
        raise CheckpointError(f"{folder}: a folder without checkpoints; a run's, or a checkpoint's file, is asked for")
    return next((file for file in written if file.stem == "final"), written[-1])


def save_checkpoint(path: str | os.PathLike[str], weights: Mapping[str, np.ndarray], card: Mapping[str, Any]) -> Path:
    """Write both files, each in one step, and return the weights file's path. `card` as `make_card` makes it; the
    entry ``weights`` (size and digest of the file) is filled in. What could not be loaded again is not written."""
    weights_file, card_file = files_of(path)
    arrays = {name: np.ascontiguousarray(array, np.float32) for name, array in weights.items()}
    data = safetensors.numpy.save(arrays)
    full = {**card, "weights": {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}}
    check_weights(arrays, check_card(full, str(card_file)), str(weights_file))
    text = json.dumps(full, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
    weights_file.parent.mkdir(parents=True, exist_ok=True)
    for file, content in ((weights_file, data), (card_file, text.encode())):
        draft = file.with_name(file.name + ".part")
        draft.write_bytes(content)
        draft.replace(file)
    return weights_file


# ---------------------------------------------------------------- loading


def load_checkpoint(path: str | os.PathLike[str]) -> Checkpoint:
    """Read and check both files; CheckpointError if anything is missing, damaged, foreign or does not fit together."""
    weights_file, card_file = files_of(path)
    card = _read_card(card_file)
    shapes = check_card(card, str(card_file))
    data = _read(weights_file, 4 * parameters(shapes) + HEADER_LIMIT)
    if len(data) != card["weights"]["bytes"] or hashlib.sha256(data).hexdigest() != card["weights"]["sha256"]:
        raise CheckpointError(f"{weights_file}: not the file its card describes: damaged, cut off or exchanged")
    try:
        weights = safetensors.numpy.load(data)
    except (safetensors.SafetensorError, ValueError, KeyError, TypeError) as error:
        raise CheckpointError(f"{weights_file}: no safetensors file: {error}") from error
    check_weights(weights, shapes, str(weights_file))
    return Checkpoint(weights, card)


def _read(file: Path, limit: int) -> bytes:
    """A regular file's content, which may have `limit` bytes at most."""
    try:
        return read_regular(file, limit)
    except ShengjiError as error:
        raise CheckpointError(f"cannot read a checkpoint: {error}") from None


def _read_card(file: Path) -> dict[str, Any]:
    content = _read(file, CARD_LIMIT)
    try:
        card = read_json(content)
    except (json.JSONDecodeError, ShengjiError) as error:
        raise CheckpointError(f"{file}: a card is JSON text: {error}") from error
    if not isinstance(card, dict):
        raise CheckpointError(f"{file}: a card is a JSON object, not {type(card).__name__}")
    return card


def check_card(card: Mapping[str, Any], name: str) -> Shapes:
    """Refuse a card that is incomplete, of another format, or describes what this version cannot play; else return the
    tensors that belong to it, with their shapes."""
    if card.get("format") != FORMAT:
        raise CheckpointError(f"{name}: format {card.get('format')!r}; this version reads format {FORMAT}")
    for field, kind in CARD_FIELDS.items():
        if field not in card:
            raise CheckpointError(f"{name}: the card has no {field!r}")
        if not isinstance(card[field], kind):
            raise CheckpointError(f"{name}: {field!r} must be {kind.__name__}, not {card[field]!r:.60}")
    weights = card["weights"]
    if not is_count(weights.get("bytes")) or not isinstance(weights.get("sha256"), str):
        raise CheckpointError(f"{name}: 'weights' must give the file's 'bytes' and 'sha256'")
    _check_observation(card["observation"], name)
    return tensor_shapes(card["architecture"], card["observation"]["size"], name)


def _check_observation(observation: Mapping[str, Any], name: str) -> None:
    players, decks, order = (observation.get(key) for key in ("players", "decks", "name"))
    if not (is_count(players) and players <= MAX_SEATS and is_count(decks) and decks <= MAX_DECKS):
        raise CheckpointError(f"{name}: an observation for {players!r} players and {decks!r} decks there is not")
    if order not in ORDERS:
        raise CheckpointError(f"{name}: observation {order!r}; there are {', '.join(ORDERS)}")
    ours = observation_card(players, decks, order)
    for key, value in ours.items():
        if observation.get(key) != value:
            raise CheckpointError(
                f"{name}: made for another observation: {key} {observation.get(key)!r}, here it is {value!r}"
            )


def check_weights(weights: Mapping[str, np.ndarray], shapes: Shapes, name: str) -> None:
    """Refuse tensors that are not exactly those of the network, or hold a number that is none."""
    if weights.keys() != shapes.keys():
        missing = ", ".join(sorted(shapes.keys() - weights.keys())) or "none"
        foreign = ", ".join(sorted(weights.keys() - shapes.keys())) or "none"
        raise CheckpointError(f"{name}: tensors missing: {missing}; not of these layers: {foreign}")
    for tensor, shape in shapes.items():
        array = weights[tensor]
        if array.shape != shape or array.dtype != np.float32:
            raise CheckpointError(f"{name}: {tensor} is {array.dtype}{array.shape}, float32{shape} is asked for")
        if not np.isfinite(array).all():
            raise CheckpointError(f"{name}: {tensor} holds numbers that are not finite")


# ---------------------------------------------------------------- playing


class CheckpointAgent:
    """Plays a checkpoint: the legal token with the highest logit, or with `temperature` > 0 one drawn from the softmax
    of logits / temperature. It plays any rules with the players and decks it was trained for. Any number of
    threads may ask one agent."""

    kinds: ClassVar[tuple[str, ...]] = ("mlp",)

    def __init__(self, path: str | os.PathLike[str], temperature: float = 0.0, seed: int | None = None) -> None:
        if not 0.0 <= temperature < np.inf:
            raise CheckpointError(f"temperature {temperature}: 0 (the best token) or more is asked for")
        weights, self.card = load_checkpoint(path)
        self.path = files_of(path)[0]
        if self.kind not in self.kinds:
            raise CheckpointError(f"{self.path}: a network of kind {self.kind!r}: PyTorch plays it, as torch:{path}")
        self.temperature = float(temperature)
        self._weights = weights
        self._build(weights)
        self.reset(seed)

    def _build(self, weights: dict[str, np.ndarray]) -> None:
        """Make of the tensors what `logits` needs."""
        self._activation = ACTIVATIONS[self.card["architecture"]["activation"]]
        self._layers = [
            (np.ascontiguousarray(weights[f"layers.{k}.weight"].T), weights[f"layers.{k}.bias"])
            for k in range(len(weights) // 2)
        ]

    def __copy__(self) -> "CheckpointAgent":
        return copy.deepcopy(self)  # with a stream of its own

    def reset(self, seed: int | None = None) -> None:
        """Start a new stream of draws; it matters with a temperature only."""
        self._draws = np.random.default_rng(seed)

    @property
    def kind(self) -> str:
        """Of the network: "mlp", or "stack"."""
        return self.card["architecture"]["kind"]

    @property
    def card_order(self) -> str:
        """The order of card types the network was trained with, "face" or "strength"."""
        return self.card["observation"]["name"]

    def logits(self, observations: np.ndarray) -> np.ndarray:
        """float32[N, 59] of observations [N, D]."""
        x = np.asarray(observations, np.float32)
        for k, (weight, bias) in enumerate(self._layers):
            x = (x if k == 0 else self._activation(x)) @ weight + bias
        return x

    def act(self, view: PlayerView, mask: np.ndarray) -> int:
        """The token for the view's seat; CheckpointError where players or decks are not those it was trained for."""
        self.check_rules(view.rules)
        # In the network's order the cards are numbered as the deal's trump has them, from the burying on.
        tokens = view.tokens(self.card_order)
        seen, legal = view.observation(self.card_order), checked_mask(view, mask)[tokens]
        return int(tokens[self.act_batch(seen[None], legal[None])[0]])

    def act_batch(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Tokens, int64[N], for observations [N, D] and masks bool[N, 59], all three in the network's card order; where
        no token is legal, 0."""
        logits = self.logits(observations)
        if self.temperature > 0.0:
            logits = logits / self.temperature + self._draws.gumbel(size=logits.shape)
        return np.where(masks, logits, -np.inf).argmax(axis=1)

    def compiled(self) -> NetPlayer | None:
        """An MLP that takes its best token, for compiled loops; none of a subclass from elsewhere, whose numbers may be
        others."""
        ours = type(self).__module__.rpartition(".")[0] == __package__
        if not ours or self.kind != "mlp" or self.temperature > 0.0:
            return None
        weights = self._weights
        layers = [(weights[f"layers.{k}.weight"], weights[f"layers.{k}.bias"]) for k in range(len(weights) // 2)]
        return NetPlayer(layers, self.card["architecture"]["activation"], self.card_order)

    def check_rules(self, rules: Rules) -> None:
        """Refuse rules whose observation this network cannot read."""
        mine = self.card["observation"]
        if (rules.players, rules.decks) != (mine["players"], mine["decks"]):
            raise CheckpointError(
                f"{self.path}: trained for {mine['players']} players and {mine['decks']} decks, "
                f"not for {rules.players} and {rules.decks}"
            )
