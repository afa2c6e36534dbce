#include "base/number.h"

#include <gtest/gtest.h>

namespace gpubuck {
namespace {

TEST(Number, DigitsAreGroupedByThousands) {
  EXPECT_EQ(groupDigits(0), "0");
  EXPECT_EQ(groupDigits(999), "999");
  EXPECT_EQ(groupDigits(1000), "1,000");
  EXPECT_EQ(groupDigits(16777215), "16,777,215");
  EXPECT_EQ(groupDigits(-123456), "-123,456");
}

}  // namespace
}  // namespace gpubuck
