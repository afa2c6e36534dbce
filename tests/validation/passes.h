// Whole checks as tests.
#pragma once

#include <gtest/gtest.h>

#include "validation/check.h"

namespace gpubuck::validation {

/// Runs a check and expects at least one figure, and all figures within their tolerances.
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
