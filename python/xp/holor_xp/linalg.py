"""The extension of linear algebra."""

import math
import operator
import typing

from . import _axes, _dtypes, _holor
from ._array import Array, array_of, binary, cast, checked, promoted, unary
from ._manipulation import _permuted, broadcast_arrays, broadcast_to, expand_dims, moveaxis, reshape, squeeze
from ._products import at_end, matmul, matrix_transpose, tensordot, vecdot
from ._searching import where
from ._statistics import max as _max, min as _min, reduced, sum as _sum, wide

__all__ = """cholesky cross det diagonal eig eigh eigvals eigvalsh inv matmul matrix_norm matrix_power matrix_rank
matrix_transpose outer pinv qr slogdet solve svd svdvals tensordot trace vecdot vector_norm""".split()


class EigResult(typing.NamedTuple):
    eigenvalues: Array
    eigenvectors: Array


class EighResult(typing.NamedTuple):
    eigenvalues: Array
    eigenvectors: Array


class QRResult(typing.NamedTuple):
    Q: Array
    R: Array


class SlogdetResult(typing.NamedTuple):
    sign: Array
    logabsdet: Array


class SVDResult(typing.NamedTuple):
    U: Array
    S: Array
    Vh: Array


def _decomposed(name, x, flag=False, rtol=None):
    return [array_of(raw) for raw in _holor.decompose(name, checked(name, x)._raw, flag, rtol)]


def cholesky(x, /, *, upper=False):
    return _decomposed("cholesky", x, bool(upper))[0]


def cross(x1, x2, /, *, axis=-1):
    checked("cross", x1), checked("cross", x2)
    x1, x2 = promoted("cross", x1, x2)
    axes = [_axes.one("cross", x.shape, axis) - x.ndim for x in (x1, x2)]
    if axes[0] != axes[1]:
        raise ValueError(f"cross: {list(x1.shape)} and {list(x2.shape)}: the axis differs")
    for x in (x1, x2):
        if x.shape[axes[0]] != 3:
            raise ValueError(f"cross: {list(x.shape)}: axis {axis} has size {x.shape[axes[0]]}, not 3")
    x1, x2 = broadcast_arrays(at_end("cross", x1, axis), at_end("cross", x2, axis))
    return moveaxis(array_of(_holor.cross(x1._raw, x2._raw)), -1, axes[0])


def det(x, /):
    return _decomposed("det", x)[0]


def diagonal(x, /, *, offset=0):
    return array_of(_holor.diagonal(checked("diagonal", x)._raw, offset))


def eig(x, /):
    return EigResult(*_decomposed("eig", x))


def eigh(x, /):
    return EighResult(*_decomposed("eigh", x))


def eigvals(x, /):
    return _decomposed("eigvals", x)[0]


def eigvalsh(x, /):
    return _decomposed("eigvalsh", x)[0]


def inv(x, /):
    return _decomposed("inv", x)[0]


def outer(x1, x2, /):
    checked("outer", x1), checked("outer", x2)
    x1, x2 = promoted("outer", x1, x2)
    return array_of(_holor.outer(x1._raw, x2._raw))


def matrix_power(x, n, /):
    checked("matrix_power", x)
    n = operator.index(n)
    return array_of(_holor.matrix_power((inv(x) if n < 0 else x)._raw, abs(n)))


def _relative(x, rtol):
    """A tolerance of each matrix, if there are several; else a number."""
    return float(rtol) if not isinstance(rtol, Array) or rtol.ndim == 0 else None


def matrix_rank(x, /, *, rtol=None):
    if rtol is None or _relative(x, rtol) is not None:
        return _decomposed("matrix_rank", x, False, None if rtol is None else float(rtol))[0]
    values = svdvals(x)
    largest = values[..., :1] if values.shape[-1] else values
    return reduced("count_nonzero", binary("greater", values, largest * expand_dims(rtol, -1)), -1, False)


def pinv(x, /, *, rtol=None):
    if rtol is None or _relative(x, rtol) is not None:
        return _decomposed("pinv", x, False, None if rtol is None else float(rtol))[0]
    u, s, vh = svd(x, full_matrices=False)
    least = s[..., :1] * expand_dims(rtol, -1) if s.shape[-1] else s
    inverse = where(binary("greater", s, least), unary("reciprocal", s), 0.0)
    vh, u = unary("conj", vh).mT, unary("conj", u).mT
    return matmul(vh * cast(expand_dims(inverse, -2), vh.dtype), u)


def qr(x, /, *, mode="reduced"):
    if mode not in ("reduced", "complete"):
        raise ValueError(f"qr: mode is {mode!r}, expected 'reduced' or 'complete'")
    return QRResult(*_decomposed("qr", x, mode == "complete"))


def slogdet(x, /):
    return SlogdetResult(*_decomposed("slogdet", x))


def solve(x1, x2, /):
    checked("solve", x1), checked("solve", x2)
    x1, x2 = promoted("solve", x1, x2)
    is_vector = x2.ndim == 1
    result = array_of(_holor.solve(x1._raw, (expand_dims(x2, -1) if is_vector else x2)._raw))
    return squeeze(result, -1) if is_vector else result


def svd(x, /, *, full_matrices=True):
    return SVDResult(*_decomposed("svd", x, bool(full_matrices)))


def svdvals(x, /):
    return _decomposed("svdvals", x)[0]


def trace(x, /, *, offset=0, dtype=None):
    return _sum(diagonal(wide("trace", x, dtype), offset=offset), axis=-1, dtype=dtype)


def vector_norm(x, /, *, axis=None, keepdims=False, ord=2):
    return reduced("norm", checked("vector_norm", x), axis, keepdims, ord)


def matrix_norm(x, /, *, keepdims=False, ord="fro"):
    if checked("matrix_norm", x).ndim < 2:
        raise ValueError(f"matrix_norm: {list(x.shape)}: expected rank 2 or more, found rank {x.ndim}")
    if not _dtypes.is_inexact(x.dtype):
        raise TypeError(f"matrix_norm: {list(x.shape)}: expected a floating-point dtype, found {x.dtype}")
    if ord == "fro":
        return vector_norm(x, axis=(-2, -1), keepdims=keepdims)
    if ord in (2, -2, "nuc"):
        values = svdvals(x)
        result = _sum(values, axis=-1) if ord == "nuc" else (_max if ord == 2 else _min)(values, axis=-1)
    elif ord in (1, -1, math.inf, -math.inf):
        sums = _sum(unary("abs", x), axis=-2 if abs(ord) == 1 else -1)
        result = (_max if ord > 0 else _min)(sums, axis=-1)
    else:
        raise ValueError(f"matrix_norm: ord is {ord!r}, expected 1, 2, inf, -1, -2, -inf, 'fro' or 'nuc'")
    return reshape(result, (*result.shape, 1, 1)) if keepdims else result
