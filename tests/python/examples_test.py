"""Runs the examples of examples/python as a user runs them, but with small sizes."""
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

EXAMPLES = Path(os.environ["GPUBUCK_SOURCE"]) / "examples/python"


class ExamplesTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def run_example(self, name, *arguments):
        """Returns the standard output of an example."""
        ended = subprocess.run([sys.executable, EXAMPLES / name, "--small", *arguments], cwd=self.folder,
                               capture_output=True, text=True, timeout=300)
        self.assertEqual(ended.returncode, 0, ended.stderr)
        return ended.stdout

    def test_copper_has_twelve_neighbours(self):
        said = self.run_example("radial_distribution.py")
        self.assertRegex(said, r"2 frames, 256 points each")
        self.assertAlmostEqual(float(re.search(r"first peak at ([\d.]+)", said)[1]), 2.55, delta=0.15)
        self.assertAlmostEqual(float(re.search(r"coordination ([\d.]+)", said)[1]), 12.0, delta=0.2)
        self.assertGreater((self.folder / "radial-distribution.svg").stat().st_size, 10000)

    def test_pressure_matches_groot_and_warren(self):
        said = self.run_example("pressure_scan.py")
        found = re.findall(r"a = (\S+), rho = (\S+): p = (\S+) \+- (\S+)", said)
        self.assertEqual(len(found), 4)
        for a, rho, pressure, error in [map(float, each) for each in found]:
            self.assertAlmostEqual(pressure, rho + 0.101 * a * rho**2, delta=0.1 * pressure)
            self.assertTrue(0.0 < error < 0.05 * pressure)
        self.assertGreater((self.folder / "pressure.svg").stat().st_size, 10000)

    def test_a_graph_network_learns(self):
        said = self.run_example("learn_potential.py")
        spread = float(re.search(r"spread by ([\d.]+)", said)[1])
        before, after = map(float, re.search(r"([\d.]+) before, ([\d.]+) after 60 steps", said).groups())
        self.assertGreater(before, 2.0 * spread)
        self.assertLess(after, 0.8 * spread)  # always guessing the mean would give the error `spread`

    def test_film_is_made(self):
        said = self.run_example("rayleigh_taylor.py", "--out", "film")
        self.assertRegex(said, r"^9 pictures, 1080 particles; the heavy fluid fell from z = 8\.\d+ to ")
        for name in ("rayleigh-taylor.mp4", "rayleigh-taylor.png"):
            self.assertGreater((self.folder / "film" / name).stat().st_size, 10000, name)


if __name__ == "__main__":
    unittest.main()
