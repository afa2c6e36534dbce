// The merge sort network against std::stable_sort, for every number of stages a pass.
#include "sort/bitonic_sort.h"

#include <numeric>

#include "sort/sort_rig.h"
#include "support/errors.h"
#include "support/property.h"

namespace gpubuck::sort {
namespace {

using test::randomMapping;

struct Sorted {
  std::vector<int> order;
  std::vector<int> start;
};

Sorted expectedOf(const std::vector<int>& bucketOf, int buckets) {
  Sorted expected{std::vector<int>(bucketOf.size()), {}};
  std::iota(expected.order.begin(), expected.order.end(), 0);
  const auto bucket = [&](int element) { return bucketOf[static_cast<std::size_t>(element)]; };
  std::stable_sort(expected.order.begin(), expected.order.end(),
                   [&](int a, int b) { return bucket(a) < bucket(b); });
  std::vector<int> sizes(static_cast<std::size_t>(buckets), 0);
  for (const int b : bucketOf) ++sizes.at(static_cast<std::size_t>(b));
  expected.start.push_back(0);
  for (const int size : sizes) expected.start.push_back(expected.start.back() + size);
  return expected;
}

/// A sort of N elements into M buckets. The ranges, and the mapping behind the last element, hold
/// sentinels at first.
class Rig {
 public:
  Rig(const texel::Device& device, std::size_t elements, int buckets, int stagesPerPass)
      : mapping_(device, "mapping", texel::Format::Id, static_cast<std::int64_t>(elements)),
        ranges_(device, mapping_.count(), buckets),
        sort_(device, mapping_.count(), buckets, stagesPerPass) {
    test::fillWithSentinel(mapping_);
    test::fillWithSentinel(ranges_.order);
    test::fillWithSentinel(ranges_.start);
  }

  void sort(const std::vector<int>& bucketOf) {
    mapping_.upload(test::idTexels(bucketOf));
    sort_.sort(mapping_, ranges_);
  }

  const BucketRanges& ranges() const { return ranges_; }

 private:
  texel::Array mapping_;
  BucketRanges ranges_;
  BitonicSort sort_;
};

void expectSorted(const texel::Device& device, const std::vector<int>& bucketOf, int buckets,
                  int stagesPerPass) {
  SCOPED_TRACE(fmt::format("{} elements in {} buckets, {} stages a pass", bucketOf.size(), buckets,
                           stagesPerPass));
  Rig rig(device, bucketOf.size(), buckets, stagesPerPass);
  rig.sort(bucketOf);
  const Sorted expected = expectedOf(bucketOf, buckets);
  test::expectSameTexels(test::idTexels(expected.order), rig.ranges().order.downloadIds());
  test::expectSameTexels(test::idTexels(expected.start), rig.ranges().start.downloadIds());
  if (bucketOf.size() % static_cast<std::size_t>(device.textureWidth()) != 0) {
    test::expectSentinelFrom(rig.ranges().order, rig.ranges().order.count());
  }
  if ((buckets + 1) % device.textureWidth() != 0) {
    test::expectSentinelFrom(rig.ranges().start, rig.ranges().start.count());
  }
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

// Around powers of two, of which the network is made, and around full rows of texels (64) and of
// pairs (128).
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
  // Empty buckets at both ends.
  expectSortedByAll(randomMapping(500, 70, 130), 200);
  for (const int buckets : {62, 63, 64}) {
    expectSortedByAll(randomMapping(300, 0, buckets - 1), buckets);
  }
}

TEST_P(BitonicSortTest, ElementsAndBucketsAboveSixteenBits) {
  const std::vector<int> many = randomMapping(70'000, 0, 99'999);
  expectSortedByAll(many, 100'000);
  expectSorted(test::makeDevice(GetParam(), 0), many, 100'000, BitonicSort::kMaxStagesPerPass);
}

// Buckets of 24 bits, some of which differ only in the lowest.
TEST_P(BitonicSortTest, BucketsAreComparedExactly) {
  constexpr int kBuckets = 16'777'214;  // with the end of the last one the most ids can count
  const texel::Device device = test::makeDevice(GetParam(), 4096);
  expectSorted(device, {kBuckets - 1, kBuckets - 2, 0, kBuckets - 1, kBuckets - 3, 65'536, 65'535},
               kBuckets, BitonicSort::kMaxStagesPerPass);
}

TEST_P(BitonicSortTest, SortsAgain) {
  Rig rig(device_, 300, 50, BitonicSort::kMaxStagesPerPass);
  for (const unsigned seed : {1u, 2u, 3u}) {
    const std::vector<int> bucketOf = randomMapping(300, 0, 49, seed);
    rig.sort(bucketOf);
    const Sorted expected = expectedOf(bucketOf, 50);
    test::expectSameTexels(test::idTexels(expected.order), rig.ranges().order.downloadIds());
    test::expectSameTexels(test::idTexels(expected.start), rig.ranges().start.downloadIds());
  }
}

TEST_P(BitonicSortTest, RandomShapes) {
  test::expectProperty(60, [&] {
    const int buckets = *rc::gen::inRange(1, 300);
    const auto elements = *rc::gen::inRange<std::size_t>(0, 400);
    const int stages = *rc::gen::inRange(1, BitonicSort::kMaxStagesPerPass + 1);
    // Over all buckets or crowded into the last few.
    const int span = *rc::gen::inRange(1, buckets + 1);
    const auto bucketOf =
        *rc::gen::container<std::vector<int>>(elements, rc::gen::inRange(buckets - span, buckets));
    Rig rig(device_, elements, buckets, stages);
    rig.sort(bucketOf);
    const Sorted expected = expectedOf(bucketOf, buckets);
    RC_ASSERT(rig.ranges().order.downloadIds() == test::idTexels(expected.order));
    RC_ASSERT(rig.ranges().start.downloadIds() == test::idTexels(expected.start));
  });
}

// What the header says: merge k = 2 .. L, L = ceil(log2 N), takes ceil((k - 1) / S) passes.
TEST_P(BitonicSortTest, NumberOfPasses) {
  for (int stages = 1; stages <= BitonicSort::kMaxStagesPerPass; ++stages) {
    for (int merges = 1; merges <= 12; ++merges) {
      int expected = 0;
      for (int k = 2; k <= merges; ++k) expected += (k - 1 + stages - 1) / stages;
      // The smallest and the largest N of that many merges.
      for (const std::size_t elements :
           {(std::size_t{1} << (merges - 1)) + 1, std::size_t{1} << merges}) {
        Rig rig(device_, elements, 1, stages);
        device_.profiler().reset();
        device_.profiler().enable(true);
        rig.sort(std::vector<int>(elements, 0));
        device_.profiler().enable(false);
        std::int64_t runs = 0;
        for (const texel::PassTime& pass : device_.profiler().times()) {
          if (pass.name == "sort/bitonic_merge") runs += pass.runs;
        }
        EXPECT_EQ(runs, expected) << elements << " elements, " << stages << " stages a pass";
      }
    }
  }
}

TEST_P(BitonicSortTest, StagesAPassOutOfRange) {
  for (const int stages : {0, BitonicSort::kMaxStagesPerPass + 1}) {
    EXPECT_EQ(test::messageOf<InputError>([&] { BitonicSort(device_, 10, 10, stages); }),
              fmt::format("stages a pass: {} is not within 1..3", stages));
  }
}

TEST_P(BitonicSortTest, MoreElementsThanIdsCanName) {
  EXPECT_EQ(test::messageOf<InputError>([&] { BitonicSort(device_, kMaxCount + 1, 10); }),
            "elements: 16777216 is more than the 16777215 that 24-bit ids can name");
}

}  // namespace
}  // namespace gpubuck::sort
