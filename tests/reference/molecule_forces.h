// Oracle of bonds and angles: their energies in double precision, and the forces and virials as
// differences of the energies.
#pragma once

#include <glm/vec3.hpp>
#include <vector>

#include "dpd/model/fluid.h"
#include "dpd/model/molecules.h"

namespace gpubuck::reference {

/// Returns the energy of a bond of this length.
double bondEnergy(const dpd::BondKind& kind, double length);
/// Returns the energy of an angle, in radians.
double angleEnergy(const dpd::AngleKind& kind, double theta);

struct MoleculeForces {
  std::vector<glm::dvec3> force;  ///< by id
  glm::dvec3 virial{0.0};         ///< sum of distances times forces along x, y and z
  double bondEnergy = 0.0;
  double angleEnergy = 0.0;
};

/// Returns the forces: each is minus a central difference of the energy, over a distance of 2e-5.
/// Their error is about 1e-9 of the energy per unit of length. `position` holds the positions by
/// id.
MoleculeForces moleculeForces(const dpd::Fluid& fluid, const dpd::Molecules& molecules,
                              const std::vector<glm::dvec3>& position);

}  // namespace gpubuck::reference
