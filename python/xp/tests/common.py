"""Both namespaces side by side: holor_xp, and array_api_strict, the standard's reference."""

import warnings

import hypothesis
import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis.extra import numpy as hnp

import array_api_strict as strict
import holor_xp as xp

strict.set_array_api_strict_flags(api_version="2024.12")

hypothesis.settings.register_profile(
    "holor", max_examples=25, deadline=None, derandomize=True, suppress_health_check=list(hypothesis.HealthCheck)
)
hypothesis.settings.load_profile("holor")

INTEGERS = "int8 int16 int32 int64 uint8 uint16 uint32 uint64".split()
FLOATS = ["float32", "float64"]
COMPLEX = ["complex64", "complex128"]
NUMBERS = INTEGERS + FLOATS + COMPLEX
ALL = ["bool"] + NUMBERS

SHAPES = hnp.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=4)


def elements(dtype, limit=8.0, special=False):
    """Numbers of a type. `special` has NaN, infinities and the ends of the integers."""
    kind = np.dtype(dtype).kind
    if kind == "b":
        return st.booleans()
    if kind in "iu":
        info = np.iinfo(dtype)
        bounds = (info.min, info.max) if special else (max(info.min, int(-limit)), min(info.max, int(limit)))
        return st.integers(*map(int, bounds))
    width = np.dtype(dtype).itemsize * (4 if kind == "c" else 8)
    floats = st.floats(-limit, limit, width=width, allow_subnormal=False)
    if special:
        floats = floats | st.sampled_from([np.nan, np.inf, -np.inf, 0.0, -0.0])
    return st.builds(complex, floats, floats) if kind == "c" else floats


def arrays(dtypes, shapes=SHAPES, **options):
    """Arrays of numpy of one of some dtypes, sometimes not contiguous."""
    # Axes are swapped only where the shape is free.
    is_free = shapes is SHAPES
    dtypes = [dtypes] if isinstance(dtypes, str) else list(dtypes)

    @st.composite
    def make(draw):
        dtype = draw(st.sampled_from(dtypes))
        array = draw(hnp.arrays(dtype, shapes, elements=elements(dtype, **options)))
        if array.ndim and draw(st.booleans()):
            array = np.flip(array, axis=draw(st.integers(0, array.ndim - 1)))
        if is_free and array.ndim > 1 and draw(st.booleans()):
            array = np.swapaxes(array, 0, -1)
        return array

    return make()


def pairs(dtypes, **options):
    """Two arrays of one dtype whose shapes broadcast."""

    @st.composite
    def make(draw):
        shapes = draw(hnp.mutually_broadcastable_shapes(num_shapes=2, max_dims=3, max_side=3, min_side=0))
        dtype = draw(st.sampled_from(dtypes))
        return tuple(draw(arrays(dtype, st.just(shape), **options)) for shape in shapes.input_shapes)

    return make()


def given_both(*arrays):
    """The same arrays in both namespaces."""
    return [strict.asarray(array.copy()) for array in arrays], [xp.asarray(array) for array in arrays]


def to_numpy(array):
    if isinstance(array, xp.Array):
        return np.from_dlpack(array)
    return array._array if hasattr(array, "_array") else array


def same(found, expected, tolerance=None):
    """Tests that results are equal: dtypes and shapes exactly, floats nearly."""
    if isinstance(expected, (tuple, list)):
        assert len(found) == len(expected)
        for one, other in zip(found, expected):
            same(one, other, tolerance)
        return
    if isinstance(found, xp.Array):
        assert str(found.dtype) == str(to_numpy(expected).dtype), f"{found.dtype}, expected {expected.dtype}"
    found, expected = to_numpy(found), to_numpy(expected)
    assert np.shape(found) == np.shape(expected), f"{np.shape(found)}, expected {np.shape(expected)}"
    if np.asarray(expected).dtype.kind in "fc":
        single = np.asarray(expected).dtype in (np.float32, np.complex64)
        tolerance = tolerance or (2e-6 if single else 2e-14)
        np.testing.assert_allclose(found, expected, rtol=tolerance, atol=tolerance * 1e-2, equal_nan=True)
    else:
        np.testing.assert_array_equal(found, expected)


def both(name, *operands, tolerance=None, module=None, **options):
    """Calls a function of both namespaces. If the reference refuses the operands, so must holor_xp."""
    reference = getattr(getattr(strict, module) if module else strict, name)
    function = getattr(getattr(xp, module) if module else xp, name)
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        try:
            expected = reference(*(to_strict(x) for x in operands), **{k: to_strict(v) for k, v in options.items()})
        except (TypeError, ValueError, IndexError) as error:
            expected = error
    mine = [to_xp(x) for x in operands]
    if isinstance(expected, Exception):
        with pytest.raises((TypeError, ValueError, IndexError, OverflowError)):
            function(*mine, **{k: to_xp(v) for k, v in options.items()})
        return None
    found = function(*mine, **{k: to_xp(v) for k, v in options.items()})
    same(found, expected, tolerance)
    return found


def to_strict(x):
    if isinstance(x, np.ndarray):
        return strict.asarray(x.copy())
    if isinstance(x, (list, tuple)):
        return type(x)(to_strict(one) for one in x)
    return getattr(strict, x.name) if type(x).__name__ == "DType" else x


def to_xp(x):
    if isinstance(x, np.ndarray):
        return xp.asarray(x)
    return type(x)(to_xp(one) for one in x) if isinstance(x, (list, tuple)) else x
