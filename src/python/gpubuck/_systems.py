"""Checks the boxes, periodic sides and batches of systems of points."""
from __future__ import annotations

from typing import Any, Optional

import numpy as np
import numpy.typing as npt

from . import _arguments
from ._gpubuck import InputError

_NO_SIDES, _ALL_SIDES = np.zeros(3, dtype=bool), np.ones(3, dtype=bool)

# Without a box per system, the numbers of systems in `batch_idx` may exceed the number of points by at most this.
_MOST_EMPTY_SYSTEMS = 1 << 16


def sides_of(periodic: Any, systems: Optional[int] = None) -> npt.NDArray[np.bool_]:
    """Returns whether each side is periodic, as an array of shape (3,) or, with `systems`, of shape (systems, 3)."""
    if periodic is True or periodic is False:
        sides = _ALL_SIDES if periodic else _NO_SIDES
    else:
        flags = _arguments.array("periodic", periodic, "biufUSO", "bools")
        shapes = ((), (3,)) if systems is None else ((), (3,), (systems, 3))
        are_flags = flags.dtype == bool or (flags.dtype.kind in "iuf" and ((flags == 0) | (flags == 1)).all())
        if flags.shape not in shapes or not are_flags:
            more = "" if systems is None else f", nor an array of shape ({systems}, 3)"
            raise InputError(f"periodic: {periodic!r} is neither a bool nor three bools{more}")
        sides = flags if flags.ndim > 0 else np.full(3, flags)
    if systems is not None and sides.shape != (systems, 3):
        sides = sides[np.newaxis] if systems == 1 else np.broadcast_to(sides, (systems, 3))
    return np.ascontiguousarray(sides, dtype=bool)


def cell_of(box: Any, sides: npt.NDArray[np.bool_], systems: Optional[int] = None) -> npt.NDArray[np.float64]:
    """Returns the sides of the cell as the rows of a (3, 3) array; with `systems`, such rows for each system."""
    if box is None:
        if sides.any():
            raise InputError("box: is missing, but sides are periodic")
        rows = np.eye(3)
    else:
        rows = _arguments.array("box", box, "fiu", "real numbers")
        if rows.shape == (3,):
            rows = np.diag(rows)
        shapes = ((3, 3),) if systems is None else ((3, 3), (systems, 3, 3))
        if rows.shape not in shapes:
            allowed = "(3, 3) or (3,)" if systems is None else f"({systems}, 3, 3), (3, 3) or (3,)"
            raise InputError(f"box: has the shape {rows.shape}, not {allowed}")
    if systems is not None and rows.ndim == 2:
        rows = rows[np.newaxis] if systems == 1 else np.broadcast_to(rows, (systems, 3, 3))
    return np.ascontiguousarray(rows, dtype=np.float64)


def starts_of(points: int, batch_ptr: Any, batch_idx: Any, box: Any) -> npt.NDArray[np.int64]:
    """Returns the first point of each system, followed by the number of points."""
    if batch_idx is None:
        starts = _arguments.array("batch_ptr", batch_ptr, "iu", "whole numbers")
        if starts.ndim != 1 or len(starts) == 0:
            raise InputError(f"batch_ptr: has the shape {starts.shape}, not (systems + 1,)")
        return np.ascontiguousarray(starts, dtype=np.int64)
    if batch_ptr is not None:
        raise InputError("batch_idx: cannot be combined with batch_ptr; give only one of them")
    of = _arguments.array("batch_idx", batch_idx, "iu", "whole numbers")
    if of.shape != (points,):
        raise InputError(f"batch_idx: has the shape {of.shape}, not ({points},), one per point")
    boxes = np.shape(box)
    # The number of systems is limited, since a system takes memory even without points.
    most = boxes[0] - 1 if len(boxes) == 3 else points + _MOST_EMPTY_SYSTEMS
    for k in np.flatnonzero((of < 0) | (of > most) | (of < np.concatenate((of[:1], of[:-1]))))[:1]:
        raise InputError(f"batch_idx[{k}]: must be within 0..{most} and not below its predecessor, since the points "
                         f"come system by system, got {of[k]}")
    systems = most + 1 if len(boxes) == 3 else int(of.max(initial=-1)) + 1
    return np.searchsorted(of.astype(np.int64), np.arange(systems + 1)).astype(np.int64)
