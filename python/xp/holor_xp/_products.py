"""Products of matrices and vectors."""

import math

from . import _axes, _holor
from ._array import array_of, checked, promoted
from ._manipulation import _permuted, broadcast_shapes, expand_dims, reshape, squeeze


def matrix_transpose(x, /):
    if checked("matrix_transpose", x).ndim < 2:
        raise ValueError(f"matrix_transpose: {list(x.shape)}: expected rank 2 or more, found rank {x.ndim}")
    return x.mT


def matmul(x1, x2, /):
    checked("matmul", x1), checked("matmul", x2)
    x1, x2 = promoted("matmul", x1, x2)
    ranks = x1.ndim, x2.ndim
    if 0 in ranks:
        raise ValueError(f"matmul: {list(x1.shape)} x {list(x2.shape)}: expected rank 1 or more, found rank 0")
    left = expand_dims(x1, 0) if ranks[0] == 1 else x1
    right = expand_dims(x2, -1) if ranks[1] == 1 else x2
    result = array_of(_holor.matmul(left._raw, right._raw))
    axes = [-2] * (ranks[0] == 1) + [-1] * (ranks[1] == 1)
    return squeeze(result, tuple(axes)) if axes else result


def tensordot(x1, x2, /, *, axes=2):
    checked("tensordot", x1), checked("tensordot", x2)
    x1, x2 = promoted("tensordot", x1, x2)
    if isinstance(axes, int):
        if not 0 <= axes <= min(x1.ndim, x2.ndim):
            raise ValueError(f"tensordot: {list(x1.shape)} and {list(x2.shape)}: axes is {axes}")
        axes = range(x1.ndim - axes, x1.ndim), range(axes)
    pairs = [_axes.several("tensordot", x.shape, tuple(own)) for x, own in zip((x1, x2), axes)]
    sizes = [[x.shape[axis] for axis in own] for x, own in zip((x1, x2), pairs)]
    if sizes[0] != sizes[1]:
        raise ValueError(f"tensordot: {list(x1.shape)} and {list(x2.shape)}: sizes {sizes[0]} and {sizes[1]} differ")
    matrices, shape = [], []
    for x, own in zip((x1, x2), pairs):
        free = [axis for axis in range(x.ndim) if axis not in own]
        shape += [x.shape[axis] for axis in free]
        rows = math.prod(x.shape[axis] for axis in free)
        matrices.append(reshape(_permuted(x, free + own), (rows, math.prod(sizes[0]))))
    return reshape(array_of(_holor.tensordot(matrices[0]._raw, matrices[1]._raw)), shape)


def at_end(operation, x, axis):
    """The array with an axis at the end."""
    axis = _axes.one(operation, x.shape, axis)
    return _permuted(x, [*(i for i in range(x.ndim) if i != axis), axis])


def vecdot(x1, x2, /, *, axis=-1):
    checked("vecdot", x1), checked("vecdot", x2)
    x1, x2 = promoted("vecdot", x1, x2)
    x1, x2 = at_end("vecdot", x1, axis), at_end("vecdot", x2, axis)
    return array_of(_holor.vecdot(x1._raw, x2._raw))
