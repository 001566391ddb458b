"""The workloads of the twin, in the order of the bench: what a user of each library would write."""

import numpy as np
from twin import columns, given, inputs, jax, row, torch

if jax:
    import jax.numpy as jnp
if torch:
    import torch.nn.functional as F

SHORT = (100_000, 10)
SIZES = [("1K", 1 << 10), ("100K", 100_000), ("10M", 10_000_000)]
MILLION, TEN_MILLION = 1_000_000, 10_000_000


def product(name, tolerance, *shapes, dtype=np.float32):
    """A product of two arrays, of any rank."""
    work = lambda a, b: a @ b
    row(name, tolerance, lambda: columns(inputs(*shapes, dtype=dtype), work, work, work))


def alike(name, tolerance, work, *shapes, **options):
    """All three spell it in the same way."""
    row(name, tolerance, lambda: columns(inputs(*shapes, **options), work, work, work))


for n in (16, 32, 64, 128, 256, 512, 1024, 2048):
    product("[16,16]x[16,16] f32" if n == 16 else f"{n}^3 f32", 1e-3, (n, n), (n, n))
for n in (16, 32, 64, 128, 256, 512, 1024, 2048):
    product(f"{n}^3 f64", 1e-9, (n, n), (n, n), dtype=np.float64)
for n in (64, 256, 1024):
    alike(f"{n}^3, B a transposed view", 1e-3, lambda a, b: a @ b.T, (n, n), (n, n))
for m, n in ((16, 1024), (16, 4096)):
    alike(f"[{m},{n}]x[{n},{n}], B a transposed view", 1e-3, lambda a, b: a @ b.T, (m, n), (n, n))
product("[4096,64]x[64,4096] f32", 1e-3, (4096, 64), (64, 4096))
product("[4096,4096]x[4096] f32", 1e-3, (4096, 4096), (4096,))
product("512^3 i32", 0, (512, 512), (512, 512), dtype=np.int32)
# numpy has no fast product of f16: 200 ms, and it is not what anybody would call.
row("512^3 f16", 5e-2, lambda: columns(
    inputs((512, 512), (512, 512), dtype=np.float16), None, lambda a, b: a @ b, lambda a, b: a @ b))
product("[64,64,64] batched f32", 1e-3, (64, 64, 64), (64, 64, 64))
product("[256,32,32] batched f32", 1e-3, (256, 32, 32), (256, 32, 32))
product("[32,1,64,64]x[1,16,64,64]", 1e-3, (32, 1, 64, 64), (1, 16, 64, 64))
row("[256,64,64]x[256,64] matvec f32", 1e-4, lambda: columns(
    inputs((256, 64, 64), (256, 64)), np.matvec,
    lambda a, b: (a @ b[..., None])[..., 0], lambda a, b: jnp.matvec(a, b)))
SCORES = "bhqd,bhkd->bhqk"
row(f"einsum {SCORES}, [4,8,128,64]", 1e-3, lambda: columns(
    inputs((4, 8, 128, 64), (4, 8, 128, 64)),
    lambda a, b: np.einsum(SCORES, a, b, optimize=True),
    lambda a, b: torch.einsum(SCORES, a, b),
    lambda a, b: jnp.einsum(SCORES, a, b)))


def sums(pattern, sizes, *shapes):
    """numpy's own benchmarks of its einsum."""
    row(f"einsum {pattern}, {sizes}", 1e-3, lambda: columns(
        inputs(*shapes),
        lambda *x: np.einsum(pattern, *x, optimize=True),
        lambda *x: torch.einsum(pattern, *x),
        lambda *x: jnp.einsum(pattern, *x)))


sums("i,j->ij", "3000", (3000,), (3000,))
sums("...,...->...", "[30,40] [20,30,40]", (30, 40), (20, 30, 40))
sums(",i...->", "[10,100,10]", (), (10, 100, 10))
sums("i,->i", "480000", (480_000,), ())
sums("ji,i->", "[400,600]", (400, 600), (600,))
sums("i->", "480000", (480_000,))

for size, n in SIZES:
    alike(f"a+b, {size}", 0, lambda a, b: a + b, n, n)


def add_in_place(n):
    """jax cannot change an array."""
    (a, b), tensors, _ = inputs(n, n)
    found = {"numpy": lambda: np.add(a, b, out=a)}
    if torch:
        c, d = tensors
        found["torch"] = lambda: c.add_(d)
    return found


for size, n in SIZES:
    row(f"a+=b, {size}", 0, lambda n=n: add_in_place(n))
for size, n in SIZES:
    alike(f"a*b+c*d, {size}", 1e-6, lambda a, b, c, d: a * b + c * d, n, n, n, n)

row("exp, 1M", 1e-6, lambda: columns(
    inputs(MILLION), np.exp, lambda a: a.exp(), lambda a: jnp.exp(a)))
row("tanh, 1M", 1e-6, lambda: columns(
    inputs(MILLION), np.tanh, lambda a: a.tanh(), lambda a: jnp.tanh(a)))
row("silu, 1M", 1e-6, lambda: columns(
    inputs(MILLION), lambda a: a / (1 + np.exp(-a)), lambda a: F.silu(a), lambda a: jax.nn.silu(a)))
row("sqrt, 1M", 1e-6, lambda: columns(
    inputs(MILLION, change=np.abs), np.sqrt, lambda a: a.sqrt(), lambda a: jnp.sqrt(a)))
alike("a+scalar, 1M", 0, lambda a: a + 1.5, MILLION)

alike("[2048,2048]+[2048]", 0, lambda a, b: a + b, (2048, 2048), 2048)
alike("[2048,2048]+[2048,1]", 0, lambda a, b: a + b, (2048, 2048), (2048, 1))
alike("[64,1,512]+[1,128,512]", 0, lambda a, b: a + b, (64, 1, 512), (1, 128, 512))
alike("[512,512,3]+[3]", 0, lambda a, b: a + b, (512, 512, 3), 3)
alike("[31250,32]+[32]", 0, lambda a, b: a + b, (31_250, 32), 32)
alike("[31250,32]+[31250,1]", 0, lambda a, b: a + b, (31_250, 32), (31_250, 1))

# Inside jit a transpose alone is a copy in row-major order.
row("materialise 4096^2 transposed", 0, lambda: columns(
    inputs((4096, 4096)), lambda a: np.ascontiguousarray(a.T),
    lambda a: a.T.contiguous(), lambda a: a.T))
for name, axes in (
    ("materialise [32,64,128,128] by (0,2,3,1)", (0, 2, 3, 1)),
    ("the same by (3,1,0,2)", (3, 1, 0, 2)),
):
    row(name, 0, lambda axes=axes: columns(
        inputs((32, 64, 128, 128)), lambda a: np.ascontiguousarray(a.transpose(axes)),
        lambda a: a.permute(axes).contiguous(), lambda a: a.transpose(axes)))
alike("a + b.t(), 2048^2", 0, lambda a, b: a + b.T, (2048, 2048), (2048, 2048))

alike("sum of a[:, ::2], 4096^2", 1e-4, lambda a: a[:, ::2].sum(), (4096, 4096), change=np.abs)
alike("sum f32, 10M", 1e-4, lambda a: a.sum(), TEN_MILLION, change=np.abs)
alike("sum f64, 10M", 1e-9, lambda a: a.sum(), TEN_MILLION, dtype=np.float64)
alike("max f32, 10M", 0, lambda a: a.max(), TEN_MILLION)
alike("argmax f32, 10M", 0, lambda a: a.argmax(), TEN_MILLION)
alike("4096^2 over axis 0", 1e-3, lambda a: a.sum(0), (4096, 4096))
alike("[100,10000] over axis 0", 1e-3, lambda a: a.sum(0), (100, 10000))
alike("argmax of [100,10000] over axis 0", 0, lambda a: a.argmax(0), (100, 10000))
alike("4096^2 over axis 1", 1e-3, lambda a: a.sum(1), (4096, 4096))
alike("[64,256,1024] over axis 1", 1e-3, lambda a: a.sum(1), (64, 256, 1024))

WIDE = (4096, 1024)
alike("mean over last, [4096,1024]", 1e-5, lambda a: a.mean(-1), WIDE)
row("variance over last, [4096,1024]", 1e-4, lambda: columns(
    inputs(WIDE), lambda a: a.var(-1), lambda a: a.var(-1, correction=0), lambda a: a.var(-1)))


def softmax(a):
    e = np.exp(a - a.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


row("softmax over last, [4096,1024]", 1e-6, lambda: columns(
    inputs(WIDE), softmax, lambda a: a.softmax(-1), lambda a: jax.nn.softmax(a, -1)))
row("softmax over last, [100000,10]", 1e-6, lambda: columns(
    inputs(SHORT), softmax, lambda a: a.softmax(-1), lambda a: jax.nn.softmax(a, -1)))
alike("sum over last, [100000,10]", 1e-5, lambda a: a.sum(-1), SHORT)
alike("prod over last, [100000,10]", 1e-5, lambda a: a.prod(-1), SHORT, change=lambda a: 1 + a / 2)
row("max over last, [100000,10]", 0, lambda: columns(
    inputs(SHORT), lambda a: a.max(-1), lambda a: a.amax(-1), lambda a: a.max(-1)))
alike("argmax over last, [100000,10]", 0, lambda a: a.argmax(-1), SHORT)


def layer_norm(a):
    return (a - a.mean(-1, keepdims=True)) / (a.var(-1, keepdims=True) + 1e-5) ** 0.5


row("layer norm, [4096,1024]", 1e-4, lambda: columns(
    inputs(WIDE), layer_norm, lambda a: F.layer_norm(a, (1024,)), layer_norm))


def rms_norm(a):
    return a / ((a * a).mean(-1, keepdims=True) + 1e-5) ** 0.5


row("rms norm, [4096,1024]", 1e-4, lambda: columns(
    inputs(WIDE), rms_norm, lambda a: F.rms_norm(a, (1024,), eps=1e-5), rms_norm))


def make_and_add():
    found = {"numpy": lambda: np.array([[1.0, 2.0], [3.0, 4.0]]) + np.array([[5.0, 6.0], [7.0, 8.0]])}
    if torch:
        new = torch.tensor
        found["torch"] = lambda: new([[1.0, 2.0], [3.0, 4.0]]) + new([[5.0, 6.0], [7.0, 8.0]])
    return found


row("make 2x2 and add", 0, make_and_add)
product("4x4 matmul", 1e-5, (4, 4), (4, 4))
row("permute + slice", 0, lambda: columns(
    inputs((8, 8, 8)), lambda a: a.transpose(2, 0, 1)[1:7, :, ::2],
    lambda a: a.permute(2, 0, 1)[1:7, :, ::2]))
row("t[[i,j]]", 0, lambda: columns(inputs((8, 8)), lambda a: a[5, 6], lambda a: a[5, 6]))

BORDER = ((0, 0), (0, 0), (3, 3), (3, 3))


def padded(a):
    """Faster than np.pad, which makes several copies."""
    result = np.zeros((16, 3, 230, 230), a.dtype)
    result[:, :, 3:-3, 3:-3] = a
    return result


row("pad [16,3,224,224] by 3", 0, lambda: columns(
    inputs((16, 3, 224, 224)), padded, lambda a: F.pad(a, (3, 3, 3, 3)), lambda a: jnp.pad(a, BORDER)))
for name, axis in (("concat 2x[1024,1024], axis 0", 0), ("the same, axis 1", 1)):
    row(name, 0, lambda axis=axis: columns(
        inputs((1024, 1024), (1024, 1024)), lambda a, b: np.concatenate((a, b), axis),
        lambda a, b: torch.cat((a, b), axis), lambda a, b: jnp.concatenate((a, b), axis)))
alike("cumsum over last, [1024,4096]", 1e-3, lambda a: a.cumsum(-1), (1024, 4096))
row("cummax over last, [1024,4096]", 0, lambda: columns(
    inputs((1024, 4096)), lambda a: np.maximum.accumulate(a, -1),
    lambda a: a.cummax(-1).values, lambda a: jax.lax.cummax(a, 1)))

SQUARE = (1000, 1000)
row("tile [1000,1000] by [2,2]", 0, lambda: columns(
    inputs(SQUARE), lambda a: np.tile(a, (2, 2)), lambda a: a.tile(2, 2), lambda a: jnp.tile(a, (2, 2))))
for axis in (0, 1):
    row(f"repeat [1000,1000] twice, axis {axis}", 0, lambda axis=axis: columns(
        inputs(SQUARE), lambda a: a.repeat(2, axis),
        lambda a: a.repeat_interleave(2, axis), lambda a: a.repeat(2, axis)))
for axis in (0, 1):
    row(f"roll [1000,1000] by 300, axis {axis}", 0, lambda axis=axis: columns(
        inputs(SQUARE), lambda a: np.roll(a, 300, axis),
        lambda a: a.roll(300, axis), lambda a: jnp.roll(a, 300, axis)))
row("pad [1000,1000] by 10, reflected", 0, lambda: columns(
    inputs(SQUARE), lambda a: np.pad(a, 10, mode="reflect"),
    lambda a: F.pad(a[None], (10, 10, 10, 10), mode="reflect")[0],
    lambda a: jnp.pad(a, 10, mode="reflect")))


def indices(count, limit, seed=2):
    return np.random.default_rng(seed).integers(0, limit, count)


def numbers(*shape, seed=1):
    return np.random.default_rng(seed).uniform(-1, 1, shape).astype(np.float32)


# jax has no result whose length depends on the numbers: inside jit it is told the length.
row("take 100K rows of [100K,64]", 0, lambda: columns(
    given(numbers(100_000, 64), indices(100_000, 100_000)), lambda a, at: a.take(at, 0),
    lambda a, at: a.index_select(0, at), lambda a, at: a[at]))
row("take 1M of 1M f32", 0, lambda: columns(
    given(numbers(MILLION), indices(MILLION, MILLION)), lambda a, at: a.take(at),
    lambda a, at: a.index_select(0, at), lambda a, at: a[at]))


def masked():
    a = numbers(MILLION)
    return given(a, a > 0)


row("mask_select half of 1M f32", 0, lambda: columns(
    masked(), lambda a, mask: a[mask], lambda a, mask: a.masked_select(mask)))
row("nonzero half of 1M bool", 0, lambda: columns(
    masked(), lambda a, mask: np.flatnonzero(mask), lambda a, mask: mask.nonzero()))
row("bincount 1M below 1000", 0, lambda: columns(
    given(indices(MILLION, 1000)), lambda a: np.bincount(a), lambda a: a.bincount(),
    lambda a: jnp.bincount(a, length=1000)))


def scattered(at, a):
    sums = np.zeros(1000, a.dtype)
    np.add.at(sums, at, a)
    return sums


row("scatter_add 1M f32 to 1000", 1e-4, lambda: columns(
    given(indices(MILLION, 1000), numbers(MILLION)), scattered,
    lambda at, a: torch.zeros(1000).scatter_add_(0, at, a), lambda at, a: jnp.zeros(1000, "f4").at[at].add(a)))


def sort(name, make, axis=-1):
    row(name, 0, lambda: columns(
        given(make()), lambda a: np.sort(a, axis),
        lambda a: a.sort(axis).values, lambda a: jnp.sort(a, axis)))


sort("sort f32, 1K", lambda: numbers(1 << 10))
sort("sort f32, 1M", lambda: numbers(MILLION))
sort("sort i64, 1M", lambda: indices(MILLION, 1 << 40))
sort("sort [1000,1000] f32, axis 0", lambda: numbers(*SQUARE), axis=0)
sort("the same, last axis", lambda: numbers(*SQUARE))
row("argsort f32, 1M", 0, lambda: columns(
    given(np.random.default_rng(1).permutation(MILLION).astype(np.float32)),
    lambda a: a.argsort(), lambda a: a.argsort(), lambda a: a.argsort()))
row("topk f32, 100 of 1M", 0, lambda: columns(
    given(numbers(MILLION)), lambda a: np.sort(np.partition(a, -100)[-100:])[::-1],
    lambda a: a.topk(100).values, lambda a: jax.lax.top_k(a, 100)[0]))
row("median f32, 1M and 1", 0, lambda: columns(
    given(numbers(MILLION + 1)), np.median, lambda a: a.median(), lambda a: jnp.median(a)))
row("unique i64, 1000 of 1M", 0, lambda: columns(
    given(indices(MILLION, 1000) * 7919), np.unique, lambda a: a.unique()))


def windows(a, kernel, stride, padding, value=0):
    """`[c, rows, columns, kernel, kernel]` of the first image."""
    a = np.pad(a[0], ((0, 0), (padding, padding), (padding, padding)), constant_values=value)
    return np.lib.stride_tricks.sliding_window_view(a, (kernel, kernel), (1, 2))[:, ::stride, ::stride]


def conv(c_in, size, c_out, kernel, stride, padding):
    step = "" if stride == 1 else f" step {stride}"
    row(f"[1,{c_in},{size},{size}] conv {kernel}x{kernel} to {c_out}{step}", 1e-3, lambda: columns(
        inputs((1, c_in, size, size), (c_out, c_in, kernel, kernel)),
        lambda x, w: np.tensordot(w, windows(x, kernel, stride, padding), ((1, 2, 3), (0, 3, 4))),
        lambda x, w: F.conv2d(x, w, stride=stride, padding=padding),
        lambda x, w: jax.lax.conv(x, w, (stride, stride), [(padding, padding)] * 2)))


conv(3, 224, 64, 7, 2, 3)
conv(64, 56, 64, 3, 1, 1)
conv(256, 14, 256, 3, 1, 1)
conv(64, 56, 256, 1, 1, 0)
row("[1,256,28,28] conv 3x3 depthwise", 1e-4, lambda: columns(
    inputs((1, 256, 28, 28), (256, 1, 3, 3)),
    lambda x, w: np.einsum("crsij,cij->crs", windows(x, 3, 1, 1), w[:, 0]),
    lambda x, w: F.conv2d(x, w, padding=1, groups=256),
    lambda x, w: jax.lax.conv_general_dilated(x, w, (1, 1), [(1, 1)] * 2, feature_group_count=256)))

IMAGES = (1, 64, 112, 112)
row("max_pool 3x3 step 2, [1,64,112,112]", 0, lambda: columns(
    inputs(IMAGES), lambda a: windows(a, 3, 2, 1, -np.inf).max((3, 4)),
    lambda a: F.max_pool2d(a, 3, 2, 1),
    lambda a: jax.lax.reduce_window(
        a, -jnp.inf, jax.lax.max, (1, 1, 3, 3), (1, 1, 2, 2), ((0, 0), (0, 0), (1, 1), (1, 1)))))
row("avg_pool 2x2, [1,64,112,112]", 1e-6, lambda: columns(
    inputs(IMAGES), lambda a: a.reshape(1, 64, 56, 2, 56, 2).mean((3, 5)), lambda a: F.avg_pool2d(a, 2),
    lambda a: jax.lax.reduce_window(a, np.float32(0), jax.lax.add, (1, 1, 2, 2), (1, 1, 2, 2), "VALID") / 4))


def enlarged(a):
    """Twice as many rows, then twice as many columns."""
    for axis in (2, 3):
        after = np.take(a, np.minimum(np.arange(1, 57), 55), axis)
        before = np.take(a, np.maximum(np.arange(-1, 55), 0), axis)
        pairs = np.stack((a * 0.75 + before * 0.25, a * 0.75 + after * 0.25), axis + 1)
        a = pairs.reshape(1, 64, -1, pairs.shape[-1] if axis == 2 else 112)
    return a


row("linear to twice, [1,64,56,56]", 1e-5, lambda: columns(
    inputs((1, 64, 56, 56)), enlarged,
    lambda a: F.interpolate(a, size=(112, 112), mode="bilinear"),
    lambda a: jax.image.resize(a, (1, 64, 112, 112), "bilinear")))

row("maximum, 1M", 0, lambda: columns(
    inputs(MILLION, MILLION), np.maximum, lambda a, b: a.maximum(b), lambda a, b: jnp.maximum(a, b)))
row("copysign, 1M", 0, lambda: columns(
    inputs(MILLION, MILLION), np.copysign, lambda a, b: a.copysign(b), lambda a, b: jnp.copysign(a, b)))
alike("remainder, 1M", 1e-6, lambda a, b: a % b, MILLION, MILLION)
row("logaddexp, 1M", 1e-6, lambda: columns(
    inputs(MILLION, MILLION), np.logaddexp, lambda a, b: a.logaddexp(b), lambda a, b: jnp.logaddexp(a, b)))
row("%, 1M", 0, lambda: columns(
    inputs(MILLION, MILLION), np.fmod, lambda a, b: a.fmod(b), lambda a, b: jnp.fmod(a, b)))
row("hypot, 1M", 1e-6, lambda: columns(
    inputs(MILLION, MILLION), np.hypot, lambda a, b: a.hypot(b), lambda a, b: jnp.hypot(a, b)))
row("atan2, 1M", 1e-6, lambda: columns(
    inputs(MILLION, MILLION), np.arctan2, lambda a, b: a.atan2(b), lambda a, b: jnp.arctan2(a, b)))


def bases_and_exponents():
    """Bases from 0.5 to 1.5."""
    (a, b), _, _ = inputs(MILLION, MILLION)
    return given(above_half(a), b)


row("powf, 1M", 1e-6, lambda: columns(
    bases_and_exponents(), np.power, lambda a, b: a.pow(b), lambda a, b: jnp.power(a, b)))
row("kron of [100,100] and [10,10]", 0, lambda: columns(
    inputs((100, 100), (10, 10)), np.kron, lambda a, b: torch.kron(a, b), lambda a, b: jnp.kron(a, b)))


def complex_numbers():
    a, b = np.random.default_rng(1).uniform(-1, 1, (2, MILLION))
    return given(a + 1j * b)


row("exp complex f64, 1M", 1e-14, lambda: columns(
    complex_numbers(), np.exp, lambda a: a.exp(), lambda a: jnp.exp(a)))
row("ln complex f64, 1M", 1e-14, lambda: columns(
    complex_numbers(), np.log, lambda a: a.log(), lambda a: jnp.log(a)))
row("diff f32, 1M", 0, lambda: columns(
    inputs(MILLION), np.diff, lambda a: a.diff(), lambda a: jnp.diff(a)))
row("cov of 50 x 10000 f64", 1e-12, lambda: columns(
    inputs((50, 10_000), dtype=np.float64), np.cov, lambda a: a.cov(), lambda a: jnp.cov(a)))
row("mean without NaN f32, 1M", 1e-5, lambda: columns(
    inputs(MILLION, change=lambda a: np.where(a > 0.8, np.float32("nan"), a)),
    np.nanmean, lambda a: a.nanmean(), lambda a: jnp.nanmean(a)))
row("largest absolute value f32, 1M", 0, lambda: columns(
    inputs(MILLION), lambda a: np.linalg.norm(a, np.inf),
    lambda a: torch.linalg.vector_norm(a, torch.inf), lambda a: jnp.linalg.norm(a, jnp.inf)))


def above_half(a):
    """Numbers from 0.5 to 1.5, as in the bench."""
    return np.abs(a) + a.dtype.type(0.5)


for name, error, dtype, of_numpy, of_torch in (
    ("exp_m1, 1M", 1e-6, np.float32, "expm1", "expm1"),
    ("ln_1p, 1M", 1e-6, np.float32, "log1p", "log1p"),
    ("sinh, 1M", 1e-6, np.float32, "sinh", "sinh"),
    ("cbrt, 1M", 1e-6, np.float32, "cbrt", None),
    ("sin, 1M", 1e-6, np.float32, "sin", "sin"),
    ("tan, 1M", 1e-5, np.float32, "tan", "tan"),
    ("atan, 1M", 1e-6, np.float32, "arctan", "arctan"),
    ("asinh, 1M", 1e-6, np.float32, "arcsinh", "arcsinh"),
    ("ln, 1M", 1e-6, np.float32, "log", "log"),
    ("log10 f64, 1M", 1e-14, np.float64, "log10", "log10"),
):
    row(name, error, lambda dtype=dtype, of_numpy=of_numpy, of_torch=of_torch: columns(
        inputs(MILLION, dtype=dtype, change=above_half), getattr(np, of_numpy),
        of_torch and getattr(torch, of_torch, None), getattr(jnp, of_numpy) if jax else None))
row("norm f32, 1M", 1e-5, lambda: columns(
    inputs(MILLION), np.linalg.norm, lambda a: torch.linalg.vector_norm(a), lambda a: jnp.linalg.norm(a)))
row("sum i32, 1M", 0, lambda: columns(
    inputs(MILLION, dtype=np.int32), lambda a: a.sum(dtype=np.int32), lambda a: a.sum(dtype=torch.int32),
    lambda a: a.sum(dtype=np.int32)))
alike("prod f64, 1M", 1e-9, lambda a: a.prod(), MILLION, dtype=np.float64, change=lambda a: 1 + a / 1e6)
row("max without NaN f32, 1M", 0, lambda: columns(
    inputs(MILLION, change=lambda a: np.where(a > 0.8, np.float32("nan"), a)),
    np.nanmax, None, lambda a: jnp.nanmax(a)))
row("variance over axis 0, [1000,1000]", 1e-5, lambda: columns(
    inputs((1000, 1000)), lambda a: a.var(0), lambda a: a.var(0, correction=0), lambda a: a.var(0)))
alike("argmax over last, [1000,1000]", 0, lambda a: a.argmax(-1), (1000, 1000))


def the_same():
    """An array and another one with its elements."""
    return given(*inputs(MILLION)[0], *inputs(MILLION)[0])


row("a == b f32, 1M", 0, lambda: columns(
    the_same(), np.array_equal, lambda a, b: torch.tensor(torch.equal(a, b)), lambda a, b: jnp.array_equal(a, b)))
row("cast f32 to i32, 1M", 0, lambda: columns(
    inputs(MILLION, change=lambda a: a * np.float32(1000)), lambda a: a.astype(np.int32), lambda a: a.int(),
    lambda a: a.astype(np.int32)))
row("flip [1000,1000], axis 1", 0, lambda: columns(
    inputs((1000, 1000)), lambda a: a[:, ::-1].copy(), lambda a: a.flip(1), lambda a: a[:, ::-1]))

row("clamp, 1M", 0, lambda: columns(
    inputs(MILLION), lambda a: a.clip(-0.5, 0.5), lambda a: a.clamp(-0.5, 0.5), lambda a: a.clip(-0.5, 0.5)))


def choice():
    (a, b), _, _ = inputs(MILLION, MILLION)
    return given(a > 0, a, b)


row("where_cond, 1M", 0, lambda: columns(
    choice(), np.where, lambda mask, a, b: torch.where(mask, a, b), lambda mask, a, b: jnp.where(mask, a, b)))
row("count_nonzero of 1M bool", 0, lambda: columns(
    given(numbers(MILLION) > 0), np.count_nonzero, lambda a: a.count_nonzero(), lambda a: jnp.count_nonzero(a)))
row("searchsorted, 100K in 100K", 0, lambda: columns(
    given(np.sort(numbers(100_000)), numbers(100_000, seed=2)), np.searchsorted,
    lambda sorted, a: torch.searchsorted(sorted, a), lambda sorted, a: jnp.searchsorted(sorted, a)))
row("isin i64, 1M in 143", 0, lambda: columns(
    given(indices(MILLION, 1000), np.arange(143) * 7), np.isin,
    lambda a, set: torch.isin(a, set), lambda a, set: jnp.isin(a, set)))
# torch's bins have edges that are rounded in another way.
row("histogram f64, 1M in 100", 0, lambda: columns(
    inputs(MILLION, dtype=np.float64), lambda a: np.histogram(a, 100)[0]))
QUARTERS = (0.25, 0.5, 0.75)
row("quantiles f64, 3 of 1M", 1e-12, lambda: columns(
    inputs(MILLION, dtype=np.float64), lambda a: np.quantile(a, QUARTERS),
    lambda a: a.quantile(a.new_tensor(QUARTERS)), lambda a: jnp.quantile(a, np.asarray(QUARTERS))))
row("take_along_axis, [1000,1000]", 0, lambda: columns(
    given(numbers(*SQUARE), indices(MILLION, 1000).reshape(SQUARE)),
    lambda a, at: np.take_along_axis(a, at, -1), lambda a, at: a.gather(-1, at),
    lambda a, at: jnp.take_along_axis(a, at, -1)))


def added_up(ids, a):
    sums = np.zeros((1000, 64), a.dtype)
    np.add.at(sums, ids, a)
    return sums


row("segment_sum of [100K,64] to 1000", 1e-4, lambda: columns(
    given(indices(100_000, 1000), numbers(100_000, 64)), added_up,
    lambda ids, a: torch.zeros(1000, 64).index_add_(0, ids, a),
    lambda ids, a: jax.ops.segment_sum(a, ids, 1000)))
row("vecdot, [10000,100]", 1e-5, lambda: columns(
    inputs((10_000, 100), (10_000, 100)), np.vecdot,
    lambda a, b: torch.linalg.vecdot(a, b), lambda a, b: jnp.vecdot(a, b)))
row("convolve f32, 100K by 101", 1e-4, lambda: columns(
    inputs(100_000, 101), np.convolve,
    lambda a, b: F.conv1d(a[None, None], b.flip(0)[None, None], padding=100)[0, 0],
    lambda a, b: jnp.convolve(a, b)))


def windows_of(a, *kernel):
    """`[n, c, places.., kernel..]`."""
    return np.lib.stride_tricks.sliding_window_view(a, kernel, tuple(range(2, a.ndim)))


row("[8,64,1000] conv 3 to 64", 1e-3, lambda: columns(
    inputs((8, 64, 1000), (64, 64, 3)),
    lambda x, w: np.einsum("ncik,ock->noi", windows_of(x, 3), w, optimize=True),
    lambda x, w: F.conv1d(x, w), lambda x, w: jax.lax.conv(x, w, (1,), "VALID")))
row("[1,16,16,32,32] conv 3x3x3 to 32", 1e-3, lambda: columns(
    inputs((1, 16, 16, 32, 32), (32, 16, 3, 3, 3)),
    lambda x, w: np.einsum("nchijabd,ocabd->nohij", windows_of(x, 3, 3, 3), w, optimize=True),
    lambda x, w: F.conv3d(x, w), lambda x, w: jax.lax.conv(x, w, (1, 1, 1), "VALID")))
row("[1,64,28,28] conv_transpose 2x2 to 32 step 2", 1e-3, lambda: columns(
    inputs((1, 64, 28, 28), (64, 32, 2, 2)),
    lambda x, w: np.einsum("ncij,coab->noiajb", x, w, optimize=True).reshape(1, 32, 56, 56),
    lambda x, w: F.conv_transpose2d(x, w, stride=2),
    lambda x, w: jnp.einsum("ncij,coab->noiajb", x, w).reshape(1, 32, 56, 56)))
