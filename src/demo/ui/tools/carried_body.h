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

/// Moves a body below the pointer: in the plane through its middle that is parallel to the picture,
/// or as near to that plane as the box allows.
class CarriedBody {
 public:
  /// Returns the foremost body other than plates, or its periodic image, at `place` of the picture,
  /// -1..1 from left to right and from the bottom up; none if there is no body.
  static std::optional<CarriedBody> at(const std::vector<dpd::Solid>& solids, const cells::Box& box,
                                       const render::Camera& camera, const glm::dvec2& place);

  /// Returns its number among the solids.
  std::size_t number() const { return number_; }

  /// Returns the middle of the body for a pointer at `place`. There the body is whole in the box,
  /// also at periodic sides. In the picture it is below the pointer if the box reaches there,
  /// otherwise as near to the pointer as the box allows.
  glm::dvec3 target(const cells::Box& box, const render::Camera& camera,
                    const glm::dvec2& place) const;

 private:
  std::size_t number_ = 0;
  glm::dvec3 half_{0.0};    ///< half of its length along each axis
  glm::dvec3 held_{0.0};    ///< middle of the image being dragged
  glm::dvec2 offset_{0.0};  ///< from the pressed place to that middle in the picture
};

/// Returns the point of the box on a line of sight that is nearest to the middle of the box, or the
/// point of the box nearest to the line.
glm::dvec3 placeInBox(const cells::Box& box, const render::Ray& line);

/// Returns a place on the way of a body to `target`. dpd::steered() moves the body to this place
/// directly: through a periodic side only if the body reaches through this side already.
glm::dvec3 waypointTo(const glm::dvec3& target, const dpd::Solid& body, const cells::Box& box);

}  // namespace gpubuck::demo
