"""tools/compare-neighbours and its figure, as users run them."""
import importlib.machinery
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np

import gpubuck
from errors import check_names, raises

TOOLS = Path(os.environ["GPUBUCK_SOURCE"]) / "tools"


class CompareNeighboursTest(unittest.TestCase):
    def run_tool(self, *arguments):
        return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, timeout=300)

    def compare(self, *arguments):
        module = Path(gpubuck.__file__).parent.parent
        return self.run_tool(TOOLS / "compare-neighbours", "--module", module, "--samples", "2", *arguments)

    def test_all_programs_find_the_same_pairs(self):
        ended = self.compare("--points", "1000", "2000", "--neighbours", "20", "--engine", "both",
                             "--json")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        rows = json.loads(ended.stdout)["rows"]
        half = {"gpubuck", "scipy", "MDAnalysis"}
        for points in (1000, 2000):
            self.assertEqual({row["program"] for row in rows if row["n"] == points and row["list"] == "half"}, half)
            full = [row for row in rows if row["n"] == points and row["list"] == "full"]
            self.assertEqual({row["program"] for row in full}, {"gpubuck", "scipy", "ASE"})
            self.assertEqual({row["engine"] for row in full if row["program"] == "gpubuck"}, {"fast", "paper"})
        for row in rows:
            self.assertAlmostEqual(row["rows"] / row["n"], 20 if row["list"] == "full" else 10, delta=1)
            if row["program"] != "MDAnalysis":  # single precision
                self.assertEqual(row["differing"], 0, row)
            if row["program"] == "gpubuck":
                self.assertGreater(min(row[part] for part in ("upload_ms", "search_ms", "download_ms")), 0.0)
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "found.json").write_text(ended.stdout, encoding="utf-8")
            figure = Path(folder) / "found.svg"
            ended = self.run_tool(TOOLS / "plot", figure, Path(folder) / "found.json")
            self.assertEqual(ended.returncode, 0, ended.stderr)
            said = figure.read_text(encoding="utf-8")
            for label in ("gpubuck, fast, half", "gpubuck, paper, full", "scipy, half", "MDAnalysis, half",
                          "ASE, full"):
                self.assertIn(label, said)

    def test_open_cube_with_all_columns(self):
        ended = self.compare("--points", "500", "--neighbours", "8", "--open", "--quantities", "ijSdD", "--programs",
                             "gpubuck,ase", "--lists", "full", "--engine", "paper")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        lines = ended.stdout.splitlines()
        self.assertEqual(len(lines), 6, ended.stdout)
        self.assertRegex(lines[2], r"^ +500 +8 +full +gpubuck, paper +\d,\d+ +0 ")
        self.assertRegex(lines[3], r"^ +500 +8 +full +ASE +\d,\d+ +0 ")
        self.assertRegex(lines[4], r"^gpubuck, paper \d.* returns arrays i, j ")
        self.assertRegex(lines[5], r"^ASE \d.* returns arrays i, j ")

    def test_default_call_and_programs_that_are_left_out(self):
        ended = self.compare("--points", "500", "--neighbours", "8", "--lists", "half", "--json", "--programs",
                             "gpubuck,torch,nvalchemi,ase")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        found = json.loads(ended.stdout)
        self.assertEqual([(row["program"], row["engine"]) for row in found["rows"]], [("gpubuck", "default")])
        self.assertEqual(set(found["left_out"]), {"torch", "nvalchemi"})
        self.assertIn("torch is left out: ", ended.stderr)
        self.assertRegex(ended.stderr, r"ASE \d\S* returns arrays i, j")

    def test_missing_or_duplicate_pair_is_detected(self):
        sys.path.insert(0, str(TOOLS))
        loader = importlib.machinery.SourceFileLoader("compare_neighbours", str(TOOLS / "compare-neighbours"))
        tool = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
        loader.exec_module(tool)
        case = tool.Case(100, 8, False, False, "ij")
        near = gpubuck.NeighborList(case.cutoff, full_list=False)
        pairs = tool.codes(near.compute(case.points, case.box, True), case)
        self.assertGreater(len(pairs), 300)
        self.assertEqual(tool.differing(pairs, pairs, case, 1e-14), 0)
        for wrong, word in ((pairs[1:], "lists"), (np.insert(pairs, 0, pairs[0]), "twice")):
            with raises(SystemExit, word):
                tool.differing(pairs, wrong, case, 1e-14)

    def test_bad_input_is_refused(self):
        ended = self.compare("--programs", "gpubuck,nanoflann")
        self.assertEqual(ended.returncode, 1)
        check_names(ended.stderr, "--programs", "nanoflann", "gpubuck", "processor", "scipy", "matscipy")


if __name__ == "__main__":
    unittest.main()
