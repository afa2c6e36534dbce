// Checkpoints: the state of a run as one HDF5 file. The file begins with a seal of 512 bytes, which
// proves that no byte of the file has changed. The seal is checked before anything is read.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "file/input_file.h"
#include "run/run_state.h"

namespace gpubuck::checkpoint {

/// Size of a seal in bytes. An HDF5 file may begin with a block for the user, of at least 512
/// bytes.
inline constexpr std::size_t kSealSize = 512;

/// Returns a text of three lines, which `head -3` shows, padded with line ends: the format of
/// checkpoints, the number of bytes after the seal, and the CRC-32 of these bytes.
std::string makeSeal(std::string_view contents);

/// Returns all bytes of a sealed file, its seal included. Throws InputError if the file does not
/// begin with a seal of the present format, or if a single byte of seal or contents is missing,
/// added or changed. Uses no more memory than the file has bytes.
std::string readSealed(file::InputFile& file);

/// Writes a seal, then HDF5 data. The datasets are `position`, `velocity`, `predicted` (N x 4
/// float; dpd::ParticleState), `mapping`, `head`, `next` (unsigned 32 bit; cells::ListState, or
/// empty) and `scenario` (TOML). For fluids with molecules there are also `bonds` and `angles`
/// (unsigned 32 bit: kind and ids of each bond or angle). The attributes are `step`, `time`, `dt`,
/// `dt_since_step`, `dt_since_time` (dpd::Clock) and, if they are known, `engine` ("paper" or
/// "fast") and `run` (RunState::run). Equal states make equal files. Writes the whole file or no
/// file. Throws RunError.
void writeCheckpoint(const std::filesystem::path& path, const run::RunState& state);

/// Reads the state. Throws InputError when the file is not a checkpoint or is damaged. A file made
/// by another program is refused if data are missing, are links to other data, or do not have the
/// type and shape that its scenario needs. It is also refused if the clock is impossible, if
/// velocities are not finite, or if particles or lists cannot belong to a fluid
/// (dpd::requireParticlesOf, cells::requireLists). HDF5 parses a file whose checksum is right, and
/// may crash on a malicious file: take checkpoints only from people you trust.
run::RunState readCheckpoint(const std::filesystem::path& path);

}  // namespace gpubuck::checkpoint
