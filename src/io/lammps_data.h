// Particles as a data file of LAMMPS (https://docs.lammps.org/read_data.html).
#pragma once

#include <filesystem>
#include <string>

#include "dpd/fluid.h"
#include "dpd/particle_state.h"

namespace gpubuck::io {

/// Writes positions and velocities for `atom_style atomic`, in the order of ids: atom i + 1 is the
/// particle of id i, atom type k + 1 is species k. In two dimensions the box reaches from -0.5 to
/// 0.5 along z. Numbers have the fewest digits that give the same float back. `title` is the first
/// line of the file, of which LAMMPS takes no notice. Throws RunError.
void writeLammpsData(const std::filesystem::path& path, const dpd::Fluid& fluid,
                     const dpd::ParticleState& state, const std::string& title);

/// The particles of a data file, as this program or the command `write_data` of LAMMPS writes it,
/// in the order of their ids: position with species; velocity (w = 0) where the file has
/// Velocities, else `velocity` is empty; `predicted` is empty. The box may begin anywhere: its
/// corner becomes the origin. What is outside along a periodic axis enters on the other side, as it
/// does in LAMMPS. Styles of atoms: atomic, charge, bond, angle, molecular, full; what they have
/// beyond positions is passed over, and so are sections of bonds and coefficients.
///
/// Throws InputError with file and line: a format error, a tilted box, a box, masses or a number of
/// types other than the fluid's, a number that is not finite, an id given twice, a position beyond
/// a reflecting side, z or v_z other than 0 in two dimensions.
dpd::ParticleState readLammpsData(const std::string& path, const dpd::Fluid& fluid);

}  // namespace gpubuck::io
