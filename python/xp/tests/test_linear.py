"""Products, linear algebra and Fourier transforms."""

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given
from hypothesis.extra import numpy as hnp

from common import ALL, COMPLEX, FLOATS, INTEGERS, NUMBERS, arrays, both, same, strict, to_numpy, xp

INEXACT = FLOATS + COMPLEX
LOOSE = {"float32": 3e-4, "complex64": 3e-4, "float64": 1e-9, "complex128": 1e-9}


@pytest.mark.parametrize("dtype", ALL)
def test_matmul(dtype):
    @given(hnp.mutually_broadcastable_shapes(signature="(m?,k),(k,n?)->(m?,n?)", max_dims=2, max_side=3, min_side=0), st.data())
    def check(shapes, data):
        x1, x2 = (data.draw(arrays(dtype, st.just(shape), limit=4)) for shape in shapes.input_shapes)
        both("matmul", x1, x2, tolerance=1e-4 if dtype in ("float32", "complex64") else 1e-12)

    check()
    both("matmul", np.ones((2, 3), dtype=dtype), np.ones((2, 3), dtype=dtype))
    both("matmul", np.ones((), dtype=dtype), np.ones((2, 3), dtype=dtype))


@given(st.sampled_from(NUMBERS), st.integers(0, 3), st.data())
def test_tensordot(dtype, n, data):
    sizes = st.integers(0, 3)
    shared = [data.draw(sizes) for _ in range(n)]
    left, right = ([data.draw(sizes) for _ in range(data.draw(st.integers(0, 2)))] for _ in range(2))
    x1 = data.draw(arrays(dtype, st.just((*left, *shared)), limit=4))
    x2 = data.draw(arrays(dtype, st.just((*shared, *right)), limit=4))
    both("tensordot", x1, x2, axes=n, tolerance=1e-4)
    order = data.draw(st.permutations(range(n)))
    axes = ([len(left) + i - x1.ndim for i in order], list(order))
    both("tensordot", x1, x2, axes=axes, tolerance=1e-4)


def test_tensordot_of_axes_that_all_differ():
    x1, x2 = np.arange(120.0).reshape(2, 3, 4, 5), np.arange(210.0).reshape(5, 6, 7)
    both("tensordot", x1, x2, axes=1)
    both("tensordot", x1, x2[:, :4], axes=((-1, 2), (0, 1)))
    both("tensordot", x1, x2[:3, :2], axes=((0, 1), (1, 0)))
    both("tensordot", x1, x2, axes=0)
    both("tensordot", x1, x2, axes=2)


@given(hnp.mutually_broadcastable_shapes(num_shapes=2, min_dims=1, max_dims=3, max_side=3), st.sampled_from(NUMBERS), st.data())
def test_products_of_vectors(shapes, dtype, data):
    x1, x2 = (data.draw(arrays(dtype, st.just((*shape, 3)), limit=4)) for shape in shapes.input_shapes)
    both("vecdot", x1, x2, tolerance=1e-4)
    both("vecdot", x1, x2, tolerance=1e-4, module="linalg")
    both("cross", x1, x2, tolerance=1e-4, module="linalg")
    both("outer", x1.ravel(), x2.ravel(), tolerance=1e-4, module="linalg")
    both("outer", x1, x2, module="linalg")
    moved = [np.moveaxis(x, -1, -2) for x in (x1, x2)]
    both("vecdot", *moved, axis=-2, tolerance=1e-4)
    both("cross", *moved, axis=-2, tolerance=1e-4, module="linalg")


def matrices(dtype, rows, columns, batch=(2,)):
    rng = np.random.default_rng(5)
    x = rng.standard_normal((*batch, rows, columns))
    if dtype in COMPLEX:
        x = x + 1j * rng.standard_normal(x.shape)
    return x.astype(dtype)


SIZES = [(0, 0), (1, 1), (3, 3), (4, 2), (2, 4), (0, 3)]


@pytest.mark.parametrize("dtype", INEXACT)
@pytest.mark.parametrize("batch", [(), (2,), (2, 1, 2), (0,)])
@pytest.mark.parametrize("size", SIZES)
def test_decompositions(dtype, batch, size):
    x, tolerance = matrices(dtype, *size, batch), LOOSE[dtype]
    mine = xp.asarray(x)

    def close(a, b):
        np.testing.assert_allclose(to_numpy(a), to_numpy(b), atol=tolerance, rtol=tolerance)

    def like(found, expected):
        assert [str(one.dtype) for one in found] == [str(to_numpy(one).dtype) for one in expected]
        assert [one.shape for one in found] == [one.shape for one in expected]
        assert found._fields == expected._fields

    theirs = strict.asarray(x.copy())
    for mode in ("reduced", "complete"):
        found = xp.linalg.qr(mine, mode=mode)
        like(found, strict.linalg.qr(theirs, mode=mode))
        close(xp.matmul(found.Q, found.R), x)
    for full in (True, False):
        found = xp.linalg.svd(mine, full_matrices=full)
        like(found, strict.linalg.svd(theirs, full_matrices=full))
        close(found.S, strict.linalg.svd(theirs).S)
    found = xp.linalg.svd(mine, full_matrices=False)
    close(xp.matmul(found.U * xp.astype(found.S[..., None, :], mine.dtype), found.Vh), x)
    close(xp.linalg.svdvals(mine), strict.linalg.svdvals(theirs))
    both("diagonal", x, offset=1, module="linalg")
    both("trace", x, offset=-1, module="linalg", tolerance=tolerance)
    both("matrix_transpose", x, module="linalg")
    if 0 not in size:
        both("pinv", x, module="linalg", tolerance=tolerance)
        both("matrix_rank", x, module="linalg")
        both("matrix_rank", x, module="linalg", rtol=0.5)
        for ord in ("fro", "nuc", 1, -1, 2, -2, np.inf, -np.inf):
            for keepdims in (False, True):
                both("matrix_norm", x, ord=ord, keepdims=keepdims, module="linalg", tolerance=tolerance)
    if size[0] != size[1]:
        for name in ("det", "inv", "slogdet", "cholesky", "eigh", "eigvalsh"):
            with pytest.raises(ValueError):
                getattr(xp.linalg, name)(mine)
        return
    both("det", x, module="linalg", tolerance=tolerance)
    both("slogdet", x, module="linalg", tolerance=tolerance)
    both("inv", x, module="linalg", tolerance=tolerance)
    for n in (0, 1, 2, 3, -2):
        both("matrix_power", x, n, module="linalg", tolerance=10 * tolerance)
    both("solve", x, matrices(dtype, size[0], 2, batch), module="linalg", tolerance=10 * tolerance)
    both("solve", x, matrices(dtype, size[0], 2, ()), module="linalg", tolerance=10 * tolerance)
    both("solve", x, matrices(dtype, size[0], 1, ())[:, 0], module="linalg", tolerance=10 * tolerance)
    hermitian = x + np.conj(np.swapaxes(x, -1, -2))
    found = xp.linalg.eigh(xp.asarray(hermitian))
    like(found, strict.linalg.eigh(strict.asarray(hermitian.copy())))
    close(found.eigenvalues, strict.linalg.eigh(strict.asarray(hermitian.copy())).eigenvalues)
    close(xp.linalg.eigvalsh(xp.asarray(hermitian)), found.eigenvalues)
    v = found.eigenvectors
    close(xp.matmul(xp.asarray(hermitian), v), v * xp.astype(found.eigenvalues[..., None, :], v.dtype))
    positive = hermitian @ hermitian + 3 * np.eye(size[0], dtype=dtype)
    for upper in (False, True):
        both("cholesky", positive, upper=upper, module="linalg", tolerance=10 * tolerance)
    values, vectors = xp.linalg.eig(mine)
    close(xp.matmul(xp.astype(mine, values.dtype), vectors), vectors * values[..., None, :])
    close(xp.sort(xp.real(xp.linalg.eigvals(mine))), xp.sort(xp.real(values)))


@given(arrays(INEXACT, limit=4), st.data())
def test_norms_of_vectors(x, data):
    axis = data.draw(st.none() | hnp.valid_tuple_axes(x.ndim))
    for ord in (0, 1, 2, 3, -1, -2, np.inf, -np.inf, 2.5):
        reduced = range(x.ndim) if axis is None else axis
        if 0 in [x.shape[i] for i in reduced] or (ord < 0 and np.any(x == 0)):
            continue
        both("vector_norm", x, axis=axis, ord=ord, keepdims=data.draw(st.booleans()), module="linalg", tolerance=2e-5)


def test_pinv_and_rank_with_a_tolerance_for_each_matrix():
    x = np.stack([np.diag([1.0, 0.1]), np.diag([1.0, 0.3])])
    rtol = np.asarray([0.2, 0.2])
    found = xp.linalg.pinv(xp.asarray(x), rtol=xp.asarray(rtol))
    np.testing.assert_allclose(to_numpy(found), np.linalg.pinv(x, rcond=rtol))
    assert to_numpy(xp.linalg.matrix_rank(xp.asarray(x), rtol=xp.asarray(rtol))).tolist() == [1, 2]


VECTORS = hnp.array_shapes(min_dims=1, max_dims=3, min_side=1, max_side=6)


@pytest.mark.parametrize("name", "fft ifft rfft irfft hfft ihfft".split())
def test_transforms(name):
    @given(arrays(ALL if name in ("fft", "rfft") else INEXACT, VECTORS), st.data())
    def check(x, data):
        axis = data.draw(st.integers(-x.ndim, x.ndim - 1))
        n = data.draw(st.none() | st.integers(1, 8))
        if name in ("irfft", "hfft") and n is None and x.shape[axis] < 2:
            return
        if name in ("irfft", "hfft"):
            # What the standard takes for real is real.
            x = x.copy()
            at = [slice(None)] * x.ndim
            for i in (0, (n or 2 * (x.shape[axis] - 1)) // 2):
                if i < x.shape[axis]:
                    at[axis] = i
                    x[tuple(at)] = x[tuple(at)].real
        norm = data.draw(st.sampled_from(["backward", "ortho", "forward"]))
        mine = x.astype(np.result_type(x, "complex64")) if name not in ("rfft", "ihfft") and x.dtype.kind == "f" else x
        compare(name, mine, n=n, axis=axis, norm=norm)

    check()


def compare(name, x, **options):
    """As `both`, with a tolerance for numbers that are almost zero."""
    try:
        expected = getattr(strict.fft, name)(strict.asarray(x.copy()), **options)
    except TypeError:
        with pytest.raises(TypeError):
            getattr(xp.fft, name)(xp.asarray(x), **options)
        return
    found = getattr(xp.fft, name)(xp.asarray(x), **options)
    assert str(found.dtype) == str(to_numpy(expected).dtype)
    tolerance = 1e-4 if x.dtype in (np.float32, np.complex64) else 1e-10
    np.testing.assert_allclose(to_numpy(found), to_numpy(expected), atol=tolerance, rtol=tolerance)


@pytest.mark.parametrize("name", "fftn ifftn rfftn irfftn".split())
def test_transforms_over_several_axes(name):
    @given(arrays("float64" if name == "rfftn" else COMPLEX, hnp.array_shapes(min_dims=1, max_dims=3, min_side=2, max_side=4)), st.data())
    def check(x, data):
        axes = data.draw(st.none() | hnp.valid_tuple_axes(x.ndim, min_size=1))
        s = None
        if axes is not None:
            s = data.draw(st.none() | st.tuples(*[st.integers(2, 6)] * len(axes)))
        norm = data.draw(st.sampled_from(["backward", "ortho", "forward"]))
        if name == "irfftn":
            real = np.random.default_rng(3).standard_normal(x.shape)
            x = np.fft.rfftn(real, axes=axes)
            s = tuple(real.shape[i] for i in (axes or range(x.ndim)))
            axes = axes or tuple(range(x.ndim))
        compare(name, x, s=s, axes=axes, norm=norm)

    check()


@given(st.integers(1, 9), st.floats(0.1, 3), st.sampled_from([None, *FLOATS]))
def test_frequencies(n, d, dtype):
    for name in ("fftfreq", "rfftfreq"):
        found = getattr(xp.fft, name)(n, d=d, dtype=dtype and getattr(xp, dtype))
        same(found, getattr(strict.fft, name)(n, d=d, dtype=dtype and getattr(strict, dtype)), 1e-6)


@given(arrays(INEXACT), st.data())
def test_shifts(x, data):
    if x.ndim == 0:
        # The reference refuses it, numpy does not.
        return
    axes = data.draw(st.none() | hnp.valid_tuple_axes(x.ndim, min_size=1))
    both("fftshift", x, axes=axes, module="fft")
    both("ifftshift", x, axes=axes, module="fft")
