// Checkpoints: everything a run needs to go on bit for bit, as one HDF5 file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "dpd/particle_state.h"

namespace gpubuck::io {

/// N particles over M cells. The lists are those of the last sort, for a re-sort starts from them;
/// they are empty together where there are none.
struct Checkpoint {
  std::int64_t step = 0;
  dpd::ParticleState state;
  std::vector<std::uint32_t> mapping;  ///< N cells
  std::vector<std::uint32_t> head;     ///< M particles or kNullId
  std::vector<std::uint32_t> next;     ///< N particles or kNullId
  std::string scenarioToml;            ///< the complete scenario (scenario::toToml)
};

/// Writes datasets `position`, `velocity`, `predicted` (N x 4 float), `mapping`, `head`, `next`
/// (unsigned 32 bit) and attributes `format`, `step`, `scenario`. The file appears complete or not
/// at all. Throws RunError.
void writeCheckpoint(const std::filesystem::path& path, const Checkpoint& checkpoint);

/// Throws InputError when the file is no HDF5 file, is truncated, is no checkpoint or one of
/// another format, or when datasets are missing or their shapes do not belong together.
Checkpoint readCheckpoint(const std::filesystem::path& path);

}  // namespace gpubuck::io
