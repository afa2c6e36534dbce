#!/usr/bin/env python3
"""Writes H5MD files with h5py for dialects_test.cpp: files in the dialects of other programs, and faulty files of two
frames. Prints the name of each file."""
import sys

import h5py
import numpy

places = numpy.array([[1, 1, 1], [1.5, 1, 1], [5.875, 1, 1]])
names = h5py.enum_dtype({"O": 5, "H": 7}, "i1")


def write(name, change=lambda file, group: None, order=(0, 1, 2)):
    order = list(order)
    with h5py.File(f"{sys.argv[1]}/{name}", "w") as file:
        head = file.create_group("h5md")
        head.attrs["version"] = [1, 1]
        group = file.create_group("particles/water")
        box = group.create_group("box")
        box.attrs["dimension"] = 3
        box.attrs["boundary"] = numpy.array(["periodic"] * 3, dtype="S8")
        box["edges"] = [6.0, 6.0, 6.0]
        group["position/value"] = numpy.array([places[order]] * 2)
        group["position/step"] = [0, 10]
        group["position/time"] = [0.0, 0.1]
        group["species"] = numpy.array([7, 7, 5], "i1")[order].astype(names)
        change(file, group)
    print(name)


def replace(group, name, value):
    del group[name]
    group[name] = value


def in_time(group, name, value, **more):
    del group[name]
    group.create_dataset(f"{name}/value", data=value, **more)
    group[f"{name}/step"] = [0, 10]
    group[f"{name}/time"] = [0.0, 0.1]


def bonds(file, group):
    file["connectivity/bonds"] = [[11, 12]]
    file.create_dataset("parameters/bond_kind", data=[3], dtype=h5py.enum_dtype({"b": 3}, "i4"))
    group["id"] = [11, 12, 13]


def shuffled(file, group):
    group["id"] = numpy.array([[2, 3, 1], [2, 3, 1]])[0]


def edges_in_time(file, group):
    edges = numpy.array([numpy.diag([9.0, 9.0, 9.0]), numpy.diag([6.0, 6.0, 6.0])])
    in_time(group, "box/edges", edges)


write("plain.h5")
write("ending.h5md")
write("ids-from-1.h5", lambda file, group: group.create_dataset("id", data=[1, 2, 3]))
write("ids-shuffled.h5", shuffled, order=(1, 2, 0))
write("ids-in-time.h5", lambda file, group: (group.create_dataset("id/value", data=[[0, 1, 2]] * 2)))
write("integers.h5", lambda file, group: replace(group, "species", [1, 1, 8]))
write("whole-numbers.h5", lambda file, group: replace(group, "species", [29.0, 29.0, 30.0]))
write("integers-in-time.h5", lambda file, group: in_time(group, "species", [[1, 1, 8]] * 2))
write("species-in-time.h5",
      lambda file, group: in_time(group, "species", numpy.array([[7, 7, 5]] * 2, "i1"), dtype=names))
write("box-in-time.h5", edges_in_time)
write("bonds.h5", bonds)
write("notice.h5",
      lambda file, group: group["box"].attrs.modify("boundary", numpy.array(["periodic", "none", "none"], "S8")))
write("without-an-ending")

# Each of these files is complete, except for one field, which is at fault in the second frame or in all frames.
write("fault-box.h5", lambda file, group: in_time(group, "box/edges", [[6.0, 6.0, 6.0], [6.0, 6.5, 6.0]]))
write("fault-species.h5",
      lambda file, group: in_time(group, "species", numpy.array([[7, 7, 5], [7, 5, 5]], "i1"), dtype=names))
write("fault-species-value.h5", lambda file, group: in_time(group, "species", [[1, 1, 8], [1, 1, 6]]))
write("fault-species-fraction.h5", lambda file, group: replace(group, "species", [29.0, 29.5, 30.0]))
write("fault-species-count.h5", lambda file, group: in_time(group, "species", [[1, 8], [1, 8]]))
write("fault-ids.h5", lambda file, group: group.create_dataset("id/value", data=[[0, 1, 2], [0, 1, 3]]))
write("fault-ids-twice.h5", lambda file, group: group.create_dataset("id/value", data=[[0, 1, 2], [0, 1, 1]]))
write("fault-step.h5", lambda file, group: replace(group, "position/step", [0, -10]))
write("fault-time.h5", lambda file, group: replace(group, "position/time", [0.0, numpy.nan]))
write("fault-steps.h5", lambda file, group: replace(group, "position/step", [0]))
write("fault-place.h5", lambda file, group: replace(group, "position/value", numpy.array([places, places * numpy.inf])))
write("fault-velocity.h5", lambda file, group: group.create_dataset("velocity/value", data=numpy.zeros((1, 3, 3))))
write("fault-mass.h5", lambda file, group: group.create_dataset("mass", data=[1.0, -1.0, 16.0]))
write("fault-mass-of-species.h5", lambda file, group: group.create_dataset("mass", data=[1.0, 2.0, 16.0]))
write("fault-mass-in-time.h5",
      lambda file, group: group.create_dataset("mass/value", data=[[1.0, 1.0, 16.0], [1.0, 1.0, 2.0]]))
write("fault-boundary.h5", lambda file, group: group["box"].attrs.modify("boundary", numpy.array(["open"] * 3, "S8")))
write("fault-kind.h5", lambda file, group: (bonds(file, group), replace(file, "connectivity/bonds", [[11, 14]])))
