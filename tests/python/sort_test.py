"""Bucket sorts through Python, compared with NumPy."""
import unittest

import numpy as np

import gpubuck
from errors import raises

RANDOM = np.random.default_rng(5)


def listed(lists, bucket):
    found, at = [], lists.head[bucket]
    while at != -1 and len(found) <= len(lists.next):
        found.append(int(at))
        at = lists.next[at]
    return sorted(found)


class SortTest(unittest.TestCase):
    def test_ranges_equal_a_stable_argsort(self):
        for count, buckets in ((0, 3), (1, 1), (1000, 7), (5000, 6000)):
            bucket_of = RANDOM.integers(0, buckets, count)
            order, start = gpubuck.sort_into_ranges(bucket_of, buckets)
            np.testing.assert_array_equal(order, np.argsort(bucket_of, kind="stable"))
            np.testing.assert_array_equal(
                start, np.concatenate(([0], np.cumsum(np.bincount(bucket_of, minlength=buckets)))))
            self.assertEqual((order.dtype, start.dtype), (np.int32, np.int32))

    def test_lists_hold_the_elements_of_each_bucket(self):
        self.check_lists("auto", "bucket", "bitonic")

    def test_fast_lists_hold_the_elements_of_each_bucket(self):
        self.check_lists("atomic", "counting", "radix")

    def check_lists(self, *algorithms):
        bucket_of = RANDOM.integers(0, 9, 500)
        for algorithm in algorithms:
            lists = gpubuck.sort_into_lists(bucket_of, 10, algorithm=algorithm)
            self.assertEqual(lists.head.shape, (10,))
            self.assertEqual(lists.head[9], -1)
            for bucket in range(10):
                self.assertEqual(listed(lists, bucket),
                                 list(np.flatnonzero(bucket_of == bucket)), algorithm)

    def test_fast_radix_parameters_leave_the_result_alone(self):
        bucket_of = RANDOM.integers(0, 700, 3000)
        found = gpubuck.sort_into_ranges(bucket_of, 700, algorithm="radix",
                                         radix={"key-bits": 12, "radix-bits": 3, "threads": 64, "items": 2})
        np.testing.assert_array_equal(found.order, np.argsort(bucket_of, kind="stable"))
        with raises(gpubuck.InputError, "radix", "algorithm"):
            gpubuck.sort_into_ranges(bucket_of, 700, radix={"items": 2})
        with raises(gpubuck.InputError, "radix", "bits", "key-bits"):
            gpubuck.sort_into_ranges(bucket_of, 700, algorithm="radix", radix={"bits": 2})

    def test_any_integer_arrays_are_accepted(self):
        bucket_of = RANDOM.integers(0, 100, 400)
        expected = gpubuck.sort_into_ranges(bucket_of, 100)
        wide = np.zeros((400, 3), dtype=np.int64)
        wide[:, 1] = bucket_of
        others = [wide[:, 1], bucket_of[::-1][::-1], list(bucket_of), np.asfortranarray(wide)[:, 1]]
        others += [bucket_of.astype(kind) for kind in "bBhHiIlLqQ"]
        others += [bucket_of.astype(">i4")]
        for other in others:
            found = gpubuck.sort_into_ranges(other, np.uint8(100))
            np.testing.assert_array_equal(found.order, expected.order)

    def test_bad_arguments_are_refused(self):
        sort = gpubuck.sort_into_ranges
        for facts, call in (
                (("bucket_of[1]", 3, "0..2"), lambda: sort([0, 3, 7], 3)),
                (("bucket_of[2]", -1, "0..2"), lambda: sort([0, 2, -1], 3)),
                (("bucket_of[0]", 2**64 - 1), lambda: sort(np.array([2**64 - 1], dtype=np.uint64), 3)),
                (("bucket_of", "float64"), lambda: sort([0.0, 1.0], 3)),
                (("bucket_of", "bool"), lambda: sort([True, False], 3)),
                (("bucket_of", "object"), lambda: sort([2**70], 3)),
                (("bucket_of", "(1, 2)", "(n,)"), lambda: sort([[0, 1]], 3)),
                (("bucket_of", "array"), lambda: sort([[0, 1], [0]], 3)),
                (("buckets", 0, "1..16777214"), lambda: sort([0], 0)),
                (("buckets", 2.0, "whole"), lambda: sort([0], 2.0)),
                (("buckets", 16777215, "1..16777214"), lambda: sort([0], 2**24 - 1)),
                (("buckets", 2**80, "1..16777214"), lambda: sort([0], 2**80)),
                (("algorithm", "quick", "auto"), lambda: sort([0], 1, algorithm="quick")),
                (("sort algorithm", "ranges"), lambda: sort([0], 1, algorithm="bucket")),
                (("context", 3, "gpubuck.Context"), lambda: sort([0], 1, context=3))):
            with self.subTest(facts), raises(gpubuck.InputError, *facts):
                call()
        self.assertTrue(issubclass(gpubuck.InputError, ValueError))
        self.assertTrue(issubclass(gpubuck.RunError, RuntimeError))


if __name__ == "__main__":
    unittest.main()
