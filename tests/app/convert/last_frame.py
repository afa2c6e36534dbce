#!/usr/bin/env python3
"""Prints the particles of a .npy file that `gpubuck convert` has written, for convert_test.cpp."""
import sys

import numpy

for particle in numpy.load(sys.argv[1]):
    print({name: particle[name].tolist() for name in particle.dtype.names})
