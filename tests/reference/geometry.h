// Distances in a box with periodic axes.
#pragma once

#include <glm/vec3.hpp>

#include "cells/box.h"

namespace gpubuck::reference {

/// Returns a - b, where b is replaced by its nearest image along each periodic axis. In two
/// dimensions z is 0.
glm::dvec3 nearestImage(const cells::Box& box, const glm::dvec3& a, const glm::dvec3& b);

}  // namespace gpubuck::reference
