// The iso-surface of a density on a grid and the directions of its normals.
#pragma once

#include <vector>

#include "cells/cell_grid.h"
#include "dpd/observables.h"

namespace gpubuck::dpd {

/// Returns the values, one per cell in the order of the grid, convolved with a Gaussian of this
/// standard deviation (> 0, in r_c), which ends at 4 standard deviations. Values are mirrored at
/// walls. Equal values stay equal to each other, to the bit.
std::vector<double> smoothed(const cells::CellGrid& grid, std::vector<double> values, double width);

/// Returns the level halfway between the mean of the values above it and the mean of those up to
/// it (Ridler and Calvard 1978), or the value itself if all are equal. `values` must not be empty.
double midLevel(const std::vector<double>& values);

/// Returns the surface on which the linear interpolation between the middles of cells has the value
/// `level`, by marching tetrahedra, six per cube of cells. It ends at the outermost middles next to
/// walls. In two dimensions it is a line.
Surface isoSurface(const cells::CellGrid& grid, const std::vector<double>& values, double level);

}  // namespace gpubuck::dpd
