#!/usr/bin/env python3
"""Writes the particles of dialects_test.cpp with ASE and gsd into a folder."""
import sys

import ase
import ase.io
import gsd.fl
import gsd.hoomd
import numpy

folder = sys.argv[1]
places = [[1, 1, 1], [1.5, 1, 1], [5.875, 1, 1]]
water = ase.Atoms("HHO", places, cell=[6, 6, 6], pbc=True, masses=[1, 1, 16])
ase.io.write(f"{folder}/ase-plain.xyz", water, format="xyz")
ase.io.write(f"{folder}/ase.data", water, format="lammps-data", specorder=["H", "O"])
ase.io.write(f"{folder}/data.ase-full", water, format="lammps-data", specorder=["H", "O"], atom_style="full")
unbound = water.copy()
unbound.pbc = False
ase.io.write(f"{folder}/ase-open.xyz", unbound, format="extxyz")
water.set_momenta([[1, 2, 3], [1, 2, 3], [16, 32, 48]])
ase.io.write(f"{folder}/ase.xyz", water, format="extxyz")

old = gsd.__version__ < "3"
frame = gsd.hoomd.Snapshot() if old else gsd.hoomd.Frame()
frame.configuration.box = [6, 6, 6, 0, 0, 0]
frame.particles.N = 3
frame.particles.types = ["O", "H"]
frame.particles.typeid = [1, 1, 0]
frame.particles.position = numpy.array(places) - 3
frame.particles.velocity = [[1, 2, 3]] * 3
frame.bonds.N = 1
frame.bonds.types = ["b"]
frame.bonds.group = [[0, 1]]
with gsd.hoomd.open(f"{folder}/hoomd.gsd", "wb" if old else "w") as frames:
    frames.append(frame)


def write(name, types, typeid, kind):
    characters = numpy.zeros((len(types), 8), kind)
    for row, text in zip(characters, types):
        row[:len(text)] = [ord(c) for c in text]
    with gsd.fl.open(f"{folder}/{name}", "wb" if old else "w", application="x", schema="hoomd",
                     schema_version=[1, 4]) as file:
        file.write_chunk("configuration/box", numpy.array([6, 6, 6, 0, 0, 0], numpy.float32))
        file.write_chunk("particles/N", numpy.array([3], numpy.uint32))
        file.write_chunk("particles/types", characters)
        file.write_chunk("particles/typeid", numpy.array(typeid, numpy.uint32))
        file.write_chunk("particles/position", numpy.array(places, numpy.float32) - 3)
        file.end_frame()


write("hoomd-uint8.gsd", ["H", "O"], [0, 0, 1], numpy.uint8)
write("hoomd-many-types.gsd", [f"t{k}" for k in range(40)] + ["O", "H"], [41, 41, 40], numpy.int8)
write("hoomd-as-gsd", ["H", "O"], [0, 0, 1], numpy.int8)
