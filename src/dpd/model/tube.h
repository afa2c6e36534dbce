// What a user's pointer reaches of a fluid: all along a line of sight. Plain data; no OpenGL.
#pragma once

#include <glm/geometric.hpp>
#include <glm/vec3.hpp>

namespace gpubuck::dpd {

/// What lies within a distance of a line through the box; it has no periodic images. Box
/// coordinates.
struct Tube {
  glm::dvec3 origin{0.0};               ///< any point of the line
  glm::dvec3 direction{0.0, 0.0, 1.0};  ///< of length 1
  double radius = 1.0;                  ///< > 0

  glm::dvec3 toLine(const glm::dvec3& place) const {
    const glm::dvec3 from = place - origin;
    return glm::dot(from, direction) * direction - from;
  }
  bool contains(const glm::dvec3& place) const { return glm::length(toLine(place)) < radius; }
};

}  // namespace gpubuck::dpd
