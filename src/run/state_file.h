// A state of a run as a single file that can be sent to somebody. It is for the window and the
// page, which do not use HDF5.
#pragma once

#include <filesystem>

#include "run/run_state.h"

namespace gpubuck::run {

/// The extension of state files.
inline constexpr const char* kStateSuffix = ".gpubuck";

/// Returns whether a path has the extension of state files, perhaps followed by .gz.
bool isStateFile(const std::filesystem::path& path);

/// Writes a gzip file (file/packed_file.h) with the 16 bytes "gpubuck state 2\n", a table of 64-bit
/// numbers (StateTable in the .cpp), the scenario as TOML, and the arrays of the state as
/// little-endian numbers of 32 bits. An array begins with the first bytes of all its elements,
/// followed by all second bytes, and so on. A run continues from the file bit for bit. Writes the
/// whole file or no file. Throws RunError.
void writeState(const std::filesystem::path& path, const RunState& state);

/// Reads a file that writeState() has written. Throws InputError if the file is not a state, is
/// damaged or truncated, or if its contents are not a possible state (dpd::requireParticlesOf,
/// cells::requireLists).
RunState readState(const std::filesystem::path& path);

}  // namespace gpubuck::run
