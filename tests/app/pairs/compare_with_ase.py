#!/usr/bin/env python3
"""Compares gpubuck with ASE's primitive_neighbor_list on random systems in any cell.

usage: compare_with_ase.py GPUBUCK SYSTEMS [SEED] [gpubuck's options...]
       compare_with_ase.py python SYSTEMS [SEED] [ENGINE]

GPUBUCK is the program, whose command `pairs` is compared; `python` is the module, which searches on the processor
unless an ENGINE is named.

For each system, compares gpubuck's set of pairs (i, j, S) with ASE's set, and the distances of the pairs. Prints the
numbers of systems and of pairs, or stops at the first difference and prints how to repeat it.
"""
import os
import subprocess
import sys
import tempfile

import numpy as np
from ase.neighborlist import primitive_neighbor_list

KINDS = ["cube", "triclinic", "skewed", "tiny", "negative", "coplanar", "collinear", "one", "none", "stray", "long",
         "lattice", "singular"]


def system(kind, periodic, random):
    """Returns points, cell and cut-off."""
    periodic = np.array(periodic)
    cell = np.diag(random.uniform(2.0, 5.0, 3))
    cutoff = random.uniform(0.8, 2.5)
    count = random.integers(2, 40)
    if kind in ("triclinic", "negative", "stray", "one", "none"):
        cell += random.uniform(-1.0, 1.0, (3, 3))
    if kind == "skewed":
        # The sides enclose angles of a few degrees.
        cell[1] += random.choice([-1.0, 1.0]) * random.uniform(2.0, 8.0) * cell[0]
        cell[2] += random.uniform(-4.0, 4.0) * cell[0] + random.uniform(-1.0, 1.0) * cell[1]
        count = random.integers(1, 8)
        cutoff = random.uniform(0.5, 1.0)
    if kind == "tiny":
        cell = 0.3 * cell + random.uniform(-0.1, 0.1, (3, 3))
        count = random.integers(1, 4)
    if kind == "one":
        count = 1
    if kind == "none":
        count = 0
    points = random.uniform(-0.5, 1.5, (count, 3)) @ cell
    if kind == "negative":
        points -= 15.0
    if kind == "coplanar":
        points[:, random.integers(3)] = 0.75
    if kind == "collinear":
        points = np.outer(random.uniform(-4.0, 4.0, count), random.normal(size=3))
    if kind == "stray" and not periodic.all():
        cell = np.diag(np.diag(cell))
        points[0, np.flatnonzero(~periodic)[0]] = random.choice([-1e9, 1e9])
    if kind == "long":
        # Each side is 10^4 cut-offs long. ASE tests all pairs within bins, so there are few points.
        cell = np.diag([1e4, 1e4, 1e4]) * cutoff
        points = random.uniform(-0.5, 1.5, (12, 3)) @ cell
        points = np.concatenate([points, points + random.normal(size=(12, 3)) * 0.4 * cutoff])
    if kind == "lattice":
        # Some pairs are exactly at the cut-off. Only double precision decides rightly whether they count.
        edge = random.choice([1.0, 0.1, 4.05])
        cell = edge * np.array([np.diag([2.0, 2.0, 2.0]), [[0, 1, 1], [1, 0, 1], [1, 1, 0]]][random.integers(2)])
        points = edge * random.integers(-3, 4, (random.integers(1, 9), 3)).astype(float)
        cutoff = edge * np.sqrt(random.integers(1, 7))
    if kind == "singular":
        cell[~periodic] = 0.0
    return points, cell, cutoff


def rows(i, j, S):
    return np.column_stack([i, j, S]).astype(np.int64)


def pairs_of_program(gpubuck, folder, options):
    """Returns the pairs that the program finds, in the program's order."""
    points_file = os.path.join(folder, "points.npy")
    out = os.path.join(folder, "pairs.npy")

    def find(periodic, points, cell, cutoff):
        np.save(points_file, points.reshape(-1, 3))
        sides = "".join(side for side, isPeriodic in zip("xyz", periodic) if isPeriodic) or "none"
        command = [gpubuck, "pairs", points_file, "--radius", repr(float(cutoff)), "--periodic", sides,
                   "--cell=" + ",".join(repr(float(x)) for x in cell.ravel()),
                   "--full", "--shifts", "--distance", "--strict", "--overwrite", "--out", out, *options]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, (command, done.stderr)
        pairs = np.load(out)
        found = rows(pairs[:, 0], pairs[:, 1], np.load(out.replace(".npy", "-shifts.npy")))
        return found, np.load(out.replace(".npy", "-distances.npy"))
    return find


def pairs_of_module(engine):
    """Returns the pairs that the module finds."""
    import gpubuck

    where = {"context": gpubuck.Context(engine=engine)} if engine else {"device": "cpu"}

    def find(periodic, points, cell, cutoff):
        near = gpubuck.NeighborList(float(cutoff), sorted=True, **where)
        i, j, S, d = near.compute(points.reshape(-1, 3), cell, periodic, "ijSd")
        return rows(i, j, S), d
    return find


def compare(find, name, periodic, points, cell, cutoff):
    found, distances = find(periodic, points, cell, cutoff)
    i, j, S, d = primitive_neighbor_list("ijSd", periodic, cell, points, cutoff)
    expected = rows(i, j, S)
    order = np.lexsort(expected.T[::-1])
    expected, d = expected[order], d[order]
    if found.shape != expected.shape or not (found == expected).all():
        ours, theirs = set(map(tuple, found)), set(map(tuple, expected))
        np.save("/tmp/points.npy", points)
        raise AssertionError(f"{name}: {len(ours - theirs)} pairs too many, {len(theirs - ours)} missing: "
                             f"{sorted(ours ^ theirs)[:5]}; points in /tmp/points.npy, cut-off {cutoff!r}, "
                             f"periodic {periodic}, cell {cell.tolist()}")
    # gpubuck and ASE take the root of the same sum, but ASE adds up the shift of the image, S times the cell, in
    # another order.
    assert np.allclose(distances, d, rtol=1e-12, atol=1e-12), name
    return len(found)


def main():
    gpubuck, systems = sys.argv[1], int(sys.argv[2])
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    random = np.random.default_rng(seed)
    pairs = 0
    with tempfile.TemporaryDirectory() as folder:
        options = sys.argv[4:]
        if gpubuck == "python":
            find = pairs_of_module(options[0] if options else None)
        else:
            find = pairs_of_program(gpubuck, folder, options)
        for n in range(systems):
            periodic = [bool(n >> k & 1) for k in range(3)]
            kind = KINDS[n % len(KINDS)]
            points, cell, cutoff = system(kind, periodic, random)
            pairs += compare(find, f"system {n} of seed {seed}, {kind}", periodic, points, cell, cutoff)
    print(f"{systems} systems, {pairs} pairs, all equal")


if __name__ == "__main__":
    main()
