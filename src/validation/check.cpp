#include "validation/check.h"

#include <cmath>

namespace gpubuck::validation {

bool Row::pass() const { return std::abs(value - expected) <= tolerance; }

const std::vector<Check>& checks() {
  static const std::vector<Check> kAll{};
  return kAll;
}

}  // namespace gpubuck::validation
