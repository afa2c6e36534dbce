"""Finds neighbours of points in the memory of an NVIDIA GPU, such as arrays of CuPy, PyTorch and JAX."""
from __future__ import annotations

import ctypes
import functools
import importlib
import importlib.util
import operator
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, Optional

import numpy as np
import numpy.typing as npt

from . import _gpubuck, _systems, _tensors
from ._gpubuck import InputError

_CUDA = 2  # kDLCUDA of DLPack


def is_on_gpu(array: Any) -> bool:
    """Returns whether an array says that it is in the memory of CUDA."""
    if isinstance(array, (np.ndarray, list, tuple)) or array is None:
        return False
    if _tensors.is_tensor(array):
        return bool(array.is_cuda)
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
    """Returns the address, the shape, the strides in bytes and the type that a `__cuda_array_interface__` has."""
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


def _memory_of_tensor(tensor: Any) -> _Memory:
    name = str(tensor.dtype)  # "torch.float64"
    kind = "f" if name.startswith("torch.float") else "c" if "complex" in name else "b" if "bool" in name else "i"
    return _Memory(tensor.data_ptr(), tuple(tensor.shape), tensor.is_contiguous(), kind, tensor.element_size(), tensor)


def _memory_of(name: str, array: Any) -> _Memory:
    if _tensors.is_tensor(array):
        return _memory_of_tensor(array)
    owner = array
    if hasattr(array, "block_until_ready"):  # JAX copies to the GPU on other threads
        array.block_until_ready()
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
    memory = _memory_of(name, points)
    if len(memory.shape) != 2 or memory.shape[1] != 3:
        raise InputError(f"{name}: has the shape {memory.shape}, not (n, 3)")
    if (memory.kind, memory.bytes) not in (("f", 4), ("f", 8)):
        raise InputError(f"{name}: holds {memory.kind}{memory.bytes}; on a GPU it must hold float32 or float64")
    if not memory.is_contiguous:
        raise InputError(f"{name}: are not contiguous; make a contiguous copy, for example with {name}.contiguous() in "
                         f"PyTorch or cupy.ascontiguousarray({name})")
    return memory


def on_host(value: Any) -> Any:
    """Returns an array on a GPU as an array of NumPy in main memory, and any other value unchanged."""
    value = _tensors.array_of(value)
    if hasattr(value, "get") and is_on_gpu(value):  # CuPy
        return value.get()
    return np.asarray(value) if value is not None and not isinstance(value, bool) else value


class _Work(NamedTuple):
    """The stream of a search, and functions for its arrays. They depend on the package that has made the points."""

    stream: Optional[int]  # None if the search must wait for all work on the GPU
    allocate: Optional[Callable[[str, int, tuple[int, ...]], tuple[Any, int]]]  # None if the search allocates memory
    returned: Callable[[Any], Any]  # converts an array of the search to an array of the package


def _as_given(array: Any) -> Any:
    return array


def _work_of_torch(points: Any) -> _Work:
    import torch

    device = points.device
    types = {("u", 1): torch.uint8, ("i", 4): torch.int32, ("i", 8): torch.int64, ("f", 4): torch.float32,
             ("f", 8): torch.float64}

    def allocate(kind: str, size: int, shape: tuple[int, ...]) -> tuple[Any, int]:
        tensor = torch.empty(shape, dtype=types[kind, size], device=device)
        return tensor, tensor.data_ptr()

    return _Work(torch.cuda.current_stream(device).cuda_stream, allocate, _as_given)


def _work_of_cupy(points: Any) -> _Work:
    import cupy

    device = points.device

    def allocate(kind: str, size: int, shape: tuple[int, ...]) -> tuple[Any, int]:
        with device:
            array = cupy.empty(shape, dtype=f"{kind}{size}")
        return array, array.data.ptr

    with device:
        return _Work(cupy.cuda.get_current_stream().ptr, allocate, _as_given)


def _work_for(points: Any) -> _Work:
    """Returns the current stream of the package that has made the points, and functions for its arrays. If that stream
    is not known, the stream and `allocate` are None."""
    package = _tensors.package_of(points)
    if package == "torch":
        return _work_of_torch(points)
    if package == "cupy":
        return _work_of_cupy(points)
    if package in ("jax", "jaxlib"):
        return _Work(None, None, importlib.import_module("jax.dlpack").from_dlpack)
    return _Work(None, None, _as_given)


@functools.cache
def _load_compiler() -> None:
    """Loads NVIDIA's compiler from NVIDIA's packages for Python, where the system would not look for it."""
    spec = importlib.util.find_spec("nvidia")
    for folder in (spec and spec.submodule_search_locations) or ():
        for path in sorted(Path(folder).glob("*/lib/libnvrtc.so.*")):
            try:
                ctypes.CDLL(str(path))
            except OSError:
                continue
            return


class Settings(NamedTuple):
    """The settings of a search."""

    cutoffs: npt.NDArray[np.float64]  # a single cut-off, or a cut-off per pair of types
    full: bool
    sorted: bool
    strict: bool
    skin: float


class Given(NamedTuple):
    """The points of a search, of one set or two, as the caller gives them."""

    points: Any
    others: Any
    box: Any
    periodic: Any
    rows_of_types: Callable[[int, Optional[int]], Optional[tuple[npt.NDArray[Any], npt.NDArray[Any]]]]
    """Returns, for both sets, the row of each point's type in the table of cut-offs, or None for a single cut-off. The
    arguments are the numbers of points in both sets."""


class Search:
    """The searches of a `NeighborList` on the GPU. Each combination of settings other than cut-offs has a search of
    its own."""

    def __init__(self) -> None:
        self._cores: dict[tuple[bool, bool, bool, float], _gpubuck.DeviceNeighbourList] = {}

    @property
    def searches(self) -> int:
        """The number of searches. Selecting pairs from a kept list is not a search."""
        return sum(core.searches for core in self._cores.values())

    def clear(self) -> None:
        """Forgets all searches. Call this method when cut-offs have changed."""
        self._cores.clear()

    def find(self, settings: Settings, given: Given, wanted: str, is_wide: bool, batch_ptr: Any, batch_idx: Any,
             capacity: Optional[int]) -> dict[str, Any]:
        """Returns a dict of the results, with their letters as keys, and "o" for the offsets."""
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
        work = _work_for(given.points)
        if "P" in wanted and _tensors.package_of(given.points) not in ("torch", "cupy", "jax", "jaxlib"):
            raise InputError("quantities: 'P' on a GPU needs arrays of CuPy, PyTorch or JAX; 'E' has the same numbers")
        columns = self._core(settings).find(points, others, starts, cells, sides, wanted, is_wide or "E" in wanted,
                                            work.stream, work.allocate, capacity)
        found = {letter: work.returned(columns["E" if letter == "P" else letter]) for letter in set(wanted)}
        if "P" in found:
            found["P"] = found["P"].T
        return found

    def matrix(self, settings: Settings, given: Given, fill: Optional[int]) -> dict[str, Any]:
        """Returns a dict of the arrays of a `NeighbourMatrix`, with their names as keys."""
        memories, (points, others) = _memories_of(given)
        sides = _systems.sides_of(on_host(given.periodic))
        cell = _systems.cell_of(on_host(given.box), sides)
        filling = memories[-1].shape[0] if fill is None else fill
        work = _work_for(given.points)
        found = self._core(settings).matrix(points, others, cell, sides, filling, work.stream, work.allocate)
        return {name: work.returned(array) for name, array in found.items()}

    def _core(self, settings: Settings) -> _gpubuck.DeviceNeighbourList:
        key = settings[1:]
        core = self._cores.get(key)
        if core is None:
            _load_compiler()
            core = self._cores[key] = _gpubuck.DeviceNeighbourList(*settings)
        return core


def _memories_of(given: Given) -> tuple[list[_Memory], tuple[_gpubuck.DevicePoints, Optional[_gpubuck.DevicePoints]]]:
    """Returns the points of one or two sets, and their memories, which must live until the search has ended."""
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
