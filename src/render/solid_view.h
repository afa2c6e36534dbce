// The solids of a fluid in a picture: bodies, and vessels and plates of glass.
#pragma once

#include <utility>
#include <vector>

#include "render/scene_passes.h"

namespace gpubuck::render {

/// Draws the solids of a look. A pass marches along the lines of sight through the part of the box
/// that a solid may fill. Plates are the bodies that are not compact (dpd::isCompact).
class SolidView {
 public:
  SolidView(const texel::Device& device, const cells::Box& box);

  /// Draws bodies other than plates, with depth test and depth write. Parts outside of the box or
  /// of the slice are cut off.
  void drawBodies(const Camera& camera, const SceneLook& look);
  /// Draws vessels and plates over the picture, with depth test and without depth write. They are
  /// drawn farther from the fluid by the length `lift`, so that spheres of the radius `lift` at the
  /// walls do not stick out.
  void drawGlass(const Camera& camera, const SceneLook& look, float lift);

 private:
  /// Sets a pass to draw solid `number`. Returns whether there is anything to draw.
  bool set(DrawPass& pass, const Camera& camera, const SceneLook& look, std::size_t number,
           float lift);
  /// Returns the part of an axis that solid `number` may fill. The part of a vessel includes the
  /// holes that open the vessel.
  std::pair<float, float> partOf(const std::vector<dpd::Solid>& solids, std::size_t number,
                                 int axis) const;
  int faces() const;

  cells::Box box_;
  DrawPass bodies_;
  DrawPass glass_;
};

}  // namespace gpubuck::render
