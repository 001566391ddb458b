"""Makes attention.txt: what numpy computes for the block of examples/attention.rs.

    python examples/data/attention.py      # numpy 2.4.6

Weights and input are waves, so that nobody has to store them.
"""

from math import erf
from pathlib import Path

import numpy as np

BATCH, TIME, HEADS, WIDTH = 2, 7, 4, 8
CHANNELS = HEADS * WIDTH


def wave(shape, pitch, scale):
    steps = np.arange(np.prod(shape), dtype=np.float64)
    return (scale * np.sin(pitch * steps)).reshape(shape)


def layer_norm(x):
    mean, variance = x.mean(-1, keepdims=True), x.var(-1, keepdims=True)
    return (x - mean) / np.sqrt(variance + 1e-5)


def attention(x, qkv, out):
    q, k, v = (x @ qkv.T).reshape(BATCH, TIME, 3, HEADS, WIDTH).transpose(2, 0, 3, 1, 4)
    scores = q @ k.swapaxes(-1, -2) / np.sqrt(WIDTH)
    scores = np.where(np.tri(TIME, dtype=bool), scores, -np.inf)
    powers = np.exp(scores - scores.max(-1, keepdims=True))
    mixed = powers / powers.sum(-1, keepdims=True) @ v
    return mixed.swapaxes(1, 2).reshape(BATCH, TIME, CHANNELS) @ out.T


def gelu(x):
    return x / 2 * (1 + np.vectorize(erf)(x / np.sqrt(2)))


x = wave((BATCH, TIME, CHANNELS), 0.37, 1.0)
qkv = wave((3 * CHANNELS, CHANNELS), 1.13, 0.3)
out = wave((CHANNELS, CHANNELS), 0.71, 0.2)
up = wave((4 * CHANNELS, CHANNELS), 0.53, 0.2)
down = wave((CHANNELS, 4 * CHANNELS), 0.91, 0.1)

x = x + attention(layer_norm(x), qkv, out)
x = x + gelu(layer_norm(x) @ up.T) @ down.T
lines = (f"{value:.9e}" for value in x.ravel())
Path(__file__).with_suffix(".txt").write_text("\n".join(lines) + "\n")
