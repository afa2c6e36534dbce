// Files that are compressed as a whole, in the format of gzip (RFC 1952).
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace gpubuck::file {

/// Writes a compressed file, complete or not at all. Throws RunError. In a browser the contents are
/// written as they are: the page compresses what becomes a download (web/moment.js).
void writePacked(const std::filesystem::path& path, std::string_view contents);

/// Returns the contents of such a file, or of one that is not compressed. Throws InputError if it
/// is not a regular file, or if a compressed one is damaged, which its CRC-32 shows, or cut off. In
/// a browser compressed files are InputErrors.
std::string readPacked(const std::string& name);

}  // namespace gpubuck::file
