// A sort with its arrays on the GPU, driven by plain vectors, and its comparison with the oracle.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "base/id.h"
#include "reference/bucket_lists.h"
#include "sort/list_sort.h"
#include "support/gpu_test.h"

namespace gpubuck::test {

/// The texel of an id, kNull included; the oracle's -1 becomes (255,255,255).
inline texel::IdTexel idTexel(int id, std::uint32_t flag = 255) {
  return (static_cast<std::uint32_t>(id) & kNullId) | (flag << 24);
}

inline std::vector<texel::IdTexel> idTexels(const std::vector<int>& ids, std::uint32_t flag = 255) {
  std::vector<texel::IdTexel> texels;
  for (const int id : ids) texels.push_back(idTexel(id, flag));
  return texels;
}

/// The next texture of the oracle's lists: A is 255 for a visited element, 0 for any other.
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

/// One sort of N elements into M buckets. Everything the sort must not rely on holds sentinels at
/// first: the lists, and the mapping behind the last element, which names a bucket beyond M.
class SortRig {
 public:
  SortRig(const texel::Device& device, const sort::Settings& settings, std::size_t elements,
          int buckets)
      : settings_(settings),
        mappings_{texel::Array(device, "mapping", texel::Format::Id, count(elements)),
                  texel::Array(device, "other mapping", texel::Format::Id, count(elements))},
        lists_(device, count(elements), buckets),
        sort_(sort::makeListSort(device, settings, count(elements), buckets)) {
    fillWithSentinel(lists_.head);
    fillWithSentinel(lists_.next);
    for (texel::Array& mapping : mappings_) fillWithSentinel(mapping);
  }

  void sort(const std::vector<int>& bucketOf) {
    mappings_[0].upload(idTexels(bucketOf));
    sort_->sort(mappings_[0], lists_);
  }

  /// From the mapping of the last sort or resort to this one.
  void resort(const std::vector<int>& bucketOf) {
    std::swap(mappings_[0], mappings_[1]);
    mappings_[0].upload(idTexels(bucketOf));
    sort_->resort(mappings_[1], mappings_[0], lists_);
  }

  std::vector<texel::IdTexel> head() const { return lists_.head.downloadIds(); }
  std::vector<texel::IdTexel> next() const { return lists_.next.downloadIds(); }
  const sort::Settings& settings() const { return settings_; }
  const sort::BucketLists& lists() const { return lists_; }
  const texel::Array& mapping() const { return mappings_[0]; }
  sort::ListSort& algorithm() { return *sort_; }
  const sort::Statistics& statistics() const { return sort_->statistics(); }

 private:
  static std::int64_t count(std::size_t elements) { return static_cast<std::int64_t>(elements); }

  sort::Settings settings_;
  std::array<texel::Array, 2> mappings_;
  sort::BucketLists lists_;
  std::unique_ptr<sort::ListSort> sort_;
};

/// Buckets first .. last at random, each equally likely.
inline std::vector<int> randomMapping(std::size_t elements, int first, int last,
                                      std::uint32_t seed = 1) {
  std::mt19937 random(seed);
  std::uniform_int_distribution<int> bucket(first, last);
  std::vector<int> result(elements);
  for (int& c : result) c = bucket(random);
  return result;
}

/// The settings of the re-sort's scatter: sub-buffers in proportion to what moved, rounded up;
/// groups as they are.
inline sort::Settings resortSettings(sort::Settings settings, std::int64_t moved,
                                     std::size_t elements) {
  if (settings.partition == sort::Partition::Grouped) return settings;
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
  return fmt::format(
      "{} sub-buffers, threshold {}, {}, {}", settings.subBuffers, settings.threshold,
      settings.partition == sort::Partition::Contiguous    ? "contiguous"
      : settings.partition == sort::Partition::Interleaved ? "interleaved"
                                                           : "grouped",
      settings.pointSource == sort::PointSource::PixelBuffer ? "pixel buffer" : "texel fetch");
}

/// Expects the textures of the oracle bit for bit, and its rounds.
inline void expectSame(const reference::SortResult& oracle, const SortRig& rig,
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

/// Expects every bucket's list to hold exactly its elements, each once, in any order.
inline void expectListsOf(const std::vector<int>& bucketOf, const SortRig& rig) {
  EXPECT_EQ(reference::listsError(idsOf(rig.head()), idsOf(rig.next()), bucketOf), "");
}

}  // namespace gpubuck::test
