#include "reference/geometry.h"

#include <cmath>

namespace gpubuck::reference {

glm::dvec3 nearestImage(const cells::Box& box, const glm::dvec3& a, const glm::dvec3& b) {
  glm::dvec3 d = a - b;
  for (int axis = 0; axis < box.dimensions; ++axis) {
    if (box.isPeriodic(axis)) d[axis] -= box.size[axis] * std::round(d[axis] / box.size[axis]);
  }
  if (box.dimensions == 2) d.z = 0.0;
  return d;
}

}  // namespace gpubuck::reference
