// Finished pictures of a particle fluid, without a window.
#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <string>
#include <vector>

#include "base/image.h"
#include "gl/objects.h"
#include "render/overlay.h"
#include "render/scene.h"
#include "render/viewpoint.h"
#include "search/box.h"
#include "texel/array.h"
#include "texel/device.h"

namespace gpubuck::render {

struct SpeciesLook {
  std::string name;         ///< in the legend
  std::string colour;       ///< "#rrggbb", or empty for the default of its place
  std::int64_t count = -1;  ///< particles for the legend, or below 0 to show none
  bool hidden = false;      ///< not drawn; the legend says so
};

struct FrameSettings {
  int width = 1280;  ///< pixels, at least 160
  int height = 720;  ///< pixels, at least 90
  search::Box box;
  Viewpoint view;
  Slice slice;
  std::vector<SpeciesLook> species;  ///< 1..8
  std::string title;                 ///< may be empty
};

/// Draws frames of one run: the scene with 2 x 2 samples per pixel on the right, title, caption and
/// legend in a column on the left, on white. The same input gives the same bytes on the
/// same device.
///
/// Changes the bindings of framebuffers, program and textures, the viewport and the scissor box;
/// leaves depth test, scissor test and blending off.
class FrameRenderer {
 public:
  /// Throws InputError for a size, view, slice, colour or number of species out of range and
  /// RunError without GPU memory.
  FrameRenderer(const texel::Device& device, const FrameSettings& settings);

  /// `position`: Format::Vec4, x, y, z and the species in w.
  Image draw(const texel::Array& position, const Caption& caption);

 private:
  FrameSettings settings_;
  Viewport viewport_;  ///< the scene alone
  std::vector<glm::vec3> colours_;
  SceneLook look_;
  Scene scene_;
  Overlay overlay_;
  gl::Texture pixels_;
  gl::Framebuffer framebuffer_;
};

}  // namespace gpubuck::render
