// Dragging the obstacle with the pointer.
#pragma once

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <optional>

#include "dpd/model/obstacle.h"
#include "render/camera.h"

namespace gpubuck::demo {

/// Moves a sphere below the pointer: in the plane through its middle that is parallel to the
/// picture, or as near to that plane as the box allows.
class CarriedSphere {
 public:
  /// Returns the foremost sphere, or periodic image of it, at `place` of the picture, -1..1 from
  /// left to right and from the bottom up; none if there is no sphere.
  static std::optional<CarriedSphere> at(const dpd::Obstacle& obstacle, const cells::Box& box,
                                         const render::Camera& camera, const glm::dvec2& place);

  /// Returns the centre of the sphere for a pointer at `place`. The sphere is whole in the box,
  /// also at periodic sides. It is seen below the pointer if the box reaches there, otherwise
  /// as near to it as the box allows.
  glm::dvec3 target(const cells::Box& box, const render::Camera& camera,
                    const glm::dvec2& place) const;

 private:
  double radius_ = 0.0;
  glm::dvec3 held_{0.0};    ///< centre of the image being dragged
  glm::dvec2 offset_{0.0};  ///< from the pressed place to that centre in the picture
};

/// Returns the point of the box on a line of sight that is nearest to the middle of the box, or the
/// point of the box nearest to the line.
glm::dvec3 placeInBox(const cells::Box& box, const render::Ray& line);

/// Returns a place on the way of the obstacle to `target`, to which dpd::steered() moves it
/// directly: not through a periodic side, unless the obstacle reaches through that side already.
glm::dvec3 waypointTo(const glm::dvec3& target, const dpd::Obstacle& obstacle,
                      const cells::Box& box);

}  // namespace gpubuck::demo
