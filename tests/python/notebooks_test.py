"""Runs the code of docs/notebooks with small sizes, which one cell of each notebook has for this test."""
import json
import os
import sys
import tempfile
import unittest
from pathlib import Path

import matplotlib
import numpy as np

matplotlib.use("agg")
import matplotlib.pyplot as plt

FOLDER = Path(os.environ["GPUBUCK_SOURCE"]) / "docs/notebooks"


class NotebooksTest(unittest.TestCase):
    def run_notebook(self, name):
        """Runs the cells of a notebook in order. Returns their variables."""
        cells = json.loads((FOLDER / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]
        sizes = [cell["metadata"]["small"] for cell in cells if "small" in cell["metadata"]]
        self.assertEqual(len(sizes), 1, "one cell must have the sizes for tests")
        variables, here = {"__name__": "notebook"}, os.getcwd()
        self.addCleanup(plt.close, "all")
        self.addCleanup(os.chdir, here)
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            for k, cell in enumerate(cells):
                if cell["cell_type"] == "code":
                    text = cell["metadata"].get("small") or "".join(cell["source"])
                    exec(compile(text, f"{name}, cell {k}", "exec"), variables)
            os.chdir(here)
        return variables

    def test_every_notebook_has_results(self):
        names = sorted(path.stem for path in FOLDER.glob("*.ipynb"))
        self.assertEqual(names, sorted(f"{name[5]}-{name[7:].replace('_', '-')}" for name in dir(self)
                                       if name[5:6].isdigit()))
        for name in names:
            cells = json.loads((FOLDER / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]
            for cell in cells:
                for output in cell.get("outputs", []):
                    self.assertNotEqual(output["output_type"], "error", name)
            pictures = [output for cell in cells for output in cell.get("outputs", []) if "image/png" in
                        output.get("data", {})]
            self.assertGreater(len(pictures), 0, name)

    def test_1_first_fluid(self):
        found = self.run_notebook("1-first-fluid")
        self.assertEqual(found["fluid"].measure().step, 60 + 200 + 60)
        self.assertLess(found["g"][:4].max(), found["g"].max())

    def test_2_neighbour_lists(self):
        found = self.run_notebook("2-neighbour-lists")
        self.assertEqual(found["nearest"].sum(), 12)
        self.assertLess(abs(found["total"][-1] - found["total"][0]), 0.01 * len(found["x"]))
        self.assertLess(abs(found["before"] - found["after"]).max(), 1e-9)

    def test_3_soap_phases(self):
        for fluid, _, order in self.run_notebook("3-soap-phases")["runs"].values():
            self.assertEqual(fluid.step_number, 60)
            self.assertAlmostEqual(order[-1].sum(), 1.0, delta=1e-5)

    def test_4_surface_tension(self):
        found = self.run_notebook("4-surface-tension")
        self.assertGreater(found["means"][-1], 0.0)
        self.assertLess(found["share"][-1], found["share"][0])

    def test_5_mixing_and_parting(self):
        found = self.run_notebook("5-mixing-and-parting")
        self.assertGreater(found["widths"][-1], 0.0)
        self.assertGreater(found["sizes"][-1], 1.0)

    def test_6_how_the_sort_works(self):
        found = self.run_notebook("6-how-the-sort-works")
        self.assertTrue(all(found["same"]))
        self.assertEqual(len(found["rounds"]) - 1, np.bincount(found["bucket"]).max())


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]])
