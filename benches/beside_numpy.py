"""The rows of beside_numpy.rs by numpy on one thread, with the ratio of holor's times to numpy's.

    python3 benches/beside_numpy.py holor.tsv [words]
"""

import os
import sys
import time

os.environ["OPENBLAS_NUM_THREADS"] = "1"
import numpy as np  # noqa: E402

HOLOR = dict(line.rstrip("\n").split("\t") for line in open(sys.argv[1]))
WORDS = sys.argv[2:]
RANDOM = np.random.default_rng(0)


def row(name, f):
    if name not in HOLOR or WORDS and not any(word in name for word in WORDS):
        return

    def run(calls):
        start = time.perf_counter()
        for _ in range(calls):
            f()
        return time.perf_counter() - start

    run(1)
    calls = int(min(max(2e-4 / run(1), 1), 10_000))
    start, least = time.perf_counter(), np.inf
    while time.perf_counter() - start < 0.3:
        least = min(least, run(calls))
    numpy, holor = least / calls * 1e6, float(HOLOR[name])
    print(f"{name:28} holor {holor:10.2f}  numpy {numpy:10.2f}  {holor / numpy:5.2f}", flush=True)


def decompositions(batch, shape):
    a, n = RANDOM.random(shape) - 0.5, shape[-1]
    b = RANDOM.random((*shape[:-1], 1)) - 0.5
    symmetric = a + np.swapaxes(a, -1, -2)
    positive = symmetric + n * np.eye(n)
    linalg = np.linalg
    row(f"{batch}solve {n}", lambda: linalg.solve(a, b))
    row(f"{batch}inv {n}", lambda: linalg.inv(a))
    row(f"{batch}det {n}", lambda: linalg.det(a))
    row(f"{batch}cholesky {n}", lambda: linalg.cholesky(positive))
    row(f"{batch}qr {n}", lambda: linalg.qr(a))
    row(f"{batch}svdvals {n}", lambda: linalg.svdvals(a))
    row(f"{batch}svd {n}", lambda: linalg.svd(a, full_matrices=False))
    row(f"{batch}eigvalsh {n}", lambda: linalg.eigvalsh(symmetric))
    row(f"{batch}eigh {n}", lambda: linalg.eigh(symmetric))


def numbers(shape, real):
    x, y = RANDOM.random((2, *shape)).astype(real)
    return x, x + 1j * y


for size in [4, 10, 50, 100, 500]:
    decompositions("", (size, size))
for size in [4, 10]:
    decompositions("1000 of ", (1000, size, size))
fft = np.fft
for real, name in [(np.float32, "f32"), (np.float64, "f64")]:
    for n in [64, 1000, 1009, 1024, 4096, 1 << 20]:
        x, z = numbers((n,), real)
        half = fft.rfft(x)
        row(f"fft {n} {name}", lambda: fft.fft(z))
        row(f"rfft {n} {name}", lambda: fft.rfft(x))
        row(f"irfft {n} {name}", lambda: fft.irfft(half))
    for n in [512, 1000]:
        x, z = numbers((n, n), real)
        half = fft.rfft2(x)
        row(f"fft2 {n} {name}", lambda: fft.fft2(z))
        row(f"rfft2 {n} {name}", lambda: fft.rfft2(x))
        row(f"irfft2 {n} {name}", lambda: fft.irfft2(half))
    x, z = numbers((1000, 256), real)
    row(f"fft over last {name}", lambda: fft.fft(z))
    row(f"rfft over last {name}", lambda: fft.rfft(x))
    x, z = numbers((256, 1000), real)
    row(f"fft over first {name}", lambda: fft.fft(z, axis=0))
    row(f"rfft over first {name}", lambda: fft.rfft(x, axis=0))

N = 1_000_000
matrix, weights = RANDOM.random((10_000, 64)), RANDOM.random(10_000) + 0.5
weights /= weights.sum()
row("uniform f32 1M", lambda: RANDOM.random(N, dtype=np.float32))
row("uniform f64 1M", lambda: RANDOM.random(N))
row("uniform i64 1M", lambda: RANDOM.integers(0, 1000, N))
row("normal f32 1M", lambda: RANDOM.standard_normal(N, dtype=np.float32))
row("normal f64 1M", lambda: RANDOM.standard_normal(N))
row("permutation 1M", lambda: RANDOM.permutation(N))
row("choice rows", lambda: RANDOM.choice(matrix, 10_000))
row("choice distinct rows", lambda: RANDOM.choice(matrix, 1000, replace=False))
row("choice weighted rows", lambda: RANDOM.choice(matrix, 10_000, p=weights))
