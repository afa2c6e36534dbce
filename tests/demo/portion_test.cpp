// The window finds the amount of work that fits into its time.
#include <gtest/gtest.h>

#include "demo/session/fluid_session.h"

namespace gpubuck::demo {
namespace {

using Portions = std::vector<std::int64_t>;

/// The portions that follow the first, each of which has taken `seconds` where 0.1 were meant.
Portions portionsAfter(std::int64_t first, double seconds, std::int64_t count, int times) {
  Portions all;
  for (int k = 0; k < times; ++k) {
    all.push_back(nextPortion(all.empty() ? first : all.back(), seconds, 0.1, count));
  }
  return all;
}

TEST(Portion, SlowGpu_ShrinksToPartOfAStep) {
  EXPECT_EQ(portionsAfter(8192, 1.0, 3000, 3), (Portions{4096, 2048, 1024}));
  EXPECT_EQ(portionsAfter(8192, 1.0, 3000, 100).back(), 32);
}

TEST(Portion, FastGpu_GrowsToManySteps) {
  EXPECT_EQ(portionsAfter(1024, 0.01, 3000, 3), (Portions{2048, 4096, 8192}));
  EXPECT_EQ(portionsAfter(1024, 0.01, 3000, 100).back(), 64 * 3000);
}

// Between half and one and a half of the time that is meant; the border belongs to the range.
TEST(Portion, NearTheTargetTime_Stays) {
  for (const double seconds : {0.5, 1.0, 1.5}) {
    EXPECT_EQ(nextPortion(2048, seconds, 1.0, 2048), 2048) << seconds;
  }
}

}  // namespace
}  // namespace gpubuck::demo
