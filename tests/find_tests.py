#!/usr/bin/env python3
"""Prints the executables that `tools/test -R REGEX` builds: those with a test in C++ or GLSL in whose name the
regular expression is found. Prints nothing if only tests in Python have such a name.

  find_tests.py REGEX
"""
import pathlib
import re
import sys

TESTS = pathlib.Path(__file__).resolve().parent
NAME = re.compile(r"^\s*(?:TEST|TEST_F|TEST_P|RC_GTEST_PROP|RC_GTEST_FIXTURE_PROP)\(\s*(\w+)(?:,\s*(\w+))?",
                  re.MULTILINE)


def main():
    wanted = re.compile(sys.argv[1])
    found = set()
    for file in [*TESTS.rglob("*_test.cpp"), *TESTS.rglob("*.glsl")]:
        names = (".".join(filter(None, match)) for match in NAME.findall(file.read_text(encoding="utf-8")))
        if any(wanted.search(name) for name in names):
            found.add("gpubuck_test_" + "_".join(file.parent.relative_to(TESTS).parts))
    for executable in sorted(found):
        print(executable)


main()
