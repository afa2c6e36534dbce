// The density of particles on a grid: its Fourier modes, from which the structure factor follows,
// and its iso-surfaces.
#pragma once

#include <cstdint>
#include <vector>

#include "cells/cell_grid.h"
#include "dpd/composition.h"
#include "dpd/observables.h"
#include "texel/fourier_transform.h"

namespace gpubuck::dpd {

/// Returns the values, one per cell in the order of the grid, convolved with a Gaussian of standard
/// deviation `width` (> 0, in r_c). The Gaussian is cut off at 4 standard deviations. Values are
/// mirrored at walls. If all values are equal, they stay as they are, bit for bit.
std::vector<double> smoothed(const cells::CellGrid& grid, std::vector<double> values, double width);

/// Returns the level halfway between the mean of the values above the level and the mean of the
/// other values (Ridler and Calvard 1978). If all values are equal, returns this value. `values`
/// must not be empty.
double midLevel(const std::vector<double>& values);

/// Returns the surface on which the linear interpolation between the middles of cells has the value
/// `level`. Uses marching tetrahedra, with six tetrahedra per cube of cells. At walls the surface
/// ends at the middles of the outermost cells. In two dimensions the surface is a line.
Surface isoSurface(const cells::CellGrid& grid, const std::vector<double>& values, double level);

/// Returns the grid on which the modes of a box are found. The number of cells along an axis is a
/// power of two. Edges are at most 1/2, or longer if there would otherwise be more than 2^21 cells.
cells::CellGrid modesGrid(const cells::Box& box);

/// Throws InputError unless an axis of the box is periodic.
void requireStructureFactor(const cells::Box& box);

/// Counts particles in cells on the GPU, and transforms the counts there.
class DensityModes {
 public:
  /// Throws RunError without GPU memory.
  DensityModes(const texel::Device& device, const Neighbourhood& step, std::int64_t particles);

  /// Measures the present particles, of which `counts[k]` are of species k. Waits for the GPU.
  /// Throws the errors of requireStructureFactor().
  StructureFactor structureFactor(Step& step, const std::vector<std::int64_t>& counts);

  /// Returns the surface of the density of each species, smoothed by a Gaussian whose standard
  /// deviation is the larger of 1/2 and the edge of a cell. The level is midLevel(). Waits for the
  /// GPU, and takes about 0.4 s per million cells on the processor.
  std::vector<Surface> surfaces(Step& step, const std::vector<std::int64_t>& counts);

 private:
  cells::CellGrid grid_;
  CellCounts counts_;
  texel::Vec4Array modes_;
  texel::FourierTransform transform_;
};

}  // namespace gpubuck::dpd
