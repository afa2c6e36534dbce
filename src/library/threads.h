// The check of a number of threads.
#pragma once

#include <fmt/format.h>

#include "base/error.h"

namespace gpubuck::library {

/// Throws InputError for a negative number.
inline void requireThreads(int threads) {
  if (threads < 0) throw InputError("threads", fmt::format("must be 0 or more, got {}", threads));
}

}  // namespace gpubuck::library
