"""Batches of fluids through Python."""
import unittest

import numpy as np

import gpubuck
from errors import raises

BOX = {"box.size": [4, 4, 5]}


def scan(*temperatures):
    return [gpubuck.Fluid(BOX, **{"fluid.kT": kT}) for kT in temperatures]


class FluidBatchTest(unittest.TestCase):
    def test_fluids_are_as_alone(self):
        fluids = scan(0.5, 1.0, 2.0)
        batch = gpubuck.FluidBatch(iter(fluids))
        batch.step(4)
        batch.step()
        self.assertEqual((len(batch), batch.count, batch.steps_made), (3, 720, 5))
        self.assertIn("3 fluids, 720 particles, 5 steps", repr(batch))
        for k, (fluid, measured) in enumerate(zip(fluids, batch.measure())):
            self.assertEqual(fluid.step_number, 0)
            fluid.step(5)
            self.assertEqual(repr(measured), repr(fluid.measure()))
            alone = batch[k]
            self.assertIsInstance(alone, gpubuck.Fluid)
            alone.step(2)
            fluid.step(2)
            np.testing.assert_array_equal(alone.positions, fluid.positions)
            np.testing.assert_array_equal(alone.velocities, fluid.velocities)

    def test_places_count_from_both_ends(self):
        batch = gpubuck.FluidBatch(scan(1, 2))
        self.assertIn("kT = 2\n", batch[-1].scenario)
        self.assertIn("kT = 1\n", batch[np.int64(-2)].scenario)
        self.assertEqual([fluid.step_number for fluid in batch], [0, 0])
        for k in (2, -3):
            with self.assertRaisesRegex(IndexError, f"{k}.*2"):
                batch[k]
        with self.assertRaises(TypeError):
            batch["0"]

    def test_what_cannot_be_is_refused(self):
        for fluids, facts in (([], ("batch", "one")), ([*scan(1), 7], ("fluid 1", "7")),
                              ([*scan(1), gpubuck.Fluid(BOX, **{"noise.kind": "philox"})],
                               ("fluid 1", "noise.kind", "fluid 0"))):
            with raises(gpubuck.InputError, *facts):
                gpubuck.FluidBatch(fluids)
        batch = gpubuck.FluidBatch(scan(1))
        for steps in (-1, 1.5, None):
            with raises(gpubuck.InputError, "steps", steps):
                batch.step(steps)

    def test_a_fluid_that_blows_up_is_named(self):
        pair = {"species": ["particle", "particle"], "a": 1e9, "gamma": 4.5}
        fluids = [gpubuck.Fluid(BOX), gpubuck.Fluid(BOX, pair=[pair])]
        batch = gpubuck.FluidBatch(fluids)
        with raises(gpubuck.RunError, "fluid 1", "step", "particle"):
            batch.step(100)
        fluids[0].step(batch.steps_made)
        np.testing.assert_array_equal(batch[0].positions, fluids[0].positions)
        with self.assertRaises(gpubuck.RunError):
            batch[1]


if __name__ == "__main__":
    unittest.main()
