#!/usr/bin/env python3
"""Reads a trajectory with gsd and prints its frames, one per line, for gsd_test.cpp."""
import sys

import gsd.hoomd

mode = "rb" if gsd.__version__ < "3" else "r"
with gsd.hoomd.open(sys.argv[1], mode) as frames:
    for frame in frames:
        particles, configuration = frame.particles, frame.configuration
        print(
            int(configuration.step),
            int(configuration.dimensions),
            [float(side) for side in configuration.box],
            int(particles.N),
            [particles.types[k] for k in particles.typeid],
            particles.position.tolist(),
            particles.velocity.tolist(),
            particles.mass.tolist(),
            {name: values.tolist() for name, values in sorted(frame.log.items())},
        )
        for links in (frame.bonds, frame.angles):
            if links.N > 0:
                print("", [links.types[k] for k in links.typeid], links.group.tolist())
