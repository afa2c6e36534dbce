"""Refusals of points that claim to be on a GPU, and the reasons in the errors. The tests in tests/cuda compare results
on a GPU."""
import ctypes
import unittest

import gpubuck
import gpubuck._gpubuck
import numpy as np
from errors import raises


class OnGpu:
    """An array that claims to be in CUDA memory, at an address that no code may read."""

    def __init__(self, shape=(4, 3), typestr="<f8", strides=None):
        self.__cuda_array_interface__ = {"shape": shape, "typestr": typestr, "data": (4096, False), "version": 3,
                                         "strides": strides}


class Tensor(ctypes.Structure):
    """A tensor of DLPack with its owner, in the layout of the standard."""

    _fields_ = [("data", ctypes.c_void_p), ("device", ctypes.c_int32 * 2), ("dimensions", ctypes.c_int32),
                ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16),
                ("shape", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.POINTER(ctypes.c_int64)),
                ("offset", ctypes.c_uint64), ("owner", ctypes.c_void_p), ("deleter", ctypes.c_void_p)]


class InCapsule:
    """A capsule of DLPack with an array of (4, 3) doubles that claims to be in CUDA memory. `fields` replaces values of
    its tensor. No code may read the memory."""

    def __init__(self, name=b"dltensor", **fields):
        self._shape = (ctypes.c_int64 * 2)(*fields.pop("sizes", (4, 3)))
        self._tensor = Tensor(data=4096, device=(2, 0), dimensions=2, code=2, bits=64, lanes=1, shape=self._shape)
        for field, value in fields.items():
            setattr(self._tensor, field, value)
        self._name = name

    def __dlpack_device__(self):
        return (2, 0)

    def __dlpack__(self):
        make = ctypes.pythonapi.PyCapsule_New
        make.restype, make.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
        return make(ctypes.addressof(self._tensor), self._name, None)


class DeviceArraysTest(unittest.TestCase):
    def refused(self, *facts, error=gpubuck.InputError, near=None, **arguments):
        """Expects that a search of points on a GPU is refused with an error that names the facts."""
        with self.subTest(facts), raises(error, *facts):
            (near or gpubuck.NeighborList(1.0)).compute(**{"points": OnGpu(), **arguments})

    def test_arrays_that_the_search_does_not_take_are_named(self):
        refused = self.refused
        refused("points", "(12,)", "(n, 3)", points=OnGpu((12,)))
        refused("points", "i8", "float32", "float64", points=OnGpu(typestr="<i8"))
        refused("points", "contiguous", points=OnGpu(strides=(48, 8)))
        refused("box", "missing", "periodic", periodic=True)
        refused("batch_idx", "(2,)", "(4,)", batch_idx=[0, 1])
        refused("others", "points", "GPU", others=np.zeros((2, 3)))
        refused("others", "points", "GPU", points=np.zeros((2, 3)), others=OnGpu())
        refused("others", "(2, 2)", "(n, 3)", others=OnGpu((2, 2)))
        refused("others", "f4", "points", "f8", others=OnGpu(typestr="<f4"))
        refused("others", "batch", others=OnGpu(), batch_ptr=[0, 4])
        with raises(gpubuck.InputError, "fill", 1.5, "whole"):
            gpubuck.NeighborList(1.0).matrix(OnGpu(), fill=1.5)

    def test_malformed_capsules_are_refused(self):
        self.refused("arrays on the GPU", error=gpubuck.RunError, points=InCapsule())  # a good one
        for given, *facts in ((InCapsule(shape=None), "shape"), (InCapsule(dimensions=10**9), 10**9),
                              (InCapsule(dimensions=-1), -1), (InCapsule(lanes=4), 4, "lanes"),
                              (InCapsule(device=(1, 0)), 1, 2), (InCapsule(device=(10, 0)), 10, 2),
                              (InCapsule(sizes=(-4, 3)), "negative", "size"), (InCapsule(bits=12),),
                              (InCapsule(name=b"used_dltensor"), "name"), (InCapsule(code=7), "points", "V8")):
            self.refused(*facts, points=given)

    def test_malformed_interfaces_of_cuda_are_refused(self):
        good = OnGpu().__cuda_array_interface__
        for changed, fact in (
                (None, "subscriptable"), ({"shape": None}, "iterable"), ({"shape": (4, "3")}, "integer"),
                ({"shape": (-4, 3)}, "shape (-4, 3)"), ({"typestr": "doubles"}, "doubles"), ({"data": ()}, "range"),
                ({"data": ("here", False)}, "integer"), ({"data": (2**64, False)}, 2**64),
                ({"strides": (24,)}, "strides (24,)"), ({"mask": 3}, "mask"), ({"stream": 0}, "stream 0"),
                ("shape", "'shape'"), ("data", "'data'")):
            given = OnGpu()
            given.__cuda_array_interface__ = (
                None if changed is None else {**good, **changed} if isinstance(changed, dict) else
                {key: value for key, value in good.items() if key != changed})
            self.refused(fact, points=given)

    def test_objects_without_their_init_are_type_errors(self):
        for name, use in (("Context", lambda each: each.engine), ("Fluid", lambda each: each.count),
                          ("NeighbourList", lambda each: each.searches), ("DeviceArray", lambda each: each.shape),
                          ("DeviceNeighbourList", lambda each: each.searches)):
            made = getattr(gpubuck._gpubuck, name)
            with self.subTest(name), self.assertRaisesRegex(TypeError, "__init__"):
                use(made.__new__(made))
        with self.assertRaisesRegex(TypeError, "__init__"):
            gpubuck.csr([[0, 0, 0]], 1.0, context=gpubuck.Context.__new__(gpubuck.Context))

    def test_arguments_that_do_not_fit_are_named(self):
        typed = gpubuck.NeighborList([[1.0, 0.5], [0.5, 0.0]])
        self.refused("types", "single", types=[0] * 4)
        self.refused("types", "missing", near=typed)
        self.refused("types", "(2,)", "(4,)", near=typed, types=[0, 1])
        self.refused("types[2]", 2, "0..1", near=typed, types=[0, 1, 2, 0])
        self.refused("other_types", "(1,)", "(2,)", near=typed, types=[0] * 4, others=OnGpu((2, 3)), other_types=[0])
        self.refused("other_types", "others", near=typed, types=[0] * 4, other_types=[0] * 4)
        self.refused("device='cpu'", "points", "GPU", near=gpubuck.NeighborList(1.0, device="cpu"))

    def test_without_a_search_on_a_gpu_the_reason_is_named(self):
        # The error says that NVIDIA's driver is missing, or that CUDA does not know the address.
        self.refused("arrays on the GPU", error=gpubuck.RunError)

    def test_capacities_that_do_not_fit_are_named(self):
        self.refused("quantities", "'n'", "capacity", quantities="ijn")
        self.refused("quantities", "'n'", "capacity", capacity=5)
        self.refused("capacity", -1, 0, quantities="ijn", capacity=-1)
        self.refused("capacity", 1.5, "whole", quantities="ijn", capacity=1.5)
        self.refused("capacity", "GPU", points=np.zeros((2, 3)), quantities="ijn", capacity=5)


if __name__ == "__main__":
    unittest.main()
