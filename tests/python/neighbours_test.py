"""Neighbours through Python, compared with ASE and with a brute-force search over all images."""
import subprocess
import sys
import threading
import time
import unittest

import ase
import ase.neighborlist
import numpy as np
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components
from scipy.spatial import cKDTree

import gpubuck
from errors import raises

RANDOM = np.random.default_rng(8)


def random_system():
    """Returns points and a skewed cell, which may be smaller than the cut-off of 1."""
    cell = np.diag(RANDOM.uniform(0.7, 4.0, 3)) + np.tril(RANDOM.uniform(-2.0, 2.0, (3, 3)), -1)
    count = RANDOM.integers(0, 30)
    points = RANDOM.uniform(-0.5, 1.5, (count, 3)) @ cell - RANDOM.uniform(0, 9, 3)
    return points, cell, RANDOM.integers(0, 2, 3).astype(bool)


def rows(*columns):
    """Returns the rows of the table of these columns, as a sorted list of tuples."""
    return sorted(map(tuple, np.column_stack(columns).tolist()))


class ClustersTest(unittest.TestCase):
    def test_clusters_are_connected_components(self):
        for _ in range(30):
            points, cell, periodic = random_system()
            points = points * 2.0
            i, j = ase.neighborlist.primitive_neighbor_list("ij", periodic, 2.0 * cell, points, 1.0)
            graph = coo_matrix((np.ones(len(i)), (i, j)), shape=(len(points), len(points)))
            count, labels = connected_components(graph, directed=False)
            found = gpubuck.clusters(points, 1.0, 2.0 * cell, periodic)
            self.assertEqual(len(found.sizes), count if len(points) else 0)
            self.assertEqual(len(set(zip(labels, found.of_point))), len(found.sizes))
            np.testing.assert_array_equal(np.bincount(found.of_point, minlength=len(found.sizes)), found.sizes)
            self.assertTrue(np.all(np.diff(found.sizes) <= 0))

    def test_arguments_are_checked(self):
        for arguments in (([[0, 0]], 1.0), ([[0, 0, 0]], 0.0), ([[0, 0, 0]], 1.0, None, True)):
            with self.assertRaises(gpubuck.InputError):
                gpubuck.clusters(*arguments)


class NeighborListTest(unittest.TestCase):
    def test_pairs_match_ase(self):
        near = gpubuck.NeighborList(1.0)
        pairs = 0
        for _ in range(100):
            points, cell, periodic = random_system()
            i, j, S, d, D = near.compute(points, cell, periodic, "ijSdD")
            ai, aj, aS, ad = ase.neighborlist.primitive_neighbor_list("ijSd", periodic, cell, points, 1.0)
            self.assertEqual(rows(i, j, S), rows(ai, aj, aS))
            if len(i):
                np.testing.assert_allclose(points[j.astype(int)] - points[i.astype(int)] + S @ cell, D,
                                           atol=1e-12)
                np.testing.assert_allclose(np.linalg.norm(D, axis=1), d, rtol=1e-14)
                np.testing.assert_allclose(np.sort(d), np.sort(ad), rtol=1e-12)
            pairs += len(i)
        self.assertGreater(pairs, 3000)

    def test_quantities_order_and_types_match_vesin(self):
        points, cell = RANDOM.uniform(0, 3, (40, 3)), 3.0 * np.eye(3)
        found = gpubuck.NeighborList(1.0, full_list=True, sorted=True).compute(
            points, cell, True, "DdSPji", copy=False)
        D, d, S, P, j, i = found
        count = len(i)
        self.assertGreater(count, 40)
        self.assertEqual([each.shape for each in found],
                         [(count, 3), (count,), (count, 3), (count, 2), (count,), (count,)])
        self.assertEqual([each.dtype for each in found],
                         [np.float64, np.float64, np.int32, np.uintp, np.uintp, np.uintp])
        np.testing.assert_array_equal(P, np.column_stack((i, j)))
        keys = np.column_stack((i, j, S)).tolist()
        self.assertEqual(keys, sorted(keys))
        self.assertEqual([each.dtype for each in gpubuck.NeighborList(1.0).compute(points, cell, False)],
                         [np.uintp, np.uintp])
        narrow = gpubuck.NeighborList(1.0, index_dtype=np.int32).compute(points, cell, True, "P")
        self.assertEqual(narrow[0].dtype, np.int32)
        half = gpubuck.NeighborList(1.0, False).compute(points, cell, True, "ijS")
        self.assertEqual(2 * len(half[0]), count)
        both = rows(*half) + rows(half[1], half[0], -half[2])
        self.assertEqual(sorted(both), rows(i, j, S))

    def test_example_of_vesins_readme(self):
        i, j, S, d = gpubuck.NeighborList(cutoff=4.2, full_list=True).compute(
            points=[(0, 0, 0), (0, 1.3, 1.3)], box=3.2 * np.eye(3), periodic=True, quantities="ijSd")
        self.assertEqual(rows(i, j, S), rows(*ase.neighborlist.primitive_neighbor_list(
            "ijS", [True] * 3, 3.2 * np.eye(3), np.array([(0, 0, 0), (0, 1.3, 1.3)]), 4.2)))

    def test_strict_excludes_pairs_at_the_cut_off(self):
        points = [(0, 0, 0), (0.3, 0, 0)]
        for strict, count in ((True, 0), (False, 2)):
            self.assertEqual(len(gpubuck.NeighborList(0.3, strict=strict).compute(points)[0]), count)

    def test_every_search_and_sort_finds_the_same(self):
        points, cell = RANDOM.uniform(0, 4, (60, 3)), [4, 4, 4]
        expected = rows(*gpubuck.NeighborList(1.1, sorted=True).compute(points, cell, True, "ijS"))
        for chosen in ({"search": "octant=2"}, {"search": "cells-per-cutoff=2"}, {"sort": "bucket"},
                       {"half_cells": True}):
            near = gpubuck.NeighborList(1.1, sorted=True, **chosen)
            self.assertEqual(rows(*near.compute(points, cell, True, "ijS")), expected, chosen)
        for wrong in ({"search": "octant=1"}, {"sort": "bubble"}, {"strict": 2}, {"half_cells": 2},
                      {"search": "octant=2", "half_cells": True}):
            with self.assertRaises(gpubuck.InputError, msg=wrong):
                gpubuck.NeighborList(1.1, **wrong).compute(points)

    def test_half_of_the_cells_finds_the_same_by_opengl(self):
        context = gpubuck.Context(engine="paper")
        for _ in range(6):
            points, cell = RANDOM.uniform(-2, 6, (300, 3)), np.diag([4, 4, 4]) + RANDOM.uniform(-0.5, 0.5, (3, 3))
            for full in (True, False):
                all_cells, half = (gpubuck.NeighborList(1.1, full, True, half_cells=half_cells, context=context)
                                   for half_cells in (False, True))
                for expected, found in zip(all_cells.compute(points, cell, True, "ijSd"),
                                           half.compute(points, cell, True, "ijSd")):
                    self.assertGreater(len(expected), 1000)
                    np.testing.assert_array_equal(found, expected)
        with raises(gpubuck.InputError, "two sets"):
            gpubuck.NeighborList(1.1, half_cells=True).compute(points, others=points)

    def test_points_of_any_array_type_are_accepted(self):
        points, cell = RANDOM.integers(0, 5, (50, 3)), [5, 5, 5]
        near = gpubuck.NeighborList(1.5, sorted=True)
        expected = near.compute(points, cell, True, "P")[0]
        self.assertGreater(len(expected), 50)
        wide = np.zeros((50, 6))
        wide[:, ::2] = points
        for other in (points.astype(np.float32), points.astype(">f8"), wide[:, ::2], points.tolist(),
                      np.asfortranarray(points), points.astype(np.uint8)):
            np.testing.assert_array_equal(near.compute(other, np.diag(cell), [1, 1, 1], "P")[0], expected)
        single = RANDOM.uniform(0, 5, (50, 3)).astype(np.float32)
        for found, exact in zip(near.compute(single, cell, True, "dD"),
                                near.compute(single.astype(float), cell, True, "dD")):
            self.assertEqual((found.dtype, exact.dtype), (np.float32, np.float64))
            np.testing.assert_array_equal(found, exact.astype(np.float32))

    def test_none_and_one_point(self):
        near = gpubuck.NeighborList(1.0)
        for points in ([], np.zeros((0, 3)), [[1, 2, 3]]):
            i, S, D = near.compute(points, quantities="iSD")
            self.assertEqual((i.shape, S.shape, D.shape), ((0,), (0, 3), (0, 3)))
        self.assertEqual(len(near.compute([[0, 0, 0]], [0.9, 5, 5], True)[0]), 2)

    def test_rows_match_the_pairs(self):
        points, cell = RANDOM.uniform(0, 2, (30, 3)), 2.0 * np.eye(3)
        i, j = gpubuck.NeighborList(0.9, sorted=True).compute(points, cell, True)
        for offsets, ids in (gpubuck.csr(points, 0.9, cell, True),
                             gpubuck.NeighborList(0.9).csr(points, cell, True)):
            self.assertEqual((offsets.dtype, ids.dtype), (np.int64, np.int32))
            np.testing.assert_array_equal(np.repeat(np.arange(30), np.diff(offsets)), i)
            np.testing.assert_array_equal(ids, j)

    def test_others_are_a_second_set(self):
        near = gpubuck.NeighborList(1.0, full_list=False, sorted=True, index_dtype=np.int32)
        pairs = 0
        for _ in range(20):
            points, others = RANDOM.uniform(0, 4, (50, 3)), RANDOM.uniform(0, 4, (70, 3))
            others[3] = points[5]
            i, j = near.compute(points, others=others)
            expected = cKDTree(points).query_ball_tree(cKDTree(others), 1.0)
            self.assertEqual(rows(i, j), [(i, j) for i, near_i in enumerate(expected) for j in sorted(near_i)])
            offsets, ids = near.csr(points, others=others)
            np.testing.assert_array_equal(ids, j)
            np.testing.assert_array_equal(np.diff(offsets), [len(each) for each in expected])
            pairs += len(i)
        self.assertGreater(pairs, 1000)
        S, d = near.compute([[0.1, 0, 0]], 3 * np.eye(3), True, "Sd", others=[[2.9, 0, 0]])
        self.assertEqual(S.tolist(), [[-1, 0, 0]])
        self.assertAlmostEqual(d[0], 0.2)
        with self.assertRaisesRegex(gpubuck.InputError, "others"):
            near.compute([[0, 0, 0]], others=[0, 0, 0])

    def test_times_are_those_of_the_last_search(self):
        points = RANDOM.uniform(0, 30, (20_000, 3))
        near = gpubuck.NeighborList(2.0, context=gpubuck.Context(engine="paper"))
        self.assertIsNone(near.times)
        near.compute(points)  # compiles
        start = time.perf_counter()
        near.compute(points)
        passed = 1e3 * (time.perf_counter() - start)
        self.assertEqual(near.times._fields, ("prepare", "upload", "search", "download", "write"))
        self.assertGreater(min(near.times), 0.0)
        self.assertLess(sum(near.times), passed)
        before = near.times
        near.csr(points)
        self.assertNotEqual(near.times, before)

    def test_processor_and_gpu_give_the_same_bits(self):
        points, cell = RANDOM.uniform(-1, 6, (400, 3)), np.diag([5.0, 5, 5]) + np.tril(RANDOM.uniform(-1, 1, (3, 3)))
        settings = {"cutoff": 1.3, "sorted": True}
        on_gpu = gpubuck.NeighborList(**settings, context=gpubuck.Context(engine="paper"))
        expected = on_gpu.compute(points, cell, [True, False, True], "ijSdD")
        self.assertGreater(on_gpu.times.upload, 0.0)
        for near in (gpubuck.NeighborList(**settings), gpubuck.NeighborList(**settings, device="cpu", n_threads=3)):
            for found, column in zip(near.compute(points, cell, [True, False, True], "ijSdD"), expected):
                np.testing.assert_array_equal(found, column)
            self.assertEqual(near.times.upload, 0.0)
        self.assertEqual(repr(near), "<gpubuck.NeighborList: cutoff 1.3, full list, sorted>")
        for wrong in ({"device": "gpu"}, {"n_threads": -1}, {"n_threads": 1.5}):
            with self.assertRaises(gpubuck.InputError, msg=wrong):
                gpubuck.NeighborList(1.0, **wrong)

    def test_few_points_need_no_opengl_also_after_a_fork(self):
        code = ("import os, gpubuck\n"
                "def find(): return len(gpubuck.NeighborList(1.5).compute([[0, 0, 0], [1, 0, 0]])[0])\n"
                "assert find() == 2 and not gpubuck._context._default\n"
                "gpubuck.Context()\n"
                "child = os.fork()\n"
                "if child == 0: os._exit(find())\n"
                "print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))\n")
        ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
        self.assertEqual((ended.stdout, ended.stderr), ("2\n", ""))

    def test_a_skin_changes_no_pair_and_saves_searches(self):
        points, cell = RANDOM.uniform(0, 5, (200, 3)), np.diag([5.0, 4, 5]) + np.tril(RANDOM.uniform(-1, 1, (3, 3)), -1)
        for full, sorted in ((True, True), (False, False)):
            kept = gpubuck.NeighborList(1.2, full, sorted, skin=0.4)
            plain = gpubuck.NeighborList(1.2, full, True)
            near = points.copy()
            for step in range(40):
                found = kept.compute(near, cell, [True, True, False], "ijSdD")
                if not sorted:
                    order = np.lexsort((*found[2].T[::-1], found[1], found[0]))
                    found = [column[order] for column in found]
                for column, expected in zip(found, plain.compute(near, cell, [True, True, False], "ijSdD")):
                    np.testing.assert_array_equal(column, expected)
                near = near + RANDOM.uniform(-0.03, 0.03, near.shape)
            self.assertTrue(2 <= kept.rebuilds <= 12, kept.rebuilds)
            self.assertEqual(plain.rebuilds, 40)
            kept.compute(near, 1.01 * cell, [True, True, False])
            before = kept.rebuilds
            moved = near + [0.19, 0, 0]
            moved[7, 2] += 0.1
            for changed, rebuilds in ((near, 0), (near + [0.19, 0, 0], 0), (moved, 1), (moved[:-1], 2)):
                offsets, _ = kept.csr(changed, 1.01 * cell, [True, True, False]) if sorted else (None, None)
                kept.compute(changed, 1.01 * cell, [True, True, False])
                self.assertEqual(kept.rebuilds, before + rebuilds)
                if sorted:
                    np.testing.assert_array_equal(
                        offsets, gpubuck.csr(changed, 1.2, 1.01 * cell, [True, True, False]).offsets)
        for calls in (lambda: kept.compute(near, others=near), lambda: kept.compute(near, batch_ptr=[0, 200]),
                      lambda: gpubuck.NeighborList(1.0, skin=-1)):
            with self.assertRaisesRegex(gpubuck.InputError, "skin"):
                calls()

    def test_nearest_neighbours_match_all_pairs(self):
        for k, count, periodic in ((1, 30, True), (7, 30, [False, True, False]), (60, 9, [True, False, True]),
                                   (5, 40, False)):
            _, cell, _ = random_system()
            points = RANDOM.uniform(-0.5, 1.5, (count, 3)) @ cell
            points[::2] *= 0.01  # a cluster
            found = gpubuck.nearest(points, k, cell, periodic, n_threads=k % 3)
            near = gpubuck.NeighborList(1.001 * found.distances.max(), sorted=True)
            i, j, S, d = near.compute(points, cell, periodic, "ijSd")
            for point in range(count):
                own = sorted(zip(d[i == point], j[i == point].tolist(), S[i == point].tolist()))[:k]
                self.assertEqual(list(zip(found.distances[point], found.ids[point].tolist(),
                                          found.shifts[point].tolist())), own)
        points, others = RANDOM.uniform(0, 4, (50, 3)), RANDOM.uniform(0, 9, (20, 3))
        for k in (1, 3, 25):
            distances, ids = cKDTree(others).query(points, [*range(1, k + 1)])
            found = gpubuck.nearest(points, k, others=others)
            np.testing.assert_array_equal(found.ids, ids)
            np.testing.assert_allclose(found.distances, distances, rtol=1e-12)
        self.assertEqual(gpubuck.nearest([], 3).ids.shape, (0, 3))
        self.assertEqual(gpubuck.nearest([[1, 1, 1]], 1).ids.tolist(), [[1]])
        self.assertEqual(gpubuck.nearest(np.zeros((3, 3)), 2).ids.tolist(), [[1, 2], [0, 2], [0, 1]])
        for arguments, facts in ((([[0, 0, 0]], 0), ("k", 0)), (([[0, 0, np.inf]], 1), ("point 0", "z", "inf")),
                                 (([[0, 0, 0]], 1, np.zeros((3, 3)), True), ("cell",))):
            with self.subTest(facts), raises(gpubuck.InputError, *facts):
                gpubuck.nearest(*arguments)
        with raises(gpubuck.RunError, "main memory", 2147483647, 1000):
            gpubuck.nearest(np.zeros((1000, 3)), 2**31 - 1)

    def test_systems_of_a_batch_never_see_each_other(self):
        systems = [random_system() for _ in range(30)]
        sizes = [len(points) for points, _, _ in systems]
        points = np.concatenate([points for points, _, _ in systems])
        boxes, sides = (np.array([system[k] for system in systems]) for k in (1, 2))
        ptr = np.concatenate([[0], np.cumsum(sizes)])
        near = gpubuck.NeighborList(1.0, sorted=True)
        expected = [np.concatenate(columns) for columns in zip(*(
            [column + first if letter in "ij" else column
             for letter, column in zip("ijSD", near.compute(*system, "ijSD"))]
            for system, first in zip(systems, ptr.astype(np.uintp))))]
        self.assertGreater(len(expected[0]), 500)
        for batch in ({"batch_ptr": ptr}, {"batch_idx": np.repeat(np.arange(30), sizes)}):
            found = near.compute(points, boxes, sides, "ijSDE", **batch)
            for column, own in zip(found, expected):
                np.testing.assert_array_equal(column, own)
            self.assertEqual((found[4].dtype, found[4].flags.c_contiguous), (np.int64, True))
            np.testing.assert_array_equal(found[4], expected[:2])
        last_are_empty = np.concatenate((boxes, boxes[:2]))
        for column, expected in zip(near.compute(points, last_are_empty, np.concatenate((sides, sides[:2])), "ijS",
                                                 batch_idx=np.repeat(np.arange(30), sizes)),
                                    near.compute(points, boxes, sides, "ijS", batch_ptr=ptr)):
            np.testing.assert_array_equal(column, expected)
        same = near.compute(points, 3.0 * np.eye(3), True, "E", batch_ptr=ptr)[0]
        self.assertGreater(same.shape[1], 100)
        self.assertEqual(near.compute([], quantities="E", batch_ptr=[0])[0].shape, (2, 0))
        self.assertEqual(near.compute([], quantities="E", batch_idx=[])[0].shape, (2, 0))
        three = np.zeros((3, 3))
        for arguments, facts in (({"batch_ptr": [0, 2]}, ("start 1", 2, 3)),
                                 ({"batch_ptr": [0, 4, 3]}, ("start 1", 4, "0..3")),
                                 ({"batch_ptr": [[0, 3]]}, ("batch_ptr", "(1, 2)")),
                                 ({"batch_idx": [0, 1]}, ("batch_idx", "(2,)", "(3,)")),
                                 ({"batch_idx": [0, 1, 0]}, ("batch_idx[2]", 0)),
                                 ({"batch_idx": [-1, 0, 0]}, ("batch_idx[0]", "0..65539", -1)),
                                 ({"batch_idx": [0, 0, 2**40]}, ("batch_idx[2]", 2**40)),
                                 ({"batch_idx": np.array([0, 0, 2**63], np.uint64)}, ("batch_idx[2]",)),
                                 ({"batch_idx": [0, 0, 0], "batch_ptr": [0, 3]}, ("batch_idx", "batch_ptr")),
                                 ({"batch_ptr": [0, 3], "others": three}, ("others", "batch")),
                                 ({"batch_ptr": [0, 3], "box": np.ones((2, 3, 3))}, ("box", "(2, 3, 3)")),
                                 ({"batch_ptr": [0, 3], "periodic": True}, ("box", "missing")),
                                 ({"batch_ptr": [0, 1, 3], "box": np.zeros((2, 3, 3)),
                                   "periodic": [[False] * 3, [True] * 3]}, ("system 1", "cell", "side 0"))):
            with self.subTest(facts), raises(gpubuck.InputError, *facts):
                near.compute(three, **arguments)
        for periodic in ("xyz", ["T", "F", "T"], [1, 2, 0], None, [[True], [False, True]], [b"T"] * 3, 1j):
            with self.subTest(periodic), raises(gpubuck.InputError, "periodic"):
                near.compute(three, np.eye(3), periodic)

    def test_matrix_has_room_for_the_longest_row(self):
        points = np.concatenate([RANDOM.uniform(0, 6, (40, 3)), np.full((25, 3), 3.0)])
        near = gpubuck.NeighborList(1.0)
        offsets, ids = near.csr(points, 6 * np.eye(3), True)
        S = gpubuck.NeighborList(1.0, sorted=True).compute(points, 6 * np.eye(3), True, "S")[0]
        matrix, shifts, counts = near.matrix(points, 6 * np.eye(3), True)
        self.assertEqual((matrix.shape, shifts.shape), ((65, counts.max()), (65, counts.max(), 3)))
        self.assertGreaterEqual(counts.max(), 24)
        for i, count in enumerate(counts):
            row = slice(offsets[i], offsets[i + 1])
            np.testing.assert_array_equal(matrix[i, :count], ids[row])
            np.testing.assert_array_equal(shifts[i, :count], S[row])
            self.assertTrue((matrix[i, count:] == 65).all() and not shifts[i, count:].any())
        self.assertTrue((near.matrix(points, others=points[:2] + 100, fill=-1).ids == -1).all())
        self.assertEqual(near.matrix([]).ids.shape, (0, 0))
        ids, _, counts = near.matrix(np.diag([0, 9, 8, 7])[:, 1:], others=[[0, 0, 0.5], [0, 0, 0.6], [30, 9, 9]])
        self.assertEqual((ids.tolist(), counts.tolist()), ([[0, 1], [3, 3], [3, 3], [3, 3]], [2, 0, 0, 0]))

    def test_cut_offs_per_pair_of_types(self):
        names = np.array(["C", "H", "O"])
        table = np.array([[1.0, 0.7, 0.0], [0.7, 0.4, 1.3], [0.0, 1.3, 0.9]])  # C and O are never neighbours
        by_name = {("C", "C"): 1.0, ("H", "C"): 0.7, ("C", "H"): 0.7, ("H", "H"): 0.4, ("O", "H"): 1.3, ("O", "O"): 0.9,
                   ("N", "N"): 9e-9, ("C", "O"): 0.0}
        pairs = 0
        for kind, settings in enumerate(({}, {"full_list": False}, {"strict": False}, {"skin": 0.2},
                                         {"context": gpubuck.Context(engine="paper")})):
            cell = np.array([[2.0, 0, 0], [0.5, 2.5, 0], [-0.5, 0.25, 1.5]])
            sides = np.array([True, kind % 2 == 0, True])
            # A lattice has pairs at exactly the cut-offs.
            points = RANDOM.integers(0, 20, (40, 3)) / 10.0 if kind < 3 else RANDOM.uniform(-1, 3, (40, 3))
            types = RANDOM.integers(0, 3, 40)
            near = gpubuck.NeighborList(by_name, sorted=True, **settings)
            numbered = gpubuck.NeighborList(table, sorted=True, **settings)
            found = near.compute(points, cell, sides, "ijSdDPE", types=names[types])
            expected = self.nearer_than_own(points, types, points, types, cell, sides, table, settings)
            self.assertEqual(rows(*found[:2], found[2]), expected)
            pairs += len(expected)
            np.testing.assert_array_equal(found[5], found[6].T)
            np.testing.assert_array_equal(found[5][:, 0], found[0])
            np.testing.assert_array_equal(
                found[4], gpubuck.NeighborList.compute(numbered, points, cell, sides, "D", types=types)[0])
            offsets, ids = numbered.csr(points, cell, sides, types=types)
            np.testing.assert_array_equal(np.diff(offsets), np.bincount(found[0].astype(int), minlength=40))
            np.testing.assert_array_equal(ids, found[1])
            matrix, _, counts = numbered.matrix(points, cell, sides, types=types)
            np.testing.assert_array_equal(matrix[np.arange(matrix.shape[1]) < counts[:, None]], ids)
            if "skin" in settings:
                continue
            between = near.compute(points[:7], cell, sides, "ijS", others=points[5:], types=names[types[:7]],
                                   other_types=names[types[5:]])
            self.assertEqual(rows(*between), self.nearer_than_own(points[:7], types[:7], points[5:], types[5:], cell,
                                                                  sides, table, settings))
            batch = near.compute(np.concatenate((points[:9], points)), cell, sides, "ijS", batch_ptr=[0, 9, 49],
                                 types=names[np.concatenate((types[:9], types))])
            last = batch[0] >= 9
            self.assertEqual(rows(batch[0][last] - 9, batch[1][last] - 9, batch[2][last]), expected)
        self.assertGreater(pairs, 600)
        self.assertEqual(len(near.compute([], types=[])[0]), 0)
        self.assertEqual(len(near.compute([[0, 0, 0], [0, 0, 1e-9]], types=["N", "N"])[0]), 2)
        self.assertEqual(near.compute(np.zeros((4, 3)), types=["Xx", "C", "Xx", "C"], quantities="P")[0].tolist(),
                         [[1, 3], [3, 1]])
        mixed = gpubuck.NeighborList({("H", 1): 1.0, (2, 2): 1.0}, sorted=True)
        for labels in (["H", 1, "H", 2, 2], ("H", np.int32(1), np.str_("H"), np.uint8(2), 2),
                       np.array(["H", 1, "H", 2, 2], dtype=object)):
            self.assertEqual(mixed.compute(np.zeros((5, 3)), types=labels, quantities="P")[0].tolist(),
                             [[0, 1], [1, 0], [1, 2], [2, 1], [3, 4], [4, 3]])
        for labels, facts in ((["H", 1.0], ("types[1]", 1.0)), (["O", "N"], ("types", "O", "N", "H", 1, 2)),
                              (["1", "2"], ("types", "'1'", "'2'")), ([["H", 1]], ("types", "(1, 2)"))):
            with self.subTest(facts), raises(gpubuck.InputError, *facts):
                mixed.compute(np.zeros((2, 3)), types=labels)
        never = gpubuck.NeighborList([[1, 0], [0, 1]], strict=False)
        self.assertEqual(len(never.compute([[0, 0, 0], [0, 0, 0]], types=[0, 1])[0]), 0)

    def nearer_than_own(self, points, types, others, other_types, cell, sides, table, settings):
        """Returns the pairs among all images that are nearer than the cut-off of their types, by the rule of
        gpubuck.NeighborList in double precision."""
        steps = [range(-5, 6) if periodic else (0,) for periodic in sides]
        shifts = np.array(np.meshgrid(*steps, indexing="ij")).reshape(3, -1).T
        found = []
        for i, j in np.ndindex(len(points), len(others)):
            S = shifts.astype(float)
            D = (others[j] - points[i]) + ((S[:, :1] * cell[0] + S[:, 1:2] * cell[1]) + S[:, 2:] * cell[2])
            s = (D[:, 0] * D[:, 0] + D[:, 1] * D[:, 1]) + D[:, 2] * D[:, 2]
            limit = table[types[i], other_types[j]]
            is_near = np.sqrt(s) < limit if settings.get("strict", True) else (s <= limit * limit) & (limit > 0)
            if others is points and i == j:
                is_near &= shifts.any(axis=1)
            if others is points and not settings.get("full_list", True):
                a, b, c = shifts.T
                sums = a + b + c
                is_near &= (i < j) | ((i == j) & ((sums > 0) | ((sums == 0) & ((c > 0) | ((c == 0) & (b > 0))))))
            found += [(i, j, *shift) for shift in shifts[is_near].tolist()]
        return sorted(found)

    def test_bad_cut_offs_and_types_are_refused(self):
        for cutoff, facts in (({}, ("cutoff", "dict")), ({"HO": 1.0}, ("cutoff", "HO", "pair")),
                              ({(1, 2.5): 1.0}, ("cutoff", "(1, 2.5)")),
                              ({("H", "O"): -1}, ("cutoff['H', 'O']", -1.0, 0)),
                              ({("H", "O"): "a"}, ("cutoff['H', 'O']", "'a'")),
                              ({(1, 2): 1, (2, 1): 3}, ("cutoff[2, 1]", 3.0, 1.0)),
                              ({(1, 1): 0}, ("cutoff", 0, "pair")),
                              ([1.0], ("cutoff", "(1,)")),
                              ([[1, 2], [3, 1]], ("cutoff[0, 1]", 2.0, "cutoff[1, 0]", 3.0)),
                              ([[np.nan]], ("cutoff[0, 0]", "nan")), ([[-1]], ("cutoff[0, 0]", -1.0, 0))):
            with self.subTest(facts), raises(gpubuck.InputError, *facts):
                gpubuck.NeighborList(cutoff)
        two = np.zeros((2, 3))
        by_name, by_number = gpubuck.NeighborList({("H", "H"): 1.0}), gpubuck.NeighborList([[1.0]])
        self.assertEqual(repr(by_number),
                         "<gpubuck.NeighborList: cutoff per pair of types, up to 1.0, full list, in any order>")
        for near, arguments, facts in (
                (by_name, {}, ("types", "missing")), (by_name, {"types": [0.5, 1]}, ("types[0]", 0.5)),
                (by_name, {"types": ["H"]}, ("types", "(1,)", "(2,)")), (by_number, {"types": [0, 1]}, ("types[1]", 1)),
                (by_number, {"types": [0, 0], "other_types": [0, 0]}, ("other_types", "others")),
                (by_number, {"types": [0, 0], "others": two}, ("other_types", "missing")),
                (gpubuck.NeighborList(1.0), {"types": [0, 0]}, ("types", "single"))):
            with self.subTest(facts), raises(gpubuck.InputError, *facts):
                near.compute(two, **arguments)

    def test_threads_may_share_one(self):
        points = RANDOM.uniform(0, 8, (500, 3))
        near = gpubuck.NeighborList(1.0, sorted=True)
        expected, wrong = near.compute(points, quantities="P")[0], []

        def work():
            for _ in range(5):
                if not np.array_equal(near.compute(points, quantities="P")[0], expected):
                    wrong.append(1)

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_bad_arguments_are_refused(self):
        near = gpubuck.NeighborList(1.0)
        for facts, call in (
                (("cutoff", -1.0, 0), lambda: gpubuck.NeighborList(-1)),
                (("cutoff", "nan"), lambda: gpubuck.NeighborList(float("nan"))),
                (("cutoff", "far", "number"), lambda: gpubuck.NeighborList("far")),
                (("algorithm", "gpu", "auto"), lambda: gpubuck.NeighborList(1, algorithm="gpu")),
                (("index_dtype", "float64"), lambda: gpubuck.NeighborList(1, index_dtype=float)),
                (("points", "(4, 2)", "(n, 3)"), lambda: near.compute(np.zeros((4, 2)))),
                (("points", "complex128"), lambda: near.compute(np.zeros((4, 3)) + 1j)),
                (("box", "(2, 3)"), lambda: near.compute([[0, 0, 0]], np.zeros((2, 3)), True)),
                (("box", "missing", "periodic"), lambda: near.compute([[0, 0, 0]], None, True)),
                (("periodic", "[1, 0]"), lambda: near.compute([[0, 0, 0]], [1, 1, 1], [1, 0])),
                (("quantities", "x"), lambda: near.compute([[0, 0, 0]], quantities="ix")),
                (("point 1", "y", "nan"), lambda: near.compute([[0, 0, 0], [0, np.nan, 0]])),
                (("cell", "side 0"), lambda: near.compute([[0, 0, 0]], np.zeros((3, 3)), True)),
                (("r", 0.0), lambda: gpubuck.query_pairs([[0, 0, 0]], 0))):
            with self.subTest(facts), raises(gpubuck.InputError, *facts):
                call()


if __name__ == "__main__":
    unittest.main()
