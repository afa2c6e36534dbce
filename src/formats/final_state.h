// The particles of one frame as a .npy array.
#pragma once

#include <filesystem>

#include "dpd/model/particle_state.h"

namespace gpubuck::formats {

/// Writes an array of N records by rising id: `id` and `species` (int32), `position` and, where
/// there are velocities, `velocity` (3 x float32). `numpy.load(path)["position"]` is N x 3. The
/// file appears complete or not at all. Throws RunError.
void writeFinalState(const std::filesystem::path& path, const dpd::Particles& particles);

}  // namespace gpubuck::formats
