"""mypy checks the types of the module, of the calls in the docs, and of the calls in typed_calls.py."""
import functools
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(os.environ["GPUBUCK_SOURCE"])
# Names that the blocks of docs/python.md use without defining them. They have any type.
OF_USERS = "from programs_of_users import box, freud, ptr, r_max, rdf, torch"


def prompted(lines):
    """Returns the code after the prompt of doctest for each line with a prompt, and an empty string for each other
    line."""
    code = [re.match(r"\s*(?:>>>|\.\.\.) (.*)", line) for line in lines]
    return [line[1] if line else "" for line in code]


def blocks_of_page(path):
    """Returns an entry for each line of a page: the code of a line in a Python block, or an empty string for another
    line."""
    lines = path.read_text(encoding="utf-8").splitlines()
    code = [""] * len(lines)
    first = None
    for at, line in enumerate(lines):
        if line == "```python":
            first = at + 1
        elif line == "```" and first is not None:
            block = lines[first:at]
            code[first:at] = prompted(block) if block[0].startswith(">>> ") else block
            first = None
    return code


@functools.cache
def errors():
    """Returns the lines that mypy prints. mypy runs once for all tests."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)

        def write(name, first, code):
            code[0] = f"{first}; {code[0]}"  # in the first line, so that all lines keep their numbers
            (path / name).write_text("\n".join(code) + "\n", encoding="utf-8")

        write("page.py", OF_USERS, blocks_of_page(ROOT / "docs/python.md"))
        for file in (ROOT / "src/python/gpubuck").glob("*.py"):
            code = prompted(file.read_text(encoding="utf-8").splitlines())
            if any(code):
                write(f"docstrings_{file.name}", "import gpubuck, numpy as np", code)
        shutil.copy(ROOT / "tests/python/typed_calls.py", path)
        environment = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
        environment["MYPYPATH"] = str(Path(importlib.util.find_spec("gpubuck").origin).parent.parent)
        modules = [word for file in path.glob("*.py") for word in ("--module", file.stem)]
        ended = subprocess.run(
            [sys.executable, "-m", "mypy", "--strict", "--ignore-missing-imports", "--no-error-summary",
             "--cache-dir", path / "cache", "--package", "gpubuck", *modules],
            capture_output=True, text=True, timeout=600, env=environment, cwd=path)
    if ended.returncode not in (0, 1) or ended.stderr:
        raise RuntimeError(ended.stdout + ended.stderr)
    return ended.stdout.splitlines()


class TypesTest(unittest.TestCase):
    def assert_no_errors(self, pattern):
        self.assertEqual([line for line in errors() if re.match(pattern, line)], [])

    def test_page_has_no_errors(self):
        self.assert_no_errors("page")

    def test_docstrings_have_no_errors(self):
        self.assert_no_errors("docstrings")

    def test_results_have_their_types_and_wrong_calls_are_errors(self):
        self.assert_no_errors("typed_calls")

    def test_module_has_no_errors(self):
        self.assert_no_errors("(?!page|docstrings|typed_calls)")


if __name__ == "__main__":
    unittest.main()
