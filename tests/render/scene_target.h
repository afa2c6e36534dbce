// A small framebuffer in which a test draws, and which it reads back.
#pragma once

#include <array>
#include <glm/vec3.hpp>
#include <vector>

#include "gl/objects.h"

namespace gpubuck::render {

class SceneTarget {
 public:
  SceneTarget(int width, int height)
      : colour_("test colour", GL_RGBA8, width, height),
        depth_("test depth", GL_DEPTH_COMPONENT24, width, height),
        framebuffer_("test target") {}

  int width() const { return colour_.width(); }
  int height() const { return colour_.height(); }

  GLuint framebuffer() const { return framebuffer_.id(); }

  /// Binds the framebuffer and makes all pixels white, at the largest depth.
  void begin() {
    const std::array<const gl::Texture*, 1> colours{&colour_};
    framebuffer_.bind(colours, &depth_);
    glViewport(0, 0, width(), height());
    glClearColor(1.0f, 1.0f, 1.0f, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  }

  void read() {
    bytes_.resize(4u * width() * height());
    glReadPixels(0, 0, width(), height(), GL_RGBA, GL_UNSIGNED_BYTE, bytes_.data());
  }

  /// Returns the colour of a pixel, 0..1, after read(). Pixels are counted from the bottom left
  /// corner.
  glm::vec3 at(int x, int y) const {
    const unsigned char* rgba = bytes_.data() + 4 * (y * width() + x);
    return glm::vec3(rgba[0], rgba[1], rgba[2]) / 255.0f;
  }
  bool marked(int x, int y) const { return at(x, y) != glm::vec3(1.0f); }
  int markedCount() const {
    int count = 0;
    for (int y = 0; y < height(); ++y) {
      for (int x = 0; x < width(); ++x) count += marked(x, y) ? 1 : 0;
    }
    return count;
  }

 private:
  gl::Texture colour_;
  gl::Texture depth_;
  gl::Framebuffer framebuffer_;
  std::vector<unsigned char> bytes_;
};

}  // namespace gpubuck::render
