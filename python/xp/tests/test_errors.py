"""Wrong input: an error of Python with holor's sentence, and never a panic."""

import inspect

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings

import names
from common import ALL, arrays, xp

SENTENCES = [
    (lambda: xp.ones((2, 3)) + xp.ones(4), ValueError, "add: [2, 3] and [4]: sizes 3 and 4 meet at axis 1 and neither is 1"),
    (lambda: xp.sin(xp.ones((2,), dtype=xp.int8)), TypeError, "sin: [2]: expected a floating-point dtype, found int8"),
    (lambda: xp.add(xp.ones(1), xp.ones(1, dtype=xp.int8)), TypeError, "add: float64 and int8 have no common dtype"),
    (lambda: xp.add(True, xp.ones(2, dtype=xp.bool)), TypeError, "add: []: expected a numeric dtype, found bool"),
    (lambda: xp.max(xp.ones((0, 3)), axis=0), ValueError, "max: [0, 3]: axis 0 is empty"),
    (lambda: xp.matmul(xp.ones((2, 3)), xp.ones((2, 3))), ValueError, "matmul: [2, 3] x [2, 3]: inner dimensions differ (3 and 2)"),
    (lambda: xp.zeros((1,) * 13), ValueError, f"full: {[1] * 13}: rank is 13, expected at most 12"),
    (lambda: xp.concat([xp.ones((2, 3)), xp.ones((2, 2))]), ValueError, "concat: [2, 3] and [2, 2]: sizes 3 and 2 of axis 1 differ"),
    (lambda: xp.concat([]), ValueError, "concat: there is nothing to join"),
    (lambda: xp.take(xp.ones((2, 3)), xp.asarray([7]), axis=0), IndexError,
     "take: [2, 3] and [1]: index 7 at position 0 is out of range for axis 0 of size 2"),
    (lambda: xp.broadcast_to(xp.ones(3), (2, 2)), ValueError, "broadcast_to: [3] to [2, 2]: sizes 3 and 2 meet at axis 1 and neither is 1"),
    (lambda: xp.ones((2, 3))[2], IndexError, "index: [2, 3]: index 2 is out of range for axis 0 of size 2"),
    (lambda: xp.reshape(xp.ones((2, 3)), (4, 2)), ValueError, "reshape: [2, 3] to [4, 2]: the shape holds 8 elements, found 6"),
    (lambda: xp.linalg.inv(xp.ones((2, 3))), ValueError, "inv: [2, 3]: a square matrix is needed, found 2 rows and 3 columns"),
    (lambda: xp.linalg.inv(xp.ones((1, 2, 2))), ValueError, "inv: [1, 2, 2]: matrix 0 is singular (pivot 1 is zero)"),
    (lambda: xp.sum(xp.ones((2, 3)), axis=2), IndexError, "sum: [2, 3]: axis 2 is out of range for rank 2"),
    (lambda: xp.zeros((2**40, 2**40)), ValueError, "full: [1099511627776, 1099511627776]: more elements than memory can address"),
]


@pytest.mark.parametrize("call, kind, text", SENTENCES, ids=[text.split(":")[0] for _, _, text in SENTENCES])
def test_sentences(call, kind, text):
    with pytest.raises(kind) as caught:
        call()
    assert str(caught.value) == text


ERRORS = (TypeError, ValueError, IndexError, OverflowError)
OPERANDS = arrays(ALL, special=True) | st.integers(-3, 70) | st.floats() | st.booleans() | st.none() | st.complex_numbers()
OPTIONS = st.none() | st.integers(-5, 5) | st.lists(st.integers(-3, 5), max_size=4).map(tuple) | st.booleans() | st.floats() | st.text("ab", max_size=1)
KEYWORDS = {
    "axis": OPTIONS, "axes": OPTIONS | st.tuples(OPTIONS, OPTIONS), "keepdims": st.booleans(), "n": OPTIONS, "s": OPTIONS,
    "dtype": st.sampled_from(list(xp.__array_namespace_info__().dtypes().values())) | OPTIONS,
    "shape": OPTIONS, "k": st.integers(-9, 9), "offset": st.integers(-9, 9), "ord": OPTIONS | st.sampled_from(["fro", "nuc"]),
    "correction": st.floats(-2, 9), "include_initial": st.booleans(), "prepend": OPERANDS, "append": OPERANDS, "rtol": OPTIONS,
}
NAMES = [name for name in names.FUNCTIONS + names.LATER if not name.startswith("_") and name not in ("empty", "zeros", "ones", "full", "arange", "linspace", "eye")]
NAMES += [f"linalg.{name}" for name in names.LINALG + names.LATER_LINALG] + [f"fft.{name}" for name in names.FFT if "freq" not in name]


@pytest.mark.parametrize("name", NAMES)
def test_no_input_is_a_panic(name):
    module, _, last = name.rpartition(".")
    function = getattr(getattr(xp, module) if module else xp, last)
    known = inspect.signature(function).parameters.values()
    options = [p.name for p in known if p.name in KEYWORDS and p.kind != p.POSITIONAL_ONLY]
    required = [p for p in known if p.default is p.empty and p.name not in options]

    @given(st.data())
    @settings(max_examples=40)
    def check(data):
        def drawn(strategy):
            value = data.draw(strategy)
            return xp.asarray(value) if isinstance(value, np.ndarray) else value

        operands = []
        for parameter in required:
            if parameter.name == "arrays":
                operands.append([drawn(OPERANDS) for _ in range(data.draw(st.integers(0, 3)))])
            elif parameter.name in ("x", "x1", "condition"):
                operands.append(drawn(arrays(ALL, special=True)))
            else:
                operands.append(drawn(OPERANDS | OPTIONS))
        if len(operands) == 2 and data.draw(st.booleans()) and hasattr(operands[0], "dtype"):
            operands[1] = xp.asarray(data.draw(arrays(str(operands[0].dtype), special=True)))
        keywords = {key: drawn(KEYWORDS[key]) for key in options if data.draw(st.booleans())}
        for key in options:
            parameter = inspect.signature(function).parameters[key]
            if parameter.default is parameter.empty:
                keywords.setdefault(key, drawn(KEYWORDS[key]))
        try:
            function(*operands, **keywords)
        except ERRORS:
            pass

    check()


@given(arrays(ALL), st.data())
def test_no_index_is_a_panic(x, data):
    parts = st.integers(-5, 5) | st.slices(5) | st.just(...) | st.none() | st.booleans() | st.floats() | arrays(ALL).map(xp.asarray)
    key = data.draw(parts | st.lists(parts, max_size=5).map(tuple))
    array = xp.asarray(x, copy=True)
    try:
        array[key]
    except ERRORS:
        pass
    try:
        array[key] = data.draw(arrays(str(x.dtype)).map(xp.asarray) | st.integers(-3, 3))
    except ERRORS:
        pass


def test_an_object_is_no_array():
    for wrong in (object(), [1, 2], "text", np.ones(2)):
        with pytest.raises(TypeError):
            xp.sin(wrong)
    with pytest.raises(TypeError):
        xp.Array()
    with pytest.raises(ValueError):
        xp.zeros(2, device="gpu")
    with pytest.raises(ValueError):
        xp.zeros(2).to_device("gpu")
