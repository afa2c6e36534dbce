// The order of melts of block chains: their strongest waves of density. The hollows of vesicles and
// the shapes of micelles.
#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <vector>

#include "cells/box.h"

namespace gpubuck::validation {

/// A wave of the density of a species with its structure factor S(k) (dpd/observables.h).
struct DensityWave {
  double k;  ///< wave number, 1/r_c
  double s;
};

/// Sums of S(k) of a species at the wave vectors of a periodic box, in double precision.
class DensityWaves {
 public:
  /// Takes the wave vectors with wave numbers up to `longest`, without their opposites.
  DensityWaves(const cells::Box& box, double longest);

  void add(const std::vector<glm::vec3>& places);
  /// Returns the wave vector with the largest sum among all with wave numbers of `least` or more; s
  /// is the mean over all added states.
  DensityWave strongest(double least = 0.0) const;

 private:
  std::vector<glm::dvec3> vectors_;
  std::vector<double> sums_;
  int added_ = 0;
};

/// Returns the numbers of cells in the connected parts of a periodic box that the particles of a
/// species leave free, the largest first. The cells are cubes of side r_c or slightly more, and are
/// connected by common faces. A vesicle has two large parts: its inside and the rest of the box.
std::vector<std::int64_t> freeParts(const cells::Box& box, const std::vector<glm::vec3>& places);

/// Returns how far the clusters of a species in a periodic box are from balls: the mean over its
/// particles of the relative anisotropy of their clusters, 1 - 3 (ab + bc + ca) / (a + b + c)^2
/// with the principal moments a, b, c of the places. It is 0 for balls, 1/4 for thin discs and 1
/// for lines. Particles nearer than 1 are in one cluster; clusters of fewer than 20 particles do
/// not count. Returns NaN without any that counts.
double clusterAnisotropy(const cells::Box& box, const std::vector<glm::vec3>& places);

}  // namespace gpubuck::validation
