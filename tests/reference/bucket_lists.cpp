#include "reference/bucket_lists.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/error.h"

namespace gpubuck::reference {
namespace {

BucketLists emptyLists(std::size_t elements, int buckets) {
  return {std::vector<int>(static_cast<std::size_t>(buckets), kNull),
          std::vector<int>(elements, kNull), std::vector<bool>(elements, false)};
}

void updateNext(BucketLists& lists, const std::vector<int>& bucketOf) {
  for (std::size_t i = 0; i < bucketOf.size(); ++i) {
    if (lists.visited[i]) continue;
    const int head = lists.head[static_cast<std::size_t>(bucketOf[i])];
    if (head == static_cast<int>(i)) {
      lists.visited[i] = true;
    } else {
      lists.next[i] = head;
    }
  }
}

int subBufferCount(std::int64_t elements, const sort::Settings& settings) {
  return static_cast<int>(std::min<std::int64_t>(settings.subBuffers, elements));
}

std::vector<std::vector<int>> elementsOfSubBuffers(std::size_t elements,
                                                   const sort::Settings& settings) {
  const auto count = static_cast<std::int64_t>(elements);
  std::vector<std::vector<int>> result(static_cast<std::size_t>(subBufferCount(count, settings)));
  for (std::int64_t i = 0; i < count; ++i) {
    result[static_cast<std::size_t>(subBufferOf(i, count, settings))].push_back(
        static_cast<int>(i));
  }
  return result;
}

std::int64_t drawUnvisited(BucketLists& lists, const std::vector<int>& bucketOf,
                           const std::vector<int>& elements) {
  std::int64_t drawn = 0;
  for (const int i : elements) {
    if (lists.visited[static_cast<std::size_t>(i)]) continue;
    lists.head[static_cast<std::size_t>(bucketOf[static_cast<std::size_t>(i)])] = i;
    ++drawn;
  }
  return drawn;
}

/// Returns an entry for each element: the first element of its run for the last element of a run,
/// and kNull for all other elements.
std::vector<int> firstOfRuns(const std::vector<int>& bucketOf) {
  std::vector<int> firsts(bucketOf.size(), kNull);
  std::size_t first = 0;
  for (std::size_t i = 0; i < bucketOf.size(); ++i) {
    const bool ends =
        i + 1 == bucketOf.size() || bucketOf[i + 1] != bucketOf[i] || (i + 1) % kLongestRun == 0;
    if (!ends) continue;
    firsts[i] = static_cast<int>(first);
    first = i + 1;
  }
  return firsts;
}

/// Draws the elements that no turn has placed, or all elements that moved in a re-sort, until no
/// element is left. The point of element i draws the element firsts[i].
void drawLeft(SortResult& result, const std::vector<int>& bucketOf, const std::vector<int>& firsts,
              std::size_t subBuffer, std::size_t subBuffers) {
  BucketLists& lists = result.lists;
  std::vector<std::size_t> left;
  for (std::size_t i = 0; i < bucketOf.size(); ++i) {
    if (!lists.visited[i]) left.push_back(i);
  }
  const auto headOf = [&](std::size_t i) -> int& {
    return lists.head[static_cast<std::size_t>(bucketOf[i])];
  };
  for (const std::size_t i : left) lists.next[i] = headOf(i);
  std::int64_t drawn = left.empty() ? 0 : 1;
  while (drawn > 0) {
    drawn = 0;
    for (const std::size_t i : left) {
      if (lists.visited[i]) continue;
      headOf(i) = firsts[i];
      ++drawn;
    }
    for (const std::size_t i : left) {
      if (lists.visited[i]) continue;
      if (headOf(i) == firsts[i]) {
        lists.visited[i] = true;
      } else {
        lists.next[i] = headOf(i);
      }
    }
    RoundCounts counts(subBuffers, kNotDrawn);
    counts[subBuffer] = drawn;
    result.rounds.push_back(std::move(counts));
  }
}

SortResult runTurns(BucketLists lists, const std::vector<int>& bucketOf,
                    const sort::Settings& settings) {
  SortResult result;
  const std::vector<int> firsts = firstOfRuns(bucketOf);
  for (std::size_t i = 0; i < bucketOf.size(); ++i) {
    if (firsts[i] != kNull) continue;
    lists.next[i] = static_cast<int>(i) + 1;
    lists.visited[i] = true;
  }
  const auto subBuffers = elementsOfSubBuffers(bucketOf.size(), settings);
  for (std::size_t s = 0; s < subBuffers.size(); ++s) {
    std::vector<int> drawn;
    for (const int i : subBuffers[s]) {
      if (firsts[static_cast<std::size_t>(i)] != kNull) drawn.push_back(i);
    }
    const auto headOf = [&](int i) -> int& {
      return lists.head[static_cast<std::size_t>(bucketOf[static_cast<std::size_t>(i)])];
    };
    for (const int i : drawn) lists.next[static_cast<std::size_t>(i)] = headOf(i);
    for (const int i : drawn) headOf(i) = firsts[static_cast<std::size_t>(i)];
    for (const int i : drawn) {
      const auto k = static_cast<std::size_t>(i);
      lists.visited[k] = headOf(i) == firsts[k];
    }
    RoundCounts counts(subBuffers.size() + 1, kNotDrawn);
    counts[s] = static_cast<std::int64_t>(drawn.size());
    result.rounds.push_back(std::move(counts));
  }
  result.lists = std::move(lists);
  drawLeft(result, bucketOf, firsts, subBuffers.size(), subBuffers.size() + 1);
  return result;
}

SortResult runRounds(BucketLists lists, const std::vector<int>& bucketOf,
                     const sort::Settings& settings) {
  if (settings.partition == sort::Partition::Turns) {
    return runTurns(std::move(lists), bucketOf, settings);
  }
  SortResult result;
  const auto subBuffers = elementsOfSubBuffers(bucketOf.size(), settings);
  const std::size_t count = subBuffers.size();
  std::vector<std::int64_t> lastCount(count, 0);
  std::vector<bool> active(count, false);
  std::size_t joined = 0;
  const auto join = [&] { active[joined++] = true; };

  if (count > 0) join();
  while (std::find(active.begin(), active.end(), true) != active.end()) {
    RoundCounts counts(count, kNotDrawn);
    for (std::size_t s = 0; s < joined; ++s) {
      if (!active[s]) continue;
      lastCount[s] = drawUnvisited(lists, bucketOf, subBuffers[s]);
      counts[s] = lastCount[s];
      active[s] = lastCount[s] > 0;
    }
    updateNext(lists, bucketOf);
    result.rounds.push_back(std::move(counts));

    const std::size_t predecessor = joined - 1;
    const auto size = static_cast<double>(subBuffers[predecessor].size());
    const auto last = static_cast<double>(lastCount[predecessor]);
    if (joined < count && last <= settings.threshold * size) join();
  }
  result.lists = std::move(lists);
  return result;
}

}  // namespace

std::int64_t SortResult::pointsDrawn() const {
  std::int64_t sum = 0;
  for (const RoundCounts& round : rounds) {
    for (const std::int64_t drawn : round) sum += std::max<std::int64_t>(drawn, 0);
  }
  return sum;
}

std::vector<BucketLists> listingOne(const std::vector<int>& bucketOf, int buckets) {
  std::vector<BucketLists> snapshots;
  BucketLists lists = emptyLists(bucketOf.size(), buckets);
  while (true) {
    bool finished = true;
    for (std::size_t i = 0; i < bucketOf.size(); ++i) {
      if (!lists.visited[i]) {
        lists.head[static_cast<std::size_t>(bucketOf[i])] = static_cast<int>(i);
        finished = false;
      }
    }
    if (finished) break;
    updateNext(lists, bucketOf);
    snapshots.push_back(lists);
  }
  if (snapshots.empty()) snapshots.push_back(lists);
  return snapshots;
}

int subBufferOf(std::int64_t element, std::int64_t count, const sort::Settings& settings) {
  const std::int64_t k = subBufferCount(count, settings);
  return static_cast<int>(((element + 1) * k - 1) / count);
}

SortResult bucketSort(const std::vector<int>& bucketOf, int buckets,
                      const sort::Settings& settings) {
  return runRounds(emptyLists(bucketOf.size(), buckets), bucketOf, settings);
}

BucketLists unlinkMoved(const BucketLists& old, const std::vector<int>& oldBucketOf,
                        const std::vector<int>& newBucketOf) {
  const auto moved = [&](int i) {
    return oldBucketOf[static_cast<std::size_t>(i)] != newBucketOf[static_cast<std::size_t>(i)];
  };
  const auto firstThatStays = [&](int i) {
    while (i != kNull && moved(i)) i = old.next[static_cast<std::size_t>(i)];
    return i;
  };
  BucketLists result = old;
  for (int& head : result.head) head = firstThatStays(head);
  for (std::size_t i = 0; i < old.next.size(); ++i) {
    const bool leaves = moved(static_cast<int>(i));
    result.visited[i] = !leaves;
    result.next[i] = leaves ? kNull : firstThatStays(old.next[i]);
  }
  return result;
}

SortResult bucketResort(const BucketLists& old, const std::vector<int>& oldBucketOf,
                        const std::vector<int>& newBucketOf, const sort::Settings& settings) {
  if (oldBucketOf == newBucketOf) return {old, {}};
  BucketLists lists = unlinkMoved(old, oldBucketOf, newBucketOf);
  if (settings.partition == sort::Partition::Turns) {
    std::size_t moved = 0;
    for (std::size_t i = 0; i < newBucketOf.size(); ++i) moved += lists.visited[i] ? 0 : 1;
    if (4 * moved > newBucketOf.size()) {
      return bucketSort(newBucketOf, static_cast<int>(old.head.size()), settings);
    }
    std::vector<int> themselves(newBucketOf.size());
    std::iota(themselves.begin(), themselves.end(), 0);
    SortResult result{std::move(lists), {}};
    drawLeft(result, newBucketOf, themselves, 0, 1);
    return result;
  }
  updateNext(lists, newBucketOf);
  return runRounds(std::move(lists), newBucketOf, settings);
}

std::vector<std::vector<int>> listsAsSets(const std::vector<int>& head,
                                          const std::vector<int>& next) {
  std::vector<std::vector<int>> sets(head.size());
  for (std::size_t bucket = 0; bucket < head.size(); ++bucket) {
    for (int i = head[bucket]; i != kNull; i = next[static_cast<std::size_t>(i)]) {
      const std::string where = fmt::format("bucket {}", bucket);
      if (i < 0 || static_cast<std::size_t>(i) >= next.size()) {
        throw RunError(where, fmt::format("its list holds {}, outside 0..{}", i,
                                          static_cast<std::int64_t>(next.size()) - 1));
      }
      if (sets[bucket].size() == next.size()) throw RunError(where, "its list does not end");
      sets[bucket].push_back(i);
    }
    std::sort(sets[bucket].begin(), sets[bucket].end());
  }
  return sets;
}

std::string listsError(const std::vector<int>& head, const std::vector<int>& next,
                       const std::vector<int>& bucketOf) {
  if (next.size() != bucketOf.size()) {
    return fmt::format("next has {} entries for {} elements", next.size(), bucketOf.size());
  }
  std::vector<std::vector<int>> expected(head.size());
  for (std::size_t i = 0; i < bucketOf.size(); ++i) {
    expected[static_cast<std::size_t>(bucketOf[i])].push_back(static_cast<int>(i));
  }
  std::vector<std::vector<int>> sets;
  try {
    sets = listsAsSets(head, next);
  } catch (const RunError& error) {
    return error.what();
  }
  for (std::size_t bucket = 0; bucket < head.size(); ++bucket) {
    if (sets[bucket] != expected[bucket]) {
      return fmt::format("bucket {}: its list holds [{}], mapped to it are [{}]", bucket,
                         fmt::join(sets[bucket], " "), fmt::join(expected[bucket], " "));
    }
  }
  return {};
}

}  // namespace gpubuck::reference
