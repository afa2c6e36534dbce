"""The calls of ASE, matscipy, scipy and TorchSim, compared with ASE and scipy."""
import functools
import sys
import types
import unittest
from unittest import mock

import ase
import ase.build
import ase.calculators.emt
import ase.calculators.lj
import ase.neighborlist
import numpy as np
from scipy.spatial import cKDTree

import gpubuck
from errors import raises
from tensors import along, slope_of, torch

RANDOM = np.random.default_rng(9)


def rows(*columns):
    """Returns the rows of the table of these columns, as a sorted list of tuples."""
    return sorted(map(tuple, np.column_stack(columns).tolist()))


class ScipyTest(unittest.TestCase):
    def test_pairs_match_scipy_in_one_to_three_dimensions(self):
        for dimensions in (1, 2, 3):
            points = RANDOM.integers(0, 9, (150, dimensions)) * 0.5
            expected = cKDTree(points).query_pairs(1.0, output_type="ndarray")
            found = gpubuck.query_pairs(points, 1.0)
            self.assertEqual(found.dtype, expected.dtype)
            self.assertGreater(len(found), 100)
            np.testing.assert_array_equal(found, np.array(rows(expected)))

    def test_boxsize_matches_scipy(self):
        for dimensions, boxsize in ((3, 4.0), (3, [4.0, 0.0, 5.0]), (2, [4.0, 3.0]), (1, 9.0)):
            points = RANDOM.uniform(0, 3, (60, dimensions))
            expected = cKDTree(points, boxsize=boxsize).query_pairs(0.9, output_type="ndarray")
            self.assertGreater(len(expected), 20)
            np.testing.assert_array_equal(gpubuck.query_pairs(points, 0.9, boxsize=boxsize), sorted(expected.tolist()))
        self.assertEqual(gpubuck.query_pairs([[0.0], [1]], 5.0, boxsize=2.0).tolist(), [[0, 1]])
        self.assertEqual(gpubuck.query_pairs([[0.0], [1], [9]], 0.5, boxsize=10.0).shape, (0, 2))
        self.assertEqual(gpubuck.query_pairs([[0.0]], 20.0, boxsize=10.0).shape, (0, 2), "only its own images")
        for wrong in (-1.0, [1.0, 2.0], [np.nan] * 3, "a"):
            with raises(gpubuck.InputError, "boxsize"):
                gpubuck.query_pairs([[0, 0, 0]], 1.0, boxsize=wrong)


class AseTest(unittest.TestCase):
    def same(self, quantities, atoms, cutoff, **more):
        """Compares the results of gpubuck and of ASE, in which rows with the same i may have another order. Expects
        arrays of the same types and shapes."""
        found = gpubuck.ase_neighbor_list(quantities, atoms, cutoff, **more)
        expected = ase.neighborlist.neighbor_list(quantities, atoms, cutoff, **more)
        self.assertIs(type(found), type(expected))
        if len(quantities) == 1:
            found, expected = (found,), (expected,)
        self.assertEqual([(each.dtype, each.shape) for each in found],
                         [(each.dtype, each.shape) for each in expected])
        if "i" in quantities:
            np.testing.assert_array_equal(found[quantities.index("i")], expected[quantities.index("i")])

        def ordered(columns):
            table = np.column_stack([np.round(each, 9) + 0.0 for each in columns])
            return table[np.lexsort(table.T)]

        np.testing.assert_allclose(ordered(found), ordered(expected), atol=1e-9)
        self.assertGreater(len(found[0]), 10)

    def test_ase_interface_matches_for_all_arguments(self):
        atoms = ase.Atoms("H10O10", positions=RANDOM.uniform(0, 4, (20, 3)), cell=[[4, 0, 0], [1, 4, 0], [0, 2, 4]],
                          pbc=[True, False, True])
        self.same("ijS", atoms, 2.0)
        self.same("i", atoms, 2.0)
        self.same("dDjiS", atoms, 3)
        self.same("ijdS", atoms, {("H", "H"): 1.9, ("O", 1): 2.5})
        self.same("ijS", atoms, list(RANDOM.uniform(0.5, 1.5, 20)))
        self.same("ijSD", atoms, 2.0, self_interaction=True)
        atoms.pbc = False
        self.same("ijS", ase.Atoms("H20", positions=atoms.positions), 2.0)

    def test_inputs_of_ase_give_results_of_ase(self):
        water = ase.Atoms("H2O", positions=[[0, 0, 0], [0, 0, 1], [0, 1, 0]])
        loose = ase.Atoms("H2", positions=[[0, 0, 0], [0, 0, 0.4]], pbc=True)  # without a cell
        flat = ase.Atoms("HO", positions=[[0, 0, 0], [2.9, 0, 0]], cell=[3, 3, 0], pbc=[True, True, False])
        none = ase.Atoms()
        found = 0
        for atoms, cutoff in (
                (water, 0), (water, 0.0), (water, -1), (water, 1.2), (water, np.float32(1.5)), (water, np.int64(2)),
                (water, True), (water, {("H", "H"): 0}), (water, {("H", "O"): 1.2}), (water, {("O", "H"): 1.2}),
                (water, {"HO": 2.0}), (water, {("H", "H"): -1, ("H", "O"): 2}), (water, {(1.0, np.int64(8)): 2}),
                (water, {(-1, 8): 2, ("H", 1): 1.5}), (water, {(1, 8): 2, (8, 1): 0.5}), (water, {("C", "C"): 9}),
                (water, {("H", "H"): 0.5, ("H", "O"): 5, ("O", "O"): 5}), (water, [0, 0, 0]), (water, [-1, 3, 2]),
                (water, [0.6, 0.6, 0.1]), (water, (1, 0, 1)), (water, np.ones(3, dtype=np.float32)), (loose, 1.2),
                (flat, 3.0), (flat, {("H", "O"): 0.5}), (none, 1.0), (none, 0), (none, {("H", "H"): 1}), (none, [])):
            for own in (False, True, 1):
                for quantities in ("ijS", "d", "", "iiD", ["i", "j"], ("d", "S")):
                    with self.subTest(atoms=str(atoms.symbols), cutoff=cutoff, own=own, quantities=quantities):
                        found += self.count_same(quantities, atoms, cutoff, self_interaction=own)
        self.assertGreater(found, 1500)

    def count_same(self, quantities, atoms, cutoff, **more):
        """Compares a result with ASE's result, in which rows with the same i may have another order. Returns the number
        of rows."""
        ours = gpubuck.ase_neighbor_list(quantities, atoms, cutoff, **more)
        theirs = ase.neighborlist.neighbor_list(quantities, atoms, cutoff, **more)
        self.assertIs(type(ours), type(theirs))
        if len(quantities) == 0:
            self.assertEqual(ours, theirs)
            return 0
        if len(quantities) == 1:
            ours, theirs = (ours,), (theirs,)
        self.assertEqual([(each.dtype, each.shape) for each in ours], [(each.dtype, each.shape) for each in theirs])
        for letter, our, their in zip(quantities, ours, theirs):
            if letter == "i":
                np.testing.assert_array_equal(our, their)
        tables = [np.column_stack([np.round(each, 9) + 0.0 for each in columns]) for columns in (ours, theirs)]
        our, their = (table[np.lexsort(table.T)] for table in tables)
        np.testing.assert_allclose(our, their, atol=1e-9)
        return len(our)

    def test_bad_arguments_are_refused(self):
        atoms = ase.Atoms("H2", positions=[[0, 0, 0], [0, 0, 1]])
        flat = ase.Atoms("H", positions=[[0, 0, 0]], cell=[[1, 0, 0], [2, 0, 0], [0, 0, 1]], pbc=True)
        nowhere = ase.Atoms("H", positions=[[0, 0, np.nan]])
        for facts, arguments in ((("quantities", "P"), ("ijP", atoms, 1.0)),
                                 (("quantities", "P"), ("P", ase.Atoms(), 1.0)),
                                 (("quantities", "'ij'"), (["ij"], atoms, 1.0)), (("quantities", 3), (3, atoms, 1.0)),
                                 (("quantities", None), (None, atoms, 1.0)), (("a", 3, "ase.Atoms"), ("ij", 3, 1.0)),
                                 (("a", None, "ase.Atoms"), ("ij", None, 1.0)), (("cell",), ("ij", flat, 1.0)),
                                 (("point 0", "z", "nan"), ("ij", nowhere, 1.0)),
                                 (("cutoff", "'3'", "number"), ("ij", atoms, "3")),
                                 (("cutoff", None, "number"), ("ij", atoms, None)),
                                 (("cutoff", "1j", "number"), ("ij", atoms, 1j)),
                                 (("cutoff", "nan"), ("ij", atoms, float("nan"))),
                                 (("cutoff", "inf"), ("ij", atoms, np.inf)),
                                 (("cutoff", "(3,)"), ("ij", atoms, [1, 1, 1])),
                                 (("cutoff", "(1,)"), ("ij", atoms, [1])),
                                 (("cutoff", "(2, 1)"), ("ij", atoms, [[1], [1]])),
                                 (("cutoff", "<U1"), ("ij", atoms, ["1", "1"])),
                                 (("cutoff", "object"), ("ij", atoms, [None, 1])),
                                 (("cutoff", "array"), ("ij", atoms, [[1], [1, 2]])),
                                 (("cutoff[1]", "nan"), ("ij", atoms, [1, np.nan])),
                                 (("cutoff", "dict"), ("ij", atoms, {})),
                                 (("cutoff 1", "pair"), ("ij", atoms, {1: 1.0})),
                                 (("cutoff ('H',)", "pair"), ("ij", atoms, {("H",): 1.0})),
                                 (("cutoff ('H', 'H', 'H')", "pair"), ("ij", atoms, {("H", "H", "H"): 1})),
                                 (("cutoff ('H', 'Hh')", "'Hh'", "symbol"), ("ij", atoms, {("H", "Hh"): 1})),
                                 (("cutoff ('H', None)", "number"), ("ij", atoms, {("H", None): 1})),
                                 (("cutoff ('H', 'H')", "far"), ("ij", atoms, {("H", "H"): "far"})),
                                 (("cutoff ('H', 'H')", "inf"), ("ij", atoms, {("H", "H"): np.inf}))):
            with self.subTest(facts), raises(gpubuck.InputError, *facts):
                gpubuck.ase_neighbor_list(*arguments)

    def test_arguments_of_matscipy(self):
        atoms = ase.Atoms("H2O4", positions=RANDOM.uniform(0, 3, (6, 3)), cell=[3, 3, 3], pbc=[True, False, True])
        for cutoff in (1.4, {("H", "O"): 1.6, (8, 8): 1.1}, RANDOM.uniform(0.5, 1.0, 6)):
            expected = gpubuck.ase_neighbor_list("ijSd", atoms, cutoff)
            self.assertGreater(len(expected[0]), 3)
            for arguments in ((atoms, cutoff),
                              (None, cutoff, atoms.positions, atoms.cell[:], atoms.pbc, atoms.numbers)):
                for column, own in zip(gpubuck.matscipy_neighbour_list("ijSd", *arguments), expected):
                    np.testing.assert_array_equal(column, own)
        self.assertEqual(gpubuck.matscipy_neighbour_list("i", cutoff=1.0, positions=np.zeros((2, 3))).tolist(), [0, 1])
        with raises(gpubuck.InputError, "positions"):
            gpubuck.matscipy_neighbour_list("i", cutoff=1.0)

    def test_lists_of_ase_by_this_one(self):
        atoms = ase.Atoms("H25", positions=RANDOM.uniform(-2, 5, (25, 3)), cell=[[4, 0, 0], [1, 4, 0], [0, 2, 4]],
                          pbc=[True, False, True])
        radii = RANDOM.uniform(0.4, 0.9, 25)
        for own in (False, True):
            for both in (False, True):
                lists = [ase.neighborlist.NeighborList(radii, 0.2, True, own, both, primitive=primitive)
                         for primitive in (ase.neighborlist.NewPrimitiveNeighborList, gpubuck.AseNeighborList)]
                self.assertEqual([each.update(atoms) for each in lists], [True, True])
                for a in range(25):
                    theirs, ours = ([tuple(np.append(j, S)) for j, S in zip(*each.get_neighbors(a))] for each in lists)
                    self.assertEqual(sorted(theirs), sorted(ours))
                np.testing.assert_array_equal(*(each.get_connectivity_matrix(False) for each in lists))
        near = lists[1]
        self.assertGreater(near.nneighbors, near.npbcneighbors)
        self.assertGreater(near.npbcneighbors, 20)
        for by, updates in ((0.15, 1), (0.15, 2), (0.0, 2)):
            atoms.positions[3, 1] += by
            near.update(atoms)
            self.assertEqual(near.nupdates, updates)
        atoms.pbc = True
        self.assertTrue(near.update(atoms))

    def test_calculators_of_ase_with_this_list(self):
        ours = functools.partial(ase.neighborlist.NeighborList, primitive=gpubuck.AseNeighborList)
        for module, atoms, calculator in (
                (ase.calculators.emt, ase.build.bulk("Cu", cubic=True) * (2, 2, 1), ase.calculators.emt.EMT),
                (ase.calculators.lj, ase.build.bulk("Ar", "fcc", a=1.6) * (3, 3, 3),
                 functools.partial(ase.calculators.lj.LennardJones, rc=2.5))):
            atoms.rattle(0.05, seed=3)
            results = []
            for each in (module.NeighborList, ours):
                with mock.patch.object(module, "NeighborList", each):
                    atoms.calc = calculator()
                    results.append((atoms.get_potential_energy(), atoms.get_forces(), atoms.get_stress()))
            self.assertGreater(np.abs(results[0][1]).max(), 0.01)
            for theirs, own in zip(*results):
                np.testing.assert_allclose(own, theirs, atol=1e-10)


class TorchSimTest(unittest.TestCase):
    def test_batches_as_torchsim_wants_them(self):
        sizes = (20, 1, 35)
        positions = RANDOM.uniform(-1, 5, (56, 3)).astype(np.float32)
        cells = np.array([np.diag([4.0, 4, 4]), np.eye(3), [[3, 0, 0], [1, 3, 0], [0, 1, 3]]])
        sides = np.array([[True, True, True], [False, False, False], [True, False, True]])
        system_idx = np.repeat([0, 1, 2], sizes)
        expected = []
        for b, first in enumerate(np.cumsum((0, *sizes[:-1]))):
            own = system_idx == b
            i, j, S = ase.neighborlist.primitive_neighbor_list("ijS", sides[b], cells[b],
                                                               positions[own].astype(float), 1.5)
            expected += [(first + a, first + c, b, *shift) for a, c, shift in zip(i, j, S.tolist())]
        self.assertGreater(len(expected), 200)
        for cell in (cells, cells.reshape(9, 3)):
            for pbc in (sides, sides.reshape(9)):
                mapping, systems, shifts = gpubuck.torchsim_nl(positions, cell, pbc, np.array(1.5), system_idx)
                self.assertEqual((mapping.dtype, systems.dtype, shifts.dtype), (np.int64, np.int64, np.float32))
                self.assertEqual(sorted(map(tuple, np.column_stack((*mapping, systems, shifts.astype(int))).tolist())),
                                 sorted(expected))
        with_own, systems, shifts = gpubuck.torchsim_nl(positions, cells, sides, 1.5, system_idx, True)
        np.testing.assert_array_equal(with_own[:, :-56], mapping)
        np.testing.assert_array_equal(with_own[:, -56:], [np.arange(56)] * 2)
        np.testing.assert_array_equal(systems[-56:], system_idx)
        self.assertFalse(shifts[-56:].any())
        mapping, _, shifts = gpubuck.torchsim_nl(np.zeros((0, 3)), np.eye(3), True, 1.0, np.zeros(0, dtype=int))
        self.assertEqual((mapping.shape, shifts.shape), ((2, 0), (0, 3)))
        with raises(gpubuck.InputError, "cutoff", "(2,)"):
            gpubuck.torchsim_nl(positions, cells, sides, [1.0, 2.0], system_idx)
        plain = gpubuck.torchsim_nl(positions, cells, sides, 1.5, system_idx)
        for tensor, own in zip(gpubuck.torchsim_nl(*map(torch.from_numpy, (positions, cells, sides, np.array(1.5),
                                                                           system_idx))), plain):
            self.assertIsInstance(tensor, torch.Tensor)
            np.testing.assert_array_equal(tensor.numpy(), own)

    def test_torchsim_searches_on_the_gpu_of_the_positions(self):
        positions, cell = RANDOM.uniform(0, 4, (25, 3)).astype(np.float32), np.diag([4.0, 4, 4])
        system_idx = np.repeat([0, 1], (10, 15))

        class OnGpu:
            """A tensor in CUDA memory that has only the members of PyTorch's tensors that gpubuck uses."""

            device, is_cuda = "cuda:0", True
            dtype = property(lambda self: self.numbers.dtype)
            __cuda_array_interface__ = property(lambda self: {"shape": self.numbers.shape})

            def __init__(self, numbers):
                self.numbers = numbers

            def __len__(self):
                return len(self.numbers)

            def __getitem__(self, at):
                return OnGpu(self.numbers[at.numbers if isinstance(at, OnGpu) else at])

            def detach(self):
                return self

            def cpu(self):
                assert self.dtype.kind != "f", "positions stay on the GPU"
                return self

            def numpy(self):
                return self.numbers

            def new_zeros(self, shape):
                return OnGpu(np.zeros(shape, self.dtype))

            def to(self, dtype):
                return OnGpu(self.numbers.astype(dtype))

        OnGpu.__module__ = "torch"
        calls = types.ModuleType("torch")
        calls.int64 = np.int64
        calls.arange = lambda count, device: OnGpu(np.arange(count))
        calls.cat = lambda tensors, dim=0: OnGpu(np.concatenate([each.numbers for each in tensors], dim))
        calls.stack = lambda tensors: OnGpu(np.stack([each.numbers for each in tensors]))
        calls.as_tensor = lambda tensor, dtype, device: OnGpu(tensor.numbers.astype(dtype))

        def found(search, settings, given, wanted, is_wide, batch_ptr, batch_idx, capacity):
            self.assertEqual((wanted, is_wide, settings.sorted, batch_ptr, capacity), ("ES", True, True, None, None))
            near = gpubuck.NeighborList(float(settings.cutoffs), sorted=True, index_dtype=np.int64)
            results = near.compute(given.points.numbers, given.box, given.periodic, wanted, batch_idx=batch_idx)
            return dict(zip(wanted, map(OnGpu, results)))

        for own in (False, True):
            expected = gpubuck.torchsim_nl(positions, cell, True, 1.5, system_idx, own)
            with mock.patch.dict(sys.modules, {"torch": calls}), mock.patch("gpubuck._device.Search.find", found):
                results = gpubuck.torchsim_nl(OnGpu(positions), cell, True, 1.5, OnGpu(system_idx), own)
            for one, other in zip(results, expected):
                self.assertEqual((type(one), one.dtype), (OnGpu, other.dtype))
                np.testing.assert_array_equal(one.numbers, other)
        OnGpu.__module__ = "cupy"
        with raises(gpubuck.InputError, "positions", "GPU", "PyTorch"):
            gpubuck.torchsim_nl(OnGpu(positions), cell, True, 1.5, system_idx)

    def test_tensors_give_tensors(self):
        points, cell = RANDOM.uniform(0, 4, (30, 3)).astype(np.float32), np.diag([4.0, 4, 4])
        near = gpubuck.NeighborList(1.5, sorted=True)
        plain = near.compute(points, cell, [True, False, True], "ijSdDE")
        tensors = near.compute(*map(torch.from_numpy, (points, cell, np.array([True, False, True]))), "ijSdDE")
        self.assertGreater(len(plain[0]), 50)
        for tensor, own in zip(tensors, plain):
            self.assertIsInstance(tensor, torch.Tensor)
            np.testing.assert_array_equal(tensor.numpy(), own)
        self.assertEqual([str(each.dtype).rpartition(".")[2] for each in tensors[2:]],
                         ["int32", "float32", "float32", "int64"])

    def test_distances_of_tensors_are_differentiable(self):
        cell = np.array([[2.4, 0, 0], [0.7, 2.1, 0], [-0.4, 0.5, 2.6]])
        boxes = np.array([cell, 1.2 * cell])
        points, others = RANDOM.uniform(-1, 3, (2, 24, 3))
        for name, box, more, periodic in (
                ("open", None, {}, False), ("a cell", cell, {}, True), ("sides", np.array([2.4, 2.1, 2.6]), {}, True),
                ("an open side", np.where([[1], [0], [1]], cell, np.nan), {}, [True, False, True]),
                ("others", cell, {"others": others}, True),
                ("a batch", boxes, {"batch_idx": np.repeat([0, 1], 12)}, [[True] * 3, [False, True, True]]),
                ("one cell for a batch", cell, {"batch_ptr": [0, 10, 10, 24]}, True)):
            for type_ in (np.float64, np.float32):
                with self.subTest(name, type=type_):
                    self.check_slopes(*[None if each is None else each.astype(type_) for each in (points, box)],
                                      periodic, more)

    def check_slopes(self, points, box, periodic, more):
        """Compares the derivatives of "d" and "D" along a direction with differences in double precision."""
        near = gpubuck.NeighborList(1.7, full_list=False, sorted=True)
        inputs = [points] + ([] if box is None else [box]) + ([more["others"]] if "others" in more else [])
        slopes = [RANDOM.normal(size=each.shape).astype(each.dtype) for each in inputs]

        def moved(by):
            given = [each.astype(np.float64) + by * slope for each, slope in zip(inputs, slopes)]
            places, sides = given[0], None if box is None else given[1]
            ends = given[-1] if "others" in more else places
            plain = near.compute(points, box, periodic, "ijS", **more)
            i, j, S = (each.astype(np.int64) for each in plain)
            D = ends[j] - places[i]
            if sides is not None:
                of = np.asarray(more["batch_idx"])[i] if "batch_idx" in more else None
                rows = np.diag(sides) if sides.ndim == 1 else sides[of] if sides.ndim == 3 else sides
                D = D + (S[:, :, None] * np.where(S[:, :, None] == 0, 0, rows)).sum(1)
            return np.linalg.norm(D, axis=1), D

        tensors = [along(each, slope) for each, slope in zip(inputs, slopes)]
        given = dict(more, others=tensors[-1]) if "others" in more else more
        results = near.compute(tensors[0], None if box is None else tensors[1], periodic, "dD", **given)
        self.assertGreater(len(results[0]), 20)
        for own, plain, low, high in zip(results, near.compute(points, box, periodic, "dD", **more), moved(-1e-5),
                                         moved(1e-5)):
            np.testing.assert_array_equal(own.detach().numpy(), plain)
            np.testing.assert_allclose(slope_of(own, list(zip(tensors, slopes))), (high - low) / 2e-5,
                                       atol=1e-8 if points.dtype == np.float64 else 2e-5)

    def test_gradients_that_cannot_be_kept_are_refused(self):
        near, points = gpubuck.NeighborList(1.0), np.zeros((2, 3))
        with raises(gpubuck.InputError, "points", "tensor"):
            near.compute(points, along(np.eye(3), np.eye(3)), True, "d")
        for call in (near.csr, near.matrix, lambda points: gpubuck.nearest(points, 1)):
            with raises(gpubuck.InputError, "points", "array"):
                call(along(points, points))


if __name__ == "__main__":
    unittest.main()
