"""The parts of tools/site that need no other package."""

import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools/site_builder"))
import links  # noqa: E402
import pages  # noqa: E402


class SiteTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def test_links_to_no_file_and_to_no_place_are_faults(self):
        pages.write(self.root / "index.html", '<p id="here"></p><a href="#here">a</a><a href="sub/">b</a>\n'
                    '<a href="sub/index.html#there">c</a><a href="https://example.org/x">d</a><img src="none.png">')
        pages.write(self.root / "sub/index.html", '<a href="../index.html#here">up</a><a href="/gone.html">e</a>')
        self.assertEqual(list(links.faults(self.root)), [
            "index.html:2: sub/index.html#there: no such place in the page",
            "index.html:2: none.png: no such file",
            "sub/index.html:1: /gone.html: no such file"])

    def test_references_have_every_public_name(self):
        python, javascript = pages.python(), pages.javascript()
        for name in ("Fluid", "InputError", "NeighborList", "query_pairs"):
            self.assertIn(f"\n## {name}\n", python)
        self.assertIn("### Fluid.step\n\n```python\ndef step(self, ", python)
        for name in ("Engine", "Fluid", "createEngine", "traceSort"):
            self.assertIn(name, javascript)
        self.assertIn("\n### GpubuckFluidElement\n", javascript)

    def test_guides_are_copied_with_the_files_that_they_link_to(self):
        pages.copy_guides(self.root)
        self.assertTrue((self.root / "docs/scenario.md").exists())
        self.assertTrue((self.root / "assets/scenarios/equilibrium.toml").exists())

    def test_docstrings_become_lists(self):
        self.assertEqual(pages.prose("Does x.\n\nParameters\n----------\na : int\n    One\n    line.\n\nb\n    Two."),
                         "Does x.\n\n**Parameters**\n\n- `a : int`: One line.\n\n- `b`: Two.")

    def test_lists_get_a_blank_line(self):
        self.assertEqual(pages.spaced("Text:\n- a\n- b\n```\nx\n- c\n```"), "Text:\n\n- a\n- b\n```\nx\n- c\n```")


if __name__ == "__main__":
    unittest.main()
