#include "io/pictures.h"

#include <fmt/format.h>

#include <stdexcept>
#include <string>

#include "io/output_file.h"

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#include <stb/stb_image_write.h>

namespace gpubuck::io {
namespace fs = std::filesystem;

void writePng(const fs::path& path, const Image& image) {
  if (!image.holdsItsPixels()) {
    throw std::invalid_argument(fmt::format("{} bytes do not fill an RGB image of {} x {}",
                                            image.rgb.size(), image.width, image.height));
  }
  std::string png;
  const auto append = [](void* out, void* bytes, int size) {
    static_cast<std::string*>(out)->append(static_cast<const char*>(bytes),
                                           static_cast<std::size_t>(size));
  };
  if (stbi_write_png_to_func(append, &png, image.width, image.height, 3, image.rgb.data(),
                             3 * image.width) == 0) {
    throw std::bad_alloc();
  }
  writeFile(path, png);
}

}  // namespace gpubuck::io
