// Particles that are added to a running fluid, or taken out of it, along a line of sight. Plain
// data; no OpenGL.
#pragma once

#include <cstdint>
#include <vector>

#include "dpd/model/particle_state.h"
#include "dpd/model/tube.h"
#include "scenario/initial/random_stream.h"
#include "scenario/scenario.h"

namespace gpubuck::scenario {

/// How many particles per volume the fluid of a scenario begins with where there is fluid: those of
/// its densest region, or its density.
double filledDensity(const Scenario& scenario);

/// How near a particle that is added may be to another: 0.7 of their mean distance at the filled
/// density. Farther apart they would find no room, nearer they would push each other away.
double leastDistance(const Scenario& scenario);

/// The particles with those of `species` that fill up the tube to filledDensity(), at random places
/// in the box, outside of the obstacle and at leastDistance() from all others. Together they move
/// as what is in the tube already, or rest; each has a thermal velocity beside. They get the ids
/// behind those of the others. Where there is no room, and beyond kMaxCount, none is added.
dpd::ParticleState filledUp(const Scenario& scenario, const dpd::ParticleState& state,
                            const dpd::Tube& tube, int species, RandomStream& random);

struct Emptied {
  dpd::ParticleState particles;      ///< with ids without gaps, in the order of before
  std::vector<std::uint32_t> ids{};  ///< of those that were taken out, as they were, rising
};
/// Takes the particles in the tube out, but for the last one of all.
Emptied emptied(const dpd::ParticleState& state, const dpd::Tube& tube);

}  // namespace gpubuck::scenario
