// The radial distribution function of a fluid, and its expected values.
#pragma once

#include <array>
#include <glm/vec4.hpp>
#include <span>

#include "cells/box.h"

namespace gpubuck::validation {

/// Bins of g, equally wide, from 0 to kDistributionRange.
inline constexpr int kDistributionBins = 40;
inline constexpr double kDistributionRange = 2.0;

using Distribution = std::array<double, kDistributionBins>;

/// The middle of a bin.
constexpr double distanceOfBin(std::size_t bin) {
  return (static_cast<double>(bin) + 0.5) * kDistributionRange / kDistributionBins;
}

/// Returns g(r) in shells: the number of pairs divided by the number of pairs that is expected in
/// an ideal gas with N (N - 1) / 2 pairs. Visits all pairs, and is therefore meant for at most a
/// few thousand particles. The box must have three dimensions, periodic sides, and sides of at
/// least twice the range.
Distribution radialDistribution(const cells::Box& box, std::span<const glm::vec4> positions);

/// g of Groot and Warren's water (a = 25, rho = 3, gamma = 4.5, kT = 1), with the paper's
/// integrator at dt = 0.01. It was measured with 375 particles in 5^3 over 1,000 time units, by the
/// double-precision oracle of tests/reference with its own random numbers. Standard errors are
/// below 0.0009, and below 0.15 % of g where g is above 0.5. The small box changes the local
/// density by no more than S(0) / N = 0.02 / 375. tests/validation/radial_distribution_test.cpp
/// compares this table with the oracle, and prints a new table with GPUBUCK_LONG_TESTS=1.
inline constexpr Distribution kWaterDistribution{
    0.0007, 0.0034, 0.0115, 0.0268, 0.0549, 0.1024, 0.1717, 0.2681, 0.3829, 0.5126,
    0.6450, 0.7755, 0.8908, 0.9898, 1.0655, 1.1231, 1.1555, 1.1612, 1.1414, 1.0921,
    1.0263, 0.9792, 0.9552, 0.9483, 0.9514, 0.9611, 0.9746, 0.9883, 1.0014, 1.0101,
    1.0167, 1.0194, 1.0176, 1.0145, 1.0106, 1.0060, 1.0019, 0.9986, 0.9976, 0.9970,
};

}  // namespace gpubuck::validation
