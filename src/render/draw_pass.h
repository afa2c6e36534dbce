// A program that draws into the bound framebuffer and viewport.
#pragma once

#include <string>
#include <vector>

#include "gl/program.h"
#include "texel/device.h"

namespace gpubuck::render {

/// Its vertices have no attributes: shaders compute them from the number of the vertex. Passes are
/// timed and shown in debuggers under their name.
class DrawPass {
 public:
  /// `vertex` and `fragment`: files of shaders, both with `prologue`; `samplers`: uniforms for the
  /// textures of units 0, 1, ... Throws RunError naming shader file and line.
  DrawPass(const texel::Device& device, const std::string& name, const std::string& vertex,
           const std::string& fragment, const std::string& prologue = {},
           const std::vector<std::string>& samplers = {});

  template <typename Value>
  void set(const char* name, const Value& value) {
    program_.set(name, value);
  }

  /// Draws a triangle over the whole viewport.
  void drawViewport();
  /// Draws `vertices` vertices, `instances` times, with depth test and depth write; leaves the
  /// depth test off.
  void drawInDepth(GLenum mode, std::int64_t vertices, std::int64_t instances = 1);

 private:
  void draw(GLenum mode, std::int64_t vertices, std::int64_t instances);

  const texel::Device* device_;
  gl::Program program_;
};

}  // namespace gpubuck::render
