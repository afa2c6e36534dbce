// Where the particles of a fluid begin.
#pragma once

#include "dpd/particle_state.h"
#include "gpubuck/fluid.h"
#include "scenario/scenario.h"

namespace gpubuck::library {

/// The state that `scenario` begins with, or where `start` is not empty, the particles there.
/// Throws InputError for particles that do not fit the scenario.
dpd::ParticleState makeStart(const scenario::Scenario& scenario, const Particles& start);

}  // namespace gpubuck::library
