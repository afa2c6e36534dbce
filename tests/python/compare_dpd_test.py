"""Tests of tools/compare-dpd, with gpubuck itself and with scripts in place of the other programs."""
import contextlib
import importlib.machinery
import importlib.util
import io
import json
import os
import subprocess
import sys
import tempfile
import unittest
import unittest.mock
from pathlib import Path
from types import SimpleNamespace

import numpy as np

from errors import check_names, raises

TOOLS = Path(os.environ["GPUBUCK_SOURCE"]) / "tools"
PROGRAM = os.environ["GPUBUCK_PROGRAM"]

FAKE_LMP = """#!/usr/bin/python3
import os, sys
if "-h" in sys.argv:
    print("Large-scale Atomic/Molecular Massively Parallel Simulator - 1 Jan 2026")
    print("KOKKOS package API: CUDA Serial\\nKOKKOS package precision: single\\n* Pair styles:\\n\\natm dpd lj/cut\\n")
    sys.exit()
if "-sf" in sys.argv:
    sys.exit("ERROR: no such device (src/comm.cpp:1)")
words = sys.argv
steps = int(words[words.index("steps") + 1])
assert os.path.exists("thin.data")
print(f"Loop time of 1 on 1 procs for {steps} steps")
"""


def load_tool():
    sys.path.insert(0, str(TOOLS))
    loader = importlib.machinery.SourceFileLoader("compare_dpd", str(TOOLS / "compare-dpd"))
    tool = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(tool)
    return tool


class CompareDpdTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)

    def compare(self, *arguments):
        return subprocess.run([sys.executable, TOOLS / "compare-dpd", "--gpubuck", PROGRAM, "--out",
                               self.folder / "out", *arguments], capture_output=True, text=True, timeout=300)

    def test_programs_make_steps_of_the_same_fluid(self):
        lmp = self.folder / "lmp"
        lmp.write_text(FAKE_LMP, encoding="utf-8")
        lmp.chmod(0o755)
        tool = load_tool()

        def timed(work):
            """Does the work, and returns two durations in proportion to the number of steps that the work makes."""
            work()
            return 0.01 * work.__defaults__[0], 0.02 * work.__defaults__[0]

        tool.timed = timed
        arguments = ["compare-dpd", "--gpubuck", PROGRAM, "--out", str(self.folder / "out"), "--fluids", "thin",
                     "--particles", "600", "--turns", "2", "--seconds", "0.05", "--settle", "20", "--ranks", "1",
                     "--lmp", str(lmp), "--programs", "gpubuck,lammps,lammps-kokkos,lammps-gpu,hoomd,mirheo", "--json"]
        output, told = io.StringIO(), io.StringIO()
        with unittest.mock.patch.object(sys, "argv", arguments), contextlib.redirect_stdout(output), \
                contextlib.redirect_stderr(told):
            tool.main()
        found = json.loads(output.getvalue())
        rows = {row["program"]: row for row in found["rows"]}
        self.assertEqual(set(rows), {"gpubuck", "lammps"})
        for row in rows.values():
            self.assertEqual((row["particles"], row["density"], row["dt"], row["turns"]), (600, 3, 0.01, 2))
            self.assertAlmostEqual(row["ms_per_step"], 10.0)
            self.assertAlmostEqual(row["million_particle_steps_per_second"], 0.06)
            self.assertAlmostEqual(row["million_particle_steps_per_processor_second"], 0.03)
        self.assertEqual(rows["lammps"]["version"], "1 Jan 2026")
        self.assertIn("GPU", found["left_out"]["lammps-gpu"])
        self.assertEqual(set(found["left_out"]), {"lammps-gpu", "hoomd", "mirheo"})
        self.assertEqual(len(found["failures"]), 1)
        check_names(found["failures"][0], "lammps-kokkos", "600", "no such device")
        for line in ("lammps-gpu: left out: ", "hoomd: left out: no Python module hoomd"):
            self.assertIn(line, told.getvalue())
        # Programs that are Python modules start from the particles in the data file of LAMMPS.
        places, velocities = tool.dpd_programs.particles_in(self.folder / "out/thin-600/lammps/thin.data")
        self.assertEqual(places.shape, (600, 3))
        self.assertEqual(velocities.shape, (600, 3))
        self.assertLess(places.max(), 200 ** (1 / 3))
        self.assertAlmostEqual(np.abs(velocities.mean(axis=0)).max(), 0.0, places=3)

    def test_start_and_end_of_a_program_do_not_count(self):
        tool = load_tool()
        clock = SimpleNamespace(now=0.0)
        tool.time = SimpleNamespace(monotonic=lambda: clock.now)

        class Program:
            version, how = "1", ""

            def steps(self, _, count):
                clock.now += 100.0 + 0.25 * count  # seconds

        self.assertEqual(tool.per_step(Program(), None, 10)[0], 0.25)
        steps = tool.enough_steps(Program(), None, 30.0)
        self.assertGreaterEqual(2 * steps * 0.25, 30.0)
        case = SimpleNamespace(name="thin", particles=500_000)
        rows, failed = tool.measure(case, {"gpubuck": Program()}, SimpleNamespace(seconds=30.0, turns=3))
        self.assertEqual(failed, {})
        self.assertEqual(rows[0]["ms_per_step"], 250.0)
        self.assertEqual(rows[0]["million_particle_steps_per_second"], 2.0)

    def test_steps_that_cannot_be_measured_are_a_failure(self):
        tool = load_tool()
        times = iter([5.0, 5.5, 6.0, 5.0, 6.0, 5.0, 6.0, 5.0])
        tool.timed = lambda work: (next(times), 0.0)
        program = SimpleNamespace(version="1", how="", steps=None)
        rows, failed = tool.measure(SimpleNamespace(name="thin", particles=100), {"gpubuck": program},
                                    SimpleNamespace(seconds=0.1, turns=3))
        self.assertEqual(rows, [])
        check_names(failed["gpubuck"], "--seconds")

    def test_lammps_without_the_style_is_left_out(self):
        tool = load_tool()
        lmp = self.folder / "lmp"
        lmp.write_text("#!/bin/sh\necho '* Pair styles:'\necho 'atm dpd/tstat'\necho '* Bond styles:'\necho dpd\n",
                       encoding="utf-8")
        lmp.chmod(0o755)
        with raises(tool.dpd_programs.Left, "pair style dpd", "build-lammps"):
            tool.dpd_programs.Lammps(SimpleNamespace(lmp=str(lmp), ranks=1))
        with raises(tool.dpd_programs.Left, "missing"):
            tool.dpd_programs.Lammps(SimpleNamespace(lmp=str(self.folder / "none"), ranks=1))

    def test_bad_input_is_refused(self):
        for arguments, facts in ((("--programs", "gpubuck,amber"), ("--programs", "amber", "mirheo")),
                                 (("--fluids", "thick"), ("--fluids", "thick", "dense")),
                                 (("--seconds", "0"), ("--seconds", "0")),
                                 (("--turns", "0"), ("--turns", "1"))):
            ended = self.compare(*arguments)
            self.assertEqual(ended.returncode, 1)
            check_names(ended.stderr, *facts)


if __name__ == "__main__":
    unittest.main()
