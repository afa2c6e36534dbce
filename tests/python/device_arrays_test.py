"""Points that say they are on a GPU: what is refused, and why. Results are compared in tests/cuda, on a GPU."""
import ctypes
import unittest

import gpubuck
import gpubuck._gpubuck
import numpy as np


class OnGpu:
    """An array of CUDA that nothing may read."""

    def __init__(self, shape=(4, 3), typestr="<f8", strides=None):
        self.__cuda_array_interface__ = {"shape": shape, "typestr": typestr, "data": (4096, False), "version": 3,
                                         "strides": strides}


class Tensor(ctypes.Structure):
    """A tensor of DLPack with what owns it, as the standard lays it out."""

    _fields_ = [("data", ctypes.c_void_p), ("device", ctypes.c_int32 * 2), ("dimensions", ctypes.c_int32),
                ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16),
                ("shape", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.POINTER(ctypes.c_int64)),
                ("offset", ctypes.c_uint64), ("owner", ctypes.c_void_p), ("deleter", ctypes.c_void_p)]


class InCapsule:
    """An array of (4, 3) doubles of CUDA that nothing may read, but for some fields of its capsule."""

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
    def message_of(self, error, points, *arguments, near=None, **named):
        with self.assertRaises(error) as raised:
            (near or gpubuck.NeighborList(1.0)).compute(points, *arguments, **named)
        return str(raised.exception)

    def test_arrays_that_the_search_does_not_take_are_named(self):
        wrong = gpubuck.InputError
        self.assertEqual(self.message_of(wrong, OnGpu((12,))), "points: has the shape (12,), not (n, 3)")
        self.assertEqual(self.message_of(wrong, OnGpu(typestr="<i8")),
                         "points: holds i8; on a GPU they must be float32 or float64")
        self.assertRegex(self.message_of(wrong, OnGpu(strides=(48, 8))), "^points: are not contiguous; make them so")
        self.assertEqual(self.message_of(wrong, OnGpu(), None, True), "box: is missing, but sides are periodic")
        self.assertEqual(self.message_of(wrong, OnGpu(), batch_idx=[0, 1]),
                         "batch_idx: has the shape (2,), not (4,), one per point")
        self.assertEqual(self.message_of(wrong, OnGpu(), others=np.zeros((2, 3))),
                         "others: are not on a GPU, but points are")
        self.assertEqual(self.message_of(wrong, np.zeros((2, 3)), others=OnGpu()),
                         "others: are on a GPU, but points are not")
        self.assertEqual(self.message_of(wrong, OnGpu(), others=OnGpu((2, 2))),
                         "others: has the shape (2, 2), not (n, 3)")
        self.assertEqual(self.message_of(wrong, OnGpu(), others=OnGpu(typestr="<f4")), "others: hold f4, but points f8")
        self.assertEqual(self.message_of(wrong, OnGpu(), others=OnGpu(), batch_ptr=[0, 4]),
                         "others: cannot be combined with a batch")
        with self.assertRaisesRegex(wrong, "^fill: 1.5 is not a whole number$"):
            gpubuck.NeighborList(1.0).matrix(OnGpu(), fill=1.5)

    def test_malformed_capsules_are_refused(self):
        wrong = gpubuck.InputError
        self.assertRegex(self.message_of(gpubuck.RunError, InCapsule()), "^arrays on the GPU: ")  # a good one
        for given, message in ((InCapsule(shape=None), "has no shape"), (InCapsule(dimensions=10**9), "has 1000000000"),
                               (InCapsule(dimensions=-1), "has -1 dimensions"), (InCapsule(lanes=4), "has 4 lanes"),
                               (InCapsule(device=(1, 0)), "is of the device 1, not 2"),
                               (InCapsule(device=(10, 0)), "is of the device 10, not 2"),
                               (InCapsule(sizes=(-4, 3)), "has a negative size"), (InCapsule(bits=12), ""),
                               (InCapsule(name=b"used_dltensor"), "incorrect name"),
                               (InCapsule(code=7), "points: holds V8")):
            self.assertIn(message, self.message_of(wrong, given))

    def test_malformed_interfaces_of_cuda_are_refused(self):
        good = OnGpu().__cuda_array_interface__
        for changed, message in (
                (None, "subscriptable"), ({"shape": None}, "iterable"), ({"shape": (4, "3")}, "integer"),
                ({"shape": (-4, 3)}, "the shape (-4, 3)"), ({"typestr": "doubles"}, "doubles"), ({"data": ()}, "range"),
                ({"data": ("here", False)}, "integer"), ({"data": (2**64, False)}, "the address 18446744073709551616"),
                ({"strides": (24,)}, "the strides (24,)"), ({"mask": 3}, "it has a mask"),
                ({"stream": 0}, "the stream 0"), ("shape", "has no 'shape'"), ("data", "has no 'data'")):
            given = OnGpu()
            given.__cuda_array_interface__ = (
                None if changed is None else {**good, **changed} if isinstance(changed, dict) else
                {key: value for key, value in good.items() if key != changed})
            with self.subTest(changed):
                self.assertIn(message, self.message_of(gpubuck.InputError, given))

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
        for near, given, message in (
                (None, {"types": [0] * 4}, "types: has no effect on a single cut-off; give one per pair of types"),
                (typed, {}, "types: is missing, but the cut-off depends on the types of points"),
                (typed, {"types": [0, 1]}, "types: has the shape (2,), not (4,), one per point"),
                (typed, {"types": [0, 1, 2, 0]}, "types[2]: 2 is not within 0..1"),
                (typed, {"types": [0] * 4, "others": OnGpu((2, 3)), "other_types": [0]},
                 "other_types: has the shape (1,), not (2,), one per point"),
                (typed, {"types": [0] * 4, "other_types": [0] * 4}, "other_types: are given without others"),
                (gpubuck.NeighborList(1.0, device="cpu"), {}, "device='cpu': cannot be combined with points on a GPU")):
            self.assertEqual(self.message_of(gpubuck.InputError, OnGpu(), near=near, **given), message)

    def test_without_a_search_on_a_gpu_the_reason_is_named(self):
        near = gpubuck.NeighborList(1.0, context=gpubuck.Context(engine="paper"))
        self.assertRegex(self.message_of(gpubuck.RunError, OnGpu(), near=near),
                         "^arrays on the GPU: need the engine fast, and .* runs the engine paper$")
        # Without NVIDIA's driver, or with another driver for OpenGL, or with an address that CUDA does not know.
        self.assertRegex(self.message_of(gpubuck.RunError, OnGpu()), "^arrays on the GPU: ")


if __name__ == "__main__":
    unittest.main()
