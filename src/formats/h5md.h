// Trajectories as H5MD 1.1 (https://www.nongnu.org/h5md/h5md.html): HDF5 for molecular data.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include <string_view>

#include "dpd/model/fluid.h"
#include "formats/particles.h"
#include "formats/trajectory.h"

namespace gpubuck::formats::h5md {

/// The group /particles/all has box (edges, boundary), position and, if the first frame has
/// velocities, velocity. Each of these elements has value, step and time of every frame. The group
/// also has species (an enumeration of the names), mass and id, once for all frames. For fluids
/// with molecules, /connectivity/bonds and /connectivity/angles have the ids of their particles,
/// and /parameters/bond_kind and /parameters/angle_kind their kinds (enumerations of the names).
/// Particle i has the id i. The origin is the corner of the box. The file does not name units. In
/// two dimensions the box is 1 wide along z, with the boundary "none", and all z are 0.
///
/// The writer ignores `opening` and `keep` and replaces an older file, since runs do not write
/// H5MD. sync() completes the file, after which no frame can be appended. Throws RunError.
std::unique_ptr<TrajectoryWriter> makeWriter(const std::filesystem::path& path,
                                             const dpd::Fluid& fluid,
                                             const dpd::Molecules& molecules, file::Opening opening,
                                             Keep keep);

/// Reads files of this form. Also reads files of other programs if they have only one group of
/// particles, or a group with the name `all`, and if species are integers or an enumeration of
/// names. Particles are in the order of their ids. A box that is 1 wide along z with the boundary
/// "none", in which all z are 0, has two dimensions. Throws InputError.
std::unique_ptr<TrajectoryReader> makeReader(const std::string& path);

/// Reads the last frame of an H5MD file that makeWriter() or another program has written. The group
/// of particles must be as for makeReader(). The particles are in the order of their ids. In the
/// file, species and kinds of bonds and angles must be enumerations of their names. Species may
/// also be integers. If these integers are not names of species, the smallest integer means the
/// first species of the fluid, the next integer the second species, and so on. The box in the file
/// must be the box of the fluid. Particles outside of this box along a periodic axis enter on the
/// other side. Velocities are the element `velocity` of the file, or its element `momentum` divided
/// by the masses of the fluid. Connectivity other than bonds and angles is left out.
FileParticles readParticles(const std::string& path, const dpd::Fluid& fluid);

/// Returns whether a file begins as HDF5 does.
inline bool beginsAsHdf5(std::string_view begin) {
  return begin.starts_with(std::string_view("\x89HDF\r\n\x1a\n", 8));
}

/// Returns whether a file is HDF5 from its first byte on. (A checkpoint is HDF5 only from a later
/// byte on.) Throws InputError if the file cannot be read.
bool isHdf5(const std::string& path);

}  // namespace gpubuck::formats::h5md
