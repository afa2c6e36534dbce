// Files that are compressed as a whole, in the format of gzip (RFC 1952).
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace gpubuck::file {

/// Writes a compressed file, whole or not at all. Throws RunError. In a browser the contents are
/// written as they are: the page compresses the download (web/moment.js).
void writePacked(const std::filesystem::path& path, std::string_view contents);

/// The size of contents as the beginning of the contents gives it. Such a size is needed since a
/// small compressed file may hold very much.
struct ContentsSize {
  std::size_t headBytes;  ///< bytes of the beginning that `of` needs
  /// Takes the beginning of the contents, which is shorter than this if the contents are shorter.
  /// Throws InputError if such a file cannot begin in this way.
  std::function<std::uint64_t(std::string_view head)> of;
};

/// Returns the contents of such a file, also if gzip has compressed it twice, or if it is not
/// compressed. Throws InputError if it is not a regular file, and if a compressed file is damaged
/// (which its CRC-32 shows), cut off, or holds more than `size` or the memory allows; only the
/// beginning of such a file is unpacked. In a browser compressed files are InputErrors.
std::string readPacked(const std::string& name, const ContentsSize& size);

}  // namespace gpubuck::file
