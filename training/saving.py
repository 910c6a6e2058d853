"""Files a run goes on from: one safetensors file with every tensor, and what is not a tensor as JSON in its header.

Nothing in such a file is ever executed: no pickle, and so neither SB3's own save and load. It is written beside the old
one and put in its place in one step, so that a crash or a full disk leaves the old one. What is read is believed only
where it fits: every tensor of the form that this run would write, numbers finite, random states that there can be.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import safetensors
import safetensors.numpy
import torch

from shengji_env.errors import CheckpointError
from shengji_env.inputs.arguments import whole
from shengji_env.inputs.files import read_regular, write_whole
from shengji_env.inputs.json_text import read_json

FORMAT = 2
LIMIT = 1 << 33  # bytes of a file that are read; of its header 100 MB, as safetensors has it
MOST = 1 << 53  # of a count
LARGEST = 1e6  # of a weight, or of Adam's moments and steps: no run comes near it

Arrays = Mapping[str, np.ndarray]


def write_state(file: Path, arrays: Arrays, values: Mapping[str, Any]) -> None:
    """Write both; `values` must be what JSON can hold. ShengjiError if there is no room: then the old file stays."""
    header = {"state": json.dumps({"format": FORMAT, **values})}
    write_whole(file, safetensors.numpy.save({name: np.ascontiguousarray(a) for name, a in arrays.items()}, header))


def read_state(file: Path) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """(arrays, values); CheckpointError if the file is missing, damaged or of another kind."""
    if not file.exists():
        raise CheckpointError(f"{file}: there is no such file; a run writes it when it is stopped")
    try:
        data = read_regular(file, LIMIT)
        arrays = safetensors.numpy.load(data)  # looks at the header's length too
        header = json.loads(data[8 : 8 + int.from_bytes(data[:8], "little")])
        values = read_json(header["__metadata__"]["state"])
    except (OSError, safetensors.SafetensorError, KeyError, ValueError, TypeError, AttributeError) as error:
        raise CheckpointError(f"{file}: cannot be resumed from, damaged or not written by a run: {error}") from error
    if not isinstance(values, dict) or values.get("format") != FORMAT:
        raise CheckpointError(f"{file}: not written by this version of the trainer")
    return arrays, values


def group(arrays: Arrays, name: str) -> dict[str, np.ndarray]:
    """The arrays whose names begin with ``name/``, without it."""
    return {key.removeprefix(f"{name}/"): value for key, value in arrays.items() if key.startswith(f"{name}/")}


def grouped(name: str, arrays: Arrays) -> dict[str, np.ndarray]:
    """The arrays under names that begin with ``name/``."""
    return {f"{name}/{key}": value for key, value in arrays.items()}


# ---------------------------------------------------------------- what fits


def check_form(found: Arrays, asked: Arrays, what: str) -> None:
    """CheckpointError unless both have the same names, each of the same shape and type, with numbers that can be."""
    if found.keys() != asked.keys():
        missing = ", ".join(sorted(asked.keys() - found.keys())) or "nothing"
        foreign = ", ".join(sorted(found.keys() - asked.keys())) or "nothing"
        raise CheckpointError(f"{what}: missing: {missing:.200}; not of this run: {foreign:.200}")
    for name, like in asked.items():
        array = found[name]
        if array.shape != like.shape or array.dtype != like.dtype:
            raise CheckpointError(f"{what} {name}: {array.dtype}{array.shape}, {like.dtype}{like.shape} is asked for")
        if array.dtype.kind == "f" and not (np.abs(array) <= LARGEST).all():  # nor a number that is none
            raise CheckpointError(f"{what} {name}: it holds numbers that are not finite, or beyond {LARGEST:g}")


def count(values: Mapping[str, Any], name: str) -> int:
    """A whole number from 0 on."""
    return whole(values[name], name, 0, MOST)


# ---------------------------------------------------------------- torch and random numbers


def optimizer_arrays(optimizer: torch.optim.Adam) -> dict[str, np.ndarray]:
    """Adam's moments and step counts, by the number of the parameter."""
    found = {}
    for number, state in optimizer.state_dict()["state"].items():
        for name, tensor in state.items():
            found[f"{number}.{name}"] = tensor.detach().cpu().numpy().copy()
    return found


def check_optimizer(optimizer: torch.optim.Adam, arrays: Arrays, what: str) -> None:
    """CheckpointError unless the arrays are those of this optimizer; none at all are its start."""
    if not arrays:
        return
    asked = {}
    for k, parameter in enumerate(p for group in optimizer.param_groups for p in group["params"]):
        like = np.zeros(tuple(parameter.shape), np.float32)
        asked |= {f"{k}.step": np.zeros(1, np.float32), f"{k}.exp_avg": like, f"{k}.exp_avg_sq": like}
    check_form(arrays, asked, what)
    for name, array in arrays.items():
        if name.endswith((".step", ".exp_avg_sq")) and (array < 0).any():
            raise CheckpointError(f"{what} {name}: it is never negative")


def set_optimizer(optimizer: torch.optim.Adam, arrays: Arrays) -> None:
    """Take them over; learning rate and betas stay the optimizer's own."""
    state: dict[int, dict[str, torch.Tensor]] = {}
    for key, value in arrays.items():
        number, _, name = key.partition(".")
        state.setdefault(int(number), {})[name] = torch.from_numpy(value.copy())
    optimizer.load_state_dict({"state": state, "param_groups": optimizer.state_dict()["param_groups"]})


def module_arrays(module: torch.nn.Module) -> dict[str, np.ndarray]:
    """Its weights."""
    return {name: tensor.detach().cpu().numpy() for name, tensor in module.state_dict().items()}


def set_module(module: torch.nn.Module, arrays: Arrays) -> None:
    """Take weights over."""
    module.load_state_dict({name: torch.from_numpy(value.copy()) for name, value in arrays.items()})


def random_arrays() -> dict[str, np.ndarray]:
    """The states of torch's and numpy's global generators, which SB3 draws from."""
    name, keys, position, has_gauss, gauss = np.random.get_state()  # noqa: NPY002 - SB3 shuffles with it
    assert name == "MT19937"
    return {
        "torch": torch.get_rng_state().numpy().copy(),
        "numpy_keys": keys.copy(),
        "numpy_place": np.array([position, has_gauss], np.int64),
        "numpy_gauss": np.array([gauss], np.float64),
    }


def check_random(arrays: Arrays) -> None:
    """CheckpointError unless both generators can be put into this state: numpy would read beyond its keys."""
    check_form(arrays, random_arrays(), "random")
    position, has_gauss = arrays["numpy_place"].tolist()
    if not (0 <= position <= len(arrays["numpy_keys"]) and has_gauss in (0, 1) and arrays["numpy_keys"].any()):
        raise CheckpointError(f"random numpy_place {position}, {has_gauss}: no state of numpy's generator")
    try:
        torch.Generator().set_state(torch.from_numpy(arrays["torch"].copy()))
    except RuntimeError as error:
        raise CheckpointError(f"random torch: no state of its generator: {error}") from None


def set_random(arrays: Arrays) -> None:
    """Put both generators into a saved state."""
    torch.set_rng_state(torch.from_numpy(arrays["torch"].copy()))
    position, has_gauss = (int(value) for value in arrays["numpy_place"])
    state = ("MT19937", arrays["numpy_keys"], position, has_gauss, float(arrays["numpy_gauss"][0]))
    np.random.set_state(state)  # noqa: NPY002
