// A picture of a scene, and the colours in it.
#pragma once

#include <cstdint>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "base/image.h"
#include "render/canvas.h"
#include "render/scene.h"
#include "scene_target.h"
#include "texel/array.h"

namespace gpubuck::render {

inline Image pictureOf(Scene& scene, const texel::Vec4Array& position, const SceneLook& look,
                       const glm::ivec2& size) {
  SceneTarget target(size.x, size.y);
  target.begin();
  scene.draw(position, look, {0, 0, size.x, size.y}, target.framebuffer());
  return readFramebuffer(size.x, size.y, target.framebuffer());
}

/// Returns the colour of a pixel, 0..255. Pixels are counted from the top left corner.
inline glm::dvec3 colourAt(const Image& image, int x, int y) {
  const std::uint8_t* const rgb = image.rgb.data() + 3 * (y * image.width + x);
  return {rgb[0], rgb[1], rgb[2]};
}

}  // namespace gpubuck::render
