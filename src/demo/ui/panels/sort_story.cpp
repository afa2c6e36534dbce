#include "demo/ui/panels/sort_story.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "base/plural.h"

namespace gpubuck::demo {
namespace {

/// Returns the elements 0..count-1 for which `holds` is true.
template <typename Holds>
std::vector<int> elementsThat(int count, Holds holds) {
  std::vector<int> elements;
  for (int i = 0; i < count; ++i) {
    if (holds(i)) elements.push_back(i);
  }
  return elements;
}

bool contains(const std::vector<int>& ids, int id) {
  return std::find(ids.begin(), ids.end(), id) != ids.end();
}

/// Returns an enumeration: "0", "0 and 4", "0, 4 and 6".
template <typename T>
std::string listed(const std::vector<T>& all) {
  if (all.size() < 2) return fmt::format("{}", fmt::join(all, ""));
  return fmt::format("{} and {}", fmt::join(all.begin(), all.end() - 1, ", "), all.back());
}

/// Returns an enumeration with its verb: "3 is", "3 and 4 are".
std::string listedAre(const std::vector<int>& elements) {
  return listed(elements) + (elements.size() == 1 ? " is" : " are");
}

/// Returns "2 → 0" for each element that is not in a list and whose next has changed.
std::string newNexts(const TexelRow& next) {
  std::vector<std::string> words;
  for (const int i :
       elementsThat(next.size(), [&](int k) { return next.idChanged(k) && !next.flag(k); })) {
    words.push_back(fmt::format("{}\u00A0→\u00A0{}", i, next.id(i)));
  }
  return listed(words);
}

/// Returns the first element of the run that ends at element i, which is i itself unless the sort
/// links runs. One point stands for the whole run.
int firstOfRun(const Snapshot& now, int i) {
  const bool hasRuns = now.inTurns && now.sortsAll;
  while (hasRuns && i % sort::kLongestRun != 0 && now.mapping.id(i - 1) == now.mapping.id(i)) --i;
  return i;
}

/// Returns the parts that a scatter draws: "sub-buffer 2", or "remaining elements".
std::string subBuffersOf(const Snapshot& now) {
  std::vector<int> active;
  for (const sort::Drawn& each : now.round) active.push_back(each.subBuffer);
  if (now.inTurns && active.front() == now.subBuffers) return "remaining elements";
  return fmt::format("sub-buffer{} {}", active.size() == 1 ? "" : "s", listed(active));
}

/// Returns the caption of a scatter; `last` if no phase of this sort follows.
std::string scatterCaption(const Snapshot& now, bool last) {
  std::string title = fmt::format("Scatter {}", now.scatter);
  if (now.subBuffers > 1) title += fmt::format(" ({})", subBuffersOf(now));
  if (now.drawn.empty()) {
    return title + ": no point is left to draw, so " +
           (last ? "every element is in its list." : "the next sub-buffer joins.");
  }
  std::vector<std::string> winners;
  for (int bucket = 0; bucket < now.head.size(); ++bucket) {
    const int winner = now.head.id(bucket);
    if (contains(now.drawn, winner)) {
      winners.push_back(fmt::format("{} in bucket {}", winner, bucket));
    }
  }
  std::vector<int> losers;
  for (const int i : now.drawn) {
    if (now.head.id(now.mapping.id(i)) != i) losers.push_back(i);
  }
  return fmt::format("{}: {} drawn; the last one on a head stays: {}{}.", title,
                     counted(std::ssize(now.drawn), "point"), listed(winners),
                     losers.empty() ? "" : "; " + listedAre(losers) + " overwritten");
}

/// Returns a sentence on the effect of a phase. `before` is the snapshot before it, or null.
std::string captionOf(const Snapshot& now, const Snapshot* before, bool last) {
  const int elements = now.next.size();
  const std::string nexts = newNexts(now.next);
  switch (now.phase) {
    case sort::Phase::Cleared: {
      const std::string why =
          now.resort ? "More than a quarter of the elements moved, so all are sorted. " : "";
      std::vector<std::string> linked;
      for (const int i : elementsThat(elements, [&](int k) { return now.next.flag(k); })) {
        linked.push_back(fmt::format("{}\u00A0→\u00A0{}", i, now.next.id(i)));
      }
      if (!linked.empty()) {
        return why + fmt::format(
                         "Clear: {} NULL. Link runs, elements in a row that share a bucket: {}; "
                         "one point is drawn per run.",
                         now.head.texels.size() == 1 ? "the head is" : "all heads are",
                         listed(linked));
      }
      return why + fmt::format("Clear: {} and {} are NULL, and no element is visited.",
                               counted(std::ssize(now.head.texels), "head"),
                               counted(std::ssize(now.next.texels), "next"));
    }
    case sort::Phase::Unlinked: {
      const auto moved = elementsThat(elements, [&](int i) { return now.mapping.idChanged(i); });
      return fmt::format(
          "Unlink: {} of {} elements changed their bucket, so {} out of the old lists, which close "
          "the gaps.",
          moved.size(), elements, listedAre(moved));
    }
    case sort::Phase::Relinked:
      if (nexts.empty()) {
        return "Relink: the new buckets are empty; the moved elements point at NULL.";
      }
      return fmt::format(
          "Relink: each moved element points at the present head of its new bucket: {}.", nexts);
    case sort::Phase::Scattered:
      return scatterCaption(now, last);
    case sort::Phase::Linked: {
      auto placed =
          elementsThat(elements, [&](int i) { return now.next.flag(i) && !before->next.flag(i); });
      if (now.inTurns && now.sortsAll) {
        for (int& i : placed) i = firstOfRun(now, i);
        return fmt::format("Next-update {}: {} in a head and so in its list.", now.scatter,
                           listedAre(placed));
      }
      return fmt::format(
          "Next-update {}: {} in a head and now visited{}.", now.scatter, listedAre(placed),
          nexts.empty() ? "" : "; others of these buckets point at the head: " + nexts);
    }
  }
  return {};
}

texel::IdArray uploaded(const texel::Device& device, const std::string& label,
                        const std::vector<int>& buckets) {
  return {device, label, std::vector<texel::IdTexel>(buckets.begin(), buckets.end())};
}

/// Returns the elements that a scatter draws: the unvisited elements of the active sub-buffers.
std::vector<int> drawnBy(const Snapshot& now) {
  const int elements = now.next.size();
  std::vector<int> drawn;
  if (now.inTurns && now.round.front().subBuffer == now.subBuffers) {
    for (const int i : elementsThat(elements, [&](int k) { return !now.next.flag(k); })) {
      drawn.push_back(firstOfRun(now, i));
    }
    return drawn;
  }
  for (const sort::Drawn& each : now.round) {
    const auto [first, count] = sort::subBufferOf(each.subBuffer, now.subBuffers, elements);
    for (std::int64_t k = first; k < first + count; ++k) {
      const auto i = static_cast<int>(k);
      if (!now.next.flag(i)) drawn.push_back(firstOfRun(now, i));
    }
  }
  return drawn;
}

/// Returns the present texels, with the bits that differ from `before`, or `atFirst` without it.
TexelRow rowOf(const texel::IdArray& array, const TexelRow* before, texel::IdTexel atFirst) {
  TexelRow row{array.download(), {}};
  for (std::size_t i = 0; i < row.texels.size(); ++i) {
    row.changed.push_back(before == nullptr ? atFirst : row.texels[i] ^ before->texels[i]);
  }
  return row;
}

/// Returns the snapshot of the present state. `before` is the previous snapshot, or null.
Snapshot snapshotOf(const texel::IdArray& mapping, bool resort, const sort::Observation& seen,
                    const Snapshot* before, const sort::Settings& settings) {
  constexpr texel::IdTexel kAllBits = 0xFFFFFFFF;
  const auto rowBefore = [&](TexelRow Snapshot::*row) {
    return before == nullptr ? nullptr : &(before->*row);
  };
  const bool isFirst = before == nullptr || before->resort != resort;
  const bool sortsAll =
      !resort || seen.phase == sort::Phase::Cleared || (!isFirst && before->sortsAll);
  Snapshot now{.phase = seen.phase,
               .resort = resort,
               .inTurns = settings.partition == sort::Partition::Turns,
               .sortsAll = sortsAll,
               .scatter = isFirst ? 0 : before->scatter,
               .subBuffers = seen.subBuffers,
               .round = seen.round,
               .mapping = rowOf(mapping, rowBefore(&Snapshot::mapping), 0),
               .head = rowOf(seen.lists.head, rowBefore(&Snapshot::head), kAllBits),
               .next = rowOf(seen.lists.next, rowBefore(&Snapshot::next), kAllBits)};
  if (now.phase == sort::Phase::Scattered) {
    ++now.scatter;
    now.drawn = drawnBy(now);
  }
  return now;
}

}  // namespace

std::vector<Snapshot> tellSort(const texel::Device& device, const std::vector<int>& buckets,
                               int bucketCount, const sort::Settings& settings,
                               const std::optional<std::vector<int>>& movedTo) {
  sort::BucketSort sort(device, settings, std::ssize(buckets), bucketCount);
  const texel::IdArray mapping = uploaded(device, "mapping", buckets);
  std::vector<Snapshot> story;
  const auto record = [&](const texel::IdArray& assigned, bool resort) {
    sort.observe([&, resort, now = &assigned](const sort::Observation& seen) {
      const Snapshot* before = story.empty() ? nullptr : &story.back();
      story.push_back(snapshotOf(*now, resort, seen, before, settings));
    });
  };
  record(mapping, false);
  sort.sort(mapping);
  if (movedTo) {
    const texel::IdArray moved = uploaded(device, "mapping (new)", *movedTo);
    record(moved, true);
    sort.resort(mapping, moved);
  }
  for (std::size_t k = 0; k < story.size(); ++k) {
    const bool last = k + 1 == story.size() || story[k + 1].resort != story[k].resort;
    story[k].caption = captionOf(story[k], k > 0 ? &story[k - 1] : nullptr, last);
  }
  return story;
}

std::vector<std::vector<int>> listsOf(const Snapshot& snapshot) {
  std::vector<std::vector<int>> lists;
  for (int bucket = 0; bucket < snapshot.head.size(); ++bucket) {
    std::vector<int>& list = lists.emplace_back();
    int i = snapshot.head.id(bucket);
    while (i >= 0 && i < snapshot.next.size() && !contains(list, i)) {
      list.push_back(i);
      i = snapshot.next.id(i);
    }
  }
  return lists;
}

}  // namespace gpubuck::demo
