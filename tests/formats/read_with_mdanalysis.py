#!/usr/bin/env python3
"""Reads a GSD or H5MD file with MDAnalysis, and prints the contents. h5py reads what MDAnalysis leaves out of H5MD."""
import sys

import h5py
import MDAnalysis
from MDAnalysis.coordinates.GSD import GSDReader
from MDAnalysis.coordinates.H5MD import H5MDReader


def namesIn(dataset):
    names = {k: name for name, k in h5py.check_enum_dtype(dataset.dtype).items()}
    return [names[k] for k in dataset]


path = sys.argv[1]
isGsd = path.endswith(".gsd")
for frame in GSDReader(path) if isGsd else H5MDReader(path, convert_units=False):
    print(
        frame.data["step"],
        frame.time,
        frame.dimensions.tolist(),
        frame.positions.tolist(),
        frame.velocities.tolist() if frame.has_velocities else None,
    )
if isGsd:
    universe = MDAnalysis.Universe(path, path)
    for links in (universe.bonds, universe.angles):
        if len(links) > 0:
            print(links.indices.tolist())
else:
    with h5py.File(path, "r") as file:
        particles = file["particles/all"]
        print(namesIn(particles["species"]), particles["mass"][:], particles["id"][:])
        print([word.decode() for word in particles["box"].attrs["boundary"]])
        print(file["h5md"].attrs["version"], file["h5md/creator"].attrs["name"].decode())
        for name, links in file.get("connectivity", {}).items():
            print(
                name,
                links.dtype,
                links[:].tolist(),
                file[links.attrs["particles_group"]].name,
                namesIn(file["parameters"][name[:-1] + "_kind"]),
            )
