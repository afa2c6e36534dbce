// The merge sort network for every number of stages per pass, compared with std::stable_sort.
#include "sort/bitonic_sort.h"

#include <numeric>

#include "sort/sort_fixture.h"
#include "support/errors.h"
#include "support/property.h"

namespace gpubuck::sort {
namespace {

using test::randomMapping;
using test::SortFixture;

void expectSorted(const texel::Device& device, const std::vector<int>& bucketOf, int buckets,
                  int stagesPerPass) {
  SCOPED_TRACE(fmt::format("{} stages per pass", stagesPerPass));
  test::expectStable(
      device, std::make_unique<BitonicSort>(device, std::ssize(bucketOf), buckets, stagesPerPass),
      buckets, {bucketOf});
}

class BitonicSortTest : public test::EngineTest {
 protected:
  void expectSortedByAll(const std::vector<int>& bucketOf, int buckets) {
    for (int stages = 1; stages <= BitonicSort::kMaxStagesPerPass; ++stages) {
      expectSorted(device_, bucketOf, buckets, stages);
    }
  }

  texel::Device device_ = test::makeDevice(GetParam());
};
INSTANTIATE_TEST_SUITE_P(Engines, BitonicSortTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

// The numbers of elements are around powers of two, of which the network is made, and around full
// rows of texels (64) and of pairs (128).
TEST_P(BitonicSortTest, NumbersOfElements) {
  for (const std::size_t elements :
       {0, 1, 2, 3, 4, 5, 7, 8, 9, 63, 64, 65, 100, 127, 128, 129, 255, 256, 257, 1000}) {
    expectSortedByAll(randomMapping(elements, 0, 9), 10);
    expectSortedByAll(randomMapping(elements, 0, 2999), 3000);
  }
}

TEST_P(BitonicSortTest, EveryNumberOfElementsUpToFourRuns) {
  for (std::size_t elements = 0; elements <= 36; ++elements) {
    expectSorted(device_, randomMapping(elements, 0, 20), 21, BitonicSort::kMaxStagesPerPass);
  }
}

TEST_P(BitonicSortTest, ShapesOfMappings) {
  std::vector<int> rising(1000);
  std::iota(rising.begin(), rising.end(), 0);
  expectSortedByAll(rising, 1000);
  expectSortedByAll({rising.rbegin(), rising.rend()}, 1000);
  expectSortedByAll(std::vector<int>(1000, 0), 1);
  expectSortedByAll(std::vector<int>(1000, 4), 7);
  // The buckets at both ends are empty.
  expectSortedByAll(randomMapping(500, 70, 130), 200);
  for (const int buckets : {62, 63, 64}) {
    expectSortedByAll(randomMapping(300, 0, buckets - 1), buckets);
  }
}

TEST_P(BitonicSortTest, ElementsAndBucketsAbove16Bits) {
  const std::vector<int> many = randomMapping(70'000, 0, 99'999);
  expectSortedByAll(many, 100'000);
  expectSorted(test::makeDevice(GetParam(), 0), many, 100'000, BitonicSort::kMaxStagesPerPass);
}

// The buckets have 24 bits, and some of them differ only in the lowest bit.
TEST_P(BitonicSortTest, Buckets_AreComparedExactly) {
  constexpr int kBuckets = 16'777'214;  // one more would leave no id for the end
  const texel::Device device = test::makeDevice(GetParam(), 4096);
  expectSorted(device, {kBuckets - 1, kBuckets - 2, 0, kBuckets - 1, kBuckets - 3, 65'536, 65'535},
               kBuckets, BitonicSort::kMaxStagesPerPass);
}

TEST_P(BitonicSortTest, SortsAgain) {
  test::expectStable(
      device_, std::make_unique<BitonicSort>(device_, 300, 50), 50,
      {randomMapping(300, 0, 49), randomMapping(300, 0, 49, 2), randomMapping(300, 0, 49, 3)});
}

TEST_P(BitonicSortTest, RandomShapes) {
  test::expectProperty(60, [&] {
    const int buckets = *rc::gen::inRange(1, 300);
    const auto elements = *rc::gen::inRange<std::size_t>(0, 400);
    const int stages = *rc::gen::inRange(1, BitonicSort::kMaxStagesPerPass + 1);
    // The elements are in all buckets or crowded into the last few.
    const int span = *rc::gen::inRange(1, buckets + 1);
    const auto bucketOf =
        *rc::gen::container<std::vector<int>>(elements, rc::gen::inRange(buckets - span, buckets));
    SortFixture rig(device_,
                    std::make_unique<BitonicSort>(device_, std::ssize(bucketOf), buckets, stages),
                    elements);
    rig.sort(bucketOf);
    RC_ASSERT(rig.ranges() == test::stableRanges(bucketOf, buckets));
  });
}

// According to bitonic_sort.h, each merge k = 2 .. L takes ceil((k - 1) / S) passes, with L =
// ceil(log2 N).
TEST_P(BitonicSortTest, NumberOfPasses) {
  for (int stages = 1; stages <= BitonicSort::kMaxStagesPerPass; ++stages) {
    for (int merges = 1; merges <= 12; ++merges) {
      int expected = 0;
      for (int k = 2; k <= merges; ++k) expected += (k - 1 + stages - 1) / stages;
      // The smallest and the largest N with this number of merges.
      for (const std::size_t elements :
           {(std::size_t{1} << (merges - 1)) + 1, std::size_t{1} << merges}) {
        SortFixture rig(
            device_,
            std::make_unique<BitonicSort>(device_, static_cast<std::int64_t>(elements), 1, stages),
            elements);
        device_.profiler().reset();
        device_.profiler().enable(true);
        rig.sort(std::vector<int>(elements, 0));
        device_.profiler().enable(false);
        std::int64_t runs = 0;
        for (const texel::PassTime& pass : device_.profiler().times()) {
          if (pass.name == "sort/bitonic_merge") runs += pass.runs;
        }
        EXPECT_EQ(runs, expected) << elements << " elements, " << stages << " stages per pass";
      }
    }
  }
}

TEST_P(BitonicSortTest, StagesPerPassOutOfRange_AreRefused) {
  for (const int stages : {0, BitonicSort::kMaxStagesPerPass + 1}) {
    EXPECT_TRUE(
        test::names(test::messageOf<InputError>([&] { BitonicSort(device_, 10, 10, stages); }),
                    {"stages per pass", std::to_string(stages), "1", "3"}));
  }
}

TEST_P(BitonicSortTest, TooManyElements_AreRefused) {
  EXPECT_TRUE(
      test::names(test::messageOf<InputError>([&] { BitonicSort(device_, kMaxCount + 1, 10); }),
                  {"order", "16777216", "16777215", "24-bit"}));
}

}  // namespace
}  // namespace gpubuck::sort
