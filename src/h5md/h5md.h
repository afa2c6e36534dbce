// Trajectories as H5MD 1.1 (https://www.nongnu.org/h5md/h5md.html): HDF5 for molecular data.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "dpd/model/fluid.h"
#include "formats/trajectory.h"

namespace gpubuck::h5md {

/// /particles/all has box (edges, boundary), position and, if the first frame has it, velocity,
/// each with value, step and time of every frame; and for all frames species (an enumeration of the
/// names), mass and id. If there are any, /connectivity/bonds and /connectivity/angles have the ids
/// of their particles, and /parameters/bond_kind and /parameters/angle_kind their kinds
/// (enumerations of the names). Particle i has the id i, the origin is the corner of the box, and
/// no unit has a name. In two dimensions the box is 1 wide along z, its boundary there "none", and
/// all z 0.
///
/// An older file is replaced. sync() ends the file, which then is whole. Throws RunError.
std::unique_ptr<formats::TrajectoryWriter> makeWriter(const std::filesystem::path& path,
                                                      const dpd::Fluid& fluid,
                                                      const dpd::Molecules& molecules);

/// Reads such files, and files of other programs that have one group of particles, or one of the
/// name `all`, whose species are integers or an enumeration of names. Particles are in the order of
/// their ids. A box with the boundary "none" along z, 1 wide there, in which all z are 0, is one of
/// two dimensions. Throws InputError.
std::unique_ptr<formats::TrajectoryReader> makeReader(const std::string& path);

/// Sets formats::h5mdReader, so that [initial] file takes H5MD.
void provideReader();

/// Returns whether a file is HDF5 from its first byte on, which a checkpoint is not. Throws
/// InputError if it cannot be read.
bool isHdf5(const std::string& path);

}  // namespace gpubuck::h5md
