"""Neighbours of points in any periodic cell, with the calls of vesin, ASE and scipy."""
from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Optional, Union

import numpy as np
import numpy.typing as npt

from . import _arguments, _gpubuck
from ._context import Context, resolve
from ._gpubuck import InputError

if TYPE_CHECKING:
    import ase

_QUANTITIES = "ijPSdD"
_ALGORITHMS = ("auto", "brute_force", "cell_list")


class Neighbours(NamedTuple):
    """Compressed rows: the neighbours of point i are ``ids[offsets[i]:offsets[i + 1]]``."""

    offsets: npt.NDArray[np.int64]
    """(n + 1,): the index in `ids` at which the neighbours of each point begin; the last is the number of pairs."""
    ids: npt.NDArray[np.int32]
    """(pairs,): the neighbours of each point, in ascending order."""


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


def _cell(box: Any, periodic: Any) -> tuple[np.ndarray, list[bool]]:
    """Returns the rows of the cell, and whether each is periodic."""
    flags = np.asarray(periodic)
    if flags.shape not in ((), (3,)) or not all(each in (0, 1) for each in flags.flat):
        raise InputError(f"periodic: {periodic!r} is neither a bool nor three of them")
    sides = [bool(each) for each in np.broadcast_to(flags, 3)]
    if box is None:
        if any(sides):
            raise InputError("box: is missing, but sides are periodic")
        return np.eye(3), sides
    rows = _arguments.array("box", box, "fiu", "real numbers")
    if rows.shape == (3,):
        rows = np.diag(rows)
    if rows.shape != (3, 3):
        raise InputError(f"box: has the shape {rows.shape}, not (3, 3) or (3,)")
    return np.ascontiguousarray(rows, dtype=np.float64), sides


class NeighborList:
    """Finds all pairs of points nearer than a cut-off, with the calls and conventions of vesin.

    The result is exact in double precision and complete: there is no limit to the neighbours of a
    point, the cell may be triclinic, of any skew and smaller than the cut-off, and every image
    counts, including a point's own images. (i, j, S) is a pair if ``sqrt(D @ D) < cutoff``, with
    ``D = points[j] - points[i] + S @ box`` from the coordinates as they are given.

    The object keeps its shaders and its memory on the GPU: a second call compiles nothing. Its
    parameters are also attributes; a new value takes effect in the next call. It can be copied and
    pickled.

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
    context : Context, optional
        Default: the one that all calls without ``context=`` share.

    Examples
    --------
    >>> points = [[0, 0, 0], [0, 1.3, 1.3]]
    >>> near = gpubuck.NeighborList(cutoff=2.0, full_list=True, sorted=True)
    >>> i, j, S, d = near.compute(points, box=3.2 * np.eye(3), periodic=True, quantities="ijSd")
    >>> len(i), S[0].tolist(), round(float(d[0]), 4)
    (2, [0, 0, 0], 1.8385)
    """

    def __init__(self, cutoff: float, full_list: bool = True, sorted: bool = False,
                 algorithm: str = "auto", *, index_dtype: npt.DTypeLike = np.uintp,
                 strict: bool = True, search: str = "cells27", sort: str = "auto",
                 context: Optional[Context] = None) -> None:
        self._context = context
        self._rule = (_arguments.flag("strict", strict), str(search), str(sort))
        # By all that they depend on, so that none can answer for settings that have changed.
        self._cores: dict[tuple[float, bool, bool], _gpubuck.NeighbourList] = {}
        self._times: Optional[SearchTimes] = None
        self.cutoff = cutoff
        self.full_list = full_list
        self.sorted = sorted
        self.algorithm = algorithm
        self.index_dtype = index_dtype

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

    def _find(self, points: Any, box: Any, periodic: Any, wanted: str, in_order: bool,
              caller_bytes: int = 0, others: Any = None) -> tuple[np.ndarray, ...]:
        rows = _arguments.rows_of_three("points", points)
        other_rows = None if others is None else _arguments.rows_of_three("others", others)
        cell, sides = _cell(box, periodic)
        settings = (self.cutoff, self.full_list, in_order)
        core = self._cores.get(settings)
        if core is None:
            core = self._cores[settings] = _gpubuck.NeighbourList(resolve(self._context), *settings,
                                                                  *self._rule)
        *columns, times = core.find(rows, other_rows, cell, sides, wanted.replace("P", "i"), caller_bytes)
        self._times = SearchTimes(*times)
        return tuple(columns)

    def compute(self, points: npt.ArrayLike, box: Optional[npt.ArrayLike] = None,
                periodic: Union[bool, Sequence[bool], npt.NDArray[np.bool_]] = False,
                quantities: str = "ij", copy: bool = True, *,
                others: Optional[npt.ArrayLike] = None) -> tuple[np.ndarray, ...]:
        """Finds the pairs.

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
            - "S": (pairs, 3) int32, the shift of the image of j, in sides of the box
            - "d": (pairs,) float64, the distance
            - "D": (pairs, 3) float64, the vector from i to the image of j
        copy : bool
            Accepted for programs written for vesin: results always own their memory.
        others : array_like, (m, 3), optional
            Finds the pairs between two sets: i is one of `points`, j one of `others`. Each comes
            once for any `full_list`, also for two points in the same place.

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
        return self._compute(points, box, periodic, letters, others=others)

    def _compute(self, points: Any, box: Any, periodic: Any, letters: str,
                 caller_bytes: int = 0, others: Any = None) -> tuple[np.ndarray, ...]:
        size = self.index_dtype.itemsize
        widened = 0 if self.index_dtype == np.int32 else size
        bytes_of = {"i": widened, "j": widened, "P": 2 * size}
        caller_bytes += sum(bytes_of.get(letter, 0) for letter in set(letters))
        first, second, shifts, distances, vectors, _ = self._find(
            points, box, periodic, letters, self.sorted, caller_bytes, others)
        results = {"S": shifts, "d": distances, "D": vectors}
        if "i" in letters:
            results["i"] = first.astype(self.index_dtype, copy=False)
        if "j" in letters:
            results["j"] = second.astype(self.index_dtype, copy=False)
        if "P" in letters:
            results["P"] = _side_by_side(first, second, self.index_dtype)
        return tuple(results[letter] for letter in letters)

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
        _, ids, _, _, _, offsets = self._find(points, box, periodic, "", True, others=others)
        return Neighbours(offsets, ids)


def _side_by_side(first: np.ndarray, second: np.ndarray, dtype: Any) -> np.ndarray:
    pairs = np.empty((len(first), 2), dtype=dtype)
    pairs[:, 0] = first
    pairs[:, 1] = second
    return pairs


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
    cell, sides = _cell(box, periodic)
    core = _gpubuck.NeighbourList(resolve(context), _length("cutoff", cutoff), False, True, True, "cells27", "auto")
    return Clusters(*core.clusters(rows, cell, sides))


def query_pairs(points: npt.ArrayLike, r: float, *,
                context: Optional[Context] = None) -> npt.NDArray[np.intp]:
    """Finds all pairs i < j at a distance of at most r, as scipy's ``KDTree(points).query_pairs(r)``.

    Parameters
    ----------
    points : array_like, (n, 1), (n, 2) or (n, 3)
        float32, float64 or integers.
    r : float
        The largest distance, in the unit of the points, > 0.
    context : Context, optional
        Default: the one that all calls without ``context=`` share.

    Returns
    -------
    ndarray of intp, (pairs, 2)
        In ascending order of i, then j.

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
    if rows.ndim == 2 and rows.shape[1] in (1, 2):
        rows = np.pad(rows, ((0, 0), (0, 3 - rows.shape[1])))
    first, second, *_ = near._find(rows, None, False, "P", True,
                                   caller_bytes=2 * np.dtype(np.intp).itemsize)
    return _side_by_side(first, second, np.intp)


def ase_neighbor_list(quantities: str, a: ase.Atoms,
                      cutoff: Union[float, Mapping[Any, float], npt.ArrayLike],
                      self_interaction: bool = False, max_nbins: Any = None) -> Any:
    """Finds the neighbours of atoms, as ``ase.neighborlist.neighbor_list``.

    Parameters
    ----------
    quantities : str
        The results and their order, letters of "ijdDS" as in ASE.
    a : ase.Atoms
        A periodic side without a vector is 1 long, as in ASE.
    cutoff : float, dict or sequence
        A cut-off for all pairs; or one per pair of elements, ``{("H", "O"): 1.1}``, by symbols or
        numbers, where pairs that are not listed are never neighbours; or a radius per atom, where
        atoms are neighbours if their spheres overlap. Cut-offs of 0 or less find nothing.
    self_interaction : bool
        If true, an atom is its own neighbour at distance 0 wherever the cut-off is above 0.
    max_nbins
        Accepted for programs written for ASE; without effect.

    Returns
    -------
    ndarray or tuple of ndarray
        In ascending order of i. i and j are (pairs,) int64, S is (pairs, 3) int64, d (pairs,) and D
        (pairs, 3) are float64. A single letter gives one array.

    Raises
    ------
    InputError
        For all that ASE refuses, and for errors that it does not detect: more or fewer radii than
        atoms, unknown symbols of elements, and cut-offs that are not finite.
    """
    letters = _ase_letters(quantities)
    try:
        positions, periodic, numbers = a.positions, a.pbc, np.asarray(a.numbers)
        cell = a.get_cell(complete=True)[:]
    except AttributeError:
        raise InputError(f"a: {a!r} is not an ase.Atoms") from None
    except ValueError as error:
        raise InputError(f"a: the cell cannot be completed: {error}") from None
    cutoffs = _ase_cutoffs(numbers, cutoff)
    wanted = "ij" + "".join(letters)
    if not cutoffs.is_uniform:
        wanted += "d"
    if cutoffs.largest > 0.0:
        near = NeighborList(cutoffs.largest, sorted=True, index_dtype=np.int64)
        # Below, one column after another is there twice; a choice of rows needs numbers of three.
        is_changed = self_interaction or not cutoffs.is_uniform or "S" in wanted
        found = dict(zip(wanted, near._compute(positions, cell, periodic, wanted, 32 if is_changed else 0)))
    else:
        found = {letter: np.zeros((0, 3) if letter in "DS" else 0, np.int64 if letter in "ij" else np.float64)
                 for letter in wanted}
    if "S" in found:
        found["S"] = found["S"].astype(np.int64)
    if not cutoffs.is_uniform:
        kept = found["d"] < cutoffs.of(found["i"], found["j"])
        for letter in found:
            found[letter] = found[letter][kept]
    if self_interaction:
        own = np.arange(len(numbers))
        own = own[cutoffs.of(own, own) > 0.0]
        places = np.searchsorted(found["i"], own)
        for letter in found:
            found[letter] = np.insert(found[letter], places, own if letter in "ij" else 0, axis=0)
    results = tuple(found[letter] for letter in letters)
    return results[0] if len(results) == 1 else results


def _ase_letters(quantities: Any) -> tuple[str, ...]:
    try:
        letters = tuple(quantities)
    except TypeError:
        raise InputError(f"quantities: {quantities!r} is not a string") from None
    for letter in letters:
        if letter not in ("i", "j", "d", "D", "S"):
            raise InputError(f"quantities: {letter!r} is not one of i, j, d, D, S")
    return letters


class _AseCutoffs(NamedTuple):
    """The cut-offs of pairs of atoms."""

    largest: float
    of: Callable[[np.ndarray, np.ndarray], Any]
    """Returns the cut-offs of the pairs of atoms i and j."""
    is_uniform: bool


def _finite(name: str, value: Any) -> float:
    number = _arguments.number(name, value)
    if not math.isfinite(number):
        raise InputError(f"{name}: {number} is not finite")
    return number


def _ase_cutoffs(numbers: np.ndarray, cutoff: Any) -> _AseCutoffs:
    if isinstance(cutoff, Mapping):
        elements, element_of = np.unique(numbers, return_inverse=True)
        table = _ase_table(elements, cutoff)
        return _AseCutoffs(table.max(initial=0.0), lambda i, j: table[element_of[i], element_of[j]], False)
    if cutoff is None or np.isscalar(cutoff) or (isinstance(cutoff, np.ndarray) and cutoff.ndim == 0):
        limit = _finite("cutoff", cutoff)
        return _AseCutoffs(limit, lambda i, j: np.full(len(i), limit), True)
    radii = _arguments.array("cutoff", cutoff, "fiu", "real numbers").astype(np.float64)
    if radii.shape != (len(numbers),):
        raise InputError(f"cutoff: has the shape {radii.shape}, not ({len(numbers)},), one per atom")
    for k in np.flatnonzero(~np.isfinite(radii))[:1]:
        raise InputError(f"cutoff[{k}]: {radii[k]} is not finite")
    return _AseCutoffs(2.0 * radii.max(initial=0.0), lambda i, j: radii[i] + radii[j], False)


def _ase_table(elements: np.ndarray, cutoffs: Mapping[Any, Any]) -> np.ndarray:
    """Returns the cut-off of each pair of these elements, 0 for those without one."""
    table = np.zeros((len(elements), len(elements)))
    if not cutoffs:
        raise InputError("cutoff: is a dict without cut-offs")
    for pair, value in cutoffs.items():
        name = f"cutoff {pair!r}"
        limit = _finite(name, value)
        try:
            one, other = pair
        except (TypeError, ValueError):
            raise InputError(f"{name}: the key is not a pair of elements") from None
        rows, columns = (np.flatnonzero(elements == _ase_number(name, each)) for each in (one, other))
        table[rows, columns] = table[columns, rows] = limit
    return table


def _ase_number(name: str, element: Any) -> Any:
    """Returns the atomic number of a symbol or number."""
    from ase.data import atomic_numbers

    if isinstance(element, str):
        if element not in atomic_numbers:
            raise InputError(f"{name}: {element!r} is not the symbol of an element")
        return atomic_numbers[element]
    return _arguments.number(name, element)
