"""What a checkpoint's card can say about its network, and the tensors that belong to it. Data only: nothing here, and
nothing in a card, names code to run.

``mlp``    {"layers": [D, …, 59], "activation": "relu" | "tanh"}: linear layers with the activation between them. Numpy
           and the compiled loops play it.
``stack``  {"layers": [{"type": "linear", "in": D, "out": 256}, {"type": "layer_norm", "size": 256, "eps": 1e-5},
           {"type": "gelu"}, …]}: one layer after another, as they stand in the list. PyTorch plays it.

In both, layer K's tensors are ``layers.K.weight`` and ``layers.K.bias``, float32.
"""

import itertools
import math
from collections.abc import Mapping
from typing import Any

from shengji_env.engine.layout import TOKENS
from shengji_env.errors import CheckpointError

LAYER_LIMIT = 64
PARAMETER_LIMIT = 1 << 26
MLP_ACTIVATIONS = ("relu", "tanh")
STACK_ACTIVATIONS = ("elu", "gelu", "relu", "sigmoid", "silu", "tanh")

# The settings of the layers of a stack that have any; activations have none.
STACK_SETTINGS = {"linear": ("in", "out"), "layer_norm": ("size", "eps")}

Shapes = dict[str, tuple[int, ...]]


def is_count(value: object) -> bool:
    """Whether a value read from JSON is a whole number from 1 on."""
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def tensor_shapes(architecture: Mapping[str, Any], size: int, name: str) -> Shapes:
    """Every tensor of the network with its shape, in order; CheckpointError, beginning with `name`, if the description
    is not one of a network that leads from `size` numbers to the 59 tokens."""
    kind = architecture.get("kind")
    if not isinstance(kind, str) or kind not in _SHAPES:
        raise CheckpointError(f"{name}: architecture {kind!r}; known are {', '.join(map(repr, _SHAPES))}")
    shapes = _SHAPES[kind](architecture, size, name)
    if parameters(shapes) > PARAMETER_LIMIT:
        raise CheckpointError(f"{name}: {parameters(shapes)} parameters, at most {PARAMETER_LIMIT} are loaded")
    return shapes


def parameters(shapes: Shapes) -> int:
    """Numbers in all tensors together."""
    return sum(math.prod(shape) for shape in shapes.values())


def _mlp_shapes(architecture: Mapping[str, Any], size: int, name: str) -> Shapes:
    activation, widths = architecture.get("activation"), architecture.get("layers")
    if activation not in MLP_ACTIVATIONS:
        raise CheckpointError(f"{name}: activation {activation!r}; there are {', '.join(MLP_ACTIVATIONS)}")
    if not (isinstance(widths, list) and 2 <= len(widths) <= LAYER_LIMIT and all(map(is_count, widths))):
        raise CheckpointError(f"{name}: 'layers' must list 2..{LAYER_LIMIT} widths, not {widths!r:.60}")
    _check_ends(widths[0], widths[-1], size, name)
    return _joined(_linear_shapes(k, a, b) for k, (a, b) in enumerate(itertools.pairwise(widths)))


def _stack_shapes(architecture: Mapping[str, Any], size: int, name: str) -> Shapes:
    layers = architecture.get("layers")
    if not (isinstance(layers, list) and 1 <= len(layers) <= LAYER_LIMIT):
        raise CheckpointError(f"{name}: 'layers' must list 1..{LAYER_LIMIT} layers, not {layers!r:.60}")
    width, found = size, []
    for k, layer in enumerate(layers):
        kind = _layer_type(layer, f"{name}: layer {k}")
        if kind == "linear":
            _check_width(layer["in"], width, f"{name}: layer {k}")
            width = layer["out"]
            found.append(_linear_shapes(k, layer["in"], width))
        elif kind == "layer_norm":
            _check_width(layer["size"], width, f"{name}: layer {k}")
            found.append({f"layers.{k}.weight": (width,), f"layers.{k}.bias": (width,)})
    _check_ends(size, width, size, name)
    return _joined(found)


_SHAPES = {"mlp": _mlp_shapes, "stack": _stack_shapes}


def _layer_type(layer: Any, name: str) -> str:
    """The type of a stack's layer whose settings are what they must be."""
    kind = layer.get("type") if isinstance(layer, dict) else None
    known = [*STACK_SETTINGS, *STACK_ACTIVATIONS]
    if kind not in known:
        raise CheckpointError(f"{name}: type {kind!s:.60}; there are {', '.join(known)}")
    settings = STACK_SETTINGS.get(kind, ())
    if layer.keys() != {"type", *settings}:
        asked = ", ".join(map(repr, settings)) or "no settings"
        raise CheckpointError(f"{name}: {kind} has {asked}, not {sorted(layer.keys() - {'type'})}")
    for setting in settings:
        value = layer[setting]
        good = isinstance(value, float) and 0.0 < value < 1.0 if setting == "eps" else is_count(value)
        if not good:
            raise CheckpointError(f"{name}: {kind}'s {setting!r} cannot be {value!r:.60}")
    return kind


def _check_width(given: int, width: int, name: str) -> None:
    if given != width:
        raise CheckpointError(f"{name}: takes {given} numbers, the layers before it give {width}")


def _check_ends(first: int, last: int, size: int, name: str) -> None:
    if (first, last) != (size, TOKENS):
        raise CheckpointError(f"{name}: layers from {first} to {last}; observation and tokens are {size} and {TOKENS}")


def _linear_shapes(k: int, before: int, after: int) -> Shapes:
    return {f"layers.{k}.weight": (after, before), f"layers.{k}.bias": (after,)}


def _joined(parts: Any) -> Shapes:
    return {name: shape for part in parts for name, shape in part.items()}
