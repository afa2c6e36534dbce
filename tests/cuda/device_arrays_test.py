"""Neighbours of arrays on an NVIDIA GPU, against the search on the processor: if sorted, both have the same bits.

Not a part of tools/test, since it needs an NVIDIA GPU, and at least one of PyTorch, CuPy and JAX:

  PYTHONPATH=build/release/python python3 tests/cuda/device_arrays_test.py
"""
import gc
import importlib.util
import unittest

import gpubuck
import numpy as np

FULL = "ijSdD"
PACKAGES = [name for name in ("torch", "cupy", "jax") if importlib.util.find_spec(name)]


def on_gpu(package, array):
    array = np.ascontiguousarray(array)
    if package == "torch":
        import torch
        return torch.from_numpy(array).cuda()
    if package == "cupy":
        import cupy
        return cupy.asarray(array)
    import jax
    jax.config.update("jax_enable_x64", True)
    return jax.device_put(array)


def on_host(array):
    if hasattr(array, "cpu"):
        return array.detach().cpu().numpy()
    return array.get() if hasattr(array, "get") else np.asarray(array)


def system(random, count):
    """Returns points in and around a triclinic cell, some of whose sides are open."""
    cell = np.diag(random.uniform(1.0, 5.0, 3)) + random.uniform(-1.5, 1.5, (3, 3)) * (random.random() < 0.5)
    while abs(np.linalg.det(cell)) < 0.3:
        cell = np.diag(random.uniform(1.0, 5.0, 3))
    return random.uniform(-0.7, 1.7, (count, 3)) @ cell, cell, random.random(3) < 0.7


def hostile(random):
    """Returns a system that searches may get wrong: crowded, narrow, flat, on the faces, far away or without pairs."""
    count = int(random.choice([0, 1, 2, 3, 31, 32, 33, 200, 700]))
    size = random.choice([0.1, 0.5, 1.0, 3.0, 10.0], 3) * random.uniform(0.7, 1.3, 3)
    cell = np.diag(size)
    if random.random() < 0.5:
        cell = cell + np.triu(random.uniform(-2.0, 2.0, (3, 3)), 1) * size
    if random.random() < 0.2:
        cell = cell[random.permutation(3)]
    periodic = random.random(3) < 0.7
    # A narrow periodic system has so many images that a few points are enough.
    heights = 1.0 / np.linalg.norm(np.linalg.inv(cell), axis=0)
    count = min(count, int(2 + 1e3 * np.prod(np.where(periodic, np.minimum(heights, 1.0), 1.0))))
    places = random.choice([
        lambda: random.uniform(-0.7, 1.7, (count, 3)),
        lambda: random.integers(-4, 9, (count, 3)) / 4.0,  # points on faces, and points in the same place
        lambda: random.uniform(0.0, 1.0, (count, 1)) * np.ones(3),
        lambda: np.full((count, 3), random.uniform()) + random.choice([0.0, 1e-3, 1e4]) * random.random((count, 3)),
    ])()
    return places @ cell, cell, periodic


class DeviceArraysTest(unittest.TestCase):
    def expect_same(self, found, expected):
        self.assertEqual(len(found), len(expected))
        for one, other in zip(found, expected):
            one = on_host(one)
            self.assertEqual(one.shape, other.shape)
            self.assertTrue((one == other.astype(one.dtype)).all())

    def test_random_systems_match_the_processor(self):
        random = np.random.default_rng(1)
        pairs = 0
        for full in (True, False):
            for strict in (True, False):
                near = gpubuck.NeighborList(1.3, full, True, strict=strict, index_dtype=np.int64)
                reference = gpubuck.NeighborList(1.3, full, True, strict=strict, index_dtype=np.int64, device="cpu")
                for count in (0, 1, 2, 63, 64, 65, 300, 2000, 7, 5000):
                    points, cell, periodic = system(random, count)
                    expected = reference.compute(points, cell, periodic, FULL)
                    for package in PACKAGES:
                        if count == 0 and package == "jax":
                            continue
                        given = on_gpu(package, points)
                        found = near.compute(given, cell, periodic, FULL)
                        self.assertEqual(type(found[0]), type(given))
                        self.expect_same(found, expected)
                    pairs += len(expected[0])
        self.assertGreater(pairs, 100_000)

    def test_hostile_systems_match_the_processor(self):
        random = np.random.default_rng(10)
        pairs = 0
        for call in range(500):
            cutoff = float(random.choice([0.25, 0.5, 1.0, 1.3]))
            settings = {"full_list": random.random() < 0.5, "strict": random.random() < 0.5}
            systems = [hostile(random) for _ in range(random.integers(1, 4))]
            points = np.concatenate([each[0] for each in systems])
            given = on_gpu(PACKAGES[0], points)
            batch = {"box": np.stack([each[1] for each in systems]),
                     "periodic": np.stack([each[2] for each in systems]),
                     "batch_ptr": np.cumsum([0] + [len(each[0]) for each in systems])}
            reference = gpubuck.NeighborList(cutoff, sorted=True, index_dtype=np.int64, device="cpu", **settings)
            expected = reference.compute(points, quantities=FULL, **batch)
            for is_sorted in (True, False):
                near = gpubuck.NeighborList(cutoff, sorted=is_sorted, index_dtype=np.int64, **settings)
                found = [on_host(each) for each in near.compute(given, quantities=FULL, **batch)]
                if not is_sorted:
                    if len(found[0]) > 50_000:  # NumPy would take long to sort them
                        continue
                    self.assertTrue((np.diff(found[0]) >= 0).all())
                    order = np.lexsort([*found[2].T[::-1], found[1], found[0]])
                    found = [each[order] for each in found]
                with self.subTest(call):
                    self.expect_same(found, expected)
            pairs += len(expected[0])
        self.assertGreater(pairs, 1_000_000)

    def test_a_capacity_gives_the_pairs_and_their_number(self):
        points, cell, periodic = system(np.random.default_rng(11), 500)
        near = gpubuck.NeighborList(1.2, sorted=True, index_dtype=np.int64)
        expected = near.compute(points, cell, periodic, FULL)
        pairs = len(expected[0])
        for package in PACKAGES:
            given = on_gpu(package, points)
            for capacity in (0, pairs - 1, pairs, pairs + 1000):
                *found, number = near.compute(given, cell, periodic, FULL + "n", capacity=capacity)
                self.assertEqual(int(number), pairs)
                self.assertEqual(len(found[0]), capacity)
                if capacity < pairs:
                    continue
                self.expect_same([on_host(each)[:pairs] for each in found], expected)
                self.assertTrue((on_host(found[0])[pairs:] == 500).all() and (on_host(found[1])[pairs:] == 500).all())
                self.assertTrue(all((on_host(each)[pairs:] == 0).all() for each in found[2:]))
            bad = points.copy()
            bad[17, 1] = np.nan
            self.assertEqual(int(near.compute(on_gpu(package, bad), cell, periodic, "n", capacity=5)[0]), -18)

    @unittest.skipUnless("torch" in PACKAGES, "needs PyTorch")
    def test_a_graph_records_searches_of_a_capacity(self):
        import torch
        random = np.random.default_rng(12)
        near = gpubuck.NeighborList(1.0, sorted=True, index_dtype=np.int64)
        systems = 70  # systems of different cells: more lattices than one launch can hold
        cells = np.stack([np.diag(random.uniform(2.0, 4.0, 3)) for _ in range(systems)])
        starts = 40 * np.arange(systems + 1)
        given = torch.zeros(40 * systems, 3, dtype=torch.float64, device="cuda")
        batch = {"batch_ptr": starts, "capacity": 300_000}
        near.compute(given, cells, True, FULL + "n", **batch)  # compiles
        torch.cuda.synchronize()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            *found, number = near.compute(given, cells, True, FULL + "n", **batch)
        torch.empty(1 << 28, device="cuda").fill_(7.0)
        for _ in range(5):
            points = random.uniform(-1.0, 4.0, given.shape)
            given.copy_(torch.from_numpy(points))
            graph.replay()
            expected = near.compute(points, cells, True, FULL, batch_ptr=starts)
            self.assertEqual(int(number), len(expected[0]))
            self.expect_same([each[:int(number)] for each in found], expected)

    @unittest.skipUnless("torch" in PACKAGES, "needs PyTorch")
    def test_searches_on_several_streams_match(self):
        import torch
        random = np.random.default_rng(13)
        near = gpubuck.NeighborList(1.0, sorted=True, index_dtype=np.int64)
        kept = gpubuck.NeighborList(1.0, sorted=True, index_dtype=np.int64, skin=0.3)
        streams = [torch.cuda.Stream() for _ in range(4)]
        calls = []
        for k in range(40):
            points, cell, periodic = system(random, int(random.integers(0, 3000)))
            with torch.cuda.stream(streams[k % 4]):
                given = torch.from_numpy(points).cuda()
                given = given @ torch.eye(3, dtype=torch.float64, device="cuda")
                calls.append((near.compute(given, cell, periodic, FULL), given.cpu().numpy(), cell, periodic))
                torch.cuda.current_stream().synchronize()
            self.expect_same(kept.compute(given, cell, periodic, FULL), [on_host(each) for each in calls[-1][0]])
        torch.cuda.synchronize()
        for found, *given in calls:
            self.expect_same(found, near.compute(*given, FULL))

    def test_batches_and_csr_match_the_processor(self):
        random = np.random.default_rng(2)
        near = gpubuck.NeighborList(1.1, sorted=True, index_dtype=np.int64)
        for package in PACKAGES:
            systems = [system(random, int(count)) for count in random.integers(0, 90, 40)]
            points = np.concatenate([each[0] for each in systems])
            cells, periodic = np.stack([each[1] for each in systems]), np.stack([each[2] for each in systems])
            start = np.concatenate(([0], np.cumsum([len(each[0]) for each in systems])))
            of = np.repeat(np.arange(40), np.diff(start))
            expected = near.compute(points, cells, periodic, "ES" + FULL, batch_ptr=start)
            given = on_gpu(package, points)
            self.expect_same(near.compute(given, on_gpu(package, cells), periodic, "ES" + FULL,
                                          batch_ptr=on_gpu(package, start)), expected)
            self.expect_same(near.compute(given, cells, periodic, "ES" + FULL, batch_idx=on_gpu(package, of)), expected)
            self.expect_same(near.compute(given, cells[3], True, "P", batch_ptr=start),
                             near.compute(points, cells[3], True, "P", batch_ptr=start))
            one, cell, sides = system(random, 700)
            self.expect_same(near.csr(on_gpu(package, one), cell, sides), near.csr(one, cell, sides))

    def test_floats_give_floats_of_the_doubles(self):
        random = np.random.default_rng(3)
        points, cell, periodic = system(random, 500)
        points = points.astype(np.float32)
        for package in PACKAGES:
            near = gpubuck.NeighborList(1.2, sorted=True, index_dtype=np.int32)
            found = near.compute(on_gpu(package, points), cell, periodic, FULL)
            self.assertEqual(on_host(found[3]).dtype, np.float32)
            self.assertEqual(on_host(found[0]).dtype, np.int32)
            self.expect_same(found, near.compute(points, cell, periodic, FULL))

    def test_any_order_has_the_same_pairs_in_order_of_i_and_repeats(self):
        random = np.random.default_rng(4)
        points, cell, periodic = system(random, 3000)
        expected = gpubuck.NeighborList(0.9, sorted=True).compute(points, cell, periodic, "ijS")
        near = gpubuck.NeighborList(0.9)
        given = on_gpu(PACKAGES[0], points)
        first = [on_host(each) for each in near.compute(given, cell, periodic, "ijS")]
        self.expect_same(near.compute(given, cell, periodic, "ijS"), first)
        self.assertTrue((np.diff(first[0]) >= 0).all())
        rows = np.column_stack([first[0], first[1], first[2]])
        rows = rows[np.lexsort(rows.T[::-1])]
        self.assertTrue((rows == np.column_stack([each.astype(np.int64) for each in expected])).all())

    def test_results_outlive_the_list_and_the_next_search(self):
        random = np.random.default_rng(5)
        points, cell, periodic = system(random, 800)
        given = on_gpu(PACKAGES[0], points)
        near = gpubuck.NeighborList(1.0, sorted=True)
        first = near.compute(given, cell, periodic, FULL)
        kept = [on_host(each).copy() for each in first]
        for _ in range(20):
            near.compute(on_gpu(PACKAGES[0], points[::-1]), cell, periodic, FULL)
        del near
        gc.collect()
        self.expect_same(first, kept)

    @unittest.skipUnless("torch" in PACKAGES, "needs PyTorch")
    def test_tensors_with_gradients_streams_and_views(self):
        import torch
        points, cell, periodic = system(np.random.default_rng(6), 400)
        near = gpubuck.NeighborList(1.4, sorted=True)
        expected = near.compute(points, cell, periodic, FULL)
        given = torch.from_numpy(points).cuda().requires_grad_()
        self.expect_same(near.compute(given, torch.from_numpy(cell).cuda(), torch.from_numpy(periodic).cuda(), FULL),
                         expected)
        with torch.cuda.stream(torch.cuda.Stream()):
            late = torch.zeros(400, 3, dtype=torch.float64, device="cuda")
            for _ in range(50):  # the search must wait for this work
                torch.randn(2000, 2000, device="cuda") @ torch.randn(2000, 2000, device="cuda")
            late += torch.from_numpy(points).cuda()
            self.expect_same(near.compute(late, cell, periodic, FULL), expected)
        with self.assertRaisesRegex(gpubuck.InputError, "^points: are not contiguous; make a contiguous copy"):
            near.compute(given.detach()[::2], cell, periodic)
        with self.assertRaisesRegex(gpubuck.InputError, "^points: holds i8; on a GPU it must hold float32 or float64"):
            near.compute(given.detach().long(), cell, periodic)
        bad = given.detach().clone()
        bad[17, 1] = float("nan")
        with self.assertRaisesRegex(gpubuck.InputError, "^point 17 of system 0: is not finite"):
            near.compute(bad, cell, periodic)
        self.expect_same(near.compute(given, cell, periodic, FULL), expected)  # after the errors
        with self.assertRaisesRegex(gpubuck.InputError, "^others: are not on a GPU, but points are$"):
            near.compute(given, cell, periodic, others=points)
        kept = gpubuck.NeighborList(1.4, skin=0.3)
        with self.assertRaisesRegex(gpubuck.InputError,
                                    "^skin: must be 0 in a search between two sets of points, got 0.3$"):
            kept.compute(given, cell, periodic, others=given)
        own = np.repeat([0, 1], 200)
        results = gpubuck.torchsim_nl(given, torch.from_numpy(cell).cuda(), True, 1.4, torch.from_numpy(own).cuda(),
                                      True)
        self.assertTrue(all(each.is_cuda for each in results))
        self.expect_same(results, gpubuck.torchsim_nl(points, cell, True, 1.4, own, True))

    def test_types_two_sets_and_matrices_match_the_processor(self):
        random = np.random.default_rng(8)
        table = np.array([[1.0, 0.7, 0.0], [0.7, 0.1, 1.3], [0.0, 1.3, 0.9]])
        by_name = {("C", "C"): 1.0, ("H", "C"): 0.7, ("H", "H"): 0.1, ("O", "H"): 1.3, ("O", "O"): 0.9}
        names = np.array(["C", "H", "O", "N"])
        for k, package in enumerate(PACKAGES):
            for settings in ({}, {"full_list": False}, {"strict": False}):
                near = gpubuck.NeighborList(1.1, sorted=True, index_dtype=np.int64, **settings)
                typed = gpubuck.NeighborList((table, by_name)[k % 2], sorted=True, index_dtype=np.int64, **settings)
                for count, other_count in ((1, 1), (70, 3), (900, 1300)):
                    points, cell, periodic = system(random, count)
                    # On a lattice, distances can equal the cut-offs exactly.
                    others = random.integers(-10, 20, (other_count, 3)) / 10.0
                    types, other_types = random.integers(0, 3, count), random.integers(0, 3, other_count)
                    if k % 2:
                        types, other_types = names[types], names[other_types]
                    given, given_others = on_gpu(package, points), on_gpu(package, others)
                    self.expect_same(near.compute(given, cell, periodic, FULL, others=given_others),
                                     near.compute(points, cell, periodic, FULL, others=others))
                    self.expect_same(typed.compute(given, cell, periodic, FULL, types=types),
                                     typed.compute(points, cell, periodic, FULL, types=types))
                    self.expect_same(typed.compute(given_others, cell, periodic, FULL, types=other_types),
                                     typed.compute(others, cell, periodic, FULL, types=other_types))
                    both = {"types": types, "other_types": other_types}
                    self.expect_same(typed.compute(given, cell, periodic, FULL, others=given_others, **both),
                                     typed.compute(points, cell, periodic, FULL, others=others, **both))
                    self.expect_same(typed.csr(given, cell, periodic, types=types),
                                     typed.csr(points, cell, periodic, types=types))
                    self.expect_same(near.matrix(given, cell, periodic), near.matrix(points, cell, periodic))
                    self.expect_same(typed.matrix(given, cell, periodic, fill=-1, others=given_others, **both),
                                     typed.matrix(points, cell, periodic, fill=-1, others=others, **both))
            batch = {"batch_ptr": [0, 900, 900, 2200], "types": np.concatenate((types, other_types))}
            points = random.uniform(0, 6, (2200, 3))
            self.expect_same(typed.compute(on_gpu(package, points), np.eye(3) * 5, True, FULL, **batch),
                             typed.compute(points, np.eye(3) * 5, True, FULL, **batch))

    def test_kept_lists_match_a_search_and_stay_on_the_gpu(self):
        random = np.random.default_rng(9)
        table = np.array([[1.0, 0.6], [0.6, 0.0]])
        for package in PACKAGES:
            for cutoff, named in ((1.0, {}), (table, {"types": random.integers(0, 2, 3000)})):
                near = gpubuck.NeighborList(cutoff, sorted=True, skin=0.4, index_dtype=np.int64)
                reference = gpubuck.NeighborList(cutoff, sorted=True, index_dtype=np.int64, device="cpu")
                start = random.uniform(0, 9, (3000, 3))
                cell = 9.0 * np.eye(3)
                for k in range(6):
                    points = start + random.uniform(-0.05, 0.05, start.shape)
                    self.expect_same(near.compute(on_gpu(package, points), cell, True, FULL, **named),
                                     reference.compute(points, cell, True, FULL, **named))
                    self.expect_same(near.csr(on_gpu(package, points), cell, True, **named),
                                     reference.csr(points, cell, True, **named))
                self.assertEqual(near.rebuilds, 1)
                points = points + 0.21
                batch = {"batch_ptr": [0, 1000, 3000], **named}
                self.expect_same(near.compute(on_gpu(package, points), cell, True, FULL, **named),
                                 reference.compute(points, cell, True, FULL, **named))
                self.assertEqual(near.rebuilds, 2)
                self.expect_same(near.compute(on_gpu(package, points), cell, True, FULL, **batch),
                                 reference.compute(points, cell, True, FULL, **batch))
                self.assertEqual(near.rebuilds, 3)

    @unittest.skipUnless("torch" in PACKAGES, "needs PyTorch")
    def test_memory_does_not_grow(self):
        import torch
        points, cell, _ = system(np.random.default_rng(7), 20_000)
        given = torch.from_numpy(points * 6.0).cuda()
        near = gpubuck.NeighborList(3.0)

        def free_after(calls):
            for _ in range(calls):
                near.compute(given, 6.0 * cell, True, "ESdD")
            return torch.cuda.mem_get_info()[0]

        before = free_after(5)
        self.assertGreater(free_after(100), before - 64_000_000)


if __name__ == "__main__":
    unittest.main()
