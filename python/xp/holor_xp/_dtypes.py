"""Element types of the standard, their promotion, and what is known of them."""

import builtins
import dataclasses
import struct


class DType:
    """An element type."""

    __slots__ = ("name", "kind", "bits")

    def __init__(self, name, kind, bits):
        self.name, self.kind, self.bits = name, kind, bits

    def __repr__(self):
        return f"holor_xp.{self.name}"

    def __str__(self):
        return self.name

    def __reduce__(self):
        return (dtype_of, (self.name,))


bool = DType("bool", "bool", 8)
int8 = DType("int8", "signed integer", 8)
int16 = DType("int16", "signed integer", 16)
int32 = DType("int32", "signed integer", 32)
int64 = DType("int64", "signed integer", 64)
uint8 = DType("uint8", "unsigned integer", 8)
uint16 = DType("uint16", "unsigned integer", 16)
uint32 = DType("uint32", "unsigned integer", 32)
uint64 = DType("uint64", "unsigned integer", 64)
float32 = DType("float32", "real floating", 32)
float64 = DType("float64", "real floating", 64)
complex64 = DType("complex64", "complex floating", 64)
complex128 = DType("complex128", "complex floating", 128)

ALL = (bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float32, float64, complex64, complex128)
_BY_NAME = {dtype.name: dtype for dtype in ALL}
_BY_KIND = {(dtype.kind, dtype.bits): dtype for dtype in ALL}

_KINDS = {
    "bool": ("bool",),
    "signed integer": ("signed integer",),
    "unsigned integer": ("unsigned integer",),
    "integral": ("signed integer", "unsigned integer"),
    "real floating": ("real floating",),
    "complex floating": ("complex floating",),
    "numeric": ("signed integer", "unsigned integer", "real floating", "complex floating"),
}


def dtype_of(name):
    return _BY_NAME[name]


def is_integer(dtype):
    return dtype.kind in _KINDS["integral"]


def is_inexact(dtype):
    return dtype.kind in ("real floating", "complex floating")


def complex_of(dtype):
    """The complex type of a floating-point type."""
    return {float32: complex64, float64: complex128}.get(dtype, dtype)


def real_of(dtype):
    """The real type of a floating-point type."""
    return {complex64: float32, complex128: float64}.get(dtype, dtype)


def _of_two(a, b):
    if a is b:
        return a
    kinds = {a.kind, b.kind}
    if len(kinds) == 1:
        return a if a.bits > b.bits else b
    if kinds == {"signed integer", "unsigned integer"}:
        signed, unsigned = (a, b) if a.kind == "signed integer" else (b, a)
        bits = max(signed.bits, 2 * unsigned.bits)
        if bits <= 64:
            return _BY_KIND["signed integer", bits]
    if kinds == {"real floating", "complex floating"}:
        real, number = (a, b) if a.kind == "real floating" else (b, a)
        return _of_two(complex_of(real), number)
    raise TypeError(f"{a} and {b} have no common dtype")


def of_scalar(scalar, dtype):
    """The type of an operation on elements of a type and a number of Python."""
    if isinstance(scalar, builtins.bool):
        if dtype is bool:
            return dtype
    elif isinstance(scalar, int):
        if dtype is not bool:
            return dtype
    elif isinstance(scalar, float):
        if is_inexact(dtype):
            return dtype
    elif isinstance(scalar, complex) and is_inexact(dtype):
        return complex_of(dtype)
    raise TypeError(f"{type(scalar).__name__} and {dtype} have no common dtype")


def is_scalar(x):
    return isinstance(x, (builtins.bool, int, float, complex))


def checked(dtype):
    if not isinstance(dtype, DType):
        raise TypeError(f"expected a dtype, found {type(dtype).__name__}")
    return dtype


def _dtype(x):
    return checked(x if isinstance(x, DType) else getattr(x, "dtype", x))


def result_type(*arrays_and_dtypes):
    scalars = [x for x in arrays_and_dtypes if is_scalar(x)]
    dtypes = [_dtype(x) for x in arrays_and_dtypes if not is_scalar(x)]
    if not dtypes:
        raise ValueError("result_type: expected an array or a dtype")
    result = dtypes[0]
    for dtype in dtypes[1:]:
        result = _of_two(result, dtype)
    for scalar in scalars:
        result = of_scalar(scalar, result)
    return result


def can_cast(from_, to, /):
    try:
        return _of_two(_dtype(from_), checked(to)) is to
    except TypeError:
        if isinstance(to, DType):
            return False
        raise


def isdtype(dtype, kind):
    checked(dtype)
    if isinstance(kind, tuple):
        if any(isinstance(one, tuple) for one in kind):
            raise TypeError("isdtype: kinds cannot be nested")
        return any(isdtype(dtype, one) for one in kind)
    if isinstance(kind, str):
        if kind not in _KINDS:
            raise ValueError(f"isdtype: there is no kind {kind!r}")
        return dtype.kind in _KINDS[kind]
    return dtype is checked(kind)


@dataclasses.dataclass(frozen=True)
class _IntegerInfo:
    bits: int
    max: int
    min: int
    dtype: DType


@dataclasses.dataclass(frozen=True)
class _FloatInfo:
    bits: int
    eps: float
    max: float
    min: float
    smallest_normal: float
    dtype: DType


def iinfo(type, /):
    dtype = _dtype(type)
    if not is_integer(dtype):
        raise TypeError(f"iinfo: expected an integer dtype, found {dtype}")
    if dtype.kind == "unsigned integer":
        return _IntegerInfo(dtype.bits, 2**dtype.bits - 1, 0, dtype)
    return _IntegerInfo(dtype.bits, 2 ** (dtype.bits - 1) - 1, -(2 ** (dtype.bits - 1)), dtype)


def finfo(type, /):
    dtype = _dtype(type)
    if not is_inexact(dtype):
        raise TypeError(f"finfo: expected a floating-point dtype, found {dtype}")
    real = real_of(dtype)
    if real is float32:
        (largest,) = struct.unpack("<f", b"\xff\xff\x7f\x7f")
        return _FloatInfo(32, 2.0**-23, largest, -largest, 2.0**-126, real)
    (largest,) = struct.unpack("<d", b"\xff\xff\xff\xff\xff\xff\xef\x7f")
    return _FloatInfo(64, 2.0**-52, largest, -largest, 2.0**-1022, real)
