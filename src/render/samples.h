// The samples of a scene on the GPU, from which its pixels are made.
#pragma once

#include "gl/objects.h"

namespace gpubuck::render {

struct Samples {
  Samples(int width, int height)
      : colour("scene colour", GL_RGBA8, width, height),
        depth("scene depth", GL_DEPTH_COMPONENT24, width, height) {}

  bool hasSize(int width, int height) const {
    return colour.width() == width && colour.height() == height;
  }

  gl::Texture colour;
  gl::Texture depth;
};

}  // namespace gpubuck::render
