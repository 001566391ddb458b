"""Creation, manipulation and indexing."""

import array
import math

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis.extra import numpy as hnp

from common import ALL, COMPLEX, FLOATS, INTEGERS, NUMBERS, SHAPES, arrays, both, given_both, same, strict, to_numpy, xp


def of(dtype):
    return getattr(xp, dtype), getattr(strict, dtype)


@pytest.mark.parametrize("dtype", [None, *ALL])
@pytest.mark.parametrize("name", ["zeros", "ones", "empty"])
def test_filled(name, dtype):
    for shape in [(), (3,), 3, (2, 0), (2, 3, 4)]:
        mine, theirs = of(dtype) if dtype else (None, None)
        found, expected = getattr(xp, name)(shape, dtype=mine), getattr(strict, name)(shape, dtype=theirs)
        same(xp.zeros_like(found), strict.zeros_like(expected))
        same(xp.ones_like(found), strict.ones_like(expected))
        same(xp.full_like(found, 1), strict.full_like(expected, 1))
        assert xp.empty_like(found).shape == found.shape
        if name != "empty":
            same(found, expected)


@pytest.mark.parametrize("value", [True, 3, 2.5, 1 + 2j])
def test_full(value):
    same(xp.full((2, 3), value), strict.full((2, 3), value))
    for dtype in ALL:
        mine, theirs = of(dtype)
        if isinstance(value, complex) and dtype not in COMPLEX:
            continue
        same(xp.full((2,), value, dtype=mine), strict.full((2,), value, dtype=theirs))


@given(st.integers(-20, 20), st.none() | st.integers(-20, 20), st.sampled_from([1, 2, 5, -1, -3]), st.sampled_from(INTEGERS + FLOATS))
def test_arange_of_integers(start, stop, step, dtype):
    if dtype.startswith("u"):
        start, stop, step = abs(start), stop and abs(stop), abs(step)
    stop_given = 0 if stop is None else stop
    same(xp.arange(start, stop_given, step), strict.arange(start, stop_given, step))
    mine, theirs = of(dtype)
    same(xp.arange(start, stop_given, step, dtype=mine), strict.arange(start, stop_given, step, dtype=theirs))
    same(xp.arange(start), strict.arange(start))


def test_arange_of_large_integers():
    for dtype, start in [("uint64", 2**64 - 3), ("int64", -(2**63)), ("uint8", 253)]:
        found = xp.arange(start, start + 3, dtype=getattr(xp, dtype))
        assert [int(x) for x in found] == [start, start + 1, start + 2]
    same(xp.arange(3, dtype=xp.float32), np.arange(3, dtype="float32"))
    assert xp.arange(5, 0).shape == xp.arange(0.0, -1.0).shape == (0,)
    with pytest.raises(ValueError):
        xp.arange(0, 5, 0)


@given(st.floats(-5, 5), st.floats(-5, 5), st.sampled_from([0.25, 0.3, 1.0, -0.7]))
def test_arange_of_floats(start, stop, step):
    same(xp.arange(start, stop, step), strict.arange(start, stop, step), 1e-12)


@given(st.floats(-5, 5), st.floats(-5, 5), st.integers(0, 9), st.booleans(), st.sampled_from(FLOATS))
def test_linspace(start, stop, n, endpoint, dtype):
    mine, theirs = of(dtype)
    found = xp.linspace(start, stop, n, dtype=mine, endpoint=endpoint)
    np.testing.assert_allclose(to_numpy(found), to_numpy(strict.linspace(start, stop, n, dtype=theirs, endpoint=endpoint)), 1e-6, 1e-6)
    assert found.dtype is mine


def test_linspace_of_complex_numbers():
    same(xp.linspace(1j, 2, 5), strict.linspace(1j, 2, 5))


@given(st.integers(0, 5), st.none() | st.integers(0, 5), st.integers(-6, 6), st.sampled_from(ALL))
def test_eye(rows, columns, k, dtype):
    mine, theirs = of(dtype)
    same(xp.eye(rows, columns, k=k, dtype=mine), strict.eye(rows, columns, k=k, dtype=theirs))


@given(arrays(ALL), st.integers(-4, 4))
def test_triangles(x, k):
    both("tril", x, k=k)
    both("triu", x, k=k)


@given(st.lists(arrays("float32", st.tuples(st.integers(0, 4))), max_size=4), st.sampled_from(["xy", "ij"]))
def test_meshgrid(vectors, indexing):
    both("meshgrid", *vectors, indexing=indexing)


def test_asarray():
    for value in [True, 1, 1.5, 2j, [], [1, 2], [[True], [False]], [[1.5, 2], [3, 4]], [1, 2j], ((1, 2), (3, 4))]:
        same(xp.asarray(value), strict.asarray(value))
        for dtype in ALL:
            mine, theirs = of(dtype)
            try:
                expected = strict.asarray(value, dtype=theirs)
            except (TypeError, np.exceptions.ComplexWarning):
                continue
            same(xp.asarray(value, dtype=mine), expected)
    same(xp.asarray(array.array("d", [1.0, 2.0])), np.asarray([1.0, 2.0]))
    assert xp.asarray(bytearray(b"\x01\x02")).dtype is xp.uint8
    same(xp.asarray([xp.asarray(1), xp.asarray(2)]), np.asarray([1, 2]))
    x = xp.asarray([1, 2])
    assert xp.asarray(x) is x
    y = xp.asarray(x, copy=True)
    y[0] = 9
    assert int(x[0]) == 1
    for wrong in ([[1], [1, 2]], "text", [object()]):
        with pytest.raises((TypeError, ValueError)):
            xp.asarray(wrong)
    with pytest.raises(ValueError):
        xp.asarray([1], copy=False)
    with pytest.raises(OverflowError):
        xp.asarray([300], dtype=xp.int8)


@given(arrays(ALL), st.data())
@settings(max_examples=100)
def test_reshape(x, data):
    factors = [n for n in range(1, x.size + 1) if x.size and x.size % n == 0] or [0]
    n = data.draw(st.sampled_from(factors))
    for shape in [(n, -1), (n, x.size // n if n else 0), (-1,), (x.size,), (x.size + 1,), (-1, -1)]:
        if x.size or -1 not in shape:
            both("reshape", x, shape)
    both("reshape", x, (x.size,), copy=True)


def test_reshape_without_a_copy():
    x = xp.reshape(xp.arange(6), (2, 3))
    assert xp.reshape(x, (3, 2), copy=False).shape == (3, 2)
    with pytest.raises(ValueError):
        xp.reshape(x.mT, (6,), copy=False)
    with pytest.raises(ValueError):
        xp.reshape(x, (-2, -3))


@given(arrays(ALL), st.data())
def test_order_of_axes(x, data):
    axes = tuple(data.draw(st.permutations(range(x.ndim))))
    both("permute_dims", x, axes)
    both("permute_dims", x, tuple(axis - x.ndim for axis in axes))
    count = data.draw(st.integers(0, x.ndim))
    both("moveaxis", x, axes[:count], tuple(data.draw(st.permutations(range(x.ndim))))[:count])
    if x.ndim:
        both("moveaxis", x, -1, 0)
    both("permute_dims", x, axes[1:])
    both("matrix_transpose", x)


@given(arrays(ALL, hnp.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=3)), st.data())
def test_axes_of_size_1(x, data):
    axis = data.draw(st.integers(-x.ndim - 2, x.ndim + 1))
    both("expand_dims", x, axis=axis)
    ones = np.expand_dims(x, (0, -1))
    both("squeeze", ones, axis=(0, -1))
    both("squeeze", ones, axis=data.draw(st.integers(-x.ndim - 3, x.ndim + 2)))


@given(arrays(ALL), st.data())
@settings(max_examples=100)
def test_turned_and_repeated(x, data):
    axes = st.none() | hnp.valid_tuple_axes(x.ndim, min_size=1) if x.ndim else st.none()
    both("flip", x, axis=data.draw(axes))
    both("roll", x, data.draw(st.integers(-9, 9)), axis=data.draw(axes))
    if x.ndim:
        both("roll", x, (1, -2), axis=(0, 0))
    both("tile", x, tuple(data.draw(st.lists(st.integers(0, 3), max_size=5 - x.ndim + 1))))
    axis = data.draw(st.none() | st.integers(-x.ndim, x.ndim - 1)) if x.ndim else None
    both("repeat", x, data.draw(st.integers(0, 3)), axis=axis)
    counts = data.draw(arrays("int64", st.just((x.size if axis is None else x.shape[axis],)), limit=3))
    both("repeat", x, np.abs(counts), axis=axis)


@given(arrays(ALL, hnp.array_shapes(min_dims=1, max_dims=3, min_side=0, max_side=3)), st.data())
def test_joined(x, data):
    axis = data.draw(st.integers(-x.ndim, x.ndim - 1))
    other = data.draw(arrays([str(x.dtype), "int8"], st.just(x.shape)))
    longer = np.concatenate([other, other], axis=axis)
    both("concat", [x, longer, other], axis=axis)
    both("concat", [x, other], axis=None)
    both("stack", [x, other], axis=data.draw(st.integers(-x.ndim - 1, x.ndim)))
    both("unstack", x, axis=axis)


@given(hnp.mutually_broadcastable_shapes(num_shapes=3, max_dims=4, max_side=3, min_side=0), st.sampled_from(ALL))
def test_broadcast(shapes, dtype):
    operands = [np.ones(shape, dtype=dtype) for shape in shapes.input_shapes]
    both("broadcast_arrays", *operands)
    both("broadcast_to", operands[0], shapes.result_shape)
    assert xp.broadcast_shapes(*shapes.input_shapes) == shapes.result_shape
    both("broadcast_to", np.ones((2, 3)), (3, 2))
    both("broadcast_arrays", np.ones((2, 3)), np.ones(2))


@given(arrays(ALL), st.data())
@settings(max_examples=100)
def test_slices(x, data):
    index = data.draw(hnp.basic_indices(x.shape, allow_newaxis=True, allow_ellipsis=True))
    key = index if isinstance(index, tuple) else (index,)
    if not any(one is Ellipsis for one in key):
        key = (*key, ...)
    same(xp.asarray(x)[key], x[key])


def test_every_slice_of_a_vector():
    x = np.arange(5)
    mine = xp.asarray(x)
    bounds = [None, *range(-7, 8)]
    for step in (None, 1, 2, 3, 7, -1, -2, -3, -7):
        for start in bounds:
            for stop in bounds:
                assert mine[start:stop:step]._raw.to_list() == x[start:stop:step].tolist()
    for i in range(-5, 5):
        assert int(mine[i]) == x[i]


@given(arrays(ALL), st.data())
@settings(max_examples=100)
def test_slices_are_written(x, data):
    key = data.draw(hnp.basic_indices(x.shape, allow_newaxis=False, allow_ellipsis=True))
    key = key if isinstance(key, tuple) else (key,)
    if not any(one is Ellipsis for one in key):
        key = (*key, ...)
    mine, theirs = xp.asarray(x, copy=True), np.array(x)
    other = xp.asarray(mine, copy=True)
    value = data.draw(arrays(str(x.dtype), st.sampled_from([(), theirs[key].shape])))
    mine[key] = xp.asarray(value)
    theirs[key] = value
    same(mine, theirs)
    mine[key] = theirs.dtype.type(1).item()
    theirs[key] = 1
    same(mine, theirs)
    same(other, x)


@given(arrays(ALL), st.data())
@settings(max_examples=100)
def test_masks(x, data):
    rank = data.draw(st.integers(0, x.ndim))
    mask = data.draw(arrays("bool", st.just(x.shape[:rank])))
    mine, theirs = xp.asarray(x, copy=True), np.array(x)
    same(mine[xp.asarray(mask)], theirs[mask])
    value = theirs[mask][::-1]
    mine[xp.asarray(mask)] = xp.asarray(value.copy())
    theirs[mask] = value
    same(mine, theirs)
    mine[xp.asarray(mask)] = theirs.dtype.type(1).item()
    theirs[mask] = 1
    same(mine, theirs)


@given(arrays(ALL, hnp.array_shapes(min_dims=1, max_dims=3, min_side=1, max_side=4)), st.data())
@settings(max_examples=100)
def test_arrays_of_indices(x, data):
    rank = data.draw(st.integers(1, x.ndim))
    shape = data.draw(hnp.array_shapes(min_dims=1, max_dims=2, min_side=0, max_side=3))
    key = tuple(data.draw(hnp.arrays("int64", shape, elements=st.integers(-n, n - 1))) for n in x.shape[:rank])
    if rank > 1 and data.draw(st.booleans()):
        key = (0, *key[1:])
    mine = tuple(one if isinstance(one, int) else xp.asarray(one) for one in key)
    same(xp.asarray(x)[mine], x[key])
    changed, theirs = xp.asarray(x, copy=True), np.array(x)
    changed[mine] = theirs.dtype.type(1).item()
    theirs[key] = 1
    same(changed, theirs)


@given(arrays(ALL, hnp.array_shapes(min_dims=1, max_dims=3, min_side=1, max_side=4)), st.data())
def test_take(x, data):
    axis = data.draw(st.integers(-x.ndim, x.ndim - 1))
    n = x.shape[axis]
    at = data.draw(hnp.arrays("int64", st.integers(0, 5), elements=st.integers(-n, n - 1)))
    both("take", x, at, axis=axis)
    shape = list(x.shape)
    shape[axis] = data.draw(st.integers(0, 4))
    at = data.draw(hnp.arrays("int64", tuple(shape), elements=st.integers(-n, n - 1)))
    both("take_along_axis", x, at, axis=axis)


def test_one_element_is_a_number():
    for value, to in [(True, bool), (3, int), (2.5, float), (1 + 2j, complex)]:
        assert to(xp.asarray(value)) == value
    assert [10, 11, 12][xp.asarray(1, dtype=xp.uint8)] == 11
    assert bool(xp.asarray(0.0)) is False and bool(xp.asarray(2)) is True and int(xp.asarray(2.9)) == 2
    for wrong in (lambda: bool(xp.ones(2)), lambda: float(xp.asarray(1j)), lambda: range(xp.asarray(1.0))):
        with pytest.raises(TypeError):
            wrong()
    with pytest.raises(ValueError):
        int(xp.asarray(math.nan))


def test_text():
    text = repr(xp.asarray([[1, 2], [3, 4]]))
    assert text == "Array([[1 2]\n       [3 4]], dtype=int64, shape=(2, 2))"
