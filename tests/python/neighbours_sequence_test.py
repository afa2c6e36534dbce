"""Successive calls of one NeighborList, each compared with a brute-force search in double precision."""
import copy
import itertools
import pickle
import unittest

import numpy as np

import gpubuck
from errors import raises


def brute_force(points, cell, periodic, cutoff, full):
    """Returns all pairs as {(i, j, S): D}, by the rule of docs/library.md."""
    points, cell = np.asarray(points, dtype=np.float64).reshape(-1, 3), np.asarray(cell, dtype=np.float64)
    if cell.shape == (3,):
        cell = np.diag(cell)
    pairs, reach = {}, [0, 0, 0]
    if any(periodic) and len(points):
        completed = cell.copy()
        for axis in np.flatnonzero(~np.asarray(periodic)):  # open sides are ignored: any independent vectors will do
            others = np.delete(completed, axis, 0)
            normal = np.cross(*others)
            completed[axis] = normal / np.linalg.norm(normal) if np.linalg.norm(normal) > 0 else np.eye(3)[axis]
        inverse = np.linalg.inv(completed)
        spread = np.ptp(points @ inverse, axis=0)
        reach = [int(np.ceil(spread[k] + cutoff * np.linalg.norm(inverse[:, k]))) if periodic[k] else 0
                 for k in range(3)]
    for S in itertools.product(*(range(-most, most + 1) for most in reach)):
        moved = (S[0] * cell[0] + S[1] * cell[1]) + S[2] * cell[2] if any(S) else np.zeros(3)
        D = (points[None, :] - points[:, None]) + moved
        s = (D[..., 0] * D[..., 0] + D[..., 1] * D[..., 1]) + D[..., 2] * D[..., 2]
        for i, j in zip(*np.nonzero(np.sqrt(s) < cutoff)):
            if i == j and not any(S):
                continue
            positive = sum(S) > 0 or (sum(S) == 0 and (S[2] > 0 or (S[2] == 0 and S[1] > 0)))
            if full or i < j or (i == j and positive):
                pairs[int(i), int(j), S] = D[i, j]
    return pairs


class Sequence:
    """A list, its settings, and its calls, which are checked."""

    def __init__(self, test, random, context):
        self.test, self.random, self.context = test, random, context
        self.cutoff, self.full, self.sorted, self.dtype = 1.0, True, False, np.dtype(np.uintp)
        self.near = gpubuck.NeighborList(self.cutoff, self.full, self.sorted, context=context)

    def system(self):
        count = self.random.choice([0, 1, 2, 30])
        cell = np.diag(self.random.uniform(0.9, 3.0, 3)) + np.tril(self.random.uniform(-1, 1, (3, 3)), -1)
        periodic = self.random.integers(0, 2, 3).astype(bool)
        points = self.random.uniform(-0.5, 1.5, (count, 3)) @ cell
        if self.random.integers(0, 3) == 0:
            points = points.astype(np.float32)
        return points, cell, periodic

    def compute(self):
        points, cell, periodic = self.system()
        letters = "".join(self.random.permutation(list("ijSdDP"))[:self.random.integers(1, 7)])
        found = dict(zip(letters, self.near.compute(points, cell, periodic, letters)))
        expected = brute_force(points, cell, periodic, self.cutoff, self.full)
        for column in found.values():
            self.test.assertEqual(len(column), len(expected))
        for letter in set(letters) & set("ijP"):
            self.test.assertEqual(found[letter].dtype, self.dtype)
        self.check(found, expected)
        if self.sorted and {"i", "j", "S"} <= set(letters):
            keys = np.column_stack([found[letter] for letter in "ijS"]).astype(int).tolist()
            self.test.assertEqual(keys, sorted(keys))

    def check(self, found, expected):
        """Expects the columns of the expected pairs, in any order."""
        if "P" in found and "i" not in found:
            found = {**found, "i": found["P"][:, 0]}
        keys = list(expected)
        whole = {"i": np.array([key[0] for key in keys], dtype=float),
                 "j": np.array([key[1] for key in keys], dtype=float),
                 "P": np.array([key[:2] for key in keys], dtype=float).reshape(-1, 2),
                 "S": np.array([key[2] for key in keys], dtype=float).reshape(-1, 3),
                 "D": np.array(list(expected.values())).reshape(-1, 3)}
        whole["d"] = np.sqrt((whole["D"][:, 0]**2 + whole["D"][:, 1]**2) + whole["D"][:, 2]**2)
        for letter in set("dD") & set(found):
            whole[letter] = whole[letter].astype(found[letter].dtype)  # results have the type of the points

        def table(columns):
            rows = np.column_stack([np.asarray(columns[letter], dtype=float) for letter in found])
            return rows[np.lexsort(np.round(rows, 9).T)]

        np.testing.assert_allclose(table(found), table(whole), rtol=1e-12, atol=1e-12)

    def csr(self):
        points, cell, periodic = self.system()
        offsets, ids = self.near.csr(points, cell, periodic)
        keys = sorted(brute_force(points, cell, periodic, self.cutoff, self.full))
        np.testing.assert_array_equal(np.repeat(np.arange(len(points)), np.diff(offsets)), [key[0] for key in keys])
        np.testing.assert_array_equal(ids, [key[1] for key in keys])

    def fail(self):
        """Makes a call that is refused, before or within the search."""
        calls = [lambda: self.near.compute([[0, 0, np.nan]]), lambda: self.near.compute([[0, 0, 0]], None, True),
                 lambda: self.near.compute(np.zeros((3, 3)), np.zeros((3, 3)), True),
                 lambda: self.near.csr(np.zeros((2, 2))), lambda: self.near.compute([[0, 0, 0]], quantities="k"),
                 lambda: setattr(self.near, "cutoff", -1.0), lambda: setattr(self.near, "index_dtype", float)]
        with self.test.assertRaises(gpubuck.InputError):
            calls[self.random.integers(len(calls))]()

    def change(self):
        self.cutoff = self.near.cutoff = float(self.random.choice([0.5, 1.0, 1.7]))
        self.full = self.near.full_list = bool(self.random.integers(0, 2))
        self.sorted = self.near.sorted = bool(self.random.integers(0, 2))
        self.dtype = self.near.index_dtype = np.dtype(self.random.choice([np.uintp, np.int32, np.int64]))

    def copy(self):
        self.near = (copy.copy, copy.deepcopy)[self.random.integers(0, 2)](self.near)


class NeighborListSequenceTest(unittest.TestCase):
    def check_sequences(self, context):
        for seed in range(4):
            sequence = Sequence(self, np.random.default_rng(seed), context)
            for k, name in enumerate(sequence.random.choice(
                    ["compute", "compute", "compute", "csr", "fail", "change", "copy"], 40)):
                with self.subTest(seed=seed, call=k, name=name):
                    getattr(sequence, name)()

    def test_each_call_on_the_processor_equals_that_of_a_new_object(self):
        self.check_sequences(None)

    def test_each_call_equals_that_of_a_new_object(self):
        self.check_sequences(gpubuck.Context(engine="paper"))

    def test_each_fast_call_equals_that_of_a_new_object(self):
        self.check_sequences(gpubuck.Context(engine="fast"))

    def test_attributes_apply_from_the_next_search(self):
        points = np.random.default_rng(1).uniform(0, 4, (100, 3))
        near = gpubuck.NeighborList(1.0)

        def same():
            fresh = gpubuck.NeighborList(near.cutoff, near.full_list, near.sorted, near.algorithm,
                                         index_dtype=near.index_dtype)
            found, expected = near.compute(points, quantities="P")[0], fresh.compute(points, quantities="P")[0]
            self.assertEqual(found.dtype, expected.dtype)
            self.assertEqual(sorted(found.tolist()), sorted(expected.tolist()))
            np.testing.assert_array_equal(near.csr(points).ids, fresh.csr(points).ids)
            return len(found)

        first = near.compute(points, quantities="Pd")
        kept, times = [each.copy() for each in first], near.times
        rows = same()
        near.cutoff = 2
        self.assertIsInstance(near.cutoff, float)
        self.assertGreater(same(), 2 * rows)
        near.full_list = False
        self.assertLess(same(), 4 * rows)
        near.sorted = True
        found = near.compute(points, quantities="P")[0].tolist()
        self.assertEqual(found, sorted(found))
        near.index_dtype = "int32"
        self.assertEqual(near.compute(points)[0].dtype, np.int32)
        near.algorithm = "brute_force"
        same()
        for before, after in zip(kept, first):  # a result belongs to the caller and is not overwritten
            np.testing.assert_array_equal(before, after)
        self.assertEqual(len(times), 5)

    def test_attributes_out_of_range_are_refused(self):
        near = gpubuck.NeighborList(1.0)
        for name, value in (("cutoff", 0), ("cutoff", "2"), ("cutoff", None), ("cutoff", float("inf")),
                            ("full_list", "half"), ("sorted", None), ("algorithm", "gpu"), ("algorithm", []),
                            ("index_dtype", float), ("index_dtype", "int16"), ("index_dtype", "none")):
            before = getattr(near, name)
            with self.subTest(name=name, value=value), raises(gpubuck.InputError, name):
                setattr(near, name, value)
            self.assertEqual(getattr(near, name), before)
        fluid = gpubuck.Fluid.__new__(gpubuck.Fluid)
        for owner, name in ((near, "times"), (near, "cutof"), (near, "n_thread"), (fluid, "kT"), (fluid, "positions")):
            with self.subTest(name), self.assertRaises(AttributeError):
                setattr(owner, name, 3)

        class Named(gpubuck.NeighborList):
            pass

        named = Named(1.0)
        named.name = "mine"
        self.assertEqual(copy.copy(named).name, "mine")

    def test_copies_find_the_same_and_are_independent(self):
        points = np.random.default_rng(2).uniform(0, 4, (100, 3))
        for used in (False, True):
            for context in (None, gpubuck.Context(engine="paper")):
                for duplicate in (copy.copy, copy.deepcopy, lambda near: pickle.loads(pickle.dumps(near))):
                    near = gpubuck.NeighborList(1.2, False, True, "cell_list", index_dtype=np.int32, context=context)
                    if used:
                        near.compute(points)
                    other = duplicate(near)
                    for name in ("cutoff", "full_list", "sorted", "algorithm", "index_dtype"):
                        self.assertEqual(getattr(other, name), getattr(near, name))
                    self.assertIsNone(other.times)
                    expected = near.compute(points, quantities="P")[0]
                    np.testing.assert_array_equal(other.compute(points, quantities="P")[0], expected)
                    other.cutoff = 0.5
                    self.assertEqual(near.cutoff, 1.2)
                    np.testing.assert_array_equal(near.compute(points, quantities="P")[0], expected)
                    self.assertLess(len(other.compute(points)[0]), len(expected))

    def test_copies_keep_every_setting(self):
        settings = {"cutoff": 1.5, "full_list": False, "sorted": True, "algorithm": "brute_force",
                    "index_dtype": np.dtype(np.int32), "n_threads": 3, "skin": 0.25}
        near = gpubuck.NeighborList(**settings, strict=False, search="octant=2", sort="bitonic", device="cpu")
        points = [[0, 0, 0], [1.5, 0, 0], [0, 1.7, 0]]
        near.compute(points)
        for duplicate in (copy.copy, copy.deepcopy, lambda near: pickle.loads(pickle.dumps(near))):
            other = duplicate(near)
            self.assertEqual({name: getattr(other, name) for name in settings}, settings)
            for name in ("_rule", "_device", "_context"):
                self.assertEqual(getattr(other, name), getattr(near, name))
            self.assertEqual(other.compute(points, quantities="P")[0].tolist(), [[0, 1]], "not strict")
            self.assertEqual((other.rebuilds, near.rebuilds), (1, 1), "each keeps a list of its own")
            for changed, searches in (({"n_threads": 1}, 2), ({"skin": 0.0}, 4), ({"skin": 0.25, "n_threads": 3}, 4)):
                for name, value in changed.items():
                    setattr(other, name, value)
                for _ in range(2):
                    self.assertEqual(other.compute(points, quantities="P")[0].tolist(), [[0, 1]])
                self.assertEqual(other.rebuilds, searches, changed)

    def test_copied_context_is_the_same_object(self):
        context = gpubuck.Context(engine="paper")
        self.assertIs(copy.copy(context), context)
        self.assertIs(copy.deepcopy({"context": context})["context"], context)
        other, again = pickle.loads(pickle.dumps((context, context)))
        self.assertIsNot(other, context)
        self.assertIs(other, again)
        self.assertEqual((other.engine, other.description), (context.engine, context.description))


if __name__ == "__main__":
    unittest.main()
