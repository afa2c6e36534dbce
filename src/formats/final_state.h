// The last frame of a trajectory as a .npy array.
#pragma once

#include <filesystem>

#include "formats/trajectory.h"

namespace gpubuck::formats {

/// sync() writes the last frame as an array of N records by rising id: `id` and `species` (int32),
/// `position` and, where there are velocities, `velocity` (3 x float32).
/// `numpy.load(path)["position"]` is N x 3.
std::unique_ptr<TrajectoryWriter> makeNpyWriter(const std::filesystem::path& path,
                                                const dpd::Fluid& fluid,
                                                const dpd::Molecules& molecules,
                                                file::Opening opening, Keep keep);

}  // namespace gpubuck::formats
