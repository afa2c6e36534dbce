// The obstacle in the hand of the user: where a pointer that has pressed on it takes it.
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
  /// Takes the sphere, or the periodic image of it, that is seen first at `place` of the picture,
  /// -1..1 from left to right and from the bottom up; none where there is no sphere.
  static std::optional<CarriedSphere> at(const dpd::Obstacle& obstacle, const cells::Box& box,
                                         const render::Camera& camera, const glm::dvec2& place);

  /// Where its own centre is to be for a pointer at `place`, kept in the box.
  glm::dvec3 target(const cells::Box& box, const render::Camera& camera,
                    const glm::dvec2& place) const;

 private:
  /// Where a line of sight goes through the plane.
  glm::dvec3 inPlane(const render::Camera& camera, const glm::dvec2& place) const;

  double radius_ = 0.0;
  glm::dvec3 held_{0.0};    ///< the image that was taken
  glm::dvec3 shift_{0.0};   ///< from it to the sphere itself
  glm::dvec3 offset_{0.0};  ///< from where it was pressed to the image's centre
};

}  // namespace gpubuck::demo
