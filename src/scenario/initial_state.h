// The particles at step 0.
#pragma once

#include "dpd/particle_state.h"
#include "scenario/scenario.h"

namespace gpubuck::scenario {

/// The state a scenario begins with, the same for the same scenario and seed on every platform.
///  - Positions lie in [0, L) as floats; in two dimensions z = 0 and v_z = 0.
///  - Each species has exactly its speciesCounts().
///  - Velocities are Maxwell's: normal with variance kT / mass along each axis, then shifted alike
///    so that the total momentum is 0 along every axis.
///  - Particles lie in memory by cell (the smallest cells of edge at least the cut-off radius; x
///    first, then y, then z), so that the first steps read memory in order. The id of a particle is
///    its place in memory.
///  - `predicted` is the velocity itself, for before step 0 there was no force. The w of `velocity`
///    (the state of the karpinski-sequence noise) is uniform in [0, 1).
///
/// For InitialKind::File, `given` holds the file's particles as io::readParticles returns them:
/// position with species, and velocity or nothing. Ids are then places in the file, and velocities
/// are kept as they are. Throws InputError when their number is not particleCount().
dpd::ParticleState makeInitialState(const Scenario& scenario, const dpd::ParticleState& given = {});

/// Reads particles from a file: io::readParticles.
using ParticleReader = dpd::ParticleState (*)(const std::string& path, const dpd::Fluid& fluid);

/// The same whatever the scenario begins with: `read` is called for InitialKind::File.
dpd::ParticleState makeInitialState(const Scenario& scenario, ParticleReader read);

}  // namespace gpubuck::scenario
