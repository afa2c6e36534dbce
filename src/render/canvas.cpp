#include "render/canvas.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace gpubuck::render {

void clearFramebuffer(int width, int height, const glm::vec3& colour, unsigned framebuffer) {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glViewport(0, 0, width, height);
  glDisable(GL_SCISSOR_TEST);
  glClearColor(colour.r, colour.g, colour.b, 1.0f);
  glClear(GL_COLOR_BUFFER_BIT);
}

Image readFramebuffer(int width, int height, unsigned framebuffer) {
  const auto columns = static_cast<std::size_t>(width);
  const auto rows = static_cast<std::size_t>(height);
  std::vector<std::uint8_t> rgba(4 * columns * rows);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
  glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());
  Image image{width, height, std::vector<std::uint8_t>(3 * columns * rows)};
  std::uint8_t* to = image.rgb.data();
  for (std::size_t row = 0; row < rows; ++row) {
    const std::uint8_t* from = rgba.data() + 4 * columns * (rows - 1 - row);
    for (std::size_t column = 0; column < columns; ++column, from += 4, to += 3) {
      std::copy_n(from, 3, to);
    }
  }
  return image;
}

gl::Texture textureOf(const Image& image) {
  const std::size_t pixels = image.rgb.size() / 3;
  std::vector<std::uint8_t> rgba(4 * pixels, 255);
  for (std::size_t k = 0; k < pixels; ++k) std::copy_n(&image.rgb[3 * k], 3, &rgba[4 * k]);
  gl::Texture texture("picture", GL_RGBA8, image.width, image.height);
  glBindTexture(GL_TEXTURE_2D, texture.id());
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, image.width, image.height, GL_RGBA, GL_UNSIGNED_BYTE,
                  rgba.data());
  return texture;
}

Canvas::Canvas(int width, int height)
    : texture_("canvas", GL_RGBA8, width, height), framebuffer_("canvas") {
  const std::array<const gl::Texture*, 1> target{&texture_};
  framebuffer_.bind(target);
}

void Canvas::copyTo(const Canvas& other) const {
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer());
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, other.framebuffer());
  glBlitFramebuffer(0, 0, width(), height(), 0, 0, other.width(), other.height(),
                    GL_COLOR_BUFFER_BIT, GL_LINEAR);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

void Canvas::show(int x, int y) const {
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer());
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
  glBlitFramebuffer(0, 0, width(), height(), x, y, x + width(), y + height(), GL_COLOR_BUFFER_BIT,
                    GL_NEAREST);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

}  // namespace gpubuck::render
