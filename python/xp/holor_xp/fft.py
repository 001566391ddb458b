"""The extension of Fourier transforms."""

from . import _axes, _dtypes, _holor
from ._array import array_of, cast, checked, on_device

__all__ = """fft ifft fftn ifftn rfft irfft rfftn irfftn hfft ihfft fftfreq rfftfreq fftshift ifftshift""".split()


def _transformed(name, x, n, axis, norm):
    axis = _axes.one(name, checked(name, x).shape, axis)
    if n is not None and n < 1:
        raise ValueError(f"{name}: {list(x.shape)}: n is {n}, expected at least 1")
    return array_of(_holor.fourier(name, x._raw, axis, n, norm))


def _to_complex(name, x):
    """Complex transforms take real numbers, too."""
    return cast(x, _dtypes.complex_of(checked(name, x).dtype))


def fft(x, /, *, n=None, axis=-1, norm="backward"):
    return _transformed("fft", _to_complex("fft", x), n, axis, norm)


def ifft(x, /, *, n=None, axis=-1, norm="backward"):
    return _transformed("ifft", _to_complex("ifft", x), n, axis, norm)


def rfft(x, /, *, n=None, axis=-1, norm="backward"):
    return _transformed("rfft", x, n, axis, norm)


def irfft(x, /, *, n=None, axis=-1, norm="backward"):
    return _transformed("irfft", _to_complex("irfft", x), n, axis, norm)


def hfft(x, /, *, n=None, axis=-1, norm="backward"):
    return _transformed("hfft", _to_complex("hfft", x), n, axis, norm)


def ihfft(x, /, *, n=None, axis=-1, norm="backward"):
    return _transformed("ihfft", x, n, axis, norm)


def _places(name, x, s, axes):
    """The axes of a transform, and their lengths."""
    checked(name, x)
    if axes is None:
        axes = range(x.ndim) if s is None else range(x.ndim - len(s), x.ndim)
    axes = _axes.several(name, x.shape, tuple(axes))
    s = [None] * len(axes) if s is None else list(s)
    if len(s) != len(axes):
        raise ValueError(f"{name}: {list(x.shape)}: s is {s}, expected a length for each of the axes {axes}")
    # -1 is the length of the axis.
    return [(axis, None if n in (None, -1) else n) for axis, n in zip(axes, s)]


def fftn(x, /, *, s=None, axes=None, norm="backward"):
    x = _to_complex("fftn", x)
    for axis, n in _places("fftn", x, s, axes):
        x = fft(x, n=n, axis=axis, norm=norm)
    return x


def ifftn(x, /, *, s=None, axes=None, norm="backward"):
    x = _to_complex("ifftn", x)
    for axis, n in _places("ifftn", x, s, axes):
        x = ifft(x, n=n, axis=axis, norm=norm)
    return x


def rfftn(x, /, *, s=None, axes=None, norm="backward"):
    *others, (last, n) = _places("rfftn", x, s, axes)
    x = rfft(x, n=n, axis=last, norm=norm)
    for axis, n in others:
        x = fft(x, n=n, axis=axis, norm=norm)
    return x


def irfftn(x, /, *, s=None, axes=None, norm="backward"):
    *others, (last, n) = _places("irfftn", x, s, axes)
    x = _to_complex("irfftn", x)
    for axis, length in others:
        x = ifft(x, n=length, axis=axis, norm=norm)
    return irfft(x, n=n, axis=last, norm=norm)


def _frequencies(n, d, dtype, device, is_real):
    on_device(device)
    dtype = _dtypes.float64 if dtype is None else _dtypes.checked(dtype)
    return cast(array_of(_holor.frequencies(n, float(d), is_real)), dtype)


def fftfreq(n, /, *, d=1.0, dtype=None, device=None):
    return _frequencies(n, d, dtype, device, False)


def rfftfreq(n, /, *, d=1.0, dtype=None, device=None):
    return _frequencies(n, d, dtype, device, True)


def _shifted(name, x, axes, is_inverse):
    for axis in _axes.several(name, checked(name, x).shape, axes):
        x = array_of(_holor.fftshift(x._raw, axis, is_inverse))
    return x


def fftshift(x, /, *, axes=None):
    return _shifted("fftshift", x, axes, False)


def ifftshift(x, /, *, axes=None):
    return _shifted("ifftshift", x, axes, True)
