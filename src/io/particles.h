// Particles from a file, whichever format it has.
#pragma once

#include <string>

#include "dpd/fluid.h"
#include "dpd/particle_state.h"

namespace gpubuck::io {

/// The particles of an initial state: NAME.data, NAME.lmp and NAME.lammps are data files of LAMMPS
/// (readLammpsData), any other is extended XYZ (readExtendedXyz). Throws InputError.
dpd::ParticleState readParticles(const std::string& path, const dpd::Fluid& fluid);

}  // namespace gpubuck::io
