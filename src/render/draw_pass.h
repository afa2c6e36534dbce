// A pass that draws into the bound framebuffer and viewport.
#pragma once

#include <string>
#include <vector>

#include "texel/pass.h"

namespace gpubuck::render {

/// Its vertices have no attributes: shaders compute them from the number of the vertex.
class DrawPass : public texel::Pass {
 public:
  /// `vertex` and `fragment`: files of shaders, both with `prologue`. Throws RunError naming shader
  /// file and line.
  DrawPass(const texel::Device& device, const std::string& name, const std::string& vertex,
           const std::string& fragment, const std::string& prologue = {});

  /// Draws a triangle over the whole viewport.
  void drawViewport(const std::vector<texel::Input>& inputs);
  /// Draws `vertices` vertices, `instances` times, with depth test and depth write; leaves the
  /// depth test off.
  void drawInDepth(GLenum mode, std::int64_t vertices, std::int64_t instances,
                   const std::vector<texel::Input>& inputs);

 private:
  void draw(GLenum mode, std::int64_t vertices, std::int64_t instances,
            const std::vector<texel::Input>& inputs);
};

}  // namespace gpubuck::render
