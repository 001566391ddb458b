"""Creation functions."""

import builtins
import math
import operator

from . import _dtypes, _holor
from ._array import Array, array_of, cast, checked, on_device


def _shape(shape):
    shape = tuple(shape) if isinstance(shape, (tuple, list)) else (shape,)
    sizes = [operator.index(size) for size in shape]
    if any(size < 0 for size in sizes):
        raise ValueError(f"shape is {sizes}, expected sizes of at least 0")
    return sizes


def _or(dtype, default):
    return default if dtype is None else _dtypes.checked(dtype)


def _default(value):
    """The default type of a number of Python."""
    if isinstance(value, builtins.bool):
        return _dtypes.bool
    if isinstance(value, int):
        return _dtypes.int64
    return _dtypes.complex128 if isinstance(value, complex) else _dtypes.float64


def _filled(shape, value, dtype, device):
    on_device(device)
    return array_of(_holor.full(_shape(shape), value, dtype.name))


def _element(value, dtype):
    """A number of Python as an element of a type."""
    if dtype is _dtypes.bool:
        return builtins.bool(value)
    if _dtypes.is_integer(dtype):
        return int(value)
    return complex(value) if dtype.kind == "complex floating" else float(value)


def zeros(shape, *, dtype=None, device=None):
    dtype = _or(dtype, _dtypes.float64)
    return _filled(shape, _element(0, dtype), dtype, device)


def ones(shape, *, dtype=None, device=None):
    dtype = _or(dtype, _dtypes.float64)
    return _filled(shape, _element(1, dtype), dtype, device)


def empty(shape, *, dtype=None, device=None):
    return zeros(shape, dtype=dtype, device=device)


def full(shape, fill_value, *, dtype=None, device=None):
    if isinstance(fill_value, Array) and fill_value.ndim == 0:
        dtype = _or(dtype, fill_value.dtype)
        fill_value = fill_value._raw.item()
    if not _dtypes.is_scalar(fill_value):
        raise TypeError(f"full: expected a number, found {type(fill_value).__name__}")
    dtype = _or(dtype, _default(fill_value))
    return _filled(shape, _element(fill_value, dtype), dtype, device)


def zeros_like(x, /, *, dtype=None, device=None):
    return zeros(checked("zeros_like", x).shape, dtype=_or(dtype, x.dtype), device=device)


def ones_like(x, /, *, dtype=None, device=None):
    return ones(checked("ones_like", x).shape, dtype=_or(dtype, x.dtype), device=device)


def empty_like(x, /, *, dtype=None, device=None):
    return zeros_like(x, dtype=dtype, device=device)


def full_like(x, /, fill_value, *, dtype=None, device=None):
    return full(checked("full_like", x).shape, fill_value, dtype=_or(dtype, x.dtype), device=device)


def arange(start, /, stop=None, step=1, *, dtype=None, device=None):
    on_device(device)
    if stop is None:
        start, stop = 0, start
    default = _default(sum(type(x)(1) for x in (start, stop, step)))
    dtype = _or(dtype, default)
    return array_of(_holor.arange(start, stop, step, dtype.name))


def linspace(start, stop, /, num, *, dtype=None, device=None, endpoint=True):
    on_device(device)
    if isinstance(start, complex) or isinstance(stop, complex):
        dtype = _or(dtype, _dtypes.complex128)
        start, stop = complex(start), complex(stop)
        imag = array_of(_holor.linspace(start.imag, stop.imag, num, endpoint))
        real = array_of(_holor.linspace(start.real, stop.real, num, endpoint))
        return cast(cast(real, _dtypes.complex128) + cast(imag, _dtypes.complex128) * 1j, dtype)
    dtype = _or(dtype, _dtypes.float64)
    return cast(array_of(_holor.linspace(start, stop, num, endpoint)), dtype)


def eye(n_rows, n_cols=None, /, *, k=0, dtype=None, device=None):
    on_device(device)
    n_cols = n_rows if n_cols is None else n_cols
    return array_of(_holor.eye(n_rows, n_cols, k, _or(dtype, _dtypes.float64).name))


def _triangle(name, x, k, is_upper):
    if checked(name, x).ndim < 2:
        raise ValueError(f"{name}: {list(x.shape)}: expected rank 2 or more, found rank {x.ndim}")
    return array_of(_holor.triangle(x._raw, k, is_upper))


def tril(x, /, *, k=0):
    return _triangle("tril", x, k, False)


def triu(x, /, *, k=0):
    return _triangle("triu", x, k, True)


def meshgrid(*arrays, indexing="xy"):
    if indexing not in ("xy", "ij"):
        raise ValueError(f"meshgrid: indexing is {indexing!r}, expected 'xy' or 'ij'")
    for x in arrays:
        if checked("meshgrid", x).ndim != 1:
            raise ValueError(f"meshgrid: {list(x.shape)}: expected rank 1, found rank {x.ndim}")
    _dtypes.result_type(*arrays) if arrays else None
    order = list(range(len(arrays)))
    if indexing == "xy" and len(arrays) > 1:
        order[:2] = [1, 0]
    shape = [arrays[i].size for i in order]
    result = []
    for i, x in enumerate(arrays):
        own = [x.size if j == i else 1 for j in order]
        result.append(array_of(_holor.broadcast_to(_holor.reshape(x._raw, own), shape)))
    return result


def from_dlpack(x, /, *, device=None, copy=None):
    on_device(device)
    result = array_of(_holor.from_dlpack(x))
    return array_of(result._raw.copy()) if copy else result


def asarray(obj, /, *, dtype=None, device=None, copy=None):
    on_device(device)
    if dtype is not None:
        _dtypes.checked(dtype)
    if isinstance(obj, Array):
        if copy is False and dtype not in (None, obj.dtype):
            raise ValueError("asarray: another dtype needs a copy")
        result = obj if dtype is None else cast(obj, dtype)
        return array_of(result._raw.copy()) if copy and result is obj else result
    if hasattr(obj, "__dlpack__"):
        result = from_dlpack(obj, copy=copy)
        return result if dtype is None else asarray(result, dtype=dtype, copy=False if copy is False else None)
    if copy is False:
        raise ValueError("asarray: numbers of Python need a copy")
    if not isinstance(obj, (list, tuple)) and not _dtypes.is_scalar(obj):
        obj, dtype = _buffer(obj, dtype)
    shape, elements = _flattened(obj)
    arrays = [x for x in elements if isinstance(x, Array)]
    if dtype is None:
        kinds = [_default(x._raw.item() if isinstance(x, Array) else x) for x in elements]
        order = (_dtypes.bool, _dtypes.int64, _dtypes.float64, _dtypes.complex128)
        dtype = max(kinds, key=order.index, default=_dtypes.float64)
        if _dtypes.bool in kinds and dtype is not _dtypes.bool:
            raise TypeError("asarray: bool and numbers are mixed")
    if arrays:
        elements = [x._raw.item() if isinstance(x, Array) else x for x in elements]
    if _dtypes.is_integer(dtype) and any(isinstance(x, (float, complex)) for x in elements):
        elements = [int(x) for x in elements]
    if dtype is _dtypes.bool:
        elements = [builtins.bool(x) for x in elements]
    return array_of(_holor.from_list(elements, list(shape), dtype.name))


_FORMATS = {"?": "bool", "b": "int8", "h": "int16", "i": "int32", "B": "uint8", "H": "uint16", "I": "uint32"}
_FORMATS |= {"q": "int64", "l": "int64", "Q": "uint64", "L": "uint64", "f": "float32", "d": "float64"}


def _buffer(obj, dtype):
    """The elements of an object with the buffer protocol, as nested lists."""
    try:
        view = memoryview(obj)
    except TypeError:
        raise TypeError(f"asarray: expected numbers, found {type(obj).__name__}") from None
    if view.format not in _FORMATS:
        raise TypeError(f"asarray: expected a format of numbers, found {view.format!r}")
    return view.tolist(), _or(dtype, _dtypes.dtype_of(_FORMATS[view.format]))


def _flattened(obj):
    """The shape of nested lists, and their elements."""
    if _dtypes.is_scalar(obj) or isinstance(obj, Array) and obj.ndim == 0:
        return (), [obj]
    if isinstance(obj, Array):
        return obj.shape, obj._raw.to_list()
    if not isinstance(obj, (list, tuple)):
        if hasattr(obj, "__index__"):
            return (), [operator.index(obj)]
        if hasattr(obj, "__float__"):
            return (), [float(obj)]
        raise TypeError(f"asarray: expected numbers, found {type(obj).__name__}")
    shapes, elements = set(), []
    for one in obj:
        shape, inner = _flattened(one)
        shapes.add(shape)
        elements += inner
    if len(shapes) > 1:
        raise ValueError(f"asarray: the lists differ in shape: {sorted(map(list, shapes))}")
    return (len(obj), *(shapes.pop() if shapes else ())), elements
