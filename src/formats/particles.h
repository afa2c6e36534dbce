// Particles from files of several formats.
#pragma once

#include <array>
#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dpd/model/fluid.h"
#include "dpd/model/particle_state.h"

namespace gpubuck::formats {

/// The particles of a file with their bonds and angles.
struct FileParticles : dpd::Particles {
  dpd::Molecules molecules{};
  std::string leftOut{};  ///< text for tellLeftOut() about the parts of the file that are not read,
                          ///< or empty
};

/// All readers return particles of `fluid` in single precision. The ids of the particles follow the
/// order in which they are returned. `velocity` is empty if the file has no velocities. Readers
/// throw InputError with file and line for a format error, an unknown species or kind, a mass that
/// differs from the mass in the fluid, a number that is not finite, a position outside of the box
/// along an axis that is not periodic, a z or v_z other than 0 in two dimensions, and a bond or
/// angle whose particles do not exist. A truncated last frame after whole frames is left out.
using ParticleReader = FileParticles (*)(const std::string& path, const dpd::Fluid& fluid);

/// Reads the last frame of an XYZ file. The particles are in the order of the file. Velocities are
/// the property `velo`, `vel`, `velocity` or `velocities` of the file, or its `momenta` divided by
/// the masses of the fluid. The species column holds the fluid's names, or the symbols of
/// makeXyzWriter() with species_names; without Properties the columns are species, x, y, z. A
/// `Lattice` must be the box of the fluid; `Origin` is the corner of this box. Particles outside of
/// the box along a periodic axis enter on the other side. Faults in earlier frames do not matter,
/// except in their first two lines and in their number of lines.
FileParticles readExtendedXyz(const std::string& path, const dpd::Fluid& fluid);

/// Reads the last frame of a GSD file of the schema hoomd, written by makeGsdWriter() or by another
/// program.
/// The particles are in the order of the file. A type of particles means the species of the same
/// name, a type of bonds or angles means the kind of the same name. Dihedrals, impropers,
/// constraints and special pairs are left out. The box in the file must be the box of the fluid.
/// Particles outside of this box along a periodic axis enter on the other side. Errors name the
/// frame (counted from 1) and the particle (counted from 0).
FileParticles readGsd(const std::string& path, const dpd::Fluid& fluid);

/// Reads the particles of a data file of LAMMPS (https://docs.lammps.org/read_data.html), as
/// writeLammpsData or the command `write_data` writes it, in the order of their ids. The corner of
/// the box may be anywhere, and becomes the origin. Particles outside of the box along a periodic
/// axis enter on the other side, as in LAMMPS. Atom type k + 1 is species k, bond type k + 1 is
/// kind k of bonds, angle type k + 1 is kind k of angles. But a type whose label is the name of a
/// species or kind of the fluid means this species or kind. Dihedrals and impropers are left out.
/// The styles of atoms are atomic, charge, bond, angle, molecular, full and mdpd. Other data of
/// atoms, such as charges, and sections of coefficients are ignored. A section Atoms that does not
/// name its style is read if its first atom allows only one style. Also throws InputError for a
/// tilted box, a box other than the box of the fluid, fewer atom types than the fluid has species,
/// an id given twice, and an unknown line of the header.
FileParticles readLammpsData(const std::string& path, const dpd::Fluid& fluid);

/// Reads the particles of a CONFIG of DL_MESO in the order of their numbers, with their velocities
/// if the file has them. A box in the file must be the box of the fluid. Particles outside of this
/// box along a periodic axis enter on the other side. Forces are ignored. Not allowed for fluids of
/// two dimensions.
FileParticles readDlMesoConfig(const std::string& path, const dpd::Fluid& fluid);
/// Returns the sides of the box of a CONFIG of DL_MESO, or an empty optional if the file has no
/// box. Throws InputError.
std::optional<glm::dvec3> boxOfDlMesoConfig(const std::string& path);

/// Return whether a file begins as files of this format do.
bool beginsAsGsd(std::string_view begin);
bool beginsAsLammpsData(std::string_view begin);

/// Returns a text for tellLeftOut() which says that these parts of a file are left out, or an empty
/// string if there are no such parts.
std::string leftOutText(const std::string& path, const std::vector<std::string>& parts);
/// Returns a text for tellLeftOut() which says that the box of a file is periodic along other axes
/// than the box of the fluid, and that the file's periodic axes are ignored. Returns an empty
/// string if the periodic axes are the same.
std::string otherSidesText(const std::string& path, const cells::Box& box,
                           const std::array<bool, 3>& periodic);
/// Joins several texts for tellLeftOut() to one text.
std::string joinedNotices(const std::vector<std::string>& notices);

/// Converts a coordinate in a file, whose box begins at `low`, to the coordinate of a particle. A
/// particle outside of the box along a periodic axis enters on the other side. Calls fail(why)
/// for a coordinate that is not finite or is outside of the box, and for a z other than 0 in two
/// dimensions. `fail` must throw an error that names the place in the file.
float placeAlong(const cells::Box& box, int axis, double coordinate, double low,
                 const std::function<void(const std::string& why)>& fail);

/// Returns why a species cannot have this name, or an empty string.
std::string whyNotSpeciesName(std::string_view name);

/// Returns whether a number in a file agrees with the number of the fluid. The number in the file
/// may be rounded to six digits or to a float.
inline bool agree(double value, double expected) {
  return std::abs(value - expected) <= 1e-6 * std::abs(expected);
}

/// Returns an empty string if the mass in a file agrees with the mass of the species, otherwise the
/// text of an error.
std::string whyNotMass(const dpd::Species& species, double mass);

}  // namespace gpubuck::formats
