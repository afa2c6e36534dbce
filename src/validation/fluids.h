// The fluids of the checks, in their initial states.
#pragma once

#include "dpd/fluid.h"
#include "dpd/particle_state.h"
#include "dpd/simulation.h"
#include "scenario/scenario.h"
#include "validation/check.h"

namespace gpubuck::validation {

/// A scenario of one species in a periodic box, a = 25, gamma = 4.5, kT = 1, density 3, dt = 0.01:
/// Groot and Warren's water (1997), from random positions.
scenario::Scenario water(const Setup& setup, const glm::dvec3& size);

/// The simulation of a scenario from its initial state, on `device`, which it must not outlive:
///   const texel::Device device(setup.deviceFor(scenario::particleCount(scenario.fluid)));
dpd::Simulation simulate(const texel::Device& device, const scenario::Scenario& scenario);

/// The same from another state.
dpd::Simulation simulate(const texel::Device& device, const scenario::Scenario& scenario,
                         const dpd::ParticleState& state);

/// Advances by `time`, rounded to whole steps, and throws RunError if a particle has failed.
void advance(dpd::Simulation& simulation, double time);

}  // namespace gpubuck::validation
