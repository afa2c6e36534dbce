// Pictures as PNG files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>

namespace gpubuck::io {

/// Writes an 8-bit RGB image: `rgb` holds width * height * 3 bytes, rows from top to bottom without
/// padding. Equal images give equal bytes. Throws RunError when the disk refuses,
/// std::invalid_argument when the bytes do not fill the image.
void writePng(const std::filesystem::path& path, int width, int height,
              std::span<const std::uint8_t> rgb);

}  // namespace gpubuck::io
