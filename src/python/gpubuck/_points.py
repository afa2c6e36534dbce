"""Finds clusters, pairs and nearest neighbours of points."""
from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Optional, Union

import numpy as np
import numpy.typing as npt

from . import _arguments, _gpubuck, _systems
from ._context import Context
from ._gpubuck import InputError
from ._neighbours import NeighborList


class Clusters(NamedTuple):
    """Clusters of points. The largest cluster comes first; clusters of equal size are in ascending order of their
    lowest point."""

    of_point: npt.NDArray[np.int32]
    """(n,): the number of the cluster of each point, from 0."""
    sizes: npt.NDArray[np.int64]
    """(clusters,): the number of points in each cluster."""


def clusters(points: _arguments.Rows, cutoff: float, box: Optional[npt.ArrayLike] = None,
             periodic: Union[bool, Sequence[bool], npt.NDArray[np.bool_]] = False, *,
             context: Optional[Context] = None) -> Clusters:
    """Finds the clusters of points. Two points are in the same cluster if steps shorter than the cut-off connect them.

    Parameters
    ----------
    points : array_like, (n, 3)
        As in `NeighborList.compute`: all particles of a fluid, or the particles of one species.
    cutoff : float
        In the unit of the points, > 0.
    box : array_like, (3, 3) or (3,), optional
        The sides of the cell as rows, or the lengths of sides along the axes.
    periodic : bool, or three of them
        Whether each side is periodic, or one bool for all sides.
    context : Context, optional
        Default: the context that all calls without ``context=`` share.

    Returns
    -------
    Clusters
        ``of_point`` (n,) int32 and ``sizes`` (clusters,) int64. A point without neighbours is a
        cluster of its own.

    Raises
    ------
    InputError, RunError
        As `NeighborList.compute`.

    Examples
    --------
    >>> found = gpubuck.clusters([[0, 0, 0], [3, 0, 0], [3.5, 0, 0], [9.8, 0, 0]], 1.0, [10, 10, 10], True)
    >>> found.of_point.tolist(), found.sizes.tolist()
    ([0, 1, 1, 0], [2, 2])
    """
    rows = _arguments.rows_of_three("points", points)
    sides = _systems.sides_of(periodic)
    near = NeighborList(cutoff, full_list=False, context=context)
    return Clusters(*near._core(len(rows), True).clusters(rows, _systems.cell_of(box, sides), sides))


def query_pairs(points: _arguments.Rows, r: float, *, boxsize: Optional[npt.ArrayLike] = None,
                context: Optional[Context] = None) -> npt.NDArray[np.intp]:
    """Finds all pairs i < j at a distance of at most r, as scipy's ``KDTree(points, boxsize=...).query_pairs(r)``.

    Parameters
    ----------
    points : array_like, (n, 1), (n, 2) or (n, 3)
        float32, float64 or integers.
    r : float
        The largest distance, in the unit of the points, > 0.
    boxsize : float or array_like, (1,), (2,) or (3,), optional
        The length of each periodic side, or one length for all sides; 0 stands for an open side.
        Unlike in scipy, points may lie outside of the box, and r may be longer than half of a side.
    context : Context, optional
        Default: the context that all calls without ``context=`` share.

    Returns
    -------
    ndarray of intp, (pairs, 2)
        The pairs in ascending order of i, then j. A pair that is near by several images is listed once.

    Raises
    ------
    InputError, RunError
        As `NeighborList.compute`.

    Examples
    --------
    >>> gpubuck.query_pairs([[0, 0, 0], [1, 0, 0], [2, 0, 0]], r=1.0)
    array([[0, 1],
           [1, 2]])
    """
    near = NeighborList(_arguments.length("r", r), full_list=False, sorted=True, strict=False, context=context)
    rows = _arguments.array("points", points, "fiu", "real numbers")
    dimensions = rows.shape[1] if rows.ndim == 2 and rows.shape[1] in (1, 2) else 3
    if dimensions < 3:
        rows = np.pad(rows, ((0, 0), (0, 3 - dimensions)))
    sides = np.zeros(3)
    if boxsize is not None:
        lengths = _arguments.array("boxsize", boxsize, "fiu", "real numbers")
        if lengths.shape not in ((), (dimensions,)):
            raise InputError(f"boxsize: has the shape {lengths.shape}, not () or ({dimensions},)")
        sides[:dimensions] = lengths
        if not (sides >= 0.0).all():
            raise InputError(f"boxsize: must be 0 or more, got {boxsize!r}")
    pairs: npt.NDArray[np.intp] = near._find(rows, sides, sides > 0.0, "P", True, np.dtype(np.intp))["P"]
    if boxsize is None:
        return pairs
    # A pair has a row for each image of its second point. These rows are consecutive, and the first is kept.
    pairs = pairs[pairs[:, 0] != pairs[:, 1]]
    is_first = np.concatenate(([True], (pairs[1:] != pairs[:-1]).any(axis=1)))[:len(pairs)]
    return np.compress(is_first, pairs, axis=0)


class NearestNeighbours(NamedTuple):
    """The nearest neighbours of each point, in ascending order of distance, number and shift."""

    ids: npt.NDArray[np.int32]
    """(n, k): the neighbours of each point. If there are fewer than k, the number of points that may be neighbours
    fills the rest of the row."""
    distances: npt.NDArray[np.float64]
    """(n, k): the distances of the neighbours, in the unit of the points; infinite in the rest of a row."""
    shifts: npt.NDArray[np.int32]
    """(n, k, 3): the shifts of the neighbours' images, in sides of the box."""


def nearest(points: _arguments.Rows, k: int, box: Optional[npt.ArrayLike] = None,
            periodic: Union[bool, Sequence[bool], npt.NDArray[np.bool_]] = False, *,
            others: Optional[_arguments.Rows] = None, n_threads: int = 0) -> NearestNeighbours:
    """Finds the k nearest neighbours of each point on the processor. Images of the same point count as several
    neighbours.

    Parameters
    ----------
    points : array_like, (n, 3)
        As in `NeighborList.compute`.
    k : int
        The number of neighbours, 1 or more.
    box : array_like, (3, 3) or (3,), optional
        The sides of the cell as rows, or the lengths of sides along the axes.
    periodic : bool, or three of them
        Whether each side is periodic, or one bool for all sides.
    others : array_like, (m, 3), optional
        The points among which neighbours are searched. Default: `points`. A point is then not its own neighbour, but
        its images may be.
    n_threads : int
        Maximum number of threads; 0 stands for a thread per core. The neighbours do not depend on it.

    Returns
    -------
    NearestNeighbours
        ``ids`` (n, k) int32, ``distances`` (n, k) float64 and ``shifts`` (n, k, 3) int32.

    Raises
    ------
    InputError, RunError
        As `NeighborList.compute`.

    Examples
    --------
    >>> gpubuck.nearest([[0, 0, 0], [1, 0, 0], [3, 0, 0]], k=1).ids.tolist()
    [[1], [0], [1]]
    """
    k = _arguments.whole("k", k, 1, 2**31 - 1)
    threads = _arguments.whole("n_threads", n_threads, 0, 2**31 - 1)
    rows = _arguments.rows_of_three("points", points)
    targets = None if others is None else _arguments.rows_of_three("others", others)
    sides = _systems.sides_of(periodic)
    return NearestNeighbours(*_gpubuck.nearest(rows, targets, _systems.cell_of(box, sides), sides, k, threads))
