#include "base/text.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace gpubuck {
namespace {

TEST(RangeText, OmitsUnreachableLimit) {
  EXPECT_EQ(rangeText<std::int64_t>(1, 16), "within 1..16");
  EXPECT_EQ(rangeText<std::int64_t>(1, 16'777'215), "within 1..16777215");
  EXPECT_EQ(rangeText<std::int64_t>(1, 1'000'000'000'000), "of 1 or more");
  EXPECT_EQ(rangeText<std::int64_t>(0, INT64_MAX), "of 0 or more");
  EXPECT_EQ(rangeText(0.0001, 1.0), "within 0.0001..1");
  EXPECT_EQ(rangeText(0.5, 1e300), "of 0.5 or more");
}

}  // namespace
}  // namespace gpubuck
