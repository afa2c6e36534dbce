"""Finds neighbours of points in any periodic cell, with the calls of vesin and scipy."""
from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, Optional, Union, overload

import numpy as np
import numpy.typing as npt

from . import _arguments, _device, _gpubuck, _pair_cutoffs, _systems, _tensors
from ._context import Context, resolve, shared
from ._gpubuck import InputError

_QUANTITIES = "ijPESdD"
_DEVICES = ("auto", "cpu")
_ALGORITHMS = ("auto", "brute_force", "cell_list")
# Bytes per pair of the arrays of vectors, shifts and ids that PyTorch needs to differentiate vectors.
_GRADIENT_BYTES = 256
_Cutoff = Union[float, Mapping[tuple[Any, Any], float], npt.ArrayLike]


class Neighbours(NamedTuple):
    """Compressed rows: the neighbours of point i are ``ids[offsets[i]:offsets[i + 1]]``."""

    offsets: npt.NDArray[np.int64]
    """(n + 1,): the index in `ids` at which the neighbours of each point begin, followed by the number of pairs."""
    ids: npt.NDArray[np.int32]
    """(pairs,): the neighbours of each point, in ascending order."""


class NeighbourMatrix(NamedTuple):
    """The neighbours of point i are the first ``counts[i]`` places of row i."""

    ids: npt.NDArray[np.int32]
    """(n, most): the neighbours of each point, in ascending order. `fill` of `NeighborList.matrix` fills the rest."""
    shifts: npt.NDArray[np.int32]
    """(n, most, 3): the shift of each neighbour, in sides of the box; 0 in the rest of the row."""
    counts: npt.NDArray[np.int32]
    """(n,): the number of neighbours of each point. `most` is the largest of these numbers."""


class SearchTimes(NamedTuple):
    """The times of the stages of a search, in milliseconds.

    A call takes longer than the sum of these times, since NumPy also needs time for arguments and results.
    """

    prepare: float
    """Time on the CPU for making the images of the points; in the first call also for compiling shaders."""
    upload: float
    """Time for the transfer of the points to the GPU."""
    search: float
    """Time of the search on the GPU."""
    download: float
    """Time for the transfer of the lists to main memory."""
    write: float
    """Time on the CPU for converting the lists to the columns of the result."""


def _context_for(context: Optional[Context], device: str, points: int) -> Optional[Context]:
    """Returns the context for a search on the GPU, or None for a search on the processor."""
    if device == "cpu" or (context is None and points <= _gpubuck.PROCESSOR_POINTS):
        return None
    return shared() if context is None else resolve(context)


class NeighborList(_arguments.FixedAttributes):
    """Finds all pairs of points nearer than a cut-off, with the calls and conventions of vesin.

    The result is exact in double precision and complete: a point may have any number of neighbours,
    the cell may be triclinic, of any skew and smaller than the cut-off, and every image
    counts, including a point's own images. (i, j, S) is a pair if ``sqrt(D @ D) < cutoff``, with
    ``D = points[j] - points[i] + S @ box`` from the coordinates as they are given.

    The processor searches up to 4,096 points, and any number if there is no GPU. It needs no OpenGL, and finds the same
    result, bit for bit if `sorted`. For more points, the object keeps its shaders and its memory on the GPU, so that a
    second call compiles nothing. Parameters are also attributes; a new value takes effect in the next call. The object
    can be copied and pickled.

    Parameters
    ----------
    cutoff : float, dict or array_like, (types, types)
        The cut-off, in the unit of the points, > 0; or a cut-off per pair of types of points, for which calls take the
        types as ``types=``. In a dict ``{("H", "O"): 1.1, (1, 1): 0.9}`` types are strings or whole numbers, and pairs
        that are not listed are never neighbours. In a symmetric matrix, the rows are the types 0, 1 ..., and 0 stands
        for types that are never neighbours. The search is for the largest cut-off; each pair is then compared with the
        cut-off of its types, by the same rule.
    full_list : bool
        If true, the result has each pair twice, as (i, j, S) and as (j, i, -S), otherwise once.
    sorted : bool
        If true, pairs are in ascending order of i, then j, then S. Otherwise they are in any order, which takes less
        time.
    algorithm : {"auto", "brute_force", "cell_list"}
        Has no effect. This setting exists for programs that were written for vesin.
    index_dtype : dtype
        The type of i, j and P: ``numpy.uintp`` as in vesin, or any other integer type of 32 or 64
        bits. ``numpy.int32`` takes the least time and memory.
    strict : bool
        If true, pairs whose distance equals the cut-off are left out, as in vesin and ASE. Otherwise points with
        ``D @ D <= cutoff**2`` are pairs, as in scipy.
    search : str
        The cells that are searched: "cells27", "cells-per-cutoff=K" with K 1..4, or "octant=FACTOR" with FACTOR >= 2.
        The pairs do not depend on them.
    sort : str
        The sort of the points into cells: an `algorithm` of `sort_into_ranges` or `sort_into_lists`. The pairs do not
        depend on it.
    half_cells : bool
        If true, a search by OpenGL visits half of the cells, 14 of 27, and tests each distance from one end only, as
        the paper does. The pairs do not depend on it. Not allowed with octants or with ``others=``.
    skin : float
        If above 0, a list of the pairs nearer than cutoff + skin is kept. `compute` and `csr` search again only when a
        point has moved by half of the skin, or when the number of points, the box or `periodic` has changed. Otherwise
        they select pairs from the kept list. The result is the same as without a skin. `rebuilds` counts the searches.
    n_threads : int
        Maximum number of threads of a search on the processor; 0 stands for a thread per core. The pairs do not depend
        on it.
    device : {"auto", "cpu"}
        "cpu" searches any number of points on the processor, without OpenGL. This also works in children of a fork,
        such as the workers of a data loader.
    context : Context, optional
        Default: the context that all calls without ``context=`` share. A context made with an engine
        other than "auto" is used for any number of points, however few.

    Examples
    --------
    >>> points = [[0, 0, 0], [0, 1.3, 1.3]]
    >>> near = gpubuck.NeighborList(cutoff=2.0, full_list=True, sorted=True)
    >>> i, j, S, d = near.compute(points, box=3.2 * np.eye(3), periodic=True, quantities="ijSd")
    >>> len(i), S[0].tolist(), round(float(d[0]), 4)
    (2, [0, 0, 0], 1.8385)
    """

    def __init__(self, cutoff: _Cutoff, full_list: bool = True, sorted: bool = False,
                 algorithm: Literal["auto", "brute_force", "cell_list"] = "auto", *,
                 index_dtype: npt.DTypeLike = np.uintp, strict: bool = True, search: str = "cells27",
                 sort: str = "auto", half_cells: bool = False, skin: float = 0.0, n_threads: int = 0,
                 device: Literal["auto", "cpu"] = "auto", context: Optional[Context] = None) -> None:
        self._context = context
        self._rule = (_arguments.flag("strict", strict), str(search), str(sort),
                      _arguments.flag("half_cells", half_cells))
        # The keys of _cores have all settings that a search depends on, so that no search is used for other settings.
        self._on_device = _device.Search()
        self._cores: dict[tuple[float, bool, bool, int, float, bool], _gpubuck.NeighbourList] = {}
        self._raw_times: Optional[tuple[float, float, float, float, float]] = None
        self.cutoff = cutoff
        self.full_list = full_list
        self.sorted = sorted
        self.algorithm = algorithm
        self.index_dtype = index_dtype  # type: ignore[assignment]
        self.n_threads = n_threads
        self.skin = skin
        if device not in _DEVICES:
            raise InputError(f"device: {device!r} is not one of {', '.join(_DEVICES)}")
        self._device = device

    def __repr__(self) -> str:
        kind = "full" if self.full_list else "half"
        order = "sorted" if self.sorted else "in any order"
        cutoff = self._largest if self._cutoffs is None else f"per pair of types, up to {self._largest}"
        return f"<gpubuck.NeighborList: cutoff {cutoff}, {kind} list, {order}>"

    @property
    def n_threads(self) -> int:
        """Maximum number of threads of a search on the processor; 0 stands for a thread per core."""
        return self._n_threads

    @n_threads.setter
    def n_threads(self, n_threads: int) -> None:
        self._n_threads = _arguments.whole("n_threads", n_threads, 0, 2**31 - 1)

    @property
    def skin(self) -> float:
        """The length by which the kept list reaches beyond the cut-off; 0 keeps no list."""
        return self._skin

    @skin.setter
    def skin(self, skin: float) -> None:
        length = _arguments.number("skin", skin)
        if not (math.isfinite(length) and length >= 0.0):
            raise InputError(f"skin: must be 0 or more, got {length}")
        self._skin = length

    @property
    def rebuilds(self) -> int:
        """The number of searches since `cutoff` or `full_list` was last set. With a skin, not every call searches."""
        return sum(core.searches for core in self._cores.values()) + self._on_device.searches

    @property
    def cutoff(self) -> _Cutoff:
        """The cut-off, in the unit of the points, > 0, or the cut-offs per pair of types, as they were given."""
        return self._cutoff

    @cutoff.setter
    def cutoff(self, cutoff: _Cutoff) -> None:
        if isinstance(cutoff, Mapping) or np.ndim(cutoff) > 0:
            self._cutoffs: Optional[_pair_cutoffs.PairCutoffs] = _pair_cutoffs.PairCutoffs(cutoff)
            self._largest = self._cutoffs.largest
            self._cutoff: _Cutoff = dict(cutoff) if isinstance(cutoff, Mapping) else np.array(cutoff)
        else:
            self._cutoffs = None
            self._cutoff = self._largest = _arguments.length("cutoff", cutoff)
        self._cores.clear()
        self._on_device.clear()

    @property
    def full_list(self) -> bool:
        """True if the result has each pair twice."""
        return self._full_list

    @full_list.setter
    def full_list(self, full_list: bool) -> None:
        self._full_list = _arguments.flag("full_list", full_list)
        self._cores.clear()
        self._on_device.clear()

    @property
    def sorted(self) -> bool:
        """True if pairs are in ascending order of i, then j, then S."""
        return self._sorted

    @sorted.setter
    def sorted(self, sorted: bool) -> None:
        self._sorted = _arguments.flag("sorted", sorted)

    @property
    def algorithm(self) -> str:
        """Has no effect. This setting exists for programs that were written for vesin."""
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
        """Returns the settings and the context. Copies and unpickled objects make searches of their own."""
        return {**self.__dict__, "_cores": {}, "_on_device": _device.Search(), "_raw_times": None}

    @property
    def times(self) -> Optional[SearchTimes]:
        """The times of the stages of the last search, or None before the first search and for points on a GPU."""
        return None if self._raw_times is None else SearchTimes(*self._raw_times)

    def _core(self, points: int, in_order: bool) -> _gpubuck.NeighbourList:
        context = _context_for(self._context, self._device, points)
        settings = (self._largest, self._full_list, in_order, self._n_threads, self._skin, context is None)
        core = self._cores.get(settings)
        if core is None:
            core = self._cores[settings] = _gpubuck.NeighbourList(
                context, self._largest, self._full_list, in_order, *self._rule, self._n_threads, self._skin)
        return core

    def _find(self, points: Any, box: Any, periodic: Any, wanted: str, in_order: bool, dtype: Any = np.dtype(np.int32),
              others: Any = None, batch_ptr: Any = None, batch_idx: Any = None, types: Any = None,
              other_types: Any = None, caller_bytes: int = 0,
              capacity: Optional[int] = None) -> dict[str, npt.NDArray[Any]]:
        """Returns a dict of the results, with their letters as keys, and "o" for the offsets. i, j and P are of
        `dtype`."""
        if _device.is_on_gpu(points):
            given = self._given_on_device(points, others, box, periodic, types, other_types)
            return self._on_device.find(self._device_settings(in_order), given, wanted, dtype.itemsize == 8, batch_ptr,
                                        batch_idx, capacity)
        if _device.is_on_gpu(others):
            raise InputError("others: are on a GPU, but points are not")
        if capacity is not None:
            raise InputError("capacity: is for points on a GPU")
        rows = _arguments.rows_of_three("points", points)
        other_rows = None if others is None else _arguments.rows_of_three("others", others)
        is_wide = dtype.itemsize == 8
        # Bytes per pair of the arrays to which numbers of 32 bits are converted while the table still exists.
        own_bytes = {"i": 8 * is_wide, "j": 8 * is_wide, "P": 2 * dtype.itemsize, "E": 16}
        caller_bytes += sum([own_bytes.get(letter, 0) for letter in set(wanted)])
        type_rows = self._type_rows(len(rows), None if other_rows is None else len(other_rows), types, other_types)
        pair_types = None
        if type_rows is not None and self._cutoffs is not None:
            pair_types = _gpubuck.PairTypes(self._cutoffs.table, *type_rows)
            caller_bytes += 8  # memory for the indices of the kept rows
        if batch_ptr is not None or batch_idx is not None:
            if others is not None:
                raise InputError("others: cannot be combined with a batch")
            starts = _systems.starts_of(len(rows), batch_ptr, batch_idx, box)
            sides = _systems.sides_of(periodic, len(starts) - 1)
            found, times = self._core(0, in_order).find_in_systems(
                rows, starts, _systems.cell_of(box, sides, len(starts) - 1), sides, wanted, is_wide, caller_bytes,
                pair_types)
        else:
            sides = _systems.sides_of(periodic)
            count = len(rows) if other_rows is None else len(rows) + len(other_rows)
            found, times = self._core(count, in_order).find(
                rows, other_rows, _systems.cell_of(box, sides), sides, wanted, is_wide, caller_bytes, pair_types)
        self._raw_times = times
        for letter in "ijP":
            if letter in found:
                found[letter] = found[letter].view(dtype) if dtype.isnative else found[letter].astype(dtype)
        return found

    def _type_rows(self, points: int, others: Optional[int], types: Any,
                   other_types: Any) -> Optional[tuple[npt.NDArray[Any], npt.NDArray[Any]]]:
        """Returns, for both sets, the row of each point's type in the table of cut-offs, or None for a single
        cut-off."""
        if self._cutoffs is None:
            for name, given in (("types", types), ("other_types", other_types)):
                if given is not None:
                    raise InputError(f"{name}: has no effect on a single cut-off; give a cut-off per pair of types")
            return None
        own = self._cutoffs.rows_of("types", types, points)
        if others is not None:
            return own, self._cutoffs.rows_of("other_types", other_types, others)
        if other_types is not None:
            raise InputError("other_types: are given without others")
        return own, own

    def _device_settings(self, in_order: bool) -> _device.Settings:
        cutoffs = np.float64(self._largest) if self._cutoffs is None else self._cutoffs.table
        return _device.Settings(np.asarray(cutoffs), self._full_list, in_order, self._rule[0], self._skin)

    def _given_on_device(self, points: Any, others: Any, box: Any, periodic: Any, types: Any,
                         other_types: Any) -> _device.Given:
        if self._device == "cpu":
            raise InputError("device='cpu': cannot be combined with points on a GPU")
        self._raw_times = None

        def rows_of_types(count: int,
                          other_count: Optional[int]) -> Optional[tuple[npt.NDArray[Any], npt.NDArray[Any]]]:
            return self._type_rows(count, other_count, _device.on_host(types), _device.on_host(other_types))

        return _device.Given(points, others, box, periodic, rows_of_types)

    @overload
    def compute(self, points: Union[npt.NDArray[Any], Sequence[Any]], box: Optional[npt.ArrayLike] = None,
                periodic: Union[bool, Sequence[bool], npt.NDArray[np.bool_]] = False,
                quantities: str = "ij", copy: bool = True, *,
                others: Optional[_arguments.Rows] = None, batch_ptr: Optional[npt.ArrayLike] = None,
                batch_idx: Optional[npt.ArrayLike] = None, types: Optional[npt.ArrayLike] = None,
                other_types: Optional[npt.ArrayLike] = None,
                capacity: Optional[int] = None) -> tuple[npt.NDArray[Any], ...]: ...

    @overload
    def compute(self, points: Any, box: Optional[npt.ArrayLike] = None,
                periodic: Union[bool, Sequence[bool], npt.NDArray[np.bool_]] = False,
                quantities: str = "ij", copy: bool = True, *,
                others: Optional[_arguments.Rows] = None, batch_ptr: Optional[npt.ArrayLike] = None,
                batch_idx: Optional[npt.ArrayLike] = None, types: Optional[npt.ArrayLike] = None,
                other_types: Optional[npt.ArrayLike] = None, capacity: Optional[int] = None) -> tuple[Any, ...]: ...

    def compute(self, points: Any, box: Optional[npt.ArrayLike] = None,
                periodic: Union[bool, Sequence[bool], npt.NDArray[np.bool_]] = False,
                quantities: str = "ij", copy: bool = True, *,
                others: Optional[_arguments.Rows] = None, batch_ptr: Optional[npt.ArrayLike] = None,
                batch_idx: Optional[npt.ArrayLike] = None, types: Optional[npt.ArrayLike] = None,
                other_types: Optional[npt.ArrayLike] = None, capacity: Optional[int] = None) -> tuple[Any, ...]:
        """Finds the pairs of a system, or within each system of a batch.

        Parameters
        ----------
        points : array_like, (n, 3)
            float32, float64 or integers, contiguous or not; inside or outside of the box.
        box : array_like, (3, 3) or (3,), optional
            The sides of the cell as rows, or the lengths of sides along the axes, in the unit of
            the points. Open sides are ignored.
        periodic : bool, or three of them
            Whether each side is periodic, or one bool for all sides.
        quantities : str
            The results and their order, one letter each:

            - "i", "j": (pairs,), the first and the second point, of `index_dtype`
            - "P": (pairs, 2), both
            - "E": (2, pairs) int64, both as the ``edge_index`` of graph networks
            - "S": (pairs, 3) int32, the shift of the image of j, in sides of the box
            - "d": (pairs,), the distance: float32 if `points` are, otherwise float64
            - "D": (pairs, 3), the vector from i to the image of j, of the same type
            - "n": () int64, only with a `capacity`: the number of pairs, including the pairs that are missing because
              there were more than the capacity; if n < 0, point -1 - n is not finite or too far, and no row is valid

            Pairs are decided and distances are computed in double precision, whatever the type of the results.
        copy : bool
            Has no effect, since results always own their memory. This setting exists for programs that were written
            for vesin.
        others : array_like, (m, 3), optional
            A second set of points. If it is given, the pairs are between the two sets: i is one of `points`, j one of
            `others`. Each pair is found once, whatever `full_list` is. Two points in the same place are a pair, too. If
            the points are on a GPU, `others` must be on the same GPU, with numbers of the same type.
        batch_ptr : array_like, (systems + 1,), optional
            Makes `points` a batch of systems without pairs between systems. System b has the points ``batch_ptr[b]`` to
            ``batch_ptr[b + 1] - 1``, which may be none. `box` then has the shape (systems, 3, 3) and `periodic`
            (systems, 3), or one of the forms above for all systems. i and j count the points of all systems. The pairs
            are in the order of the systems.
        batch_idx : array_like, (n,), optional
            Makes a batch like `batch_ptr`, from the number of each point's system. These numbers must not decrease.
        types : array_like, (n,), optional
            The type of each point, for a cut-off per pair of types: whole numbers, or strings.
        other_types : array_like, (m,), optional
            The type of each point of `others`.
        capacity : int, optional
            For points on a GPU, the number of rows of the results. The call then does not wait for the number of pairs.
            A graph of CUDA can record the call if boxes, `periodic`, batches and types are in main memory. `quantities`
            must have "n". Rows after the last pair have i and j of no point, and zeros as shift, distance and vector.

        Returns
        -------
        tuple of ndarray
            One array per letter of `quantities`. If `points` is a tensor of PyTorch, the results are tensors, and "d"
            and "D" can be differentiated if `points`, `box` or `others` require gradients. If `points` is in the memory
            of an NVIDIA GPU, the search runs on that GPU and on the current stream of PyTorch or CuPy, whatever the
            context. The results are in the same memory, as arrays of the package that made `points` (CuPy, PyTorch,
            JAX); other packages get arrays with ``__dlpack__`` and ``__cuda_array_interface__``. The pairs are then in
            order of i. i and j are int64, or int32 if `index_dtype` has 32 bits and `quantities` lacks "E". Boxes,
            `periodic`, batches and types may be on the GPU, too, but the processor reads them.

        Raises
        ------
        InputError
            For wrong shapes and types, points that are not finite, periodic sides without volume,
            and more than 16,777,215 points, including images nearer to the cell than the cut-off. On a GPU, points must
            be contiguous, float32 or float64, and within 1e8 cut-offs of the origin and of their cells.
        RunError
            If the pairs do not fit into memory; the message has their number. Also for points on a GPU if NVIDIA's
            driver, or NVIDIA's compiler libnvrtc, is missing. libnvrtc comes with PyTorch and CuPy.
        """
        letters = str(quantities)
        for letter in letters:
            if letter not in _QUANTITIES and letter != "n":
                raise InputError(f"quantities: '{letter}' is not one of {', '.join(_QUANTITIES)}")
        if ("n" in letters) != (capacity is not None):
            raise InputError("quantities: 'n', the number of pairs, and a capacity must be given together")
        if capacity is not None:
            capacity = _arguments.whole("capacity", capacity, 0, 2**31 - 1)
        needs_gradients = bool({"d", "D"} & set(letters)) and _tensors.records_gradients(points, box, others)
        if needs_gradients and not _tensors.is_tensor(points):
            raise InputError("points: must be a tensor, since the box or others require gradients")
        if needs_gradients and capacity is not None:
            raise InputError("capacity: cannot be combined with gradients of 'd' and 'D'")
        given = points, others, box, periodic, batch_ptr, batch_idx
        tensor = points if _tensors.is_tensor(points) and not _device.is_on_gpu(points) else None
        if tensor is not None:
            points, box, periodic, others, batch_ptr, batch_idx, types, other_types = map(
                _tensors.array_of, (points, box, periodic, others, batch_ptr, batch_idx, types, other_types))
        wanted = letters + "ijS" if needs_gradients else letters
        found = self._find(points, box, periodic, wanted, self._sorted, self._index_dtype, others, batch_ptr,
                           batch_idx, types, other_types, _GRADIENT_BYTES if needs_gradients else 0, capacity)
        if isinstance(points, np.ndarray) and points.dtype == np.float32:
            for letter in "dD":
                if letter in found:
                    found[letter] = found[letter].astype(np.float32)
        if tensor is not None:
            found = dict(zip(found, _tensors.tensors_like(tensor, found.values())))
        if needs_gradients:
            found.update(self._with_gradients(found, *given))
        return tuple([found[letter] for letter in letters])

    def _with_gradients(self, found: dict[str, Any], points: Any, others: Any, box: Any, periodic: Any, batch_ptr: Any,
                        batch_idx: Any) -> dict[str, Any]:
        if batch_ptr is None and batch_idx is None:
            return _tensors.with_gradients(found, points, others, box, _systems.sides_of(_device.on_host(periodic)),
                                           None)
        starts = _systems.starts_of(len(points), _device.on_host(batch_ptr), _device.on_host(batch_idx), box)
        sides = _systems.sides_of(_device.on_host(periodic), len(starts) - 1)
        system_of = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
        return _tensors.with_gradients(found, points, others, box, sides, system_of)

    def csr(self, points: _arguments.Rows, box: Optional[npt.ArrayLike] = None,
            periodic: Union[bool, Sequence[bool], npt.NDArray[np.bool_]] = False, *,
            others: Optional[_arguments.Rows] = None, types: Optional[npt.ArrayLike] = None,
            other_types: Optional[npt.ArrayLike] = None) -> Neighbours:
        """Finds the neighbours of each point, and returns them as compressed rows.

        Arguments and errors are as in `compute`. The pairs are always sorted, whatever `sorted` is.

        Returns
        -------
        Neighbours
            ``offsets`` (n + 1,) int64 and ``ids`` (pairs,) int32.
        """
        found = self._find(points, box, periodic, "jo", True, others=others, types=types, other_types=other_types)
        return Neighbours(found["o"], found["j"])

    def matrix(self, points: _arguments.Rows, box: Optional[npt.ArrayLike] = None,
               periodic: Union[bool, Sequence[bool], npt.NDArray[np.bool_]] = False, *,
               others: Optional[_arguments.Rows] = None, fill: Optional[int] = None,
               types: Optional[npt.ArrayLike] = None,
               other_types: Optional[npt.ArrayLike] = None) -> NeighbourMatrix:
        """Finds the neighbours of each point, and returns them as a matrix with a row per point.

        Arguments and errors are as in `compute`. If the points are on a GPU, the result is on the same GPU. The matrix
        is as wide as its longest row. This width is known before the matrix is allocated, so that no neighbour is ever
        left out.

        Parameters
        ----------
        fill : int, optional
            The number in the places after the last neighbour of a row. Default: the number of points that may be
            neighbours, which is not the number of any point.

        Returns
        -------
        NeighbourMatrix
            ``ids`` (n, most) int32, ``shifts`` (n, most, 3) int32 and ``counts`` (n,) int32.
        """
        if fill is not None:
            fill = _arguments.whole("fill", fill, -2**31, 2**31 - 1)
        if _device.is_on_gpu(points):
            given = self._given_on_device(points, others, box, periodic, types, other_types)
            return NeighbourMatrix(**self._on_device.matrix(self._device_settings(True), given, fill))
        found = self._find(points, box, periodic, "jSo", True, others=others, types=types, other_types=other_types)
        counts = np.diff(found["o"])
        count = len(counts) if others is None else len(_arguments.rows_of_three("others", others))
        most = int(counts.max(initial=0))
        ids = np.full((len(counts), most), count if fill is None else fill, dtype=np.int32)
        shifts = np.zeros((len(counts), most, 3), dtype=np.int32)
        is_filled = np.arange(most) < counts[:, None]
        ids[is_filled] = found["j"]
        shifts[is_filled] = found["S"]
        return NeighbourMatrix(ids, shifts, counts.astype(np.int32))


def csr(points: _arguments.Rows, cutoff: float, box: Optional[npt.ArrayLike] = None,
        periodic: Union[bool, Sequence[bool], npt.NDArray[np.bool_]] = False, *,
        full_list: bool = True, context: Optional[Context] = None) -> Neighbours:
    """Finds the neighbours of each point nearer than a cut-off, and returns them as compressed rows.

    Parameters
    ----------
    points : array_like, (n, 3)
        As in `NeighborList.compute`.
    cutoff : float
        In the unit of the points, > 0.
    box : array_like, (3, 3) or (3,), optional
        The sides of the cell as rows, or the lengths of sides along the axes.
    periodic : bool, or three of them
        Whether each side is periodic, or one bool for all sides.
    full_list : bool
        As in `NeighborList`. In a half list, only the point of a pair with the smaller index has the other point as a
        neighbour.
    context : Context, optional
        Default: the context that all calls without ``context=`` share.

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
