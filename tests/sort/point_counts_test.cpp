// The sort's lists and counts with every method of counting points. The methods for contexts whose
// queries cannot count are tested on this context, too.
#include "sort/point_counts.h"

#include <algorithm>

#include "sort/sort_fixture.h"

namespace gpubuck::sort {
namespace {

using test::randomMapping;
using test::SortFixture;

std::vector<Counting> allCountings() {
  std::vector<Counting> all{Counting::AnySamples, Counting::Predicted};
  if (gl::features().sampleCounts) all.push_back(Counting::Queries);
  return all;
}

constexpr Settings kCountedSettings[] = {
    {.algorithm = Algorithm::Bucket, .subBuffers = 1, .partition = Partition::Contiguous},
    {.algorithm = Algorithm::Bucket, .subBuffers = 5, .partition = Partition::Contiguous},
    {.algorithm = Algorithm::Bucket, .subBuffers = 70, .partition = Partition::Contiguous},
    {.algorithm = Algorithm::Bucket, .subBuffers = 4, .partition = Partition::Turns},
    {.algorithm = Algorithm::Bucket, .subBuffers = 2000, .partition = Partition::Turns}};

class PointCountsTest : public test::EngineTest {
 protected:
  /// Sorts, then re-sorts to one mapping after the other, with each method of counting and all
  /// settings.
  void expectOracle(const std::vector<std::vector<int>>& mappings, int buckets) {
    const std::vector<int>& first = mappings.front();
    for (const Counting counting : allCountings()) {
      for (const Settings& settings : kCountedSettings) {
        SCOPED_TRACE(
            fmt::format("way {}, {}", static_cast<int>(counting), test::describe(settings)));
        SortFixture rig(
            device_,
            std::make_unique<BucketSort>(device_, settings, std::ssize(first), buckets, counting),
            first.size());
        rig.sort(first);
        reference::SortResult oracle = reference::bucketSort(first, buckets, settings);
        test::expectSame(oracle, rig);
        for (std::size_t k = 1; k < mappings.size(); ++k) {
          const std::int64_t moved = test::countMoved(mappings[k - 1], mappings[k]);
          oracle = reference::bucketResort(oracle.lists, mappings[k - 1], mappings[k],
                                           test::resortSettings(settings, moved, first.size()));
          rig.resort(mappings[k]);
          test::expectSame(oracle, rig);
          test::expectListsOf(mappings[k], rig);
          EXPECT_EQ(rig.statistics().moved, moved);
        }
      }
    }
  }

  texel::Device device_ = test::makeDevice(GetParam());
};
INSTANTIATE_TEST_SUITE_P(Engines, PointCountsTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

// There are many rounds, then few, then many, so that the predicted number of rounds is at times
// too large and at times too small.
TEST_P(PointCountsTest, EveryMethod_SortsLikeTheOracle) {
  std::vector<std::vector<int>> mappings{randomMapping(1500, 0, 200, 1),
                                         randomMapping(1500, 0, 1, 2)};
  mappings.push_back(mappings.back());
  for (std::size_t i = 0; i < 1500; i += 100) mappings.back()[i] = 150;
  mappings.push_back(mappings.back());
  mappings.push_back(randomMapping(1500, 0, 40, 3));
  expectOracle(mappings, 201);
}

// There are more rounds than counts that can wait to be read back.
TEST_P(PointCountsTest, AllElementsInOneBucket) {
  std::vector<int> alternating(300);
  for (std::size_t i = 0; i < alternating.size(); ++i) alternating[i] = static_cast<int>(i % 2);
  expectOracle({std::vector<int>(300, 2), alternating, std::vector<int>(300, 0)}, 3);
}

TEST_P(PointCountsTest, FewElements) {
  for (const std::size_t elements : {0, 1, 2, 64, 65}) {
    expectOracle({randomMapping(elements, 0, 4, 1), randomMapping(elements, 0, 4, 2)}, 5);
  }
}

// With every method of counting, an observer gets the counts round by round.
TEST_P(PointCountsTest, Observer_SeesEveryCount) {
  const std::vector<int> bucketOf = randomMapping(500, 0, 30);
  for (const Settings& settings : kCountedSettings) {
    const reference::SortResult oracle = reference::bucketSort(bucketOf, 31, settings);
    for (const Counting counting : allCountings()) {
      SCOPED_TRACE(fmt::format("way {}, {}", static_cast<int>(counting), test::describe(settings)));
      SortFixture rig(device_, std::make_unique<BucketSort>(device_, settings, 500, 31, counting),
                      bucketOf.size());
      std::int64_t points = 0;
      rig.bucketSort().observe([&](const Observation& seen) {
        if (seen.phase != Phase::Scattered) return;
        for (const Drawn& drawn : seen.round) points += drawn.points;
      });
      rig.sort(bucketOf);
      test::expectSame(oracle, rig);
      EXPECT_EQ(points, oracle.pointsDrawn());
    }
  }
}

TEST_P(PointCountsTest, Context_HasCountingQueriesOrNot) {
  EXPECT_EQ(countingHere(), gl::features().sampleCounts ? Counting::Queries : Counting::AnySamples);
}

}  // namespace
}  // namespace gpubuck::sort
