"""The programs that tools/compare-dpd times, with the way in which each program makes steps of the same fluid.

A program is a class in PROGRAMS. Its constructor throws Left with the reason if the program is not installed.
`steps(case, count)` starts the program, makes steps from the case's particles, and ends the program. HOOMD-blue and
Mirheo are Python modules, which make steps in a process of their own, `dpd_programs.py NAME FLUID STEPS`. Their
functions follow the documentation of HOOMD-blue 4 and Mirheo 1.6. The authors have not run them.
"""
import importlib.util
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import numpy as np


class Left(Exception):
    """The reason why a program is left out."""


def execute(words, log, folder="."):
    """Runs a program to its end. Throws Left with the program's error."""
    with open(log, "w", encoding="utf-8") as output:
        code = subprocess.run([str(word) for word in words], cwd=folder, stdin=subprocess.DEVNULL, stdout=output,
                              stderr=subprocess.STDOUT, check=False).returncode
    if code != 0:
        lines = pathlib.Path(log).read_text(encoding="utf-8", errors="replace").strip().splitlines()
        said = [line for line in lines if "ERROR" in line or "Error" in line] or lines[-1:] or ["no message"]
        raise Left(f"exit code {code}: {said[0]}")


def program(path):
    found = shutil.which(path)
    if found is None:
        raise Left(f"{path} is missing")
    return str(pathlib.Path(found).resolve())


def output_of(words):
    return subprocess.run(words, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False).stdout


class Gpubuck:
    """`gpubuck run` as a user starts it, with the default engine. A derived class names another engine."""
    engine = "auto"

    def __init__(self, options):
        self.path = program(options.gpubuck)
        self.version = output_of([self.path, "--version"]).strip()
        self.how = "single precision"

    def steps(self, case, count):
        execute([self.path, "run", case.scenario, "--engine", self.engine, "--steps", count, "--quiet",
                 "--observe-every", 0, "--overwrite", "--out", case.folder / f"run-{self.engine}"], case.log)
        record = json.loads((case.folder / f"run-{self.engine}/run.json").read_text(encoding="utf-8"))
        self.how = f"engine {record['engine']}, single precision, {record['device']['renderer']}"


class GpubuckPaper(Gpubuck):
    engine = "paper"


class Lammps:
    """LAMMPS on processors, with MPI. The classes below use its packages on one GPU."""
    arguments, precision, package = [], "double precision", None

    def __init__(self, options):
        self.path = program(options.lmp)
        answer = output_of([self.path, "-h"])
        version = re.search(r"Parallel Simulator - (.*)", answer)
        self.version = version[1] if version else "unknown"
        if not re.search(r"^\* Pair styles:[^*]*(?<!\S)dpd(?!\S)", answer, re.MULTILINE):
            raise Left(f"{self.path} lacks pair style dpd; tools/build-lammps builds a LAMMPS that has it")
        self.ranks = options.ranks
        self.how = f"{self.precision}, {self.ranks} {'process' if self.ranks == 1 else 'processes'}"
        if self.package:
            api = re.search(rf"^{self.package} package API: *(.*)", answer, re.MULTILINE)
            if not api or not re.search("CUDA|HIP|OpenCL|SYCL", api[1]):
                raise Left(f"{self.path} lacks package {self.package} for a GPU")
            precision = re.search(rf"^{self.package} package precision: *(.*)", answer, re.MULTILINE)
            self.ranks = 1
            self.how = f"{precision[1] if precision else 'double'} precision, {api[1]}, one process"
        if self.ranks > 1 and (not shutil.which("mpirun") or re.search("^MPI.*STUBS", answer, re.MULTILINE)):
            raise Left(f"{self.ranks} processes need mpirun and a LAMMPS with MPI; --ranks 1 needs neither")

    def steps(self, case, count):
        words = ["mpirun", "--oversubscribe", "-np", self.ranks] if self.ranks > 1 else []
        if words and os.geteuid() == 0:
            words.insert(1, "--allow-run-as-root")
        execute([*words, self.path, *self.arguments, "-in", case.script.name, "-var", "steps", count, "-var", "rows",
                 count, "-var", "frames", 10 * count], case.log, case.script.parent)
        # If LAMMPS has been built without MPI, mpirun starts it several times, and each process simulates all
        # particles.
        used = re.search(r"^Loop time of .* on (\d+) procs", case.log.read_text(encoding="utf-8"), re.MULTILINE)
        if not used or int(used[1]) != self.ranks:
            raise Left(f"simulates with {used[1] if used else 'no'} process(es), asked for {self.ranks}")


class LammpsKokkos(Lammps):
    arguments, package = ["-k", "on", "g", "1", "-sf", "kk"], "KOKKOS"


class LammpsGpu(Lammps):
    arguments, package = ["-sf", "gpu", "-pk", "gpu", "1"], "GPU"


class Module:
    """A program that is a Python module. The functions below make its steps."""
    how = ""

    def __init__(self, _):
        if importlib.util.find_spec(self.name) is None:
            raise Left(f"no Python module {self.name}")
        code = f"import {self.name} as m; print(getattr(m, '__version__', None) or m.version.version)"
        self.version = output_of([sys.executable, "-c", code]).strip() or "unknown"

    def steps(self, case, count):
        execute([sys.executable, __file__, self.name, case.fluid_file, count], case.log, case.folder)


class Hoomd(Module):
    name, how = "hoomd", "on a GPU, if HOOMD-blue was built for one"


class Mirheo(Module):
    name, how = "mirheo", "single precision, one GPU"


PROGRAMS = {"gpubuck": Gpubuck, "gpubuck-paper": GpubuckPaper, "lammps": Lammps, "lammps-kokkos": LammpsKokkos,
            "lammps-gpu": LammpsGpu, "hoomd": Hoomd, "mirheo": Mirheo}


def particles_in(data):
    """Returns the places, relative to the corner of the box, and the velocities in a data file of LAMMPS."""
    sections, name = {}, None
    for line in pathlib.Path(data).read_text(encoding="utf-8").splitlines():
        words = line.split("#")[0].split()
        if words and words[0] in ("Masses", "Atoms", "Velocities"):
            name = sections.setdefault(words[0], [])
        elif words and name is not None:
            name.append(words)
    return (np.array([line[2:5] for line in sections["Atoms"]], dtype=float),
            np.array([line[1:4] for line in sections["Velocities"]], dtype=float))


def hoomd_steps(fluid, count):
    import hoomd

    places, velocities = particles_in(fluid["data"])
    snapshot = hoomd.Snapshot()
    if snapshot.communicator.rank == 0:
        snapshot.configuration.box = [fluid["side"]] * 3 + [0, 0, 0]
        snapshot.particles.N = len(places)
        snapshot.particles.types = ["A"]
        snapshot.particles.position[:] = places - fluid["side"] / 2
        snapshot.particles.velocity[:] = velocities
    simulation = hoomd.Simulation(device=hoomd.device.auto_select(), seed=1)
    simulation.create_state_from_snapshot(snapshot)
    force = hoomd.md.pair.DPD(nlist=hoomd.md.nlist.Cell(buffer=0.4), kT=fluid["kT"], default_r_cut=1.0)
    force.params[("A", "A")] = {"A": fluid["a"], "gamma": fluid["gamma"]}
    methods = hoomd.md.methods
    everything = hoomd.filter.All()
    method = methods.ConstantVolume(everything) if hasattr(methods, "ConstantVolume") else methods.NVE(everything)
    simulation.operations.integrator = hoomd.md.Integrator(dt=fluid["dt"], methods=[method], forces=[force])
    simulation.run(count)


def mirheo_steps(fluid, count):
    import mirheo

    places, velocities = particles_in(fluid["data"])
    run = mirheo.Mirheo((1, 1, 1), (fluid["side"],) * 3, debug_level=0, log_filename="log", no_splash=True)
    particles = mirheo.ParticleVectors.ParticleVector("particles", mass=1.0)
    run.registerParticleVector(particles, mirheo.InitialConditions.FromArray(places.tolist(), velocities.tolist()))
    force = mirheo.Interactions.Pairwise("dpd", rc=1.0, kind="DPD", a=fluid["a"], gamma=fluid["gamma"],
                                         kBT=fluid["kT"], power=1.0)
    run.registerInteraction(force)
    run.setInteraction(force, particles, particles)
    integrator = mirheo.Integrators.VelocityVerlet("verlet")
    run.registerIntegrator(integrator)
    run.setIntegrator(integrator, particles)
    run.run(count, dt=fluid["dt"])


if __name__ == "__main__":
    wanted = json.loads(pathlib.Path(sys.argv[2]).read_text(encoding="utf-8"))
    {"hoomd": hoomd_steps, "mirheo": mirheo_steps}[sys.argv[1]](wanted, int(sys.argv[3]))
