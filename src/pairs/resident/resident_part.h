// Parts of the rows of a search on the GPU.
#pragma once

#include <cstdint>

#include "texel/pass.h"

namespace gpubuck::pairs {

/// Consecutive points and their rows.
struct ResidentPart {
  texel::Range points;
  std::int64_t firstRow;
  std::int64_t rows;
};

}  // namespace gpubuck::pairs
