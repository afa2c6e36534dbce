"""Measured values follow docs/observables.md, which a test in C++ compares with the program's table."""
import math
import os
import pickle
import re
import unittest
from pathlib import Path

import numpy as np

import gpubuck

ROOT = Path(os.environ["GPUBUCK_SOURCE"])
TWO = {
    "box.size": [4, 4, 4], "fluid.gravity": [0, 0, -0.1], "fluid.law": "many-body",
    "species": [{"name": "light", "fraction": 0.75}, {"name": "heavy", "mass": 2.0, "fraction": 0.25}],
    "pair": [{"species": ["light", "light"], "a": 25.0, "gamma": 4.5},
             {"species": ["light", "heavy"], "a": 30.0, "gamma": 4.5},
             {"species": ["heavy", "heavy"], "a": 25.0, "gamma": 4.5}],
    "bond": [{"name": "link"}], "angle": [{"name": "bend"}],
    "molecule": [{"name": "chain", "beads": "light3", "count": 4}]
}


class ObservablesTest(unittest.TestCase):
    def test_fields_match_the_docs(self):
        text = (ROOT / "docs/observables.md").read_text(encoding="utf-8")
        tables = text.split("## Of each species")
        for table, kind in zip(tables, (gpubuck.Measurement, gpubuck.SpeciesMeasurement)):
            rows = re.findall(r"^\| `(\w+)` \|.*\| (.*) \| (.*) \|$", table, re.MULTILINE)
            fields = [name for name in kind._fields if name != "species"]
            self.assertEqual(fields, [name for name, _, _ in rows])
            for name, unit, meaning in rows:
                said = getattr(kind, name).__doc__
                self.assertIn(re.split(r" Only ", meaning)[0], said)
                self.assertEqual(f"[{unit}] " in said, unit != "-")

    def test_two_species_with_molecules_and_density_under_gravity_have_all(self):
        fluid = gpubuck.Fluid(TWO)
        fluid.step(20)
        now = fluid.measure()
        for name, value in now._asdict().items():
            self.assertIsNotNone(value, name)
        self.assertEqual([each.count for each in now.species], [147, 45])
        np.testing.assert_allclose(sum(each.momentum for each in now.species), now.momentum, atol=1e-12)
        for k, each in enumerate(now.species):
            chosen = fluid.species == k
            kinetic = 0.5 * fluid.species_masses[k] * np.sum(fluid.velocities[chosen]**2)
            self.assertAlmostEqual(each.temperature, 2 * kinetic / (3 * each.count), delta=0.1)  # half a step away
        self.assertTrue(0 < now.mixing_width < 1.5 * 4)
        self.assertTrue(0 < now.domain_size < 2)
        self.assertEqual((type(now.step), type(now.temperature)), (int, float))
        self.assertEqual((now.momentum.shape, now.pressure_tensor.dtype), ((3,), np.float64))
        copied = pickle.loads(pickle.dumps(now))
        self.assertEqual((copied.species[1].count, copied.mixing_width), (45, now.mixing_width))

    def test_one_species_has_no_mixing_width(self):
        now = gpubuck.Fluid("equilibrium", **{"box.size": [4, 4, 4]}).measure()
        self.assertEqual((now.mixing_width, now.domain_size, len(now.species)), (None, None, 1))
        self.assertTrue(math.isfinite(now.temperature))


if __name__ == "__main__":
    unittest.main()
