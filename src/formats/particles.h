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
  std::string leftOut{};  ///< for tellLeftOut(): the parts of the file that are not read, or empty
};

/// All readers return particles of `fluid` in single precision. The ids of the particles follow the
/// order in which they are returned. `velocity` is empty if the file has no velocities. They throw
/// InputError with file and line for a format error, an unknown species or kind, a mass other than
/// the fluid's, a number that is not finite, a position outside [0, L) of the fluid's box, z or v_z
/// other than 0 in two dimensions, a bond or angle without its particles. A truncated last frame
/// after whole frames is left out.
using ParticleReader = FileParticles (*)(const std::string& path, const dpd::Fluid& fluid);

/// Reads the last frame of an XYZ file. The particles are in the order of the file. Velocities are
/// its `velo`, `vel`, `velocity` or `velocities`, or its `momenta` over the masses of the fluid.
/// The species column holds the fluid's names, or the symbols of makeXyzWriter() with
/// species_names; without Properties the columns are species, x, y, z. A `Lattice` must be the
/// fluid's box, whose corner is at `Origin`; particles outside along a periodic axis enter on the
/// other side. Earlier frames need only have the right number of lines.
FileParticles readExtendedXyz(const std::string& path, const dpd::Fluid& fluid);

/// Reads the last frame of a GSD file of the schema hoomd, by makeGsdWriter() or another program.
/// The particles are in the order of the file. A type of particles is the species of the same name,
/// a type of bonds or angles the kind of the same name. Dihedrals, impropers, constraints and
/// special pairs are left out. The box in the file must be the box of the fluid; particles outside
/// along a periodic axis enter on the other side. Errors name frame and particle, the first frame
/// is 1, the first particle 0.
FileParticles readGsd(const std::string& path, const dpd::Fluid& fluid);

/// Reads the particles of a data file of LAMMPS (https://docs.lammps.org/read_data.html), as
/// writeLammpsData or the command `write_data` writes it, in the order of their ids. The box may be
/// anywhere: its corner becomes the origin. Particles outside along a periodic axis enter on the
/// other side, as in LAMMPS. Atom type k + 1 is species k, bond type k + 1 is kind k of bonds,
/// angle type k + 1 is kind k of angles; labels of types that are names of the fluid's species or
/// kinds stand for these. Dihedrals and impropers are left out. The styles of atoms are atomic,
/// charge, bond, angle, molecular, full and mdpd. Their data other than positions, and sections of
/// coefficients, are ignored. A section Atoms without a style is read if its number of columns
/// allows only one style. Also throws for a tilted box, a box other than the box of the fluid,
/// fewer types than the fluid has, an id given twice, and an unknown line of the header.
FileParticles readLammpsData(const std::string& path, const dpd::Fluid& fluid);

/// Reads the particles of a CONFIG of DL_MESO in the order of their numbers, with their velocities
/// if the file has them. A box in the file must be the box of the fluid; particles outside along a
/// periodic axis enter on the other side. Forces are ignored. Not allowed for fluids of two
/// dimensions.
FileParticles readDlMesoConfig(const std::string& path, const dpd::Fluid& fluid);
/// Returns the sides of the box of such a file, or an empty optional if the file has no box. Throws
/// InputError.
std::optional<glm::dvec3> boxOfDlMesoConfig(const std::string& path);

/// Return whether a file begins as files of this format do.
bool beginsAsGsd(std::string_view begin);
bool beginsAsLammpsData(std::string_view begin);

/// Returns a text for tellLeftOut() that these parts of a file are left out, or an empty string if
/// no part is left out.
std::string leftOutText(const std::string& path, const std::vector<std::string>& parts);
/// Returns a text for tellLeftOut() that a file's box is periodic along other axes than the fluid,
/// and that the axes of the fluid count. The text is empty if the axes are the same.
std::string otherSidesText(const std::string& path, const cells::Box& box,
                           const std::array<bool, 3>& periodic);
/// Returns several texts for tellLeftOut() as one.
std::string joinedNotices(const std::vector<std::string>& notices);

/// Returns a coordinate of a file, whose box begins at `low`, as a coordinate of a particle. Along
/// a periodic axis particles enter on the other side. Throws by fail(why), which names the place in
/// the file: for a coordinate that is outside of the box or not finite, and for a z other than 0 in
/// two dimensions.
float placeAlong(const cells::Box& box, int axis, double coordinate, double low,
                 const std::function<void(const std::string& why)>& fail);

/// Returns why a species cannot have this name, or an empty string.
std::string whyNotSpeciesName(std::string_view name);

/// Returns whether a number of a file agrees with the number of the fluid up to the rounding to six
/// digits or to a float.
inline bool agree(double value, double expected) {
  return std::abs(value - expected) <= 1e-6 * std::abs(expected);
}

/// Returns why the particles of a species cannot have this mass of a file, or an empty string if it
/// agrees with the mass in the fluid.
std::string whyNotMass(const dpd::Species& species, double mass);

}  // namespace gpubuck::formats
