// Finished pictures of a particle fluid, without a window.
#pragma once

#include <glm/vec2.hpp>

#include "render/canvas.h"
#include "render/overlay.h"
#include "render/scene.h"

namespace gpubuck::render {

/// Draws frames of one run: the scene with 2 x 2 samples per pixel on the right, title, step, time
/// and legend in a column on the left, on white. The same input gives the same bytes on the same
/// device.
///
/// Changes the bindings of framebuffers, program and textures, the viewport and the scissor box;
/// leaves depth test, scissor test and blending off.
class FrameRenderer {
 public:
  /// `size`: width and height, pixels. Throws RunError without GPU memory.
  FrameRenderer(const texel::Device& device, const scenario::Scenario& scenario,
                const glm::ivec2& size = {1280, 720});

  /// `position`: x, y, z and the species in w.
  Image draw(const texel::Vec4Array& position, std::int64_t step, double time);

 private:
  SceneLook look_;
  Scene scene_;
  Overlay overlay_;
  Canvas canvas_;
};

}  // namespace gpubuck::render
