"""tools/make-tables, tools/measure-tables, tools/check-prose, tools/check-links and tools/check-docs, on small files."""
import datetime
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from errors import check_names

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


class MeasureTablesTest(Folder):
    TABLE = """# NVIDIA H200, 1 November 2026: gpubuck bench pictures
particles,pixels,points,spheres,soft shading,shadows,both,surface,with shadows
"16,384",1600 x 1000,1,2,3,4,5,6,7
,2560 x 1600,1,2,3,4,5,6,7
"98,304",1600 x 1000,1,2,3,4,5,6,7
"""

    def measure(self, rows, *tables, renderer="NVIDIA H200/PCIe/SSE2", software=False, name="pictures"):
        device = {"renderer": renderer, "software": software}
        self.write(f"{name}.json", json.dumps({"device": device, "rows": rows}))
        return run("measure-tables", "--from", self.path, "--docs", self.path, *tables)

    def test_measured_cells_are_replaced_and_others_stay(self):
        table = self.write("figures/pictures-h200.csv", self.TABLE)
        picture = {"n": 16384, "width": 2560, "height": 1600, "median_ms": 12.345, "algorithm": "spheres+occlusion"}
        ended = self.measure([picture, {**picture, "median_ms": 1234.5, "algorithm": "surface"}, {**picture, "n": 7}],
                             "pictures")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertIn("2 cells replaced; 1 figures have no place", ended.stdout)
        lines = table.read_text().splitlines()
        today = datetime.date.today()
        self.assertEqual(lines[0], f"# NVIDIA H200, {today.day} {today:%B %Y}: gpubuck bench pictures")
        self.assertEqual(lines[3], ',2560 x 1600,1,2,12.3,4,5,"1,234",7')
        self.assertEqual([*lines[1:3], *lines[4:]], self.TABLE.splitlines()[1:3] + self.TABLE.splitlines()[4:])

    def test_table_of_sorts_has_four_elements_per_cell(self):
        table = self.write("figures/sorts-h200.csv", '# NVIDIA H200: gpubuck bench sorts\n'
                           'algorithm,engine,"65,536"\nradix,fast,0 / 0\n')
        sort = {"n": 65536, "algorithm": "radix", "engine": "fast"}
        rows = [{**sort, "per_cell": per_cell, "order": order, "median_ms": ms}
                for per_cell, order, ms in ((1.0, "random", 1), (4.0000007, "random", 2), (4.0000007, "cell", 3),
                                            (1.0, "cell", 4), (16.0, "random", 5), (16.0, "cell", 6))]
        ended = self.measure(rows, "sorts", name="sorts")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertEqual(table.read_text().splitlines()[2], "radix,fast,2.00 / 3.00")

    def test_other_device_and_missing_results_change_nothing(self):
        table = self.write("figures/pictures-h200.csv", self.TABLE)
        ended = self.measure([], "pictures", "sorts", renderer="AMD Radeon RX 9070")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertIn("pictures-radeon rx 9070.csv", ended.stdout)
        self.assertIn("sorts.json", ended.stdout)
        self.assertEqual(table.read_text(), self.TABLE)

    def test_unknown_table_is_an_error(self):
        ended = self.measure([], "portraits")
        self.assertEqual(ended.returncode, 2)
        self.assertIn("got portraits", ended.stderr)


class CheckProseTest(Folder):
    # Pattern, a sentence that has it, and one that does not.
    SAMPLES = [
        ("free-relative", "What has been drawn.", "Returns the points drawn."),
        ("free-relative", "Where the particles are.", "Where OpenGL is missing, the processor does the work."),
        ("free-relative", "How long it takes.", "How long does it take?"),
        ("of-without-noun", "Of its ring: the colour.", "Of all sorts, radix is the fastest."),
        ("shorthand", "Returns the reason; empty: it can.", "Returns the reason, or an empty string."),
        ("shorthand", "Steps between rows (0: never).", "Steps between rows, or 0 for none at 0:30."),
        ("so-many", "Ends after so many steps.", "There are so many steps that it takes minutes."),
        ("behind-beside", "The element behind the last.", "The element after the last."),
        ("told", "The caller is told the number.", "The colours can be told apart."),
        ("stands", "The key stands in the file.", "The letter stands for a number of standard size."),
        ("is-none", "The word is none of these.", "There is none."),
    ]

    def check(self, *arguments):
        return run("check-prose", "--no-codespell", *arguments)

    def findings(self, path):
        """Returns [(name, line, pattern)] of the findings in the files below a path."""
        ended = self.check(path)
        found = re.findall(r"^(?:.*/)?(\S+):(\d+): ([a-z-]+): ", ended.stdout, re.M)
        self.assertEqual(ended.returncode, 1 if found else 0, ended.stdout + ended.stderr)
        return [(name, int(line), pattern) for name, line, pattern in found]

    def found(self, name, text):
        """Returns [(line, pattern)] of the findings in a file with this text."""
        return [finding[1:] for finding in self.findings(self.write(name, text))]

    def test_each_pattern_finds_bad_samples_and_no_good_ones(self):
        forms = {".md": "# Title\n\n{}\n", ".cpp": "\n\n// {}\n", ".glsl": "\n\n// {}\n", ".py": "\n\n# {}\n",
                 ".sh": "\n\n# {}\n", ".js": "\n\nf('', \"{}\");\n", ".h": "\n\nfail(\"{}\");\n", ".pyi": "\n\nf('{}')\n"}
        expected = []
        for number, (pattern, bad, good) in enumerate(self.SAMPLES):
            for ending, form in forms.items():
                self.write(f"bad{number}{ending}", form.format(bad))
                self.write(f"good{number}{ending}", form.format(good))
                expected.append((f"bad{number}{ending}", 3, pattern))
        self.assertEqual(sorted(self.findings(self.path)), sorted(expected))

    def test_pronouns_in_place_of_nouns_are_found_in_sentences(self):
        for bad in ("The box is that of the step.", "Units are those of the file.", "The sorts: those of OpenGL 3.3.",
                    "Those of a row are one stretch.", "The same for decimal numbers.", "Reads it. That of a batch waits.",
                    "Particles move as those of mass 1 do."):
            with self.subTest(bad=bad):
                self.assertEqual(self.found("a.md", f"{bad}\n"), [(1, "pronoun")])
                self.assertEqual(self.found("a.h", f"/// {bad}\n"), [(1, "pronoun")])
                self.assertEqual(self.found("b.h", f'fail("{bad}");\n'), [])
        for good in ("The forces of bonds and those of pairs.", "The result is the same.", "The box is the step's.",
                     "The same seed gives the same bits.", "The point is that in a slab nothing moves.",
                     "Those are all."):
            with self.subTest(good=good):
                self.assertEqual(self.found("a.md", f"{good}\n"), [])

    def test_other_words_in_place_of_nouns_are_found_in_sentences(self):
        for pattern, bad in (("pronoun", "All forces count, except those of pairs."),
                             ("pronoun", "The volume is larger than that of a ball."),
                             ("one", "Returns whether the picture differs from the last one."),
                             ("one", "The row is longer than the one before it."),
                             ("one", "The steps repeat the earlier ones bit by bit."),
                             ("but-for", "The half is empty but for one particle."),
                             ("throws-what", "Throws what the constructor throws."),
                             ("throws-what", "Throws as writeTo().")):
            with self.subTest(bad=bad):
                self.assertEqual(self.found("a.md", f"{bad}\n"), [(1, pattern)])
                self.assertEqual(self.found("a.h", f"/// {bad}\n"), [(1, pattern)])
                self.assertEqual(self.found("b.h", f'fail("{bad}");\n'), [])
        for good in ("One of two particles moves.", "There is one more start than buckets.", "All ones stand for NULL.",
                     "The one case is that nothing moves.", "Throws RunError.", "Nothing but the count is read."):
            with self.subTest(good=good):
                self.assertEqual(self.found("a.md", f"{good}\n"), [])

    def test_comment_after_code_is_read_by_itself(self):
        self.assertEqual(self.found("a.h", "int size;  ///< of the window\n"), [(1, "of-fragment")])
        self.assertEqual(self.found("a.h", "int a;  ///< size\n/// Of the file.\nint b;\n"), [(2, "of-without-noun")])
        self.assertEqual(self.found("a.h", "int a;  ///< the size\n        ///< of the window\n"), [])

    def test_sentence_over_two_lines_is_found(self):
        self.assertEqual(self.found("a.h", "int a;\n/// Says why; empty:\n/// it can.\nint b;\n"), [(2, "shorthand")])

    def test_names_of_tests_are_read_as_words(self):
        self.assertEqual(self.found("a_test.cpp", "TEST(Sort, TheUserIsToldTheNumber) {}\n"), [(1, "told")])
        self.assertEqual(self.found("a_test.py", "def test_the_user_is_told_the_number(self):\n    pass\n"), [(1, "told")])
        self.assertEqual(self.found("a_test.cpp", "TEST(Sort, WhatIsSorted_StaysSorted) {}\n"), [])

    def test_code_is_not_read(self):
        self.assertEqual(self.found("a.cpp", "int behind = told(stands);\n"), [])
        self.assertEqual(self.found("a.md", "Run\n\n    told behind\n\n```\nbeside\n```\n\nand `behind`.\n"), [])

    def test_only_rows_of_tables_may_be_long(self):
        line = "x" * 121
        self.assertEqual(self.found("a.md", f"{line}\n\n| {line} |\n"), [(1, "columns")])
        self.assertEqual(self.found("a.cpp", f"// {'x' * 117}\n"), [])
        self.assertEqual(self.found("a.cpp", f"// {'x' * 118}\n"), [(1, "columns")])

    def test_counts_are_printed_by_pattern(self):
        file = self.write("a.md", "The element behind the first, told.\n\nBeside it.\n")
        lines = self.check("--counts", file).stdout.splitlines()
        self.assertIn("     2 behind-beside", lines)
        self.assertIn("     1 told", lines)
        self.assertEqual(lines[-1], "     3 findings in 1 files")

    def test_missing_file_is_an_error(self):
        self.assertEqual(self.check(self.path / "none.md").returncode, 1)


class CheckLinksTest(Folder):
    def test_links_to_files_and_headings_are_checked(self):
        self.write("docs/b.md", "# First: a `part`\n\n```\n# Code\n```\n")
        for link, word in (("docs/b.md", None), ("docs/b.md#first-a-part", None), ("https://example.org/x", None),
                           ("#page", None), ("docs/c.md", "file"), ("docs/b.md#code", "heading"), ("#other", "heading")):
            with self.subTest(link=link):
                self.write("a.md", f"# Page\n\nA [link]({link}).\n\n    [code](missing.md)\n")
                ended = run("check-links", self.path)
                self.assertEqual(ended.returncode, 1 if word else 0, ended.stderr)
                if word:
                    check_names(ended.stderr, "a.md:3", link, word)
                else:
                    self.assertEqual(ended.stderr, "")

    def test_guides_name_existing_files(self):
        self.write("src/a.cpp", "")
        self.write("CONTRIBUTING.md", "Files `src/a`, `src/a.cpp`, `src/*.cpp` and `src/NAME.cpp`.\n\nAnd `src/b.cpp`.\n")
        ended = run("check-links", self.path)
        check_names(ended.stderr, "CONTRIBUTING.md:3", "src/b.cpp")

    def test_places_have_their_identifiers(self):
        self.write("src/a.cpp", "void A::run() { go(); }  // once stop()\n")
        head = "# Papers\n\n| paper | says | here | where |\n|---|---|---|---|\n"
        for place, said in (("`src/a.cpp`", None), ("`src/a.cpp` `A::run` `go`", None), ("`src/a.cpp` `A::walk`", "walk"),
                            ("`src/a.cpp` `stop`", "stop"), ("`src/b.cpp` `run`", "src/b.cpp"), ("`run`", "`run`"),
                            ("", "the row")):
            with self.subTest(place=place):
                self.write("docs/from-the-papers.md", f"{head}| 1 | a | `b/c` | {place} |\n")
                ended = run("check-links", self.path)
                self.assertEqual(ended.returncode, 1 if said else 0, ended.stderr)
                self.assertRegex(ended.stderr, f"^docs/from-the-papers.md:5: {said}: " if said else "^$")


class CheckDocsTest(Folder):
    def check(self, text):
        page = self.write("page.md", text)
        program = self.write("bin/gpubuck", '#!/bin/sh\necho "$@" | tee -a said\n[ "$1" != fail ]\n')
        program.chmod(0o755)
        return run("check-docs", program, page)

    def test_commands_run_in_order_and_in_one_empty_folder(self):
        ended = self.check('# Page\n\n```sh\n[ -z "$(ls | grep -vxE \'a.toml|assets|examples|tools\')" ]\n'
                           'gpubuck run \\\n  two\nmkdir deep\ncd deep   # and stay\n```\n\n'
                           '```toml title="a.toml"\nkey = 1\n```\n\n```sh\ngrep -qx "key = 1" ../a.toml\n'
                           'grep -qx "run two" ../said\nfor word in a b; do\n  gpubuck $word\ndone\n```\n')
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertEqual(ended.stdout.splitlines()[-1], "7 commands of 1 pages ran, 0 left out")

    def test_failure_names_page_line_and_command(self):
        for command in ("gpubuck fail now", "gpubuck fail now | cat", "cd none"):
            with self.subTest(command=command):
                ended = self.check(f"# Page\n\n```sh\n# First\ngpubuck info\n{command}\ngpubuck late\n```\n")
                self.assertEqual(ended.returncode, 1)
                self.assertRegex(ended.stderr, rf"page.md:6: exit code 1: {re.escape(command)}\n  ")
                self.assertNotIn("late", ended.stderr)

    def test_output_begins_as_the_page_shows(self):
        page = "# Page\n\n```console\n$ gpubuck one\none\n$ printf '1\\n2\\n3\\n'\n1\n{}\n```\n"
        self.assertEqual(self.check(page.format(2)).returncode, 0)
        ended = self.check(page.format(3))
        self.assertEqual(ended.returncode, 1)
        self.assertIn("page.md:6: exit code 1: $ printf", ended.stderr)

    def test_comment_says_what_does_not_run(self):
        page = "# Page\n\n```sh\ngpubuck info\n```\n\n{}\n```sh\ngpubuck fail\ngpubuck fail\n```\n"
        self.assertEqual(self.check(page.format("<!-- not run: needs a GPU -->")).stdout.splitlines()[-1],
                         "1 commands of 1 pages ran, 2 left out")
        for comment in ("<!-- not run -->", "<!-- not run: -->", "<!-- not run: a -->\n\nText."):
            with self.subTest(comment=comment):
                ended = self.check(page.format(comment))
                self.assertEqual(ended.returncode, 1)
                self.assertRegex(ended.stderr, "page.md:[79]: (must be|no block)")

    def test_long_command_is_ended_and_must_begin_well(self):
        page = "# Page\n\n<!-- run for 3 s: takes minutes -->\n```sh\n{}\n```\n"
        self.assertEqual(self.check(page.format("sleep 100")).stdout,
                         "1 commands were ended after 3 s.\n1 commands of 1 pages ran, 0 left out\n")
        self.assertIn("page.md:5: exit code 1: gpubuck fail", self.check(page.format("gpubuck fail")).stderr)

    def test_commands_in_other_blocks_are_errors(self):
        for block in ("    gpubuck info", "```\ngpubuck info\n```", "    # First\n    tools/build"):
            with self.subTest(block=block):
                ended = self.check(f"# Page\n\n{block}\n")
                self.assertEqual(ended.returncode, 1)
                self.assertIn("commands must be in a block ```sh", ended.stderr)
        self.assertEqual(self.check("# Page\n\n    gpubuck: an error\n").returncode, 0)


if __name__ == "__main__":
    unittest.main()
