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

/// The size of contents as their own beginning gives it: a small compressed file may hold very
/// much.
struct ContentsSize {
  std::size_t headBytes;  ///< bytes of the beginning that `of` needs
  /// Gets the beginning of the contents, which is shorter if the contents are. Throws InputError if
  /// no such file begins so.
  std::function<std::uint64_t(std::string_view head)> of;
};

/// Returns the contents of such a file, also if gzip has compressed it twice, or if it is not
/// compressed. Throws InputError if it is not a regular file, and if a compressed file is damaged
/// (which its CRC-32 shows), cut off, or larger inside than `size` or the memory allows; of such a
/// file only the head is unpacked. In a browser compressed files are InputErrors.
std::string readPacked(const std::string& name, const ContentsSize& size);

}  // namespace gpubuck::file
