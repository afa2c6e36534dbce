"""Measured values follow docs/observables.md, which is made from the program's table."""
import math
import os
import pickle
import re
import unittest
from pathlib import Path

import numpy as np

import gpubuck
from errors import raises

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
            # The velocities are half a step away from the measurement.
            self.assertAlmostEqual(each.temperature, 2 * kinetic / (3 * each.count), delta=0.1)
        self.assertTrue(0 < now.mixing_width < 1.5 * 4)
        self.assertTrue(0 < now.domain_size < 2)
        self.assertEqual((type(now.step), type(now.temperature)), (int, float))
        self.assertEqual((now.momentum.shape, now.pressure_tensor.dtype), ((3,), np.float64))
        copied = pickle.loads(pickle.dumps(now))
        self.assertEqual((copied.species[1].count, copied.mixing_width), (45, now.mixing_width))

    def test_structure_factor_matches_the_direct_sum(self):
        # All particles are in the middles of cells of edge 1/2, so that sums over cells lose no precision: S(k) = 1 +
        # (direct sum - 1) / W(k).
        start = gpubuck.Fluid(TWO).particles
        positions = (np.floor(start.positions * 2) + 0.5) / 2
        fluid = gpubuck.Fluid(TWO, start=gpubuck.Particles(positions, start.velocities, start.species))
        found = fluid.structure_factor()
        self.assertEqual([len(each) for each in (found.k, found.total, *found.species)], [3, 3, 3, 3])
        n = np.stack(np.meshgrid(*[np.arange(-3, 4)] * 3), axis=-1).reshape(-1, 3)
        k = 2 * np.pi / 4 * n
        length = np.linalg.norm(k, axis=1)
        window = np.prod(np.sinc(n / 8)**2, axis=1)
        for chosen, values in [(slice(None), found.total), *((start.species == s, found.species[s]) for s in (0, 1))]:
            amplitude = np.exp(-1j * k @ positions[chosen].T)
            structure = 1 + (abs(amplitude.sum(axis=1))**2 / amplitude.shape[1] - 1) / window
            for shell in range(3):
                inside = np.rint(length * 4 / (2 * np.pi)) == shell + 1
                self.assertAlmostEqual(found.k[shell], length[inside].mean(), delta=1e-12)
                self.assertAlmostEqual(values[shell], structure[inside].mean(), delta=1e-3)

    def test_surface_of_layers_has_one_direction(self):
        start = gpubuck.Fluid(TWO).particles
        positions = start.positions.copy()
        positions[:, 2] = np.where(start.species == 1, 1 + 0.25 * positions[:, 2], 2.5 + 0.25 * positions[:, 2])
        fluid = gpubuck.Fluid(TWO, start=gpubuck.Particles(positions, start.velocities, start.species))
        for area, mu in fluid.surface_order():
            self.assertTrue(20 < area < 60)  # two surfaces of about 4 x 4, which are rough
            self.assertGreater(mu[2], 0.7)
            self.assertAlmostEqual(sum(mu), 1)
        alone = gpubuck.Fluid("equilibrium", **{"box.size": [4, 4, 4]})
        self.assertEqual(len(alone.surface_order()), 1)

    def test_stress_profile_adds_up_to_the_surface_tension(self):
        fluid = gpubuck.Fluid("equilibrium", **{"box.size": [4, 4, 5]})
        fluid.step(20)
        position, normal, tangential = fluid.stress_profile()
        np.testing.assert_allclose(position, (np.arange(20) + 0.5) / 4)
        tension = np.sum(normal - tangential) * 0.25 / 2
        self.assertAlmostEqual(tension, fluid.measure().surface_tension, delta=1e-3)
        walls = gpubuck.Fluid("equilibrium", **{"box.size": [4, 4, 4], "box.boundary": ["reflecting"] * 3})
        with raises(gpubuck.InputError, "stress profile", "periodic", "z"):
            walls.stress_profile()

    def test_box_without_periodic_axis_has_no_structure_factor(self):
        fluid = gpubuck.Fluid("equilibrium", **{"box.size": [4, 4, 4], "box.boundary": ["reflecting"] * 3})
        with raises(gpubuck.InputError, "structure factor", "periodic"):
            fluid.structure_factor()
        self.assertIsNone(fluid.measure().surface_tension)

    def test_one_species_has_no_mixing_width(self):
        now = gpubuck.Fluid("equilibrium", **{"box.size": [4, 4, 4]}).measure()
        self.assertEqual((now.mixing_width, now.domain_size, len(now.species)), (None, None, 1))
        self.assertTrue(math.isfinite(now.temperature))


if __name__ == "__main__":
    unittest.main()
