"""The parts of tools/site that need no other package."""

import pathlib
import re
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools/site_builder"))
import links  # noqa: E402
import notebooks  # noqa: E402
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
        for name in ("Fluid", "InputError", "Measurement", "NeighborList", "query_pairs", "SpeciesMeasurement"):
            self.assertIn(f"\n## {name}\n", python)
        self.assertIn("### Fluid.step\n\n```python\ndef step(self, ", python)
        types = "".join(path.read_text(encoding="utf-8") for path in pages.ROOT.glob("src/javascript/package/*.d.ts"))
        for name in re.findall(r"^export (?:\w+ )?(?:class|interface|type|function) (\w+)", types, re.M):
            self.assertEqual(javascript.count(f"\n### {name}\n"), 1, name)
        self.assertIn("\n```typescript\nset(values: ScenarioValues): void\n```\n\nChanges values", javascript)
        self.assertIn("\n- `head: Int32Array`: The first element of each bucket, or -1.\n", javascript)

    def test_cpp_functions_have_a_parameter_per_line_if_long(self):
        xml = ("<memberdef kind='function'><definition>Fluid gpubuck::Fluid::{0}</definition><argsstring>(...) const"
               "</argsstring><name>{0}</name><param><type>const std::vector&lt; int &gt; &amp;</type><declname>points"
               "</declname><defval>{{}}</defval></param><param><type>int</type><declname>b</declname></param>"
               "</memberdef>")
        member = lambda name: pages.member(ElementTree.fromstring(xml.format(name)))
        self.assertEqual(member("of"), "Fluid of(const std::vector<int>& points = {}, int b) const")
        self.assertEqual(member("o" * 60),
                         f"Fluid {'o' * 60}(\n    const std::vector<int>& points = {{}},\n    int b) const")

    def test_cpp_members_without_a_comment_are_shown_unless_a_compiler_makes_them(self):
        def member(name, returned, comment="", prot="public"):
            return ElementTree.fromstring(
                f"<memberdef kind='function' prot='{prot}'><type>{returned}</type><name>{name}</name>"
                f"<briefdescription><para>{comment}</para></briefdescription></memberdef>")

        self.assertTrue(pages.is_shown(member("particles", "std::int64_t")))
        self.assertTrue(pages.is_shown(member("Fluid", "", "Starts a fluid.")))
        for hidden in (member("particles", "int", prot="private"), member("Fluid", ""), member("~Fluid", ""),
                       member("operator=", "Fluid"), member("state", "int", "For the library itself.")):
            self.assertFalse(pages.is_shown(hidden))

    def test_notebooks_become_pages_with_their_results(self):
        for path in sorted((pages.ROOT / "docs/notebooks").glob("*.ipynb")):
            text = notebooks.page(path, self.root)
            self.assertTrue(text.startswith("# "), path)
            self.assertNotIn("$", re.sub(r"```.*?```", "", text, flags=re.S), path)
            pictures = re.findall(r"\]\(([\w-]+\.png)\)", text)
            self.assertGreater(len(pictures), 0, path)
            for name in pictures:
                self.assertEqual((self.root / name).read_bytes()[:4], b"\x89PNG")
            self.assertIn(f"{path.stem}.md", (pages.ROOT / "tools/site_builder/mkdocs.yml").read_text(encoding="utf-8"))
        self.assertIn("\n```{.text .result}\n", text)

    def test_unknown_formula_is_an_error(self):
        self.assertEqual(re.sub(r"\$(.+?)\$", notebooks.formula, "$p_{xy} < \\mu$"),
                         "<i>p</i><sub>xy</sub> &lt; <i>μ</i>")
        with self.assertRaises(KeyError):
            re.sub(r"\$(.+?)\$", notebooks.formula, "$\\oint x$")

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
