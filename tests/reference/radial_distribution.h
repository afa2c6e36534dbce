// Oracle of the radial distribution function g(r).
#pragma once

#include <glm/vec3.hpp>
#include <vector>

#include "cells/box.h"

namespace gpubuck::reference {

/// g in `bins` equal bins of r from 0 to `range`: pairs found over pairs expected of an ideal gas
/// of N(N-1)/2 pairs, by shells in three dimensions and rings in two. Throws InputError unless
/// every axis is periodic, 0 < range <= half the shortest side, bins >= 1 and there are two
/// particles or more.
std::vector<double> radialDistribution(const cells::Box& box,
                                       const std::vector<glm::dvec3>& position, double range,
                                       int bins);

}  // namespace gpubuck::reference
