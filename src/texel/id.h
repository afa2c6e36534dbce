// Id texels in C++: what texel/id.glsl does in shaders.
#pragma once

#include <cstdint>

#include "base/id.h"

namespace gpubuck::texel {

/// An id texel as it lies in memory: R, G, B, A from the low byte up. RGB is the id, A the flag.
using IdTexel = std::uint32_t;

/// The texel of an id, or of NULL (kNullId), with its flag set or not.
constexpr IdTexel encodeId(std::uint32_t id, bool flag) { return id | (flag ? 0xFF000000U : 0U); }

/// The id, kNullId for NULL. Of a texel that holds a number, where 16,777,215 is not NULL: the
/// number. The flag plays no part.
constexpr std::uint32_t decodeId(IdTexel texel) { return texel & kNullId; }

/// The id as a signed number, -1 for NULL.
constexpr std::int32_t decodeSignedId(IdTexel texel) {
  const std::uint32_t id = decodeId(texel);
  return id == kNullId ? -1 : static_cast<std::int32_t>(id);
}

/// Whether the flag is set: in a shader, whether A is above one half.
constexpr bool hasFlag(IdTexel texel) { return texel >> 24 > 127; }

}  // namespace gpubuck::texel
