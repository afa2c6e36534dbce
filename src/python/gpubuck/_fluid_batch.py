"""Several running DPD fluids that make their steps together."""
from __future__ import annotations

import operator
from collections.abc import Iterable

from . import _arguments, _gpubuck
from ._fluid import Fluid
from ._gpubuck import InputError
from ._measurement import Measurement, measurement_of


class FluidBatch(_arguments.FixedAttributes):
    """Fluids that make their steps together, such as the fluids of a scan of parameters.

    A single small fluid leaves most of a GPU idle; a batch of many fluids uses all of it. After each step, each fluid
    has the same bits as if it ran alone.

    Parameters
    ----------
    fluids : iterable of Fluid
        The batch begins with their present states, and does not change these fluids. They must be in the same context,
        on the engine "fast", and have the same box, noise, search, force law, kernel of the law and number of species.
        Seeds, kT, density, masses, coefficients, gravity, drag, integrator and time step may differ. No fluid may have
        solids, effects or molecules, or choose a sort or a traversal.

    Raises
    ------
    InputError
        If the fluids cannot be a batch. The error names the fluid, such as "fluid 3", and the key.
    RunError
        If memory is short.

    Examples
    --------
    >>> batch = gpubuck.FluidBatch(gpubuck.Fluid({"box.size": [4, 4, 4], "noise.seed": k}) for k in (1, 2, 3))
    >>> batch.step(10)
    >>> batch
    <gpubuck.FluidBatch: 3 fluids, 576 particles, 10 steps made>
    """

    def __init__(self, fluids: Iterable[Fluid]) -> None:
        members = list(fluids)
        for k, fluid in enumerate(members):
            if not isinstance(fluid, Fluid):
                raise InputError(f"fluid {k}: {fluid!r} is not a gpubuck.Fluid")
        self._core = _gpubuck.FluidBatch([fluid._core for fluid in members])

    def step(self, steps: int = 1) -> None:
        """Makes time steps of all fluids.

        Other threads can run during the call. Ctrl-C ends the call with `KeyboardInterrupt` after a whole step of all
        fluids.

        Parameters
        ----------
        steps : int
            0 or more.

        Raises
        ------
        RunError
            If a fluid has blown up. The error names fluid, step and particle. The other fluids can continue alone:
            ``batch[k]``.
        """
        self._core.step(_arguments.whole("steps", steps, 0, 2**53))

    def measure(self) -> list[Measurement]:
        """Measures the present state of all fluids.

        Returns
        -------
        list of Measurement
            A measurement per fluid, with the same values as `Fluid.measure`, except that ``mixing_width`` and
            ``domain_size`` are None.

        Raises
        ------
        RunError
            If a fluid has blown up.
        """
        return [measurement_of(*each) for each in self._core.measure()]

    def __getitem__(self, k: int) -> Fluid:
        """Returns fluid k, which continues alone from its present state; -1 is the last fluid.

        Raises
        ------
        IndexError
            If there is no such fluid.
        RunError
            If this fluid has blown up.
        """
        place = operator.index(k)
        if not -len(self) <= place < len(self):
            raise IndexError(f"fluid {place} of a batch of {len(self)}")
        return Fluid._of(self._core.fluid(place % len(self)))

    def __len__(self) -> int:
        return self._core.size

    @property
    def steps_made(self) -> int:
        """Number of steps that the batch has made."""
        return self._core.steps_made

    @property
    def count(self) -> int:
        """Number of particles of all fluids together."""
        return self._core.count

    def __repr__(self) -> str:
        return f"<gpubuck.FluidBatch: {len(self)} fluids, {self.count} particles, {self.steps_made} steps made>"
