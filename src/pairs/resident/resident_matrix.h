// The neighbours of points on the GPU as a matrix.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "pairs/resident/resident_search.h"
#include "texel/array.h"
#include "texel/device.h"
#include "texel/map_pass.h"

namespace gpubuck::pairs {

/// Turns the rows of a ResidentSearch into a matrix with a row per point, as wide as the longest
/// row, and writes it in parts.
class ResidentMatrix {
 public:
  /// `mostPlaces`: the number of places of the matrix that are written at the same time, or a row's
  /// if a row has more.
  explicit ResidentMatrix(const texel::Device& device,
                          std::int64_t mostPlaces = ResidentOptions{}.mostRows);

  /// Writes the number of neighbours of each point in the last find() of the search. Returns the
  /// largest of them, the number of columns.
  std::int64_t count(ResidentSearch& search, texel::UIntBuffer& counts);

  /// Returns the room that read() needs, in places of the matrix.
  std::int64_t partPlaces() const;

  /// Writes the counted rows, point by point: the neighbours in `ids`, then `fill`, one word each,
  /// and their shifts, then 0, three words each. Calls `take` after each part, when they hold the
  /// rows of these points.
  using Take = std::function<void(const texel::Range& points)>;
  void read(ResidentSearch& search, std::int32_t fill, texel::UIntBuffer& ids,
            texel::UIntBuffer& shifts, const Take& take);

 private:
  std::int64_t mostPlaces_;
  texel::MapPass count_;
  texel::MapPass fill_;
  texel::UIntBuffer longest_{"longest row", 1};
  std::optional<texel::UIntBuffer> offsets_{};
  std::int64_t points_ = 0;
  std::int64_t most_ = 0;
};

}  // namespace gpubuck::pairs
