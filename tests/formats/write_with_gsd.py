#!/usr/bin/env python3
"""Writes a trajectory as HOOMD-blue does, with gsd, for gsd_test.cpp."""
import sys

import gsd.hoomd
import numpy

old = gsd.__version__ < "3"
with gsd.hoomd.open(sys.argv[1], "wb" if old else "w") as frames:
    for step in range(50):
        frame = gsd.hoomd.Snapshot() if old else gsd.hoomd.Frame()
        frame.configuration.step = step
        frame.configuration.box = [8, 10, 12, 0, 0, 0]
        frame.particles.N = 3
        frame.particles.types = ["heavy", "unused", "light"]
        frame.particles.typeid = [2, 0, 2]
        frame.particles.position = [[-4, -5, -6], [0, 1, 2], [3, 4, step / 10]]
        frame.particles.velocity = [[step, 2, 3], [4, 5, 6], [0, 0, 0]]
        frame.log["pressure"] = numpy.array([1.5])
        frames.append(frame)
