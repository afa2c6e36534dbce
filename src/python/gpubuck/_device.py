"""Neighbours of points that are in the memory of an NVIDIA GPU: arrays of CuPy, PyTorch, JAX and others."""
from __future__ import annotations

import importlib
import operator
from collections.abc import Callable
from typing import Any, NamedTuple, Optional

import numpy as np
import numpy.typing as npt

from . import _gpubuck, _systems, _tensors
from ._context import Context, resolve
from ._gpubuck import InputError

_CUDA = 2  # kDLCUDA of DLPack


def _as_it_is(array: Any) -> Any:
    """The numbers of an array alone: a tensor that records gradients does not hand them over."""
    return array.detach() if hasattr(array, "detach") else array


def is_on_gpu(array: Any) -> bool:
    """Returns whether an array says that it is in the memory of CUDA."""
    if isinstance(array, (np.ndarray, list, tuple)):
        return False
    array = _as_it_is(array)
    if hasattr(array, "__cuda_array_interface__"):
        return True
    if not hasattr(array, "__dlpack_device__"):
        return False
    device = array.__dlpack_device__()
    return isinstance(device, tuple) and len(device) == 2 and bool(device[0] == _CUDA)


class _Memory(NamedTuple):
    address: int
    shape: tuple[int, ...]
    is_contiguous: bool
    kind: str
    bytes: int
    owner: Any  # keeps the memory


def _interface_of(given: Any) -> tuple[int, tuple[int, ...], Optional[tuple[int, ...]], np.dtype[Any]]:
    """Returns address, shape, strides in bytes and type of a `__cuda_array_interface__`."""
    shape, address = tuple(map(operator.index, given["shape"])), operator.index(given["data"][0])
    strides = given.get("strides")
    if strides is not None:
        strides = tuple(map(operator.index, strides))
    if min(shape, default=0) < 0 or (strides is not None and len(strides) != len(shape)):
        raise ValueError(f"the shape {shape} and the strides {strides}")
    if not 0 <= address < 2**64:
        raise ValueError(f"the address {address}")
    if given.get("mask") is not None:
        raise ValueError("it has a mask")
    if given.get("stream") == 0:
        raise ValueError("the stream 0")
    return address, shape, strides, np.dtype(given["typestr"])


def _memory_of(name: str, array: Any) -> _Memory:
    owner = array
    try:
        if hasattr(array, "__cuda_array_interface__"):
            address, shape, strides, dtype = _interface_of(array.__cuda_array_interface__)
        else:
            owner = array.__dlpack__()
            address, sizes, steps, kind, size = _gpubuck.dlpack_properties(owner)
            dtype = np.dtype(f"{kind}{size}")
            shape, strides = tuple(sizes), None if steps is None else tuple(size * step for step in steps)
    except (KeyError, IndexError, OverflowError, TypeError, ValueError) as error:
        reason = f"has no {error}" if isinstance(error, KeyError) else error
        raise InputError(f"{name}: its description of the array on the GPU is wrong: {reason}") from None
    dense = tuple(dtype.itemsize * int(np.prod(shape[k + 1:], dtype=np.int64)) for k in range(len(shape)))
    is_contiguous = strides is None or tuple(strides) == dense or 0 in shape
    return _Memory(address, shape, is_contiguous, dtype.kind, dtype.itemsize, owner)


def _points_of(name: str, points: Any) -> _Memory:
    if not is_on_gpu(points):
        raise InputError(f"{name}: are not on a GPU, but points are")
    memory = _memory_of(name, _as_it_is(points))
    if len(memory.shape) != 2 or memory.shape[1] != 3:
        raise InputError(f"{name}: has the shape {memory.shape}, not (n, 3)")
    if (memory.kind, memory.bytes) not in (("f", 4), ("f", 8)):
        raise InputError(f"{name}: holds {memory.kind}{memory.bytes}; on a GPU they must be float32 or float64")
    if not memory.is_contiguous:
        raise InputError(f"{name}: are not contiguous; make them so first, for example with {name}.contiguous() in "
                         f"PyTorch or cupy.ascontiguousarray({name})")
    return memory


def on_host(value: Any) -> Any:
    """An array of NumPy in place of one on a GPU; anything else as it is."""
    value = _tensors.array_of(value)
    if hasattr(value, "get") and is_on_gpu(value):  # CuPy
        return value.get()
    return np.asarray(value) if value is not None and not isinstance(value, bool) else value


def _returned_as(points: Any, array: Any) -> Any:
    """The same memory as an array of the package that made `points`, if that is known."""
    package = _tensors.package_of(points)
    if package in ("torch", "cupy"):
        return importlib.import_module(package).from_dlpack(array)
    if package in ("jax", "jaxlib"):
        return importlib.import_module("jax.dlpack").from_dlpack(array)
    return array


class Settings(NamedTuple):
    """The settings of a search."""

    cutoffs: npt.NDArray[np.float64]  # one, or one per pair of types
    full: bool
    sorted: bool
    strict: bool
    skin: float


class Given(NamedTuple):
    """The points of a search, or those of two sets."""

    points: Any
    others: Any
    box: Any
    periodic: Any
    rows_of_types: Callable[[int, Optional[int]], Optional[tuple[npt.NDArray[Any], npt.NDArray[Any]]]]
    """Returns the rows of the types of both sets in the table of cut-offs, from the numbers of points."""


class Search:
    """The searches of a `NeighborList` on the GPU, by their settings but the cut-offs."""

    def __init__(self) -> None:
        self._cores: dict[tuple[bool, bool, bool, float], _gpubuck.DeviceNeighbourList] = {}

    @property
    def searches(self) -> int:
        """The number of searches, without those that selected from a kept list."""
        return sum(core.searches for core in self._cores.values())

    def clear(self) -> None:
        """Forgets all searches, for cut-offs that have changed."""
        self._cores.clear()

    def find(self, settings: Settings, context: Optional[Context], given: Given, wanted: str, is_wide: bool,
             batch_ptr: Any, batch_idx: Any) -> dict[str, Any]:
        """Returns the results by their letters, with "o" for the offsets."""
        memories, (points, others) = _memories_of(given)
        count = memories[0].shape[0]
        box = on_host(given.box)
        if batch_ptr is None and batch_idx is None:
            starts = np.array([0, count], dtype=np.int64)
        elif others is not None:
            raise InputError("others: cannot be combined with a batch")
        else:
            starts = _systems.starts_of(count, on_host(batch_ptr), on_host(batch_idx), box)
        sides = _systems.sides_of(on_host(given.periodic), len(starts) - 1)
        cells = _systems.cell_of(box, sides, len(starts) - 1)
        columns = self._core(settings, context).find(points, others, starts, cells, sides, wanted,
                                                     is_wide or "E" in wanted)
        found = {letter: _returned_as(given.points, columns["E" if letter == "P" else letter])
                 for letter in set(wanted)}
        if "P" in found:
            if isinstance(found["P"], _gpubuck.DeviceArray):
                raise InputError("quantities: 'P' on a GPU needs arrays of CuPy, PyTorch or JAX; 'E' has the same "
                                 "numbers")
            found["P"] = found["P"].T
        return found

    def matrix(self, settings: Settings, context: Optional[Context], given: Given,
               fill: Optional[int]) -> dict[str, Any]:
        """Returns the arrays of a `NeighbourMatrix` by their names."""
        memories, (points, others) = _memories_of(given)
        sides = _systems.sides_of(on_host(given.periodic))
        cell = _systems.cell_of(on_host(given.box), sides)
        filling = memories[-1].shape[0] if fill is None else fill
        found = self._core(settings, context).matrix(points, others, cell, sides, filling)
        return {name: _returned_as(given.points, array) for name, array in found.items()}

    def _core(self, settings: Settings, context: Optional[Context]) -> _gpubuck.DeviceNeighbourList:
        key = settings[1:]
        core = self._cores.get(key)
        if core is None:
            core = self._cores[key] = _gpubuck.DeviceNeighbourList(resolve(context), *settings)
        return core


def _memories_of(given: Given) -> tuple[list[_Memory], tuple[_gpubuck.DevicePoints, Optional[_gpubuck.DevicePoints]]]:
    """Returns the memories of one or two sets, which must live until the search has ended; and both for a search."""
    memories = [_points_of("points", given.points)]
    if given.others is not None:
        memories.append(_points_of("others", given.others))
        if memories[1].bytes != memories[0].bytes:
            raise InputError(f"others: hold f{memories[1].bytes}, but points f{memories[0].bytes}")
    counts = [memory.shape[0] for memory in memories]
    rows = given.rows_of_types(counts[0], counts[1] if len(counts) == 2 else None)
    sets = [_gpubuck.DevicePoints(memory.address, memory.shape[0], memory.bytes == 8,
                                  None if rows is None else np.ascontiguousarray(rows[k], dtype=np.int32))
            for k, memory in enumerate(memories)]
    return memories, (sets[0], sets[1] if len(sets) == 2 else None)
