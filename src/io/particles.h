// Particles from a file of any known format.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dpd/fluid.h"
#include "dpd/particle_state.h"

namespace gpubuck::io {

/// All readers return particles of `fluid` in single precision, with ids in this order; `velocity`
/// is empty if the file has none. They throw InputError with file and line: a format error, an
/// unknown species, a number that is not finite, a position outside [0, L) of the fluid's box, z or
/// v_z other than 0 in two dimensions.
using ParticleReader = dpd::Particles (*)(const std::string& path, const dpd::Fluid& fluid);

/// The last frame of an XYZ file, in the order of the file. Velocities are its `velo`. The species
/// column holds the fluid's names, or the symbols of TrajectoryWriter with species_names; without
/// Properties the columns are species, x, y, z.
dpd::Particles readExtendedXyz(const std::string& path, const dpd::Fluid& fluid);

/// The particles of a data file of LAMMPS (https://docs.lammps.org/read_data.html), as
/// writeLammpsData or the command `write_data` writes it, in the order of their ids. The box may
/// be anywhere: its corner becomes the origin. Particles outside along a periodic axis enter on the
/// other side, as in LAMMPS. Styles of atoms: atomic, charge, bond, angle, molecular, full; their
/// data other than positions, and sections of bonds and coefficients, are ignored. Other errors: a
/// tilted box, a box, masses or a number of types other than the fluid's, an id given twice.
dpd::Particles readLammpsData(const std::string& path, const dpd::Fluid& fluid);

struct ParticleFormat {
  const char* help;                       ///< what of the file is read
  std::vector<std::string_view> endings;  ///< of a file's name
  ParticleReader read;
};

/// The formats of [initial] file. A file with none of the endings is read as the first one.
inline const std::vector<ParticleFormat> kParticleFormats{
    {"the last frame of an extended XYZ file", {".xyz", ".extxyz"}, readExtendedXyz},
    {"a data file of LAMMPS", {".data", ".lmp", ".lammps"}, readLammpsData}};

/// "the last frame of an extended XYZ file (.xyz, .extxyz) or a data file of ...".
std::string particleFormatsHelp();

/// The particles of a file, by the ending of its name. Throws InputError.
dpd::Particles readParticles(const std::string& path, const dpd::Fluid& fluid);

}  // namespace gpubuck::io
