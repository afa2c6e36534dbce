// The table of algorithms: every sort, called through the common interface of all sorts.
#include "sort/algorithms.h"

#include <set>

#include "base/error.h"
#include "sort/sort_fixture.h"
#include "support/property.h"

namespace gpubuck::sort {
namespace {

using test::randomMapping;
using test::SortFixture;

class AlgorithmsTest : public test::FilledTest {
 protected:
  /// Returns the algorithms that this context can run, without Auto.
  std::vector<AlgorithmInfo> able() const {
    std::vector<AlgorithmInfo> result;
    for (const AlgorithmInfo& info : algorithms()) {
      if (info.make != nullptr && whyNot(info.algorithm, device_.capabilities()).empty()) {
        result.push_back(info);
      }
    }
    return result;
  }

  texel::Device device_ = test::makeDevice(GetParam());
};
INSTANTIATE_TEST_SUITE_P(Fillings, AlgorithmsTest, ::testing::ValuesIn(test::testedFillings()),
                         test::fillingName);

/// Expects the result that the table states: ranges in stable order, or lists that hold exactly
/// their elements.
void expectSorted(const AlgorithmInfo& info, SortFixture& sorted, const std::vector<int>& bucketOf,
                  int buckets) {
  SCOPED_TRACE(fmt::format("{}, {} elements in {} buckets", info.name, bucketOf.size(), buckets));
  if (info.result == ResultKind::Ranges) {
    EXPECT_EQ(sorted.ranges(), test::stableRanges(bucketOf, buckets));
  } else {
    test::expectListsOf(bucketOf, sorted);
    for (const texel::IdTexel texel : sorted.next()) ASSERT_EQ(texel >> 24, 255U);
  }
}

TEST_P(AlgorithmsTest, SortAndResort) {
  ASSERT_GE(able().size(), 2U);
  for (const AlgorithmInfo& info : able()) {
    for (const std::size_t elements : {0, 1, 63, 64, 65, 300}) {
      SortFixture sorted(device_, {.algorithm = info.algorithm}, elements, 20);
      const std::vector<int> before = randomMapping(elements, 0, 19);
      sorted.sort(before);
      expectSorted(info, sorted, before, 20);
      const std::vector<int> after = randomMapping(elements, 0, 19, 2);
      sorted.resort(after);
      expectSorted(info, sorted, after, 20);
    }
  }
}

// One object sorts and re-sorts in any order. In a re-sort no element, one element, some elements
// or all elements move.
TEST_P(AlgorithmsTest, AnyCalls_EqualThoseOfNewSorts) {
  const std::vector<AlgorithmInfo> all = able();
  test::expectProperty(30, [&] {
    const AlgorithmInfo& info = all[*rc::gen::inRange<std::size_t>(0, all.size())];
    const auto elements = *rc::gen::inRange<std::size_t>(1, 400);
    const int buckets = *rc::gen::inRange(1, 150);
    Settings settings{.algorithm = info.algorithm};
    settings.subBuffers = *rc::gen::inRange(1, 9);
    settings.partition = *rc::gen::element(Partition::Contiguous, Partition::Turns);
    settings.threshold = *rc::gen::element(0.0, 0.5, 1.0);
    SortFixture sorted(device_, settings, elements, buckets);
    std::vector<int> bucketOf = randomMapping(elements, 0, buckets - 1);
    sorted.sort(bucketOf);
    const int calls = *rc::gen::inRange(1, 8);
    for (int call = 0; call < calls; ++call) {
      const std::vector<int> other =
          randomMapping(elements, 0, *rc::gen::inRange(0, buckets), static_cast<unsigned>(call));
      const auto stride = *rc::gen::element<std::size_t>(1, 2, 9, elements, elements + 1);
      for (std::size_t i = stride - 1; i < elements; i += stride) bucketOf[i] = other[i];
      if (*rc::gen::inRange(0, 4) == 0) {
        sorted.sort(bucketOf);
      } else {
        sorted.resort(bucketOf);
      }
      if (info.result == ResultKind::Ranges) {
        RC_ASSERT(sorted.ranges() == test::stableRanges(bucketOf, buckets));
      } else {
        RC_ASSERT(reference::listsError(test::idsOf(sorted.head()), test::idsOf(sorted.next()),
                                        bucketOf) == "");
      }
    }
  });
}

TEST(Algorithms, AreInTheTableOnce) {
  std::set<Algorithm> seen;
  std::set<std::string> names;
  for (const AlgorithmInfo& info : algorithms()) {
    EXPECT_TRUE(seen.insert(info.algorithm).second) << info.name;
    EXPECT_TRUE(names.insert(info.name).second) << info.name;
    EXPECT_EQ(&infoOf(info.algorithm), &info);
    EXPECT_NE(std::string(info.help), "");
    EXPECT_EQ(info.make == nullptr, info.algorithm == Algorithm::Auto);
  }
  EXPECT_EQ(algorithms().front().algorithm, Algorithm::Auto);
}

TEST(Algorithms, AutoForLists_DependsOnTheLongest) {
  using texel::Engine;
  EXPECT_EQ(longestList(std::vector<std::uint32_t>{2, 0, 2, 1, 2}, 4), 3);
  EXPECT_EQ(longestList({}, 4), 0);
  EXPECT_EQ(resolveForLists(Algorithm::Auto, Engine::Paper, 200, 10), Algorithm::Bucket);
  EXPECT_EQ(resolveForLists(Algorithm::Auto, Engine::Paper, 201, 10), Algorithm::Bitonic);
  EXPECT_EQ(resolveForLists(Algorithm::Auto, Engine::Fast, 201, 10), Algorithm::Atomic);
  EXPECT_EQ(resolveForLists(Algorithm::Bucket, Engine::Paper, 201, 10), Algorithm::Bucket);
  EXPECT_EQ(resolveForLists(Algorithm::Auto, Engine::Paper, 201, kMaxCount), Algorithm::Bucket)
      << "ranges have a start more";
}

TEST_P(AlgorithmsTest, TooManyBucketsForTheirStarts) {
  EXPECT_THROW(BucketRanges(device_, 1, kMaxCount), InputError);
}

}  // namespace
}  // namespace gpubuck::sort
