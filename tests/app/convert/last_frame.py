#!/usr/bin/env python3
"""Prints a final state, for convert_test.cpp."""
import sys

import numpy

for particle in numpy.load(sys.argv[1]):
    print({name: particle[name].tolist() for name in particle.dtype.names})
