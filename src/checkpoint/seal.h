// The seal of a checkpoint: its first 512 bytes, which prove that no byte of the file has changed.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "file/input_file.h"

namespace gpubuck::checkpoint {

/// Bytes of a seal: the least that HDF5 leaves to the user before a file's own contents.
inline constexpr std::size_t kSealSize = 512;

/// Returns text that `head -3` shows, padded with line ends: the format of checkpoints, the number
/// of bytes after the seal, and their CRC-32.
std::string makeSeal(std::string_view contents);

/// Returns all bytes of a sealed file, its seal included. Throws InputError when it does not begin
/// with a seal of the present format, and when a single byte of seal or contents is missing, added
/// or changed. No more memory is used than the file has bytes.
std::string readSealed(file::InputFile& file);

}  // namespace gpubuck::checkpoint
