"""Tensors of PyTorch as arrays of NumPy, and back. PyTorch is imported only for results that are tensors."""
from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np


def package_of(value: Any) -> str:
    """Returns the name of the package that the type of a value comes from."""
    return type(value).__module__.partition(".")[0]


def is_tensor(value: Any) -> bool:
    """Returns whether a value is a tensor of PyTorch."""
    return package_of(value) == "torch"


def array_of(value: Any) -> Any:
    """Returns the numbers of a tensor, without its gradient, as an array; and any other value as it is."""
    return value.detach().cpu().numpy() if is_tensor(value) else value


def tensors_like(tensor: Any, arrays: Iterable[np.ndarray]) -> tuple[Any, ...]:
    """Returns arrays as tensors on the device of a tensor."""
    import torch

    # PyTorch has the unsigned integers of vesin since 2.3.
    narrow = {} if hasattr(torch, "uint64") else {np.dtype(np.uint64): np.int64, np.dtype(np.uint32): np.int64}
    return tuple([torch.from_numpy(each.astype(narrow.get(each.dtype, each.dtype), copy=False)).to(tensor.device)
                  for each in arrays])
