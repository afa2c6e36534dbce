#include "io/png.h"

#include <fmt/format.h>

#include <stdexcept>
#include <string>

#include "io/output_file.h"

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#include <stb/stb_image_write.h>

namespace gpubuck::io {

void writePng(const std::filesystem::path& path, int width, int height,
              std::span<const std::uint8_t> rgb) {
  if (width < 1 || height < 1 || rgb.size() != std::size_t{3} * width * height) {
    throw std::invalid_argument(
        fmt::format("{} bytes do not fill an RGB image of {} x {}", rgb.size(), width, height));
  }
  std::string png;
  const auto append = [](void* out, void* bytes, int size) {
    static_cast<std::string*>(out)->append(static_cast<const char*>(bytes),
                                           static_cast<std::size_t>(size));
  };
  if (stbi_write_png_to_func(append, &png, width, height, 3, rgb.data(), 3 * width) == 0) {
    throw std::bad_alloc();
  }
  writeFile(path, png);
}

}  // namespace gpubuck::io
