"""Neighbours of points, bucket sorts and DPD fluids on any GPU with OpenGL 3.3, or on the processor.

Importing gpubuck does not use OpenGL. The first call that needs OpenGL makes a `Context` without window or display, on
the first GPU, or in software if there is no GPU. Later calls use the same context, unless they are given another
context as ``context=``.

A wrong argument raises `InputError`, which is a `ValueError`. A failure of the driver or the simulation raises
`RunError`, which is a `RuntimeError`. Several threads may make calls. Calls that use OpenGL wait for each other, but
other threads of Python can run during a call.
"""
try:
    from . import _gpubuck
except ImportError as error:
    import platform
    import re
    from importlib.machinery import EXTENSION_SUFFIXES
    from pathlib import Path

    compiled = [path.name for path in Path(__file__).parent.glob("_gpubuck.*.so")]
    if compiled and not any(name == f"_gpubuck{suffix}" for name in compiled for suffix in EXTENSION_SUFFIXES):
        built_for = re.sub(r"_gpubuck\.cpython-(\d)(\d+).*", r"CPython \1.\2", compiled[0])
        raise ImportError(f"gpubuck was built for {built_for}, and this is {platform.python_implementation()} "
                          f"{platform.python_version()}; install the build for this version") from None
    raise ImportError(
        f"gpubuck cannot be loaded: {error}; this is Python {platform.python_version()}, and the module is "
        f"{', '.join(compiled) or 'not compiled'}; where a library is missing, install it (Debian: libegl1, "
        "libegl-mesa0, libglew2.2)") from error

from ._ase import AseNeighborList, ase_neighbor_list, matscipy_neighbour_list
from ._context import Context, info
from ._fluid import Fluid, Particles, StressProfile, StructureFactor, Surface, scenarios
from ._fluid_batch import FluidBatch
from ._gpubuck import InputError, RunError, __version__
from ._measurement import Measurement, SpeciesMeasurement
from ._neighbours import NeighborList, NeighbourMatrix, Neighbours, SearchTimes, csr
from ._points import Clusters, NearestNeighbours, clusters, nearest, query_pairs
from ._sort import Lists, Ranges, sort_into_lists, sort_into_ranges
from ._torchsim import torchsim_nl

__all__ = [
    "AseNeighborList", "Clusters", "Context", "Fluid", "FluidBatch", "InputError", "Lists", "Measurement",
    "NearestNeighbours", "NeighborList", "NeighbourMatrix", "Neighbours", "Particles", "Ranges", "RunError",
    "SearchTimes", "SpeciesMeasurement", "StressProfile", "StructureFactor", "Surface", "__version__",
    "ase_neighbor_list", "clusters", "csr", "info", "matscipy_neighbour_list", "nearest", "query_pairs",
    "scenarios", "sort_into_lists", "sort_into_ranges", "torchsim_nl"
]
