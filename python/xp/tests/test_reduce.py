"""Reductions, sums along an axis, order, sets and positions."""

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given
from hypothesis.extra import numpy as hnp

from common import ALL, COMPLEX, FLOATS, INTEGERS, NUMBERS, arrays, both, same, strict, to_numpy, to_strict, xp


def axes_of(data, x):
    return data.draw(st.none() | hnp.valid_tuple_axes(x.ndim) | (st.integers(-x.ndim, x.ndim - 1) if x.ndim else st.none()))


@pytest.mark.parametrize("dtype", ALL)
@pytest.mark.parametrize("name", "sum prod max min mean var std any all count_nonzero".split())
def test_reductions(name, dtype):
    @given(arrays(dtype, limit=3), st.data())
    def check(x, data):
        options = {"axis": axes_of(data, x), "keepdims": data.draw(st.booleans())}
        if name in ("var", "std"):
            options["correction"] = data.draw(st.sampled_from([0, 1, 0.5, 2.0]))
            count = np.prod([x.shape[axis] for axis in np.atleast_1d(options["axis"] if options["axis"] is not None else range(x.ndim)).astype(int)])
            if count <= options["correction"] + 0.5:
                return
        both(name, x, tolerance=5e-6 if dtype in ("float32", "complex64") else 1e-12, **options)

    check()


@given(arrays(INTEGERS + FLOATS, special=True), st.data())
def test_reductions_of_special_numbers(x, data):
    axis = axes_of(data, x)
    for name in ("max", "min"):
        both(name, x, axis=axis)
    one = data.draw(st.none() | st.integers(-x.ndim, x.ndim - 1)) if x.ndim else None
    for name in ("argmax", "argmin"):
        both(name, x, axis=one, keepdims=data.draw(st.booleans()))


def test_reductions_of_nothing_and_of_nan():
    for dtype in FLOATS:
        nothing, nan = np.zeros((2, 0), dtype=dtype), np.asarray([1, np.nan, 2], dtype=dtype)
        for name in ("sum", "prod", "mean", "var", "std"):
            with np.errstate(all="ignore"):
                both(name, nothing, axis=1)
                both(name, nan)
                both(name, np.ones(1, dtype=dtype), **({"correction": 1} if name in ("var", "std") else {}))


@given(arrays(NUMBERS, limit=3), st.sampled_from(NUMBERS))
def test_sums_in_another_dtype(x, dtype):
    if np.can_cast(x.dtype, dtype):
        for name in ("sum", "prod"):
            found = getattr(xp, name)(xp.asarray(x), dtype=getattr(xp, dtype))
            same(found, getattr(strict, name)(strict.asarray(x.copy()), dtype=getattr(strict, dtype)), 1e-4)


@given(arrays(ALL, hnp.array_shapes(min_dims=1, max_dims=3, min_side=0, max_side=4), limit=3), st.data())
def test_along_an_axis(x, data):
    axis = data.draw(st.integers(-x.ndim, x.ndim - 1))
    for name in ("cumulative_sum", "cumulative_prod"):
        both(name, x, axis=axis, tolerance=1e-5)
        if x.dtype.kind != "b":
            both(name, x, axis=axis, include_initial=True, tolerance=1e-5)
    if x.dtype.kind != "b":
        both("diff", x, axis=axis, n=data.draw(st.integers(0, 3)), tolerance=1e-5)
        both("diff", x, axis=axis, prepend=x, append=x, tolerance=1e-5)


@given(arrays(ALL, hnp.array_shapes(min_dims=1, max_dims=3, min_side=0, max_side=6), special=False), st.data())
def test_order(x, data):
    axis, descending = data.draw(st.integers(-x.ndim, x.ndim - 1)), data.draw(st.booleans())
    both("sort", x, axis=axis, descending=descending)
    both("argsort", x, axis=axis, descending=descending)


@given(arrays(ALL, special=True))
def test_positions(x):
    both("nonzero", x)


@given(st.data())
def test_places_in_a_sorted_vector(data):
    dtype = data.draw(st.sampled_from(INTEGERS + FLOATS))
    x1 = np.sort(data.draw(arrays(dtype, st.tuples(st.integers(0, 6)))))
    x2 = data.draw(arrays(dtype))
    for side in ("left", "right"):
        both("searchsorted", x1, x2, side=side)
        order = np.argsort(x1[::-1], kind="stable")
        both("searchsorted", x1[::-1], x2, side=side, sorter=order)


@pytest.mark.parametrize("dtype", ALL)
def test_sets(dtype):
    @given(arrays(dtype, hnp.array_shapes(max_dims=2, max_side=8), special=True))
    def of_any(x):
        check_sets(x)

    @given(arrays(dtype, st.integers(0, 12), limit=2))
    def with_repetitions(x):
        check_sets(np.round(x) if x.dtype.kind in "fc" else x)

    of_any()
    with_repetitions()


def check_sets(x):
    with np.errstate(all="ignore"):
        expected = strict.unique_all(to_strict(x))
    found = xp.unique_all(xp.asarray(x))
    assert found._fields == expected._fields
    values, indices, inverse, counts = (to_numpy(one) for one in found)
    assert inverse.shape == x.shape and indices.dtype == inverse.dtype == counts.dtype == np.int64
    # NaNs differ from each other, and the order is free.
    assert len(values) == len(to_numpy(expected.values))
    np.testing.assert_array_equal(values[inverse], x)
    np.testing.assert_array_equal(x.ravel()[indices], values)
    assert counts.sum() == x.size and np.array_equal(np.bincount(inverse.ravel(), minlength=len(values)), counts)
    for i, at in enumerate(indices):
        assert not np.any(x.ravel()[:at] == values[i])
    same(xp.unique_values(xp.asarray(x)), values)
    same(xp.unique_counts(xp.asarray(x)), (values, counts))
    same(xp.unique_inverse(xp.asarray(x)), (values, inverse))


@given(arrays(INTEGERS), st.data(), st.booleans())
def test_members(x, data, invert):
    set_ = data.draw(arrays(str(x.dtype)))
    found = xp.isin(xp.asarray(x), xp.asarray(set_), invert=invert)
    same(found, np.isin(x, set_, invert=invert))
