"""A policy network inside compiled loops: the forward pass of an MLP on one observation, without leaving numba.

Most of an observation is zeros, and so is about half of what a ReLU lets through. So a row of weights is added for
each input that is *not* zero: a fifth of the multiplications of the dense product, and no waiting for other games to
fill a batch. Sums run in one fixed order: a decision does not depend on what else is computed beside it.

A network is one flat float32 vector (`pack`) and a row of int64 that says how to read it (`shape_of`), so that networks
of different sizes are rows of two arrays, and each seat can be played by another one.
"""

import numpy as np

from shengji_env.agents.players import Layers
from shengji_env.engine.layout import TOKENS
from shengji_env.engine.rng import below

from .compiled import jit

MAX_LAYERS = 32
# A shape row: number of layers, activation, then the widths from the inputs to the outputs.
DEPTH, ACTIVATION, WIDTHS = 0, 1, 2
SHAPE = WIDTHS + MAX_LAYERS + 1
RELU, TANH = 0, 1
ACTIVATIONS = {"relu": RELU, "tanh": TANH}

_WORDS = 1 << 32


def shape_of(layers: Layers, activation: str = "relu") -> np.ndarray:
    """int64[SHAPE]: how `forward` reads the packed layers."""
    row = np.zeros(SHAPE, np.int64)
    row[DEPTH], row[ACTIVATION] = len(layers), ACTIVATIONS[activation]
    row[WIDTHS] = layers[0][0].shape[1]
    for k, (weight, _) in enumerate(layers):
        row[WIDTHS + 1 + k] = weight.shape[0]
    return row


def pack(layers: Layers) -> np.ndarray:
    """The layers as one float32 vector: of each the weights, input by input, then the bias."""
    parts = [part for weight, bias in layers for part in (np.ascontiguousarray(weight.T).ravel(), np.ravel(bias))]
    return np.concatenate(parts).astype(np.float32)


def scratch_for(shapes: np.ndarray) -> np.ndarray:
    """float32[2, widest]: the work space `forward` needs for any network of these shape rows."""
    return np.zeros((2, max(int(shapes[:, WIDTHS + 1 :].max(initial=0)), TOKENS)), np.float32)


@jit
def forward(net, shape, observation, scratch):
    """The logits of one observation, float32[outputs], in `scratch`. observation: int8[shape[WIDTHS]]."""
    at = 0
    depth = shape[DEPTH]
    width = shape[WIDTHS + 1]
    out = scratch[0, :width]
    at = first_layer(net, observation, shape[WIDTHS], width, out)
    for layer in range(1, depth):
        before = shape[WIDTHS + layer]
        width = shape[WIDTHS + layer + 1]
        inputs = scratch[(layer - 1) & 1, :before]
        activate(inputs, shape[ACTIVATION])
        out = scratch[layer & 1, :width]
        bias_at = at + before * width
        out[:] = net[bias_at : bias_at + width]
        for j in range(before):
            if inputs[j] != 0:
                add_row(net, at + j * width, inputs[j], out)
        at = bias_at + width
    return out


@jit
def first_layer(net, observation, size, width, out):
    """Write its sums; returns where the next layer's weights begin."""
    bias_at = size * width
    out[:] = net[bias_at : bias_at + width]
    for j in range(size):
        if observation[j] != 0:
            add_row(net, j * width, np.float32(observation[j]), out)
    return bias_at + width


@jit
def add_row(net, at, factor, out):
    """``out += factor * net[at : at + len(out)]``; no sum is reordered, so that the compiler may vectorise."""
    row = net[at : at + len(out)]
    for c in range(len(out)):
        out[c] += factor * row[c]


@jit
def activate(values, activation):
    for c in range(len(values)):
        if activation == TANH:
            values[c] = np.tanh(values[c])
        elif values[c] < 0:
            values[c] = 0


@jit
def best_token(logits, mask):
    """The legal token of the largest logit, of equal ones the first."""
    best = -1
    for token in range(TOKENS):
        if mask[token] != 0 and (best < 0 or logits[token] > logits[best]):
            best = token
    return best


@jit
def drawn_token(logits, mask, state):
    """(next random state, a legal token drawn from the softmax of the logits)."""
    top = np.float64(logits[best_token(logits, mask)])
    total = 0.0
    for token in range(TOKENS):
        if mask[token] != 0:
            total += np.exp(logits[token] - top)
    state, word = below(state, _WORDS)
    left = total * (word / _WORDS)
    last = -1
    for token in range(TOKENS):
        if mask[token] != 0:
            last = token
            left -= np.exp(logits[token] - top)
            if left < 0:
                break
    return state, last
