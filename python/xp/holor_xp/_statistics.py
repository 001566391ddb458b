"""Statistical and utility functions."""

import builtins

from . import _axes, _dtypes, _holor
from ._array import array_of, cast, checked, unary
from ._manipulation import _along, concat


def reduced(name, x, axis, keepdims, parameter=0.0):
    axes = _axes.several(name, checked(name, x).shape, axis)
    return array_of(_holor.reduce(name, x._raw, axes, builtins.bool(keepdims), float(parameter)))


def wide(name, x, dtype):
    """The elements in the type in which they are added."""
    checked(name, x)
    if x.dtype is _dtypes.bool:
        raise TypeError(f"{name}: {list(x.shape)}: expected a numeric dtype, found bool")
    if dtype is None:
        default = {"signed integer": _dtypes.int64, "unsigned integer": _dtypes.uint64}
        dtype = default.get(x.dtype.kind, x.dtype)
    return cast(x, _dtypes.checked(dtype))


def sum(x, /, *, axis=None, dtype=None, keepdims=False):
    return reduced("sum", wide("sum", x, dtype), axis, keepdims)


def prod(x, /, *, axis=None, dtype=None, keepdims=False):
    return reduced("prod", wide("prod", x, dtype), axis, keepdims)


def max(x, /, *, axis=None, keepdims=False):
    return reduced("max", x, axis, keepdims)


def min(x, /, *, axis=None, keepdims=False):
    return reduced("min", x, axis, keepdims)


def mean(x, /, *, axis=None, keepdims=False):
    return reduced("mean", x, axis, keepdims)


def var(x, /, *, axis=None, correction=0.0, keepdims=False):
    return reduced("var", x, axis, keepdims, correction)


def std(x, /, *, axis=None, correction=0.0, keepdims=False):
    return reduced("std", x, axis, keepdims, correction)


def _truth(name, x):
    return cast(checked(name, x), _dtypes.bool)


def all(x, /, *, axis=None, keepdims=False):
    return reduced("all", _truth("all", x), axis, keepdims)


def any(x, /, *, axis=None, keepdims=False):
    return reduced("any", _truth("any", x), axis, keepdims)


def count_nonzero(x, /, *, axis=None, keepdims=False):
    return reduced("count_nonzero", x, axis, keepdims)


def _cumulative(name, x, axis, dtype, include_initial):
    x = wide(name, x, dtype)
    if axis is None:
        if x.ndim != 1:
            raise ValueError(f"{name}: {list(x.shape)}: an axis is needed, except at rank 1")
        axis = 0
    return _along(name, x, _axes.one(name, x.shape, axis), flag=builtins.bool(include_initial))


def cumulative_sum(x, /, *, axis=None, dtype=None, include_initial=False):
    return _cumulative("cumulative_sum", x, axis, dtype, include_initial)


def cumulative_prod(x, /, *, axis=None, dtype=None, include_initial=False):
    return _cumulative("cumulative_prod", x, axis, dtype, include_initial)


def diff(x, /, *, axis=-1, n=1, prepend=None, append=None):
    axis = _axes.one("diff", checked("diff", x).shape, axis)
    if n < 0:
        raise ValueError(f"diff: n is {n}, expected at least 0")
    if n == 0:
        return x
    x = concat([part for part in (prepend, x, append) if part is not None], axis=axis)
    for _ in range(n):
        if x.dtype is _dtypes.bool:
            raise TypeError("diff: expected a numeric dtype, found bool")
        x = _along("diff", x, axis)
    return x
