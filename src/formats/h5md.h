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

/// /particles/all has box (edges, boundary), position and, if the first frame has it, velocity,
/// each with value, step and time of every frame; and for all frames species (an enumeration of the
/// names), mass and id. For fluids with molecules, /connectivity/bonds and /connectivity/angles
/// have the ids of their particles, and /parameters/bond_kind and /parameters/angle_kind their
/// kinds (enumerations of the names). Particle i has the id i, the origin is the corner of the box,
/// and no unit has a name. In two dimensions the box is 1 wide along z, with the boundary "none",
/// and all z are 0.
///
/// The writer replaces an older file, whatever `opening` and `keep` are, since runs do not write
/// H5MD. sync() ends and completes the file. Throws RunError.
std::unique_ptr<TrajectoryWriter> makeWriter(const std::filesystem::path& path,
                                             const dpd::Fluid& fluid,
                                             const dpd::Molecules& molecules, file::Opening opening,
                                             Keep keep);

/// Reads such files, and files of other programs that have one group of particles, or a group of
/// the name `all`, whose species are integers or an enumeration of names. Particles are in the
/// order of their ids. A box that is 1 wide along z with the boundary "none", in which all z are 0,
/// has two dimensions. Throws InputError.
std::unique_ptr<TrajectoryReader> makeReader(const std::string& path);

/// Reads the last frame of an H5MD file of one group of particles, by makeWriter() or another
/// program, in the order of ids. Species, and kinds of bonds and angles, are enumerations of the
/// names; species may also be integers. If these integers are not names of species, they stand for
/// the fluid's species in ascending order. The box in the file must be the box of the fluid;
/// particles outside along a periodic axis enter on the other side. Velocities are its `velocity`,
/// or its `momentum` over the masses of the fluid. Other connectivity than bonds and angles is left
/// out.
FileParticles readParticles(const std::string& path, const dpd::Fluid& fluid);

/// Returns whether a file begins as HDF5 does.
inline bool beginsAsHdf5(std::string_view begin) {
  return begin.starts_with(std::string_view("\x89HDF\r\n\x1a\n", 8));
}

/// Returns whether a file is HDF5 from its first byte on, which a checkpoint is not. Throws
/// InputError if it cannot be read.
bool isHdf5(const std::string& path);

}  // namespace gpubuck::formats::h5md
