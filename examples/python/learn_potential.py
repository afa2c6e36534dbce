#!/usr/bin/env python3
"""Trains a graph network on the energies of Lennard-Jones crystals, with the edges of each batch from gpubuck.

  learn_potential.py [--steps N] [--seed N]

Every step takes some systems of different sizes and cells, finds their edges in one search, sums messages over these
edges, and moves the weights against the gradient. ASE makes the crystals. The network is written in NumPy, so that
PyTorch is not needed; with PyTorch, `compute` takes and gives tensors, and the steps are the same.
"""
import argparse
import time

import ase.build
import numpy as np

import gpubuck

CUTOFF, FUNCTIONS, HIDDEN = 2.5, 12, 8
NEAR = gpubuck.NeighborList(CUTOFF, sorted=True)


def make_systems(count, random):
    """Returns displaced crystals of 4 to 32 atoms at several densities, each with its positions and its cell."""
    systems = []
    for _ in range(count):
        atoms = ase.build.bulk("Ar", cubic=True, a=random.uniform(1.55, 1.8)).repeat(random.integers(1, 3, 3))
        atoms.positions += random.normal(0, 0.04, atoms.positions.shape)
        systems.append((atoms.positions, atoms.cell.array))
    return systems


def batch_of(systems):
    """Returns the two ends of each edge of several systems, the length of each edge, and the system of each atom."""
    positions = np.concatenate([each for each, _ in systems])
    sizes = [len(each) for each, _ in systems]
    edges, d = NEAR.compute(positions, np.array([cell for _, cell in systems]), True, "Ed",
                            batch_ptr=np.concatenate(([0], np.cumsum(sizes))))
    return edges, d, np.repeat(np.arange(len(systems)), sizes)


def sums(values, to):
    """Returns the sum of the rows of `values` for each number in `to`. The numbers ascend from 0 without gaps."""
    return np.add.reduceat(values, np.flatnonzero(np.diff(to, prepend=-1)))


def energies_per_atom(edges, d, system_of):
    """Returns the true energies per atom: Lennard-Jones, cut off and shifted. Each pair has two edges."""
    pair = 2 * (d**-12 - d**-6 - CUTOFF**-12 + CUTOFF**-6)
    sizes = np.bincount(system_of)
    return np.bincount(system_of[edges[0]], pair, len(sizes)) / sizes


class Network:
    """A network with two rounds of messages; the energy of a system is the sum of one number per atom."""

    def __init__(self, random):
        shapes = {"one": (FUNCTIONS, HIDDEN), "shift": (1, HIDDEN), "two": (FUNCTIONS, HIDDEN), "out": (2 * HIDDEN, 1)}
        self.weights = {name: random.normal(0, 0.3 / np.sqrt(shape[0]), shape) for name, shape in shapes.items()}
        self.means = {name: [np.zeros(shape), np.zeros(shape)] for name, shape in shapes.items()}
        self.steps = 0

    def gradients(self, edges, d, system_of, wanted):
        """Returns the differences of the energies per atom, and the gradient of half of their mean square."""
        (i, j), sizes = edges, np.bincount(system_of)
        smooth = 0.5 * (1 + np.cos(np.pi * d / CUTOFF))
        basis = smooth[:, None] * np.exp(-((d[:, None] - np.linspace(0.9, CUTOFF, FUNCTIONS)) / 0.15) ** 2)
        around = sums(basis, i)
        hidden = np.tanh(around @ self.weights["one"] + self.weights["shift"])
        filters = basis @ self.weights["two"]
        messages = sums(filters * hidden[j], i)
        both = np.concatenate((hidden, messages), axis=1)
        found = np.bincount(system_of, (both @ self.weights["out"])[:, 0]) / sizes
        wrong = found - wanted

        of_atom = (wrong / sizes / len(sizes))[system_of][:, None]
        of_hidden, of_messages = np.split(of_atom * self.weights["out"].T, 2, axis=1)
        back = np.argsort(j, kind="stable")
        of_hidden = of_hidden + sums((of_messages[i] * filters)[back], j[back])
        of_inner = of_hidden * (1 - hidden**2)
        return wrong, {"out": both.T @ of_atom, "two": basis.T @ (of_messages[i] * hidden[j]),
                       "one": around.T @ of_inner, "shift": of_inner.sum(axis=0, keepdims=True)}

    def step(self, gradients, rate):
        """Moves the weights against the gradients, by the method Adam."""
        self.steps += 1
        for name, gradient in gradients.items():
            first, second = self.means[name]
            first += 0.1 * (gradient - first)
            second += 0.01 * (gradient**2 - second)
            self.weights[name] -= (rate * first / (1 - 0.9**self.steps) /
                                   (np.sqrt(second / (1 - 0.99**self.steps)) + 1e-12))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, help="default 2000")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--small", action="store_true", help="a few steps, for tests")
    options = parser.parse_args()
    random = np.random.default_rng(options.seed)
    training, held_out = make_systems(64, random), make_systems(32, random)
    steps = options.steps or (60 if options.small else 2000)
    network = Network(random)

    test = batch_of(held_out)
    wanted = energies_per_atom(*test)
    start, _ = network.gradients(*test, wanted)
    begin, searching = time.perf_counter(), 0.0
    for step in range(steps):
        chosen = [training[k] for k in random.choice(len(training), 8, replace=False)]
        before = time.perf_counter()
        batch = batch_of(chosen)
        searching += time.perf_counter() - before
        _, gradients = network.gradients(*batch, energies_per_atom(*batch))
        network.step(gradients, 0.01 * (1 - step / steps))
    taken = time.perf_counter() - begin
    end, _ = network.gradients(*test, wanted)
    print(f"held out: {len(held_out)} systems, {len(test[2])} atoms, {test[0].shape[1]} edges")
    print(f"error per atom (rms): {np.sqrt((start**2).mean()):.4f} before, {np.sqrt((end**2).mean()):.4f} after "
          f"{steps} steps, of energies that spread by {wanted.std():.4f}")
    print(f"{1e3 * taken / steps:.2f} ms per step, of which {1e3 * searching / steps:.2f} ms for the edges")


main()
