// Nouns that follow a count.
#include "base/text.h"

#include <gtest/gtest.h>

namespace gpubuck {
namespace {

TEST(PluralTest, OnlyOne_IsSingular) {
  EXPECT_EQ(counted(0, "pair"), "0 pairs");
  EXPECT_EQ(counted(1, "pair"), "1 pair");
  EXPECT_EQ(counted(2, "pair"), "2 pairs");
  EXPECT_EQ(plural(21, "pair"), "pairs");
}

}  // namespace
}  // namespace gpubuck
