// Bodies: regions with a kind of bonds, whose particles are bonded to their neighbours on a
// lattice.
#pragma once

#include <array>
#include <cstdint>
#include <glm/vec3.hpp>
#include <vector>

#include "dpd/model/particle_state.h"
#include "scenario/schema.h"

namespace gpubuck::scenario {

/// Returns the kind of the bonds of a body.
const dpd::BondKind& bondsOf(const dpd::Fluid& fluid, const Region& region);

/// Returns the number density of a body whose bonds have a length > 0. The lattice of a body is
/// face-centred cubic in three dimensions and triangular in two dimensions.
double bodyDensity(const dpd::Fluid& fluid, const Region& region);

/// Returns the places of the beads of a body: the sites of a lattice, without the sites in later
/// regions. One site is in the middle of the body's shape, and the distance of neighbours is the
/// length of the bonds. Places are not wrapped around periodic sides.
std::vector<glm::dvec3> bodyPlaces(const Scenario& scenario, std::size_t region);

/// Appends the beads of all bodies, which have the first ids, body after body.
void placeBodies(const Scenario& scenario, dpd::Particles& particles);

/// Returns the bonds between all neighbours in all bodies.
std::vector<dpd::Bond> bodyBonds(const Scenario& scenario);

/// Fails if a body reaches out of the box, into a solid, into another body or into its own image,
/// and if a body has no bond. The shapes of the bodies must be valid, and their bonds longer than
/// 0.
void requireBodies(const Scenario& scenario, const Fail& fail);

}  // namespace gpubuck::scenario
