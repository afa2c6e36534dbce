"""Compares the speed of the page in the system's Chromium or Firefox with the speed of the program
(tools/measure-web)."""

import argparse
import glob
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time

from browser import BROWSERS, Browser, Server

SCENARIO = "rayleigh-taylor-16k"
SIZE = (1000, 700)
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")


def step(browser):
    """Makes one step in the window, which then pauses. Returns the number of the step."""
    steps = "gpubuck.FS.readFile('/journal', { encoding: 'utf8' }).match(/^step: \\d+$/gm)"
    before = browser.evaluate(f"({steps} ?? []).length")
    browser.press("n")
    browser.wait(f"({steps} ?? []).length > {before}")
    return int(browser.evaluate(f"{steps}.at(-1)").split()[1])


def opened(browser, address):
    """Returns the seconds until the first picture."""
    begun = time.monotonic()
    browser.open(address)
    browser.wait("window.gpubuck?.firstPicture > 0")
    return time.monotonic() - begun


def rate_of_page(browser, seconds):
    """Returns the steps per second of the running window."""
    first = step(browser)
    browser.press(" ")
    begun = time.monotonic()
    time.sleep(seconds)
    browser.press(" ")
    passed = time.monotonic() - begun
    return (step(browser) - first - 1) / passed


def rate_without_pictures(browser, server, steps):
    """Returns the steps per second of the same scenario in the JavaScript module."""
    browser.open(server.address + "example.html")
    return browser.evaluate(f"""(async () => {{
        const {{ createEngine }} = await import('./gpubuck/gpubuck.js');
        const engine = await createEngine();
        const fluid = engine.createFluid(await (await fetch('./gpubuck/scenarios/{SCENARIO}.toml')).text());
        fluid.step(50);
        fluid.measure();  // waits for the GPU
        const begun = performance.now();
        fluid.step({steps});
        fluid.measure();
        return {steps} / (performance.now() - begun) * 1000;
    }})()""")


def rate_of_window(gpubuck, seconds):
    """Returns the steps per second of `gpubuck demo` on a virtual display."""
    with tempfile.TemporaryDirectory() as folder:
        log = os.path.join(folder, "log")
        subprocess.run(["xvfb-run", "-a", "-s", "-screen 0 1600x1200x24", "timeout", str(seconds), gpubuck, "demo",
                        SCENARIO, "--engine", "paper", "--size", f"{SIZE[0]}x{SIZE[1]}", "--out", folder,
                        "--log", log], check=False)
        with open(log, encoding="utf-8") as lines:
            return float(re.search(r"and ([0-9.]+) steps per second", lines.read()).group(1))


def seconds_of_run(gpubuck, steps):
    with tempfile.TemporaryDirectory() as folder:
        begun = time.monotonic()
        subprocess.run([gpubuck, "run", os.path.join(ROOT, f"assets/scenarios/{SCENARIO}.toml"), "--engine", "paper",
                        "--steps", str(steps), "--observe-every", "0", "--quiet", "--out", os.path.join(folder, "out")],
                       stdout=subprocess.DEVNULL, check=True)
        return time.monotonic() - begun


def rate_of_run(gpubuck, steps):
    """Returns the steps per second of `gpubuck run`, not counting the start of the program."""
    few = 10
    return steps / (seconds_of_run(gpubuck, few + steps) - seconds_of_run(gpubuck, few))


def sort_of_page(browser, server, elements, runs):
    """Returns the median ms of a call of sortIntoLists with random buckets, four elements per bucket."""
    browser.open(server.address + "example.html")
    return browser.evaluate(f"""(async () => {{
        const {{ createEngine }} = await import('./gpubuck/gpubuck.js');
        const engine = await createEngine();
        const buckets = {elements} / 4;
        const bucketOf = Int32Array.from({{ length: {elements} }}, () => Math.floor(Math.random() * buckets));
        const times = [];
        for (let run = 0; run <= {runs}; ++run) {{
          const begun = performance.now();
          engine.sortIntoLists(bucketOf, buckets, {{ algorithm: 'bucket' }});
          if (run > 0) times.push(performance.now() - begun);
        }}
        return times.sort((a, b) => a - b)[Math.floor(times.length / 2)];
    }})()""")


def sort_of_program(gpubuck, elements):
    """Returns the milliseconds of the sort only, and its iterations."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "cells.txt")
        with open(path, "w", encoding="ascii") as file:
            file.writelines(f"{random.randrange(elements // 4)}\n" for _ in range(elements))
        done = subprocess.run([gpubuck, "sort", "--cells", path, "--buckets", str(elements // 4), "--engine", "paper",
                               "--json"], capture_output=True, text=True, check=True)
    told = json.loads(done.stdout)
    return told["ms"], told["iterations"]


def resident(process):
    """Returns the megabytes of a process and its children."""
    parents = {}
    for stat in glob.glob("/proc/[0-9]*/stat"):
        try:
            with open(stat, encoding="utf-8", errors="replace") as file:
                fields = file.read().rsplit(")", 1)[1].split()
        except OSError:
            continue
        parents[int(stat.split("/")[2])] = (int(fields[1]), int(fields[21]))
    family = {process}
    while grown := {pid for pid, (parent, _) in parents.items() if parent in family} - family:
        family |= grown
    return sum(pages for pid, (_, pages) in parents.items() if pid in family) * os.sysconf("SC_PAGESIZE") / 1e6


def memory(browser):
    heap = browser.evaluate("gpubuck.HEAPU8.length") / 1e6
    script = browser.evaluate("performance.memory.usedJSHeapSize") / 1e6
    return heap, script, resident(browser.process.pid)


def measure_rates(browser, server, address, gpubuck):
    seconds = statistics.median(opened(browser, address) for _ in range(3))
    print(f"{SCENARIO}, first picture: {seconds:.2f} s")
    page = rate_of_page(browser, 20)
    alone = rate_without_pictures(browser, server, 200)
    browser.open("about:blank")  # the page must not compete with the program
    print(f"steps per second: page {page:.1f}, gpubuck demo {rate_of_window(gpubuck, 20):.1f}; "
          f"without pictures: page {alone:.1f}, gpubuck run {rate_of_run(gpubuck, 200):.1f}")


def measure_sorts(browser, server, gpubuck):
    for elements in (4096, 65536, 262144):
        page = sort_of_page(browser, server, elements, 11)
        browser.open("about:blank")
        ms, iterations = sort_of_program(gpubuck, elements)
        print(f"{elements} elements, 4 per bucket, into lists: page, with its arrays, {page:.1f} ms; "
              f"gpubuck sort {ms:.1f} ms, {iterations} iterations")


def watch_memory(browser, address, minutes):
    opened(browser, address)
    begun = time.monotonic()
    while True:
        passed = (time.monotonic() - begun) / 60
        heap, script, whole = memory(browser)
        print(f"after {passed:4.1f} minutes: heap of the program {heap:.1f} MB, "
              f"of JavaScript {script:.1f} MB, the whole browser {whole:.0f} MB", flush=True)
        if passed >= minutes:
            break
        time.sleep(min(60.0, max(1.0, 60 * (minutes - passed))))


def main():
    parser = argparse.ArgumentParser(prog="tools/measure-web")
    parser.add_argument("--minutes", type=float, default=10.0, help="minutes of watching the memory; default: 10")
    parser.add_argument("--gpubuck", default=os.path.join(ROOT, "build/release/bin/gpubuck"))
    parser.add_argument("--page", default=os.path.join(ROOT, "build/web/page"))
    parser.add_argument("--browser", choices=BROWSERS, default="chromium", help="only Chromium reports its memory")
    options = parser.parse_args()
    Browser.kind = options.browser
    server = Server(options.page)
    browser = Browser(SIZE)
    try:
        address = f"{server.address}?scenario={SCENARIO}&log"
        measure_rates(browser, server, address, options.gpubuck)
        measure_sorts(browser, server, options.gpubuck)
        if options.browser == "chromium":
            watch_memory(browser, address, options.minutes)
    finally:
        browser.close()
        server.close()


if __name__ == "__main__":
    sys.exit(main())
