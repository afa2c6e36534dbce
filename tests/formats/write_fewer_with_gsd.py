#!/usr/bin/env python3
"""Writes a trajectory whose last frame has fewer particles, and only their positions, for gsd_test.cpp."""
import sys

import gsd.hoomd

old = gsd.__version__ < "3"
with gsd.hoomd.open(sys.argv[1], "wb" if old else "w") as frames:
    for count in (3, 2):
        frame = gsd.hoomd.Snapshot() if old else gsd.hoomd.Frame()
        frame.configuration.step = 10 - count
        frame.configuration.box = [8, 10, 12, 0, 0, 0]
        frame.particles.N = count
        frame.particles.position = [[-4, -5, -6], [0, 1, 2], [3, 4, 5]][:count]
        if count == 3:
            frame.particles.types = ["heavy", "light"]
            frame.particles.typeid = [1, 1, 1]
            frame.particles.velocity = [[1, 2, 3]] * 3
        frames.append(frame)
