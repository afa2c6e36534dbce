// 24-bit element and bucket ids, the limits they set, and NULL (paper section 2.1, figure 2).
#pragma once

#include <cstdint>

namespace gpubuck {

/// The texel (255,255,255) is NULL, and marks the end of a list or an empty bucket. Ids are
/// 0..kMaxCount-1.
inline constexpr std::uint32_t kNullId = 0xFFFFFFu;

/// The largest number of elements, and of buckets: ids 0..16,777,214.
inline constexpr std::int64_t kMaxCount = 16'777'215;

}  // namespace gpubuck
