"""tools/make-tables, on small files."""
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(os.environ["GPUBUCK_SOURCE"])


def run(tool, *arguments):
    environment = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
    return subprocess.run([sys.executable, ROOT / "tools" / tool, *map(str, arguments)], capture_output=True, text=True,
                          timeout=60, env=environment)


class Folder(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = Path(self.folder.name)

    def write(self, name, text):
        file = self.path / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return file


class MakeTablesTest(Folder):
    PAGE = "# Page\n\n<!-- table sorts -->\n{}<!-- end of table -->\n\nEnd.\n"
    TABLE = "| sort | ms |\n| --- | ---: |\n| radix | 0.13 |\n| atomic |  |\n"

    def make(self, *options):
        return run("make-tables", "--docs", self.path, *options)

    def test_table_is_written_between_the_marks(self):
        self.write("figures/sorts.csv", "# H200\nsort,ms\nradix,0.13\natomic,\n")
        page = self.write("page.md", self.PAGE.format("old\n"))
        self.assertEqual(self.make("--check").returncode, 1)
        self.assertEqual(page.read_text(), self.PAGE.format("old\n"))
        self.assertEqual(self.make().returncode, 0)
        self.assertEqual(page.read_text(), self.PAGE.format(self.TABLE))
        self.assertEqual(self.make("--check").returncode, 0)

    def test_missing_and_unused_data_are_errors(self):
        self.write("figures/other.csv", "a\n1\n")
        self.write("page.md", self.PAGE.format(""))
        ended = self.make("--check")
        self.assertEqual(ended.returncode, 1)
        self.assertIn("sorts.csv", ended.stderr)
        self.assertIn("other.csv", ended.stderr)

    def test_short_row_is_an_error(self):
        self.write("figures/sorts.csv", "sort,ms\nradix\n")
        self.write("page.md", self.PAGE.format(""))
        ended = self.make()
        self.assertEqual(ended.returncode, 1)
        self.assertRegex(ended.stderr, r"^sorts\.csv: .*radix$")


if __name__ == "__main__":
    unittest.main()
