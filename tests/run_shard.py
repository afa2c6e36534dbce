#!/usr/bin/env python3
"""Runs one shard of a test executable, all its tests in one process; ctest calls it for each shard.

  run_shard.py EXECUTABLE SHARD SHARDS      every SHARDS-th test, from number SHARD on

A test that ends the process (a crash, a finding of a sanitizer) or takes longer than SECONDS_PER_TEST
fails under its name, and the following tests run in a new process. A process that takes longer than SECONDS_PER_TEST
before its first test or after its last test fails as well. Only failures print their output.

  GPUBUCK_TESTS=REGEX       runs only the tests in whose name REGEX is found
  GPUBUCK_TEST_PEERS=0      leaves out the tests with "Peer" in their name: they need ffmpeg, or packages of Python
                            that read or write the same files as gpubuck
  GPUBUCK_TEST_GL33=1       leaves out the tests with "Fast" in their name: they need OpenGL 4.3
  GPUBUCK_OPENGL=es3        leaves out the tests with "Fast" or "Desktop" in their name: OpenGL ES 3.0 lacks features
                            that they need
  GPUBUCK_NEW_SEEDS=1       checks properties on other random cases in each run; a failure prints its seed,
                            for RC_PARAMS="seed=N". Without it the cases are always the same
  GPUBUCK_SHUFFLE=N         runs the tests in the N-th random order, N in 1..99999
  GPUBUCK_TEST_RESULTS=FILE gets a line "planned NAME" for each test, and "passed NAME SECONDS" for each test
                            that passes: a planned test that has not passed has failed
"""
import os
import re
import subprocess
import sys
import threading

from gtest_lists import set_environment, test_names

set_environment()

# Long tests take minutes on an idle machine.
SECONDS_PER_TEST = 3600.0 if os.environ.get("GPUBUCK_LONG_TESTS") == "1" else 900.0
BEGIN = re.compile(r"\[ RUN      \] (\S+)")
END = re.compile(r"\[ (      OK| FAILED | SKIPPED) \] ([^\s,]+).* \((\d+) ms\)$")


def list_tests(executable):
    """Returns the names of all tests, as --gtest_filter takes them."""
    output = subprocess.run([executable, "--gtest_list_tests"], stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, check=True, text=True).stdout
    return test_names(output.splitlines())


def is_wanted(name):
    is_es = os.environ.get("GPUBUCK_OPENGL") == "es3"
    if "Fast" in name and (is_es or os.environ.get("GPUBUCK_TEST_GL33") == "1"):
        return False
    if "Desktop" in name and is_es:
        return False
    if "Peer" in name and os.environ.get("GPUBUCK_TEST_PEERS") == "0":
        return False
    return re.search(os.environ.get("GPUBUCK_TESTS", ""), name) is not None


def note(lines):
    """Appends lines to the results with a single write, since other shards write at the same time."""
    path = os.environ.get("GPUBUCK_TEST_RESULTS")
    if path and lines:
        with open(path, "a", encoding="utf-8") as file:
            file.write("".join(line + "\n" for line in lines))


def limit_time(process):
    """Returns a timer that kills the process SECONDS_PER_TEST from now, unless it is cancelled before."""
    timer = threading.Timer(SECONDS_PER_TEST, process.kill)
    timer.start()
    return timer


def run_process(executable, names):
    """Runs the tests in one process. Returns the results of the tests that ended, {name: result}, and the name of the
    test that ended the process, or None."""
    command = [executable, "--gtest_color=no", "--gtest_filter=" + ":".join(names)]
    if order := os.environ.get("GPUBUCK_SHUFFLE"):
        command += ["--gtest_shuffle", "--gtest_random_seed=" + order]
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True, errors="replace")
    planned, ended, running, said = set(names), {}, None, []
    timer = limit_time(process)
    for line in process.stdout:
        said.append(line)
        if begin := BEGIN.search(line):
            if running:
                ended[running] = "failed"
            running, said = begin.group(1), [line]
            timer.cancel()
            timer = limit_time(process)
        elif (end := END.search(line)) and end.group(2) == running:
            # The process can also hang after its last test.
            timer.cancel()
            timer = limit_time(process)
            word = {"      OK": "passed", " FAILED ": "failed", " SKIPPED": "skipped"}[end.group(1)]
            ended[running] = word
            if word == "passed":
                note([f"passed {running} {int(end.group(3)) / 1000:.3f}"])
            else:
                print("".join(said), end="", flush=True)
            running, said = None, []
    code = process.wait()
    timer.cancel()
    if running:
        print("".join(said) + f"{running} ended the process: {reason(code)}", flush=True)
    elif code != 0 and ("failed" not in ended.values() or code != 1):
        # For example, there was no context at the start, or leaks were found at the end.
        print("".join(said) + f"{executable} failed outside of its tests: {reason(code)}", flush=True)
        note([f"planned {os.path.basename(executable)} outside of its tests"])
        ended["outside"] = "failed"
        running = None if planned <= ended.keys() else "the begin"
    return ended, running


def reason(code):
    if code == -9:
        return f"it was killed, as are tests that take longer than {SECONDS_PER_TEST:.0f} s"
    return f"signal {-code}" if code < 0 else f"exit code {code}"


def main():
    executable, shard, shards = sys.argv[1], int(sys.argv[2]) - 1, int(sys.argv[3])
    names = list_tests(executable)
    if not names:
        sys.exit(f"{executable}: has no tests")
    names = [name for name in names if is_wanted(name)][shard::shards]
    note([f"planned {name}" for name in names])
    outcome = {}
    while remaining := [name for name in names if name not in outcome]:
        ended, culprit = run_process(executable, remaining)
        outcome.update(ended)
        if culprit is None or culprit not in remaining:
            break
        outcome[culprit] = "failed"
    passed = [name for name in names if outcome.get(name) == "passed"]
    bad = [name for name in names if name not in passed]
    for name in bad:
        print(f"{outcome.get(name, 'not run')}: {name}")
    print(f"{len(passed)} tests passed, {len(bad)} failed")
    sys.exit(1 if bad or "outside" in outcome else 0)


main()
