"""Runs the tests of one file with Python's unittest; ctest calls it for each file.

  run_tests.py FILE

It prints the same lines as run_shard.py, and reads the same variables GPUBUCK_TESTS and GPUBUCK_TEST_RESULTS. With
GPUBUCK_TEST_GL33=1 or GPUBUCK_OPENGL=es3 it leaves out the tests with "fast" in their name. A skipped test counts as
failed.
"""
import importlib.util
import os
import re
import signal
import sys
import time
import unittest
from pathlib import Path

os.environ.setdefault("LP_NUM_THREADS", "0")
# Shells start background jobs with these signals ignored, and so does nohup. Children inherit ignored signals, but the
# tests need these signals.
signal.signal(signal.SIGINT, signal.default_int_handler)
for each in (signal.SIGTERM, signal.SIGHUP):
    signal.signal(each, signal.SIG_DFL)


def note(line):
    if path := os.environ.get("GPUBUCK_TEST_RESULTS"):
        with open(path, "a", encoding="utf-8") as file:
            file.write(line + "\n")


def all_tests(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from all_tests(test)
        else:
            yield test


def main():
    path = Path(sys.argv[1]).resolve()
    sys.path[:0] = [str(path.parent), str(path.parent.parent / "support")]
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    try:
        spec.loader.exec_module(module)
    except Exception:
        note(f"planned {path.stem}")  # and never passed
        raise
    loader = unittest.TestLoader()
    tests = list(all_tests(loader.loadTestsFromModule(module)))
    if hasattr(module, "load_more_tests"):
        tests += all_tests(module.load_more_tests())
    if not tests:
        sys.exit(f"{path}: has no tests")
    wanted = [test for test in tests if re.search(os.environ.get("GPUBUCK_TESTS", ""), test.id())]
    if os.environ.get("GPUBUCK_TEST_GL33") == "1" or os.environ.get("GPUBUCK_OPENGL") == "es3":
        wanted = [test for test in wanted if "fast" not in test.id()]
    for test in wanted:
        note(f"planned {test.id()}")
    failures = 0
    for test in wanted:
        began = time.perf_counter()
        result = unittest.TextTestRunner(stream=open(os.devnull, "w"), verbosity=0).run(test)
        bad = result.failures + result.errors
        bad += [(test, f"skipped: {why}") for _, why in result.skipped]
        bad += [(test, "passed, which was not expected") for _ in result.unexpectedSuccesses]
        for _, said in bad:
            print(f"{test.id()}\n{said}", flush=True)
        if bad or result.testsRun != 1:
            failures += 1
        else:
            note(f"passed {test.id()} {time.perf_counter() - began:.3f}")
    print(f"{len(wanted) - failures} tests passed, {failures} failed")
    sys.exit(1 if failures else 0)


main()
