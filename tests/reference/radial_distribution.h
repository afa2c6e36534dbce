// Oracle of the radial distribution function g(r).
#pragma once

#include <glm/vec3.hpp>
#include <vector>

#include "cells/box.h"

namespace gpubuck::reference {

/// Returns g in `bins` equal bins of r from 0 to `range`. g of a bin is the number of pairs found,
/// divided by the number expected in an ideal gas with N(N-1)/2 pairs. The expected number is in
/// proportion to the volume of the bin's shell (in two dimensions, to the area of its ring). Throws
/// InputError unless every axis is periodic, 0 < range <= half of the shortest side, bins >= 1, and
/// there are at least two particles.
std::vector<double> radialDistribution(const cells::Box& box,
                                       const std::vector<glm::dvec3>& position, double range,
                                       int bins);

}  // namespace gpubuck::reference
