// Finished pictures of a particle fluid, without a window.
#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <string>
#include <vector>

#include "base/image.h"
#include "gl/objects.h"
#include "render/box_outline.h"
#include "render/camera.h"
#include "render/overlay.h"
#include "render/particle_view.h"
#include "render/resolve_pass.h"
#include "render/view.h"
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
  View view;
  Slice slice;
  std::vector<SpeciesLook> species;  ///< 1..8
  std::string title;                 ///< may be empty
};

/// Draws frames of one run: the particles as shaded spheres and the box in the right part, title,
/// caption and legend in a column on the left, on white. The same input gives the same bytes on the
/// same device.
///
/// The spheres are sized by the mean distance between particles, so that a fluid looks closed
/// whatever its density. Pictures are drawn with 2 x 2 samples a pixel.
///
/// Uses framebuffer, viewport, scissor box, program and texture bindings as it likes; leaves depth
/// test, scissor test and blending off.
class FrameRenderer {
 public:
  /// Throws InputError for a size, view, slice, colour or number of species out of range and
  /// RunError without GPU memory.
  FrameRenderer(const texel::Device& device, const FrameSettings& settings);

  /// `position`: Format::Vec4, x, y, z and the species in w.
  Image draw(const texel::Array& position, const Caption& caption);

 private:
  void drawScene(const texel::Array& position);
  Image resolve();

  FrameSettings settings_;
  int sceneLeft_;  ///< pixels left of the scene
  Camera camera_;
  std::vector<glm::vec3> colours_;
  ParticleStyle style_;
  ParticleView particleView_;
  BoxOutline boxOutline_;
  ResolvePass resolvePass_;
  Overlay overlay_;
  gl::Texture sampleColour_;
  gl::Texture sampleDepth_;
  gl::Texture pixels_;
  gl::Framebuffer framebuffer_;
};

/// Radius of the spheres for `count` particles in the box, in units of the cut-off: a fixed part of
/// the mean distance between them, at most half the cut-off.
double sphereRadius(const search::Box& box, std::int64_t count);

}  // namespace gpubuck::render
