"""Searching, sorting and set functions, and indexing functions."""

import typing

from . import _axes, _dtypes, _holor
from ._array import Array, array_of, binary, cast, checked, promoted, scalar, unary
from ._creation import asarray
from ._manipulation import _along, broadcast_to, broadcast_shapes, concat, reshape
from ._statistics import reduced


def argmax(x, /, *, axis=None, keepdims=False):
    return reduced("argmax", x, axis, keepdims)


def argmin(x, /, *, axis=None, keepdims=False):
    return reduced("argmin", x, axis, keepdims)


def nonzero(x, /):
    if checked("nonzero", x).ndim == 0:
        raise ValueError("nonzero: []: expected rank 1 or more, found rank 0")
    return tuple(array_of(raw) for raw in _holor.nonzero(x._raw))


def searchsorted(x1, x2, /, *, side="left", sorter=None):
    if side not in ("left", "right"):
        raise ValueError(f"searchsorted: side is {side!r}, expected 'left' or 'right'")
    if sorter is not None:
        x1 = take(x1, sorter)
    x1, x2 = promoted("searchsorted", x1, x2)
    return array_of(_holor.searchsorted(x1._raw, x2._raw, side == "right"))


def where(condition, x1, x2, /):
    checked("where", condition)
    if _dtypes.is_scalar(x1) and _dtypes.is_scalar(x2):
        x1 = asarray(x1)
    x1, x2 = promoted("where", x1, x2)
    return array_of(_holor.where_(condition._raw, x1._raw, x2._raw))


def sort(x, /, *, axis=-1, descending=False, stable=True):
    return _along("sort", x, _axes.one("sort", checked("sort", x).shape, axis), flag=bool(descending))


def argsort(x, /, *, axis=-1, descending=False, stable=True):
    return _along("argsort", x, _axes.one("argsort", checked("argsort", x).shape, axis), flag=bool(descending))


def take(x, indices, /, *, axis=None):
    checked("take", x), checked("take", indices)
    if axis is None:
        if x.ndim != 1:
            raise ValueError(f"take: {list(x.shape)}: an axis is needed, except at rank 1")
        axis = 0
    axis = _axes.one("take", x.shape, axis)
    taken = _along("take", x, axis, other=reshape(indices, (indices.size,)))
    return reshape(taken, (*x.shape[:axis], *indices.shape, *x.shape[axis + 1 :]))


def take_along_axis(x, indices, /, *, axis=-1):
    checked("take_along_axis", x), checked("take_along_axis", indices)
    if x.ndim != indices.ndim:
        raise ValueError(f"take_along_axis: {list(x.shape)} and {list(indices.shape)}: the ranks differ")
    axis = _axes.one("take_along_axis", x.shape, axis)
    without = [[*shape[:axis], 1, *shape[axis + 1 :]] for shape in (x.shape, indices.shape)]
    shape = broadcast_shapes(*without)
    x, indices = (broadcast_to(a, (*shape[:axis], a.shape[axis], *shape[axis + 1 :])) for a in (x, indices))
    return array_of(_holor.take_along_axis(x._raw, indices._raw, axis))


class UniqueAllResult(typing.NamedTuple):
    values: Array
    indices: Array
    inverse_indices: Array
    counts: Array


class UniqueCountsResult(typing.NamedTuple):
    values: Array
    counts: Array


class UniqueInverseResult(typing.NamedTuple):
    values: Array
    inverse_indices: Array


def unique_all(x, /):
    if checked("unique_all", x).dtype.kind == "complex floating":
        return _unique_complex(x)
    return UniqueAllResult(*(array_of(raw) for raw in _holor.unique(x._raw)))


def _unique_complex(x):
    """Complex numbers have no order of their own: by real part, then by imaginary part."""
    flat = reshape(x, (x.size,))
    order = argsort(unary("imag", flat))
    order = take(order, argsort(unary("real", take(flat, order))))
    ordered = take(flat, order)
    count = x.size
    is_first = binary("not_equal", ordered[1:], ordered[: max(count - 1, 0)])
    is_first = concat([asarray([True] * min(count, 1), dtype=_dtypes.bool), is_first])
    starts = _holor.nonzero(is_first._raw)[0]
    starts = array_of(starts)
    # How many values begin up to each element, less one, is the number of its value.
    number = _along("cumulative_sum", cast(is_first, _dtypes.int64), 0) - 1
    inverse = reshape(take(number, argsort(order)), x.shape)
    ends = concat([starts[1:], asarray([count] * min(count, 1), dtype=_dtypes.int64)])
    return UniqueAllResult(take(ordered, starts), take(order, starts), inverse, ends - starts)


def unique_counts(x, /):
    result = unique_all(x)
    return UniqueCountsResult(result.values, result.counts)


def unique_inverse(x, /):
    result = unique_all(x)
    return UniqueInverseResult(result.values, result.inverse_indices)


def unique_values(x, /):
    return unique_all(x).values


def isin(x1, x2, /, *, invert=False):
    x1, x2 = promoted("isin", x1, x2)
    result = array_of(_holor.isin(x1._raw, x2._raw))
    return unary("logical_not", result) if invert else result
