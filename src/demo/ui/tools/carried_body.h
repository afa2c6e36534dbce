// Dragging a body with the pointer.
#pragma once

#include <cstddef>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <optional>
#include <vector>

#include "dpd/model/solids.h"
#include "render/camera.h"

namespace gpubuck::demo {

/// Moves a body with the pointer, in the plane that is parallel to the picture and goes through the
/// body's middle, or as near to this plane as the box allows.
class CarriedBody {
 public:
  /// Returns the foremost body at `place` of the picture, or none if there is no body. Plates do
  /// not count, but periodic images do. `place` is within -1..1 from left to right and from bottom
  /// to top.
  static std::optional<CarriedBody> at(const std::vector<dpd::Solid>& solids, const cells::Box& box,
                                       const render::Camera& camera, const glm::dvec2& place);

  /// Returns the number of the body among the solids.
  std::size_t number() const { return number_; }

  /// Returns the point to which the middle of the body moves for a pointer at `place`. With its
  /// middle at this point, the whole body is in the box, also at periodic sides, and in the picture
  /// it is under the pointer or as near to the pointer as the box allows.
  glm::dvec3 target(const cells::Box& box, const render::Camera& camera,
                    const glm::dvec2& place) const;

 private:
  std::size_t number_ = 0;
  glm::dvec3 half_{0.0};    ///< half of the body's length along each axis
  glm::dvec3 held_{0.0};    ///< middle of the periodic image being dragged
  glm::dvec2 offset_{0.0};  ///< in the picture, from the pressed place to the middle `held_`
};

/// Returns the point of a line of sight that is nearest to the middle of the box. If the line
/// misses the box, returns the point of the box that is nearest to the line.
glm::dvec3 placeInBox(const cells::Box& box, const render::Ray& line);

/// Returns a place on the way of a body to `target`. dpd::steered() moves the body straight to this
/// place, and through a periodic side only if the body already reaches through the side.
glm::dvec3 waypointTo(const glm::dvec3& target, const dpd::Solid& body, const cells::Box& box);

}  // namespace gpubuck::demo
