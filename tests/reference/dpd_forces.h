// Oracle of the DPD pair forces: every pair, in double precision.
#pragma once

#include <functional>
#include <glm/vec3.hpp>
#include <vector>

#include "dpd/model/fluid.h"

namespace gpubuck::reference {

/// The terms of a force law for two particles: the parts of the force along e, and the potential
/// energy of the first.
struct PairTerms {
  double conservative, dissipative, random, energy;
};

/// Returns the terms at a distance r < 1; `approach` is e.v. For the law dpd F = [a w - g u^2 (e.v)
/// + sigma u Theta / sqrt(dt)] e with w = 1 - r and u = w^s (paper section 4.1 with s = 1; e is
/// taken so that a > 0 repels). The law many-body adds b (rho_i + rho_j) (1 - r / r_d) (Warren
/// 2003, eq. 2), where `densities` is rho_i + rho_j.
PairTerms pairTerms(const dpd::Fluid& fluid, const dpd::PairCoefficients& pair, double r,
                    double approach, double theta, double densities = 0.0);

/// Returns the share of a neighbour in a density, and the energy of a particle with this density
/// (Warren 2003, eqs. 3 and 5). In two dimensions the kernels are normalised on the plane.
double densityAt(const dpd::Fluid& fluid, double r);
double energyOfDensity(const dpd::Fluid& fluid, double density);

/// The particles on which the forces at step n depend; each array has an entry per particle.
struct ForceInput {
  std::vector<glm::dvec3> position;
  std::vector<glm::dvec3> velocity;  ///< predicted, (3 v(n-1/2) - v(n-3/2)) / 2
  std::vector<int> species;
};

/// Theta of the pair of array indices i < j: asked once per pair inside the cut-off.
using Theta = std::function<double(int i, int j)>;

/// Sums per particle and over all pairs. Except for the force, a particle has half of each sum of
/// its pairs, so that particles add up to the totals.
struct PairForces {
  std::vector<glm::dvec3> force;
  std::vector<double> potential;
  std::vector<glm::dvec3> conservativeVirial;
  std::vector<double> totalVirial;

  std::vector<double> density;  ///< densities, for laws that read them; otherwise empty

  double potentialSum = 0.0;
  /// Sum over pairs of r_ij F_ij along x, y and z, repulsion only.
  glm::dvec3 conservativeVirialSum{0.0};
  double totalVirialSum = 0.0;  ///< sum over pairs of r_ij . F_ij, friction and noise included
};

/// The forces of pairTerms() with e = (r_i - r_j)/r and v = v_i - v_j. Distances take the nearest
/// image on periodic axes. Two particles at exactly the same place feel no force, since e is
/// undefined there, but have the potential of r = 0. Gravity is not included.
PairForces pairForces(const dpd::Fluid& fluid, const ForceInput& input, const Theta& theta);

}  // namespace gpubuck::reference
