// The lots in which passes over many elements run.
#include "texel/lots.h"

#include <gtest/gtest.h>

#include <vector>

namespace gpubuck::texel {
namespace {

TEST(LotsTest, RangesAreCutIntoWholeLotsAndARest) {
  struct Case {
    Range range;
    std::vector<std::int64_t> firsts, counts;
  };
  for (const Case& each : {Case{{0, 0}, {0}, {0}},
                           {{2, 9}, {2}, {9}},
                           {{2, 10}, {2}, {10}},
                           {{2, 11}, {2, 12}, {10, 1}},
                           {{0, 20}, {0, 10}, {10, 10}},
                           {{5, 25}, {5, 15, 25}, {10, 10, 5}}}) {
    std::vector<std::int64_t> firsts, counts;
    std::size_t between = 0;
    const auto run = [&](const Range& lot) {
      firsts.push_back(lot.first);
      counts.push_back(lot.count);
    };
    {
      const Lots lots(10, [&] { ++between; });
      inLots(each.range, run);
    }
    EXPECT_EQ(firsts, each.firsts);
    EXPECT_EQ(counts, each.counts);
    EXPECT_EQ(between, firsts.size() - 1) << "after each lot but the last";
    firsts.clear();
    inLots(each.range, run);
    EXPECT_EQ(firsts, std::vector{each.range.first}) << "without lots all at once";
  }
}

}  // namespace
}  // namespace gpubuck::texel
