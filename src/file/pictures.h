// Writes pictures as PNG files, and reads pictures of JPEG files.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/image.h"

namespace gpubuck::file {

/// Writes a picture. Equal images give equal bytes. Throws RunError if the disk refuses, and
/// std::invalid_argument if the number of bytes does not match the image's size.
void writePng(const std::filesystem::path& path, const Image& image);

/// Reads the picture in the bytes of a JPEG file. Throws InputError, which begins with `source`, if
/// the bytes are not a picture.
Image readJpeg(std::string_view bytes, const std::string& source);

}  // namespace gpubuck::file
