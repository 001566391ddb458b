"""[`Array`]: a tensor of holor whose element type and rank are values, with the operators of the standard."""

import builtins
import math
import operator
import sys
import types

from . import _dtypes, _holor

DEVICE = "cpu"


def on_device(device):
    if device not in (None, DEVICE):
        raise ValueError(f"device is {device!r}, expected {DEVICE!r}")


def array_of(raw):
    """The array of a tensor."""
    result = object.__new__(Array)
    result._raw = raw
    return result


def scalar(value, dtype):
    """An array of rank 0."""
    if dtype.kind in ("signed integer", "unsigned integer"):
        value = operator.index(value)
        info = _dtypes.iinfo(dtype)
        if not info.min <= value <= info.max:
            raise OverflowError(f"{value} is not a number of {dtype}")
    elif dtype.kind == "real floating":
        value = float(value)
    elif dtype.kind == "complex floating":
        value = complex(value)
    return array_of(_holor.full([], value, dtype.name))


def checked(operation, x):
    if not isinstance(x, Array):
        raise TypeError(f"{operation}: expected an array, found {type(x).__name__}")
    return x


def promoted(operation, *operands):
    """The operands as arrays of one dtype. One at least is an array."""
    for x in operands:
        if not _dtypes.is_scalar(x):
            checked(operation, x)
    try:
        dtype = _dtypes.result_type(*operands)
    except TypeError as error:
        raise TypeError(f"{operation}: {error}") from None
    except ValueError:
        raise TypeError(f"{operation}: expected an array, found numbers only") from None
    return [scalar(x, dtype) if _dtypes.is_scalar(x) else cast(x, dtype) for x in operands]


def cast(x, dtype):
    return x if x.dtype is dtype else array_of(_holor.astype(x._raw, dtype.name))


def unary(name, x):
    return array_of(_holor.unary(name, checked(name, x)._raw))


def binary(name, x1, x2):
    x1, x2 = promoted(name, x1, x2)
    return array_of(_holor.binary(name, x1._raw, x2._raw))


def _operator(name):
    def forward(self, other, /):
        if not isinstance(other, Array) and not _dtypes.is_scalar(other):
            return NotImplemented
        return binary(name, self, other)

    def reflected(self, other, /):
        if not isinstance(other, Array) and not _dtypes.is_scalar(other):
            return NotImplemented
        return binary(name, other, self)

    def in_place(self, other, /):
        if not isinstance(other, Array) and not _dtypes.is_scalar(other):
            return NotImplemented
        return self._become(name, binary(name, self, other))

    return forward, reflected, in_place


class Array:
    """An array of the standard."""

    __slots__ = ("_raw", "__weakref__")

    def __new__(cls, *args, **kwargs):
        raise TypeError("arrays are made by functions: asarray, zeros, ..")

    @property
    def dtype(self):
        return _dtypes.dtype_of(self._raw.dtype)

    @property
    def device(self):
        return DEVICE

    @property
    def shape(self):
        return self._raw.shape

    @property
    def ndim(self):
        return len(self.shape)

    @property
    def size(self):
        return math.prod(self.shape)

    @property
    def T(self):
        if self.ndim != 2:
            raise ValueError(f"T: {list(self.shape)}: expected rank 2, found rank {self.ndim}")
        return self.mT

    @property
    def mT(self):
        rank = self.ndim
        if rank < 2:
            raise ValueError(f"mT: {list(self.shape)}: expected rank 2 or more, found rank {rank}")
        return array_of(_holor.permute(self._raw, [*range(rank - 2), rank - 1, rank - 2]))

    def to_device(self, device, /, *, stream=None):
        on_device(device)
        if stream is not None:
            raise ValueError("to_device: there are no streams")
        return self

    def __array_namespace__(self, /, *, api_version=None):
        namespace = sys.modules[__package__]
        if api_version not in (None, "2021.12", "2022.12", "2023.12", namespace.__array_api_version__):
            raise ValueError(f"api_version is {api_version!r}, expected {namespace.__array_api_version__!r}")
        return namespace

    def __dlpack__(self, /, *, stream=None, max_version=None, dl_device=None, copy=None):
        # Elements that only the result has are writable there.
        exported = (self._raw.copy() if copy else self._raw).exported()
        return exported.__dlpack__(stream=stream, max_version=max_version, dl_device=dl_device)

    def __dlpack_device__(self, /):
        return (1, 0)

    def __repr__(self):
        text = self._raw.text().replace("\n", "\n      ")
        return f"Array({text}, dtype={self.dtype}, shape={self.shape})"

    __str__ = __repr__

    def __len__(self):
        if self.ndim == 0:
            raise TypeError("an array of rank 0 has no len()")
        return self.shape[0]

    def __iter__(self):
        if self.ndim == 0:
            raise TypeError("an array of rank 0 cannot be iterated over")
        return (self[i] for i in range(self.shape[0]))

    def _item(self, to):
        if self.ndim != 0:
            raise TypeError(f"{to}: {list(self.shape)}: expected rank 0, found rank {self.ndim}")
        return self._raw.item()

    def __bool__(self, /):
        return builtins.bool(self._item("bool"))

    def __int__(self, /):
        return int(self._item("int"))

    def __float__(self, /):
        return float(self._item("float"))

    def __complex__(self, /):
        return complex(self._item("complex"))

    def __index__(self, /):
        if not _dtypes.is_integer(self.dtype):
            raise TypeError(f"index: expected an integer dtype, found {self.dtype}")
        return self._item("index")

    def _become(self, name, result):
        """What operators in place end with."""
        if result.dtype is not self.dtype or result.shape != self.shape:
            found = f"{result.dtype} {list(result.shape)}"
            kind = TypeError if result.dtype is not self.dtype else ValueError
            raise kind(f"{name} in place: the result is {found}, expected {self.dtype} {list(self.shape)}")
        self._raw.replace(result._raw)
        return self

    def __abs__(self, /):
        return unary("abs", self)

    def __neg__(self, /):
        return unary("negative", self)

    def __pos__(self, /):
        return unary("positive", self)

    def __invert__(self, /):
        return unary("bitwise_invert", self)

    __add__, __radd__, __iadd__ = _operator("add")
    __sub__, __rsub__, __isub__ = _operator("subtract")
    __mul__, __rmul__, __imul__ = _operator("multiply")
    __truediv__, __rtruediv__, __itruediv__ = _operator("divide")
    __floordiv__, __rfloordiv__, __ifloordiv__ = _operator("floor_divide")
    __mod__, __rmod__, __imod__ = _operator("remainder")
    __pow__, __rpow__, __ipow__ = _operator("pow")
    __and__, __rand__, __iand__ = _operator("bitwise_and")
    __or__, __ror__, __ior__ = _operator("bitwise_or")
    __xor__, __rxor__, __ixor__ = _operator("bitwise_xor")
    __lshift__, __rlshift__, __ilshift__ = _operator("bitwise_left_shift")
    __rshift__, __rrshift__, __irshift__ = _operator("bitwise_right_shift")
    __eq__ = _operator("equal")[0]
    __ne__ = _operator("not_equal")[0]
    __lt__ = _operator("less")[0]
    __le__ = _operator("less_equal")[0]
    __gt__ = _operator("greater")[0]
    __ge__ = _operator("greater_equal")[0]
    __hash__ = None

    def __matmul__(self, other, /):
        if not isinstance(other, Array):
            return NotImplemented
        from ._products import matmul

        return matmul(self, other)

    def __rmatmul__(self, other, /):
        return NotImplemented

    def __imatmul__(self, other, /):
        if not isinstance(other, Array):
            return NotImplemented
        return self._become("matmul", self @ other)

    def __getitem__(self, key, /):
        mask, arrays = _kind_of_key(key)
        if mask is not None:
            _matches(self, mask)
            rows = _rows(self, mask.ndim)
            picked = array_of(_holor.select(rows._raw, _flat(mask)._raw))
            return _reshaped(picked, (picked.shape[0], *self.shape[mask.ndim :]))
        if arrays is not None:
            at, shape = _positions(self, arrays)
            rows = _rows(self, len(arrays))
            picked = array_of(_holor.along("take", rows._raw, 0, 0, False, at._raw))
            return _reshaped(picked, (*shape, *self.shape[len(arrays) :]))
        slices, shape = _slices(self.shape, key)
        return _reshaped(array_of(_holor.slice(self._raw, slices)), shape)

    def __setitem__(self, key, value, /):
        if _dtypes.is_scalar(value):
            if _dtypes.of_scalar(value, self.dtype) is not self.dtype:
                raise TypeError(f"setitem: {type(value).__name__} is not an element of {self.dtype}")
            value = scalar(value, self.dtype)
        if not _dtypes.can_cast(checked("setitem", value), self.dtype):
            raise TypeError(f"setitem: {value.dtype} does not promote to {self.dtype}")
        value = cast(value, self.dtype)
        mask, arrays = _kind_of_key(key)
        if mask is None and arrays is None:
            slices, shape = _slices(self.shape, key)
            value = _reshaped(_broadcast(value, shape), [length for _, length, _ in slices])
            self._raw.set_slice(slices, value._raw)
            return
        if mask is not None:
            _matches(self, mask)
            at = array_of(_holor.nonzero(_flat(mask)._raw)[0])
            shape, rank = at.shape, mask.ndim
        else:
            at, shape = _positions(self, arrays)
            rank = len(arrays)
        value = _rows(_broadcast(value, (*shape, *self.shape[rank:])), len(shape))
        rows = _rows(self, rank)
        rows._raw.assign_at(at._raw, value._raw)
        self._raw.replace(_reshaped(rows, self.shape)._raw)


def _reshaped(x, shape):
    return x if x.shape == tuple(shape) else array_of(_holor.reshape(x._raw, list(shape)))


def _flat(x):
    return _reshaped(x, (x.size,))


def _rows(x, rank):
    """A matrix, whose rows are numbered by the first axes."""
    return _reshaped(x, (math.prod(x.shape[:rank]), math.prod(x.shape[rank:])))


def _broadcast(x, shape):
    front = x.ndim - len(shape)
    if front > 0 and x.shape[:front] == (1,) * front:
        x = _reshaped(x, x.shape[front:])
    return array_of(_holor.broadcast_to(x._raw, list(shape)))


def _kind_of_key(key):
    """A mask, or arrays of integers; neither for slices."""
    keys = key if isinstance(key, tuple) else (key,)
    arrays = [one for one in keys if isinstance(one, Array)]
    masks = [one for one in arrays if one.dtype is _dtypes.bool]
    if masks:
        if len(keys) != 1:
            raise IndexError("index: a mask is the only index")
        return masks[0], None
    if any(array.ndim > 0 for array in arrays):
        if not all(isinstance(one, (int, Array)) for one in keys):
            raise IndexError("index: arrays go with integers only")
        return None, keys
    return None, None


def _matches(x, mask):
    if mask.shape != x.shape[: mask.ndim]:
        raise IndexError(f"index: the mask is {list(mask.shape)}, expected {list(x.shape[:mask.ndim])}")


def _positions(x, keys):
    """Places of rows for arrays of integers, in row-major order, and the shape of these arrays."""
    if len(keys) > x.ndim:
        raise IndexError(f"index: {list(x.shape)}: found {len(keys)} indices")
    keys = [scalar(one, _dtypes.int64) if isinstance(one, int) else one for one in keys]
    for one in keys:
        if not _dtypes.is_integer(one.dtype):
            raise IndexError(f"index: expected an integer dtype, found {one.dtype}")
    shape = _holor.broadcast_shapes([list(one.shape) for one in keys])
    total = scalar(0, _dtypes.int64)
    for axis, (one, size) in enumerate(zip(keys, x.shape)):
        one = cast(one, _dtypes.int64)
        outside = (one < -size) | (one >= size)
        if _holor.reduce("any", outside._raw, list(range(outside.ndim)), False, 0.0).item():
            raise IndexError(f"index: an index is out of range for axis {axis} of size {size}")
        one = one % size if size else one
        total = total * size + one
    return _flat(_broadcast(total, shape)), tuple(shape)


def _slices(shape, key):
    """Slices of all axes for holor, and the shape of the result."""
    keys = list(key) if isinstance(key, tuple) else [key]
    count = sum(one is not None and one is not Ellipsis for one in keys)
    ellipses = sum(one is Ellipsis for one in keys)
    if ellipses > 1:
        raise IndexError("index: more than one ellipsis")
    if count > len(shape):
        raise IndexError(f"index: {list(shape)}: found {count} indices")
    if not ellipses:
        keys.append(Ellipsis)
    at = next(i for i, one in enumerate(keys) if one is Ellipsis)
    keys[at : at + 1] = [slice(None)] * (len(shape) - count)
    slices, result = [], []
    for one in keys:
        if one is None:
            result.append(1)
            continue
        axis = len(slices)
        size = shape[axis]
        if isinstance(one, slice):
            start, stop, step = slice(*(_bound(b) for b in (one.start, one.stop, one.step))).indices(size)
            length = len(range(start, stop, step))
            slices.append((start if length else 0, length, step if length else 1))
            result.append(length)
            continue
        if isinstance(one, builtins.bool) or not hasattr(one, "__index__"):
            raise IndexError(f"index: expected integers, slices, an ellipsis or arrays, found {type(one).__name__}")
        index = operator.index(one)
        if not -size <= index < size:
            raise IndexError(f"index: {list(shape)}: index {index} is out of range for axis {axis} of size {size}")
        slices.append((index % size, 1, 1))
    return slices, tuple(result)


def _bound(bound):
    return bound if bound is None else operator.index(bound)


for _name, _method in list(vars(Array).items()):
    if isinstance(_method, types.FunctionType):
        _method.__name__ = _name
        _method.__qualname__ = f"Array.{_name}"
del _name, _method
