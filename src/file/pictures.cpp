#include "file/pictures.h"

#include <fmt/format.h>

#include <memory>
#include <stdexcept>
#include <string>

#include "base/error.h"
#include "file/output_file.h"

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#include <stb/stb_image_write.h>

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_NO_STDIO
#define STBI_ONLY_JPEG
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#include <stb/stb_image.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

namespace gpubuck::file {
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

Image readJpeg(std::string_view bytes, const std::string& source) {
  Image image;
  int channels = 0;
  const std::unique_ptr<stbi_uc, void (*)(void*)> pixels(
      stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(bytes.data()),
                            static_cast<int>(bytes.size()), &image.width, &image.height, &channels,
                            3),
      stbi_image_free);
  if (pixels == nullptr) throw InputError(source, "is not a JPEG picture");
  image.rgb.assign(pixels.get(), pixels.get() + std::ptrdiff_t{3} * image.width * image.height);
  return image;
}

}  // namespace gpubuck::file
