#!/usr/bin/env python3
"""Writes files of two frames for gsd_test.cpp. In each file, one chunk of the second frame differs from the first
frame."""
import sys

import gsd
import gsd.fl
import numpy


def names(*all):
    rows = numpy.zeros((len(all), 4), numpy.int8)
    for row, name in zip(rows, all):
        row[:len(name)] = [ord(c) for c in name]
    return rows


def numbers(kind, *all):
    return numpy.array(all, kind)


u1, u4, u8, f4, f8 = numpy.uint8, numpy.uint32, numpy.uint64, numpy.float32, numpy.float64
first = {
    "configuration/step": numbers(u8, 0),
    "configuration/dimensions": numbers(u1, 3),
    "configuration/box": numbers(f4, 6, 7, 8, 0, 0, 0),
    "particles/N": numbers(u4, 3),
    "particles/types": names("A", "B"),
    "particles/typeid": numbers(u4, 0, 1, 0),
    "particles/mass": numbers(f4, 1, 2, 1),
    "particles/position": numpy.zeros((3, 3), f4),
    "particles/velocity": numpy.zeros((3, 3), f4),
    "log/time": numbers(f8, 0),
    "log/box_size": numbers(f8, 6, 7, 8),
    "log/periodic": numbers(u1, 1, 1, 0),
    "bonds/N": numbers(u4, 1),
    "bonds/types": names("link", "rope"),
    "bonds/typeid": numbers(u4, 0),
    "bonds/group": numpy.array([[0, 1]], u4),
    "angles/N": numbers(u4, 1),
    "angles/types": names("bend", "bow"),
    "angles/typeid": numbers(u4, 0),
    "angles/group": numpy.array([[0, 1, 2]], u4),
}
nan = numpy.full((3, 3), numpy.nan, f4)
changes = [
    ("configuration/dimensions", numbers(u1, 2)), ("configuration/box", numbers(f4, 6, 7, 9, 0, 0, 0)),
    ("configuration/box", numbers(f4, 6, 7, 8, 0.5, 0, 0)), ("configuration/step", numbers(u8, 2**63)),
    ("particles/N", numbers(u4, 2)), ("particles/N", numbers(u4, 4)), ("particles/types", names("A", "C")),
    ("particles/types", names("A", "B", "C")), ("particles/typeid", numbers(u4, 0, 1, 1)),
    ("particles/typeid", numbers(u4, 0, 2, 0)), ("particles/mass", numbers(f4, 1, 3, 1)),
    ("particles/position", nan), ("particles/position", numpy.full((3, 3), 4, f4)),
    ("particles/position", numpy.zeros((2, 3), f4)), ("particles/velocity", nan),
    ("particles/velocity", numpy.zeros((3, 2), f4)), ("log/time", numbers(f8, numpy.nan)),
    ("log/box_size", numbers(f8, 6, 7 + 1e-9, 8)), ("log/periodic", numbers(u1, 1, 1, 1)),
    ("bonds/N", numbers(u4, 0)), ("bonds/N", numbers(u4, 2)), ("bonds/types", names("x", "rope")),
    ("bonds/typeid", numbers(u4, 1)), ("bonds/typeid", numbers(u4, 2)), ("bonds/group", numpy.array([[0, 2]], u4)),
    ("bonds/group", numpy.array([[0, 3]], u4)), ("angles/N", numbers(u4, 0)), ("angles/types", names("x", "bow")),
    ("angles/typeid", numbers(u4, 1)), ("angles/group", numpy.array([[2, 1, 0]], u4)),
]
same = [(name, value) for name, value in first.items() if name != "configuration/step"]
for number, (name, value) in enumerate([("", None)] + same + changes):
    path = ("same" if number <= len(same) else "changed") + f"-{number}-{name.replace('/', '-')}.gsd"
    with gsd.fl.open(f"{sys.argv[1]}/{path}", "wb" if gsd.__version__ < "3" else "w", application="x", schema="hoomd",
                     schema_version=[1, 4]) as file:
        for each, held in first.items():
            file.write_chunk(each, held)
        file.end_frame()
        if name != "configuration/step":
            file.write_chunk("configuration/step", numbers(u8, 10))
        if value is not None:
            file.write_chunk(name, value)
        file.end_frame()
    print(path)
