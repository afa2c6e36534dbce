// The background of a scene and the floor of the box; and the samples of a scene on the GPU, from
// which the pixels of a picture are made.
#pragma once

#include <glm/vec2.hpp>
#include <optional>

#include "gl/objects.h"
#include "render/scene_passes.h"

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

/// Fills a picture with a background and a floor. A dark background gets lighter upwards, a light
/// background darker. The floor is a grid on the plane z = 0. The grid fades with the distance from
/// the box and receives shadows. The floor is not seen from below, and in two dimensions there is
/// no floor. On a software renderer the last picture is kept, and copied until the camera moves,
/// since shading the background takes as long as drawing the spheres.
class Backdrop {
 public:
  Backdrop(const texel::Device& device, const cells::Box& box);

  /// Writes all colours and depths of `target`, which must be attached to `framebuffer`. The whole
  /// picture has the size `size`; its column `first` is the first column of the target. Leaves the
  /// framebuffer bound, with the viewport over the whole picture. Throws RunError if there is too
  /// little GPU memory.
  void draw(const Camera& camera, const SceneLook& look, const Samples& target,
            unsigned framebuffer, const glm::ivec2& size, int first);

 private:
  /// All values that the backdrop depends on.
  struct Key {
    glm::mat4 view{1.0f}, projection{1.0f};
    glm::vec2 depthRange{0.0f};
    glm::vec3 background{0.0f};
    bool marksLight = false;
    glm::ivec2 size{0};
    int first = 0;
    bool operator==(const Key&) const = default;
  };

  /// Draws into the bound framebuffer.
  void shade(const Key& key);

  cells::Box box_;
  bool keeps_;  ///< whether the last picture is kept
  DrawPass pass_;
  std::optional<Samples> kept_;
  Key keptKey_;
  gl::Framebuffer framebuffer_;
};

/// Returns the spacing of a grid for a box whose longest side has this length, > 0: 1, 2 or 5 times
/// a power of 10, such that there are 8 to 20 lines.
double gridSpacing(double longestSide);

}  // namespace gpubuck::render
