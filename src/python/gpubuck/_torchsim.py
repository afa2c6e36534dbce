"""Finds neighbours in batches of systems, with the call of TorchSim."""
from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from . import _arguments, _device, _tensors
from ._gpubuck import InputError
from ._neighbours import NeighborList


def torchsim_nl(positions: Any, cell: Any, pbc: Any, cutoff: Any, system_idx: Any,
                self_interaction: bool = False) -> tuple[Any, Any, Any]:
    """Finds the neighbours within each of several systems, like ``torch_sim.neighbors.torchsim_nl``.

    Parameters
    ----------
    positions : tensor or array_like, (n, 3)
        Inside or outside of their cells.
    cell : tensor or array_like, (systems, 3, 3), (3 * systems, 3) or (3, 3)
        The sides of each system's cell as rows, or of a single cell for all systems.
    pbc : tensor or array_like, (systems, 3), (3 * systems,), (3,) or ()
        Whether each side of each system is periodic, or each side of all systems.
    cutoff : float, or a tensor or array of one
        In the unit of the positions, > 0.
    system_idx : tensor or array_like, (n,)
        The number of each position's system. These numbers must not decrease.
    self_interaction : bool
        If true, each position is also its own neighbour, after all other pairs.

    Returns
    -------
    tuple
        mapping (2, pairs) int64, the numbers of both points of each pair, where each pair is listed twice;
        system_mapping (pairs,) int64, the number of the pair's system; and shifts (pairs, 3) of the type of
        `positions`. They are tensors on the device of `positions` if `positions` is a tensor of PyTorch, otherwise
        arrays of NumPy. Positions in the memory of an NVIDIA GPU are searched on this GPU, as by
        `NeighborList.compute`; the processor reads only the other arguments.

    Raises
    ------
    InputError, RunError
        As `NeighborList.compute`.
    """
    is_on_gpu = _device.is_on_gpu(positions)
    if is_on_gpu and not _tensors.is_tensor(positions):
        raise InputError("positions: must be a tensor of PyTorch, since they are on a GPU")
    places, of = positions if is_on_gpu else _array(positions), _array(system_idx)
    box, sides = _array(cell), _array(pbc)
    if box.ndim == 2 and box.shape != (3, 3) and box.size % 9 == 0:
        box = box.reshape(-1, 3, 3)
    if sides.ndim == 1 and sides.size != 3 and sides.size % 3 == 0:
        sides = sides.reshape(-1, 3)
    limit = _array(cutoff)
    if limit.size != 1:
        raise InputError(f"cutoff: has the shape {limit.shape}, not ()")
    near = NeighborList(limit.item(), sorted=True, index_dtype=np.int64)
    mapping, shifts = near.compute(places, box, sides, "ES", batch_idx=of)
    has_own = _arguments.flag("self_interaction", self_interaction)
    if is_on_gpu:
        return _completed_on_gpu(positions, system_idx, mapping, shifts, has_own)
    if has_own:
        own = np.arange(len(of))
        mapping = np.concatenate((mapping, np.stack((own, own))), axis=1)
        shifts = np.concatenate((shifts, np.zeros((len(of), 3), dtype=shifts.dtype)))
    kind = places.dtype if places.dtype.kind == "f" else np.float64
    results = mapping, of.astype(np.int64)[mapping[0]], shifts.astype(kind)
    if not _tensors.is_tensor(positions):
        return results
    return _tensors.tensors_like(positions, results)  # type: ignore[return-value]


def _completed_on_gpu(positions: Any, system_idx: Any, mapping: Any, shifts: Any,
                      has_own: bool) -> tuple[Any, Any, Any]:
    """Returns the results of a search on the GPU of `positions`."""
    import torch

    if has_own:
        own = torch.arange(len(positions), device=positions.device)
        mapping = torch.cat((mapping, torch.stack((own, own))), dim=1)
        shifts = torch.cat((shifts, shifts.new_zeros((len(own), 3))))
    systems = torch.as_tensor(system_idx, dtype=torch.int64, device=positions.device)
    return mapping, systems[mapping[0]], shifts.to(positions.dtype)


def _array(value: Any) -> npt.NDArray[Any]:
    return np.asarray(_tensors.array_of(value))
