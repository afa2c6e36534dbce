"""Tests of all rows of docs/from-the-papers.md that can be run. They compare the program with the papers.

Expected values come from the papers, or are calculated here from their formulas.
"""
import csv
import json
import math
import os
import random
import re
import struct
import subprocess
import tempfile
import tomllib
import unittest
from pathlib import Path

import numpy as np

ROOT = Path(os.environ["GPUBUCK_SOURCE"])
PROGRAM = os.environ["GPUBUCK_PROGRAM"]
LISTING_1 = ("--algorithm", "bucket", "--partition", "contiguous", "--sub-buffers", "1")
# Figure 1: the bucket of each of eight elements, and head, next and visited after each round.
FIGURE_1 = [0, 2, 3, 2, 0, 1, 3, 3]
FIGURE_1_ROUNDS = [("4 5 3 7", "4 3 7 / / / 7 /", ". . . * * * . *"),
                   ("0 5 1 6", "4 3 6 / / / 7 /", "* * . * * * * *"),
                   ("0 5 1 2", "4 3 6 / / / 7 /", "* * * * * * * *")]


def bucket_sort(a, buckets):
    """Runs Listing 1, with its names; returns (head, next, visited, points drawn) after each round."""
    head = [None] * buckets
    next_ = [None] * len(a)
    visited = [False] * len(a)
    rounds = []
    while True:
        points = 0
        for i in range(len(a)):
            if not visited[i]:
                head[a[i]] = i
                points += 1
        if points == 0:
            return rounds
        for i in range(len(a)):
            if not visited[i]:
                if head[a[i]] == i:
                    visited[i] = True
                else:
                    next_[i] = head[a[i]]
        rounds.append((list(head), list(next_), list(visited), points))


def row(values):
    return " ".join("/" if value is None else str(value) for value in values)


def points_of(lengths):
    """Returns the number of points that lists of these lengths take: a list of n elements is drawn n times, with one
    point less each time."""
    return sum(n * (n + 1) // 2 for n in lengths)


def members(head, next_):
    lists = []
    for first in head:
        lists.append([])
        while first >= 0:
            lists[-1].append(int(first))
            first = next_[first]
    return lists


class Program(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def run_program(self, *arguments, given=None):
        environment = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
        return subprocess.run([PROGRAM, *map(str, arguments)], input=given, capture_output=True, text=True, timeout=300,
                              env=environment)

    def output(self, *arguments, given=None):
        ended = self.run_program(*arguments, given=given)
        self.assertEqual(ended.returncode, 0, ended.stderr)
        return ended.stdout

    def error(self, *arguments, given=None):
        ended = self.run_program(*arguments, given=given)
        self.assertEqual(ended.returncode, 2, ended.stdout + ended.stderr)
        return ended.stderr

    def sort(self, a, buckets, *options):
        given = "".join(f"{bucket}\n" for bucket in a)
        return self.output("sort", "--cells", "-", "--buckets", buckets, *options, given=given)

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path


class ListingTest(Program):
    def traced(self, a, buckets):
        """Returns (head, next, visited) of each round, as --trace prints them."""
        text = self.sort(a, buckets, *LISTING_1, "--trace")
        pattern = r"iteration (\d+)\n  head +(.*)\n  next +(.*)\n  visited +(.*)\n"
        found = re.findall(pattern, text)
        self.assertEqual([int(number) for number, *_ in found], list(range(1, len(found) + 1)))
        return [tuple(" ".join(part.split()) for part in parts) for _, *parts in found]

    def test_figure_1(self):
        self.assertEqual(self.traced(FIGURE_1, 4), FIGURE_1_ROUNDS)

    def test_rounds_of_listing_1(self):
        draw = random.Random(1)
        for count, buckets in ((1, 1), (30, 1), (60, 7), (97, 200), (64, 64)):
            a = [min(draw.randrange(buckets), draw.randrange(buckets)) for _ in range(count)]
            with self.subTest(count=count, buckets=buckets):
                expected = [(row(head), row(next_), " ".join("*" if flag else "." for flag in visited))
                            for head, next_, visited, _ in bucket_sort(a, buckets)]
                self.assertEqual(self.traced(a, buckets), expected)

    def test_lists_rounds_and_points_of_many_elements(self):
        draw = random.Random(2)
        for count, buckets in ((4096, 1000), (5000, 37)):
            a = [draw.randrange(buckets) for _ in range(count)]
            lengths = [a.count(bucket) for bucket in range(buckets)]
            rounds = bucket_sort(a, buckets)
            with self.subTest(count=count, buckets=buckets):
                out = self.folder / f"lists-{buckets}"
                result = json.loads(self.sort(a, buckets, *LISTING_1, "--json", "--out", out))
                self.assertEqual(result["iterations"], max(lengths))
                self.assertEqual(result["points_drawn"], points_of(lengths))
                self.assertEqual(sum(points for *_, points in rounds), points_of(lengths))
                for name, expected in (("head", rounds[-1][0]), ("next", rounds[-1][1])):
                    expected = [-1 if value is None else value for value in expected]
                    self.assertEqual(np.load(out / f"{name}.npy").tolist(), expected)

    def test_all_in_one_bucket_take_a_round_each(self):
        result = json.loads(self.sort([0] * 300, 5, *LISTING_1, "--json"))
        self.assertEqual((result["iterations"], result["points_drawn"]), (300, 300 * 301 // 2))

    def test_parts_draw_fewer_points(self):
        draw = random.Random(3)
        a = [draw.randrange(2048) for _ in range(8192)]
        points = [json.loads(self.sort(a, 2048, *LISTING_1[:-1], parts, "--json"))["points_drawn"]
                  for parts in (1, 4, 16)]
        self.assertEqual(points, sorted(points, reverse=True))
        self.assertGreaterEqual(points[-1], 8192)

    def test_resort_draws_what_moved(self):
        draw = random.Random(4)
        before = [draw.randrange(500) for _ in range(2000)]
        after = list(before)
        for i in draw.sample(range(2000), 40):
            after[i] = (after[i] + 1 + draw.randrange(499)) % 500
        arrivals = [0] * 500
        for old, new in zip(before, after):
            arrivals[new] += old != new
        file = self.write("after.txt", "".join(f"{bucket}\n" for bucket in after))
        out = self.folder / "lists"
        result = json.loads(self.sort(before, 500, *LISTING_1, "--resort", file, "--json", "--out", out))["resort"]
        self.assertEqual((result["moved"], result["iterations"], result["points_drawn"]),
                         (40, max(arrivals), points_of(arrivals)))
        lists = members(np.load(out / "head.npy"), np.load(out / "next.npy"))
        self.assertEqual([sorted(each) for each in lists],
                         [[i for i in range(2000) if after[i] == bucket] for bucket in range(500)])


class LimitsTest(Program):
    def test_ids_have_three_bytes_and_one_is_null(self):
        # The largest number of three bytes is NULL. The ids are the numbers before it, 0 .. 16,777,214.
        null = 255 + 256 * 255 + 65536 * 255
        self.assertEqual(null, 16_777_215)
        self.sort([null - 1, 0], null)
        self.assertIn(str(null), self.error("sort", "--cells", "-", "--buckets", null + 1, given="0\n"))
        self.assertIn(str(null), self.error("sort", "--cells", "-", "--buckets", null, given=f"{null}\n"))

    def test_number_of_cells(self):
        # With cells as long as the search distance, which is 1, a box of 256 cells along each side has one cell more
        # than ids can count. The check is repeated with cells of half that length, and for the octant search with cells
        # of twice that length.
        for search, side in (("cells27", 256), ("cells-per-cutoff=2", 128), ("octant=2", 512)):
            with self.subTest(search):
                def shown(run, height):
                    return run("export", "toml", "gpubuck:equilibrium", "--set", f"search.kind={search}", "--set",
                               f"box.size=[{side}, {side}, {height}]", "--set", "fluid.density=0.001")
                shown(self.output, side * 255.5 / 256)
                self.assertIn(f"{256 ** 3} cells", shown(self.error, side))

    def test_27_cells_need_three_along_a_periodic_side(self):
        said = self.error("export", "toml", "gpubuck:equilibrium", "--set", "box.size=[2.99, 6, 6]")
        self.assertIn("shorter than 3 cells", said)


class FluidTest(Program):
    SPECIES = '[[species]]\nname = "{}"\nmass = {}\nfraction = 0.5\n'
    PAIR = '[[pair]]\nspecies = ["{}", "{}"]\n{}\n'

    def scenario(self, head, masses, pairs):
        text = head
        for name, mass in masses.items():
            text += self.SPECIES.format(name, mass)
        for one, other in (("light", "light"), ("light", "heavy"), ("heavy", "heavy")):
            text += self.PAIR.format(one, other, pairs)
        return text

    def test_normalised_weights_and_mean_mass(self):
        # The weights are A (1 - r) and B (1 - r)^2. The integral of each weight over the ball of radius r_c = 1 (in two
        # dimensions, over the disc) is 1 / density. The mean mass M of the masses 1 and 4 is 2 * 1 * 4 / (1 + 4).
        steps = 1000

        def norm(density, power, dimensions):
            surface = {2: 2 * math.pi, 3: 4 * math.pi}[dimensions]
            places = ((k + 0.5) / steps for k in range(steps))
            return 1 / (density * sum((1 - r) ** power * surface * r ** (dimensions - 1) for r in places) * (1 / steps))

        masses = {"light": 1, "heavy": 4}
        mean = {("light", "light"): 1, ("light", "heavy"): 1.6, ("heavy", "heavy"): 4}
        for dimensions, density, size in ((3, 3.00074, "[6, 6, 6]"), (2, 3.0, "[12, 12]")):
            with self.subTest(dimensions=dimensions):
                head = f"[box]\ndimensions = {dimensions}\nsize = {size}\n[fluid]\ndensity = {density}\nkT = 1\n"
                file = self.write("pairs.toml", self.scenario(head, masses, "pi = 100\ngamma = 5"))
                out = self.folder / f"lammps-{dimensions}"
                self.output("export", "lammps", file, "--out", out)
                script = "".join(path.read_text() for path in out.glob("in.*"))
                found = re.findall(r"^pair_coeff \d \d (\S+) (\S+) # (\w+), (\w+)", script, re.M)
                self.assertEqual(len(found), 3)
                for a, gamma, one, other in found:
                    self.assertAlmostEqual(float(a), 100 * norm(density, 1, dimensions), delta=1e-3)
                    expected = 5 * mean[one, other] * norm(density, 2, dimensions)
                    self.assertAlmostEqual(float(gamma), expected, delta=1e-4)
        self.assertAlmostEqual(norm(3.00074, 1, 3), 0.31823, delta=1e-5)
        self.assertAlmostEqual(norm(3.00074, 2, 3), 0.79558, delta=1e-5)

    def test_two_particles_move_by_the_formulas(self):
        # The formulas of section 4.1 without noise; e leads from j to i, and friction has a minus sign. First comes the
        # sum for p(n+1/2), then the positions, then the Adams-Bashforth velocity for the next friction.
        step, masses, repulsion, friction = 0.02, (1, 3), 40, 6
        r = [[2, 3, 3], [2.5, 3.25, 3]]
        v = [[0.5, 0.2, 0], [-0.5, 0, 0.1]]
        lines = "".join(f"{name} {' '.join(map(str, r[i] + v[i]))}\n" for i, name in enumerate(("light", "heavy")))
        columns = "Properties=species:S:1:pos:R:3:velo:R:3"
        self.write("two.xyz", f'2\nLattice="6 0 0 0 6 0 0 0 6" {columns} pbc="T T T"\n{lines}')
        head = (f"[box]\nsize = [6, 6, 6]\n[fluid]\nkT = 0\ndensity = {2 / 216}\n[integrator]\ndt = {step}\n"
                '[initial]\nstate = "file"\nfile = "two.xyz"\n')
        pairs = f"a = {repulsion}\ngamma = {friction}"
        file = self.write("two.toml", self.scenario(head, {"light": 1, "heavy": 3}, pairs))
        out = self.folder / "out"
        self.output("run", file, "--engine", "paper", "--steps", 3, "--trajectory-every", 1, "--observe-every", 0,
                    "--out", out, "--quiet")
        frames = (out / "trajectory.xyz").read_text().split("\n2\n")[1:]
        self.assertEqual(len(frames), 3)
        predicted = [list(each) for each in v]
        for frame in frames:
            d = [x - y for x, y in zip(*r)]
            distance = math.sqrt(sum(x * x for x in d))
            e = [x / distance for x in d]
            weight = 1 - distance
            approach = sum(k * (x - y) for k, x, y in zip(e, *predicted))
            force = repulsion * weight - friction * weight ** 2 * approach
            for i, sign in ((0, 1), (1, -1)):
                for k in range(3):
                    before = v[i][k]
                    v[i][k] += sign * force * e[k] / masses[i] * step
                    r[i][k] += v[i][k] * step
                    predicted[i][k] = (3 * v[i][k] - before) / 2
            found = [[float(word) for word in line.split()[1:7]] for line in frame.splitlines()[1:3]]
            np.testing.assert_allclose(found, [r[i] + v[i] for i in range(2)], atol=1e-6)

    def passes(self, *options):
        text = self.output("run", "rayleigh-taylor-16k", "--steps", 2, "--observe-every", 0, "--profile", "--quiet",
                           "--out", self.folder / "run", *options)
        return set(re.findall(r"^(\w+/\w+) ", text, re.M))

    def test_engine_paper_draws_points(self):
        found = self.passes("--engine", "paper", "--set", "sort.partition=contiguous", "--set", "sort.reorder_every=0")
        self.assertLessEqual({"cells/assign_cells", "sort/scatter_heads", "sort/update_next"}, found)

    def test_engine_fast_draws_none(self):
        self.assertEqual({name for name in self.passes("--engine", "fast") if name.startswith("sort/")}, set())

    def test_pairs_on_paper_take_the_bucket_sort_if_asked(self):
        points = self.write("points.csv", "0,0,0\n0.5,0,0\n3,0,0\n")
        for options, algorithm in (((), "bitonic"), (("--algorithm", "bucket"), "bucket")):
            result = json.loads(self.output("pairs", points, "--radius", 1, "--engine", "paper", "--json", *options))
            self.assertEqual((result["algorithm"], result["pairs"]), (algorithm, 1))

    def test_bucket_on_fast_draws_points(self):
        found = self.passes("--engine", "fast", "--set", "sort.algorithm=bucket", "--set", "sort.partition=contiguous")
        self.assertIn("sort/scatter_heads", found)


class FiguresTest(unittest.TestCase):
    TABLE_1 = [[13.28, 16.15, 19.84, 28.01, 38.17], [23.33, 28.21, 34.7, 45.33, 62.03],
               [43.27, 50.26, 60.24, 76.86, 109.02], [85.1, 94.79, 112.36, 145.57, 203.58],
               [206.15, 213.25, 227.66, 274.73, 361.52]]
    TABLE_2_SORT = 231.26
    TABLE_2 = [(0, 78.07), (256, 92.63), (4096, 106.4), (20971, 120.73), (209715, 195.87), (419430, 233.13),
               (1048576, 369.75)]
    TABLE_3 = [(65536, 19.34, 7.68, 17.67), (131072, 33.81, 16.5, 40.36), (262144, 58.61, 31.27, 90.75),
               (524288, 111.06, 61.59, 202.27), (1048576, 233.69, 121.23, 450.42)]

    def numbers(self, lines):
        return [[float(cell.replace(",", "")) for cell in line if re.fullmatch(r"[\d,.]+", cell)] for line in lines]

    def table(self, name):
        with (ROOT / f"docs/figures/{name}.csv").open(encoding="utf-8", newline="") as file:
            return list(csv.reader(line for line in file if not line.startswith("#")))[1:]

    def array(self, name):
        """Returns the numbers of a constant of src/bench/sorts.cpp."""
        text = (ROOT / "src/bench/sorts.cpp").read_text(encoding="utf-8")
        body = re.search(rf"\b{name}(?: = |\{{)(.*?);", text, re.S)[1]
        return [float(number) for number in re.findall(r"[\d.]+", body)]

    def test_tables_of_the_benchmarks(self):
        self.assertEqual(self.array("kTable1"), sum(self.TABLE_1, []))
        self.assertEqual(self.array("kTable2Sort"), [self.TABLE_2_SORT])
        self.assertEqual(self.array("kTable2"), [number for line in self.TABLE_2 for number in line])
        for column, name in enumerate(("kTable3Bucket", "kTable3Resort", "kTable3Merge"), 1):
            self.assertEqual(self.array(name), [line[column] for line in self.TABLE_3])

    def test_tables_of_the_guide(self):
        lines = self.numbers(line[2:] for line in self.table("table-1") if line[1] == "GeForce 6800 Ultra")
        np.testing.assert_allclose(lines, self.TABLE_1, atol=0.051)
        lines = self.numbers(line[:2] for line in self.table("table-2")[1:])
        np.testing.assert_allclose(lines, self.TABLE_2, atol=0.051)
        self.assertEqual(self.numbers(line[1:] for line in self.table("table-3") if line[0] == "paper"),
                         [list(map(float, line)) for line in self.TABLE_3])

    def test_cycle_of_the_random_numbers(self):
        def single(number):
            return struct.unpack("f", struct.pack("f", number))[0]

        def cycle(fifth_power):
            """Returns the number of steps from r = 0 to the cycle, and the length of the cycle."""
            r, seen = 0.0, {}
            while r not in seen:
                seen[r] = len(seen)
                x = fifth_power(single(r + single(math.sqrt(3))))
                r = min(single(x - math.floor(x)), single(1 - 2 ** -24))
            return seen[r], len(seen) - seen[r]

        def shaders_order(t):
            square = single(t * t)
            return single(single(square * square) * single(single(1.000005) * t))

        def factor_by_factor(t):
            power = t
            for _ in range(4):
                power = single(power * t)
            return single(single(1.000005) * power)

        self.assertEqual(cycle(shaders_order), (845, 137))
        self.assertEqual(cycle(factor_by_factor), (45, 78))

    def scenario(self, name):
        return tomllib.loads((ROOT / f"assets/scenarios/{name}.toml").read_text(encoding="utf-8"))

    def test_box_of_figure_4(self):
        """Section 4.1: periodic along x and y, reflecting along z, the smaller heavy part above, gravity downwards."""
        for name, particles in (("rayleigh-taylor", 65536), ("rayleigh-taylor-16k", 16384)):
            with self.subTest(name):
                made = self.scenario(name)
                self.assertEqual(made["box"]["boundary"], ["periodic", "periodic", "reflecting"])
                self.assertEqual(round(made["fluid"]["density"] * math.prod(made["box"]["size"])), particles)
                self.assertEqual(made["fluid"]["gravity"][:2], [0, 0])
                self.assertLess(made["fluid"]["gravity"][2], 0)
                self.assertEqual((made["initial"]["axis"], made["initial"]["order"]), ("z", ["light", "heavy"]))
                light, heavy = made["species"]
                self.assertLess(heavy["fraction"], light["fraction"])
                self.assertGreater(heavy["mass"], light["mass"])

    def test_box_of_figure_3_is_that_of_figure_4(self):
        """Section 4.1: the second run adds gravity and heavier particles to the box of the first."""
        for suffix in "", "-16k":
            first, second = self.scenario(f"phase-separation{suffix}"), self.scenario(f"rayleigh-taylor{suffix}")
            self.assertEqual(first["box"], second["box"])
            self.assertEqual(first["fluid"]["density"], second["fluid"]["density"])
            self.assertEqual(first["fluid"]["gravity"], [0, 0, 0])

    def test_parameters_of_figures_3_and_4(self):
        """The table of docs/physics.md has the values of the scenarios."""
        text = (ROOT / "docs/physics.md").read_text(encoding="utf-8")
        section = text.split("### Parameters of figures 3 and 4")[1].split("\n## ")[0]
        lines = [line.split("|") for line in section.splitlines()]
        said = {cells[1].strip(): cells for cells in lines if len(cells) > 4}

        def number(value):
            return f"{value:g}".replace("-", "−") if value else "none"

        for column, name in ((2, "phase-separation"), (3, "rayleigh-taylor")):
            large, small = self.scenario(name), self.scenario(f"{name}-16k")
            with self.subTest(name):
                for each, place in ((large, column), (small, 4)):
                    self.assertIn(" × ".join(map(number, each["box"]["size"])), said["box"][place])
                    self.assertIn(number(each["fluid"]["density"]), said["density"][place])
                    if place == column or each["fluid"]["gravity"][2]:
                        self.assertIn(number(each["fluid"]["gravity"][2]), said["gravity"][place])
                for each in large, small:
                    self.assertEqual(said["time step"][column].strip(), number(each["integrator"]["dt"]))
                    for pair in each["pair"]:
                        kind = "like" if len(set(pair["species"])) == 1 else "unlike"
                        repulsion = said[f"repulsion a between {kind} particles"]
                        self.assertEqual(repulsion[column].strip(), number(pair["a"]))
                        self.assertEqual(pair["gamma"], 4.5)


if __name__ == "__main__":
    unittest.main()
