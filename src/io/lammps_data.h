// Particles as a data file of LAMMPS (https://docs.lammps.org/read_data.html).
#pragma once

#include <filesystem>
#include <string>

#include "dpd/fluid.h"
#include "dpd/particle_state.h"

namespace gpubuck::io {

/// Writes positions and velocities for `atom_style atomic`: atom i + 1 is the particle of id i,
/// atom type k + 1 is species k. In two dimensions the box reaches from -0.5 to 0.5 along z.
/// Numbers have the fewest digits that reproduce the same float. `title` is the first line of the
/// file, which LAMMPS ignores. Throws RunError.
void writeLammpsData(const std::filesystem::path& path, const dpd::Fluid& fluid,
                     const dpd::Particles& particles, const std::string& title);

}  // namespace gpubuck::io
