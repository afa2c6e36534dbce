// The box around points, found on the GPU.
#pragma once

#include <glm/vec3.hpp>

#include "texel/array.h"
#include "texel/device.h"

namespace gpubuck::search {

/// An axis-aligned box.
struct Bounds {
  glm::dvec3 low{0.0};
  glm::dvec3 high{0.0};
};

/// The smallest box around all elements of `position` (Format::Vec4, at least one element, finite):
/// a reduction by 64 a pass. Waits for the GPU.
Bounds boundsOf(const texel::Device& device, const texel::Array& position);

}  // namespace gpubuck::search
