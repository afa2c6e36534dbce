"""Neighbour lists with the calls of ASE and matscipy."""
from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Optional, Union

import numpy as np
import numpy.typing as npt

from . import _arguments
from ._gpubuck import InputError
from ._neighbours import NeighborList

if TYPE_CHECKING:
    import ase


def ase_neighbor_list(quantities: str, a: ase.Atoms,
                      cutoff: Union[float, Mapping[Any, float], npt.ArrayLike],
                      self_interaction: bool = False, max_nbins: Any = None) -> Any:
    """Finds the neighbours of atoms, as ``ase.neighborlist.neighbor_list`` does.

    Parameters
    ----------
    quantities : str
        The results and their order, letters of "ijdDS" as in ASE.
    a : ase.Atoms
        A periodic side without a vector is 1 long, as in ASE.
    cutoff : float, dict or sequence
        A single cut-off for all pairs. Or a cut-off per pair of elements, by their symbols or numbers, such as
        ``{("H", "O"): 1.1}``; pairs that are not listed are never neighbours. Or a radius per atom; atoms are then
        neighbours if their spheres overlap. With a cut-off of 0 or less, no neighbours are found.
    self_interaction : bool
        If true, each atom with a cut-off above 0 is also its own neighbour at distance 0.
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
        For all arguments that ASE refuses, and for errors that ASE does not detect: a number of radii that differs from
        the number of atoms, unknown symbols of elements, and cut-offs that are not finite.
    """
    letters = _ase_letters(quantities)
    try:
        positions, periodic, numbers = a.positions, a.pbc, np.asarray(a.numbers)
        cell = a.get_cell(complete=True)[:]
    except AttributeError:
        raise InputError(f"a: {a!r} is not an ase.Atoms") from None
    except ValueError as error:
        raise InputError(f"a: the cell cannot be completed: {error}") from None
    return _pairs_by_species(letters, positions, cell, periodic, numbers, cutoff, self_interaction)


def matscipy_neighbour_list(quantities: str, atoms: Optional[ase.Atoms] = None,
                            cutoff: Union[float, Mapping[Any, float], npt.ArrayLike, None] = None,
                            positions: Optional[npt.ArrayLike] = None, cell: Optional[npt.ArrayLike] = None,
                            pbc: Optional[npt.ArrayLike] = None, numbers: Optional[npt.ArrayLike] = None,
                            cell_origin: Optional[npt.ArrayLike] = None) -> Any:
    """Finds the neighbours of atoms, with the arguments of ``matscipy.neighbours.neighbour_list``.

    Parameters
    ----------
    quantities, cutoff
        As in `ase_neighbor_list`.
    atoms : ase.Atoms, optional
        Provides the following arguments if they are not given.
    positions : array_like, (n, 3), optional
    cell : array_like, (3, 3) or (3,), optional
        Default: the cell of the atoms; without atoms, open space.
    pbc : bool or three of them, optional
        Default: the periodic sides of the atoms; without atoms, none.
    numbers : array_like, (n,), optional
        The species of each position, for a dict of cut-offs. Default: the atomic numbers of the atoms; without atoms,
        all positions have the same species.
    cell_origin : array_like, (3,), optional
        Without effect: the place of the cell does not matter.

    Returns
    -------
    ndarray or tuple of ndarray
        As `ase_neighbor_list`, with `i` in ascending order.

    Raises
    ------
    InputError
        As in `ase_neighbor_list`, and if neither atoms nor positions are given.
    """
    letters = _ase_letters(quantities)
    if atoms is not None:
        positions = atoms.positions if positions is None else positions
        numbers = atoms.numbers if numbers is None else numbers
        pbc = atoms.pbc if pbc is None else pbc
        cell = atoms.get_cell(complete=True)[:] if cell is None else cell
    if positions is None:
        raise InputError("positions: are missing, and so are atoms")
    rows = _arguments.rows_of_three("positions", positions)
    species = np.zeros(len(rows), dtype=int) if numbers is None else np.asarray(numbers)
    if species.shape != (len(rows),):
        raise InputError(f"numbers: has the shape {species.shape}, not ({len(rows)},), one per position")
    return _pairs_by_species(letters, rows, cell, False if pbc is None else pbc, species, cutoff, False)


class AseNeighborList:
    """A class for the argument ``primitive`` of ``ase.neighborlist.NeighborList``, with the same results as ASE's
    classes.

    It has the interface of ``ase.neighborlist.NewPrimitiveNeighborList``. Some calculators of ASE make a
    list themselves, of a class that they find by a name in their module. Replace the class that this name stands for::

        import functools, ase.calculators.emt, ase.neighborlist
        ase.calculators.emt.NeighborList = functools.partial(
            ase.neighborlist.NeighborList, primitive=gpubuck.AseNeighborList)

    Parameters
    ----------
    cutoffs : array_like, (n,)
        A radius per atom: atoms are neighbours if their spheres overlap.
    skin : float
        A length that is added to each radius. The list is kept until an atom has moved by more than this length.
    sorted : bool
        Without effect: neighbours are always in ascending order, after the atom itself.
    self_interaction : bool
        If true, an atom is its own neighbour.
    bothways : bool
        If true, each atom of a pair has the other as a neighbour. Otherwise only one of the two atoms has the other.
    use_scaled_positions : bool
        If true, positions are in units of the sides of the cell.

    Attributes
    ----------
    nupdates, nneighbors, npbcneighbors : int
        The number of searches, the number of neighbours in the list, and the number of these that are images.
    pair_first, pair_second : ndarray of int64, (pairs,)
        Both atoms of each pair.
    offset_vec : ndarray of int64, (pairs, 3)
        The shift of the second atom, in sides of the cell.
    first_neigh : ndarray of int64, (n + 1,)
        The first pair of each atom, followed by the number of pairs.
    """

    def __init__(self, cutoffs: npt.ArrayLike, skin: float = 0.3, sorted: bool = False, self_interaction: bool = True,
                 bothways: bool = False, use_scaled_positions: bool = False) -> None:
        self.cutoffs = np.asarray(cutoffs) + skin
        self.skin, self.sorted = skin, sorted
        self.self_interaction, self.bothways = self_interaction, bothways
        self.use_scaled_positions = use_scaled_positions
        self.nupdates = self.nneighbors = self.npbcneighbors = 0

    def update(self, pbc: npt.ArrayLike, cell: npt.ArrayLike, positions: npt.ArrayLike,
               numbers: Optional[npt.ArrayLike] = None) -> bool:
        """Searches again if the kept list may lack a pair. Returns whether a search was made."""
        if self.nupdates > 0 and np.array_equal(self.pbc, pbc) and np.array_equal(self.cell, cell):
            if np.shape(positions) == self.positions.shape:
                moved = ((self.positions - positions)**2).sum(axis=1)
                if moved.max(initial=0.0) <= self.skin**2:
                    return False
        self.build(pbc, cell, positions, numbers)
        return True

    def build(self, pbc: npt.ArrayLike, cell: npt.ArrayLike, positions: npt.ArrayLike,
              numbers: Optional[npt.ArrayLike] = None) -> None:
        """Searches. `numbers` has no effect, since there is a radius per atom."""
        self.pbc, self.cell, self.positions = np.array(pbc), np.array(cell), np.array(positions)
        places = self.positions @ self.cell if self.use_scaled_positions else self.positions
        species = np.zeros(len(places), dtype=int)
        i, j, S = _pairs_by_species(("i", "j", "S"), places, self.cell, self.pbc, species, self.cutoffs,
                                    self.self_interaction)
        if not self.bothways:
            x, y, z = S.T
            kept = (x > 0) | ((x == 0) & ((y > 0) | ((y == 0) & ((z > 0) | ((z == 0) & (i <= j))))))
            i, j, S = i[kept], j[kept], S[kept]
        self.pair_first, self.pair_second, self.offset_vec = i, j, S
        self.first_neigh = np.searchsorted(i, np.arange(len(places) + 1))
        self.nupdates += 1
        self.nneighbors, self.npbcneighbors = len(i), int(S.any(axis=1).sum())

    def get_neighbors(self, a: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Returns the neighbours j of an atom, and their shifts S. A neighbour is at ``positions[j] + S @ cell``."""
        pairs = slice(self.first_neigh[a], self.first_neigh[a + 1])
        return self.pair_second[pairs], self.offset_vec[pairs]


def _pairs_by_species(letters: tuple[str, ...], positions: Any, cell: Any, periodic: Any, numbers: npt.NDArray[Any],
                      cutoff: Any, self_interaction: bool) -> Any:
    cutoffs = _ase_cutoffs(numbers, cutoff)
    wanted = "ij" + "".join(letters)
    if not cutoffs.is_uniform:
        wanted += "d"
    if cutoffs.largest > 0.0:
        near = NeighborList(cutoffs.largest, sorted=True, index_dtype=np.int64)
        # Results are copied one after the other, so that only one of them exists twice. Finding the cut-offs of the
        # pairs takes memory for up to three numbers per pair.
        is_changed = self_interaction or not cutoffs.is_uniform or "S" in wanted
        found = near._find(positions, cell, periodic, wanted, True, np.dtype(np.int64),
                           caller_bytes=32 if is_changed else 0)
    else:
        found = {letter: np.zeros((0, 3) if letter in "DS" else 0, np.int64 if letter in "ij" else np.float64)
                 for letter in wanted}
    if "S" in found:
        found["S"] = found["S"].astype(np.int64)
    if not cutoffs.is_uniform:
        is_near = found["d"] < cutoffs.of(found["i"], found["j"])
        for letter in found:  # one after the other, so that only one array exists twice
            found[letter] = found[letter][is_near]
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
    of: Callable[[npt.NDArray[Any], npt.NDArray[Any]], Any]
    """Returns the cut-offs of the pairs of atoms i and j."""
    is_uniform: bool


def _finite(name: str, value: Any) -> float:
    number = _arguments.number(name, value)
    if not math.isfinite(number):
        raise InputError(f"{name}: {number} is not finite")
    return number


def _ase_cutoffs(numbers: npt.NDArray[Any], cutoff: Any) -> _AseCutoffs:
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


def _ase_table(elements: npt.NDArray[Any], cutoffs: Mapping[Any, Any]) -> npt.NDArray[Any]:
    """Returns the cut-off of each pair of these elements, or 0 for a pair without a cut-off."""
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
