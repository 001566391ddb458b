"""Libraries written for any namespace of the standard take this one: array_api_compat and array_api_extra."""

import array_api_compat
import array_api_extra as extra
import numpy as np
import pytest

from common import same, strict, xp


def test_the_namespace_of_an_array_is_found():
    x = xp.ones((2, 3))
    assert array_api_compat.array_namespace(x, xp.zeros(1)) is xp
    assert array_api_compat.is_array_api_obj(x)
    assert array_api_compat.device(x) == "cpu" and array_api_compat.size(x) == 6
    assert array_api_compat.to_device(x, "cpu") is x
    with pytest.raises(TypeError):
        array_api_compat.array_namespace(x, np.ones(1))


def numbers(space, *shape):
    n = int(np.prod(shape))
    return space.reshape(space.astype(space.asarray([(7 * i) % 11 for i in range(n)]), space.float64), shape)


# Each is computed by functions of the namespace alone.
COMPUTED = {
    "atleast_nd": lambda space: extra.atleast_nd(numbers(space, 2, 3), ndim=4, xp=space),
    "cov": lambda space: extra.cov(numbers(space, 3, 8), xp=space),
    "create_diagonal": lambda space: extra.create_diagonal(numbers(space, 4), offset=-1, xp=space),
    "isclose": lambda space: extra.isclose(numbers(space, 4), numbers(space, 4) + 1e-10, xp=space),
    "kron": lambda space: extra.kron(numbers(space, 2, 3), numbers(space, 3, 2), xp=space),
    "nunique": lambda space: extra.nunique(numbers(space, 20), xp=space),
    "pad": lambda space: extra.pad(numbers(space, 2, 3), ((1, 0), (2, 1)), constant_values=5, xp=space),
    "setdiff1d": lambda space: extra.setdiff1d(numbers(space, 9), numbers(space, 4), xp=space),
    "sinc": lambda space: extra.sinc(numbers(space, 5) / 3, xp=space),
    "one_hot": lambda space: extra.one_hot(space.asarray([0, 2, 1]), 3, xp=space),
    "set": lambda space: extra.at(numbers(space, 3, 4))[1:, ::2].set(7.0),
    "add": lambda space: extra.at(numbers(space, 3, 4))[0, :].add(1.0),
    "multiply where": lambda space: (lambda x: extra.at(x)[x > 4].multiply(2.0))(numbers(space, 3, 4)),
    "apply_where": lambda space: extra.apply_where(
        numbers(space, 4) > 0, numbers(space, 4), lambda x: 1 / x, fill_value=0.0, xp=space
    ),
    "nan_to_num": lambda space: extra.nan_to_num(space.asarray([1.0, space.nan, space.inf]), xp=space),
    "partition": lambda space: extra.partition(numbers(space, 9), 4, xp=space),
}


@pytest.mark.parametrize("name", COMPUTED)
def test_functions_over_a_namespace(name):
    same(COMPUTED[name](xp), COMPUTED[name](strict), 1e-12)
