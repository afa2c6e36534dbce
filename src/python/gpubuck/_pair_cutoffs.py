"""Cut-offs per pair of types of points."""
from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Optional

import numpy as np
import numpy.typing as npt

from . import _arguments
from ._gpubuck import InputError


class PairCutoffs:
    """A cut-off for each pair of types. A cut-off of 0 stands for types that are never neighbours."""

    def __init__(self, given: Any) -> None:
        """Takes a dict of pairs of types, or a symmetric matrix whose rows are the types 0, 1, ..."""
        self._row_of: Optional[dict[Any, int]] = None
        if isinstance(given, Mapping):
            self._row_of, self.table = _table_of(given)
        else:
            matrix = _arguments.array("cutoff", given, "fiu", "real numbers")
            if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or matrix.size == 0:
                raise InputError(f"cutoff: has the shape {matrix.shape}, not () or (types, types)")
            self.table = np.array(matrix, dtype=np.float64)
            for a, b in np.argwhere(self.table != self.table.T)[:1]:
                raise InputError(f"cutoff[{a}, {b}]: {self.table[a, b]} differs from cutoff[{b}, {a}], "
                                 f"{self.table[b, a]}")
            for a, b in np.argwhere(~(np.isfinite(self.table) & (self.table >= 0.0)))[:1]:
                raise InputError(f"cutoff[{a}, {b}]: must be 0 or more, got {self.table[a, b]}")
        self.largest = float(self.table.max())
        if self.largest == 0.0:
            raise InputError("cutoff: is 0 for every pair of types")

    def rows_of(self, name: str, types: Any, points: int) -> npt.NDArray[np.int32]:
        """Checks the types of points, and returns for each point the row of its type in the table."""
        if types is None:
            raise InputError(f"{name}: is missing, but the cut-off depends on the types of points")
        if self._row_of is None:
            rows = _arguments.integers(name, types, len(self.table), np.int32)
        else:
            rows = self._rows_of_labels(name, types)
        if np.shape(types) != (points,):
            raise InputError(f"{name}: has the shape {np.shape(types)}, not ({points},), one per point")
        return rows

    def _rows_of_labels(self, name: str, types: Any) -> npt.NDArray[np.int32]:
        """Returns the row of each label. A label that is not in the dict gets the last row, which has no cut-offs."""
        assert self._row_of is not None
        labels = np.asarray(types, dtype=object) if isinstance(types, (list, tuple)) else np.asarray(types)
        if labels.dtype == object:
            # Labels may be strings and whole numbers. An array of strings would turn the numbers into strings.
            for k, label in enumerate(labels.flat):
                if not isinstance(label, (int, str, np.integer)):
                    raise InputError(f"{name}[{k}]: {label!r} is neither a whole number nor a string")
            unique = list(dict.fromkeys(labels.flat))
            position = {label: k for k, label in enumerate(unique)}
            place = np.array([position[label] for label in labels.flat], dtype=np.intp)
        else:
            values, place = np.unique(_arguments.array(name, labels, "iuU", "whole numbers or strings"),
                                      return_inverse=True)
            unique = [value.item() for value in values]
        none = len(self.table) - 1
        rows = np.array([self._row_of.get(label, none) for label in unique], dtype=np.int32)
        if len(unique) > 0 and (rows == none).all():
            raise InputError(f"{name}: no cut-off names {', '.join(map(repr, unique[:5]))}"
                             f"{', ...' if len(unique) > 5 else ''}; the cut-offs have "
                             f"{', '.join(map(repr, self._row_of))}")
        return rows[place]


def _table_of(given: Mapping[Any, Any]) -> tuple[dict[Any, int], npt.NDArray[np.float64]]:
    """Returns the row of each type, and the table. The last row of the table is for all other types."""
    limits: dict[tuple[int, ...], float] = {}
    row_of: dict[Any, int] = {}
    for pair, value in given.items():
        if not (isinstance(pair, tuple) and len(pair) == 2 and all(isinstance(each, (int, str, np.integer))
                                                                   for each in pair)):
            raise InputError(f"cutoff: the key {pair!r} is not a pair of types, whole numbers or strings")
        name = f"cutoff[{pair[0]!r}, {pair[1]!r}]"
        limit = _arguments.number(name, value)
        if not (math.isfinite(limit) and limit >= 0.0):
            raise InputError(f"{name}: must be 0 or more, got {limit}")
        rows = tuple(sorted(row_of.setdefault(each, len(row_of)) for each in pair))
        if limits.setdefault(rows, limit) != limit:
            raise InputError(f"{name}: is {limit}, but {limits[rows]} for the two types in the other order")
    if not limits:
        raise InputError("cutoff: is a dict without cut-offs")
    table = np.zeros((len(row_of) + 1, len(row_of) + 1))
    for (a, b), limit in limits.items():
        table[a, b] = table[b, a] = limit
    return row_of, table
