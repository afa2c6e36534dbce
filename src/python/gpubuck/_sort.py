"""Sorts elements into buckets."""
from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Optional

import numpy as np
import numpy.typing as npt

from . import _arguments, _gpubuck
from ._gpubuck import InputError
from ._context import Context, resolve


class Lists(NamedTuple):
    """One linked list per bucket: ``head[c]``, ``next[head[c]]``, ... up to -1."""

    head: npt.NDArray[np.int32]
    """(buckets,): the first element of each bucket, or -1."""
    next: npt.NDArray[np.int32]
    """(n,): the next element in the same bucket, or -1."""


class Ranges(NamedTuple):
    """Elements in the order of their buckets. The elements of bucket c are ``order[start[c]:start[c + 1]]``."""

    order: npt.NDArray[np.int32]
    """(n,): all elements; the elements of a bucket are in ascending order."""
    start: npt.NDArray[np.int32]
    """(buckets + 1,): the index in `order` at which each bucket begins, followed by n."""


def sort_into_lists(bucket_of: npt.ArrayLike, buckets: int, *, algorithm: str = "auto",
                    context: Optional[Context] = None) -> Lists:
    """Sorts elements 0 .. n - 1 into one linked list per bucket.

    Parameters
    ----------
    bucket_of : array_like, (n,)
        The bucket of each element, 0 .. buckets - 1; any integer type, contiguous or not. n is at
        most 16,777,215.
    buckets : int
        Number of buckets, 1 .. 16,777,215.
    algorithm : {"auto", "bucket", "atomic", "counting", "bitonic", "radix", "abisort"}
        "bucket" is the paper's sort, which takes a round for each element of the longest list:
        O(n^2 / buckets) on average, and Theta(n^2) if all are in one bucket. Choose another algorithm if some buckets
        may hold thousands of elements. "atomic", "counting" and "radix" need the engine "fast". "auto" is "atomic" on
        the engine "fast". On "paper" it is "bucket", or "bitonic" if a bucket has more than 200 elements.
        With "atomic", the order within a list may differ from run to run.
    context : Context, optional
        Default: the context that all calls without ``context=`` share.

    Returns
    -------
    Lists
        ``head`` and ``next``, int32.

    Raises
    ------
    InputError
        If an argument is wrong; the message names it.
    RunError
        If the context cannot be created or cannot run the algorithm, or memory is short.

    Examples
    --------
    >>> head, next = gpubuck.sort_into_lists([2, 0, 1, 0], 3, algorithm="bitonic")
    >>> head
    array([1, 2, 0], dtype=int32)
    >>> next
    array([-1,  3, -1, -1], dtype=int32)
    """
    count = _arguments.whole("buckets", buckets, least=1, most=2**24 - 1)
    mapping = _arguments.integers("bucket_of", bucket_of, count, np.uint32)
    return Lists(*_gpubuck.sort_into_lists(resolve(context), mapping, count, str(algorithm)))


def sort_into_ranges(bucket_of: npt.ArrayLike, buckets: int, *, algorithm: str = "auto",
                     radix: Optional[Mapping[str, int]] = None, context: Optional[Context] = None) -> Ranges:
    """Sorts elements 0 .. n - 1 by their buckets.

    Parameters
    ----------
    bucket_of : array_like, (n,)
        The bucket of each element, 0 .. buckets - 1; any integer type, contiguous or not. n is at
        most 16,777,215.
    buckets : int
        Number of buckets, 1 .. 16,777,214.
    algorithm : {"auto", "bitonic", "abisort", "counting", "radix"}
        "counting" and "radix" need the engine "fast". "auto" is "bitonic" on the engine "paper" and
        "counting" on "fast". All algorithms give the same result.
    radix : mapping, optional
        Parameters of the algorithm "radix" (Helluy 2011). Parameters that are not given are chosen automatically.
        They are "key-bits" b, 1 .. 32; "radix-bits" r per pass, 1 .. 16; "threads" I per work group, a multiple of 32;
        "items" per thread, 1 .. 64; "groups" G at most, 1 .. 65535; "scan-parts" s, 1 .. 4096.
    context : Context, optional
        Default: the context that all calls without ``context=`` share.

    Returns
    -------
    Ranges
        ``order`` and ``start``, int32.

    Raises
    ------
    InputError
        If an argument is wrong; the message names it.
    RunError
        If the context cannot be created or cannot run the algorithm, or memory is short.

    Examples
    --------
    >>> order, start = gpubuck.sort_into_ranges([2, 0, 1, 0], 3)
    >>> order
    array([1, 3, 2, 0], dtype=int32)
    >>> start
    array([0, 2, 3, 4], dtype=int32)
    """
    count = _arguments.whole("buckets", buckets, least=1, most=2**24 - 2)
    mapping = _arguments.integers("bucket_of", bucket_of, count, np.uint32)
    if radix and algorithm != "radix":
        raise InputError(f"radix: belongs to the algorithm 'radix', not to {algorithm!r}")
    parameters = {str(name): _arguments.whole(f"radix[{name!r}]", value, least=1, most=2**16)
                  for name, value in (radix or {}).items()}
    return Ranges(*_gpubuck.sort_into_ranges(resolve(context), mapping, count, str(algorithm), parameters))
