"""An example of a package on holor: functions of arrays that are computed in Rust.

Each function takes arrays of any library that has DLPack (numpy, torch, jax, ..) and reads them where they are. The
result is an array of the library that the first argument is of. A wrong rank or element type is a TypeError.
"""

import sys

from . import _holor

__all__ = ["background_sum", "centre", "matmul", "normalise", "softmax", "sum_last", "transpose"]


def _like(argument, result):
    """The result as an array of the library that `argument` is of; no copy."""
    if hasattr(argument, "__array_namespace__"):
        library = argument.__array_namespace__()
    else:  # torch has no namespace of the array API
        library = sys.modules[type(argument).__module__.partition(".")[0]]
    return library.from_dlpack(result)


def softmax(x):
    """[n, k] -> [n, k]: the softmax of each row, of float32 or float64."""
    return _like(x, _holor.softmax(x))


def matmul(a, b):
    """[m, k] x [k, n] -> [m, n], of float32 or float64."""
    return _like(a, _holor.matmul(a, b))


def normalise(image):
    """[height, width, channels] -> [channels, height, width]: uint8 to float32, each channel with mean 0 and
    standard deviation 1."""
    return _like(image, _holor.normalise(image))


def transpose(x):
    """[m, n] -> [n, m], of float64: a read-only array over the memory of `x`."""
    return _like(x, _holor.transpose(x))


def sum_last(x):
    """[.., n] -> [..]: the sums along the last axis, of float64 and rank 1 to 4."""
    return _like(x, _holor.sum_last(x))


def centre(x):
    """Subtracts the mean of each column of [m, n], of float64, in the memory of `x`. Returns `x`."""
    _holor.centre(x)
    return x


def background_sum(x):
    """[n] -> float: the sum, computed on a thread without Python's lock. Do not write to `x` meanwhile."""
    return _holor.background_sum(x)
