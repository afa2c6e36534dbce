"""Converts tensors of PyTorch to arrays of NumPy, and back. Imports PyTorch only if results must be tensors."""
from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Optional

import numpy as np
import numpy.typing as npt


def package_of(value: Any) -> str:
    """Returns the name of the package that defines the type of a value."""
    return type(value).__module__.partition(".")[0]


def is_tensor(value: Any) -> bool:
    """Returns whether a value is a tensor of PyTorch."""
    return package_of(value) == "torch"


def array_of(value: Any) -> Any:
    """Returns a tensor, without its gradient, as an array in main memory, and any other value unchanged."""
    return value.detach().cpu().numpy() if is_tensor(value) else value


def tensors_like(tensor: Any, arrays: Iterable[npt.NDArray[Any]]) -> tuple[Any, ...]:
    """Returns arrays as tensors on the device of `tensor`."""
    import torch

    # Before version 2.3, PyTorch does not have the unsigned integers of vesin.
    narrow = {} if hasattr(torch, "uint64") else {np.dtype(np.uint64): np.int64, np.dtype(np.uint32): np.int64}
    return tuple([torch.from_numpy(each.astype(narrow.get(each.dtype, each.dtype), copy=False)).to(tensor.device)
                  for each in arrays])


def records_gradients(*values: Any) -> bool:
    """Returns whether PyTorch must find the gradient of one of these values."""
    if not any(is_tensor(value) and getattr(value, "requires_grad", False) for value in values):
        return False
    import torch

    return bool(torch.is_grad_enabled())


def with_gradients(found: Mapping[str, Any], points: Any, others: Any, box: Any, sides: npt.NDArray[np.bool_],
                   system_of: Optional[npt.NDArray[np.int64]]) -> dict[str, Any]:
    """Returns the distances "d" and the vectors "D" of pairs as tensors that PyTorch can differentiate.

    The values do not change. The derivatives are the derivatives of D = others[j] - points[i] + S @ box and of the
    length of D.

    Parameters
    ----------
    found : dict of tensors
        Has "i", "j", "S" and the results, with their letters as keys.
    sides : (3,) or (systems, 3)
        Whether each side is periodic.
    system_of : (n,), optional
        The system of each point, if there are several.
    """
    import torch

    results = {letter: found[letter] for letter in "dD" if letter in found}
    like = next(iter(results.values()))
    starts = points.to(like.dtype)
    ends = starts if others is None else torch.as_tensor(others, dtype=like.dtype, device=like.device)
    i, j = (found[letter].to(torch.int64) for letter in "ij")
    vectors = ends[j] - starts[i]
    if box is not None and sides.any():
        shifts = found["S"].to(like.dtype)
        cell = torch.as_tensor(box, dtype=like.dtype, device=like.device)
        cell = torch.diag(cell) if cell.ndim == 1 else cell
        # Open sides are set to 0, since they have no effect on D.
        cell = torch.where(torch.as_tensor(sides[..., None].copy(), device=like.device), cell, torch.zeros_like(cell))
        if cell.ndim == 3 and system_of is not None:
            of = torch.as_tensor(system_of, device=like.device)[i]
            vectors = vectors + (shifts[:, :, None] * cell[of]).sum(1)
        else:
            vectors = vectors + shifts @ cell
    exact = {"D": vectors, "d": torch.linalg.norm(vectors, dim=1)}
    return {letter: value + (exact[letter] - exact[letter].detach()) for letter, value in results.items()}
