"""A running DPD fluid."""
from __future__ import annotations

import os
import time
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Optional, Union

import numpy as np
import numpy.typing as npt

from . import _arguments, _gpubuck, _toml
from ._context import Context, resolve
from ._gpubuck import InputError
from ._measurement import Measurement, measurement_of

if TYPE_CHECKING:
    import ase

_SHIPPED = Path(__file__).parent / "scenarios"
# `step` makes its steps in chunks that take about this many seconds. Ctrl-C can end `step` between two chunks.
_CHUNK_SECONDS = 0.05
# The largest number of a step. Checkpoints and tables hold all numbers up to 2**53 exactly.
_MOST_STEPS = 2**53


class Particles(NamedTuple):
    """Arrays with one row per particle, in ascending order of ids. A particle keeps its id, and so its row."""

    positions: npt.NDArray[np.float64]
    """(n, 3), in cut-off radii, within the box; in two dimensions z is 0."""
    velocities: Optional[npt.NDArray[np.float64]]
    """(n, 3), half a time step before the positions (leap-frog). If None, velocities are drawn at kT."""
    species: npt.NDArray[np.int32]
    """(n,): 0, 1, ... in the order of the scenario."""


class StructureFactor(NamedTuple):
    """The static structure factor, with one entry per shell of wave vectors in each array.

    S(k) = |sum of exp(-i k.r)|² / N, where r are the positions of N particles. S(k) of an ideal gas is 1. The wave
    vectors k fit the periodic axes. They are grouped in shells of width 2π/L, where L is the longest periodic side.
    """

    k: npt.NDArray[np.float64]
    """(shells,): mean length of the wave vectors of a shell, in inverse cut-off radii, in ascending order."""
    total: npt.NDArray[np.float64]
    """(shells,): S(k) of all particles, averaged over the wave vectors of a shell."""
    species: tuple[npt.NDArray[np.float64], ...]
    """S(k) of each species, in the order of the scenario, averaged over the wave vectors of a shell. NaN for a species
    without particles."""


class Surface(NamedTuple):
    """The surface of a species' density."""

    area: float
    """Area in squared cut-off radii, or length in cut-off radii in two dimensions; 0 without a surface."""
    mu: Optional[npt.NDArray[np.float64]]
    """(3,): eigenvalues, in ascending order, of the second moment of the surface's unit normals. Their sum is 1.

    Without a preferred direction they are 1/3, 1/3, 1/3; for tubes 0, 1/2, 1/2; for layers 0, 0, 1. None without a
    surface.
    """


class StressProfile(NamedTuple):
    """The pressure in slabs across the last axis, with one entry per slab in each array."""

    position: npt.NDArray[np.float64]
    """(slabs,): middle of a slab along that axis, in cut-off radii, in ascending order."""
    normal: npt.NDArray[np.float64]
    """(slabs,): component of the pressure along that axis."""
    tangential: npt.NDArray[np.float64]
    """(slabs,): mean of the other components."""


def scenarios() -> list[str]:
    """Returns the names of the scenarios that come with gpubuck, in alphabetical order."""
    return sorted(path.stem for path in _SHIPPED.glob("*.toml"))


def _overrides(values: Mapping[str, Any]) -> list[str]:
    return [f"{key}={_toml.literal(key, value)}" for key, value in values.items()]


def _start(start: Any) -> Any:
    """Returns initial particles in the form that C++ takes."""
    if start is None:
        return None
    try:
        positions, velocities, species = start
    except (TypeError, ValueError):
        raise InputError("start: is not (positions, velocities, species)") from None
    rows = _arguments.rows_of_three("start positions", positions)
    if len(rows) == 0:
        raise InputError("start positions: are empty; at least one particle is needed")
    speeds = None if velocities is None else _arguments.rows_of_three("start velocities", velocities)
    return rows, speeds, _arguments.integers("start species", species, 2**31, np.intc)


def _begin(scenario: Any, context: Context, overrides: list[str], start: Any) -> _gpubuck.Fluid:
    if isinstance(scenario, Mapping):
        return _gpubuck.Fluid.from_text(context, _toml.document(scenario), overrides, start)
    if isinstance(scenario, str):
        if scenario in scenarios():
            scenario = _SHIPPED / f"{scenario}.toml"
        elif not os.path.exists(scenario):
            if "=" in scenario or "\n" in scenario:
                return _gpubuck.Fluid.from_text(context, scenario, overrides, start)
            raise InputError(f"scenario: '{scenario}' is neither a file nor TOML, nor one of "
                             + ", ".join(scenarios()))
    try:
        path = os.fsdecode(scenario)
    except TypeError:
        raise InputError(f"scenario: {scenario!r} is neither a path nor a string or dict") from None
    return _gpubuck.Fluid.from_file(context, path, overrides, start)


class Fluid(_arguments.FixedAttributes):
    """A running DPD fluid on the GPU.

    Units: lengths in cut-off radii, masses in masses of the lightest species; kT is 1 unless the
    scenario says otherwise. The unit of time follows from these units. The GPU computes in single precision.

    On the same engine, a scenario gives the same bits as with ``gpubuck run``.

    Parameters
    ----------
    scenario : str, path or dict
        The name of a scenario that comes with gpubuck (see `scenarios`), the path of a file (TOML,
        or a FIELD of DL_MESO or its folder), or the contents of such a TOML file, as text or as a
        nested dict.
        docs/scenario.md explains every key.
    start : Particles or tuple, optional
        ``(positions, velocities, species)``, which replace the initial particles of the scenario. The number of
        particles must be density times volume. Velocities may be None.
    context : Context, optional
        Default: the context that all calls without ``context=`` share.
    **values
        Values of the scenario to replace: ``**{"fluid.kT": 1.2}``.

    Raises
    ------
    InputError
        If a value is wrong; the message names the key, with file and line.
    RunError
        If the context cannot be created or memory is short.

    Examples
    --------
    >>> fluid = gpubuck.Fluid({"box.size": [5, 5, 5], "fluid.kT": 1.2})
    >>> fluid.step(100)
    >>> fluid.step_number, len(fluid), fluid.positions.shape
    (100, 375, (375, 3))
    """

    def __init__(self, scenario: Union[str, os.PathLike[str], Mapping[str, Any]], *,
                 start: Any = None, context: Any = None, **values: Any) -> None:
        # `start` and `context` have the type `Any`, since a checker of types would otherwise compare the values of
        # ``**{"fluid.kT": 1.5}`` with the types of these arguments, too.
        self._take(_begin(scenario, resolve(context), _overrides(values), _start(start)))

    @classmethod
    def load(cls, path: Union[str, os.PathLike[str]], *, context: Any = None, **values: Any) -> Fluid:
        """Continues from a checkpoint of `save` or of ``gpubuck run``, with the scenario in the checkpoint.

        Parameters
        ----------
        path : str or path
            Take checkpoints only from people you trust.
        context : Context, optional
            Default: the context that all calls without ``context=`` share.
        **values
            Values to change, as with `set`.

        Returns
        -------
        Fluid
            The fluid at the step of the checkpoint.

        Raises
        ------
        InputError
            If the file is damaged or not a checkpoint.
        """
        return cls._of(_gpubuck.Fluid.from_checkpoint(resolve(context), os.fsdecode(path),
                                                      _overrides(values)))

    @classmethod
    def _of(cls, core: _gpubuck.Fluid) -> Fluid:
        fluid = cls.__new__(cls)
        fluid._take(core)
        return fluid

    def _take(self, core: _gpubuck.Fluid) -> None:
        self._core = core
        self._chunk = 1
        self._seen: Optional[tuple[int, Particles]] = None

    def __copy__(self) -> Fluid:
        """Returns another fluid with the present state, for `copy.copy` and `copy.deepcopy`.

        The copy is in the same context and on the same engine. Both fluids then continue independently. The same steps
        give the same bits in both.
        """
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__, _core=self._core.copy())
        return other

    def __deepcopy__(self, memo: dict[int, Any]) -> Fluid:
        return self.__copy__()

    def __reduce__(self) -> Any:
        raise TypeError("a gpubuck.Fluid cannot be pickled: save() writes a checkpoint, and "
                        "Fluid.load() continues from it")

    def step(self, steps: int = 1, *, callback: Optional[Callable[[Fluid], object]] = None,
             every: int = 1, progress: bool = False) -> None:
        """Makes time steps.

        Other threads can run during the call. Ctrl-C ends the call with `KeyboardInterrupt`, between two steps, or
        within a step that takes long. The fluid is then in the state after its last whole step, and continues with the
        same bits as if it had not been stopped.

        Parameters
        ----------
        steps : int
            Number of steps, 0 or more. A fluid can make at most 2**53 steps in total.
        callback : callable, optional
            Called with the fluid whenever the number of its step is a multiple of `every`.
        every : int
            Steps between two calls.
        progress : bool
            If true, shows a progress bar, which needs the package tqdm.

        Raises
        ------
        RunError
            If the fluid has blown up; the error names step and particle.
        """
        last = self.step_number + _arguments.whole("steps", steps, 0, _MOST_STEPS - self.step_number)
        period = _arguments.whole("every", every, least=1)
        bar = _progress_bar(last - self.step_number) if progress else None
        try:
            while (now := self.step_number) < last:
                stop = last if callback is None else min(last, now - now % period + period)
                begun = time.perf_counter()
                self._core.step(min(self._chunk, stop - now))
                took = time.perf_counter() - begun
                if took < _CHUNK_SECONDS / 2:
                    self._chunk = min(2 * self._chunk, 1 << 20)
                elif took > 2 * _CHUNK_SECONDS:
                    self._chunk = max(self._chunk // 2, 1)
                if bar is not None:
                    bar.update(self.step_number - now)
                if callback is not None and self.step_number % period == 0:
                    callback(self)
        finally:
            if bar is not None:
                bar.close()

    def set(self, **values: Any) -> None:
        """Changes values from the next step on: ``fluid.set(**{"fluid.kT": 1.5})``.

        Parameters
        ----------
        **values
            New values by key; docs/scenario.md says which keys may change while a fluid runs.

        Raises
        ------
        InputError
            For other keys, and for values out of range. The fluid is then unchanged.
        """
        self._core.set(_overrides(values))

    def measure(self) -> Measurement:
        """Measures the present state.

        Other threads can run during the call. Ctrl-C ends a measurement that takes long with `KeyboardInterrupt`, and
        leaves the fluid as it was.

        Returns
        -------
        Measurement
            The observables of the fluid, and of each species.
        """
        return measurement_of(*self._core.measure())

    def structure_factor(self) -> StructureFactor:
        """Measures the structure factor of the present state, by a Fourier transform of the density.

        Returns
        -------
        StructureFactor
            k, the S(k) of all particles, and the S(k) of each species. docs/physics.md explains how S(k) is found.

        Raises
        ------
        InputError
            If the box has no periodic axis.

        """
        k, total, species = self._core.structure_factor()
        return StructureFactor(k, total, tuple(species))

    def surface_order(self) -> tuple[Surface, ...]:
        """Finds the surface of the density of each species, and the directions of its normals.

        Returns
        -------
        tuple of Surface
            A surface per species, in the order of the scenario. docs/physics.md explains how surfaces are found.
        """
        return tuple(Surface(area, mu) for area, mu in self._core.surface_order())

    def stress_profile(self) -> StressProfile:
        """Measures the pressure of the present state in slabs across the last axis.

        Returns
        -------
        StressProfile
            Slabs are at most 1/4 of a cut-off radius thick. docs/physics.md explains the parts.

        Raises
        ------
        InputError
            If the last axis is not periodic.

        """
        return StressProfile(*self._core.stress_profile())

    @property
    def particles(self) -> Particles:
        """Positions, velocities and species of the present step.

        The arrays are read-only, since writing to them would not change the fluid. A copy made by ``.copy()`` can be
        changed.
        """
        if self._seen is None or self._seen[0] != self.step_number:
            particles = Particles(*self._core.particles())
            for each in particles:
                assert each is not None
                each.flags.writeable = False
            self._seen = (self.step_number, particles)
        return self._seen[1]

    @property
    def positions(self) -> npt.NDArray[np.float64]:
        """(n, 3), in cut-off radii, within the box; in two dimensions z is 0. Read-only."""
        return self.particles.positions

    @property
    def velocities(self) -> npt.NDArray[np.float64]:
        """(n, 3), half a time step before the positions (leap-frog). Read-only."""
        velocities = self.particles.velocities
        assert velocities is not None
        return velocities

    @property
    def species(self) -> npt.NDArray[np.int32]:
        """(n,): 0, 1, ... in the order of `species_names`. Read-only."""
        return self.particles.species

    @property
    def ids(self) -> npt.NDArray[np.int32]:
        """(n,): 0, 1, ..., since rows are in ascending order of ids. A particle keeps its id, and so its row."""
        return np.arange(len(self), dtype=np.int32)

    @property
    def species_names(self) -> list[str]:
        """The names of species 0, 1, ..."""
        return [name for name, _ in self._core.species]

    @property
    def species_masses(self) -> npt.NDArray[np.float64]:
        """The masses of species 0, 1, ..."""
        return np.array([mass for _, mass in self._core.species])

    @property
    def box(self) -> npt.NDArray[np.float64]:
        """(3,): the lengths of the sides, in cut-off radii; 1 along z in two dimensions. The box begins at 0."""
        return np.array(self._core.box)

    @property
    def periodic(self) -> npt.NDArray[np.bool_]:
        """(3,): whether a particle that leaves at one side enters at the other side."""
        return np.array(self._core.periodic)

    @property
    def dimensions(self) -> int:
        """2 or 3."""
        return self._core.dimensions

    @property
    def engine(self) -> str:
        """"paper" or "fast": the engine of the context or, if this is "auto", the engine that a rule picks.

        The rule picks "fast" if the context has OpenGL 4.3 and its shader buffers can hold the fluid's particles and
        cells, otherwise "paper". It measures no time, so that the same fluid always takes the same engine in the same
        context. A fluid from a checkpoint keeps the engine that made the checkpoint, if the context can run this
        engine.
        """
        return self._core.engine

    @property
    def engine_reason(self) -> str:
        """If the engine of the context is "auto", the reason for the engine of the fluid; otherwise an empty string.

        For example "fast needs OpenGL 4.3, this context has 3.3".
        """
        return self._core.engine_reason

    @property
    def step_number(self) -> int:
        """Time steps since the scenario's beginning."""
        return self._core.step_number

    @property
    def time(self) -> float:
        """Time since the scenario's beginning."""
        return self._core.time

    @property
    def scenario(self) -> str:
        """The complete scenario as TOML, with every default and all changes by `set`."""
        return self._core.scenario

    def __len__(self) -> int:
        """The number of particles."""
        return self._core.count

    def __repr__(self) -> str:
        return (f"<gpubuck.Fluid: {len(self)} particles, step {self.step_number}, "
                f"t = {self.time:g}>")

    def render(self, width: int = 1280, height: int = 720) -> npt.NDArray[np.uint8]:
        """Draws a picture like the pictures that ``gpubuck run`` writes.

        Particles and bonds are drawn in the scenario's view, with name, step, time and species at the left.

        Parameters
        ----------
        width, height : int
            Pixels, 16 .. 16384.

        Returns
        -------
        ndarray of uint8, (height, width, 3)
            RGB, rows from the top down, as `matplotlib.pyplot.imshow` and Pillow take it.
        """
        return self._core.render(_arguments.whole("width", width, 16, 16384),
                                 _arguments.whole("height", height, 16, 16384))

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes a checkpoint (HDF5), from which `load` continues bit for bit.

        Parameters
        ----------
        path : str or path
            If a file of this path exists, it is replaced completely or not at all.

        Raises
        ------
        RunError
            If the checkpoint cannot be written.
        """
        self._core.save(os.fsdecode(path))

    def to_ase(self) -> ase.Atoms:
        """Returns the particles as `ase.Atoms`.

        Species are the elements H, He, Li, ... in their order, as in the trajectories that gpubuck
        writes; ``info["species_names"]`` has their names. Lengths, masses and velocities are in the units of the fluid,
        not in the units of ASE.
        """
        import ase

        positions, velocities, species = self.particles
        atoms = ase.Atoms(numbers=species + 1, positions=positions, cell=self.box, pbc=self.periodic,
                          info={"step": self.step_number, "time": self.time,
                                "species_names": self.species_names})
        atoms.set_masses(self.species_masses[species])
        atoms.set_velocities(velocities)
        return atoms


def _progress_bar(steps: int) -> Any:
    try:
        from tqdm.auto import tqdm
    except ImportError:
        warnings.warn("progress: the package tqdm is missing, so there is no bar", stacklevel=3)
        return None
    return tqdm(total=steps, unit="step")
