"""Reads trajectories of gpubuck and LAMMPS and measures them in the same way, for tools/compare-lammps."""
import csv
import json

import numpy as np
from scipy.spatial import cKDTree

LONG_SIDE = 10.0  # along a side of at least this length, no particle moves by half of the side between two frames


class Scenario:
    """The fluid that run.json describes."""

    def __init__(self, text):
        scenario = json.loads(text)["scenario"]
        fluid, box = scenario["fluid"], scenario["box"]
        self.name = scenario["name"]
        self.dimensions = box["dimensions"]
        self.size = np.array(box["size"], dtype=float)
        self.periodic = np.array([side == "periodic" for side in box["boundary"]])
        self.gravity = np.array(fluid["gravity"], dtype=float)
        self.dt = scenario["integrator"]["dt"]
        names = [species["name"] for species in scenario["species"]]
        self.repulsion = np.zeros((len(names), len(names)))
        for pair in scenario["pair"]:
            k, l = (names.index(name) for name in pair["species"])
            self.repulsion[k, l] = self.repulsion[l, k] = pair["a"]
        self.species = len(names)
        self.masses = np.array([species["mass"] for species in scenario["species"]])
        self.volume = self.size.prod()
        self.cells = np.maximum(1, np.floor(self.size)).astype(int)

    def freedoms(self, particles):
        return self.dimensions * particles - self.periodic.sum()

    def wrapped(self, places):
        inside = np.where(self.periodic, np.mod(places, self.size), places)
        return np.where(self.periodic & (inside >= self.size), 0.0, inside)

    def tree(self, places):
        return cKDTree(places, boxsize=np.where(self.periodic, self.size, 0.0))


class Frames:
    """The frames of a trajectory: the steps, arrays (particle, axis) of places and of velocities for each step, and the
    species by id."""

    def __init__(self, scenario):
        self.scenario, self.steps, self.places, self.velocities, self.kinds = scenario, [], [], [], None

    def add(self, step, kinds, vectors):
        """Adds a frame. `vectors` has three columns of places and three columns of velocities."""
        self.steps.append(step)
        self.places.append(self.scenario.wrapped(vectors[:, : self.scenario.dimensions]))
        self.velocities.append(vectors[:, 3 : 3 + self.scenario.dimensions])
        self.kinds = kinds.astype(int)


def gpubuck_frames(path, scenario):
    """Returns the frames of trajectory.xyz, whose particles are in the order of ids."""
    symbols = {"H": 0, "He": 1, "Li": 2, "Be": 3, "B": 4, "C": 5, "N": 6, "O": 7}
    frames = Frames(scenario)
    with open(path, encoding="utf-8") as file:
        while head := file.readline():
            step = int(file.readline().rsplit("Step=", 1)[1])
            rows = [file.readline().split() for _ in range(int(head))]
            frames.add(step, np.array([symbols[row[0]] for row in rows]),
                       np.array([row[1:7] for row in rows], dtype=float))
    return frames


def lammps_frames(path, scenario):
    """Returns the frames of a dump with the columns id type x y z vx vy vz, sorted by id."""
    frames = Frames(scenario)
    with open(path, encoding="utf-8") as file:
        while file.readline():
            step = int(file.readline())
            file.readline()
            count = int(file.readline())
            for _ in range(5):
                file.readline()
            rows = np.array([file.readline().split() for _ in range(count)], dtype=float)
            frames.add(step, rows[:, 1] - 1, rows[:, 2:8])
    return frames


def lammps_rows(path):
    """Returns step, temperature and pressure of each row of the log, and temperature and pressure at full steps. In
    LAMMPS these are the same numbers, since the log has the values at full steps."""
    rows, inside = [], False
    for line in path.read_text(encoding="utf-8").splitlines():
        words = line.split()
        if words[:2] == ["Step", "Time"]:
            inside, columns = True, words
        elif line.startswith("Loop time"):
            inside = False
        elif inside:
            row = dict(zip(columns, map(float, words)))
            rows.append((row["Step"], row["Temp"], row["Press"], row["Temp"], row["Press"]))
    return np.array(rows)


def gpubuck_rows(path, scenario, particles):
    """Returns step, temperature and pressure of each row of observables.csv, and temperature and pressure at full
    steps."""
    rows = []
    with open(path, encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            temperature = float(row["temperature_on_step"])
            twice_energy = temperature * scenario.freedoms(particles)
            change = (twice_energy - 2.0 * float(row["kinetic_energy"])) / (scenario.dimensions * scenario.volume)
            pressure = float(row["pressure_total"])
            rows.append((float(row["step"]), float(row["temperature"]), pressure, temperature, pressure + change))
    return np.array(rows)


def temperatures(frames, k):
    """Returns the temperature of all motion in frame k, and of the motion relative to the mean velocity in cells of
    edge 2 or a little more."""
    scenario, velocities = frames.scenario, frames.velocities[k]
    mass = scenario.masses[frames.kinds]
    cells = np.maximum(1, np.floor(scenario.size / 2.0)).astype(int)
    place = np.minimum(np.floor(frames.places[k] / scenario.size * cells), cells - 1).astype(int)
    cell = np.ravel_multi_index(place.T, cells)
    weight = np.bincount(cell, mass, cells.prod())
    energy = (mass * (velocities**2).sum(axis=1)).sum()
    flow = sum((np.bincount(cell, mass * v, cells.prod())[weight > 0] ** 2 / weight[weight > 0]).sum()
               for v in velocities.T)
    relative = scenario.dimensions * (len(mass) - np.count_nonzero(weight))
    return energy / scenario.freedoms(len(mass)), (energy - flow) / relative


def conservative_virial(frames, places):
    """Returns the sum of F r over all pairs, divided by dimensions times volume."""
    scenario = frames.scenario
    pairs = scenario.tree(places).query_pairs(1.0, output_type="ndarray")
    way = places[pairs[:, 0]] - places[pairs[:, 1]]
    way -= np.where(scenario.periodic, scenario.size * np.round(way / scenario.size), 0.0)
    r = np.sqrt((way**2).sum(axis=1))
    a = scenario.repulsion[frames.kinds[pairs[:, 0]], frames.kinds[pairs[:, 1]]]
    return (a * (1.0 - r) * r).sum() / (scenario.dimensions * scenario.volume)


def pair_counts(scenario, places, edges):
    tree = scenario.tree(places)
    return np.diff(tree.count_neighbors(tree, edges)) / 2.0


def displacement(frames, start):
    """Returns mean square displacements, averaged over the long sides: for each frame after `start` the mean over all
    particles, and for each particle the value at the end."""
    scenario = frames.scenario
    long = ~scenario.periodic | (scenario.size >= LONG_SIDE)
    walked = np.zeros_like(frames.places[0])
    result = []
    for before, after in zip(frames.places[start:-1], frames.places[start + 1 :]):
        way = after - before
        walked += way - np.where(scenario.periodic, scenario.size * np.round(way / scenario.size), 0.0)
        moved = (walked[:, long] ** 2).mean(axis=1)
        result.append(moved.mean())
    return np.array(result), moved


def composition(frames, places):
    """Returns, for each of two species, the number of particles in each cell. The edge of cells is 1 or a little
    more."""
    scenario = frames.scenario
    ranges = [(0.0, side) for side in scenario.size]
    return [np.histogramdd(places[frames.kinds == k], scenario.cells, ranges)[0] for k in (0, 1)]


def mixing_width(frames, places):
    scenario = frames.scenario
    if scenario.species != 2 or not scenario.gravity.any():
        return None
    axis = int(np.abs(scenario.gravity).argmax())
    others = tuple(k for k in range(scenario.dimensions) if k != axis)
    first, second = (count.sum(axis=others) for count in composition(frames, places))
    share = first / np.maximum(first + second, 1.0)
    return 6.0 * (share * (1.0 - share))[first + second > 0].sum() * scenario.size[axis] / scenario.cells[axis]


def domain_size(frames, places):
    scenario = frames.scenario
    if scenario.species != 2:
        return None
    first, second = composition(frames, places)
    field = first - second
    sizes = []
    for axis in np.flatnonzero(scenario.periodic):
        lags = range(scenario.cells[axis] // 2 + 1)
        values = [(field * np.roll(field, -lag, axis)).mean() - field.mean() ** 2 for lag in lags]
        for lag in lags[1:]:
            if values[lag - 1] > 0.0 >= values[lag]:
                zero = lag - 1 + values[lag - 1] / (values[lag - 1] - values[lag])
                sizes.append(zero * scenario.size[axis] / scenario.cells[axis])
                break
    return float(np.mean(sizes)) if sizes else None
