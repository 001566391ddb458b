"""Element-wise functions. Each is one of holor, found by its name; the dtypes it takes stand in `elementwise.rs`."""

from . import _dtypes, _holor
from ._array import Array, array_of, binary, cast, checked, promoted, unary

_UNARY = """abs acos acosh asin asinh atan atanh bitwise_invert ceil conj cos cosh exp expm1 floor imag isfinite isinf
isnan log log1p log2 log10 logical_not negative positive real reciprocal round sign signbit sin sinh square sqrt tan tanh
trunc""".split()
_BINARY = """add atan2 bitwise_and bitwise_left_shift bitwise_or bitwise_right_shift bitwise_xor copysign divide equal
floor_divide greater greater_equal hypot less less_equal logaddexp logical_and logical_or logical_xor maximum minimum
multiply nextafter not_equal pow remainder subtract""".split()


def _unary(name):
    def function(x, /):
        return unary(name, x)

    return function


def _binary(name):
    def function(x1, x2, /):
        return binary(name, x1, x2)

    return function


for _name in _UNARY + _BINARY:
    _function = _unary(_name) if _name in _UNARY else _binary(_name)
    _function.__name__ = _function.__qualname__ = _name
    globals()[_name] = _function
del _name, _function


def clip(x, /, min=None, max=None):
    checked("clip", x)
    if not _dtypes.is_integer(x.dtype) and x.dtype.kind != "real floating":
        raise TypeError(f"clip: {list(x.shape)}: expected a real numeric dtype, found {x.dtype}")
    result = x
    for name, bound in (("maximum", min), ("minimum", max)):
        if isinstance(bound, int) and not isinstance(bound, bool) and _dtypes.is_integer(x.dtype):
            # A bound that no element reaches.
            info = _dtypes.iinfo(x.dtype)
            if bound <= info.min and name == "maximum" or bound >= info.max and name == "minimum":
                continue
        if bound is not None:
            if isinstance(bound, Array) and bound.dtype.kind == "complex floating":
                raise TypeError(f"clip: expected a real numeric dtype, found {bound.dtype}")
            result = binary(name, result, bound)
    return cast(result, x.dtype)


__all__ = _UNARY + _BINARY + ["clip"]
