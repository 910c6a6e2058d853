"""``torch:PATH``: a network of PyTorch layers as an agent, and `save_policy`, which writes one down.

The files are a checkpoint's (`checkpoint`): numbers, and a card that lists the layers by name. PyTorch is imported when
a policy is saved or loaded, not before.
"""

import itertools
import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from shengji_env.engine import observe
from shengji_env.engine.layout import TOKENS
from shengji_env.errors import CheckpointError, ShengjiError
from shengji_env.inputs.arguments import read_card_order
from shengji_env.rules import Rules

from .architectures import MLP_ACTIVATIONS, tensor_shapes
from .checkpoint import CheckpointAgent, card_of, save_checkpoint

if TYPE_CHECKING:
    from pathlib import Path

    import torch
    from torch import nn

Layer = dict[str, Any]  # as a card lists it
Tensors = dict[str, np.ndarray]


def _torch() -> Any:
    try:
        import torch
    except ModuleNotFoundError as error:
        raise CheckpointError(
            "torch:PATH needs PyTorch (pip install 'shengji-env[train]'); a plain MLP also plays as checkpoint:PATH"
        ) from error
    return torch


# ---------------------------------------------------------------- playing


class TorchAgent(CheckpointAgent):
    """Plays a network with PyTorch, as `CheckpointAgent` plays an MLP without: the same files, arguments and choice of
    the token."""

    kinds: ClassVar[tuple[str, ...]] = ("mlp", "stack")

    def _build(self, weights: Tensors) -> None:
        torch = _torch()
        architecture, size = self.card["architecture"], self.card["observation"]["size"]
        names = tensor_shapes(architecture, size, str(self.path))  # in the order in which the modules hold theirs
        with torch.device("meta"):  # no memory, and no random numbers: the tensors are taken from the file
            self.network = torch.nn.Sequential(*_modules(_stack(architecture)))
        arrays = (torch.from_numpy(weights[name].copy()) for name in names)
        self.network.load_state_dict(dict(zip(self.network.state_dict(), arrays, strict=True)), assign=True)
        self.network.requires_grad_(False)

    def logits(self, observations: np.ndarray) -> np.ndarray:
        """float32[N, 59] of observations [N, D]."""
        torch = _torch()
        with torch.inference_mode():
            return self.network(torch.from_numpy(np.asarray(observations, np.float32))).numpy()


def _stack(architecture: dict[str, Any]) -> list[Layer]:
    """The layers of either kind of network, as a stack lists them."""
    if architecture["kind"] == "stack":
        return architecture["layers"]
    layers: list[Layer] = []
    for before, after in itertools.pairwise(architecture["layers"]):
        layers += [{"type": "linear", "in": before, "out": after}, {"type": architecture["activation"]}]
    return layers[:-1]


def _modules(layers: list[Layer]) -> "Iterator[nn.Module]":
    nn = _torch().nn
    activations = {name: kind for kind, (name, _) in _activations().items()}
    for layer in layers:
        if layer["type"] == "linear":
            yield nn.Linear(layer["in"], layer["out"])
        elif layer["type"] == "layer_norm":
            yield nn.LayerNorm(layer["size"], eps=layer["eps"])
        else:
            yield activations[layer["type"]]()


def _activations() -> "dict[type[nn.Module], tuple[str, dict[str, Any]]]":
    """Kind of module -> (its name in a card, the settings it must have)."""
    nn = _torch().nn
    return {
        nn.ELU: ("elu", {"alpha": 1.0}),
        nn.GELU: ("gelu", {"approximate": "none"}),
        nn.ReLU: ("relu", {}),
        nn.Sigmoid: ("sigmoid", {}),
        nn.SiLU: ("silu", {}),
        nn.Tanh: ("tanh", {}),
    }


# ---------------------------------------------------------------- saving


def save_policy(
    policy: "nn.Module | Iterable[nn.Module]",
    path: str | os.PathLike[str],
    rules: Rules | str | None = None,
    *,
    card_order: str | None = None,
    env: Any = None,
    **about: Any,
) -> "Path":
    """Write a policy as a checkpoint that ``make_agent("torch:PATH")`` plays, and return the weights file's path.

    `policy` is a module, or several that are applied one after another, from the observation, float32[N, D], to a logit
    or value for each token, [N, 59]; of the 60 that `parallel_env` has, the last (no move) is left out. It is made of
    `nn.Sequential`, `nn.Linear`, `nn.LayerNorm` and activations; what only reshapes or trains (`nn.Flatten`,
    `nn.Dropout`, `nn.Identity`) is left out, everything else refused. Linear layers with ReLU or Tanh between them are
    written so that "checkpoint:PATH" plays them too, without PyTorch and much faster in evaluations.

    env: the environment it was trained in, which knows its rules and card order. Without it `card_order` is asked for,
    "face" or "strength" as in the training: nothing in a network tells which, and in the other order it plays worse
    without a word. rules: else "five_player_two_deck". `check_policy` tells before a training whether a policy can be
    saved. `about`: commit, command, training and evaluation, for the card.
    """
    rules, card_order = _trained_for(rules, card_order, env)
    architecture, weights = _as_saved(policy)
    return save_checkpoint(path, weights, card_of(rules, architecture, card_order, **about))


def _trained_for(rules: Rules | str | None, card_order: str | None, env: Any) -> tuple[Rules, str]:
    """(rules, card order) of the training, from the environment or as given; ShengjiError where they say two things."""
    if env is None:
        if card_order is None:
            raise ShengjiError(
                "save_policy: in which card order was it trained? Pass env=env, the environment of the training, or "
                'card_order="face" or card_order="strength": a network does not tell, and would play worse in the other'
            )
        read_card_order(card_order)
        return Rules.of("five_player_two_deck" if rules is None else rules), card_order
    env = getattr(env, "unwrapped", env)
    if not (hasattr(env, "rules") and hasattr(env, "card_order")):
        raise ShengjiError(f"env: {type(env).__name__} has no rules and card_order; pass both of them instead of env")
    found = env.rules[0] if isinstance(env.rules, list) else env.rules
    if card_order not in (None, env.card_order):
        raise ShengjiError(f"card_order {card_order!r}: the environment has {env.card_order!r}; pass one of the two")
    if rules is not None and Rules.of(rules) != found:
        raise ShengjiError(f"rules {rules}: the environment has {found}; pass one of the two")
    return found, env.card_order


def check_policy(policy: "nn.Module | Iterable[nn.Module]", rules: Rules | str = "five_player_two_deck") -> None:
    """CheckpointError, now and not after the training, if `save_policy` could not write this policy for these rules."""
    rules = Rules.of(rules)
    tensor_shapes(_as_saved(policy)[0], observe.size(rules.players, rules.decks), "this policy")


def _as_saved(policy: "nn.Module | Iterable[nn.Module]") -> tuple[dict[str, Any], Tensors]:
    """(architecture, tensors) of a policy as a checkpoint has them."""
    modules = [policy] if isinstance(policy, _torch().nn.Module) else list(policy)
    layers, tensors = _described(module for outer in modules for module in _flat(outer))
    if layers and layers[-1].get("out") == TOKENS + 1:
        layers[-1]["out"] = TOKENS
        for part in ("weight", "bias"):
            name = f"layers.{len(layers) - 1}.{part}"
            tensors[name] = tensors[name][:TOKENS]
    return _simplest(layers, tensors)


def _flat(module: "nn.Module") -> "Iterator[nn.Module]":
    """The layers of nested Sequentials, those left out that do nothing to a row of numbers when it is played."""
    nn = _torch().nn
    if isinstance(module, nn.Sequential):
        for inner in module:
            yield from _flat(inner)
    elif not isinstance(module, nn.Flatten | nn.Dropout | nn.Identity):
        yield module


def _described(modules: "Iterable[nn.Module]") -> tuple[list[Layer], Tensors]:
    """(layers as a card lists them, their tensors by name)."""
    nn = _torch().nn
    layers: list[Layer] = []
    tensors: Tensors = {}
    for k, module in enumerate(modules):
        if type(module) is nn.Linear:
            layers.append({"type": "linear", "in": int(module.in_features), "out": int(module.out_features)})
        elif type(module) is nn.LayerNorm and len(module.normalized_shape) == 1 and module.elementwise_affine:
            layers.append({"type": "layer_norm", "size": int(module.normalized_shape[0]), "eps": float(module.eps)})
        else:
            layers.append({"type": _activation_name(module)})
            continue
        tensors[f"layers.{k}.weight"] = _array(module.weight)
        out = len(module.weight)
        tensors[f"layers.{k}.bias"] = np.zeros(out, np.float32) if module.bias is None else _array(module.bias)
    return layers, tensors


def _activation_name(module: "nn.Module") -> str:
    activations = _activations()
    name, settings = activations.get(type(module), (None, {}))
    if name is None or any(getattr(module, key) != value for key, value in settings.items()):
        known = ", ".join(["Sequential", "Linear", "LayerNorm", *(kind.__name__ for kind in activations)])
        raise CheckpointError(
            f"a policy cannot be saved with {module}: what a card can say is {known}, with PyTorch's own settings; "
            "pass the layers of your own module in their order (a list, or an nn.Sequential of them), or play it as an "
            "agent of your own (register_agent)"
        )
    return name


def _array(tensor: "torch.Tensor") -> np.ndarray:
    return tensor.detach().cpu().float().numpy()  # numpy has no bfloat16, and float32 holds all of its numbers


def _simplest(layers: list[Layer], tensors: Tensors) -> tuple[dict[str, Any], Tensors]:
    """(architecture, tensors): an MLP if the layers are one, else the stack."""
    linears, between = layers[::2], {layer["type"] for layer in layers[1::2]}
    plain = len(layers) % 2 == 1 and all(layer["type"] == "linear" for layer in linears)
    if not (plain and len(between) <= 1 and between <= set(MLP_ACTIVATIONS)):
        return {"kind": "stack", "layers": layers}, tensors
    widths = [linears[0]["in"], *(layer["out"] for layer in linears)]
    activation = next(iter(between), MLP_ACTIVATIONS[0])
    renamed = {
        f"layers.{k}.{part}": tensors[f"layers.{2 * k}.{part}"]
        for k in range(len(linears))
        for part in ("weight", "bias")
    }
    return {"kind": "mlp", "layers": widths, "activation": activation}, renamed
