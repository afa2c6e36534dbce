// Checkpoints: the state of a run as one HDF5 file, proven before it is believed.
#pragma once

#include <filesystem>

#include "run/run_state.h"

namespace gpubuck::checkpoint {

/// Writes a seal (checkpoint/seal.h), then datasets `position`, `velocity`, `predicted` (N x 4
/// float; dpd::ParticleState), `mapping`, `head`, `next` (unsigned 32 bit; cells::ListState, or
/// empty), of fluids with molecules `bonds` and `angles` (unsigned 32 bit: the kind and the ids of
/// each, one after the other), `scenario` (TOML), and attributes `step`, `time`, `dt`,
/// `dt_since_step`, `dt_since_time` (dpd::Clock) and, where they are known, `engine` ("paper" or
/// "fast") and `run` (RunState::run). Equal states make equal files. Complete or not at all. Throws
/// RunError.
void writeCheckpoint(const std::filesystem::path& path, const run::RunState& state);

/// Reads the state. Throws InputError when the file is not a checkpoint or is damaged; and for one
/// made by another program when data are missing, are linked from elsewhere, or have another type
/// or shape than the scenario in it wants, for a clock that cannot be, for velocities that are
/// not finite, and for particles or lists that are not those of a fluid (dpd::requireParticlesOf,
/// cells::requireLists). HDF5 parses the file once its checksum is right, and may crash
/// on a malicious one: take checkpoints only from people you trust.
run::RunState readCheckpoint(const std::filesystem::path& path);

}  // namespace gpubuck::checkpoint
