"""Times steps of one scenario in gpubuck and LAMMPS on one machine, from the same particles, for tools/compare-lammps.

Every program makes --steps steps, and then three times as many; the difference excludes start, compilation and output.
Programs take turns, --repeats times; the table has medians.
"""
import json
import os
import pathlib
import re
import resource
import statistics
import sys
import time


def timed(work):
    """Seconds of the clock, and of all processors, that a call takes, with the processes it starts."""
    used, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    work()
    now = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.monotonic() - began, now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime


def programs(options, execute, folder):
    """Functions of a number of steps, by name."""
    common = [str(pathlib.Path(options.scenario).resolve()), *(f"--set={assignment}" for assignment in options.set)]

    def gpubuck(engine):
        return lambda steps: execute(
            [options.gpubuck, "run", *common, "--engine", engine, "--steps", str(steps), "--quiet",
             "--observe-every", "0", "--checkpoint-every", "0", "--overwrite", "--out", str(folder / engine)],
            folder / f"{engine}.txt")

    execute([options.gpubuck, "export", "lammps", *common, "--overwrite", "--steps",
             "1", "--out", str(folder / "lammps")], folder / "export.txt")
    script = next((folder / "lammps").glob("in.*")).name
    ranks = ["mpirun", "--oversubscribe", "-np", str(options.ranks)] if options.ranks > 1 else []
    if ranks and os.geteuid() == 0:
        ranks.insert(1, "--allow-run-as-root")

    def lammps(steps):
        log = folder / "lammps.txt"
        execute([*ranks, options.lmp, *options.lmp_arguments.split(), "-in", script, "-var", "steps", str(steps),
                 "-var", "rows", str(steps), "-var", "frames", str(10 * steps)], log, folder / "lammps")
        # mpirun starts a LAMMPS without MPI as often as asked, and each of them simulates everything.
        used = re.search(r"^Loop time of .* on (\d+) procs", log.read_text(encoding="utf-8"), re.MULTILINE)
        if not used or int(used[1]) != options.ranks:
            sys.exit(f"tools/compare-lammps: --ranks: {options.lmp} simulates with {used[1] if used else 'no'} "
                     f"process(es), asked for {options.ranks}; a LAMMPS without MPI takes --ranks 1")

    name = f"LAMMPS, {options.ranks} rank{'s' if options.ranks > 1 else ''}"
    return {name: lammps, **{f"gpubuck, {engine}": gpubuck(engine) for engine in options.engines.split(",")}}


def compare(options, execute):
    """Prints the table and writes speed.json."""
    folder = options.out
    folder.mkdir(parents=True, exist_ok=True)
    runs = programs(options, execute, folder)
    times = {name: [] for name in runs}
    for turn in range(options.repeats):
        for name, run in runs.items():
            print(f"turn {turn + 1} of {options.repeats}: {name} ...", file=sys.stderr)
            short, long = (timed(lambda: run(steps)) for steps in (options.steps, 3 * options.steps))
            times[name].append([(b - a) / (2 * options.steps) for a, b in zip(short, long)])
    first = next(name for name in runs if name.startswith("gpubuck")).split(", ")[1]
    particles = json.loads((folder / first / "run.json").read_text(encoding="utf-8"))["particles"]
    rows = []
    for name, measured in times.items():
        wall, used = (statistics.median(column) for column in zip(*measured))
        if wall <= 0.0:
            sys.exit(f"tools/compare-lammps: --steps: {options.steps} are too few to measure {name}")
        rows.append({"program": name, "particles": particles, "ms_per_step": 1e3 * wall,
                     "million_particle_steps_per_second": 1e-6 * particles / wall,
                     "million_particle_steps_per_processor_second": 1e-6 * particles / used})
    print(f"{particles} particles, {options.steps} and {3 * options.steps} steps, medians of {options.repeats} turns")
    print(f"{'program':<20} {'ms per step':>12} {'million per s':>14} {'of LAMMPS':>10} {'per CPU second':>15}")
    for row in rows:
        rate, lammps = row["million_particle_steps_per_second"], rows[0]["million_particle_steps_per_second"]
        print(f"{row['program']:<20} {row['ms_per_step']:>12.4g} {rate:>14.4g} {rate / lammps:>10.3f} "
              f"{row['million_particle_steps_per_processor_second']:>15.4g}")
    (folder / "speed.json").write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")
