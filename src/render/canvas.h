// A picture on the GPU for a window: drawn when something changed, shown as often as needed.
#pragma once

#include "gl/objects.h"

namespace gpubuck::render {

/// An 8-bit RGBA picture with a framebuffer to draw into it.
class Canvas {
 public:
  /// `width`, `height` >= 1, pixels. Throws RunError without GPU memory.
  Canvas(int width, int height);

  int width() const { return texture_.width(); }
  int height() const { return texture_.height(); }
  unsigned framebuffer() const { return framebuffer_.id(); }

  /// Copies the picture into the window's framebuffer, its bottom left corner to (x, y); leaves
  /// the window's framebuffer bound.
  void show(int x, int y) const;

 private:
  gl::Texture texture_;
  gl::Framebuffer framebuffer_;
};

}  // namespace gpubuck::render
