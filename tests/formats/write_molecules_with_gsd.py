#!/usr/bin/env python3
"""Writes a trajectory of bonded particles as HOOMD-blue does, with gsd, for gsd_molecules_test.cpp.

Bonds, angles and a dihedral are in the first frame, and the last frame has other bonds.
"""
import sys

import gsd.hoomd
import numpy

old = gsd.__version__ < "3"
with gsd.hoomd.open(sys.argv[1], "wb" if old else "w") as frames:
    for step in range(3):
        frame = gsd.hoomd.Snapshot() if old else gsd.hoomd.Frame()
        frame.configuration.step = step
        frame.configuration.box = [8, 10, 12, 0, 0, 0]
        frame.particles.N = 4
        frame.particles.types = ["light", "heavy"]
        frame.particles.typeid = [0, 1, 0, 1]
        frame.particles.position = [[0, 1, step], [1, 1, 1], [2, 2, 2], [3, 3, 3]]
        frame.bonds.N = 2
        frame.bonds.types = ["rope", "unused", "link"]
        frame.bonds.typeid = [0, 2]
        frame.bonds.group = [[0, 1], [3, 2]] if step < 2 else [[0, 1], [1, 2]]
        frame.angles.N = 1
        frame.angles.types = ["bend"]
        frame.angles.group = [[2, 0, 3]]
        frame.dihedrals.N = 1
        frame.dihedrals.types = ["turn"]
        frame.dihedrals.group = [[0, 1, 2, 3]]
        frame.log["time"] = numpy.array([0.1 * step])
        frames.append(frame)
