"""Files a run goes on from: one safetensors file with every tensor, and what is not a tensor as JSON in its header.

Nothing in such a file is ever executed: no pickle, and so neither SB3's own save and load. It is written beside the old
one and put in its place in one step, so that a crash leaves the old one.
"""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import safetensors
import safetensors.numpy
import torch

from shengji_env.errors import CheckpointError

FORMAT = 2


def write_state(file: Path, arrays: Mapping[str, np.ndarray], values: Mapping[str, Any]) -> None:
    """Write both; `values` must be what JSON can hold."""
    header = {"state": json.dumps({"format": FORMAT, **values})}
    data = safetensors.numpy.save({name: np.ascontiguousarray(array) for name, array in arrays.items()}, header)
    draft = file.with_name(file.name + ".part")
    with draft.open("wb") as out:
        out.write(data)
        out.flush()
        os.fsync(out.fileno())
    draft.replace(file)


def read_state(file: Path) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """(arrays, values); CheckpointError if the file is missing, damaged or of another kind."""
    try:
        with safetensors.safe_open(file, "numpy") as opened:
            values = json.loads((opened.metadata() or {})["state"])
            arrays = {name: opened.get_tensor(name) for name in opened.keys()}  # noqa: SIM118 - not a dict
    except FileNotFoundError:
        raise CheckpointError(f"{file}: there is no such file; a run writes it when it is stopped") from None
    except (OSError, safetensors.SafetensorError, KeyError, ValueError, TypeError) as error:
        raise CheckpointError(f"{file}: cannot be resumed from, damaged or not written by a run: {error}") from error
    if not isinstance(values, dict) or values.get("format") != FORMAT:
        raise CheckpointError(f"{file}: not written by this version of the trainer")
    return arrays, values


def group(arrays: Mapping[str, np.ndarray], name: str) -> dict[str, np.ndarray]:
    """The arrays whose names begin with ``name/``, without it."""
    return {key.removeprefix(f"{name}/"): value for key, value in arrays.items() if key.startswith(f"{name}/")}


def grouped(name: str, arrays: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """The arrays under names that begin with ``name/``."""
    return {f"{name}/{key}": value for key, value in arrays.items()}


# ---------------------------------------------------------------- torch and random numbers


def optimizer_arrays(optimizer: torch.optim.Adam) -> dict[str, np.ndarray]:
    """Adam's moments and step counts, by the number of the parameter."""
    found = {}
    for number, state in optimizer.state_dict()["state"].items():
        for name, tensor in state.items():
            found[f"{number}.{name}"] = tensor.detach().cpu().numpy().copy()
    return found


def set_optimizer(optimizer: torch.optim.Adam, arrays: Mapping[str, np.ndarray]) -> None:
    """Take them over; learning rate and betas stay the optimizer's own."""
    state: dict[int, dict[str, torch.Tensor]] = {}
    for key, value in arrays.items():
        number, _, name = key.partition(".")
        state.setdefault(int(number), {})[name] = torch.from_numpy(value.copy())
    optimizer.load_state_dict({"state": state, "param_groups": optimizer.state_dict()["param_groups"]})


def set_module(module: torch.nn.Module, arrays: Mapping[str, np.ndarray]) -> None:
    """Take weights over; CheckpointError if they are not this module's."""
    try:
        module.load_state_dict({name: torch.from_numpy(value.copy()) for name, value in arrays.items()})
    except RuntimeError as error:
        raise CheckpointError(f"the saved weights do not fit the network: {error}") from error


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


def set_random(arrays: Mapping[str, np.ndarray]) -> None:
    """Put both generators into a saved state."""
    torch.set_rng_state(torch.from_numpy(arrays["torch"].copy()))
    position, has_gauss = (int(value) for value in arrays["numpy_place"])
    state = ("MT19937", arrays["numpy_keys"], position, has_gauss, float(arrays["numpy_gauss"][0]))
    np.random.set_state(state)  # noqa: NPY002
