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
        with self.assertRaisesRegex(wrong, r"^points: are on a GPU, where there is csr\(\) instead of matrix\(\)$"):
            gpubuck.NeighborList(1.0).matrix(OnGpu())

    def test_arguments_without_a_search_on_a_gpu_are_named(self):
        for name, near, given in (("others", None, {"others": np.zeros((2, 3))}), ("types", None, {"types": [0] * 4}),
                                  ("skin", gpubuck.NeighborList(1.0, skin=0.1), {}),
                                  ("device='cpu'", gpubuck.NeighborList(1.0, device="cpu"), {})):
            self.assertEqual(self.message_of(gpubuck.InputError, OnGpu(), near=near, **given),
                             f"{name}: cannot be combined with points on a GPU")

    def test_without_a_search_on_a_gpu_the_reason_is_named(self):
        near = gpubuck.NeighborList(1.0, context=gpubuck.Context(engine="paper"))
        self.assertRegex(self.message_of(gpubuck.RunError, OnGpu(), near=near),
                         "^arrays on the GPU: need the engine fast, and .* runs the engine paper$")
        # Without NVIDIA's driver, or with another driver for OpenGL, or with an address that CUDA does not know.
        self.assertRegex(self.message_of(gpubuck.RunError, OnGpu()), "^arrays on the GPU: ")


if __name__ == "__main__":
    unittest.main()
