#!/usr/bin/env python3
"""Radial distribution function and coordination numbers of any points that ASE reads.

  radial_distribution.py [FILE] [--cutoff R] [--shell R] [--out FIGURE]

FILE is a structure or a trajectory (extended XYZ, POSCAR, CIF, ...), whose frames are averaged. Without FILE, a crystal
of copper with thermal motion is made, written and read. g(r) is normalised by the density of the cell.

Needs ASE and matplotlib (Debian: python3-ase python3-matplotlib).
"""
import argparse

import ase.build
import ase.io
import matplotlib
import numpy as np

import gpubuck

matplotlib.use("agg")
import matplotlib.pyplot as plt

BLUE, VERMILION, GREY = "#0072b2", "#d55e00", "#888888"


def make_copper(path, cells, frames):
    """Writes a face-centred cubic crystal whose atoms are displaced by 0.15 Å along each axis (root mean square)."""
    crystal = ase.build.bulk("Cu", cubic=True).repeat(cells)
    moved = []
    for seed in range(frames):
        moved.append(crystal.copy())
        moved[-1].rattle(stdev=0.15, seed=seed)
    ase.io.write(path, moved)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="?")
    parser.add_argument("--cutoff", type=float, default=8.0, help="largest r, in the unit of the file")
    parser.add_argument("--shell", type=float, help="radius of the first shell; default: g(r)'s minimum after its peak")
    parser.add_argument("--out", default="radial-distribution.svg")
    parser.add_argument("--small", action="store_true", help="a small crystal, for tests")
    options = parser.parse_args()
    if options.file is None:
        options.file = "copper.xyz"
        make_copper(options.file, cells=4 if options.small else 12, frames=2 if options.small else 5)

    edges = np.linspace(0.0, options.cutoff, 161 if options.small else 401)
    near = gpubuck.NeighborList(options.cutoff, full_list=False)
    counts, atoms_read, density, frames = np.zeros(len(edges) - 1), 0, 0.0, []
    for atoms in ase.io.iread(options.file, index=":"):
        (d,) = near.compute(atoms.positions, atoms.cell[:], atoms.pbc, quantities="d")
        counts += 2 * np.histogram(d, edges)[0]  # each pair counts for both atoms
        atoms_read += len(atoms)
        density += len(atoms) / atoms.get_volume()
        frames.append(atoms)
    density /= len(frames)

    volumes = 4.0 / 3.0 * np.pi * np.diff(edges**3)
    g = counts / (atoms_read * density * volumes)
    r = 0.5 * (edges[1:] + edges[:-1])
    neighbours = np.cumsum(counts) / atoms_read
    peak = int(np.argmax(g))
    # The first shell ends where g is lowest between the peak and sqrt(2) times the peak's distance. If several bins are
    # equally low, it ends at their mean distance.
    behind = (r > r[peak]) & (r < np.sqrt(2.0) * r[peak])
    shell = options.shell or float(np.mean(r[behind][g[behind] == g[behind].min()]))

    coordination = np.concatenate([np.diff(gpubuck.csr(atoms.positions, shell, atoms.cell[:], atoms.pbc).offsets)
                                   for atoms in frames])
    print(f"{len(frames)} frames, {atoms_read // len(frames)} points each, {len(g)} distances up to {options.cutoff:g}")
    print(f"first peak at {r[peak]:.2f}, first shell up to {shell:.2f}")
    print(f"mean coordination {coordination.mean():.2f}, from {coordination.min()} to {coordination.max()}")

    figure, (left, right) = plt.subplots(1, 2, figsize=(9.6, 3.6), width_ratios=(2, 1), layout="constrained")
    left.axhline(1.0, color=GREY, linewidth=0.8)
    left.axvline(shell, color=GREY, linewidth=0.8, linestyle=":")
    left.plot(r, g, color=BLUE)
    left.set(xlabel="distance r", ylabel="g(r)", xlim=(0, options.cutoff), ylim=(0, None))
    left.yaxis.label.set_color(BLUE)
    right_axis = left.twinx()
    right_axis.plot(edges[1:], neighbours, color=VERMILION)
    right_axis.set(ylabel="neighbours within r", ylim=(0, None))
    right_axis.yaxis.label.set_color(VERMILION)
    left.text(shell, left.get_ylim()[1] * 0.97, " first shell", color=GREY, va="top")
    values, numbers = np.unique(coordination, return_counts=True)
    right.bar(values, numbers / len(coordination), color=BLUE)
    right.set(xlabel="neighbours in the first shell", ylabel="share of the points", ylim=(0, None),
              xlim=(values.min() - 1.5, values.max() + 1.5))
    right.xaxis.get_major_locator().set_params(integer=True)
    figure.savefig(options.out)
    print(options.out)


main()
