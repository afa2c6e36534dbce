"""Compares the forces of gpubuck and LAMMPS on each particle at step 0, for tools/compare-lammps --forces.

Without thermal motion (kT = 0) neither noise nor friction acts on particles at rest, so gpubuck's velocities after a
step are the conservative forces times dt / mass. Both programs start from the same positions, rounded to floats.
"""
import pathlib
import sys

import numpy as np
import particle_frames as measure

# The step is so short that no particle meets a wall.
STILL = ["fluid.kT=0", "integrator.dt=0.0001"]

# Allowed error, as a share of the largest force. Positions up to 32 have rounding errors of 1e-6. A change of this size
# in a distance changes the force of a stiff pair by about 2e-5 of the largest force. The rounding errors of sums and
# velocities are smaller.
TOLERANCE = 5e-5


def lammps_forces(options, execute, folder, common):
    """Returns the forces of `run 0`, in the order of ids."""
    execute([options.gpubuck, "export", "lammps", *common, "--overwrite", "--steps",
             "0", "--out", str(folder / "lammps")], folder / "export.txt")
    script = next((folder / "lammps").glob("in.*"))
    lines = [line for line in script.read_text(encoding="utf-8").splitlines() if not line.startswith("run ")]
    lines += ["dump forces all custom 1 forces.lammpstrj id fx fy fz",
              "dump_modify forces sort id format float %.9g", "run 0"]
    (folder / "lammps/in.forces").write_text("\n".join(lines) + "\n", encoding="utf-8")
    execute([options.lmp, "-in", "in.forces"], folder / "lammps.txt", folder / "lammps")
    with open(folder / "lammps/forces.lammpstrj", encoding="utf-8") as file:
        while not file.readline().startswith("ITEM: ATOMS"):
            pass
        return np.loadtxt(file)[:, 1:]


def compare(options, execute):
    """Prints the largest difference for each of gpubuck's engines. The exit code is 1 if a difference is too large."""
    folder = options.out
    folder.mkdir(parents=True, exist_ok=True)
    common = [str(pathlib.Path(options.scenario).resolve()),
              *(f"--set={assignment}" for assignment in [*options.set, *STILL])]
    theirs = lammps_forces(options, execute, folder, common)
    largest = np.linalg.norm(theirs, axis=1).max()
    print(f"{len(theirs)} particles, largest force {largest:.6g}")
    print(f"{'engine':<8} {'largest difference':>20} {'root mean square':>18} {'of the largest force':>22}")
    wrong = False
    for engine in options.engines.split(","):
        run = folder / engine
        execute([options.gpubuck, "run", *common, "--engine", engine, "--steps", "1", "--quiet", "--observe-every", "0",
                 "--trajectory-every", "1", "--overwrite", "--out", str(run)], folder / f"{engine}.txt")
        scenario = measure.Scenario((run / "run.json").read_text(encoding="utf-8"))
        frames = measure.gpubuck_frames(run / "trajectory.xyz", scenario)
        ours = scenario.masses[frames.kinds][:, None] * frames.velocities[-1] / scenario.dt
        apart = np.linalg.norm(ours - theirs[:, : scenario.dimensions], axis=1)
        ratio = apart.max() / largest
        wrong |= not ratio <= TOLERANCE
        print(f"{engine:<8} {apart.max():>20.3g} {np.sqrt((apart**2).mean()):>18.3g} {ratio:>22.3g}  "
              f"{'pass' if ratio <= TOLERANCE else 'FAIL'}")
    if wrong:
        sys.exit(1)
