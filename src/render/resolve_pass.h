// From the samples that were drawn to the pixels of the picture.
#pragma once

#include <glm/vec2.hpp>

#include "gl/program.h"
#include "render/camera.h"
#include "texel/device.h"

namespace gpubuck::render {

/// Averages a fixed number of samples per pixel and darkens what nearby things shade: screen-space
/// ambient occlusion from the depth samples around a pixel. It brings out clumps and hollows of a
/// fluid, which plain shading leaves flat.
class ResolvePass {
 public:
  /// `sampling`: samples per pixel along x and along y, >= 1. Throws RunError naming shader file
  /// and line.
  ResolvePass(const texel::Device& device, int sampling);

  /// Draws all of `colour` and `depth` (of the same size) into the bound framebuffer and viewport,
  /// whose sides are shorter by the factor `sampling`. `camera` drew the samples into a viewport of
  /// `viewportHeight` samples; `reach`: how far things darken others, length;
  /// `corner`: bottom left pixel of the viewport.
  void run(const gl::Texture& colour, const gl::Texture& depth, const Camera& camera,
           int viewportHeight, float reach, const glm::ivec2& corner = glm::ivec2(0));

 private:
  const texel::Device* device_;
  gl::Program program_;
};

}  // namespace gpubuck::render
