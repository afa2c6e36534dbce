"""Checks arguments, so that calls in C++ get the types that they need. Errors name the argument."""
from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Optional, Union

import numpy as np
import numpy.typing as npt

from ._gpubuck import InputError

# If some rows of a list hold only whole numbers and others do not, mypy takes the list for a list of objects, which
# ArrayLike does not accept.
Rows = Union[npt.ArrayLike, Sequence[Any]]


class FixedAttributes:
    """Base of classes whose settings are attributes. Setting an attribute that does not exist raises AttributeError.

    Classes derived by users may add attributes.
    """

    if not TYPE_CHECKING:  # mypy would accept any attribute if it saw this method
        def __setattr__(self, name: str, value: Any) -> None:
            kind = type(self)
            if not (name.startswith("_") or hasattr(kind, name)) and kind.__module__.startswith("gpubuck."):
                raise AttributeError(f"'{kind.__name__}' object has no attribute '{name}'")
            super().__setattr__(name, value)


def whole(name: str, value: Any, least: int = 0, most: Optional[int] = None) -> int:
    """Returns a whole number of at least `least` and, if there is such a limit, at most `most`."""
    try:
        number = operator.index(value)
    except TypeError:
        raise InputError(f"{name}: {value!r} is not a whole number") from None
    if number < least or (most is not None and number > most):
        allowed = f"{least} or more" if most is None else f"{least}..{most}"
        raise InputError(f"{name}: must be {allowed}, got {number}")
    return number


def flag(name: str, value: Any) -> bool:
    """Returns a bool. The value may be a bool of Python or NumPy, or 0 or 1."""
    if not isinstance(value, (bool, np.bool_, int, np.integer)) or value not in (0, 1):
        raise InputError(f"{name}: {value!r} is not a bool")
    return bool(value)


def number(name: str, value: Any) -> float:
    """Returns a real number."""
    try:
        if isinstance(value, (str, bytes, bytearray)):
            raise TypeError
        return float(value)
    except (TypeError, ValueError):
        raise InputError(f"{name}: {value!r} is not a number") from None


def length(name: str, value: Any) -> float:
    """Returns a finite length above 0."""
    result = number(name, value)
    if not (math.isfinite(result) and result > 0.0):
        raise InputError(f"{name}: {result} is not a length > 0")
    return result


def array(name: str, value: Any, kinds: str, what: str) -> npt.NDArray[Any]:
    """Returns an array of any shape. Unless it is empty, its numpy.dtype.kind must be one of the letters `kinds`, which
    errors call `what`."""
    try:
        result = np.asarray(value)
    except (TypeError, ValueError, RuntimeError) as error:  # raised by PyTorch for unsuitable tensors
        raise InputError(f"{name}: is not an array: {error}") from None
    if result.size > 0 and result.dtype.kind not in kinds:
        raise InputError(f"{name}: holds {result.dtype}, not {what}")
    return result


def rows_of_three(name: str, value: Any) -> npt.NDArray[np.float64]:
    """Returns a contiguous (n, 3) array of doubles. An empty list is converted to an array without rows."""
    rows = array(name, value, "fiu", "real numbers")
    if rows.size == 0 and rows.ndim <= 2:
        rows = rows.reshape(0, 3)
    if rows.ndim != 2 or rows.shape[1] != 3:
        raise InputError(f"{name}: has the shape {rows.shape}, not (n, 3)")
    return np.ascontiguousarray(rows, dtype=np.float64)


def integers(name: str, value: Any, below: int, dtype: Any) -> npt.NDArray[Any]:
    """Returns a contiguous (n,) array of whole numbers within 0..below - 1."""
    values = array(name, value, "iu", "whole numbers")
    if values.ndim != 1:
        raise InputError(f"{name}: has the shape {values.shape}, not (n,)")
    if values.size > 0 and (values.min() < 0 or values.max() >= below):
        k = int(np.argmax((values < 0) | (values >= below)))
        raise InputError(f"{name}[{k}]: {values[k]} is not within 0..{below - 1}")
    return np.ascontiguousarray(values, dtype=dtype)
