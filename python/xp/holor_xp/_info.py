"""What the namespace can do."""

from . import _dtypes
from ._array import DEVICE, on_device


class Info:
    def capabilities(self):
        return {"boolean indexing": True, "data-dependent shapes": True, "max dimensions": 12}

    def default_device(self):
        return DEVICE

    def devices(self):
        return [DEVICE]

    def default_dtypes(self, *, device=None):
        on_device(device)
        return {
            "real floating": _dtypes.float64,
            "complex floating": _dtypes.complex128,
            "integral": _dtypes.int64,
            "indexing": _dtypes.int64,
        }

    def dtypes(self, *, device=None, kind=None):
        on_device(device)
        return {dtype.name: dtype for dtype in _dtypes.ALL if kind is None or _dtypes.isdtype(dtype, kind)}


def __array_namespace_info__():
    return Info()
