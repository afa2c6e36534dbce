#!/usr/bin/env python3
"""Reads a trajectory with ASE and prints its frames, one per line, for xyz_test.cpp."""
import sys

from ase.io import read

for atoms in read(sys.argv[1], index=":"):
    print(
        len(atoms),
        ",".join(atoms.get_chemical_symbols()),
        atoms.cell.cellpar()[:3].tolist(),
        atoms.pbc.tolist(),
        atoms.info["Step"],
        float(atoms.info["Time"]),
        atoms.info["species_names"],
        atoms.positions.tolist(),
        atoms.arrays["velo"].tolist(),
        atoms.arrays["id"].tolist(),
    )
