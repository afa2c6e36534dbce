// A sort of plain vectors, and its expected result: the lists of an oracle, or the ranges of a
// stable sort.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "base/id.h"
#include "reference/bucket_lists.h"
#include "sort/algorithms.h"
#include "sort/bucket_sort.h"
#include "support/gpu_test.h"

namespace gpubuck::test {

/// Returns the texel of an id or of kNull: the oracle's -1 becomes (255,255,255).
inline texel::IdTexel idTexel(int id, std::uint32_t flag = 255) {
  return (static_cast<std::uint32_t>(id) & kNullId) | (flag << 24);
}

inline std::vector<texel::IdTexel> idTexels(const std::vector<int>& ids, std::uint32_t flag = 255) {
  std::vector<texel::IdTexel> texels;
  for (const int id : ids) texels.push_back(idTexel(id, flag));
  return texels;
}

/// Returns the texels of `next` in the oracle's lists. A is 255 for a visited element and 0 for
/// other elements.
inline std::vector<texel::IdTexel> nextTexels(const reference::BucketLists& lists) {
  std::vector<texel::IdTexel> texels;
  for (std::size_t i = 0; i < lists.next.size(); ++i) {
    texels.push_back(idTexel(lists.next[i], lists.visited[i] ? 255 : 0));
  }
  return texels;
}

inline std::vector<int> idsOf(const std::vector<texel::IdTexel>& texels) {
  std::vector<int> ids;
  for (const texel::IdTexel texel : texels) {
    const std::uint32_t id = texel & kNullId;
    ids.push_back(id == kNullId ? reference::kNull : static_cast<int>(id));
  }
  return ids;
}

/// BucketRanges in plain vectors.
struct Ranges {
  std::vector<int> order;
  std::vector<int> start;

  bool operator==(const Ranges&) const = default;
};

inline Ranges stableRanges(const std::vector<int>& bucketOf, int buckets) {
  Ranges ranges{std::vector<int>(bucketOf.size()),
                std::vector<int>(static_cast<std::size_t>(buckets) + 1, 0)};
  std::iota(ranges.order.begin(), ranges.order.end(), 0);
  const auto bucket = [&](int element) { return bucketOf[static_cast<std::size_t>(element)]; };
  std::stable_sort(ranges.order.begin(), ranges.order.end(),
                   [&](int a, int b) { return bucket(a) < bucket(b); });
  for (const int b : bucketOf) ++ranges.start.at(static_cast<std::size_t>(b) + 1);
  std::partial_sum(ranges.start.begin(), ranges.start.end(), ranges.start.begin());
  return ranges;
}

/// One sort of N elements into M buckets. At first the lists or ranges hold sentinels. The
/// mapping's padding after the last element reveals a sort that reads it. For ranges the padding is
/// bucket 0, for lists a bucket beyond M.
class SortFixture {
 public:
  SortFixture(const texel::Device& device, const sort::Settings& settings, std::size_t elements,
              int buckets)
      : SortFixture(device,
                    sort::makeSort(device, settings, static_cast<std::int64_t>(elements), buckets),
                    elements) {}

  SortFixture(const texel::Device& device, std::unique_ptr<sort::Sort> sort, std::size_t elements)
      : mappings_{texel::IdArray(device, "mapping", static_cast<std::int64_t>(elements)),
                  texel::IdArray(device, "other mapping", static_cast<std::int64_t>(elements))},
        sort_(std::move(sort)) {
    for (texel::IdArray* array : made()) fillWithSentinel(*array);
    for (texel::IdArray& mapping : mappings_) {
      if (sort_->ranges() != nullptr) {
        mapping.fill(0u);
      } else {
        fillWithSentinel(mapping);
      }
    }
  }

  void sort(const std::vector<int>& bucketOf) {
    mappings_[0].upload(idTexels(bucketOf));
    sort_->sort(mappings_[0]);
  }

  /// Re-sorts from the mapping of the last sort or re-sort to this mapping.
  void resort(const std::vector<int>& bucketOf) {
    std::swap(mappings_[0], mappings_[1]);
    mappings_[0].upload(idTexels(bucketOf));
    sort_->resort(mappings_[1], mappings_[0]);
  }

  std::vector<texel::IdTexel> head() const { return lists().head.download(); }
  std::vector<texel::IdTexel> next() const { return lists().next.download(); }
  const sort::BucketLists& lists() const { return *sort_->lists(); }
  Ranges ranges() const {
    return {numbersOf(sort_->ranges()->order), numbersOf(sort_->ranges()->start)};
  }
  /// Returns the two arrays that the sort makes.
  std::array<texel::IdArray*, 2> made() {
    if (sort::BucketLists* lists = sort_->lists()) return {&lists->head, &lists->next};
    return {&sort_->ranges()->order, &sort_->ranges()->start};
  }
  const texel::IdArray& mapping() const { return mappings_[0]; }
  /// Returns the paper's sort, which has data that other sorts lack.
  sort::BucketSort& bucketSort() { return dynamic_cast<sort::BucketSort&>(*sort_); }
  const sort::Statistics& statistics() const { return *sort_->statistics(); }

 private:
  static std::vector<int> numbersOf(const texel::IdArray& array) {
    std::vector<int> numbers;
    for (const texel::IdTexel texel : array.download()) {
      numbers.push_back(static_cast<int>(texel & kNullId));
    }
    return numbers;
  }

  std::array<texel::IdArray, 2> mappings_;
  std::unique_ptr<sort::Sort> sort_;
};

/// Returns random buckets from `first` to `last`, each equally likely.
inline std::vector<int> randomMapping(std::size_t elements, int first, int last,
                                      std::uint32_t seed = 1) {
  std::mt19937 random(seed);
  std::uniform_int_distribution<int> bucket(first, last);
  std::vector<int> result(elements);
  for (int& c : result) c = bucket(random);
  return result;
}

/// Returns the settings of the re-sort's scatter. The number of contiguous sub-buffers is reduced
/// to the share of moved elements, rounded up. Turns stay as they are.
inline sort::Settings resortSettings(sort::Settings settings, std::int64_t moved,
                                     std::size_t elements) {
  if (settings.partition == sort::Partition::Turns) return settings;
  const auto count = static_cast<std::int64_t>(elements);
  const std::int64_t share = count == 0 ? 1 : (moved * settings.subBuffers + count - 1) / count;
  settings.subBuffers = static_cast<int>(std::max<std::int64_t>(1, share));
  return settings;
}

inline std::int64_t countMoved(const std::vector<int>& before, const std::vector<int>& after) {
  std::int64_t moved = 0;
  for (std::size_t i = 0; i < before.size(); ++i) moved += before[i] != after[i] ? 1 : 0;
  return moved;
}

inline std::string describe(const sort::Settings& settings) {
  return fmt::format("{} sub-buffers, {}", settings.subBuffers,
                     nameOf(sort::kPartitionNames, settings.partition));
}

/// Expects that the textures equal the oracle's bit for bit, and that the rounds are the oracle's.
inline void expectSame(const reference::SortResult& oracle, const SortFixture& rig,
                       int textureWidth = kTestTextureWidth) {
  expectSameTexels(idTexels(oracle.lists.head), rig.head(), textureWidth);
  expectSameTexels(nextTexels(oracle.lists), rig.next(), textureWidth);
  const sort::Statistics& statistics = rig.statistics();
  EXPECT_EQ(statistics.pointsDrawn, oracle.pointsDrawn());
  std::vector<reference::RoundCounts> rounds;
  int iterations = 0;
  for (const reference::RoundCounts& round : oracle.rounds) {
    if (std::any_of(round.begin(), round.end(), [](std::int64_t n) { return n > 0; })) ++iterations;
  }
  for (const sort::Round& round : statistics.rounds) {
    const std::size_t subBuffers = oracle.rounds.empty() ? 0 : oracle.rounds.front().size();
    reference::RoundCounts counts(subBuffers, reference::kNotDrawn);
    for (const sort::Drawn& drawn : round) {
      counts.at(static_cast<std::size_t>(drawn.subBuffer)) = drawn.points;
    }
    rounds.push_back(std::move(counts));
  }
  EXPECT_TRUE(rounds == oracle.rounds) << rounds.size() << " rounds, not the oracle's "
                                       << oracle.rounds.size() << ", or other counts in them";
  EXPECT_EQ(statistics.iterations, iterations);
}

/// Expects that every bucket's list holds exactly its elements, each once, in any order.
inline void expectListsOf(const std::vector<int>& bucketOf, const SortFixture& rig) {
  EXPECT_EQ(reference::listsError(idsOf(rig.head()), idsOf(rig.next()), bucketOf), "");
}

/// For one mapping after the other, expects the ranges of a stable sort, followed by sentinels.
inline void expectStable(const texel::Device& device, std::unique_ptr<sort::Sort> sort, int buckets,
                         const std::vector<std::vector<int>>& mappings) {
  SortFixture fixture(device, std::move(sort), mappings.front().size());
  for (const std::vector<int>& bucketOf : mappings) {
    SCOPED_TRACE(fmt::format("{} elements in {} buckets", bucketOf.size(), buckets));
    fixture.sort(bucketOf);
    const Ranges expected = stableRanges(bucketOf, buckets), found = fixture.ranges();
    EXPECT_EQ(found.order, expected.order);
    EXPECT_EQ(found.start, expected.start);
    for (const texel::IdArray* array : fixture.made()) {
      if (array->count() % device.textureWidth() != 0) expectSentinelFrom(*array, array->count());
    }
  }
}

}  // namespace gpubuck::test
