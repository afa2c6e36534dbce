// The fixed walls in a box as thin glass: a container's sphere, and a partition's plate.
#pragma once

#include "render/scene_passes.h"

namespace gpubuck::render {

/// Draws the container or the partition of a look over the picture, with depth test and without
/// depth write: a rim where the glass turns away from the eye, and a highlight. In two dimensions
/// it draws a ring, or the parts of the plate.
class GlassView {
 public:
  GlassView(const texel::Device& device, const cells::Box& box);

  /// `lift`: how far the glass is drawn away from the fluid, so that spheres of this radius at the
  /// walls do not stick out of it; length.
  void draw(const Camera& camera, const SceneLook& look, float lift);

 private:
  void drawContainer(const Camera& camera, const SceneLook& look, float lift);
  void drawPartition(const Camera& camera, const SceneLook& look, float lift);

  cells::Box box_;
  DrawPass container_;
  DrawPass partition_;
};

}  // namespace gpubuck::render
