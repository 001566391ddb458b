"""Axes as numbers of Python: those below zero count from the end."""

import operator


def one(operation, shape, axis, rank=None):
    """The number of an axis."""
    rank = len(shape) if rank is None else rank
    axis = operator.index(axis)
    if not -rank <= axis < rank:
        raise IndexError(f"{operation}: {list(shape)}: axis {axis} is out of range for rank {rank}")
    return axis % rank


def several(operation, shape, axes, rank=None):
    """The numbers of axes; `None` is all of them."""
    rank = len(shape) if rank is None else rank
    if axes is None:
        return list(range(rank))
    axes = [one(operation, shape, axis, rank) for axis in (axes if isinstance(axes, (tuple, list)) else (axes,))]
    if len(set(axes)) < len(axes):
        raise ValueError(f"{operation}: {list(shape)}: axes is {axes}, expected each axis once")
    return axes
