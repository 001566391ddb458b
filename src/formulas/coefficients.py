"""Computes the polynomials of src/formulas and writes coefficients.rs.

    python3 src/formulas/coefficients.py > src/formulas/coefficients.rs

Minimax polynomials by the exchange algorithm of Remez (Muller, Elementary Functions, chapter 3), in
60 digits (mpmath 1.3.0). Those for f32 are rounded one coefficient after the other, from the lowest
on, the rest fitted anew each time to what is left, so that the rounding of one is made good by the
next. The comment above each says how large the error is, relative to the function it serves.
"""

import struct
import textwrap
import mpmath as mp

assert mp.__version__ == "1.3.0", mp.__version__
mp.mp.dps = 60


def f32(x):
    return mp.mpf(struct.unpack("f", struct.pack("f", x))[0])


def f64(x):
    return mp.mpf(float(x))


class Grid:
    """Points of an interval, dense at its ends, with the values of `g` and of the weight."""

    def __init__(self, g, weight, low, high, count):
        middle, half = (mp.mpf(low) + high) / 2, (mp.mpf(high) - low) / 2
        self.t = [middle - half * mp.cos(mp.pi * (i + mp.mpf(1) / 2) / count) for i in range(count)]
        self.g = [g(t) for t in self.t]
        self.w = [weight(t) for t in self.t]


def evaluate(c, t):
    y = mp.mpf(0)
    for a in reversed(c):
        y = y * t + a
    return y


def extrema_of(error, n):
    """The places of one extremum of each stretch of equal sign, `n` at most."""
    extrema, start = [], 0
    for i in range(1, len(error) + 1):
        if i == len(error) or (error[i] > 0) != (error[start] > 0):
            extrema.append(max(range(start, i), key=lambda k: abs(error[k])))
            start = i
    while len(extrema) > n:
        extrema.pop(0 if abs(error[extrema[0]]) < abs(error[extrema[-1]]) else -1)
    return extrema


def remez(t, g, w, degree):
    """The polynomial that keeps |w (p - g)| small on the points."""
    n, count = degree + 2, len(t)
    at = [round((1 - mp.cos(mp.pi * i / (n - 1))) / 2 * (count - 1)) for i in range(n)]
    for _ in range(12):
        rows = [[t[i] ** k for k in range(n - 1)] + [(-1) ** j / w[i]] for j, i in enumerate(at)]
        solved = mp.lu_solve(mp.matrix(rows), mp.matrix([g[i] for i in at]))
        c = [solved[k] for k in range(n - 1)]
        error = [w[i] * (evaluate(c, t[i]) - g[i]) for i in range(count)]
        worst = max(abs(e) for e in error)
        extrema = extrema_of(error, n)
        if len(extrema) < n or extrema == at:
            break
        at = extrema
    return c, worst


def fit(grid, degree, rounded):
    """Coefficients as numbers of the format, and the error that is left."""
    def error(c):
        return max(abs(v * (evaluate(c, x) - y)) for x, y, v in zip(grid.t, grid.g, grid.w))

    c = [rounded(a) for a in remez(grid.t, grid.g, grid.w, degree)[0]]
    if rounded is f64:
        return c, error(c)
    other, t, g, w = [], grid.t, grid.g, grid.w
    for left in range(degree, -1, -1):
        a = rounded(remez(t, g, w, left)[0][0])
        other.append(a)
        # The rest is a polynomial times t; where t is near 0 it hardly counts.
        far = [(x, (y - a) / x, v * abs(x)) for x, y, v in zip(t, g, w) if abs(x) > 1e-3]
        t, g, w = (list(column) for column in zip(*far))
    return min([c, other], key=error), min(error(c), error(other))


def show(name, kind, about, g, weight, low, high, degree):
    rounded = f32 if kind == "f32" else f64
    grid = Grid(g, weight, low, high, max(24 * (degree + 2), 160))
    c, error = fit(grid, degree, rounded)
    print(f"/// {about}; error 2^{float(mp.log(error, 2)):.1f}.")
    constant(name, kind, c)
    return c


def quotient(name, kind, about, g, weight, far, degrees, factor=1, power=1):
    """A quotient of polynomials with the least weighted error from 0 to `far`, both times `factor`. Remez's exchange; the
    equations are linear but for the error times the denominator, which is that of the solution before (Cody 1970, "A
    survey of practical rational and polynomial approximation")."""
    n, count = sum(degrees) + 2, 30 * max(degrees[0], 4)
    t = [far * ((1 - mp.cos(mp.pi * (i + mp.mpf(1) / 2) / count)) / 2) ** power for i in range(count)]
    values, weights, below = [g(x) for x in t], [weight(x) for x in t], [mp.mpf(1)] * count
    at = [round((1 - mp.cos(mp.pi * i / (n - 1))) / 2 * (count - 1)) for i in range(n)]
    for _ in range(12):
        for _ in range(4):
            rows = [[t[i] ** j for j in range(degrees[0] + 1)]
                    + [-values[i] * t[i] ** j for j in range(1, degrees[1] + 1)]
                    + [(-1) ** k / weights[i] * below[i]] for k, i in enumerate(at)]
            solved = list(mp.lu_solve(mp.matrix(rows), mp.matrix([values[i] for i in at])))
            parts = solved[: degrees[0] + 1], [mp.mpf(1), *solved[degrees[0] + 1 : -1]]
            below = [evaluate(parts[1], x) for x in t]
        at = extrema_of([(evaluate(parts[0], x) / b - y) * w
                         for x, b, y, w in zip(t, below, values, weights)], n)
    rounded = f32 if kind == "f32" else f64
    parts = [[rounded(a * factor) for a in part] for part in parts]
    error = max(abs((evaluate(parts[0], x) / evaluate(parts[1], x) - y) * w)
                for x, y, w in zip(t, values, weights))
    print(f"/// Numerator and denominator of {about}; error 2^{float(mp.log(error, 2)):.1f}.")
    for part, name in zip(parts, [name, f"{name}_BELOW"]):
        constant(f"{name}_{kind.upper()}", kind, part)


def constant(name, kind, values):
    """Prints an array, in lines of 100 columns."""
    text = ", ".join(number(a, kind) for a in values)
    start = f"pub(super) const {name}: [{kind}; {len(values)}] ="
    if len(start) + len(text) <= 96:
        print(f"{start} [{text}];")
    else:
        print(f"{start} [")
        print(textwrap.fill(f"{text},", 100, initial_indent="    ", subsequent_indent="    "))
        print("];")


def number(a, kind):
    if kind == "f64":
        return repr(float(a))
    for digits in range(1, 12):
        text = f"{float(a):.{digits}e}"
        if f32(float(text)) == f32(a):
            return text
    raise ValueError(a)


def parts(name, kind, about, value, bits):
    """`value` as a sum: of parts of so many bits each, and the rest rounded."""
    print(f"/// {about}: parts of {bits} bits and the rest.")
    rest, out = mp.mpf(value), []
    for b in bits:
        scale = mp.mpf(2) ** (b - 1 - mp.floor(mp.log(rest, 2)))
        part = mp.floor(rest * scale) / scale
        out.append(part)
        rest -= part
    out.append(f32(rest) if kind == "f32" else f64(rest))
    constant(name, kind, out)


def away_from_zero(f, small):
    """`f`, evaluated with more digits near 0, where it is a difference of equals."""
    def g(t):
        with mp.workdps(120):
            t = t if abs(t) > small else mp.mpf(small)
            return f(mp.mpf(t))
    return g


def main():
    print("//! Polynomials, lowest coefficient first. Written by `coefficients.py`, which says how.")
    print("#![allow(clippy::approx_constant, clippy::excessive_precision, clippy::unreadable_literal)]\n")
    ln2 = mp.log(2)
    tiny = mp.mpf(10) ** -20

    parts("LN_2_F32", "f32", "ln 2", ln2, [15])
    parts("LN_2_F64", "f64", "ln 2", ln2, [42])
    for kind, bits in [("f32", 24), ("f64", 53)]:
        for base in [2, 10]:
            parts(f"LOG{base}_E_{kind.upper()}", kind, f"log{base}(e)", 1 / mp.log(base), [bits])
    parts("LOG10_2_F32", "f32", "log10(2)", mp.log10(2), [15])
    parts("LOG10_2_F64", "f64", "log10(2)", mp.log10(2), [42])
    parts("HALF_PI_F32", "f32", "pi/2", mp.pi / 2, [24, 24])
    parts("HALF_PI_SINGLE", "f64", "pi/2", mp.pi / 2, [33])
    parts("HALF_PI_F64", "f64", "pi/2", mp.pi / 2, [33, 33, 33])
    parts("HALF_PI_OF_F32", "f32", "pi/2", mp.pi / 2, [24])
    parts("HALF_PI_OF_F64", "f64", "pi/2", mp.pi / 2, [51])
    parts("TWO_THIRDS", "f64", "2/3", mp.mpf(2) / 3, [53])

    exp = away_from_zero(lambda r: (mp.exp(r) - 1 - r) / r**2, tiny)
    exp2 = away_from_zero(lambda r: (2**r - 1 - ln2 * r) / r**2, tiny)
    for kind, degree in [("f32", 5), ("f64", 10)]:
        show(f"EXP_{kind.upper()}", kind, "`(exp(r) - 1 - r) / r^2`", exp,
             lambda r: r**2 / mp.exp(r), -ln2 / 2 * mp.mpf("1.001"), ln2 / 2 * mp.mpf("1.001"), degree)
        show(f"EXP2_{kind.upper()}", kind, "`(2^r - 1 - r ln 2) / r^2`", exp2,
             lambda r: r**2 / 2**r, mp.mpf("-0.5001"), mp.mpf("0.5001"), degree)
    show("EXP2_SINGLE", "f64", "`2^r`", lambda r: 2**r, lambda r: 2**-r,
         mp.mpf("-0.5001"), mp.mpf("0.5001"), 6)

    high = (ln2 / 2) ** 2 * mp.mpf("1.001")
    sinh = away_from_zero(lambda z: (mp.sinh(mp.sqrt(z)) / mp.sqrt(z) - 1) / z, tiny)
    cosh = away_from_zero(lambda z: (mp.cosh(mp.sqrt(z)) - 1) / z, tiny)
    for kind, degree in [("f32", 1), ("f64", 4)]:
        show(f"SINH_{kind.upper()}", kind, "`(sinh(x) - x) / x^3` of `x^2`", sinh, lambda z: z,
             0, high, degree)
        show(f"COSH_{kind.upper()}", kind, "`(cosh(x) - 1) / x^2` of `x^2`", cosh, lambda z: z,
             0, high, degree + 1)
    tanh = away_from_zero(lambda z: (mp.tanh(mp.sqrt(z)) / mp.sqrt(z) - 1) / z, tiny)
    for kind, degree in [("f32", 2), ("f64", 5)]:
        show(f"TANH_{kind.upper()}", kind, "`(tanh(x) - x) / x^3` of `x^2`, x up to ln 2 / 4", tanh,
             lambda z: z, 0, high / 4, degree)

    def atanh(s):
        return mp.log((1 + s) / (1 - s))
    high = (3 - 2 * mp.sqrt(2)) ** 2 * mp.mpf("1.001")
    log = away_from_zero(lambda z: (atanh(mp.sqrt(z)) - 2 * mp.sqrt(z)) / (mp.sqrt(z) * z), tiny)
    # `s` of numbers from sqrt(1/2) to sqrt(2), and from 3/4 to 3/2.
    for name, kind, far, degree in [("LN_F32", "f32", high, 2), ("LN_F64", "f64", high, 6),
                                    ("LN_1P_F32", "f32", mp.mpf("0.0401"), 2),
                                    ("LN_1P_F64", "f64", mp.mpf("0.0401"), 7)]:
        show(name, kind, f"`(ln((1 + s) / (1 - s)) - 2 s) / s^3` of `s^2`, s up to {float(mp.sqrt(far)):.2}",
             log, lambda z: z / 2, 0, far, degree)
    show("LOG2_SINGLE", "f64", "`log2((1 + s) / (1 - s)) / s` of `s^2`",
         away_from_zero(lambda z: atanh(mp.sqrt(z)) / mp.sqrt(z) / ln2, tiny),
         lambda z: mp.mpf(1) / 3, 0, high, 4)
    log2 = away_from_zero(lambda z: atanh(mp.sqrt(z)) / mp.sqrt(z) / ln2, tiny)
    grid = Grid(log2, lambda z: 1 / log2(z), 0, high, 160)
    exact = remez(grid.t, grid.g, grid.w, 4)[0]
    first = [f32(a) for a in exact[:2]]
    rest = [f32(a) for a in [exact[0] - first[0], exact[1] - first[1], *exact[2:]]]
    both = [a + b for a, b in zip(first, rest)] + rest[2:]
    error = max(abs(w * (evaluate(both, t) - g)) for t, g, w in zip(grid.t, grid.g, grid.w))
    print("/// `log2((1 + s) / (1 - s)) / s` of `s^2`: the sum of two polynomials; "
          f"error 2^{float(mp.log(error, 2)):.1f}.")
    constant("LOG2_F32", "f32", first)
    constant("LOG2_REST_F32", "f32", rest)
    end = (mp.sqrt(2) - 1) / (mp.sqrt(2) + 1)
    show("LOG2_SLOPE_F32", "f32", "`log2(e) / (1 + s)`", lambda s: 1 / ln2 / (1 + s),
         lambda s: ln2 * (1 + s), -end, end, 3)
    show("LN_TAIL_F64", "f64", "`(ln((1 + s) / (1 - s)) - 2 s - 2/3 s^3) / s^5` of `s^2`",
         away_from_zero(lambda z: (atanh(mp.sqrt(z)) - 2 * mp.sqrt(z)
                                   - 2 * mp.sqrt(z) ** 3 / 3) / mp.sqrt(z) ** 5, tiny),
         lambda z: z**2 / 2, 0, high, 8)

    high = mp.mpf("0.104")
    inverse = away_from_zero(lambda e: (1 / mp.cbrt(1 - e) - 1) / e, tiny)
    for kind in ["f32", "f64"]:
        show(f"INVERSE_CBRT_{kind.upper()}", kind, f"`(1 / cbrt(1 - e) - 1) / e`, e up to {float(high)}",
             inverse, lambda _: high, -high, high, 2)

    sin = away_from_zero(lambda z: (mp.sin(mp.sqrt(z)) / mp.sqrt(z) - 1) / z, tiny)
    cos = away_from_zero(lambda z: (mp.cos(mp.sqrt(z)) - 1 + z / 2) / z**2, tiny)
    tan = away_from_zero(lambda z: (mp.tan(mp.sqrt(z)) / mp.sqrt(z) - 1) / z, tiny)
    # The multiple of pi/2 that is taken off an f32 is not always the nearest one.
    for kind, high, degree, of_tan in [("f32", mp.pi / 4 + 0.05, 2, (1, 2)),
                                       ("f64", mp.pi / 4 * 1.0005, 5, (2, 3))]:
        show(f"SIN_{kind.upper()}", kind, "`(sin(x) - x) / x^3` of `x^2`", sin, lambda z: z,
             0, high**2, degree)
        show(f"COS_{kind.upper()}", kind, "`(cos(x) - 1 + x^2/2) / x^4` of `x^2`", cos,
             lambda z: z**2, 0, high**2, degree)
        quotient("TAN", kind, "`(tan(x) - x) / x^3` of `x^2`", tan, lambda z: z / (1 + z * tan(z)),
                 high**2, of_tan)

    asin = away_from_zero(lambda z: (mp.asin(mp.sqrt(z)) / mp.sqrt(z) - 1) / z, tiny)
    for kind, degree in [("f32", 4), ("f64", 11)]:
        show(f"ASIN_{kind.upper()}", kind, "`(asin(x) - x) / x^3` of `x^2`, x up to 1/2", asin, lambda z: z,
             0, mp.mpf("0.2501"), degree)
    atan = away_from_zero(lambda z: (mp.atan(mp.sqrt(z)) / mp.sqrt(z) - 1) / z, tiny)
    # The end of the interval for f32 is one by whose coefficients the arc tangent of 1 is pi/4 rounded.
    for kind, high, degree in [("f32", mp.mpf("1.01"), 8),
                               ("f64", (mp.sqrt(2) - 1) ** 2 * mp.mpf("1.001"), 11)]:
        show(f"ATAN_{kind.upper()}", kind, "`(atan(x) - x) / x^3` of `x^2`", atan, lambda z: z,
             0, high, degree)

    erf = away_from_zero(lambda z: mp.erf(mp.sqrt(z)) / mp.sqrt(z) - 1, tiny)
    for kind, degree in [("f32", 6), ("f64", 12)]:
        show(f"ERF_{kind.upper()}", kind, "`erf(x) / x - 1` of `x^2`, x from 0 to 1", erf,
             lambda z: 1, 0, mp.mpf("1.001"), degree)
    # Times z + k, because both fall off as 1 / z: so that no large coefficients cancel.
    for kind, degree, far, k in [("f32", 6, 4, 2), ("f64", 15, 6, 2)]:
        point = lambda t: k * (1 + t) / (1 - t)
        q = lambda z: (z + k) * mp.exp(z**2) * mp.erfc(z)
        show(f"ERFC_{kind.upper()}", kind,
             f"`(z + {k}) exp(z^2) erfc(z)` of `(z - {k}) / (z + {k})`, z from 1 to {far}",
             lambda t: q(point(t)), lambda t: mp.erfc(point(t)) / q(point(t)),
             mp.mpf("0.999") * (1 - k) / (1 + k), (far - mp.mpf(k)) / (far + k), degree)
    # Of 512 factors of both parts the one with which the roundings of f32 do least, products and sums rounded apart.
    normal = lambda z: mp.exp(z**2 / 2) * mp.erfc(z / mp.sqrt(2)) / 2
    for kind, degree, far, factor in [("f32", 4, 15, 1 + mp.mpf(90) / 512), ("f64", 9, 39, 1)]:
        quotient("NORMAL", kind, f"`exp(z^2/2) P(Z < -z)`, z from 0 to {far}, Z normal",
                 normal, lambda z: 1 / normal(z), far, (degree, degree + 1), factor, 2)


main()
