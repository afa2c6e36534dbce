"""Neighbours of points in any periodic cell, with the calls of vesin and scipy."""
from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, Optional, Union

import numpy as np
import numpy.typing as npt

from . import _arguments, _gpubuck
from ._context import Context, resolve
from ._gpubuck import InputError

_QUANTITIES = "ijPESdD"
_DEVICES = ("auto", "cpu")
_ALGORITHMS = ("auto", "brute_force", "cell_list")


class Neighbours(NamedTuple):
    """Compressed rows: the neighbours of point i are ``ids[offsets[i]:offsets[i + 1]]``."""

    offsets: npt.NDArray[np.int64]
    """(n + 1,): the index in `ids` at which the neighbours of each point begin; the last is the number of pairs."""
    ids: npt.NDArray[np.int32]
    """(pairs,): the neighbours of each point, in ascending order."""


class NeighbourMatrix(NamedTuple):
    """The neighbours of point i are the first ``counts[i]`` places of row i."""

    ids: npt.NDArray[np.int32]
    """(n, most): the neighbours of each point, in ascending order, then the number that fills the row."""
    shifts: npt.NDArray[np.int32]
    """(n, most, 3): the shift of each neighbour, in sides of the box; 0 in the rest of the row."""
    counts: npt.NDArray[np.int32]
    """(n,): the number of neighbours of each point; `most` is the largest."""


class SearchTimes(NamedTuple):
    """The times of the stages of a search, in milliseconds.

    A call takes longer than their sum by the time that NumPy needs for arguments and results.
    """

    prepare: float
    """Time on the CPU for images of the points; in the first call also for compiling shaders."""
    upload: float
    """Time for the transfer of the points to the GPU."""
    search: float
    """Time of the search on the GPU."""
    download: float
    """Time for the transfer of the lists to main memory."""
    write: float
    """Time on the CPU from the lists to the columns of the result."""


def _length(name: str, value: Any) -> float:
    length = _arguments.number(name, value)
    if not (math.isfinite(length) and length > 0.0):
        raise InputError(f"{name}: {length} is not a length > 0")
    return length


_NO_SIDES, _ALL_SIDES = np.zeros(3, dtype=bool), np.ones(3, dtype=bool)


def _sides(periodic: Any, systems: Optional[int] = None) -> npt.NDArray[np.bool_]:
    """Returns whether each side is periodic: (3,), or (systems, 3)."""
    if periodic is True or periodic is False:
        sides = _ALL_SIDES if periodic else _NO_SIDES
    else:
        flags = np.asarray(periodic)
        shapes = ((), (3,)) if systems is None else ((), (3,), (systems, 3))
        if flags.shape not in shapes or not (flags.dtype == bool or ((flags == 0) | (flags == 1)).all()):
            more = "" if systems is None else f", nor has it the shape ({systems}, 3)"
            raise InputError(f"periodic: {periodic!r} is neither a bool nor three of them{more}")
        sides = np.ascontiguousarray(np.broadcast_to(flags, flags.shape if flags.ndim == 2 else 3), dtype=bool)
    return sides if systems is None else np.ascontiguousarray(np.broadcast_to(sides, (systems, 3)))


def _cell(box: Any, sides: npt.NDArray[np.bool_], systems: Optional[int] = None) -> npt.NDArray[np.float64]:
    """Returns the rows of the cell, (3, 3), or of each system's, (systems, 3, 3)."""
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
    if systems is not None:
        rows = np.broadcast_to(rows, (systems, 3, 3))
    return np.ascontiguousarray(rows, dtype=np.float64)


def _starts(points: int, batch_ptr: Any, batch_idx: Any, box: Any) -> npt.NDArray[np.int64]:
    """Returns the first point of each system, and after them the number of points."""
    if batch_idx is None:
        starts = _arguments.array("batch_ptr", batch_ptr, "iu", "whole numbers")
        if starts.ndim != 1 or len(starts) == 0:
            raise InputError(f"batch_ptr: has the shape {starts.shape}, not (systems + 1,)")
        return np.ascontiguousarray(starts, dtype=np.int64)
    if batch_ptr is not None:
        raise InputError("batch_idx: cannot be combined with batch_ptr; give either")
    of = _arguments.array("batch_idx", batch_idx, "iu", "whole numbers")
    if of.shape != (points,):
        raise InputError(f"batch_idx: has the shape {of.shape}, not ({points},), one per point")
    of = of.astype(np.int64)
    boxes = np.shape(box)
    systems = boxes[0] if len(boxes) == 3 else int(of.max(initial=-1)) + 1
    for k in np.flatnonzero((of < 0) | (of >= systems) | (of < np.concatenate((of[:1], of[:-1]))))[:1]:
        raise InputError(f"batch_idx[{k}]: {of[k]} must be within 0..{systems - 1} and not below its predecessor: the "
                         "points must come system by system")
    return np.searchsorted(of, np.arange(systems + 1)).astype(np.int64)


def _context_for(context: Optional[Context], device: str, points: int) -> Optional[Context]:
    """Returns None for a search that needs no OpenGL."""
    if device == "cpu" or (context is None and points <= _gpubuck.PROCESSOR_POINTS):
        return None
    return resolve(context)


class NeighborList:
    """Finds all pairs of points nearer than a cut-off, with the calls and conventions of vesin.

    The result is exact in double precision and complete: there is no limit to the neighbours of a
    point, the cell may be triclinic, of any skew and smaller than the cut-off, and every image
    counts, including a point's own images. (i, j, S) is a pair if ``sqrt(D @ D) < cutoff``, with
    ``D = points[j] - points[i] + S @ box`` from the coordinates as they are given.

    Up to 4,096 points, and any number where there is no GPU, are searched on the processor, which
    needs no OpenGL; the result is the same, bit for bit if `sorted`. For more, the object keeps its
    shaders and its memory on the GPU: a second call compiles nothing. Its parameters are also
    attributes; a new value takes effect in the next call. It can be copied and pickled.

    Parameters
    ----------
    cutoff : float
        The cut-off, in the unit of the points, > 0.
    full_list : bool
        If true, each pair twice, as (i, j, S) and as (j, i, -S), otherwise once.
    sorted : bool
        If true, pairs in ascending order of i, then j, then S; otherwise in any order, which is
        faster.
    algorithm : {"auto", "brute_force", "cell_list"}
        Accepted for programs written for vesin; without effect.
    index_dtype : dtype
        The type of i, j and P: ``numpy.uintp`` as in vesin, or any other integer type of 32 or 64
        bits. ``numpy.int32`` takes the least time and memory.
    strict : bool
        If true, leave out pairs at the cut-off itself, as vesin and ASE do; otherwise those with
        ``D @ D <= cutoff**2`` are pairs, as in scipy.
    search : str
        The cells that are searched: "cells27", "cells-per-cutoff=K" with K 1..4,
        "octant=FACTOR" with FACTOR >= 2. The pairs are the same.
    sort : str
        The sort of the points into cells: an `algorithm` of `sort_into_ranges` or `sort_into_lists`.
        The pairs are the same.
    skin : float
        If above 0, keeps the list of the pairs nearer than cutoff + skin. `compute` and `csr` search
        again only when a point has moved by half of the skin since, or when the number of points,
        the box or `periodic` has changed; otherwise they select from that list. The result is the
        same as without; `rebuilds` counts the searches.
    n_threads : int
        Maximum number of threads of a search on the processor; 0 stands for one per core. The pairs
        are the same.
    device : {"auto", "cpu"}
        "cpu" searches on the processor with any number of points, without OpenGL: also in children
        of a fork, such as the workers of a data loader.
    context : Context, optional
        Default: the one that all calls without ``context=`` share. A context made with an engine
        other than "auto" is used for any number of points.

    Examples
    --------
    >>> points = [[0, 0, 0], [0, 1.3, 1.3]]
    >>> near = gpubuck.NeighborList(cutoff=2.0, full_list=True, sorted=True)
    >>> i, j, S, d = near.compute(points, box=3.2 * np.eye(3), periodic=True, quantities="ijSd")
    >>> len(i), S[0].tolist(), round(float(d[0]), 4)
    (2, [0, 0, 0], 1.8385)
    """

    def __init__(self, cutoff: float, full_list: bool = True, sorted: bool = False,
                 algorithm: Literal["auto", "brute_force", "cell_list"] = "auto", *,
                 index_dtype: npt.DTypeLike = np.uintp, strict: bool = True, search: str = "cells27",
                 sort: str = "auto", skin: float = 0.0, n_threads: int = 0, device: Literal["auto", "cpu"] = "auto",
                 context: Optional[Context] = None) -> None:
        self._context = context
        self._rule = (_arguments.flag("strict", strict), str(search), str(sort))
        # By all that they depend on, so that none can answer for settings that have changed.
        self._cores: dict[tuple[float, bool, bool, int, float, bool], _gpubuck.NeighbourList] = {}
        self._times: Optional[SearchTimes] = None
        self.cutoff = cutoff
        self.full_list = full_list
        self.sorted = sorted
        self.algorithm = algorithm
        self.index_dtype = index_dtype
        self.n_threads = n_threads
        self.skin = skin
        if device not in _DEVICES:
            raise InputError(f"device: {device!r} is not one of {', '.join(_DEVICES)}")
        self._device = device

    def __repr__(self) -> str:
        kind = "full" if self.full_list else "half"
        order = "sorted" if self.sorted else "in any order"
        return f"<gpubuck.NeighborList: cutoff {self.cutoff}, {kind} list, {order}>"

    @property
    def n_threads(self) -> int:
        """Maximum number of threads of a search on the processor; 0 stands for one per core."""
        return self._n_threads

    @n_threads.setter
    def n_threads(self, n_threads: int) -> None:
        self._n_threads = _arguments.whole("n_threads", n_threads, 0, 2**31 - 1)

    @property
    def skin(self) -> float:
        """The length by which the kept list is longer than the cut-off; 0 keeps none."""
        return self._skin

    @skin.setter
    def skin(self, skin: float) -> None:
        length = _arguments.number("skin", skin)
        if not (math.isfinite(length) and length >= 0.0):
            raise InputError(f"skin: must be 0 or more, got {length}")
        self._skin = length

    @property
    def rebuilds(self) -> int:
        """The number of searches since a setting was last changed: with a skin fewer than calls."""
        return sum(core.searches for core in self._cores.values())

    @property
    def cutoff(self) -> float:
        """The cut-off, in the unit of the points, > 0."""
        return self._cutoff

    @cutoff.setter
    def cutoff(self, cutoff: float) -> None:
        self._cutoff = _length("cutoff", cutoff)
        self._cores.clear()

    @property
    def full_list(self) -> bool:
        """True if the result has each pair twice."""
        return self._full_list

    @full_list.setter
    def full_list(self, full_list: bool) -> None:
        self._full_list = _arguments.flag("full_list", full_list)
        self._cores.clear()

    @property
    def sorted(self) -> bool:
        """True if pairs are in ascending order of i, then j, then S."""
        return self._sorted

    @sorted.setter
    def sorted(self, sorted: bool) -> None:
        self._sorted = _arguments.flag("sorted", sorted)

    @property
    def algorithm(self) -> str:
        """Accepted for programs written for vesin; without effect."""
        return self._algorithm

    @algorithm.setter
    def algorithm(self, algorithm: str) -> None:
        if algorithm not in _ALGORITHMS:
            raise InputError(f"algorithm: {algorithm!r} is not one of {', '.join(_ALGORITHMS)}")
        self._algorithm = algorithm

    @property
    def index_dtype(self) -> np.dtype[Any]:
        """The dtype of i, j and P."""
        return self._index_dtype

    @index_dtype.setter
    def index_dtype(self, index_dtype: npt.DTypeLike) -> None:
        try:
            dtype = np.dtype(index_dtype)
        except TypeError:
            raise InputError(f"index_dtype: {index_dtype!r} is not a dtype") from None
        if dtype.kind not in "iu" or dtype.itemsize < 4:
            raise InputError(f"index_dtype: {dtype} is not an integer type of 32 or 64 bits")
        self._index_dtype = dtype

    def __getstate__(self) -> dict[str, Any]:
        """Copies and pickles have the settings and the context, and search for themselves."""
        return {**self.__dict__, "_cores": {}, "_times": None}

    @property
    def times(self) -> Optional[SearchTimes]:
        """The times of the stages of the last search, or None before the first."""
        return self._times

    def _core(self, points: int, in_order: bool) -> _gpubuck.NeighbourList:
        context = _context_for(self._context, self._device, points)
        settings = (self._cutoff, self._full_list, in_order, self._n_threads, self._skin, context is None)
        core = self._cores.get(settings)
        if core is None:
            core = self._cores[settings] = _gpubuck.NeighbourList(context, *settings[:3], *self._rule, self._n_threads,
                                                                  self._skin)
        return core

    def _find(self, points: Any, box: Any, periodic: Any, wanted: str, in_order: bool, dtype: Any = np.dtype(np.int32),
              others: Any = None, batch_ptr: Any = None, batch_idx: Any = None,
              caller_bytes: int = 0) -> dict[str, np.ndarray]:
        """Returns the results by their letters, with "o" for the offsets; i, j and P are of `dtype`."""
        rows = _arguments.rows_of_three("points", points)
        is_wide = dtype.itemsize == 8
        # The numbers of 32 bits are converted while those of the table exist.
        own_bytes = {"i": 8 * is_wide, "j": 8 * is_wide, "P": 2 * dtype.itemsize, "E": 16}
        caller_bytes += sum(own_bytes.get(letter, 0) for letter in set(wanted))
        if batch_ptr is not None or batch_idx is not None:
            if others is not None:
                raise InputError("others: cannot be combined with a batch")
            starts = _starts(len(rows), batch_ptr, batch_idx, box)
            sides = _sides(periodic, len(starts) - 1)
            found, times = self._core(0, in_order).find_in_systems(
                rows, starts, _cell(box, sides, len(starts) - 1), sides, wanted, is_wide, caller_bytes)
        else:
            sides = _sides(periodic)
            other_rows = None if others is None else _arguments.rows_of_three("others", others)
            count = len(rows) if other_rows is None else len(rows) + len(other_rows)
            found, times = self._core(count, in_order).find(rows, other_rows, _cell(box, sides), sides, wanted, is_wide,
                                                            caller_bytes)
        self._times = SearchTimes(*times)
        for letter in "ijP":
            if letter in found:
                found[letter] = found[letter].view(dtype) if dtype.isnative else found[letter].astype(dtype)
        return found

    def compute(self, points: npt.ArrayLike, box: Optional[npt.ArrayLike] = None,
                periodic: Union[bool, Sequence[bool], npt.NDArray[np.bool_]] = False,
                quantities: str = "ij", copy: bool = True, *,
                others: Optional[npt.ArrayLike] = None, batch_ptr: Optional[npt.ArrayLike] = None,
                batch_idx: Optional[npt.ArrayLike] = None) -> tuple[np.ndarray, ...]:
        """Finds the pairs of a system, or of each of a batch of systems.

        Parameters
        ----------
        points : array_like, (n, 3)
            float32, float64 or integers, contiguous or not; inside or outside of the box.
        box : array_like, (3, 3) or (3,), optional
            The sides of the cell as rows, or the lengths of sides along the axes, in the unit of
            the points. Open sides are ignored.
        periodic : bool, or three of them
            Whether each side, or all of them, are periodic.
        quantities : str
            The results and their order, one letter each:

            - "i", "j": (pairs,), the first and the second point, of `index_dtype`
            - "P": (pairs, 2), both
            - "E": (2, pairs) int64, both as the ``edge_index`` of graph networks
            - "S": (pairs, 3) int32, the shift of the image of j, in sides of the box
            - "d": (pairs,), the distance: float32 if `points` are, otherwise float64
            - "D": (pairs, 3), the vector from i to the image of j, of the same type

            Pairs are decided, and distances computed, in double precision in either case.
        copy : bool
            Accepted for programs written for vesin: results always own their memory.
        others : array_like, (m, 3), optional
            Finds the pairs between two sets: i is one of `points`, j one of `others`. Each comes
            once for any `full_list`, also for two points in the same place.
        batch_ptr : array_like, (systems + 1,), optional
            Makes `points` a batch of systems that do not see each other: system b has the points
            ``batch_ptr[b]`` to ``batch_ptr[b + 1] - 1``, any number of them. `box` is then
            (systems, 3, 3) and `periodic` (systems, 3), or in the forms above for all systems. i
            and j are numbers among all points, and the pairs come system by system.
        batch_idx : array_like, (n,), optional
            The same as the number of each point's system, which must not fall.

        Returns
        -------
        tuple of ndarray
            One array per letter of `quantities`.

        Raises
        ------
        InputError
            For wrong shapes and types, points that are not finite, periodic sides without volume,
            and more than 16,777,215 points with their images within the cut-off.
        RunError
            If the pairs do not fit into memory; the message has their number.
        """
        letters = str(quantities)
        for letter in letters:
            if letter not in _QUANTITIES:
                raise InputError(f"quantities: '{letter}' is not one of {', '.join(_QUANTITIES)}")
        found = self._find(points, box, periodic, letters, self._sorted, self._index_dtype, others, batch_ptr,
                           batch_idx)
        if getattr(points, "dtype", None) == np.float32:
            for letter in "dD":
                if letter in found:
                    found[letter] = found[letter].astype(np.float32)
        return tuple([found[letter] for letter in letters])

    def csr(self, points: npt.ArrayLike, box: Optional[npt.ArrayLike] = None,
            periodic: Union[bool, Sequence[bool], npt.NDArray[np.bool_]] = False, *,
            others: Optional[npt.ArrayLike] = None) -> Neighbours:
        """Finds the neighbours of each point, as compressed rows.

        Arguments and errors are those of `compute`. The pairs are sorted for any value of `sorted`.

        Returns
        -------
        Neighbours
            ``offsets`` (n + 1,) int64 and ``ids`` (pairs,) int32.
        """
        found = self._find(points, box, periodic, "jo", True, others=others)
        return Neighbours(found["o"], found["j"])


    def matrix(self, points: npt.ArrayLike, box: Optional[npt.ArrayLike] = None,
               periodic: Union[bool, Sequence[bool], npt.NDArray[np.bool_]] = False, *,
               others: Optional[npt.ArrayLike] = None, fill: Optional[int] = None) -> NeighbourMatrix:
        """Finds the neighbours of each point, as a matrix with a row per point.

        Arguments and errors are those of `compute`. The matrix is as wide as the longest row, which is
        known when it is allocated, so that no neighbour is ever left out.

        Parameters
        ----------
        fill : int, optional
            The number in the places after the last neighbour of a row. Default: the number of points
            that may be neighbours, which is the number of none.

        Returns
        -------
        NeighbourMatrix
            ``ids`` (n, most) int32, ``shifts`` (n, most, 3) int32 and ``counts`` (n,) int32.
        """
        found = self._find(points, box, periodic, "jSo", True, others=others)
        counts = np.diff(found["o"])
        count = len(counts) if others is None else len(_arguments.rows_of_three("others", others))
        most = int(counts.max(initial=0))
        ids = np.full((len(counts), most), count if fill is None else fill, dtype=np.int32)
        shifts = np.zeros((len(counts), most, 3), dtype=np.int32)
        is_filled = np.arange(most) < counts[:, None]
        ids[is_filled] = found["j"]
        shifts[is_filled] = found["S"]
        return NeighbourMatrix(ids, shifts, counts.astype(np.int32))


def csr(points: npt.ArrayLike, cutoff: float, box: Optional[npt.ArrayLike] = None,
        periodic: Union[bool, Sequence[bool], npt.NDArray[np.bool_]] = False, *,
        full_list: bool = True, context: Optional[Context] = None) -> Neighbours:
    """Finds the neighbours of each point nearer than a cut-off, as compressed rows.

    Parameters
    ----------
    points : array_like, (n, 3)
        As in `NeighborList.compute`.
    cutoff : float
        In the unit of the points, > 0.
    box : array_like, (3, 3) or (3,), optional
        The sides of the cell as rows, or the lengths of sides along the axes.
    periodic : bool, or three of them
        Whether each side, or all of them, are periodic.
    full_list : bool
        As in `NeighborList`. In a half list only the smaller index of a pair has the other as a
        neighbour.
    context : Context, optional
        Default: the one that all calls without ``context=`` share.

    Returns
    -------
    Neighbours
        ``offsets`` (n + 1,) int64 and ``ids`` (pairs,) int32. A pair with several images within the
        cut-off has one entry per image.

    Raises
    ------
    InputError, RunError
        As `NeighborList.compute`.

    Examples
    --------
    >>> offsets, ids = gpubuck.csr([[0, 0, 0], [1, 0, 0], [2, 0, 0]], cutoff=1.5)
    >>> offsets
    array([0, 1, 3, 4])
    >>> ids
    array([1, 0, 2, 1], dtype=int32)
    """
    return NeighborList(cutoff, full_list, context=context).csr(points, box, periodic)


class Clusters(NamedTuple):
    """Clusters of points, the largest first; those of one size in ascending order of their lowest point."""

    of_point: npt.NDArray[np.int32]
    """(n,): the number of the cluster of each point, from 0."""
    sizes: npt.NDArray[np.int64]
    """(clusters,): the number of points of each cluster."""


def clusters(points: npt.ArrayLike, cutoff: float, box: Optional[npt.ArrayLike] = None,
             periodic: Union[bool, Sequence[bool], npt.NDArray[np.bool_]] = False, *,
             context: Optional[Context] = None) -> Clusters:
    """Finds the clusters of points: two points are in one if steps shorter than the cut-off lead from one to the other.

    Parameters
    ----------
    points : array_like, (n, 3)
        As in `NeighborList.compute`: all particles of a fluid, or those of one species.
    cutoff : float
        In the unit of the points, > 0.
    box : array_like, (3, 3) or (3,), optional
        The sides of the cell as rows, or the lengths of sides along the axes.
    periodic : bool, or three of them
        Whether each side, or all of them, are periodic.
    context : Context, optional
        Default: the one that all calls without ``context=`` share.

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
    sides = _sides(periodic)
    near = NeighborList(cutoff, full_list=False, context=context)
    return Clusters(*near._core(len(rows), True).clusters(rows, _cell(box, sides), sides))


def query_pairs(points: npt.ArrayLike, r: float, *, boxsize: Optional[npt.ArrayLike] = None,
                context: Optional[Context] = None) -> npt.NDArray[np.intp]:
    """Finds all pairs i < j at a distance of at most r, as scipy's ``KDTree(points, boxsize=...).query_pairs(r)``.

    Parameters
    ----------
    points : array_like, (n, 1), (n, 2) or (n, 3)
        float32, float64 or integers.
    r : float
        The largest distance, in the unit of the points, > 0.
    boxsize : float or array_like, (1,), (2,) or (3,), optional
        The lengths of periodic sides, or of all; 0 stands for an open one. Unlike in scipy, points
        may lie outside of the box, and r may be longer than half of it.
    context : Context, optional
        Default: the one that all calls without ``context=`` share.

    Returns
    -------
    ndarray of intp, (pairs, 2)
        In ascending order of i, then j; a pair that is near in several images comes once.

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
    near = NeighborList(_length("r", r), full_list=False, sorted=True, strict=False, context=context)
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
    pairs = near._find(rows, sides, sides > 0.0, "P", True, np.dtype(np.intp))["P"]
    if boxsize is None:
        return pairs
    # Images of one pair are in rows one after the other.
    pairs = pairs[pairs[:, 0] != pairs[:, 1]]
    return pairs[np.concatenate(([True], (pairs[1:] != pairs[:-1]).any(axis=1)))[:len(pairs)]]


class NearestNeighbours(NamedTuple):
    """The nearest neighbours of each point, in ascending order of distance, number and shift."""

    ids: npt.NDArray[np.int32]
    """(n, k): the neighbours of each point; the number of points where there are fewer than k."""
    distances: npt.NDArray[np.float64]
    """(n, k): their distances, in the unit of the points; infinite where there are fewer than k."""
    shifts: npt.NDArray[np.int32]
    """(n, k, 3): the shifts of their images, in sides of the box."""


def nearest(points: npt.ArrayLike, k: int, box: Optional[npt.ArrayLike] = None,
            periodic: Union[bool, Sequence[bool], npt.NDArray[np.bool_]] = False, *,
            others: Optional[npt.ArrayLike] = None, context: Optional[Context] = None) -> NearestNeighbours:
    """Finds the k nearest neighbours of each point, also several images of one.

    Parameters
    ----------
    points : array_like, (n, 3)
        As in `NeighborList.compute`.
    k : int
        The number of neighbours, 1 or more.
    box : array_like, (3, 3) or (3,), optional
        The sides of the cell as rows, or the lengths of sides along the axes.
    periodic : bool, or three of them
        Whether each side, or all of them, are periodic.
    others : array_like, (m, 3), optional
        The points that are neighbours. Default: `points`, of which none is its own neighbour, though
        its images are.
    context : Context, optional
        Default: the one that all calls without ``context=`` share.

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
    rows = _arguments.rows_of_three("points", points)
    targets = rows if others is None else _arguments.rows_of_three("others", others)
    sides = _sides(periodic)
    cell = _cell(box, sides)
    found = NearestNeighbours(np.full((len(rows), k), len(targets), dtype=np.int32), np.full((len(rows), k), np.inf),
                              np.zeros((len(rows), k, 3), dtype=np.int32))
    left = np.arange(len(rows))
    both = np.concatenate((rows, targets))
    if len(rows) == 0 or len(targets) == 0:
        return found
    NeighborList(1.0, context=context)._find(both[:0], cell, sides, "j", True)  # checks the cell
    for name, checked in (("points", rows), ("others", targets)):
        for row in np.flatnonzero(~np.isfinite(checked).all(axis=1))[:1]:
            raise InputError(f"{name}: row {row} is not finite")
    # A radius at which every pair in open space is found, and one that holds about k points in a cell.
    lengths = np.ptp(both, axis=0)
    farthest = 1.01 * float(np.linalg.norm(lengths)) + np.finfo(float).tiny ** 0.25
    spans = np.where(lengths > 0.0, lengths, 1.0)
    if sides.any():
        spans = np.minimum(spans, np.maximum(np.linalg.norm(cell, axis=1).max(), 1e-9))
    radius = float(np.prod(spans) * (k + 1) / len(targets)) ** (1 / 3)
    while len(left) > 0:
        near = NeighborList(radius, sorted=True, index_dtype=np.int32, strict=False, context=context)
        columns = near._find(rows[left], cell, sides, "ijSd", True, others=targets)
        i, j, S, d = (columns[letter] for letter in "ijSd")
        if others is None:
            is_other = (left[i] != j) | S.any(axis=1)
            i, j, S, d = i[is_other], j[is_other], S[is_other], d[is_other]
        counts = np.bincount(i, minlength=len(left))
        order = np.lexsort((S[:, 2], S[:, 1], S[:, 0], j, d, i))
        begins = np.concatenate(([0], np.cumsum(counts)[:-1]))
        rank = np.arange(len(i)) - begins[i]
        is_done = (counts >= k) | (not sides.any() and radius >= farthest)
        kept = (rank < k) & is_done[i]
        at = left[i[kept]], rank[kept]
        for column, values in zip(found, (j, d, S)):
            column[at] = values[order][kept]
        left = left[~is_done]
        radius *= 1.6
    return found
