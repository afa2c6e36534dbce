#!/usr/bin/env python3
"""The equation of state of the DPD fluid: pressure against the density rho for several repulsions a.

  pressure_scan.py [--out FIGURE] [--steps N]

Groot and Warren (1997, https://doi.org/10.1063/1.474784) describe the pressure by p = rho kT + alpha a rho^2, where
alpha tends to 0.101 at high density. Error bars are one standard error, from the means of blocks of steps.

Needs matplotlib (Debian: python3-matplotlib).
"""
import argparse

import matplotlib
import numpy as np

import gpubuck

matplotlib.use("agg")
import matplotlib.pyplot as plt

COLOURS = ["#0072b2", "#d55e00", "#009e73", "#e69f00"]
MARKERS = "os^D"
ALPHA = 0.101
BLOCKS = 10


def mean_and_error(values):
    """Returns the mean of correlated values, and its error: the standard error of the means of blocks."""
    blocks = [block.mean() for block in np.array_split(np.array(values), BLOCKS)]
    return np.mean(values), np.std(blocks, ddof=1) / np.sqrt(BLOCKS)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", default="pressure.svg")
    parser.add_argument("--steps", type=int, default=2000, help="steps per point, without the steps to settle")
    parser.add_argument("--small", action="store_true", help="few points in a small box, for tests")
    options = parser.parse_args()
    repulsions, densities, side = [15.0, 25.0, 50.0, 75.0], [2.0, 2.5, 3.0, 4.0, 5.0, 6.0], 6
    if options.small:
        repulsions, densities, side, options.steps = [25.0, 50.0], [3.0, 4.0], 4, 400

    pressures = np.zeros((len(repulsions), len(densities), 2))
    for column, density in enumerate(densities):
        fluid = gpubuck.Fluid("equilibrium", **{"box.size": [side] * 3, "fluid.density": density})
        for row, repulsion in enumerate(repulsions):
            # The repulsion may change while the fluid runs.
            fluid.set(**{"pair.0.a": repulsion})
            fluid.step(options.steps // 10 + 100)
            seen = []
            fluid.step(options.steps, callback=lambda f: seen.append(f.measure().pressure), every=5)
            pressures[row, column] = mean_and_error(seen)
            print(f"a = {repulsion:g}, rho = {density:g}: p = {pressures[row, column, 0]:.2f} "
                  f"+- {pressures[row, column, 1]:.2f}", flush=True)

    rho = np.array(densities)
    figure, (left, right) = plt.subplots(1, 2, figsize=(9.6, 3.8), layout="constrained")
    smooth = np.linspace(rho.min(), rho.max(), 100)
    for row, (repulsion, colour, marker) in enumerate(zip(repulsions, COLOURS, MARKERS)):
        p, error = pressures[row].T
        left.plot(smooth, smooth + ALPHA * repulsion * smooth**2, color=colour, linewidth=0.8)
        left.errorbar(rho, p, error, color=colour, marker=marker, linestyle="none", label=f"a = {repulsion:g}")
        scale = repulsion * rho**2
        shift = 0.05 * (row - (len(repulsions) - 1) / 2)  # shifts the points, so that no marker hides another
        right.errorbar(rho + shift, (p - rho) / scale, error / scale, color=colour, marker=marker, markersize=3,
                       linestyle="none", capsize=3)
    left.set(xlabel=r"density $\rho$", ylabel=r"pressure $p$, $k_B T / r_c^3$", ylim=(0, None))
    left.legend(frameon=False, title=r"lines: $\rho k_B T + 0.101\, a \rho^2$")
    right.axhline(ALPHA, color="#888888", linewidth=0.8)
    right.text(rho.min(), ALPHA, "0.101", color="#888888", va="top")
    right.set(xlabel=r"density $\rho$", ylabel=r"$(p - \rho k_B T) / (a \rho^2)$")
    figure.savefig(options.out)
    print(options.out)


main()
