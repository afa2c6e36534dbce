// Pictures as files: PNG is written, JPEG read.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/image.h"

namespace gpubuck::file {

/// Writes a picture. Equal images give equal bytes. Throws RunError when the disk refuses,
/// std::invalid_argument when the bytes do not fill the image.
void writePng(const std::filesystem::path& path, const Image& image);

/// Reads the picture in the bytes of a JPEG file. Throws InputError, which begins with `source`, if
/// they are not a picture.
Image readJpeg(std::string_view bytes, const std::string& source);

}  // namespace gpubuck::file
