"""Writes tests/vectorised/functions.txt: arguments and what the functions of floats are there.

    python3 tests/vectorised/functions.py > tests/vectorised/functions.txt

A line is a function, its arguments and its value in f64, as bits in hexadecimal: the value rounded,
and the number of 1/1000 ulp by which that is above the true value. Computed with mpmath 1.3.0.
"""

import random
import struct
import mpmath as mp

assert mp.__version__ == "1.3.0", mp.__version__
mp.mp.prec = 400
random.seed(20)


def bits(x):
    return struct.unpack("<Q", struct.pack("<d", x))[0]


def from_bits(b):
    return struct.unpack("<d", struct.pack("<Q", b))[0]


def spread(low, high, count, sign=False):
    """Numbers of all exponents between two, both kinds of sign if asked for."""
    a, b = bits(low), bits(high)
    for _ in range(count):
        x = from_bits(random.randint(a, b))
        yield -x if sign and random.random() < 0.5 else x


def even(low, high, count):
    for _ in range(count):
        yield random.uniform(low, high)


def near(points, count):
    """The neighbours of some numbers."""
    for p in points:
        for _ in range(count):
            yield from_bits(bits(p) + random.randint(-20, 20))


def exact(x):
    return mp.mpf(x)


def gelu(x):
    return x * mp.erfc(-x / mp.sqrt(2)) / 2


def silu(x):
    return x / (1 + mp.exp(-x))


def show(name, args, value):
    rounded = float(value)
    if rounded in (float("inf"), float("-inf")):
        excess = 0
    else:
        exponent = max(mp.frexp(mp.mpf(rounded))[1] - 53 if rounded else -1074, -1074)
        excess = int(mp.nint((mp.mpf(rounded) - value) / mp.ldexp(1, exponent) * 1000))
    words = " ".join(f"{bits(a):x}" for a in args)
    print(f"{name} {words} {bits(rounded):x} {excess}")


ROOT = 1.4142135623730951

WORST = [
    ("tanh", mp.tanh, ["0x1.c3a92190f66e2p-3", "0x1.c353dbe02e2dbp-3", "-0x1.c54c3fd73f61fp-3"]),
    ("exp2", lambda x: mp.mpf(2) ** x, ["0x1.01c6c8a845f4fp-1", "0x1.c0054c59486a6p+1", "-0x1.5e7f4de5ce550p+8"]),
    ("gelu", gelu, ["-0x1.f2c2ebabefe22p-15", "-0x1.f3e71117bb76dp-31", "-0x1.f062712af6000p-12"]),
    ("asinh", mp.asinh, ["0x1.822fbcf6a1b51p-2", "-0x1.8b432f720e910p-2", "0x1.fffffffffffffp+1023"]),
    ("acosh", mp.acosh, ["0x1.01ffc2eeb7c57p+0", "0x1.01fe8781598b9p+0", "0x1.0000000000001p+0"]),
    ("atanh", mp.atanh, ["-0x1.78c7cbcc3cc58p-3", "0x1.7535d17a6bb50p-3", "-0x1.fffffffffffffp-1"]),
    ("exp_m1", mp.expm1, ["-0x1.f376cb1ae3fb5p-1", "0x1.718569f2c0e78p-2", "-0x1.2344e64ffe525p+0"]),
    ("sinh", mp.sinh, ["-0x1.0f071c6f5512cp+0", "0x1.bbe25b3ce1dd7p+0", "0x1.1736652daa836p+3"]),
    ("cosh", mp.cosh, ["0x1.0b26fd4b09d94p+0", "0x1.70e04fff0ac49p+3", "0x1.9af2a32efec24p+3"]),
    ("ln_1p", mp.log1p, ["0x1.994ec6d6b1f1ap-2", "0x1.96db79e45cb32p-2", "0x1.95ff1086cea45p-2"]),
    ("log2", lambda x: mp.log(x, 2), ["0x1.684455b7fc8d4p+0", "0x1.67f12dffc8602p+0", "0x1.625323f4ed70bp+0"]),
    ("log10", mp.log10, ["0x1.52bdd4deeeff0p+0", "0x1.54f2b5d764fa6p+0", "0x1.524d1db7b8981p+0"]),
    ("hypot", lambda x, y: mp.sqrt(x**2 + y**2), [
        "-0x1.1a536e20964a9p+0 -0x1.0206b3af3df9cp+0", "-0x1.6db740ec24d7cp+1 0x1.2636ab8180186p+1",
        "-0x1.8059c499b4a00p-522 -0x1.050990048f505p-524",
    ]),
    # Of the former kernel: 1.41, 1.40 and 1.11 ulp.
    ("pow", lambda x, y: x**y, [
        "0x1.68cdd4eae75b1p+0 -0x1.cd9f1534aff38p+10", "0x1.6908b37e0400dp+0 -0x1.e8f8c67778931p+10",
        "0x1.677730db1f159p+0 0x1.5a7f7c519514cp+10", "0x1.67148d870355fp-1 0x1.d792f4459a3a8p+10",
    ]),
]


def main():
    quarter = [float(k * mp.pi / 2) for k in range(1, 60)]
    # Multiples of pi/2 that are close to an f64: denominators of its continued fraction.
    close, x = [], mp.pi / 2
    p, q = [0, 1], [1, 0]
    while True:
        a = int(mp.floor(x))
        p.append(a * p[-1] + p[-2])
        q.append(a * q[-1] + q[-2])
        if q[-1] > 600_000:
            break
        close += [float(q[-1] * mp.pi / 2), float(p[-1])]
        x = 1 / (x - a)
    functions = {
        "exp": (mp.exp, [spread(1e-300, 700, 60, True), even(-745, 709, 200), even(-2, 2, 120)]),
        "exp2": (lambda x: mp.mpf(2) ** x,
                 [spread(1e-300, 1000, 60, True), even(-1074, 1024, 200), even(-2, 2, 120)]),
        "ln": (mp.log, [spread(5e-324, 1.7e308, 200), even(0.5, 2, 150), near([0.7071067811865476, 1.4142135623730951], 10),
                        spread(1 - 1e-3, 1 + 1e-3, 50)]),
        "tanh": (mp.tanh, [spread(1e-300, 25, 60, True), even(-2, 2, 200), even(-20, 20, 60), near([0.55], 20)]),
        "sigmoid": (lambda x: 1 / (1 + mp.exp(-x)),
                    [spread(1e-300, 700, 40, True), even(-745, 40, 150), even(-6, 6, 150)]),
        "erf": (mp.erf, [spread(1e-300, 7, 60, True), even(-1.2, 1.2, 150), even(-6.5, 6.5, 100), near([1.0], 20)]),
        "gelu": (gelu, [spread(1e-300, 38, 60, True), even(-38, 3, 150), even(-3, 3, 150)]),
        "sin": (mp.sin, [spread(1e-300, 1e6, 80, True), even(-10, 10, 120), even(-1e6, 1e6, 80),
                         near(quarter, 1), close, spread(1e6, 1e300, 20, True)]),
        "cos": (mp.cos, [spread(1e-300, 1e6, 80, True), even(-10, 10, 120), even(-1e6, 1e6, 80),
                         near(quarter, 1), close, spread(1e6, 1e300, 20, True)]),
    }
    for name, (f, lists) in functions.items():
        for x in (x for numbers in lists for x in numbers):
            show(name, [x], f(exact(x)))
    count = 0
    while count < 600:
        x = from_bits(random.randint(1, bits(1.7e308))) if count % 2 else random.uniform(0, 3)
        power = random.uniform(-745, 709)
        y = power / float(mp.log(x)) if count % 3 else random.uniform(-6, 6)
        if count % 7 == 0:
            x, y = 1 + random.uniform(-1e-9, 1e-9), random.uniform(-5e11, 5e11)
        if count % 11 == 0:
            y = float(round(y)) if abs(y) < 2**53 else y
        if abs(y * float(mp.log(x))) < 709:
            show("pow", [x, y], exact(x) ** exact(y))
            count += 1
    # Where the error of the kernel is greatest.
    steps = [float(mp.log(2) / 4), float(mp.log(3) / 2)]
    for x in [*even(0.17, 0.27, 100), *near(steps, 20)]:
        show("tanh", [x], mp.tanh(exact(x)))

    hyperbolic = {
        "asinh": (mp.asinh, [spread(5e-324, 1.7976931348623157e308, 150, True), even(-2, 2, 150),
                             even(0.36, 0.42, 60), near([0.3535533905932738, 134217728.0], 10)]),
        "acosh": (mp.acosh, [spread(1, 1.7976931348623157e308, 150), even(1, 3, 100), even(1.006, 1.01, 60),
                             (1 + k * 2.0**-52 for k in range(1, 20)), near([1.0606601717798212], 10)]),
        "atanh": (mp.atanh, [spread(5e-324, 1 - 2.0**-53, 150, True), even(-1, 1, 150), even(0.17, 0.22, 60),
                             (k * 2.0**-53 - 1 for k in range(1, 20)), near([0.17157287525380990], 10)]),
    }
    for name, (f, lists) in hyperbolic.items():
        for x in (x for numbers in lists for x in numbers):
            show(name, [x], f(exact(x)))
    inverse = {
        "tan": (mp.tan, [spread(1e-300, 1e6, 80, True), even(-2, 2, 150), even(-1e6, 1e6, 80),
                         near(quarter, 1), close, spread(1e6, 1e300, 20, True)]),
        "asin": (mp.asin, [spread(5e-324, 1, 120, True), even(-1, 1, 200), near([ROOT - 1, 0.3826834323650898], 10),
                           (k * 2.0**-53 - 1 for k in range(20))]),
        "acos": (mp.acos, [spread(5e-324, 1, 60, True), even(-1, 1, 200), near([ROOT / 2, 0.3826834323650898], 10),
                           (s * (1 - k * 2.0**-53) for k in range(20) for s in (-1, 1))]),
        "atan": (mp.atan, [spread(5e-324, 1.7976931348623157e308, 120, True), even(-4, 4, 200),
                           near([ROOT - 1, 1.0, ROOT + 1], 10)]),
    }
    for name, (f, lists) in inverse.items():
        for x in (x for numbers in lists for x in numbers):
            show(name, [x], f(exact(x)))
    pairs = [*zip(spread(5e-324, 1.7e308, 200, True), spread(5e-324, 1.7e308, 200, True)),
             *zip(even(-1, 1, 300), even(-1, 1, 300)), *zip(even(5e-324, 2e-308, 60), even(-2e-308, 2e-308, 60)),
             *zip(even(1e308, 1.79e308, 60), even(-1e308, 1.7e308, 60)),
             *((y, y * (ROOT - 1)) for y in spread(5e-324, 1.7e308, 60, True)),
             *((y, y * (1 + k * 2.0**-52)) for k, y in enumerate(spread(5e-324, 1.7e308, 60, True)))]
    for y, x in pairs:
        show("atan2", [y, x], mp.atan2(exact(y), exact(x)))
    for numbers in [spread(1e-300, 750, 60, True), even(-752, 40, 150), even(-6, 6, 200), even(-1.5, -1, 60)]:
        for x in numbers:
            show("silu", [x], silu(exact(x)))
    ln2 = float(mp.log(2))
    halves = [(k + 0.5) * ln2 for k in range(4)]
    others = {
        "exp_m1": (mp.expm1, [spread(5e-324, 709.78, 100, True), even(-40, 709.78, 100), even(-1.5, 1.5, 200),
                              near(halves, 10), near([2.0**-53, 709.7827128933], 10), (-x for x in near(halves, 10))]),
        "sinh": (mp.sinh, [spread(5e-324, 710.47, 100, True), even(-710.47, 710.47, 100), even(-3, 3, 250),
                           even(17, 20, 50), near(halves, 10), near([2.0**-52, 710.4758600739], 10)]),
        "cosh": (mp.cosh, [spread(5e-324, 710.47, 60, True), even(-710.47, 710.47, 100), even(-3, 3, 250),
                           even(17, 20, 50), near(halves, 10), near([710.4758600739], 10)]),
        "ln_1p": (mp.log1p, [spread(5e-324, 1.7976931348623157e308, 150, True), even(-1, 3, 250),
                             near([ROOT - 1, 2.0**52, 2.0**53, 2.0**54], 20), (k * 2.0**-53 - 1 for k in range(1, 20))]),
        "log2": (lambda x: mp.log(x, 2), [spread(5e-324, 1.7e308, 150), even(0.5, 2, 200), near([1.0], 20),
                                          near([ROOT / 2, ROOT], 10), spread(1 - 1e-3, 1 + 1e-3, 50)]),
        "log10": (mp.log10, [spread(5e-324, 1.7e308, 150), even(0.5, 2, 200), near([1.0], 20),
                             near([ROOT / 2, ROOT], 10), spread(1 - 1e-3, 1 + 1e-3, 50),
                             (10.0**k for k in range(23))]),
        "cbrt": (lambda x: mp.cbrt(x) if x > 0 else -mp.cbrt(-x),
                 [spread(5e-324, 1.7976931348623157e308, 200, True), even(-8, 8, 200), spread(5e-324, 1e-308, 20),
                  near([ROOT / 2, ROOT, 2 * ROOT], 10), (float(k**3) for k in range(1, 30))]),
    }
    for name, (f, lists) in others.items():
        for x in (x for numbers in lists for x in numbers):
            if name != "ln_1p" or x > -1:
                show(name, [x], f(exact(x)))
    pairs = [*zip(spread(5e-324, 1.2e308, 200, True), spread(5e-324, 1.2e308, 200, True)),
             *zip(even(-1, 1, 300), even(-1, 1, 300)), *zip(even(5e-324, 2e-308, 60), even(-2e-308, 2e-308, 60)),
             *zip(even(0.9e308, 1.2e308, 60), even(-1.2e308, 1.2e308, 60)),
             *zip(near([1e150, 1e-150], 20), near([1e149, 1e-151], 20)),
             *((x, x * random.uniform(0, 1)) for x in spread(5e-324, 1.2e308, 150, True))]
    for x, y in pairs:
        show("hypot", [x, y], mp.sqrt(exact(x) ** 2 + exact(y) ** 2))
    # The largest errors that a search over millions of arguments has found.
    for name, f, arguments in WORST:
        for x in arguments:
            x = [float.fromhex(x) for x in x.split()]
            show(name, x, f(*map(exact, x)))


main()
