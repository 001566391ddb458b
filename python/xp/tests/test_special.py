"""The special cases of the standard: all of them, from the fixture of the library."""

import math
import pathlib

import numpy as np
import pytest

from common import to_numpy, xp

FIXTURE = pathlib.Path(__file__).parents[3] / "tests" / "fixtures" / "special_cases.txt"
# As in tests/staples/numbers/special_cases.rs: C and numpy differ from the standard here.
DEPARTURES = {("tanh", complex(math.inf, 4.129082993287784e152)), ("pow", (-2.356623834072989e153, -math.inf))}


def cases():
    name, words, inputs = None, [], []
    for line in FIXTURE.read_text().splitlines() + [""]:
        kind, *rest = line.split() or [""]
        if kind == "case":
            (name,), inputs = rest, []
        elif kind == "arg":
            words = rest[1:]
        elif kind == "in":
            numbers = np.asarray([float(x) for x in rest[3:]])
            # Pairs of floats are complex numbers in memory; a sum would lose the sign of zeros.
            inputs.append(numbers.view("complex128") if rest[0] == "c128" else numbers)
        elif kind == "" and name and inputs:
            yield name, words, inputs
            inputs = []


def is_as(word, found, arguments):
    """Whether a number is what a word of the fixture says."""

    def same(a, b):
        return math.isnan(a) and math.isnan(b) or a == b and math.copysign(1, a) == math.copysign(1, b)

    if word.startswith("~"):
        return is_as(word[1:], found, arguments) or is_as(word[1:], -found, arguments)
    sign, size = (-1, word[1:]) if word.startswith("-") else (1, word)
    angles = {"pi": math.pi, "pi/2": math.pi / 2, "pi/4": math.pi / 4, "3pi/4": math.pi * 0.75}
    if size in angles:
        return abs(found - sign * angles[size]) < 1e-14
    if word in ("x1", "x2"):
        return same(found, arguments[int(word[1]) - 1])
    if word in ("true", "false"):
        return found == float(word == "true")
    if word in ("positive", "negative"):
        return not math.isnan(found) and (math.copysign(1, found) < 0) == (word == "negative")
    return same(found, float(np.round(arguments[0])) if word == "even" else float(word))


ALL = list(cases())


def test_all_cases_are_read():
    assert sum(len(inputs[0]) for _, _, inputs in ALL) == 595


@pytest.mark.parametrize("name", sorted({name for name, _, _ in ALL}))
def test_special_cases(name):
    for own, words, inputs in ALL:
        if own != name:
            continue
        operands = [xp.asarray(x) for x in inputs]
        options = {"min": -1.0, "max": 1.0} if name == "clip" else {}
        found = to_numpy(getattr(xp, name)(*operands, **options))
        for i, number in enumerate(found):
            arguments = [x[i] for x in inputs]
            key = (name, arguments[0] if len(arguments) == 1 else tuple(arguments))
            parts = [number.real, number.imag] if len(words) == 2 else [float(number)]
            is_right = all(is_as(word, part, arguments) for word, part in zip(words, parts))
            assert is_right != (key in DEPARTURES), f"{name} {arguments}: {number}, expected {words}"
