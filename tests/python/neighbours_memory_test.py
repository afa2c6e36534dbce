"""The main memory that a search takes, compared with the estimate that the search makes before it starts."""
import os
import subprocess
import sys
import unittest

# Searches for about a hundred neighbours per point: a first time to compile shaders, then with little memory, so that
# the search is refused and reports its estimate, and then with enough memory.
SEARCH = r"""
import ase, re, resource, sys, numpy as np, gpubuck

def status(name):
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith(name)) * 1024

def own(name):
    # The system takes pages of libraries away when others need memory; a search reads them in again.
    return status(name) - status("RssFile")

engine, call, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
side = (count * 4.19 / 100)**(1 / 3)
points = np.random.default_rng(1).uniform(0, side, (count, 3))
atoms = np.where(np.arange(count) % 10, 1, 8)
context = gpubuck.Context(engine=engine)
gpubuck._context._default["context"] = context
make, find = call.split(";")
near = eval(make)
eval(find)                              # compiles
near = eval(make)
soft, hard = resource.getrlimit(resource.RLIMIT_AS)

def begin_peak():
    with open("/proc/self/clear_refs", "w") as file:
        file.write("5")

def leave_little_memory():
    resource.setrlimit(resource.RLIMIT_AS, (status("VmSize") + (32 << 20), hard))

# The memory of earlier results is kept until a search lacks memory.
leave_little_memory()
try:
    gpubuck.nearest(points, count - 1)
except gpubuck.RunError:
    pass
leave_little_memory()
begin_peak()
try:
    eval(find)
except gpubuck.RunError as error:
    pairs, counted = map(int, re.search(r"lists of (\d+) pairs need (\d+) MB", str(error)).groups())
# The memory at the time of the check: a function's own list has been freed.
refused = own("VmRSS") if near is not None else own("VmHWM")
resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
begin_peak()
result = eval(find)
rows = len(result[-1])
print(counted * 1e6 / rows, (own("VmHWM") - refused) / rows, rows)
"""


class NeighboursMemoryTest(unittest.TestCase):
    def check(self, engine, call, staged):
        """Expects that the estimate is at least the bytes taken, and only slightly more.

        `staged`: the bytes that reading gives back, of which the allocator may keep some.
        """
        ended = subprocess.run([sys.executable, "-c", SEARCH, engine, call, "60000"], capture_output=True, text=True,
                               timeout=600)
        self.assertEqual(ended.returncode, 0, ended.stderr)
        counted, taken, rows = map(float, ended.stdout.split())
        self.assertGreater(rows, 1e6)
        # The estimate does not include up to 2 MB that Python and the driver take, up to 8 MB of freed memory that a
        # sanitizer keeps, and up to 32 MiB of freed columns that are kept for later columns.
        others = 10e6 if "ASAN_OPTIONS" in os.environ else 2e6
        said = f"{call}: {counted:.1f} bytes per row, not {taken:.1f}"
        self.assertGreaterEqual(counted * rows, taken * rows - others - 2**25, said)
        self.assertLessEqual(counted * rows, 1.15 * taken * rows + staged, said)

    CALLS = ("gpubuck.NeighborList(1.0);near.compute(points, quantities='ij')",
             "gpubuck.NeighborList(1.0, index_dtype='int32');near.compute(points, quantities='ij')",
             "gpubuck.NeighborList(1.0, False, True);near.compute(points, [side] * 3, True, 'PSdD')",
             "gpubuck.NeighborList(1.0);near.csr(points)",
             "None;(gpubuck.query_pairs(points, 1.0),)",
             "None;gpubuck.ase_neighbor_list('ijS', ase.Atoms(numbers=atoms, positions=points), {(1, 1): 1, (1, 8): 1},"
             " self_interaction=True)")

    # By default each engine makes every second call. In long tests each engine makes all calls.
    STEP = 1 if os.environ.get("GPUBUCK_LONG_TESTS") == "1" else 2

    def test_estimate_covers_the_memory_taken(self):
        for call in self.CALLS[::self.STEP]:
            with self.subTest(call):
                self.check("paper", call, 40e6)

    def test_estimate_of_fast_engine_covers_the_memory_taken(self):
        for call in self.CALLS[self.STEP - 1::self.STEP]:
            with self.subTest(call):
                self.check("fast", call, 2e6)


if __name__ == "__main__":
    unittest.main()
