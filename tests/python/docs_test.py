"""Runs the examples of docs/python.md and of the docstrings unchanged."""
import doctest
import os
import re
import subprocess
import sys
import tempfile
import textwrap
import unittest
from pathlib import Path

import numpy as np

import gpubuck
from gpubuck import _ase, _fluid, _neighbours, _points, _sort

ROOT = Path(os.environ["GPUBUCK_SOURCE"])


class DocsTest(unittest.TestCase):
    def run_examples(self, examples):
        """Runs the examples in order. Fails with the report of doctest."""
        said = []
        here = os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            try:
                runner = doctest.DocTestRunner()
                runner.run(examples, out=said.append)
            finally:
                os.chdir(here)
        self.assertGreater(runner.tries, 0)
        self.assertEqual(runner.failures, 0, "".join(said))

    def test_python_page_runs(self):
        text = (ROOT / "docs/python.md").read_text(encoding="utf-8")
        text = re.sub(r"^```.*$", "", text, flags=re.MULTILINE)
        self.run_examples(doctest.DocTestParser().get_doctest(text, {}, "docs/python.md", None, 0))

    def test_readme_lines_run(self):
        text = (ROOT / "README.md").read_text(encoding="utf-8")
        lines = re.search(r"\n\n((?:    .*\n)*    import gpubuck\n(?:    .*\n)*)", text)[1]
        ended = subprocess.run([sys.executable, "-c", textwrap.dedent(lines)], capture_output=True,
                               text=True, timeout=120)
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertRegex(ended.stdout, r"^[12]\d\.\d+ \[[23]\.")

    def test_docstrings_run(self):
        checked = 0
        for module in (_ase, _fluid, _neighbours, _points, _sort):
            for examples in doctest.DocTestFinder(exclude_empty=True).find(module):
                if examples.examples:
                    examples.globs = {"gpubuck": gpubuck, "np": np}
                    with self.subTest(examples.name):
                        self.run_examples(examples)
                        checked += 1
        self.assertEqual(checked, 8)

    def test_public_names_are_documented(self):
        for name in gpubuck.__all__:
            if name == "__version__":
                continue
            thing = getattr(gpubuck, name)
            self.assertTrue(thing.__doc__, name)
            for member, value in vars(thing).items() if isinstance(thing, type) else ():
                if not member.startswith("_") and (callable(value) or isinstance(value, property)):
                    self.assertTrue(value.__doc__, f"{name}.{member}")


if __name__ == "__main__":
    unittest.main()
