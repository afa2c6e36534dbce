"""How long neighbours take, from a NumPy array to NumPy arrays: the first call, which compiles, and later ones.

  python3 neighbour_speed.py --points 1000000
"""
import argparse
import time

import numpy as np

import gpubuck

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--points", type=int, default=100_000)
parser.add_argument("--small", action="store_true", help="2,000 points")
options = parser.parse_args()
points = np.random.default_rng(1).random((2_000 if options.small else options.points, 3))
cutoff = 0.03 * (1_000_000 / len(points)) ** (1 / 3)  # 109 neighbours each, fewer near the sides
print(gpubuck.info()["description"])


def milliseconds(compute):
    times = []
    for _ in range(4):
        start = time.perf_counter()
        result = compute()
        times.append(1e3 * (time.perf_counter() - start))
    return len(result[0]), " ".join(f"{each:6.0f}" for each in times)


for full in (False, True):
    for quantities in ("ij", "ijSdD"):
        search = gpubuck.NeighborList(cutoff, full_list=full)
        rows, times = milliseconds(lambda: search.compute(points, np.eye(3), False, quantities=quantities))
        print(f"{'full' if full else 'half'} list, {quantities:5}: {rows:11,} rows, ms: {times}")
