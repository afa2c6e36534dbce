#!/usr/bin/env python3
"""Compares what `gpubuck pairs` wrote with scipy's cKDTree, for comparison_test.cpp.

usage: compare_with_scipy.py POINTS.npy RADIUS BOX|open PAIRS.npy DISTANCES.npy NEIGHBOURS_DIR
BOX is LX,LY,LZ of a box with all sides periodic. Prints the number of pairs.
"""
import sys

import numpy as np
from scipy.spatial import cKDTree

points, radius, box, pairs, distances, folder = sys.argv[1:]
points = np.load(points).astype(float)
pairs = np.load(pairs)
distances = np.load(distances)
size = None if box == "open" else np.array([float(side) for side in box.split(",")])

expected = cKDTree(points, boxsize=size).query_pairs(float(radius), output_type="ndarray")
expected = expected[np.lexsort((expected[:, 1], expected[:, 0]))]
assert pairs.dtype == np.int32 and pairs.shape == expected.shape, (pairs.dtype, pairs.shape, expected.shape)
assert (pairs == expected).all(), "the pairs or their order differ"

apart = points[pairs[:, 0]] - points[pairs[:, 1]]
if size is not None:
    apart -= size * np.round(apart / size)
# gpubuck and scipy take the root of a sum of the same squares, so that they differ by a few roundings at most.
assert np.allclose(distances, np.sqrt((apart**2).sum(axis=1)), rtol=1e-15, atol=0.0)

offsets = np.load(folder + "/offsets.npy")
ids = np.load(folder + "/ids.npy")
assert offsets.dtype == np.int64 and ids.dtype == np.int32
both = np.concatenate([expected, expected[:, ::-1]])
both = both[np.lexsort((both[:, 1], both[:, 0]))]
assert (offsets == np.concatenate([[0], np.cumsum(np.bincount(both[:, 0], minlength=len(points)))])).all()
assert (ids == both[:, 1]).all()
print(len(pairs))
