// What the driver allows compute shaders: OpenGL 4.3.
#pragma once

#include <cstdint>

namespace gpubuck::texel {

struct ComputeLimits {
  int groupSize = 0;             ///< invocations per work group
  std::int64_t sharedBytes = 0;  ///< per work group
  std::int64_t bufferBytes = 0;  ///< of a buffer that a shader sees
  /// Whether compute shaders have GL_KHR_shader_subgroup with arithmetic, ballot and shuffle, and
  /// subgroups of 32 invocations.
  bool subgroups32 = false;
};

/// Those of the current context; all 0 below OpenGL 4.3.
ComputeLimits queryComputeLimits();

}  // namespace gpubuck::texel
