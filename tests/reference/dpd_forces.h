// Oracle of the DPD pair forces: every pair, in double precision.
#pragma once

#include <functional>
#include <glm/vec3.hpp>
#include <vector>

#include "dpd/model/fluid.h"

namespace gpubuck::reference {

/// The terms of a force law for two particles: the parts of the force along e, and the potential
/// energy of the pair.
struct PairTerms {
  double conservative, dissipative, random, energy;
};

/// Returns the terms at a distance r < 1; `approach` is e.v. For the law dpd, F = [a w - g u^2
/// (e.v) + sigma u Theta / sqrt(dt)] e with w = 1 - r and u = w^s. In the paper (section 4.1), s is
/// 1. The direction of e is such that a > 0 repels. The law many-body adds b (rho_i + rho_j) (1 - r
/// / r_d) (Warren 2003, eq. 2), where `densities` is rho_i + rho_j.
PairTerms pairTerms(const dpd::Fluid& fluid, const dpd::PairCoefficients& pair, double r,
                    double approach, double theta, double densities = 0.0);

/// densityAt() returns how much a neighbour at the distance r adds to a density. energyOfDensity()
/// returns the energy of a particle with this density (Warren 2003, eqs. 3 and 5). The integral of
/// densityAt() over space, or in two dimensions over the plane, is 1.
double densityAt(const dpd::Fluid& fluid, double r);
double energyOfDensity(const dpd::Fluid& fluid, double density);

/// The state of the particles on which the forces at step n depend. Each array has an entry per
/// particle.
struct ForceInput {
  std::vector<glm::dvec3> position;
  std::vector<glm::dvec3> velocity;  ///< predicted, (3 v(n-1/2) - v(n-3/2)) / 2
  std::vector<int> species;
};

/// Returns theta of the pair of particles i < j. It is called once for each pair inside the
/// cut-off.
using Theta = std::function<double(int i, int j)>;

/// Sums for each particle, and over all pairs. Except for the force, a particle has half of each
/// sum over its pairs, so that the sums of all particles add up to the totals.
struct PairForces {
  std::vector<glm::dvec3> force;
  std::vector<double> potential;
  std::vector<glm::dvec3> conservativeVirial;
  std::vector<double> totalVirial;

  std::vector<double> density;  ///< density of each particle for laws that need it, otherwise empty

  double potentialSum = 0.0;
  /// Sum over pairs of r_ij F_ij along x, y and z, repulsion only.
  glm::dvec3 conservativeVirialSum{0.0};
  double totalVirialSum = 0.0;  ///< sum over pairs of r_ij . F_ij, friction and noise included
};

/// Returns the forces of pairTerms() with e = (r_i - r_j)/r and v = v_i - v_j. Distances are to the
/// nearest image on periodic axes. Two particles at exactly the same place exert no force, since e
/// is undefined there, but have the potential at r = 0. Gravity is not included.
PairForces pairForces(const dpd::Fluid& fluid, const ForceInput& input, const Theta& theta);

}  // namespace gpubuck::reference
