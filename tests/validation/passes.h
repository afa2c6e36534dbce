// Whole checks of `gpubuck validate` as tests.
#pragma once

#include <gtest/gtest.h>

#include "validation/check.h"

namespace gpubuck::validation {

/// Runs a check. Expects at least one figure, and that all figures are within their tolerances.
inline void expectPasses(void (*check)(const Setup&, const Report&), const Setup& setup) {
  int rows = 0;
  check(setup, [&](const Row& row) {
    ++rows;
    EXPECT_TRUE(row.pass()) << row.check << ": " << row.value.mean << ", expected " << row.expected
                            << " +- " << row.tolerance;
  });
  EXPECT_GT(rows, 0);
}

}  // namespace gpubuck::validation
