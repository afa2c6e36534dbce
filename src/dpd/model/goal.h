// A goal for the person at the window: particles to be brought into a part of the box. Plain data;
// no OpenGL.
#pragma once

#include <algorithm>
#include <glm/vec3.hpp>
#include <string>
#include <vector>

namespace gpubuck::dpd {

/// A box with sides along the axes, and the share of the particles that is to be in it.
struct Goal {
  double share = 0.0;          ///< 0..1; 0 without a goal
  std::string text;            ///< for the person
  std::vector<int> species{};  ///< whose particles count; all if empty
  glm::dvec3 low{0.0};         ///< corner of the box; along each axis ...
  glm::dvec3 high{0.0};        ///< ... below the other corner
  double within = 0.0;         ///< time until which it has to be reached, or 0

  bool isThere() const { return share > 0.0; }
  /// Returns whether particles of this species count.
  bool counts(int k) const {
    return species.empty() || std::find(species.begin(), species.end(), k) != species.end();
  }
};

}  // namespace gpubuck::dpd
