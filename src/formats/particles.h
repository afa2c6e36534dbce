// Particles from a file of any known format.
#pragma once

#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "dpd/model/fluid.h"
#include "dpd/model/particle_state.h"

namespace gpubuck::formats {

/// All readers return particles of `fluid` in single precision, with ids in this order; `velocity`
/// is empty if the file has none. They throw InputError with file and line: a format error, an
/// unknown species, a number that is not finite, a position outside [0, L) of the fluid's box, z or
/// v_z other than 0 in two dimensions. A truncated last frame after whole ones is skipped:
/// `leftOut`, if given, becomes the text for tellLeftOut(), otherwise empty.
using ParticleReader = dpd::Particles (*)(const std::string& path, const dpd::Fluid& fluid,
                                          std::string* leftOut);

/// The last frame of an XYZ file, in the order of the file. Velocities are its `velo`. The species
/// column holds the fluid's names, or the symbols of makeXyzWriter() with species_names; without
/// Properties the columns are species, x, y, z.
dpd::Particles readExtendedXyz(const std::string& path, const dpd::Fluid& fluid,
                               std::string* leftOut = nullptr);

/// The last frame of a GSD file of the schema hoomd, by makeGsdWriter() or another program, in the
/// order of the file. Types are species of the same name. The file's box must be the fluid's;
/// particles outside along a periodic axis enter on the other side. Errors name frame and particle,
/// the first frame is 1, the first particle 0.
dpd::Particles readGsd(const std::string& path, const dpd::Fluid& fluid,
                       std::string* leftOut = nullptr);

/// The particles of a data file of LAMMPS (https://docs.lammps.org/read_data.html), as
/// writeLammpsData or the command `write_data` writes it, in the order of their ids. The box may
/// be anywhere: its corner becomes the origin. Particles outside along a periodic axis enter on the
/// other side, as in LAMMPS. Styles of atoms: atomic, charge, bond, angle, molecular, full; their
/// data other than positions, and sections of bonds and coefficients, are ignored. Other errors: a
/// tilted box, a box, masses or a number of types other than the fluid's, an id given twice.
dpd::Particles readLammpsData(const std::string& path, const dpd::Fluid& fluid,
                              std::string* leftOut = nullptr);

struct ParticleFormat {
  const char* help;                       ///< what of the file is read
  std::vector<std::string_view> endings;  ///< of a file's name
  ParticleReader read;
};

/// The formats of [initial] file. A file with none of the endings is read as the first one.
inline const std::vector<ParticleFormat> kParticleFormats{
    {"the last frame of an extended XYZ file", {".xyz", ".extxyz"}, readExtendedXyz},
    {"the last frame of a GSD file", {".gsd"}, readGsd},
    {"a data file of LAMMPS", {".data", ".lmp", ".lammps"}, readLammpsData}};

/// Returns why a species cannot have this name, or an empty string.
std::string whyNotSpeciesName(std::string_view name);

/// Returns whether a number of a file agrees with the fluid's up to the rounding to six digits or
/// to a float.
inline bool agree(double value, double expected) {
  return std::abs(value - expected) <= 1e-6 * std::abs(expected);
}

/// "the last frame of an extended XYZ file (.xyz, .extxyz), the ... or a data file of ...".
std::string particleFormatsHelp();

/// The particles of a file, by the ending of its name. Throws InputError.
dpd::Particles readParticles(const std::string& path, const dpd::Fluid& fluid,
                             std::string* leftOut = nullptr);

}  // namespace gpubuck::formats
