// Distances in a box with periodic axes.
#pragma once

#include <glm/vec3.hpp>

#include "cells/box.h"

namespace gpubuck::reference {

/// a - b, with b replaced by its nearest image along each periodic axis; in two dimensions z is 0.
glm::dvec3 nearestImage(const cells::Box& box, const glm::dvec3& a, const glm::dvec3& b);

}  // namespace gpubuck::reference
