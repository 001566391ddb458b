"""The functions with arrays of torch and jax, where these are installed."""

import gc

import numpy as np
import pytest

import holor_example as he
from holor_example import _holor


def test_torch():
    torch = pytest.importorskip("torch")
    x = torch.arange(12, dtype=torch.float64).reshape(3, 4)
    y = he.softmax(x)
    assert isinstance(y, torch.Tensor) and torch.allclose(y, torch.softmax(x, -1))
    y += 1
    for view in [x, x.T, x[::2, 1:], x.expand(3, 4)]:
        z = he.transpose(view)
        assert z.data_ptr() == view.data_ptr() and torch.equal(z, view.T)
    at = x.data_ptr()
    assert he.centre(x) is x and x.data_ptr() == at and x[:, 0].tolist() == [-4, 0, 4]
    assert he.matmul(x, x.T.contiguous().numpy()).shape == (3, 3)

    # The memory lives as long as it is used.
    y = he.transpose(x)
    del x, view, z
    gc.collect()
    assert y[:, 2].tolist() == [4] * 4
    del y

    with pytest.raises(TypeError) as error:
        he.softmax(torch.zeros(2, 3, 4))
    assert str(error.value) == "expected rank 2, found rank 3 (shape (2, 3, 4))"
    with pytest.raises(TypeError) as error:
        he.softmax(torch.zeros(2, 3, dtype=torch.bfloat16))
    assert str(error.value) == "expected dtype float32 or float64, found dtype bfloat16 (shape (2, 3))"


def test_torch_takes_a_result_of_a_numpy_array():
    torch = pytest.importorskip("torch")
    x = np.ones((2, 3))
    t = torch.from_dlpack(_holor.transpose(x))
    assert t.data_ptr() == x.ctypes.data and t.shape == (3, 2)
    t = torch.from_dlpack(_holor.softmax(x))
    t.fill_(2)
    assert t.sum() == 12


def test_jax():
    jax = pytest.importorskip("jax")
    x = jax.numpy.arange(12, dtype=jax.numpy.float32).reshape(3, 4)
    y = he.softmax(x)
    assert isinstance(y, jax.Array)
    np.testing.assert_allclose(y, jax.nn.softmax(x), rtol=1e-6)
    with pytest.raises(TypeError) as error:
        he.softmax(jax.numpy.zeros((2, 3, 4)))
    assert str(error.value) == "expected rank 2, found rank 3 (shape (2, 3, 4))"
    # An array of jax never changes, which its struct does not say.
    jax.config.update("jax_enable_x64", True)
    x = jax.numpy.arange(6, dtype=jax.numpy.float64).reshape(2, 3)
    with pytest.raises(ValueError, match="the array is read-only, expected writable elements$"):
        he.centre(x)
    y = np.from_dlpack(_holor.transpose(x))
    assert y.ctypes.data == x.unsafe_buffer_pointer() and (y.T == np.asarray(x)).all()
