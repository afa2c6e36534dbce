"""Tests of ModuleTest: pairs of points, compared with plain JavaScript."""

from errors import check_names


class PairTests:
    def test_pairs_equal_brute_force(self):
        cases = (  # points, numbers per point, options, the box that the points fill, its periodic sides
            (0, 3, "", [1, 1, 1], []), (1, 3, "", [1, 1, 1], []), (2, 3, "", [0.1, 0.1, 0.1], []),
            (900, 3, "", [5, 4, 3], []),
            (900, 3, "{ box: [5, 4, 3] }", [5, 4, 3], []),
            (900, 3, "{ box: [5, 4, 3], periodic: true }", [5, 4, 3], [True, True, True]),
            (900, 3, "{ box: [5, 4, 3], periodic: [true, false, true] }", [5, 4, 3], [True, False, True]),
            (900, 2, "{ box: [12, 7], periodic: true }", [12, 7], [True, True]),
            (900, 2, "{ dimensions: 2 }", [12, 7], []),
        )
        for count, size, options, box, periodic in cases:
            for kind in ("Float32Array", "Float64Array"):
                found = self.value(f"""
                    const next = random({count});
                    const box = {box};
                    const points = {kind}.from({{ length: {count * size} }}, (_, k) => next() * box[k % {size}]);
                    const pairs = engine.findPairs(points, 0.5{', ' + options if options else ''});
                    const wanted = slowPairs(points, 0.5, {size}, box, {str(periodic).lower()});
                    const near = engine.findNeighbours(points, 0.5{', ' + options if options else ''});
                    const same = near.offsets.length === {count} + 1 && near.ids.length === wanted.length;
                    return {{ same: same && String(wanted) === String(Array.from(pairs)),
                             pairs: wanted.length / 2 }};""")
                self.assertTrue(found["same"], (count, size, options, kind))
                if count > 2:
                    self.assertGreater(found["pairs"], 300)

    def test_pairs_of_more_than_65535_points(self):
        # On a lattice of edge 1, a point has its neighbours at the distance 1 in each direction.
        found = self.value("""
            const n = 41;
            const points = new Float32Array(3 * n ** 3);
            for (let i = 0; i < n ** 3; ++i) points.set([i % n, Math.floor(i / n) % n, Math.floor(i / n / n)], 3 * i);
            const pairs = engine.findPairs(points, 1.0);
            const wrong = pairs.findIndex((i, k) => k % 2 === 0 && ![1, n, n * n].includes(pairs[k + 1] - i));
            return [pairs.length / 2, 3 * n * n * (n - 1), wrong, pairs[pairs.length - 1]];""")
        self.assertEqual(found[0], found[1])
        self.assertEqual(found[2:], [-1, 41**3 - 1])

    def test_pair_table_has_images_distances_and_vectors(self):
        # The face-centred cubic lattice with one point per cell. The point has 12 neighbours, which make 6 pairs.
        found = self.value("""
            const cell = [0, 1, 1, 1, 0, 1, 1, 1, 0];
            const find = (options) => engine.findPairTable([5, -3, 2], 1.5, { cell, periodic: true, ...options });
            const half = find({ shifts: true, distances: true });
            const { first, offsets, vectors } = find({ full: true, vectors: true });
            const far = vectors.map((x) => Math.abs(x)).reduce((a, b) => Math.max(a, b), 0);
            return { shifts: Array.from(half.shifts), distances: Array.from(half.distances), keys: Object.keys(half),
                     rows: first.length, offsets: Array.from(offsets), vectors: vectors.length, far,
                     strict: find({ strict: true }).first.length,
                     atRadius: engine.findPairTable([5, -3, 2], Math.SQRT2,
                                                    { cell, periodic: true, strict: true }).first.length,
                     unsorted: find({ sorted: false }).offsets === undefined };""")
        self.assertEqual(found["shifts"], [-1, 0, 1, -1, 1, 0, 0, -1, 1, 0, 0, 1, 0, 1, 0, 1, 0, 0])
        self.assertEqual(found["distances"], [2**0.5] * 6)
        self.assertEqual(sorted(found["keys"]), ["distances", "first", "offsets", "second", "shifts"])
        self.assertEqual((found["rows"], found["offsets"], found["vectors"], found["far"]), (12, [0, 12], 36, 1))
        self.assertEqual((found["strict"], found["atRadius"], found["unsorted"]), (6, 0, True))

    def test_half_of_the_cells_finds_the_same(self):
        found = self.value("""
            const next = random(7);
            const points = Float64Array.from({ length: 900 }, () => 5 * next());
            const options = { box: [5, 4, 3], periodic: true, shifts: true, distances: true };
            const differing = [];
            let pairs = 0;
            for (const full of [false, true]) {
              const all = engine.findPairTable(points, 0.9, { ...options, full });
              const half = engine.findPairTable(points, 0.9, { ...options, full, halfCells: true });
              pairs += all.first.length;
              differing.push(...Object.keys(all).filter((name) => String(all[name]) !== String(half[name])));
            }
            const wrong = (options) => failure(() => engine.findPairs(points, 0.9, { halfCells: true, ...options }));
            return { pairs, differing, errors: [wrong({ others: points }), wrong({ search: 'octant=2' }),
              wrong({ halfCells: 1 })] };""")
        self.assertGreater(found["pairs"], 3000)
        self.assertEqual(found["differing"], [])
        for error, fact in zip(found["errors"], ("two sets", "octant=2", "halfCells"), strict=True):
            check_names(error, "InputError", fact)

    def test_others_are_a_second_set_of_points(self):
        found = self.value("""
            const others = [1, 0, 0, 0, 0, 0, 9.9, 9, 9];
            const box = { box: [10, 10, 10], periodic: [true, false, false] };
            const { first, second } = engine.findPairTable([0, 0, 0, 4, 0, 0, 0, 9, 9], 1.5, { ...box, others });
            return { first: Array.from(first), second: Array.from(second),
                     offsets: Array.from(engine.findNeighbours([0, 0, 0, 4, 0, 0], 1.5, { others }).offsets),
                     none: engine.findPairs([0, 0, 0], 1.5, { others: [] }).length };""")
        self.assertEqual(found, {"first": [0, 0, 2], "second": [0, 1, 2], "offsets": [0, 2, 2], "none": 0})

    def test_a_radius_per_pair_of_types(self):
        found = self.value("""
            const points = [0, 0, 0, 1, 0, 0, 2, 0, 0, 2.5, 0, 0];
            const radii = [0, 1, 1, 0.5];
            const types = [0, 0, 1, 1];
            const pairs = (options) => Array.from(engine.findPairs(points, radii, { types, ...options }));
            const wrong = (radius, options) => failure(() => engine.findPairs(points, radius, options));
            const others = [0.5, 0, 0];
            const table = engine.findPairTable(points, radii, { types, others, otherTypes: [1], distances: true });
            return { pairs: [pairs({}), pairs({ strict: true }), pairs({ box: [3.5, 9, 9], periodic: true })],
                     between: [Array.from(table.first), Array.from(table.distances), 'vectors' in table],
                     ids: Array.from(engine.findNeighbours(points, radii, { types }).ids),
                     clusters: Array.from(engine.findClusters(points, radii, { types }).ofPoint),
                     systems: Array.from(engine.findPairsInSystems(points, [0, 2, 4], radii, { types }).first),
                     errors: [wrong(radii, {}), wrong(radii, { types: [0] }), wrong(1, { types }),
                       wrong([1, 2, 2], { types }), wrong(radii, { types: [0, 0, 1, 2] }), wrong('1', {}),
                       wrong(radii, { types, otherTypes: types }), wrong([1, 2, 3, 1], { types })] };""")
        self.assertEqual(found["pairs"], [[1, 2, 2, 3], [], [0, 3, 1, 2, 2, 3]])
        self.assertEqual(found["between"], [[0, 1], [0.5, 0.5], False])
        self.assertEqual((found["ids"], found["clusters"], found["systems"]), ([2, 1, 3, 2], [1, 0, 0, 0], [2]))
        for error, facts in zip(found["errors"], (("types", "missing"), ("types", 1, 4), ("types", "single"),
                                                  ("cut-offs", 3), ("types[3]", 2, "0..1"), ("radius", '"1"'),
                                                  ("otherTypes", "others"), ("types 0 and 1", 2)), strict=True):
            check_names(error, "InputError", *facts)

    def test_systems_of_a_batch_never_see_each_other(self):
        found = self.value("""
            const next = random(5);
            const sizes = [30, 0, 1, 12];
            const starts = [0, 30, 30, 31, 43];
            const points = Float64Array.from({ length: 3 * 43 }, () => 6 * next() / 2 ** 32 - 1);
            const cells = [[4, 0, 0, 1, 4, 0, 0, 1, 4], [1, 0, 0, 0, 1, 0, 0, 0, 1], [0.9, 0, 0, 0, 9, 0, 0, 0, 9],
              [5, 0, 0, 0, 5, 0, 0, 0, 5]];
            const periodic = [[true, false, true], [true, true, true], [true, false, false], [false, false, false]];
            const options = { full: true, shifts: true, distances: true, vectors: true };
            const all = engine.findPairsInSystems(points, starts, 1.5, { cells: cells.flat(),
              periodic: periodic.flat(), ...options });
            const expected = { first: [], second: [], shifts: [], distances: [], vectors: [], offsets: [0] };
            sizes.forEach((size, b) => {
              const own = engine.findPairTable(points.slice(3 * starts[b], 3 * starts[b + 1]), 1.5,
                { cell: cells[b], periodic: periodic[b], ...options });
              const before = expected.first.length;
              for (const name of ['first', 'second']) expected[name].push(...own[name].map((i) => i + starts[b]));
              for (const name of ['shifts', 'distances', 'vectors']) expected[name].push(...own[name]);
              expected.offsets.push(...own.offsets.slice(1).map((row) => row + before));
            });
            const four = [0, 0, 0, 0.5, 0, 0, 0.5, 0, 0, 2, 0, 0];
            const same = engine.findPairsInSystems(four, Uint16Array.from([0, 2, 4]), 1.4,
              { cells: [2.5, 0, 0, 0, 9, 0, 0, 0, 9], periodic: true, sorted: false });
            const wrong = (...args) => failure(() => engine.findPairsInSystems(...args));
            return { pairs: all.first.length, keys: Object.keys(all).length,
                     differing: Object.keys(expected).filter((name) => String(expected[name]) !== String(all[name])),
                     same: [String(same.first), String(same.second), 'offsets' in same],
                     none: engine.findPairsInSystems([], [0], 1).first.length,
                     errors: [wrong([0, 0, 0], [], 1), wrong([0, 0, 0], [0, 2], 1), wrong([0, 0, 0], [0, 1], 1,
                       { cells: [1, 2, 3] }), wrong([0, 0, 0], [0, 1], 1, { periodic: true }),
                       wrong([0, 0, 0], [0, 1], 1, { search: 'cells27' }), wrong([0, 0, 0], [0, 1], 1,
                       { periodic: [true] }), wrong([NaN, 0, 0], [0, 1], 1)] };""")
        self.assertGreater(found["pairs"], 50)
        self.assertEqual((found["keys"], found["differing"], found["none"]), (6, [], 0))
        self.assertEqual(found["same"], ["0,2", "1,3", False])
        for error, facts in zip(found["errors"], (("starts", "empty"), ("start 1", 2, 1), ("cells", 3, 9),
                                                  ("cells", "missing"), ("search",), ("periodic", "[true]"),
                                                  ("system 0", "point 0", "x", "nan")), strict=True):
            check_names(error, "InputError", *facts)

    def test_clusters_are_points_that_pairs_connect(self):
        found = self.value("""
            const points = [0, 0, 0, 3, 0, 0, 3.5, 0, 0, 9.8, 0, 0, 4, 0, 0];
            const { ofPoint, sizes } = engine.findClusters(points, 1, { box: [10, 10, 10], periodic: true });
            return { of: Array.from(ofPoint), sizes: Array.from(sizes), none: engine.findClusters([], 1).sizes.length,
                     others: failure(() => engine.findClusters(points, 1, { others: points })) };""")
        self.assertEqual((found["of"], found["sizes"], found["none"]), ([1, 0, 0, 1, 0], [3, 2], 0))
        check_names(found["others"], "InputError", "others")
