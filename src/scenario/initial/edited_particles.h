// Particles that are added to a running fluid, or taken out of it, along a line of sight. Plain
// data; no OpenGL.
#pragma once

#include <cstdint>
#include <vector>

#include "dpd/model/effects.h"
#include "dpd/model/particle_state.h"
#include "scenario/initial/random_stream.h"
#include "scenario/scenario.h"

namespace gpubuck::scenario {

/// Returns the initial number density of the fluid in a scenario: the density of the densest region
/// other than bodies, or the density of the fluid if there are no regions.
double filledDensity(const Scenario& scenario);

/// Returns the least distance of an added particle from any other particle: 0.7 of the mean
/// distance at filledDensity(). With a larger distance, there would be no room. With a smaller
/// distance, particles would repel each other strongly.
double leastDistance(const Scenario& scenario);

/// Returns the particles, and new particles of `species` that fill the tube up to filledDensity().
/// The new particles are at random places in the box, outside of solids and at least
/// leastDistance() from all other particles. Their mean velocity equals the mean velocity of the
/// particles that are already in the tube, or is 0 if there are no such particles. Each new
/// particle has a thermal velocity in addition. The ids of new particles follow the existing ids.
/// No particle is added where there is no room, or beyond kMaxCount.
dpd::ParticleState filledUp(const Scenario& scenario, const dpd::ParticleState& state,
                            const dpd::Tube& tube, int species, RandomStream& random);

struct Emptied {
  dpd::ParticleState particles;  ///< the remaining particles in their earlier order, with new ids
                                 ///< without gaps
  std::vector<std::uint32_t> ids{};  ///< earlier ids of the removed particles, in ascending order
};
/// Removes the particles in the tube; a bead is removed with its whole molecule. If no particle
/// would be left, one particle or molecule stays.
Emptied emptied(const dpd::ParticleState& state, const dpd::Tube& tube);

}  // namespace gpubuck::scenario
