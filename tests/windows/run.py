#!/usr/bin/env python3
"""Runs the tests of a build for Windows under Wine, on the display of the environment (tools/windows --tests).

  run.py FOLDER [SUITE...] runs the executables FOLDER/gpubuck_test_SUITE.exe; default: all

The tests that left_out.txt names are not run; the file says why. A test that ends its process fails under its name,
and the tests after it run in a new process. Prints the output of failures, and a line for each suite.
"""
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from gtest_lists import set_environment, test_names  # noqa: E402, from the folder above

SECONDS = 900.0  # time limit of a process
TESTS_PER_PROCESS = 100  # a command line of Windows has at most 32,767 characters
BEGIN = re.compile(r"\[ RUN      \] (\S+)")
END = re.compile(r"\[ (      OK| FAILED | SKIPPED) \] ([^\s,]+).* \(\d+ ms\)$")


def output_of(command, seconds):
    """Returns the lines that the command prints until it ends or is killed."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    try:
        text = process.communicate(timeout=seconds)[0]
    except subprocess.TimeoutExpired:
        process.kill()
        text = process.communicate()[0]
    return text.decode(errors="replace").replace("\r", "").splitlines()


def run_process(executable, names):
    """Returns {name: result} of the tests that have begun."""
    results, said, running = {}, [], None
    for line in output_of(["wine", executable, "--gtest_color=no", "--gtest_filter=" + ":".join(names)], SECONDS):
        said.append(line)
        if begin := BEGIN.search(line):
            running, said = begin.group(1), [line]
            results[running] = "failed"
        elif (end := END.search(line)) and end.group(2) == running:
            word = {"      OK": "passed", " FAILED ": "failed", " SKIPPED": "skipped"}[end.group(1)]
            results[running] = word
            if word != "passed":
                print("\n".join(said), flush=True)
            running, said = None, []
    if running:
        print("\n".join(said) + f"\n{running}: ended the process", flush=True)
    return results


def run_suite(executable, left_out):
    """Returns the number of passed, failed and skipped tests, and of tests left out."""
    names = test_names(output_of(["wine", executable, "--gtest_list_tests"], SECONDS))
    wanted = [name for name in names if not any(pattern.fullmatch(name) for pattern in left_out)]
    results = {} if names else {"its list of tests": "failed"}
    while remaining := [name for name in wanted if name not in results][:TESTS_PER_PROCESS]:
        begun = run_process(executable, remaining)
        results.update(begun or {remaining[0]: "failed"})
    for name, result in results.items():
        if result != "passed":
            print(f"{result}: {name}")
    count = list(results.values()).count
    return [count("passed"), count("failed"), count("skipped"), len(names) - len(wanted)]


def main():
    set_environment()
    folder = pathlib.Path(sys.argv[1])
    suites = sys.argv[2:] or sorted(file.stem[len("gpubuck_test_"):] for file in folder.glob("gpubuck_test_*.exe"))
    left_out = []
    for line in (pathlib.Path(__file__).parent / "left_out.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            left_out.append(re.compile(line.split()[0].replace(".", r"\.").replace("*", ".*")))
    totals = [0, 0, 0, 0]
    for suite in suites:
        counts = run_suite(folder / f"gpubuck_test_{suite}.exe", left_out)
        totals = [total + count for total, count in zip(totals, counts)]
        print(f"{suite}: {counts[0]} passed, {counts[1]} failed, {counts[2]} skipped, {counts[3]} left out", flush=True)
    print(f"all: {totals[0]} passed, {totals[1]} failed, {totals[2]} skipped, {totals[3]} left out")
    sys.exit(1 if totals[1] else 0)


main()
