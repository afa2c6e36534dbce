#include "demo/sort_story.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/id.h"

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

/// The elements of sub-buffer s of K, in the order in which they are drawn.
std::vector<int> elementsOf(int s, int subBuffers, int elements, sort::Partition partition) {
  const bool interleaved = partition == sort::Partition::Interleaved;
  const int first = interleaved ? s : s * elements / subBuffers;
  const int end = interleaved ? elements : (s + 1) * elements / subBuffers;
  std::vector<int> result;
  for (int i = first; i < end; i += interleaved ? subBuffers : 1) result.push_back(i);
  return result;
}

/// The elements a scatter draws: all elements of the active sub-buffers that were not visited
/// before it, or the first of them in every group.
std::vector<int> drawnBy(const Snapshot& now, const std::vector<texel::IdTexel>& next,
                         const sort::Settings& settings) {
  const int elements = static_cast<int>(next.size());
  const auto waits = [&](int i) { return !isVisited(next[static_cast<std::size_t>(i)]); };
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
    for (const int i : elementsOf(each.subBuffer, now.subBuffers, elements, settings.partition)) {
      if (waits(i)) drawn.push_back(i);
    }
  }
  return drawn;
}

void compare(TexelRow& now, const TexelRow& before) {
  for (std::size_t i = 0; i < now.texels.size(); ++i) {
    now.changed.push_back(now.texels[i] ^ before.texels[i]);
  }
}

class Teller {
 public:
  explicit Teller(const sort::Settings& settings) : settings_(settings) {}

  void record(const texel::Array& mapping, bool resort, const sort::Observation& seen) {
    Snapshot now;
    now.phase = seen.phase;
    now.resort = resort;
    now.subBuffers = seen.subBuffers;
    now.round = seen.round;
    now.mapping.texels = mapping.downloadIds();
    now.head.texels = seen.lists.head.downloadIds();
    now.next.texels = seen.lists.next.downloadIds();
    const bool scattered = seen.phase == sort::Phase::Scattered;
    if (snapshots_.empty()) {
      now.mapping.changed.assign(now.mapping.texels.size(), 0);
      now.head.changed.assign(now.head.texels.size(), kAllBits);
      now.next.changed.assign(now.next.texels.size(), kAllBits);
    } else {
      const Snapshot& before = snapshots_.back();
      compare(now.mapping, before.mapping);
      compare(now.head, before.head);
      compare(now.next, before.next);
      now.scatter = (before.resort == resort ? before.scatter : 0) + (scattered ? 1 : 0);
    }
    if (scattered) now.drawn = drawnBy(now, now.next.texels, settings_);
    snapshots_.push_back(std::move(now));
  }

  std::vector<Snapshot> finish() {
    for (std::size_t k = 0; k < snapshots_.size(); ++k) {
      const bool last =
          k + 1 == snapshots_.size() || snapshots_[k + 1].resort != snapshots_[k].resort;
      snapshots_[k].caption = captionOf(snapshots_[k], k > 0 ? &snapshots_[k - 1] : nullptr, last);
    }
    return std::move(snapshots_);
  }

 private:
  const sort::Settings& settings_;
  std::vector<Snapshot> snapshots_;
};

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

  const auto count = static_cast<std::int64_t>(buckets.size());
  sort::BucketSort sort(device, settings, count, bucketCount);
  const texel::Array mapping = upload(device, "mapping", buckets);
  Teller teller(settings);
  sort.observe([&](const sort::Observation& seen) { teller.record(mapping, false, seen); });
  sort.sort(mapping);
  if (movedTo) {
    const texel::Array moved = upload(device, "mapping (new)", *movedTo);
    sort.observe([&](const sort::Observation& seen) { teller.record(moved, true, seen); });
    sort.resort(mapping, moved);
  }
  return teller.finish();
}

int idOf(texel::IdTexel texel) {
  const std::uint32_t id = texel & kNullId;
  return id == kNullId ? -1 : static_cast<int>(id);
}

bool isVisited(texel::IdTexel texel) { return texel >> 24 > 127; }

bool idChanged(const TexelRow& row, std::size_t i) { return (row.changed[i] & kNullId) != 0; }

bool flagChanged(const TexelRow& row, std::size_t i) { return row.changed[i] >> 24 != 0; }

std::vector<std::vector<int>> listsOf(const Snapshot& snapshot) {
  const std::vector<texel::IdTexel>& next = snapshot.next.texels;
  std::vector<std::vector<int>> lists;
  for (const texel::IdTexel head : snapshot.head.texels) {
    std::vector<int>& list = lists.emplace_back();
    std::vector<bool> seen(next.size(), false);
    int i = idOf(head);
    while (i >= 0 && static_cast<std::size_t>(i) < next.size() &&
           !seen[static_cast<std::size_t>(i)]) {
      list.push_back(i);
      seen[static_cast<std::size_t>(i)] = true;
      i = idOf(next[static_cast<std::size_t>(i)]);
    }
  }
  return lists;
}

}  // namespace gpubuck::demo
