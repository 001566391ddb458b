"""Writes tests/staples/numbers/complex.txt: complex arguments and what functions are there.

    python3 tests/staples/numbers/complex.py > tests/staples/numbers/complex.txt

A line is a function, the real and the imaginary part of its argument (of `powf` also of the exponent) and
those of its value, as bits of f64 in hexadecimal; the value is rounded to nearest. Computed with
mpmath 1.3.0.
"""

import random
import struct
import mpmath as mp

assert mp.__version__ == "1.3.0", mp.__version__
mp.mp.prec = 2600
random.seed(16)


def bits(x):
    return format(struct.unpack("<Q", struct.pack("<d", x))[0], "016x")


def rounded(x):
    """To nearest f64, also where that is subnormal or infinite."""
    if x == 0:
        return 0.0
    exponent = max(mp.frexp(x)[1] - 53, -1074)
    units = mp.nint(mp.ldexp(x, -exponent))
    try:
        return float(mp.ldexp(units, exponent))
    except OverflowError:
        return float("inf") if x > 0 else float("-inf")


def sign():
    return random.choice([1.0, -1.0])


def wide(low, high):
    """A number of a size between two powers of two."""
    return sign() * 2.0 ** random.uniform(low, high)


def points():
    for _ in range(14):  # of all common sizes
        yield complex(wide(-8, 8), wide(-8, 8))
    for _ in range(8):
        yield complex(wide(-60, 60), wide(-60, 60))
    for _ in range(6):  # near the unit circle
        angle = random.uniform(-3.14159, 3.14159)
        z = complex(mp.cos(angle), mp.sin(angle))
        yield z * (1 + wide(-50, -3))
    for _ in range(8):  # near 1, -1, i, -i
        centre = random.choice([1, -1, 1j, -1j])
        yield centre + complex(wide(-50, -2), wide(-50, -2))
    for _ in range(6):  # near 1 + z on the unit circle
        y = 2.0 ** random.uniform(-20, -1)
        yield complex(-y * y / 2 * (1 + wide(-30, -10)), sign() * y)
    for _ in range(8):  # near the axes
        yield complex(wide(-3, 3), wide(-300, -30))
        yield complex(wide(-300, -30), wide(-3, 3))
    for _ in range(4):  # tiny and huge
        yield complex(wide(-1070, -900), wide(-1070, -900))
        yield complex(wide(900, 1023), wide(900, 1023))


def nearest_to_circle(centre):
    """Numbers whose distance from a point is nearest to 1, and two whose squares cancel but for their last digits."""
    for _ in range(40):
        x = random.uniform(-1, 1)
        yield complex(x - centre, sign() * float(mp.sqrt(1 - mp.mpf(x) ** 2)))
    for last in (65, 66):
        yield complex(1 - 2.0**-27 - centre, 2.0**-13 - 2.0**-42 - 2.0**-last)


def large_real():
    for _ in range(6):
        yield complex(sign() * random.uniform(700, 745), random.uniform(-10, 10))
    for _ in range(6):
        yield complex(sign() * random.uniform(10, 45), random.uniform(-10, 10))


def is_moderate(z):
    return abs(z.real) < 1000 and abs(z.imag) < 1000


EXPONENTIAL = ["exp", "exp_m1", "sinh", "cosh", "tanh"]
TRIGONOMETRIC = ["sin", "cos", "tan"]
FUNCTIONS = {
    "exp": mp.exp, "exp_m1": lambda z: mp.exp(z) - 1, "ln": mp.log, "ln_1p": lambda z: mp.log(1 + z),
    "log2": lambda z: mp.log(z) / mp.log(2), "log10": lambda z: mp.log(z) / mp.log(10),
    "sqrt": mp.sqrt, "recip": lambda z: 1 / z, "sign": lambda z: z / abs(z),
    "sin": mp.sin, "cos": mp.cos, "tan": mp.tan, "sinh": mp.sinh, "cosh": mp.cosh, "tanh": mp.tanh,
    "asin": mp.asin, "acos": mp.acos, "atan": mp.atan,
    "asinh": mp.asinh, "acosh": mp.acosh, "atanh": mp.atanh,
}


def show(name, arguments, value):
    parts = [part for z in arguments for part in (z.real, z.imag)]
    value = mp.mpc(value)
    parts += [rounded(value.real), rounded(value.imag)]
    print(name, *map(bits, parts))


for name, function in FUNCTIONS.items():
    arguments = list(points())
    if name in EXPONENTIAL + TRIGONOMETRIC:
        turned = [complex(-z.imag, z.real) if name in TRIGONOMETRIC else z for z in large_real()]
        arguments = [z for z in arguments + turned if is_moderate(z)]
    if name in ["ln", "log2", "log10", "ln_1p"]:
        arguments += nearest_to_circle(1 if name == "ln_1p" else 0)
    for z in arguments:
        show(name, [z], function(mp.mpc(z)))

for _ in range(40):
    z, w = complex(wide(-4, 4), wide(-4, 4)), complex(wide(-3, 3), wide(-3, 3))
    show("powf", [z, w], mp.exp(mp.mpc(w) * mp.log(mp.mpc(z))))
for n in [2, 3, 5, 10, -1, -2, -7]:
    for _ in range(3):
        z = complex(wide(-4, 4), wide(-4, 4))
        show("powf", [z, complex(n)], mp.mpc(z) ** n)
