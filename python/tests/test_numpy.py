"""The functions of the package with arrays of numpy: values, addresses, messages, and who frees what."""

import gc
import sys
import threading
import weakref

import numpy as np
import pytest

import holor_example as he
from holor_example import _holor


def address(x):
    return x.__array_interface__["data"][0]


def softmax(x):
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def disguises(x):
    """The same values with other strides."""
    wide = np.zeros((2 * x.shape[0], 3 * x.shape[1] + 1), x.dtype)[::2, 1::3]
    wide[...] = x
    return [x, np.asfortranarray(x), x[::-1, ::-1].copy()[::-1, ::-1], wide]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_values_are_those_of_numpy(dtype):
    rng = np.random.default_rng(1)
    a, b = rng.normal(size=(3, 4)).astype(dtype), rng.normal(size=(4, 5)).astype(dtype)
    for x in disguises(a):
        y = he.softmax(x)
        assert type(y) is np.ndarray and y.dtype == dtype and y.shape == (3, 4)
        np.testing.assert_allclose(y, softmax(a), rtol=1e-5)
        for z in disguises(b):
            np.testing.assert_allclose(he.matmul(x, z), a @ b, rtol=1e-5, atol=1e-6)


def test_an_image():
    image = np.random.default_rng(2).integers(0, 256, (6, 5, 3), np.uint8)
    planes = he.normalise(image)
    assert planes.dtype == np.float32 and planes.shape == (3, 6, 5)
    expected = image.transpose(2, 0, 1).astype(np.float64)
    expected -= expected.mean(axis=(1, 2), keepdims=True)
    expected /= expected.std(axis=(1, 2), keepdims=True)
    np.testing.assert_allclose(planes, expected, atol=1e-4)


def test_any_rank():
    for shape in [(4,), (2, 4), (3, 2, 4), (2, 3, 2, 4), (2, 0), (0, 3)]:
        x = np.arange(np.prod(shape), dtype=np.float64).reshape(shape)
        y = he.sum_last(x)
        assert y.shape == shape[:-1]
        np.testing.assert_array_equal(y, x.sum(-1))
    with pytest.raises(TypeError) as error:
        he.sum_last(np.zeros((1, 2, 1, 2, 1)))
    assert str(error.value) == "expected rank 1 to 4, found rank 5 (shape (1, 2, 1, 2, 1))"


def test_an_argument_is_read_where_it_is():
    for x in disguises(np.arange(12.0).reshape(3, 4)):
        y = he.transpose(x)
        assert address(y) == address(x) and y.strides == x.strides[::-1]
        assert np.shares_memory(x, y) and (y == x.T).all()
        assert not y.flags.writeable
        x[0, 1] = 50
        assert y[1, 0] == 50


def test_an_argument_is_written_where_it_is():
    for x in disguises(np.arange(12.0).reshape(3, 4)):
        at = address(x)
        assert he.centre(x) is x and address(x) == at
        np.testing.assert_array_equal(x, [[-4] * 4, [0] * 4, [4] * 4])


def test_a_result_is_taken_where_it_is():
    result = _holor.softmax(np.zeros((2, 2)))
    capsule = result.__dlpack__(max_version=(1, 0))
    # The address in the struct, before numpy sees it: version, context, deleter and flags are in front of it.
    import ctypes

    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    data = ctypes.c_void_p.from_address(get(capsule, b"dltensor_versioned") + 32).value

    class Once:
        def __dlpack__(self, **options):
            return capsule

        def __dlpack_device__(self):
            return 1, 0

    y = np.from_dlpack(Once())
    assert address(y) == data and y.flags.writeable and (y == 0.5).all()
    y += 1


def test_a_result_is_taken_once():
    result = _holor.softmax(np.zeros((2, 2)))
    assert result.__dlpack_device__() == (1, 0)
    copy = np.from_dlpack(result, copy=True)
    first = np.from_dlpack(result)
    assert not np.shares_memory(copy, first)
    with pytest.raises(BufferError, match="^the array was handed over before: a result is taken once$"):
        np.from_dlpack(result)
    for options in [{"dl_device": (2, 0)}, {"stream": 1}]:
        with pytest.raises(BufferError):
            _holor.softmax(np.zeros((2, 2))).__dlpack__(**options)


def test_a_capsule_that_nobody_takes_is_freed():
    x = np.zeros((2, 2))
    before = sys.getrefcount(x)
    for options in [{}, {"max_version": (1, 0)}]:
        capsule = _holor.transpose(x).__dlpack__(**options)
        # The old struct has a copy, since it cannot say that the elements are read-only.
        assert sys.getrefcount(x) == before + bool(options)
        del capsule
        assert sys.getrefcount(x) == before


def test_an_argument_lives_as_long_as_its_memory_is_used():
    x = np.arange(6.0).reshape(2, 3).copy()
    owner = weakref.ref(x)
    y = he.transpose(he.transpose(x))
    del x
    gc.collect()
    assert owner() is not None and y.tolist() == [[0, 1, 2], [3, 4, 5]]
    del y
    gc.collect()
    assert owner() is None


def test_arguments_are_given_back_also_after_errors():
    x = np.zeros((2, 3, 4))
    before = sys.getrefcount(x)
    for _ in range(10):
        with pytest.raises(TypeError):
            he.softmax(x)
        with pytest.raises(TypeError):
            he.normalise(x)
        with pytest.raises(TypeError):
            he.matmul(np.zeros((2, 2)), x)
    assert sys.getrefcount(x) == before


def test_an_argument_is_given_back_on_another_thread():
    x = np.ones(1000)
    before = sys.getrefcount(x)
    sums = []
    threads = [
        threading.Thread(target=lambda: [sums.append(he.background_sum(x)) for _ in range(50)])
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sums == [1000] * 200 and sys.getrefcount(x) == before


def test_wrong_ranks_and_types_are_type_errors():
    cube = np.zeros((2, 3, 4), np.float32)
    for function, arguments, text in [
        (he.softmax, [cube], "expected rank 2, found rank 3 (shape (2, 3, 4))"),
        (he.softmax, [np.zeros(5)], "expected rank 2, found rank 1 (shape (5,))"),
        (he.softmax, [np.zeros(())], "expected rank 2, found rank 0 (shape ())"),
        (he.normalise, [np.zeros((4, 4), np.uint8)], "expected rank 3, found rank 2 (shape (4, 4))"),
        (he.normalise, [cube], "expected dtype uint8, found dtype float32 (shape (2, 3, 4))"),
        (he.centre, [cube[0]], "expected dtype float64, found dtype float32 (shape (3, 4))"),
        (
            he.softmax,
            [np.zeros((2, 2), np.int64)],
            "expected dtype float32 or float64, found dtype int64 (shape (2, 2))",
        ),
        (
            he.matmul,
            [cube[0], np.zeros((4, 2))],
            "expected dtype float32, found dtype float64 (shape (4, 2))",
        ),
        (he.softmax, [np.zeros((1, 1), np.complex64)], "expected dtype float32 or float64, found dtype complex64 (shape (1, 1))"),
        (he.softmax, [[[1.0]]], "expected an array with __dlpack__, found list"),
    ]:
        with pytest.raises(TypeError) as error:
            function(*arguments)
        assert str(error.value) == text and type(error.value) is TypeError


def test_wrong_sizes_and_arrays_are_other_errors():
    with pytest.raises(ValueError) as error:
        he.matmul(np.zeros((2, 3)), np.zeros((4, 5)))
    assert str(error.value) == "matmul: [2, 3] x [4, 5]: inner dimensions differ (3 and 4)"
    fixed = np.zeros((2, 2))
    fixed.flags.writeable = False
    assert he.softmax(fixed).sum() == 2
    with pytest.raises(ValueError) as error:
        he.centre(fixed)
    assert str(error.value) == "[2, 2]: the array is read-only, expected writable elements"
    with pytest.raises(BufferError):
        he.softmax(np.array([["a"]]))
    askew = np.frombuffer(bytearray(33), np.float64, 4, 1).reshape(2, 2)
    with pytest.raises(ValueError, match="expected the alignment of the elements$"):
        he.softmax(askew)
    with pytest.raises(BufferError) as error:
        he.sum_last(np.zeros((1,) * 13))
    assert str(error.value) == "rank is 13, expected 0 to 12"


def test_a_library_from_before_version_1():
    class Old:
        def __init__(self, x):
            self.x = x

        def __dlpack__(self, stream=None):
            return self.x.__dlpack__()

    x = np.arange(4.0)
    assert _holor.background_sum(Old(x)) == 6

    class Wrong:
        def __dlpack__(self, **options):
            return _capsule_of_another_name()

    def _capsule_of_another_name():
        import datetime

        return datetime.datetime_CAPI

    with pytest.raises(ValueError):
        _holor.background_sum(Wrong())
    used = x.__dlpack__()
    np.testing.assert_equal(_holor.background_sum(type("C", (), {"__dlpack__": lambda self, **o: used})()), 6)
    with pytest.raises(ValueError):
        _holor.background_sum(type("C", (), {"__dlpack__": lambda self, **o: used})())
