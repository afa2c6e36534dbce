#include "render/overlay.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gpubuck::render {
namespace {

Image painted(const glm::ivec2& size, std::uint8_t grey, const std::function<void(Image&)>& paint) {
  Image image{size.x, size.y, {}};
  image.rgb.assign(std::size_t{3} * std::size_t(size.x) * std::size_t(size.y), grey);
  paint(image);
  return image;
}

}  // namespace

Overlay::Overlay(const glm::ivec2& size, const std::function<void(Image&)>& paint)
    : texture_("overlay", GL_RGBA8, size.x, size.y) {
  constexpr int kWhite = 255;
  const Image onBlack = painted(size, 0, paint);
  const Image onWhite = painted(size, kWhite, paint);
  std::vector<std::uint8_t> rgba;
  rgba.reserve(4 * onBlack.rgb.size() / 3);
  for (std::size_t k = 0; k < onBlack.rgb.size(); k += 3) {
    const int through = onWhite.rgb[k + 1] - onBlack.rgb[k + 1];  // of green, as of all channels
    rgba.insert(rgba.end(), {onBlack.rgb[k], onBlack.rgb[k + 1], onBlack.rgb[k + 2],
                             static_cast<std::uint8_t>(kWhite - through)});
  }
  glBindTexture(GL_TEXTURE_2D, texture_.id());
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, size.x, size.y, GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());
}

OverlayPass::OverlayPass(const texel::Device& device)
    : pass_(device, "render/overlay", "texel/map_pass.vert", "render/overlay.frag") {}

void OverlayPass::draw(const Overlay& overlay, const glm::ivec2& corner) {
  glViewport(corner.x, corner.y, overlay.size().x, overlay.size().y);
  glEnable(GL_BLEND);
  glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  pass_.set("u_corner", corner);
  pass_.drawViewport({{"u_overlay", overlay.texture()}});
  glDisable(GL_BLEND);
  glBlendFunc(GL_ONE, GL_ZERO);
}

}  // namespace gpubuck::render
