// Files that are compressed as a whole, in the format of gzip (RFC 1952).
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace gpubuck::file {

/// Writes a compressed file, whole or not at all. Throws RunError. In a browser the contents are
/// written without compression, since the page compresses the download (web/moment.js).
void writePacked(const std::filesystem::path& path, std::string_view contents);

/// Finds the size of the unpacked contents of a file from the beginning of these contents. This
/// size limits the unpacking, since a small compressed file may have very large contents.
struct ContentsSize {
  std::size_t headBytes;  ///< number of bytes at the beginning that `of` needs
  /// Returns the size. Takes the first `headBytes` bytes, or all contents if they are shorter.
  /// Throws InputError if no valid file begins with these bytes.
  std::function<std::uint64_t(std::string_view head)> of;
};

/// Returns the contents of a file that is compressed once, compressed twice or not compressed.
/// Throws InputError if it is not a regular file. Also throws InputError for a compressed file that
/// is damaged (which its CRC-32 shows) or truncated, or whose contents are larger than `size` or
/// the memory allows. If the contents are too large, only their beginning is unpacked. In a
/// browser, throws InputError for every compressed file.
std::string readPacked(const std::string& name, const ContentsSize& size);

}  // namespace gpubuck::file
