// Pictures as PNG files.
#pragma once

#include <filesystem>

#include "base/image.h"

namespace gpubuck::io {

/// Writes a picture. Equal images give equal bytes. Throws RunError when the disk refuses,
/// std::invalid_argument when the bytes do not fill the image.
void writePng(const std::filesystem::path& path, const Image& image);

}  // namespace gpubuck::io
