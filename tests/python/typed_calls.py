"""Calls for types_test.py. mypy checks these calls, and no program makes them.

Each line with ``# type: ignore`` is a wrong call. If mypy accepted the call, it would report an unused comment.
"""
from typing import Any, Optional, Tuple

import numpy as np
import numpy.typing as npt
from programs_of_users import tensor
from typing_extensions import assert_type

import gpubuck

Integers = npt.NDArray[np.int32]
Numbers = npt.NDArray[np.float64]

points = np.zeros((4, 3))
near = gpubuck.NeighborList(cutoff=1.5)
fluid = gpubuck.Fluid("equilibrium")

assert_type(near.compute(points, quantities="ijS"), Tuple[npt.NDArray[Any], ...])
assert_type(near.compute([[0, 0, 0], [1, 0, 0]]), Tuple[npt.NDArray[Any], ...])
assert_type(near.compute(tensor), Tuple[Any, ...])
assert_type(near.rebuilds, int)
assert_type(near.times, Optional[gpubuck.SearchTimes])
assert_type(gpubuck.nearest(points, k=2).ids, Integers)
assert_type(gpubuck.nearest(points, k=2, others=points).distances, Numbers)
assert_type(gpubuck.sort_into_lists([1, 0], 2).head, Integers)
assert_type(gpubuck.sort_into_ranges([1, 0], 2, algorithm="radix", radix={"items": 4}).order, Integers)
assert_type(fluid.positions, Numbers)
assert_type(fluid.species, Integers)
assert_type(fluid.species_names, "list[str]")
assert_type(fluid.step_number, int)
assert_type(fluid.render(64, 64), npt.NDArray[np.uint8])
assert_type(fluid.structure_factor().total, Numbers)
assert_type(fluid.surface_order()[0].area, float)
assert_type(gpubuck.Fluid.load("half.h5"), gpubuck.Fluid)
assert_type(gpubuck.scenarios(), "list[str]")

gpubuck.NeighborList(1.5, full="yes")  # type: ignore[call-arg]
near.compute()  # type: ignore[call-overload]
near.compute(points, quantities=3)  # type: ignore[call-overload]
near.cutof = 3  # type: ignore[attr-defined]
gpubuck.nearest(points)  # type: ignore[call-arg]
gpubuck.nearest(points, k="two")  # type: ignore[arg-type]
gpubuck.sort_into_lists([1, 0], buckets=None)  # type: ignore[arg-type]
gpubuck.query_pairs(points, 1.0, box=[1, 1, 1])  # type: ignore[call-arg]
fluid.step("ten")  # type: ignore[arg-type]
fluid.positions = points  # type: ignore[misc]
fluid.kT = 3  # type: ignore[attr-defined]
fluid.render("wide")  # type: ignore[arg-type]
gpubuck.Context(engine=1)  # type: ignore[arg-type]
