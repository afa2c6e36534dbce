// From the samples that were drawn to the pixels of the picture.
#pragma once

#include <glm/vec2.hpp>

#include "gl/program.h"
#include "render/camera.h"
#include "texel/device.h"

namespace gpubuck::render {

/// Averages a fixed number of samples a pixel and lets nearby things take each other's light:
/// screen-space ambient occlusion from the depth samples around a pixel, which sets clumps and
/// hollows of a fluid off that plain shading leaves flat.
class ResolvePass {
 public:
  /// `sampling`: samples a pixel along x and along y, >= 1. Throws RunError naming shader file and
  /// line.
  ResolvePass(const texel::Device& device, int sampling);

  /// Draws the whole of `colour` and `depth` (of one size) into the framebuffer and viewport that
  /// are bound, which is smaller by the sampling. `camera` drew the samples into a viewport of
  /// `viewportHeight` samples; `reach`: how far things darken others, length;
  /// `corner`: bottom left pixel of the viewport.
  void run(const gl::Texture& colour, const gl::Texture& depth, const Camera& camera,
           int viewportHeight, float reach, const glm::ivec2& corner = glm::ivec2(0));

 private:
  const texel::Device* device_;
  gl::Program program_;
};

}  // namespace gpubuck::render
