"""The workloads of the twin, in the order of the bench: what a user of each library would write."""

import numpy as np
from twin import columns, inputs, jax, row, torch

if jax:
    import jax.numpy as jnp
if torch:
    import torch.nn.functional as F

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
product("[4096,64]x[64,4096] f32", 1e-3, (4096, 64), (64, 4096))
product("[4096,4096]x[4096] f32", 1e-3, (4096, 4096), (4096,))
product("512^3 i32", 0, (512, 512), (512, 512), dtype=np.int32)
# numpy has no fast product of f16: 200 ms, and it is not what anybody would call.
row("512^3 f16", 5e-2, lambda: columns(
    inputs((512, 512), (512, 512), dtype=np.float16), None, lambda a, b: a @ b, lambda a, b: a @ b))
product("[64,64,64] batched f32", 1e-3, (64, 64, 64), (64, 64, 64))
product("[256,32,32] batched f32", 1e-3, (256, 32, 32), (256, 32, 32))
product("[32,1,64,64]x[1,16,64,64]", 1e-3, (32, 1, 64, 64), (1, 16, 64, 64))
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
row("sqrt, 1M", 1e-6, lambda: columns(
    inputs(MILLION, change=np.abs), np.sqrt, lambda a: a.sqrt(), lambda a: jnp.sqrt(a)))
alike("a+scalar, 1M", 0, lambda a: a + 1.5, MILLION)

alike("[2048,2048]+[2048]", 0, lambda a, b: a + b, (2048, 2048), 2048)
alike("[2048,2048]+[2048,1]", 0, lambda a, b: a + b, (2048, 2048), (2048, 1))
alike("[64,1,512]+[1,128,512]", 0, lambda a, b: a + b, (64, 1, 512), (1, 128, 512))

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


def layer_norm(a):
    return (a - a.mean(-1, keepdims=True)) / (a.var(-1, keepdims=True) + 1e-5) ** 0.5


row("layer norm, [4096,1024]", 1e-4, lambda: columns(
    inputs(WIDE), layer_norm, lambda a: F.layer_norm(a, (1024,)), layer_norm))


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
