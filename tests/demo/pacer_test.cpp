// How the window finds the amount of work that suits the time it has.
#include "demo/pacer.h"

#include <gtest/gtest.h>

namespace gpubuck::demo {
namespace {

TEST(Portion, OfASlowGpuShrinksToTheSmallestPart) {
  Portion portion{.part = 4096, .batch = 4};
  std::vector<Portion> seen;
  for (int k = 0; k < 5; ++k) {
    portion.adapt(1.0, 0.1, 100'000);
    seen.push_back(portion);
  }
  EXPECT_EQ(seen, (std::vector<Portion>{{4096, 2}, {4096, 1}, {2048, 1}, {1024, 1}, {1024, 1}}));
}

TEST(Portion, OfAFastGpuGrowsToManySteps) {
  Portion portion{.part = 1024, .batch = 1};
  std::vector<Portion> seen;
  for (int k = 0; k < 4; ++k) {
    portion.adapt(0.01, 0.1, 3000);
    seen.push_back(portion);
  }
  EXPECT_EQ(seen, (std::vector<Portion>{{2048, 1}, {4096, 1}, {4096, 2}, {4096, 4}}));
  for (int k = 0; k < 100; ++k) portion.adapt(0.01, 0.1, 3000);
  EXPECT_EQ(portion, (Portion{4096, 64}));
}

// Between half and one and a half of the time that is meant; the border belongs to the range.
TEST(Portion, ThatTakesAboutTheTimeMeantStays) {
  for (const double seconds : {0.5, 1.0, 1.5}) {
    Portion portion{.part = 2048, .batch = 2};
    portion.adapt(seconds, 1.0, 2048);
    EXPECT_EQ(portion, (Portion{2048, 2})) << seconds;
  }
}

}  // namespace
}  // namespace gpubuck::demo
