#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "base/id.h"
#include "bench/fixtures.h"
#include "bench/inputs.h"
#include "reference/bucket_lists.h"
#include "support/gpu_test.h"

namespace gpubuck::bench {
namespace {

constexpr std::int64_t kElements = 500;
constexpr std::int64_t kBuckets = 60;
constexpr std::int64_t kMovedElements = 90;

class SortFixtureTest : public test::EngineTest {};
INSTANTIATE_TEST_SUITE_P(Engines, SortFixtureTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

std::vector<int> idsOf(const texel::IdArray& array) {
  std::vector<int> ids;
  for (const texel::IdTexel texel : array.download()) {
    const std::uint32_t id = texel & kNullId;
    ids.push_back(id == kNullId ? reference::kNull : static_cast<int>(id));
  }
  return ids;
}

/// Returns how the lists of a fixture differ from the lists of the mapping `bucketOf`, or an empty
/// string.
std::string listsError(const SortFixture& fixture, const std::vector<std::uint32_t>& bucketOf) {
  return reference::listsError(idsOf(fixture.sort().lists()->head),
                               idsOf(fixture.sort().lists()->next),
                               {bucketOf.begin(), bucketOf.end()});
}

TEST_P(SortFixtureTest, ResortsThereAndBack) {
  const auto before = randomBuckets(kElements, kBuckets, Order::Random);
  const auto after = moveElements(before, kMovedElements, kBuckets);
  ASSERT_NE(before, after);
  SortFixture fixture({.engine = GetParam()}, {.settings = {.algorithm = sort::Algorithm::Auto}},
                      before, kBuckets, after);
  EXPECT_EQ("", listsError(fixture, before));
  const Job resort = fixture.resortJob();
  for (int turn = 0; turn < 2; ++turn) {
    resort.run();
    EXPECT_EQ("", listsError(fixture, after));
    resort.run();
    EXPECT_EQ("", listsError(fixture, before));
  }
}

TEST_P(SortFixtureTest, CountsTheElementsMoved) {
  const auto before = randomBuckets(kElements, kBuckets, Order::Random);
  const auto after = moveElements(before, kMovedElements, kBuckets);
  SortFixture fixture({.engine = GetParam()}, {.settings = {.algorithm = sort::Algorithm::Bucket}},
                      before, kBuckets, after);
  fixture.resortJob().run();
  Row row;
  fixture.describe(row);
  EXPECT_EQ("bucket", row.algorithm);
  EXPECT_EQ(kElements, row.n);
  EXPECT_DOUBLE_EQ(static_cast<double>(kElements) / kBuckets, row.perCell);
  EXPECT_EQ(kMovedElements, row.more.at("moved").get<std::int64_t>());
  EXPECT_GE(row.more.at("points_drawn").get<std::int64_t>(), kMovedElements);
  // The sort needs memory for at least its inputs and outputs: both mappings, heads and nexts, with
  // 4 bytes per entry.
  EXPECT_GE(row.memory, 4 * (3 * kElements + kBuckets));
}

TEST_P(SortFixtureTest, SortsIntoRanges) {
  const auto cells = randomBuckets(kElements, kBuckets, Order::Random);
  SortFixture fixture({.engine = GetParam()}, {.settings = {.algorithm = sort::Algorithm::Bitonic}},
                      cells, kBuckets);
  fixture.sortJob().run();
  ASSERT_NE(nullptr, fixture.sort().ranges());
  EXPECT_EQ(nullptr, fixture.sort().lists());
  const std::vector<int> order = idsOf(fixture.sort().ranges()->order);
  ASSERT_EQ(cells.size(), order.size());
  for (std::size_t k = 1; k < order.size(); ++k) {
    const auto bucketAt = [&](std::size_t place) {
      return cells[static_cast<std::size_t>(order[place])];
    };
    ASSERT_LE(bucketAt(k - 1), bucketAt(k)) << k;
  }
}

}  // namespace
}  // namespace gpubuck::bench
