"""Fluids through Python."""
import copy
import os
import pickle
import re
import sys
import tempfile
import unittest
import warnings
from pathlib import Path
from unittest import mock

import numpy as np

import gpubuck
from errors import check_names, raises

SMALL = {
    "box": {"size": [4, 3.5, 5], "boundary": ["periodic", "reflecting", "periodic"]},
    "fluid.gravity": [0, -0.1, 0],
    "sort": {"algorithm": "bucket", "reorder_every": 4},
    "species": [{"name": "light", "fraction": 0.75}, {"name": "heavy", "mass": 2.0, "fraction": 0.25}],
    "pair": [{"species": ["light", "light"], "a": 25.0, "gamma": 4.5},
             {"species": ["light", "heavy"], "a": 30.0, "gamma": 4.5},
             {"species": ["heavy", "heavy"], "a": 25.0, "gamma": 4.5}]
}


class FluidTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_scenario_is_a_dict_text_path_or_name(self):
        text = gpubuck.Fluid(SMALL).scenario
        path = self.folder / "small.toml"
        path.write_text(text)
        positions = gpubuck.Fluid(SMALL).positions
        for scenario in (text, path, str(path)):
            np.testing.assert_array_equal(gpubuck.Fluid(scenario).positions, positions)
        self.assertEqual(len(gpubuck.scenarios()), 27)
        fluid = gpubuck.Fluid("equilibrium", **{"box.size": [4, 4, 4]})
        self.assertEqual((len(fluid), fluid.dimensions), (192, 3))
        self.assertIn('name = "equilibrium"', fluid.scenario)

    def test_overrides_replace_values(self):
        fluid = gpubuck.Fluid(SMALL, **{"fluid.kT": np.float64(1.25), "fluid.density": 4,
                                        "description": 'a "b"\tü😀', "sort.algorithm": "bitonic"})
        self.assertEqual(len(fluid), 280)
        for part in ("kT = 1.25", '"bitonic"', '"a \\"b\\"\\t\\u00FC\\U0001F600"'):
            self.assertIn(part, fluid.scenario)

    def test_step_and_measure_advance_together(self):
        fluid = gpubuck.Fluid(SMALL)
        self.assertEqual(len(fluid), 210)
        before = fluid.positions
        fluid.step()
        fluid.step(np.int64(9))
        self.assertEqual((fluid.step_number, fluid.time), (10, fluid.measure().time))
        self.assertAlmostEqual(fluid.time, 0.1)
        self.assertFalse(np.array_equal(fluid.positions, before))
        now = fluid.measure()
        self.assertEqual(now.step, 10)
        masses = fluid.species_masses[fluid.species]
        kinetic = 0.5 * np.sum(masses[:, None] * fluid.velocities**2)
        self.assertAlmostEqual(now.pressure_tensor.mean(), now.pressure, places=4)
        self.assertEqual(now.momentum.shape, (3,))
        self.assertLess(abs(now.kinetic_energy - kinetic) / kinetic, 0.05)  # velocities are half a step off in time

    def test_arrays_have_shapes_and_types(self):
        fluid = gpubuck.Fluid(SMALL)
        self.assertEqual((fluid.positions.shape, fluid.positions.dtype), ((210, 3), np.float64))
        self.assertEqual((fluid.velocities.shape, fluid.velocities.dtype), ((210, 3), np.float64))
        self.assertEqual((fluid.species.shape, fluid.species.dtype), ((210,), np.int32))
        np.testing.assert_array_equal(fluid.ids, np.arange(210))
        np.testing.assert_array_equal(fluid.box, [4, 3.5, 5])
        np.testing.assert_array_equal(fluid.periodic, [True, False, True])
        self.assertEqual(fluid.species_names, ["light", "heavy"])
        self.assertTrue((fluid.positions >= 0).all() and (fluid.positions < fluid.box).all())
        np.testing.assert_array_equal(np.bincount(fluid.species), [158, 52])
        self.assertIs(fluid.positions, fluid.positions)
        with self.assertRaises(ValueError):
            fluid.positions[0] = 0.0
        kept = fluid.positions
        del fluid
        self.assertTrue(np.isfinite(kept).all())

    def test_two_dimensions_have_z_zero(self):
        fluid = gpubuck.Fluid({"box": {"dimensions": 2, "size": [6, 6]}})
        self.assertEqual(fluid.dimensions, 2)
        self.assertTrue((fluid.positions[:, 2] == 0).all())
        self.assertEqual(list(fluid.periodic), [True, True, False])
        self.assertEqual(fluid.box[2], 1.0)

    def test_start_particles_of_any_array_type_are_accepted(self):
        first = gpubuck.Fluid(SMALL)
        first.step(5)
        given = first.particles
        for start in (given, (given.positions.astype(np.float32), given.velocities[::-1][::-1],
                              list(given.species))):
            begun = gpubuck.Fluid(SMALL, start=start)
            for found, expected in zip(begun.particles, given):
                np.testing.assert_array_equal(found, expected)
        drawn = gpubuck.Fluid(SMALL, start=(given.positions, None, given.species))
        np.testing.assert_array_equal(drawn.positions, given.positions)
        self.assertGreater(drawn.measure().temperature, 0.5)

    def test_callbacks_run_at_multiples_of_every(self):
        fluid = gpubuck.Fluid(SMALL)
        fluid.step(3)
        seen = []
        fluid.step(20, callback=lambda each: seen.append(each.step_number), every=5)
        self.assertEqual((seen, fluid.step_number), ([5, 10, 15, 20], 23))

        def fail(each):
            raise KeyError(each.step_number)

        with self.assertRaisesRegex(KeyError, "25"):
            fluid.step(20, callback=fail, every=5)
        self.assertEqual(fluid.step_number, 25)

    def test_chunks_give_the_same_bits(self):
        whole, parts = gpubuck.Fluid(SMALL), gpubuck.Fluid(SMALL)
        whole.step(40)
        for _ in range(40):
            parts.step()
        np.testing.assert_array_equal(whole.positions, parts.positions)

    def test_progress_bar_needs_tqdm(self):
        fluid = gpubuck.Fluid(SMALL)
        with mock.patch("tqdm.auto.tqdm") as bar:
            fluid.step(30, progress=True)
        bar.assert_called_once_with(total=30, unit="step")
        self.assertEqual(sum(call.args[0] for call in bar().update.call_args_list), 30)
        bar().close.assert_called_once()
        with mock.patch.dict(sys.modules, {"tqdm.auto": None}), \
                warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            fluid.step(3, progress=True)
        check_names(str(warned[0].message), "progress", "tqdm")
        self.assertEqual(fluid.step_number, 33)

    def test_live_keys_can_be_set(self):
        fluid = gpubuck.Fluid(SMALL)
        fluid.step(5)
        before = fluid.positions
        fluid.set(**{"fluid.kT": 3.0, "pair.0.a": 40, "sort.algorithm": "bitonic",
                     "search.kind": "octant=2"})
        np.testing.assert_array_equal(fluid.positions, before)
        self.assertIn("kT = 3", fluid.scenario)
        fluid.step(400)
        self.assertGreater(fluid.measure().temperature, 2.0)
        for facts, values in ((("scenario", "fluid.density", "runs"), {"fluid.density": 4}),
                              (("fluid.kT=-1",), {"fluid.kT": -1}),
                              (("fluid.kt=1", "fluid.kt", "[fluid]", "fluid.kT"), {"fluid.kt": 1}),
                              (("kT=1", "kT", "top level", "fluid.kT"), {"kT": 1}),
                              (("fluid.kT", None), {"fluid.kT": None})):
            with self.subTest(values), raises(gpubuck.InputError, *facts):
                fluid.set(**values)
        self.assertIn("kT = 3", fluid.scenario)

    def test_pictures_are_byte_arrays(self):
        fluid = gpubuck.Fluid(SMALL)
        picture = fluid.render(320, 180)
        self.assertEqual((picture.shape, picture.dtype), ((180, 320, 3), np.uint8))
        self.assertGreater(len(np.unique(picture.reshape(-1, 3), axis=0)), 100)
        np.testing.assert_array_equal(picture, fluid.render(320, 180))
        fluid.set(**{"view.azimuth": 80})
        self.assertFalse(np.array_equal(picture, fluid.render(320, 180)))
        self.assertEqual(fluid.render().shape, (720, 1280, 3))
        for facts, size in ((("width", "16..16384", 15), (15, 180)), (("height", "16..16384", 20000), (320, 20000)),
                            (("width", 1.5, "whole"), (1.5, 180))):
            with self.subTest(size), raises(gpubuck.InputError, *facts):
                fluid.render(*size)

    def test_engine_is_automatic(self):
        fluid = gpubuck.Fluid(SMALL, context=gpubuck.Context())
        self.assertEqual(fluid.engine, gpubuck.info()["engine"])  # since the fluid is small
        # The description of OpenGL ES has no number directly after "OpenGL".
        version = re.search(r"OpenGL (\d)\.(\d)", gpubuck.info()["description"])
        has_compute = version is not None and version.groups() >= ("4", "3")
        self.assertEqual(fluid.engine, "fast" if has_compute else "paper")
        self.assertTrue(fluid.engine_reason.startswith(
            "this context has OpenGL " if fluid.engine == "fast" else "fast needs OpenGL 4.3, "))
        given = gpubuck.Fluid(SMALL, context=gpubuck.Context(engine="paper"))
        self.assertEqual((given.engine, given.engine_reason), ("paper", ""))

    def test_checkpoint_continues_bit_for_bit(self):
        fluid = gpubuck.Fluid(SMALL)
        fluid.step(7)
        path = self.folder / "seven.h5"
        fluid.save(path)
        fluid.step(6)
        other = gpubuck.Fluid.load(path)
        self.assertEqual(other.step_number, 7)
        other.step(6)
        np.testing.assert_array_equal(other.positions, fluid.positions)
        np.testing.assert_array_equal(other.velocities, fluid.velocities)
        self.assertIn("kT = 2", gpubuck.Fluid.load(str(path), **{"fluid.kT": 2.0}).scenario)
        with raises(gpubuck.InputError, "none.h5"):
            gpubuck.Fluid.load(self.folder / "none.h5")
        with raises(gpubuck.InputError, "fluid.density"):
            gpubuck.Fluid.load(path, **{"fluid.density": 4})
        with raises(gpubuck.RunError, "none/a.h5"):
            fluid.save(self.folder / "none" / "a.h5")

    def test_copy_continues_independently_bit_for_bit(self):
        self.check_copies(gpubuck.Context(engine="paper"))

    def test_copy_of_fast_fluid_continues_bit_for_bit(self):
        self.check_copies(gpubuck.Context(engine="fast"))

    def check_copies(self, context):
        class NotedFluid(gpubuck.Fluid):
            """A class of a user, which may have attributes of its own."""

        for scenario in (SMALL, {"box.size": [4, 4, 4],
                                 "solid": [{"kind": "body", "shape": "sphere", "radius": 1.0, "centre": [2, 2, 2],
                                            "velocity": [0.5, 0, 0]}]}):
            for duplicate in (copy.copy, copy.deepcopy):
                fluid, untouched = (NotedFluid(scenario, context=context) for _ in range(2))
                untouched.step(20)
                fluid.step(7)
                fluid.set(**{"fluid.kT": 1.0})
                fluid.note = ["mine"]
                other = duplicate(fluid)
                self.assertEqual((other.step_number, other.time, other.engine, other.note),
                                 (7, fluid.time, fluid.engine, ["mine"]))
                np.testing.assert_array_equal(other.positions, fluid.positions)
                fluid.step(13)
                self.assertEqual((fluid.step_number, other.step_number), (20, 7))
                np.testing.assert_array_equal(fluid.positions, untouched.positions)
                other.step(13)
                for one, same in zip(other.particles, fluid.particles):
                    np.testing.assert_array_equal(one, same)
                if scenario is SMALL:  # a copy's scenario has bodies where they were when it was copied
                    self.assertEqual(other.scenario, fluid.scenario)
                other.set(**{"fluid.kT": 2.0})
                self.assertNotEqual(other.scenario, fluid.scenario)
                del fluid
                other.step(1)
                self.assertEqual(other.step_number, 21)

    def test_blown_up_fluid_cannot_be_copied(self):
        fluid = gpubuck.Fluid(SMALL, **{"integrator.dt": 0.9, "pair.0.a": 100000})
        with self.assertRaisesRegex(gpubuck.RunError, "step"):
            fluid.step(70)
            copy.copy(fluid)

    def test_pickling_names_the_alternative(self):
        with self.assertRaisesRegex(TypeError, r"save\(\).*load\(\)"):
            pickle.dumps(gpubuck.Fluid(SMALL))

    def test_path_with_nul_is_refused(self):
        fluid = gpubuck.Fluid(SMALL)
        whole = str(self.folder / "whole.h5")
        fluid.save(whole)
        (self.folder / "whole.toml").write_text(fluid.scenario)
        toml = str(self.folder / "whole.toml")
        for call in (lambda: fluid.save(whole + "\0.h5"), lambda: fluid.save(str(self.folder / "new\0")),
                     lambda: gpubuck.Fluid.load(whole + "\0nonsense"), lambda: gpubuck.Fluid(Path(toml + "\0x")),
                     lambda: gpubuck.Fluid((toml + "\0x").encode()), lambda: gpubuck.Fluid(toml + "\0x")):
            with self.assertRaises(gpubuck.InputError) as refused:
                call()
            self.assertRegex(str(refused.exception), r"whole\.|new")
        self.assertEqual(sorted(os.listdir(self.folder)), ["whole.h5", "whole.toml"])

    def test_ase_atoms_hold_the_fluid(self):
        fluid = gpubuck.Fluid(SMALL)
        fluid.step(2)
        atoms = fluid.to_ase()
        np.testing.assert_array_equal(atoms.positions, fluid.positions)
        np.testing.assert_allclose(atoms.get_velocities(), fluid.velocities, rtol=1e-12)
        np.testing.assert_array_equal(atoms.pbc, fluid.periodic)
        np.testing.assert_array_equal(atoms.cell.lengths(), fluid.box)
        np.testing.assert_array_equal(atoms.numbers, fluid.species + 1)
        self.assertEqual(set(atoms.get_masses()), {1.0, 2.0})
        self.assertEqual(atoms.info["species_names"], ["light", "heavy"])

    def test_blow_up_is_a_run_error_with_its_step(self):
        fluid = gpubuck.Fluid(SMALL, **{"integrator.dt": 0.9, "pair.0.a": 100000})
        with self.assertRaisesRegex(gpubuck.RunError, "step"):
            fluid.step(70)
            fluid.measure()
        with self.assertRaisesRegex(gpubuck.RunError, "step"):
            fluid.save(self.folder / "bad.h5")
        self.assertEqual(os.listdir(self.folder), [])

    def test_bad_arguments_are_refused(self):
        positions, velocities, species = gpubuck.Fluid(SMALL).particles
        for facts, call in (
                (("scenario", "fog", "breaking-cylinder", "dam-break", "drop-on-wall"), lambda: gpubuck.Fluid("fog")),
                (("scenario", 3, "path"), lambda: gpubuck.Fluid(3)),
                (("/none/x.toml",), lambda: gpubuck.Fluid(Path("/none/x.toml"))),
                (("scenario:2", "fluid.densty", "[fluid]", "fluid.density"), lambda: gpubuck.Fluid(
                    {"box.size": [4, 4, 4], "fluid": {"densty": 3}})),
                (("scenario:2", "value"), lambda: gpubuck.Fluid("box.size = [4, 4, 4]\nfluid.kT = x\n")),
                (("box.size.1", None), lambda: gpubuck.Fluid({"box": {"size": [4, None]}})),
                (("box", 3, "string"), lambda: gpubuck.Fluid({"box": {3: 4}})),
                (("start", "positions", "species"), lambda: gpubuck.Fluid(SMALL, start=positions)),
                (("start positions", "empty"), lambda: gpubuck.Fluid(SMALL, start=([], None, []))),
                (("start positions", "(210, 2)", "(n, 3)"),
                 lambda: gpubuck.Fluid(SMALL, start=(positions[:, :2], None, species))),
                (("start species", "float64"),
                 lambda: gpubuck.Fluid(SMALL, start=(positions, velocities, species * 1.0))),
                (("start particle 0", "x", "nan"),
                 lambda: gpubuck.Fluid(SMALL, start=(positions * np.nan, velocities, species))),
                (("start particles", 210, 209),
                 lambda: gpubuck.Fluid(SMALL, start=(positions, velocities[1:], species))),
                (("steps", "0..9007199254740992", -1), lambda: gpubuck.Fluid(SMALL).step(-1)),
                (("steps", "0..9007199254740992", 2**63), lambda: gpubuck.Fluid(SMALL).step(2**63)),
                (("steps", 1.5, "whole"), lambda: gpubuck.Fluid(SMALL).step(1.5)),
                (("every", 1, 0), lambda: gpubuck.Fluid(SMALL).step(1, every=0))):
            with self.subTest(facts), raises(gpubuck.InputError, *facts):
                call()


if __name__ == "__main__":
    unittest.main()
