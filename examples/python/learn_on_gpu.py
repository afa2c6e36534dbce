#!/usr/bin/env python3
"""Trains a graph network on energies and forces of Lennard-Jones crystals, entirely on an NVIDIA GPU.

  learn_on_gpu.py [--steps N] [--systems N] [--seed N]

Needs PyTorch with CUDA. Every step displaces the atoms of all systems, finds their edges in one search whose points and
results stay on the GPU, and learns from the energies and, by automatic differentiation, the forces. learn_potential.py
trains a network on the processor, without PyTorch.
"""
import argparse
import time

import numpy as np
import torch

import gpubuck

CUTOFF, FUNCTIONS, HIDDEN = 2.5, 16, 64
NEAR = gpubuck.NeighborList(CUTOFF, full_list=True)


def crystals(systems, random):
    """Returns face-centred cubic crystals of 108 atoms at several densities, and their cells, on the GPU."""
    corners = np.array([[0, 0, 0], [0.5, 0.5, 0], [0.5, 0, 0.5], [0, 0.5, 0.5]])
    cubes = np.stack(np.meshgrid(*3 * [np.arange(3)], indexing="ij"), axis=-1).reshape(-1, 1, 3)
    places = (cubes + corners).reshape(-1, 3)
    sides = random.uniform(1.55, 1.8, systems)
    positions = (sides[:, None, None] * places).reshape(-1, 3)
    cells = 3 * sides[:, None, None] * np.eye(3)
    return [torch.tensor(each, dtype=torch.float32, device="cuda") for each in (positions, cells)]


class Edges:
    """The edges of all systems, and their lengths as functions of the positions."""

    def __init__(self, positions, cells, starts):
        (self.i, self.j), shifts = NEAR.compute(positions, cells, True, "ES", batch_ptr=starts)
        self.system = torch.arange(len(cells), device="cuda").repeat_interleave(len(positions) // len(cells))
        sides = torch.einsum("ek,ekx->ex", shifts.to(positions.dtype), cells[self.system[self.i]])
        self.d = (positions[self.j] - positions[self.i] + sides).norm(dim=1)


def truth(edges, systems):
    """Returns the Lennard-Jones energy of each system, cut off and shifted; each pair has two edges."""
    pair = 2 * (edges.d**-12 - edges.d**-6 - CUTOFF**-12 + CUTOFF**-6)
    return torch.zeros(systems, device="cuda").index_add(0, edges.system[edges.i], pair)


class Network(torch.nn.Module):
    """A network with two rounds of messages; the energy of a system is the sum of one number per atom."""

    def __init__(self):
        super().__init__()
        self.one = torch.nn.Linear(FUNCTIONS, HIDDEN)
        self.two = torch.nn.Linear(FUNCTIONS, HIDDEN, bias=False)
        self.out = torch.nn.Sequential(torch.nn.Linear(2 * HIDDEN, HIDDEN), torch.nn.SiLU(), torch.nn.Linear(HIDDEN, 1))
        self.register_buffer("centres", torch.linspace(0.8, CUTOFF, FUNCTIONS))

    def forward(self, edges, atoms, systems):
        smooth = 0.5 * (1 + torch.cos(torch.pi * edges.d / CUTOFF))
        basis = smooth[:, None] * torch.exp(-(((edges.d[:, None] - self.centres) / 0.12) ** 2))
        around = torch.zeros(atoms, FUNCTIONS, device="cuda").index_add(0, edges.i, basis)
        hidden = torch.tanh(self.one(around))
        messages = torch.zeros(atoms, HIDDEN, device="cuda").index_add(0, edges.i, self.two(basis) * hidden[edges.j])
        energy = self.out(torch.cat((hidden, messages), dim=1))[:, 0]
        return torch.zeros(systems, device="cuda").index_add(0, edges.system, energy)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=1000)
    parser.add_argument("--systems", type=int, default=64)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    lattice, cells = crystals(options.systems, np.random.default_rng(options.seed))
    atoms, starts = len(lattice), np.arange(options.systems + 1) * 108
    network = Network().cuda()
    optimiser = torch.optim.Adam(network.parameters(), 2e-3)
    slower = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, options.steps)
    searching = taken = 0.0
    first = None
    for step in range(options.steps):
        torch.cuda.synchronize()
        begin = time.perf_counter()
        positions = (lattice + 0.04 * torch.randn_like(lattice)).requires_grad_()
        edges = Edges(positions, cells, starts)
        torch.cuda.synchronize()
        searching += time.perf_counter() - begin if step >= 10 else 0.0
        wanted = truth(edges, options.systems)
        wanted_forces = -torch.autograd.grad(wanted.sum(), positions, retain_graph=True)[0]
        found = network(edges, atoms, options.systems)
        forces = -torch.autograd.grad(found.sum(), positions, create_graph=True)[0]
        wrong = ((found - wanted) / 108).pow(2).mean(), (forces - wanted_forces).pow(2).mean()
        loss = 10 * wrong[0] + wrong[1]
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        slower.step()
        torch.cuda.synchronize()
        taken += time.perf_counter() - begin if step >= 10 else 0.0
        last = [each.item() ** 0.5 for each in wrong]
        first = first or last
    counted = max(options.steps - 10, 1)
    print(f"{options.systems} systems, {atoms} atoms, {len(edges.i)} edges; {torch.cuda.get_device_name()}")
    print(f"errors (rms) before and after {options.steps} steps: energy per atom {first[0]:.3f}, {last[0]:.4f}; "
          f"component of the force {first[1]:.3f}, {last[1]:.3f}")
    print(f"{1e3 * taken / counted:.2f} ms per step, of which {1e3 * searching / counted:.2f} ms for edges and lengths")


main()
