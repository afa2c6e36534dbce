"""Points that say they are on a GPU: what is refused, and why. Results are compared in tests/cuda, on a GPU."""
import unittest

import gpubuck
import numpy as np


class OnGpu:
    """An array of CUDA that nothing may read."""

    def __init__(self, shape=(4, 3), typestr="<f8", strides=None):
        self.__cuda_array_interface__ = {"shape": shape, "typestr": typestr, "data": (4096, False), "version": 3,
                                         "strides": strides}


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
