// Dragging the obstacle with the pointer.
#pragma once

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <optional>

#include "dpd/model/obstacle.h"
#include "render/camera.h"

namespace gpubuck::demo {

/// Moves a sphere in the plane through its middle that is parallel to the picture, in which it
/// follows the pointer.
class CarriedSphere {
 public:
  /// Returns the foremost sphere, or periodic image of it, at `place` of the picture, -1..1 from
  /// left to right and from the bottom up; none if there is no sphere.
  static std::optional<CarriedSphere> at(const dpd::Obstacle& obstacle, const cells::Box& box,
                                         const render::Camera& camera, const glm::dvec2& place);

  /// Returns the centre of the sphere for a pointer at `place`, clamped to the box.
  glm::dvec3 target(const cells::Box& box, const render::Camera& camera,
                    const glm::dvec2& place) const;

 private:
  /// Returns the point in which the line of sight meets the plane.
  glm::dvec3 inPlane(const render::Camera& camera, const glm::dvec2& place) const;

  double radius_ = 0.0;
  glm::dvec3 held_{0.0};    ///< centre of the image being dragged
  glm::dvec3 shift_{0.0};   ///< from that image to the sphere itself
  glm::dvec3 offset_{0.0};  ///< from the pressed point to the centre of the image
};

}  // namespace gpubuck::demo
