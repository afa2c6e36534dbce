"""Runs gpubuck on a system without OpenGL: searches work, and calls that need a GPU name the missing library in one
line."""
import ctypes
import sys
import time

begin = time.perf_counter()
import numpy as np

numpy_loaded = time.perf_counter()
import gpubuck

loaded = time.perf_counter()
print(f"import gpubuck: {1000 * (loaded - numpy_loaded):.0f} ms; import numpy: {1000 * (numpy_loaded - begin):.0f} ms")

for library in ("libEGL.so.1", "libOpenGL.so.0", "libGL.so.1", "libGLEW.so.2.2", "libhdf5_serial.so.103"):
    try:
        ctypes.CDLL(library)
    except OSError:
        continue
    sys.exit(f"{library} is installed here: this test is for a system without it")

points = np.random.default_rng(1).uniform(0, 10, (1000, 3))
many = np.random.default_rng(1).uniform(0, 40, (50_000, 3))
i, = gpubuck.NeighborList(cutoff=1.5, full_list=True).compute(points, 10 * np.eye(3), True, "i")
assert len(i) == 14120, len(i)
offsets, ids = gpubuck.csr(many, 1.5, box=40 * np.eye(3), periodic=True)
print(f"{len(many)} points: {len(ids)} neighbours")
assert len(gpubuck.clusters(points, 0.5).sizes) > 1
assert gpubuck.nearest(points, 4)[0].shape == (1000, 4)
try:
    gpubuck.Fluid("equilibrium")
except gpubuck.RunError as error:
    print(error)
    assert "\n" not in str(error) and "libegl1" in str(error)
else:
    sys.exit("a fluid runs without OpenGL")
