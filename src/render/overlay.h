// Small pictures, drawn on the processor, that are blended over a larger one on the GPU.
#pragma once

#include <functional>
#include <glm/vec2.hpp>

#include "base/image.h"
#include "gl/objects.h"
#include "render/scene_passes.h"

namespace gpubuck::render {

/// A picture with a coverage for each pixel.
class Overlay {
 public:
  /// `paint` draws onto a picture of this size, pixels, without reading it. It is called for a
  /// black and for a white picture, and the coverage follows from their difference.
  Overlay(const glm::ivec2& size, const std::function<void(Image&)>& paint);

  glm::ivec2 size() const { return {texture_.width(), texture_.height()}; }
  /// RGBA, the colours multiplied by the coverage in alpha; the top row first.
  const gl::Texture& texture() const { return texture_; }

 private:
  gl::Texture texture_;
};

/// Draws an overlay over the bound framebuffer. Leaves the viewport over it, and blending off.
class OverlayPass {
 public:
  explicit OverlayPass(const texel::Device& device);

  /// Draws the overlay. `corner` is its bottom left pixel in the framebuffer.
  void draw(const Overlay& overlay, const glm::ivec2& corner);

 private:
  DrawPass pass_;
};

}  // namespace gpubuck::render
