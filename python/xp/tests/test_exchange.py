"""Arrays of numpy and back, by DLPack: without a copy, and nobody's elements change."""

import numpy as np
import pytest

from common import ALL, same, xp


def address(x):
    return np.from_dlpack(x).__array_interface__["data"][0]


@pytest.mark.parametrize("dtype", ALL)
def test_elements_stay_where_they_are(dtype):
    x = np.ones((2, 3), dtype=dtype)
    mine = xp.from_dlpack(x)
    same(mine, x)
    assert address(mine) == x.__array_interface__["data"][0]
    back = np.from_dlpack(mine)
    assert back.dtype == x.dtype and not back.flags.writeable
    part = mine[:, ::-1]
    assert address(part[:, ::-1]) == address(mine)
    same(xp.from_dlpack(np.asfortranarray(x)), x)


def test_views_share_elements():
    x = xp.reshape(xp.arange(24), (2, 3, 4))
    for view in (x[:1], xp.permute_dims(x, (0, 2, 1)), xp.reshape(x, (6, 4)), xp.broadcast_to(x, (2, 2, 3, 4)),
                 xp.expand_dims(x, 0), x[...], xp.asarray(x)):
        assert address(view) == address(x)


def test_a_write_changes_one_array():
    source = np.arange(6.0)
    x = xp.asarray(source)
    y = x[:3]
    x[0] = 9.0
    assert float(x[0]) == 9.0 and float(y[0]) == 0.0 and source[0] == 0.0
    exported = np.from_dlpack(x)
    x[1] = 8.0
    assert exported[1] == 1.0


def test_a_write_to_an_array_of_its_own_is_in_place():
    x = xp.zeros(1000)
    before = address(x)
    for i in range(10):
        x[i] = 1.0
    assert address(x) == before


def test_a_copy_is_writable():
    x = xp.ones(3)
    copy = np.from_dlpack(x, copy=True)
    assert copy.flags.writeable
    copy[0] = 5
    assert float(x[0]) == 1.0
    assert address(xp.from_dlpack(np.ones(3), copy=True)) != 0


def test_the_memory_outlives_its_array():
    x = xp.asarray(np.arange(5))
    y = np.from_dlpack(xp.arange(5))
    assert int(xp.sum(x)) == 10 and y.sum() == 10


def test_devices():
    assert xp.ones(1).__dlpack_device__() == (1, 0)
    with pytest.raises(BufferError):
        xp.ones(1).__dlpack__(dl_device=(2, 0))
    with pytest.raises(TypeError):
        xp.from_dlpack([1, 2])
    with pytest.raises(TypeError):
        xp.asarray(np.ones(2, dtype=np.float16))
