// Checkpoints: the state of a run as one HDF5 file, proven before it is believed.
#pragma once

#include <filesystem>

#include "scenario/run_state.h"

namespace gpubuck::checkpoint {

/// Writes a seal (checkpoint/seal.h), then datasets `position`, `velocity`, `predicted` (N x 4
/// float; dpd::ParticleState), `mapping`, `head`, `next` (unsigned 32 bit; search::ListState, or
/// empty), `scenario` (TOML), and attributes `step`, `time`, `dt`, `dt_since_step`, `dt_since_time`
/// (dpd::Clock). Equal states make equal files. Complete or not at all. Throws RunError.
void writeCheckpoint(const std::filesystem::path& path, const scenario::RunState& state);

/// The same state. Throws InputError when the file is not a checkpoint or is damaged; and, so that
/// a file made by others harms no one, when data are missing, are linked from elsewhere, or have
/// another type or shape than the scenario in it wants, for a clock that cannot be, and for
/// particles or lists that are not those of a fluid (dpd::requireParticlesOf,
/// search::requireLists).
scenario::RunState readCheckpoint(const std::filesystem::path& path);

}  // namespace gpubuck::checkpoint
