"""Manipulation functions."""

import math
import operator

from . import _axes, _dtypes, _holor
from ._array import array_of, cast, checked, promoted, scalar


def _permuted(x, axes):
    return array_of(_holor.permute(x._raw, axes))


def _along(name, x, axis, number=0, flag=False, other=None):
    return array_of(_holor.along(name, x._raw, axis, number, flag, None if other is None else other._raw))


def reshape(x, /, shape, *, copy=None):
    checked("reshape", x)
    sizes = [operator.index(size) for size in shape]
    if any(size < -1 for size in sizes) or sizes.count(-1) > 1:
        raise ValueError(f"reshape: {list(x.shape)} to {sizes}: expected sizes of at least 0, and -1 at most once")
    if -1 in sizes:
        known = math.prod(size for size in sizes if size != -1)
        if known == 0 or x.size % known:
            raise ValueError(f"reshape: {list(x.shape)} to {sizes}: {x.size} elements cannot be divided by {known}")
        sizes[sizes.index(-1)] = x.size // known
    if copy is False and not _holor.can_view(x._raw, sizes):
        raise ValueError(f"reshape: {list(x.shape)} to {sizes}: a copy is needed")
    raw = _holor.reshape(x._raw, sizes)
    return array_of(raw.copy() if copy else raw)


def permute_dims(x, /, axes):
    checked("permute_dims", x)
    if len(axes) != x.ndim:
        raise ValueError(f"permute_dims: {list(x.shape)}: axes is {list(axes)}, expected each axis once")
    return _permuted(x, _axes.several("permute_dims", x.shape, tuple(axes)))


def moveaxis(x, source, destination, /):
    shape = checked("moveaxis", x).shape
    source = _axes.several("moveaxis", shape, source)
    destination = _axes.several("moveaxis", shape, destination)
    if len(source) != len(destination):
        raise ValueError(f"moveaxis: {list(shape)}: {len(source)} axes go to {len(destination)} places")
    order = [axis for axis in range(x.ndim) if axis not in source]
    for to, axis in sorted(zip(destination, source)):
        order.insert(to, axis)
    return _permuted(x, order)


def expand_dims(x, /, axis=0):
    shape = checked("expand_dims", x).shape
    count = len(axis) if isinstance(axis, (tuple, list)) else 1
    axes = _axes.several("expand_dims", shape, axis, x.ndim + count)
    sizes = iter(shape)
    return reshape(x, [1 if i in axes else next(sizes) for i in range(x.ndim + count)])


def squeeze(x, /, axis):
    shape = checked("squeeze", x).shape
    axes = _axes.several("squeeze", shape, axis)
    for axis in axes:
        if shape[axis] != 1:
            raise ValueError(f"squeeze: {list(shape)}: axis {axis} has size {shape[axis]}, not 1")
    return reshape(x, [size for i, size in enumerate(shape) if i not in axes])


def flip(x, /, *, axis=None):
    for one in _axes.several("flip", checked("flip", x).shape, axis):
        x = _along("flip", x, one)
    return x


def roll(x, /, shift, *, axis=None):
    checked("roll", x)
    if axis is None:
        flat = _along("roll", reshape(x, (x.size,)), 0, sum(shift) if isinstance(shift, (tuple, list)) else shift)
        return reshape(flat, x.shape)
    # An axis may be named twice: its shifts add.
    axes = axis if isinstance(axis, (tuple, list)) else (axis,)
    shifts = shift if isinstance(shift, (tuple, list)) else (shift,) * len(axes)
    if len(shifts) != len(axes):
        raise ValueError(f"roll: {len(shifts)} shifts of {len(axes)} axes")
    for by, one in zip(shifts, axes):
        x = _along("roll", x, _axes.one("roll", x.shape, one), by)
    return x


def tile(x, repetitions, /):
    return array_of(_holor.tile(checked("tile", x)._raw, [operator.index(count) for count in repetitions]))


def repeat(x, repeats, /, *, axis=None):
    checked("repeat", x)
    if axis is None:
        x, axis = reshape(x, (x.size,)), 0
    axis = _axes.one("repeat", x.shape, axis)
    if isinstance(repeats, int):
        repeats = scalar(repeats, _dtypes.int64)
    if not _dtypes.is_integer(checked("repeat", repeats).dtype):
        raise TypeError(f"repeat: expected an integer dtype, found {repeats.dtype}")
    if repeats.ndim > 1 or repeats.size not in (1, x.shape[axis]):
        raise ValueError(f"repeat: {list(x.shape)}: counts are {list(repeats.shape)}, expected one for each index")
    if any(count < 0 for count in repeats._raw.to_list()):
        raise ValueError("repeat: a count is below 0")
    return _along("repeat", x, axis, other=repeats)


def concat(arrays, /, *, axis=0):
    arrays = list(arrays)
    if not arrays:
        return array_of(_holor.concat([], 0))
    arrays = promoted("concat", *arrays)
    if axis is None:
        arrays, axis = [reshape(x, (x.size,)) for x in arrays], 0
    shape = arrays[0].shape
    axis = _axes.one("concat", shape, axis)
    for x in arrays:
        if x.ndim != len(shape):
            raise ValueError(f"concat: {list(shape)} and {list(x.shape)}: expected rank {len(shape)}, found rank {x.ndim}")
    return array_of(_holor.concat([x._raw for x in arrays], axis))


def stack(arrays, /, *, axis=0):
    arrays = list(arrays)
    shapes = {checked("stack", x).shape for x in arrays}
    if len(shapes) > 1:
        raise ValueError(f"stack: the arrays differ in shape: {sorted(map(list, shapes))}")
    if not arrays:
        return concat(arrays)
    axis = _axes.one("stack", arrays[0].shape, axis, arrays[0].ndim + 1)
    return concat([expand_dims(x, axis) for x in arrays], axis=axis)


def unstack(x, /, *, axis=0):
    axis = _axes.one("unstack", checked("unstack", x).shape, axis)
    return tuple(x[(slice(None),) * axis + (i,)] for i in range(x.shape[axis]))


def broadcast_to(x, /, shape):
    checked("broadcast_to", x)
    shape = [operator.index(size) for size in shape]
    if x.ndim > len(shape):
        raise ValueError(f"broadcast_to: {list(x.shape)} to {shape}: expected rank {x.ndim} or more")
    return array_of(_holor.broadcast_to(x._raw, shape))


def broadcast_shapes(*shapes):
    return tuple(_holor.broadcast_shapes([list(shape) for shape in shapes]))


def broadcast_arrays(*arrays):
    shape = broadcast_shapes(*(checked("broadcast_arrays", x).shape for x in arrays))
    return [broadcast_to(x, shape) for x in arrays]


def astype(x, dtype, /, *, copy=True, device=None):
    from ._array import on_device

    on_device(device)
    checked("astype", x)
    result = cast(x, _dtypes.checked(dtype))
    return array_of(x._raw.copy()) if copy and result is x else result
