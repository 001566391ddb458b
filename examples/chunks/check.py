"""Computes with zarr-python and numpy what the program has computed: python3 check.py FOLDER.

Needs zarr 3 and numpy: pip install zarr==3.1.6 numpy==2.4.6
"""

import sys

import numpy as np
import zarr

folder = sys.argv[1]
counts, normalised, peak = (
    zarr.open_array(f"{folder}/{name}", mode="r")[:] for name in ("counts", "normalised", "peak")
)
wide = counts.astype(np.float64)
mean, deviation = (f(axis=(0, 2, 3), keepdims=True) for f in (wide.mean, wide.std))
expected = ((wide - mean) / deviation).astype(np.float32)
assert normalised.shape == counts.shape and normalised.dtype == np.float32
np.testing.assert_allclose(normalised, expected, rtol=1e-6, atol=1e-7)
np.testing.assert_array_equal(peak, normalised.max(axis=0))
for channel in range(counts.shape[1]):
    print(f"channel {channel}: mean {mean[0, channel, 0, 0]:.6f}, standard deviation {deviation[0, channel, 0, 0]:.6f}")
