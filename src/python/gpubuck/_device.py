"""Neighbours of points that are in the memory of an NVIDIA GPU: arrays of CuPy, PyTorch, JAX and others."""
from __future__ import annotations

import importlib
from typing import Any, NamedTuple, Optional

import numpy as np

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
    return hasattr(array, "__dlpack_device__") and array.__dlpack_device__()[0] == _CUDA


class _Memory(NamedTuple):
    address: int
    shape: tuple[int, ...]
    is_contiguous: bool
    kind: str
    bytes: int
    owner: Any  # keeps the memory


def _memory_of(array: Any) -> _Memory:
    interface = getattr(array, "__cuda_array_interface__", None)
    if interface is not None:
        shape, strides = tuple(interface["shape"]), interface.get("strides")
        dtype = np.dtype(interface["typestr"])
        address, owner = interface["data"][0], array
    else:
        owner = array.__dlpack__()
        address, shape, strides, kind, size = _gpubuck.dlpack_properties(owner)
        dtype = np.dtype(f"{kind}{size}")
        shape, strides = tuple(shape), None if strides is None else tuple(size * step for step in strides)
    dense = tuple(dtype.itemsize * int(np.prod(shape[k + 1:], dtype=np.int64)) for k in range(len(shape)))
    is_contiguous = strides is None or tuple(strides) == dense or 0 in shape
    return _Memory(address, shape, is_contiguous, dtype.kind, dtype.itemsize, owner)


def _points_of(points: Any) -> _Memory:
    memory = _memory_of(points)
    if len(memory.shape) != 2 or memory.shape[1] != 3:
        raise InputError(f"points: has the shape {memory.shape}, not (n, 3)")
    if (memory.kind, memory.bytes) not in (("f", 4), ("f", 8)):
        raise InputError(f"points: holds {memory.kind}{memory.bytes}; on a GPU they must be float32 or float64")
    if not memory.is_contiguous:
        raise InputError("points: are not contiguous; make them so first, for example with points.contiguous() in "
                         "PyTorch or cupy.ascontiguousarray(points)")
    return memory


def _on_host(value: Any) -> Any:
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


class Search:
    """The searches of a `NeighborList` on the GPU, by their settings."""

    def __init__(self) -> None:
        self._cores: dict[tuple[float, bool, bool, bool], _gpubuck.DeviceNeighbourList] = {}

    def find(self, settings: tuple[float, bool, bool, bool], context: Optional[Context], points: Any, box: Any,
             periodic: Any, wanted: str, is_wide: bool, batch_ptr: Any, batch_idx: Any) -> dict[str, Any]:
        """Returns the results by their letters, with "o" for the offsets. `settings`: cut-off, full, sorted, strict."""
        points = _as_it_is(points)
        memory = _points_of(points)
        count = memory.shape[0]
        box = _on_host(box)
        if batch_ptr is None and batch_idx is None:
            starts = np.array([0, count], dtype=np.int64)
        else:
            starts = _systems.starts_of(count, _on_host(batch_ptr), _on_host(batch_idx), box)
        sides = _systems.sides_of(_on_host(periodic), len(starts) - 1)
        cells = _systems.cell_of(box, sides, len(starts) - 1)
        core = self._cores.get(settings)
        if core is None:
            core = self._cores[settings] = _gpubuck.DeviceNeighbourList(resolve(context), *settings)
        columns = core.find(memory.address, count, memory.bytes == 8, starts, cells, sides, wanted,
                            is_wide or "E" in wanted)
        found = {letter: _returned_as(points, columns["E" if letter == "P" else letter]) for letter in set(wanted)}
        if "P" in found:
            if isinstance(found["P"], _gpubuck.DeviceArray):
                raise InputError("quantities: 'P' on a GPU needs arrays of CuPy, PyTorch or JAX; 'E' has the same "
                                 "numbers")
            found["P"] = found["P"].T
        return found
