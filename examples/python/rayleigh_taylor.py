#!/usr/bin/env python3
"""Makes a film of a heavy fluid that falls through a light fluid, and a sheet with four pictures of the film.

  rayleigh_taylor.py [--scenario NAME] [--steps N] [--every N] [--out FOLDER]

Writes rayleigh-taylor.mp4 and rayleigh-taylor.png to the folder, and prints how far the heavy fluid has fallen.

Needs matplotlib and ffmpeg (Debian: python3-matplotlib ffmpeg).
"""
import argparse
import subprocess
from pathlib import Path

import matplotlib
import numpy as np

import gpubuck

matplotlib.use("agg")
import matplotlib.pyplot as plt


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenario", default="rayleigh-taylor-16k")
    parser.add_argument("--steps", type=int, default=2400)
    parser.add_argument("--every", type=int, default=20, help="steps between two pictures")
    parser.add_argument("--out", type=Path, default=Path("."))
    parser.add_argument("--small", action="store_true", help="few steps of few particles, for tests")
    options = parser.parse_args()
    values, size = {}, (1280, 720)
    if options.small:
        values, size = {"box.size": [12, 3, 10]}, (320, 180)
        options.steps, options.every = 40, 5

    fluid = gpubuck.Fluid(options.scenario, **values)
    heavy = fluid.species == fluid.species_names.index("heavy")
    options.out.mkdir(parents=True, exist_ok=True)
    film = options.out / "rayleigh-taylor.mp4"
    ffmpeg = subprocess.Popen(
        ["ffmpeg", "-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{size[0]}x{size[1]}",
         "-r", "25", "-i", "-", "-pix_fmt", "yuv420p", film], stdin=subprocess.PIPE)
    heights, pictures = [], []

    def show(fluid):
        heights.append(fluid.positions[heavy, 2].mean())
        pictures.append(fluid.render(*size))
        ffmpeg.stdin.write(pictures[-1].tobytes())

    show(fluid)
    fluid.step(options.steps, callback=show, every=options.every, progress=True)
    ffmpeg.stdin.close()
    if ffmpeg.wait() != 0:
        raise SystemExit("ffmpeg has failed")

    sheet, axes = plt.subplots(2, 2, figsize=(12.8, 7.2))
    sheet.subplots_adjust(0, 0, 1, 1, 0.01, 0.01)
    for axis, k in zip(axes.flat, np.linspace(0, len(pictures) - 1, 4).round().astype(int)):
        axis.imshow(pictures[k])
        axis.set_axis_off()
    sheet.savefig(options.out / "rayleigh-taylor.png", dpi=100)
    print(f"{len(pictures)} pictures, {len(fluid)} particles; the heavy fluid fell from z = {heights[0]:.2f} "
          f"to {heights[-1]:.2f}")
    print(film)


main()
