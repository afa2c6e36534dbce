// The part of a fluid that a user's pointer reaches: a tube along a line of sight. Plain data; no
// OpenGL.
#pragma once

#include <glm/geometric.hpp>
#include <glm/vec3.hpp>

namespace gpubuck::dpd {

/// The points within a distance of a line through the box, in box coordinates. A tube has no
/// periodic images.
struct Tube {
  glm::dvec3 origin{0.0};               ///< any point of the line
  glm::dvec3 direction{0.0, 0.0, 1.0};  ///< of length 1
  double radius = 1.0;                  ///< > 0

  glm::dvec3 toLine(const glm::dvec3& place) const {
    const glm::dvec3 from = place - origin;
    return glm::dot(from, direction) * direction - from;
  }
  bool contains(const glm::dvec3& place) const { return glm::length(toLine(place)) < radius; }
  bool operator==(const Tube&) const = default;
};

}  // namespace gpubuck::dpd
