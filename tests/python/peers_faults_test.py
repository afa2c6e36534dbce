"""Tests gpubuck for faults that users of neighbour lists have met. Comments name the programs, and the threads of
GitHub (#) or the versions, in which users met the faults.

Run this file alone with another module that has vesin's interface, to see whether that module has the faults:

  peers_faults_test.py [MODULE]
"""
import importlib
import sys
import unittest

import ase.neighborlist
import numpy as np

MODULE = "gpubuck"
RANDOM = np.random.default_rng(12)


def neighbor_list(cutoff, full_list=True):
    return importlib.import_module(MODULE).NeighborList(cutoff=cutoff, full_list=full_list)


def rows(columns):
    return sorted(map(tuple, np.column_stack([np.asarray(each).astype(np.int64) for each in columns]).tolist()))


class PeersFaultsTest(unittest.TestCase):
    def check(self, points, box, periodic, cutoff, least=1):
        """Compares a search with ASE's search, pair by pair."""
        points, periodic = np.asarray(points, dtype=float), np.broadcast_to(periodic, 3)
        i, j, S, D = neighbor_list(cutoff).compute(points=points, box=box, periodic=periodic, quantities="ijSD")
        expected = ase.neighborlist.primitive_neighbor_list("ijS", periodic, box, points, cutoff)
        self.assertEqual(rows((i, j, S)), rows(expected))
        self.assertGreaterEqual(len(i), least)
        i, j = np.asarray(i).astype(int), np.asarray(j).astype(int)
        np.testing.assert_allclose(D, points[j] - points[i] + S @ np.asarray(box), atol=1e-9)
        return i, j, S

    def test_partly_periodic_cells_miss_no_pair(self):
        # Luthaf/vesin#153
        for bits in range(8):
            periodic = [bool(bits >> k & 1) for k in range(3)]
            self.check(RANDOM.uniform(-1, 4, (60, 3)), np.diag([3.0, 3.5, 4.0]), periodic, 1.4, 100)

    def test_triclinic_and_rotated_cells_miss_no_pair(self):
        # Luthaf/vesin#157 and its version 0.5.8
        box = np.array([[3.0, 0, 0], [1.9, 2.5, 0], [-1.4, 1.1, 2.8]])
        turn, _ = np.linalg.qr(RANDOM.normal(size=(3, 3)))
        points = RANDOM.uniform(0, 1, (40, 3)) @ box
        for sides, places in ((box, points), (box @ turn, points @ turn), (-box, points)):
            self.check(places, sides, True, 2.1, 500)

    def test_negative_coordinates_are_places_as_others(self):
        # Luthaf/vesin, version 0.5.8
        points = RANDOM.uniform(0, 5, (50, 3))
        found = self.check(points, 5 * np.eye(3), False, 1.5)
        self.assertEqual(rows(self.check(points - 15, 5 * np.eye(3), False, 1.5)), rows(found))

    def test_points_outside_of_an_open_side_have_consistent_shifts(self):
        # libAtoms/matscipy: D contradicts S
        self.check(RANDOM.uniform(-9, 14, (200, 3)), 5 * np.eye(3), [True, True, False], 1.5)

    def test_no_pair_comes_twice(self):
        # NVIDIA/nvalchemi-toolkit-ops#2 and #3
        for cutoff in (0.9, 2.5):
            pairs = rows(neighbor_list(cutoff).compute(
                RANDOM.uniform(0, 2, (20, 3)), 2 * np.eye(3), True, "ijS"))
            self.assertEqual(len(pairs), len(set(pairs)))
            half = rows(neighbor_list(cutoff, False).compute(np.zeros((1, 3)), 0.8 * np.eye(3), True, "ijS"))
            self.assertFalse({(i, j, -a, -b, -c) for i, j, a, b, c in half} & set(half))

    def test_no_number_of_neighbours_is_too_many(self):
        # torch-cluster keeps only 32 neighbours; NVIDIA/nvalchemi-toolkit-ops#1, #114, #159; brucefan1983/GPUMD#1525
        i, _ = neighbor_list(1.0).compute(np.zeros((700, 3)), np.eye(3), False, "ij")
        np.testing.assert_array_equal(np.bincount(np.asarray(i).astype(int)), 699)

    def test_empty_space_takes_no_memory(self):
        # NVIDIA/nvalchemi-toolkit-ops#120; matscipy, MACE: 1.7e9 empty cells; cuNSearch: a stray point
        points = np.concatenate([RANDOM.uniform(0, 3, (50, 3)), [[1e9, 0, 0], [0, -1e9, 1e9]]])
        i, _ = neighbor_list(1.0).compute(points, np.eye(3), False, "ij")
        self.assertLess(max(i), 50)
        self.check([[0.1, 0, 0], [9e5 - 0.1, 0, 0]], 9e5 * np.eye(3), True, 0.5, 2)

    def test_a_cell_smaller_than_the_cut_off_has_all_images(self):
        self.check([[0.1, 0.2, 0.3]], np.diag([0.5, 0.7, 9.0]), True, 2.0, 30)

    def test_cells_without_points(self):
        for points in (np.zeros((0, 3)), np.zeros((1, 3))):
            self.assertEqual(len(neighbor_list(1.0).compute(points, 5 * np.eye(3), True, "ij")[0]), 0)

    def test_systems_of_a_batch_stay_apart_and_miss_no_pair(self):
        # NVIDIA/nvalchemi-toolkit-ops#128 misses 19 % of pairs; NVIDIA/nvalchemi-toolkit#106 joins systems
        if MODULE != "gpubuck":
            self.skipTest("vesin has no batches")
        points = RANDOM.uniform(0, 3, (90, 3))
        batch = np.repeat([0, 1, 2], 30)
        i, j, S = neighbor_list(1.2).compute(points, 3 * np.eye(3), True, "ijS", batch_idx=batch)
        i, j = i.astype(int), j.astype(int)
        np.testing.assert_array_equal(batch[i], batch[j])
        apart = [len(self.check(points[batch == b], 3 * np.eye(3), True, 1.2)[0]) for b in range(3)]
        self.assertEqual(len(i), sum(apart))


if __name__ == "__main__":
    MODULE = sys.argv.pop(1) if len(sys.argv) > 1 else MODULE
    unittest.main()
