"""Cut-offs per pair of types of points, and the choice of the pairs that are nearer than their own."""
from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _arguments
from ._gpubuck import InputError


class PairCutoffs:
    """A cut-off for each pair of types, 0 for pairs that are never neighbours."""

    def __init__(self, given: Any) -> None:
        """Takes a dict of pairs of types, or a symmetric matrix, whose types are 0, 1 ... as its rows."""
        if isinstance(given, Mapping):
            self._row_of, self._table = _table_of(given)
        else:
            matrix = _arguments.array("cutoff", given, "fiu", "real numbers")
            if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or matrix.size == 0:
                raise InputError(f"cutoff: has the shape {matrix.shape}, not () or (types, types)")
            self._row_of, self._table = None, np.array(matrix, dtype=np.float64)
            for a, b in np.argwhere(self._table != self._table.T)[:1]:
                raise InputError(f"cutoff[{a}, {b}]: {self._table[a, b]} differs from cutoff[{b}, {a}], "
                                 f"{self._table[b, a]}")
            for a, b in np.argwhere(~(np.isfinite(self._table) & (self._table >= 0.0)))[:1]:
                raise InputError(f"cutoff[{a}, {b}]: must be 0 or more, got {self._table[a, b]}")
        self.largest = float(self._table.max())
        if self.largest == 0.0:
            raise InputError("cutoff: is 0 for every pair of types")

    def rows_of(self, name: str, types: Any, points: int) -> npt.NDArray[np.intp]:
        """Returns the row of the table of each point, checked."""
        if types is None:
            raise InputError(f"{name}: is missing, but the cut-off depends on the types of points")
        if self._row_of is None:
            rows = _arguments.integers(name, types, len(self._table), np.intp)
        else:
            labels, place = np.unique(_arguments.array(name, types, "iuU", "whole numbers or strings"),
                                      return_inverse=True)
            none = len(self._table) - 1
            rows = np.array([self._row_of.get(label.item(), none) for label in labels], dtype=np.intp)[place]
        if np.shape(types) != (points,):
            raise InputError(f"{name}: has the shape {np.shape(types)}, not ({points},), one per point")
        return rows

    def of(self, i_rows: npt.NDArray[np.intp], j_rows: npt.NDArray[np.intp]) -> npt.NDArray[np.float64]:
        """Returns the cut-off of each pair."""
        return self._table[i_rows, j_rows]


def _table_of(given: Mapping[Any, Any]) -> tuple[dict[Any, int], npt.NDArray[np.float64]]:
    """Returns the row of each type, and the table, whose last row is that of all other types."""
    limits = {}
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
            raise InputError(f"{name}: is {limit}, but {limits[rows]} for the two types the other way round")
    if not limits:
        raise InputError("cutoff: is a dict without cut-offs")
    table = np.zeros((len(row_of) + 1, len(row_of) + 1))
    for (a, b), limit in limits.items():
        table[a, b] = table[b, a] = limit
    return row_of, table


def needed(strict: bool) -> str:
    """Returns the letter of the quantity by which `are_near` decides."""
    return "d" if strict else "D"


def are_near(found: dict[str, np.ndarray], limits: npt.NDArray[np.float64], strict: bool) -> npt.NDArray[np.bool_]:
    """Returns whether each pair is nearer than its own limit, by the rule and the rounding of a search."""
    if strict:
        return found["d"] < limits
    x, y, z = found["D"].T
    return ((x * x + y * y) + z * z <= limits * limits) & (limits > 0.0)


def keep(found: dict[str, np.ndarray], kept: npt.NDArray[np.bool_]) -> None:
    """Keeps some of the pairs in all results but the offsets."""
    for letter in found:
        if letter == "E":
            found[letter] = found[letter][:, kept]
        elif letter != "o":
            found[letter] = found[letter][kept]
