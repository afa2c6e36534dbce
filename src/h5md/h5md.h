// Trajectories as H5MD 1.1 (https://www.nongnu.org/h5md/h5md.html): HDF5 for molecular data.
#pragma once

#include <filesystem>
#include <memory>

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
/// An older file is replaced. The file is whole once sync() has returned. Throws RunError.
std::unique_ptr<formats::TrajectoryWriter> makeWriter(const std::filesystem::path& path,
                                                      const dpd::Fluid& fluid,
                                                      const dpd::Molecules& molecules);

}  // namespace gpubuck::h5md
