// The fluids of the checks, and their runs.
#pragma once

#include <functional>
#include <glm/vec3.hpp>

#include "run/live_fluid.h"
#include "scenario/scenario.h"
#include "validation/check.h"

namespace gpubuck::validation {

/// Returns a scenario of Groot and Warren's water (1997) in a periodic box: one species, whose
/// particles begin at random positions, with a = 25, gamma = 4.5, kT = 1, density 3 and dt = 0.01.
scenario::Scenario water(const Setup& setup, const glm::dvec3& size);

/// Returns a scenario of two species, each with half of the particles, in layers along the last
/// axis of a periodic box. One interface is in the middle of the box, the other at the periodic
/// sides. Both species are as in water(), except for the mass of the second species. Unlike
/// particles repel each other with a = `unlike` > 25, energy / length. dt = 0.02.
scenario::Scenario twoFluids(const Setup& setup, const glm::dvec3& size, double unlike,
                             double secondMass = 1.0);

/// A fluid that runs for a check. It cannot be copied or moved.
struct FluidRun {
  FluidRun(const Setup& setup, const scenario::Scenario& scenario);
  /// Begins from another state than the initial state of the scenario.
  FluidRun(const Setup& setup, const scenario::Scenario& scenario, const dpd::ParticleState& state);
  FluidRun(const FluidRun&) = delete;
  FluidRun& operator=(const FluidRun&) = delete;

  /// Advances by `time`, rounded to whole steps, and throws RunError if a particle has failed.
  void advance(double time);
  /// Advances by `time`, rounded up to whole intervals, and calls `take` after each interval.
  void sample(double time, double interval, const std::function<void()>& take);

  run::LiveFluid fluid;
  dpd::Simulation& simulation;
};

}  // namespace gpubuck::validation
