// The background of a scene and the floor of the box.
#pragma once

#include <glm/vec2.hpp>

#include "render/scene_passes.h"

namespace gpubuck::render {

/// Fills a picture with a background that gets lighter upwards, or darker if it is light, and the
/// plane z = 0 around the box with a grid, which fades away from the box and receives shadows. The
/// floor is not seen from below, and there is none in two dimensions.
class Backdrop {
 public:
  Backdrop(const texel::Device& device, const cells::Box& box);

  /// Draws colours and depths into the bound framebuffer, of this size in samples.
  void draw(const Camera& camera, const SceneLook& look, const glm::ivec2& size);

 private:
  cells::Box box_;
  DrawPass pass_;
};

/// Returns the spacing of a grid for a box whose longest side has this length, > 0: 1, 2 or 5 times
/// a power of 10, such that there are 8 to 20 lines.
double gridSpacing(double longestSide);

}  // namespace gpubuck::render
