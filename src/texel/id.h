// Id texels in C++; texel/id.glsl does the same in shaders.
#pragma once

#include <cstdint>

#include "base/id.h"

namespace gpubuck::texel {

/// An id texel in memory: R, G, B, A from the low byte up. RGB is the id, A the flag.
using IdTexel = std::uint32_t;

/// Returns the texel of an id, or of NULL (kNullId), with or without its flag.
constexpr IdTexel encodeId(std::uint32_t id, bool flag) { return id | (flag ? 0xFF000000U : 0U); }

/// Returns the id, or kNullId for NULL. For a texel that holds a number, in which 16,777,215 is not
/// NULL, returns the number. Ignores the flag.
constexpr std::uint32_t decodeId(IdTexel texel) { return texel & kNullId; }

/// Returns the id as a signed number, or -1 for NULL.
constexpr std::int32_t decodeSignedId(IdTexel texel) {
  const std::uint32_t id = decodeId(texel);
  return id == kNullId ? -1 : static_cast<std::int32_t>(id);
}

/// Returns whether the flag is set, that is A above one half in a shader.
constexpr bool hasFlag(IdTexel texel) { return texel >> 24 > 127; }

}  // namespace gpubuck::texel
