"""Measures numpy, torch and jax on the workloads of the bench beside it, with the same names.

    python twin.py [--check] [--threads N|all] [--out FILE] [--part N/M] [words]

Options and output are those of the bench (`cargo run --release -- --help` has them in its source).
A library that cannot be imported is left out. jax compiles each workload with `jit`, and every call
waits for its result.
"""

import os
import resource
import statistics
import sys
import time
from itertools import repeat


def options(arguments):
    found = {"check": False, "threads": "1", "out": None, "part": "0/1", "words": []}
    arguments = iter(arguments)
    for argument in arguments:
        if argument == "--check":
            found[argument[2:]] = True
        elif argument in ("--threads", "--out", "--part"):
            found[argument[2:]] = next(arguments)
        elif argument.startswith("-"):
            sys.exit(f"{argument}?\n{__doc__}")
        else:
            found["words"].append(argument)
    count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    found["threads"] = count if found["threads"] == "all" else int(found["threads"])
    return found


OPTIONS = options(sys.argv[1:])
THREADS = OPTIONS["threads"]

# Before the first import: each of them reads its own variable once.
for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NPROC"):
    os.environ[variable] = str(THREADS)
# OpenBLAS takes the kernels of the processor that it finds, not those that somebody told it to take.
for variable in ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE"):
    os.environ.pop(variable, None)
os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["JAX_ENABLE_X64"] = "1"
os.environ["CUDA_VISIBLE_DEVICES"] = ""
if THREADS == 1:
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"

import numpy as np

try:
    import torch

    torch.set_num_threads(THREADS)
    torch.set_num_interop_threads(1)
except Exception as error:  # also what a missing shared library raises
    print(f"without torch: {error}", file=sys.stderr)
    torch = None
try:
    import jax
    import jax.numpy as jnp
except Exception as error:
    print(f"without jax: {error}", file=sys.stderr)
    jax = None

SAMPLE, ROUNDS, FEW_ROUNDS, LONG, RETRIES = 0.010, 11, 7, 0.060, 5
ROWS = []


def row(name, tolerance, make):
    """Adds a workload; `make` returns a function without arguments for each library."""
    ROWS.append((name, tolerance, make))


def inputs(*shapes, dtype=np.float32, seed=1, change=lambda x: x):
    """The same arrays for each library."""
    random = np.random.default_rng(seed)
    arrays = [np.asarray(random.uniform(-1, 1, shape)) for shape in shapes]
    if np.issubdtype(dtype, np.integer):
        arrays = [array * 100 for array in arrays]
    return given(*(np.asarray(change(array.astype(dtype)), order="C") for array in arrays))


# As in inputs.rs: large arrays begin 16 bytes behind a page, since they are not in the heap of glibc.
LARGE, MAPPED = 4 << 20, 33 << 20


def placed(array):
    """A copy in memory of its own."""
    if array.nbytes < LARGE:
        return array.copy()
    room = np.empty(max(array.nbytes, MAPPED), np.uint8)
    copy = room[:array.nbytes].view(array.dtype).reshape(array.shape)
    copy[...] = array
    return copy


def given(*arrays):
    """These arrays for each library."""
    arrays = [placed(array) for array in arrays]
    tensors = [torch.from_numpy(placed(array)) for array in arrays] if torch else None
    others = [jnp.asarray(array) for array in arrays] if jax else None
    return arrays, tensors, others


def columns(operands, in_numpy, in_torch=None, in_jax=None):
    """A function for each library that is there and has the workload."""
    arrays, tensors, others = operands
    found = {}
    if in_numpy:
        found["numpy"] = lambda: in_numpy(*arrays)
    if in_torch and torch:
        found["torch"] = lambda: in_torch(*tensors)
    if in_jax and jax:
        compiled = jax.jit(in_jax)
        found["jax"] = lambda: compiled(*others).block_until_ready()
    return found


def real(array):
    """All numbers, those of complex ones in pairs."""
    if np.iscomplexobj(array):
        array = np.stack((array.real, array.imag), -1)
    return array.astype(np.float64).ravel()


def agree(name, tolerance, found):
    results = {library: real(np.asarray(work())) for library, work in found.items()}
    (first, left), *others = results.items()
    for other, right in others:
        assert left.shape == right.shape, f"{name}: {first} and {other} differ in length"
        scale = np.maximum(1, np.maximum(np.abs(left), np.abs(right)))
        worst = (np.abs(left - right) / scale).max(initial=0)
        assert worst <= tolerance, f"{name}: {first} and {other} are {worst} apart"


def timed(work, calls):
    start = time.perf_counter_ns()
    for _ in repeat(None, calls):
        work()
    return (time.perf_counter_ns() - start) / calls


def undisturbed(work, calls, retries):
    """Takes a sample again if another process interrupted it, and in the end the shortest."""
    shortest = float("inf")
    for _ in range(1 + retries):
        before = resource.getrusage(resource.RUSAGE_SELF).ru_nivcsw
        shortest = min(shortest, timed(work, calls))
        if resource.getrusage(resource.RUSAGE_SELF).ru_nivcsw == before:
            break
    return shortest


def calls_in_a_sample(work):
    calls = 1
    while True:
        ns = timed(work, calls)
        if ns * calls >= SAMPLE / 2 * 1e9:
            # First calls get new memory from the system.
            ns = min(ns, timed(work, calls))
        if ns * calls >= SAMPLE / 2 * 1e9:
            return max(1, int(SAMPLE * 1e9 / ns) + 1)
        calls *= 2


def figures(found):
    """The median and the least nanoseconds of one call; the libraries take turns, as in the bench."""
    calls = {library: calls_in_a_sample(work) for library, work in found.items()}
    samples = {library: [] for library in found}
    for number in range(ROUNDS):
        # Small results lie elsewhere in each round, as in the bench.
        spacer = bytearray(1088 + number * 23 % 48 * 64)
        turn = list(found.items())
        for library, work in turn if number % 2 == 0 else reversed(turn):
            long = samples[library] and samples[library][0] > LONG * 1e9
            if number >= FEW_ROUNDS and long:
                continue
            if calls[library] > 1:
                timed(work, min(max(-(-calls[library] // 2), 4), 8))
            retries = 0 if long or THREADS > 1 else RETRIES
            samples[library].append(undisturbed(work, calls[library], retries))
        del spacer
    return {library: (statistics.median(times), min(times)) for library, times in samples.items()}


def main():
    import twin_rows  # noqa: F401  fills ROWS

    checked = 0
    words, (rest, parts) = OPTIONS["words"], map(int, OPTIONS["part"].split("/"))
    rows = [row for row in ROWS if not words or any(word in row[0] for word in words)]
    for name, tolerance, make in rows[rest::parts]:
        found = make()
        agree(name, tolerance, found)
        checked += 1
        if OPTIONS["check"]:
            print(f"{name}: {', '.join(found)} agree")
            continue
        times = figures(found)
        print(name)
        for library, (median, _) in times.items():
            print(f"  {library:24} {median:14.1f} ns")
        if OPTIONS["out"]:
            with open(OPTIONS["out"], "a") as out:
                for library, (median, least) in times.items():
                    out.write(f'"{name}","{library}",{THREADS},{median:.2f},{least:.2f}\n')
    assert checked, f"no row has {words} in its name"
    if OPTIONS["check"]:
        print(f"{checked} passed, 0 failed")


if __name__ == "__main__":
    sys.modules["twin"] = sys.modules["__main__"]
    main()
