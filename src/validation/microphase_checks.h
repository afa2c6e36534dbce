// The order of melts of block chains, from the strongest waves of their density. Also the hollows
// of vesicles and the shapes of micelles.
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
  /// Takes the wave vectors with wave numbers up to `longest`, but only one of each pair of
  /// opposite vectors.
  DensityWaves(const cells::Box& box, double longest);

  void add(const std::vector<glm::vec3>& places);
  /// Returns the wave with the largest sum among the waves with wave numbers of `least` or more.
  /// The member s of this wave is the mean of S(k) over all added states.
  DensityWave strongest(double least = 0.0) const;

 private:
  std::vector<glm::dvec3> vectors_;
  std::vector<double> sums_;
  int added_ = 0;
};

/// Divides a periodic box into cells. The cells without particles of a species form connected
/// parts. Returns the number of cells of each part, the largest number first. The cells are cubes
/// of side r_c or slightly more, and are connected by common faces. A vesicle has two large parts:
/// its inside and the rest of the box.
std::vector<std::int64_t> freeParts(const cells::Box& box, const std::vector<glm::vec3>& places);

/// Returns the anisotropy of the clusters of a species in a periodic box, averaged over the
/// particles of the species. The anisotropy of a cluster is 1 - 3 (ab + bc + ca) / (a + b + c)^2,
/// where a, b and c are the principal moments of the places of its particles: 0 for balls, 1/4 for
/// thin discs and 1 for lines. Particles nearer than 1 to each other are in one cluster. Clusters
/// of fewer than 20 particles do not count. Returns NaN if no cluster counts.
double clusterAnisotropy(const cells::Box& box, const std::vector<glm::vec3>& places);

}  // namespace gpubuck::validation
