// Every sort that makes ranges, as such and linked to lists.
#include "sort/linked_ranges.h"

#include "base/error.h"
#include "sort/range_rig.h"
#include "support/property.h"

namespace gpubuck::sort {
namespace {

using test::randomMapping;
using test::SortRig;

/// The algorithms that make ranges and run on this engine's OpenGL.
std::vector<Algorithm> rangeAlgorithms(texel::Engine engine) {
  if (engine == texel::Engine::Paper) return {Algorithm::Bitonic};
  return {Algorithm::Bitonic, Algorithm::Counting, Algorithm::Radix};
}

class LinkedRangesTest : public test::EngineTest {
 protected:
  texel::Device device_ = test::makeDevice(GetParam());
};
INSTANTIATE_TEST_SUITE_P(Engines, LinkedRangesTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

void expectRanges(const texel::Device& device, Algorithm algorithm,
                  const std::vector<int>& bucketOf, int buckets) {
  SCOPED_TRACE(fmt::format("algorithm {}", static_cast<int>(algorithm)));
  const auto count = static_cast<std::int64_t>(bucketOf.size());
  test::expectStable(device, *makeRangeSort(device, {.algorithm = algorithm}, count, buckets),
                     bucketOf, buckets);
}

void expectLists(const texel::Device& device, Algorithm algorithm, const std::vector<int>& bucketOf,
                 int buckets) {
  SCOPED_TRACE(fmt::format("algorithm {}, {} elements in {} buckets", static_cast<int>(algorithm),
                           bucketOf.size(), buckets));
  SortRig rig(device, {.algorithm = algorithm}, bucketOf.size(), buckets);
  rig.sort(bucketOf);
  test::expectListsOf(bucketOf, rig);
  for (const texel::IdTexel texel : rig.next()) ASSERT_EQ(texel >> 24, 255u);
  EXPECT_EQ(rig.statistics().moved, static_cast<std::int64_t>(bucketOf.size()));
  // By rising number: each points at a larger one.
  const std::vector<int> next = test::idsOf(rig.next());
  for (std::size_t i = 0; i < next.size(); ++i) {
    if (next[i] == reference::kNull) continue;
    ASSERT_GT(next[i], static_cast<int>(i));
  }
}

TEST_P(LinkedRangesTest, RangesAndLists) {
  const auto algorithms = rangeAlgorithms(GetParam());
  ASSERT_FALSE(algorithms.empty());
  for (const Algorithm algorithm : algorithms) {
    for (const auto expectSorted : {expectRanges, expectLists}) {
      for (const std::size_t elements : {0, 1, 63, 64, 65, 130}) {
        expectSorted(device_, algorithm, randomMapping(elements, 0, 9), 10);
      }
      expectSorted(device_, algorithm, randomMapping(500, 70, 130), 200);
      expectSorted(device_, algorithm, std::vector<int>(3000, 4), 7);
      expectSorted(device_, algorithm, randomMapping(3000, 0, 0), 1);
      expectSorted(test::makeDevice(GetParam(), 0), algorithm, randomMapping(70'000, 0, 19'999),
                   20'000);
    }
  }
}

TEST_P(LinkedRangesTest, AResortSortsAnew) {
  for (const Algorithm algorithm : rangeAlgorithms(GetParam())) {
    const std::vector<int> before = randomMapping(300, 0, 19);
    const std::vector<int> after = randomMapping(300, 0, 19, 2);
    SortRig rig(device_, {.algorithm = algorithm}, before.size(), 20);
    rig.sort(before);
    rig.resort(after);
    test::expectListsOf(after, rig);
    EXPECT_EQ(rig.statistics().moved, 300);
  }
}

TEST_P(LinkedRangesTest, RandomShapes) {
  test::expectProperty(20, [&] {
    const int buckets = *rc::gen::inRange(1, 300);
    const auto elements = *rc::gen::inRange<std::size_t>(0, 400);
    const auto bucketOf =
        *rc::gen::container<std::vector<int>>(elements, rc::gen::inRange(0, buckets));
    for (const Algorithm algorithm : rangeAlgorithms(GetParam())) {
      SortRig rig(device_, {.algorithm = algorithm}, elements, buckets);
      rig.sort(bucketOf);
      const auto error =
          reference::listsError(test::idsOf(rig.head()), test::idsOf(rig.next()), bucketOf);
      RC_ASSERT(error == decltype(error){});
    }
  });
}

TEST_P(LinkedRangesTest, TooManyBucketsForTheirStarts) {
  EXPECT_THROW(BucketRanges(device_, 1, kMaxCount), InputError);
  EXPECT_THROW(makeRangeSort(device_, {.algorithm = Algorithm::Bucket}, 1, 1), RunError);
}

}  // namespace
}  // namespace gpubuck::sort
