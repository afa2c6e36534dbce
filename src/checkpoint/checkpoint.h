// Checkpoints: the state of a run as one HDF5 file.
#pragma once

#include <filesystem>

#include "scenario/run_state.h"

namespace gpubuck::checkpoint {

/// Writes datasets `position`, `velocity`, `predicted` (N x 4 float), `mapping`, `head`, `next`
/// (unsigned 32 bit), `scenario` (TOML), and attributes `format`, `step`, `time`, `dt`,
/// `dt_since_step`, `dt_since_time` (dpd::Clock). Complete or not at all. Throws RunError.
void writeCheckpoint(const std::filesystem::path& path, const scenario::RunState& state);

/// The same state. Files of the first format have no time; it is then the step times dt. Throws
/// InputError when the file is not an HDF5 file, is truncated, is not a checkpoint or one of
/// another format, when datasets are missing or of another shape, or when its scenario is wrong.
scenario::RunState readCheckpoint(const std::filesystem::path& path);

}  // namespace gpubuck::checkpoint
