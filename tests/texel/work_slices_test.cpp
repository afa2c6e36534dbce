// The slices into which long work is divided.
#include "texel/work_slices.h"

#include <gtest/gtest.h>

#include <vector>

#include "support/gpu_test.h"

namespace gpubuck::texel {
namespace {

class WorkSlicesTest : public test::EngineTest {
 protected:
  Device device_ = test::makeDevice(GetParam());
};

TEST_P(WorkSlicesTest, RangesAreCutIntoWholeSlicesAndARest) {
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
    const auto run = [&](const Range& slice) {
      firsts.push_back(slice.first);
      counts.push_back(slice.count);
    };
    {
      const auto sliced = sliceWork(device_, {10, [&] { ++between; }});
      inSlices(device_, each.range, run);
    }
    EXPECT_EQ(firsts, each.firsts);
    EXPECT_EQ(counts, each.counts);
    EXPECT_EQ(between, firsts.size() - 1) << "after each slice but the last";
    firsts.clear();
    inSlices(device_, each.range, run);
    EXPECT_EQ(firsts, std::vector{each.range.first}) << "all at once without slices";
  }
}

TEST_P(WorkSlicesTest, OtherDevice_RunsAllAtOnce) {
  const Device other = test::makeDevice(GetParam());
  const auto sliced = sliceWork(device_, {10, [] {}});
  int runs = 0;
  inSlices(other, {0, 100}, [&](const Range&) { ++runs; });
  EXPECT_EQ(runs, 1);
}

TEST_P(WorkSlicesTest, Progress_IsTheShareBeforeEachSlice) {
  std::vector<double> shares;
  std::int64_t next = 5;
  SliceLength length(8);
  length.run(
      {5, 100},
      [&](const Range& slice) {
        EXPECT_EQ(slice.first, next);
        next += slice.count;
      },
      [&](double share) { shares.push_back(share); });
  EXPECT_EQ(next, 105);
  EXPECT_EQ(shares[0], 0.0);
  EXPECT_EQ(shares[1], 0.08);
}

INSTANTIATE_TEST_SUITE_P(Engines, WorkSlicesTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

/// Returns the lengths that follow the first length if each slice takes `seconds` and 0.1 s is
/// wanted.
std::vector<std::int64_t> lengthsAfter(std::int64_t first, double seconds, int times) {
  std::vector<std::int64_t> all;
  SliceLength length(first);
  for (int k = 0; k < times; ++k) {
    length.adapt(seconds, 0.1, 192'000);
    all.push_back(length.elements());
  }
  return all;
}

TEST(SliceLengthTest, SlowGpu_ShrinksTo32Elements) {
  EXPECT_EQ(lengthsAfter(8192, 1.0, 3), (std::vector<std::int64_t>{4096, 2048, 1024}));
  EXPECT_EQ(lengthsAfter(8192, 1.0, 100).back(), 32);
}

TEST(SliceLengthTest, FastGpu_GrowsToTheMost) {
  EXPECT_EQ(lengthsAfter(1024, 0.01, 3), (std::vector<std::int64_t>{2048, 4096, 8192}));
  EXPECT_EQ(lengthsAfter(1024, 0.01, 100).back(), 192'000);
}

// The length stays if a slice takes between 0.5 and 1.5 times the wanted time, including both ends
// of this range.
TEST(SliceLengthTest, NearTheWantedTime_Stays) {
  for (const double seconds : {0.5, 1.0, 1.5}) {
    SliceLength length(2048);
    length.adapt(seconds, 1.0, 1 << 20);
    EXPECT_EQ(length.elements(), 2048) << seconds;
  }
}

}  // namespace
}  // namespace gpubuck::texel
