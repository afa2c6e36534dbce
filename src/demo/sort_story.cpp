#include "demo/sort_story.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/id.h"
#include "sort/algorithms.h"

namespace gpubuck::demo {
namespace {

constexpr texel::IdTexel kAllBits = 0xFFFFFFFF;

void check(const std::vector<int>& buckets, int bucketCount) {
  for (std::size_t i = 0; i < buckets.size(); ++i) {
    if (buckets[i] >= 0 && buckets[i] < bucketCount) continue;
    throw InputError(fmt::format("element {}", i),
                     fmt::format("bucket {} is not within 0..{}", buckets[i], bucketCount - 1));
  }
}

texel::Array upload(const texel::Device& device, const std::string& label,
                    const std::vector<int>& buckets) {
  texel::Array mapping(device, label, texel::Format::Id, static_cast<std::int64_t>(buckets.size()));
  mapping.upload(std::vector<texel::IdTexel>(buckets.begin(), buckets.end()));
  return mapping;
}

/// The elements a scatter draws: all elements of the active sub-buffers that were not visited
/// before it, or the first of them in every group.
std::vector<int> drawnBy(const Snapshot& now, const std::vector<texel::IdTexel>& next,
                         const sort::Settings& settings) {
  const int elements = static_cast<int>(next.size());
  const auto waits = [&](int i) { return !texel::hasFlag(next[static_cast<std::size_t>(i)]); };
  std::vector<int> drawn;
  if (settings.partition == sort::Partition::Grouped) {
    const int size = std::min(settings.subBuffers, elements);
    for (int first = 0; first < elements; first += size) {
      int i = first;
      const int end = std::min(first + size, elements);
      while (i < end && !waits(i)) ++i;
      if (i < end) drawn.push_back(i);
    }
    return drawn;
  }
  for (const sort::Drawn& each : now.round) {
    const auto [first, stride, count] =
        sort::subBufferOf(settings.partition, each.subBuffer, now.subBuffers, elements);
    for (std::int64_t k = 0; k < count; ++k) {
      const auto i = static_cast<int>(first + k * stride);
      if (waits(i)) drawn.push_back(i);
    }
  }
  return drawn;
}

/// Marks the bits that differ from the snapshot before; in the first one those of `atFirst`.
void compare(TexelRow& now, const TexelRow* before, texel::IdTexel atFirst) {
  for (std::size_t i = 0; i < now.texels.size(); ++i) {
    now.changed.push_back(before == nullptr ? atFirst : now.texels[i] ^ before->texels[i]);
  }
}

/// `before`: null for the first.
Snapshot snapshotOf(const texel::Array& mapping, bool resort, const sort::Observation& seen,
                    const Snapshot* before, const sort::Settings& settings) {
  Snapshot now{.phase = seen.phase,
               .resort = resort,
               .subBuffers = seen.subBuffers,
               .round = seen.round,
               .mapping = {mapping.downloadIds(), {}},
               .head = {seen.lists.head.downloadIds(), {}},
               .next = {seen.lists.next.downloadIds(), {}}};
  compare(now.mapping, before == nullptr ? nullptr : &before->mapping, 0);
  compare(now.head, before == nullptr ? nullptr : &before->head, kAllBits);
  compare(now.next, before == nullptr ? nullptr : &before->next, kAllBits);
  if (before != nullptr && before->resort == resort) now.scatter = before->scatter;
  if (now.phase == sort::Phase::Scattered) {
    ++now.scatter;
    now.drawn = drawnBy(now, now.next.texels, settings);
  }
  return now;
}

}  // namespace

std::vector<Snapshot> tellSort(const texel::Device& device, const std::vector<int>& buckets,
                               int bucketCount, const sort::Settings& settings,
                               const std::optional<std::vector<int>>& movedTo) {
  if (bucketCount < 1) throw InputError("buckets", fmt::format("{} is below 1", bucketCount));
  check(buckets, bucketCount);
  if (movedTo && movedTo->size() != buckets.size()) {
    throw InputError("moved elements",
                     fmt::format("{} given, {} sorted before", movedTo->size(), buckets.size()));
  }
  if (movedTo) check(*movedTo, bucketCount);
  sort::requireValid(settings);

  const auto count = static_cast<std::int64_t>(buckets.size());
  sort::BucketSort sort(device, settings, count, bucketCount);
  const texel::Array mapping = upload(device, "mapping", buckets);
  std::vector<Snapshot> story;
  const auto record = [&](const texel::Array& assigned, bool resort) {
    sort.observe([&, resort, now = &assigned](const sort::Observation& seen) {
      const Snapshot* before = story.empty() ? nullptr : &story.back();
      story.push_back(snapshotOf(*now, resort, seen, before, settings));
    });
  };
  record(mapping, false);
  sort.sort(mapping);
  if (movedTo) {
    const texel::Array moved = upload(device, "mapping (new)", *movedTo);
    record(moved, true);
    sort.resort(mapping, moved);
  }
  for (std::size_t k = 0; k < story.size(); ++k) {
    const bool last = k + 1 == story.size() || story[k + 1].resort != story[k].resort;
    story[k].caption = captionOf(story[k], k > 0 ? &story[k - 1] : nullptr, last);
  }
  return story;
}

bool idChanged(const TexelRow& row, std::size_t i) { return texel::decodeId(row.changed[i]) != 0; }

bool flagChanged(const TexelRow& row, std::size_t i) { return texel::hasFlag(row.changed[i]); }

std::vector<std::vector<int>> listsOf(const Snapshot& snapshot) {
  const std::vector<texel::IdTexel>& next = snapshot.next.texels;
  std::vector<std::vector<int>> lists;
  for (const texel::IdTexel head : snapshot.head.texels) {
    std::vector<int>& list = lists.emplace_back();
    std::vector<bool> seen(next.size(), false);
    int i = texel::decodeSignedId(head);
    while (i >= 0 && static_cast<std::size_t>(i) < next.size() &&
           !seen[static_cast<std::size_t>(i)]) {
      list.push_back(i);
      seen[static_cast<std::size_t>(i)] = true;
      i = texel::decodeSignedId(next[static_cast<std::size_t>(i)]);
    }
  }
  return lists;
}

}  // namespace gpubuck::demo
