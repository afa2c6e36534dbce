// Finished pictures of a particle fluid, without a window.
#pragma once

#include <cstdint>
#include <glm/vec2.hpp>

#include "dpd/simulation.h"
#include "render/bond_view.h"
#include "render/canvas.h"
#include "render/scene.h"

namespace gpubuck::render {

/// Returns the width of the column of text in a picture of this size, pixels.
int columnWidth(int width, int height);

/// Draws the column of text at the left side of a picture: the run's name at the top, then step and
/// time, then a swatch and a name for each species (a hollow swatch for a hidden species), and box
/// and number of particles at the bottom. All sizes scale with the picture. Long texts are broken
/// between words; a word longer than the column is drawn smaller.
void drawColumn(Image& image, const dpd::FrameSubject& subject, std::int64_t step, double time);

/// Draws frames of one run with 2 x 2 samples per pixel. With the background paper the scene is on
/// the right, on white, and the column of text on the left; with other backgrounds the scene fills
/// the picture. The same input gives the same bytes on the same device.
///
/// Drawing changes the bindings of framebuffers, program and textures, the viewport and the scissor
/// box, and leaves depth test, scissor test and blending off.
class FrameRenderer {
 public:
  /// `size`: width and height, pixels. Throws RunError if there is too little GPU memory.
  FrameRenderer(const texel::Device& device, const dpd::FrameSubject& subject,
                const glm::ivec2& size = {1280, 720});

  /// Draws the present state of a fluid, with its bonds and its foam.
  Image draw(dpd::Simulation& fluid);
  /// Draws a frame without bonds and without foam. `position` has x, y, z and the species in w;
  /// `solids` are the solids at the step of these positions.
  Image draw(const texel::Vec4Array& position, std::int64_t step, double time,
             const std::vector<dpd::Solid>& solids = {}) {
    return frame(position, step, time, lookWith(solids));
  }

 private:
  SceneLook lookWith(const std::vector<dpd::Solid>& solids) const;
  Image frame(const texel::Vec4Array& position, std::int64_t step, double time,
              const SceneLook& look);

  dpd::FrameSubject subject_;
  Scene scene_;
  Canvas canvas_;
  BondEnds bondEnds_;
};

}  // namespace gpubuck::render
