// The sorts in the table (sort/algorithms.h) that an engine can run.
#pragma once

#include <optional>
#include <vector>

#include "sort/algorithms.h"

namespace gpubuck::test {

/// Returns all algorithms that `engine` can run, except Auto. If `result` is given, returns only
/// algorithms with this kind of result.
inline std::vector<sort::Algorithm> sortsOf(texel::Engine engine,
                                            std::optional<sort::ResultKind> result = {}) {
  std::vector<sort::Algorithm> sorts;
  for (const sort::AlgorithmInfo& info : sort::algorithms()) {
    const bool runs = info.needs == texel::Engine::Paper || engine == texel::Engine::Fast;
    const bool isMade = info.make != nullptr && info.result == result.value_or(info.result);
    if (runs && isMade) sorts.push_back(info.algorithm);
  }
  return sorts;
}

}  // namespace gpubuck::test
