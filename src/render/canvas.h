// Pictures on the GPU: clearing framebuffers, showing pictures in a window, and copying pictures to
// main memory and back.
#pragma once

#include <glm/vec3.hpp>

#include "base/image.h"
#include "gl/objects.h"

namespace gpubuck::render {

/// Fills a framebuffer (0 for the window's framebuffer) of this size with a colour, sRGB in 0..1.
/// Leaves the framebuffer bound, with the viewport over all of it, and the scissor test off.
void clearFramebuffer(int width, int height, const glm::vec3& colour, unsigned framebuffer = 0);

/// Returns the first `width` x `height` pixels from the bottom left corner of the bound
/// framebuffer. In a window these are the pixels of the back buffer, so call this function before
/// the picture is presented. Waits for the GPU.
Image readFramebuffer(int width, int height, unsigned framebuffer = 0);

/// Returns an opaque copy on the GPU: an 8-bit RGBA texture whose row 0 is the top row. Throws
/// RunError if there is too little GPU memory.
gl::Texture textureOf(const Image& image);

/// An 8-bit RGBA picture on the GPU with a framebuffer to draw into it.
class Canvas {
 public:
  /// `width`, `height` >= 1, pixels. Throws RunError if there is too little GPU memory.
  Canvas(int width, int height);

  int width() const { return texture_.width(); }
  int height() const { return texture_.height(); }
  bool hasSize(int width, int height) const {
    return width == texture_.width() && height == texture_.height();
  }
  unsigned framebuffer() const { return framebuffer_.id(); }

  Image read() const { return readFramebuffer(width(), height(), framebuffer()); }
  /// Copies the picture into all of another canvas, stretched or shrunk with linear interpolation.
  /// Does not wait for the GPU. Leaves the window's framebuffer bound.
  void copyTo(const Canvas& other) const;
  /// Copies the picture into the window's framebuffer, with its bottom left corner at (x, y).
  /// Leaves the window's framebuffer bound.
  void show(int x, int y) const;

 private:
  gl::Texture texture_;
  gl::Framebuffer framebuffer_;
};

}  // namespace gpubuck::render
