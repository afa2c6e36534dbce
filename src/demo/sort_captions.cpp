// What a phase of a sort did, in one sentence.
#include <fmt/format.h>

#include <algorithm>

#include "demo/sort_story.h"

namespace gpubuck::demo {
namespace {

std::string counted(std::size_t count, const std::string& noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

/// "0", "0 and 4", "0, 4 and 6".
std::string listed(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t k = 0; k < words.size(); ++k) {
    if (k > 0) text += k + 1 == words.size() ? " and " : ", ";
    text += words[k];
  }
  return text;
}

std::string listed(const std::vector<int>& ids) {
  std::vector<std::string> words;
  for (const int id : ids) words.push_back(fmt::format("{}", id));
  return listed(words);
}

bool contains(const std::vector<int>& ids, int id) {
  return std::find(ids.begin(), ids.end(), id) != ids.end();
}

int bucketOf(const Snapshot& snapshot, int element) {
  return texel::decodeSignedId(snapshot.mapping.texels[static_cast<std::size_t>(element)]);
}

/// "2 → 0" for every element that is not in a list and whose next is new.
std::vector<std::string> newNexts(const Snapshot& now) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < now.next.texels.size(); ++i) {
    const texel::IdTexel texel = now.next.texels[i];
    if (!idChanged(now.next, i) || texel::hasFlag(texel)) continue;
    words.push_back(fmt::format("{}\u00A0→\u00A0{}", i, texel::decodeSignedId(texel)));
  }
  return words;
}

std::string cleared(const Snapshot& now) {
  return fmt::format("Clear: {} and {} are NULL, and no element is visited.",
                     counted(now.head.texels.size(), "head"),
                     counted(now.next.texels.size(), "next"));
}

std::string unlinked(const Snapshot& now) {
  std::vector<int> moved;
  for (std::size_t i = 0; i < now.mapping.texels.size(); ++i) {
    if (idChanged(now.mapping, i)) moved.push_back(static_cast<int>(i));
  }
  return fmt::format(
      "Unlink: {} of {} elements changed their bucket, so {} {} out of the old lists, which close "
      "the gaps.",
      moved.size(), now.mapping.texels.size(), listed(moved), moved.size() == 1 ? "is" : "are");
}

std::string relinked(const Snapshot& now) {
  const std::vector<std::string> nexts = newNexts(now);
  if (nexts.empty()) return "Relink: the new buckets are empty; the moved elements point at NULL.";
  return fmt::format("Relink: each moved element points at the present head of its new bucket: {}.",
                     listed(nexts));
}

std::string scattered(const Snapshot& now, bool last) {
  std::string title = fmt::format("Scatter {}", now.scatter);
  if (now.subBuffers > 1) {
    std::vector<int> drawn;
    for (const sort::Drawn& each : now.round) drawn.push_back(each.subBuffer);
    title += fmt::format(" (sub-buffer{} {})", drawn.size() == 1 ? "" : "s", listed(drawn));
  }
  if (now.drawn.empty()) {
    return title + (last ? ": no point is left to draw, so every element is in its list."
                         : ": no point is left to draw, so the next sub-buffer joins.");
  }
  std::vector<std::string> winners;
  for (std::size_t bucket = 0; bucket < now.head.texels.size(); ++bucket) {
    const int winner = texel::decodeSignedId(now.head.texels[bucket]);
    if (contains(now.drawn, winner))
      winners.push_back(fmt::format("{} in bucket {}", winner, bucket));
  }
  std::vector<int> losers;
  for (const int i : now.drawn) {
    if (texel::decodeSignedId(now.head.texels[static_cast<std::size_t>(bucketOf(now, i))]) != i)
      losers.push_back(i);
  }
  std::string text = fmt::format("{}: {} drawn; the last one on a head stays: {}", title,
                                 counted(now.drawn.size(), "point"), listed(winners));
  if (losers.empty()) return text + ".";
  return text +
         fmt::format("; {} {} overwritten.", listed(losers), losers.size() == 1 ? "is" : "are");
}

std::string linked(const Snapshot& now, const Snapshot& before) {
  std::vector<int> placed;
  for (std::size_t i = 0; i < now.next.texels.size(); ++i) {
    if (texel::hasFlag(now.next.texels[i]) && !texel::hasFlag(before.next.texels[i])) {
      placed.push_back(static_cast<int>(i));
    }
  }
  std::string text = fmt::format("Next-update {}: {} {} in a head and now visited", now.scatter,
                                 listed(placed), placed.size() == 1 ? "is" : "are");
  const std::vector<std::string> nexts = newNexts(now);
  if (nexts.empty()) return text + ".";
  return text + fmt::format("; others of these buckets point at the head: {}.", listed(nexts));
}

}  // namespace

std::string captionOf(const Snapshot& now, const Snapshot* before, bool last) {
  switch (now.phase) {
    case sort::Phase::Cleared:
      return cleared(now);
    case sort::Phase::Unlinked:
      return unlinked(now);
    case sort::Phase::Relinked:
      return relinked(now);
    case sort::Phase::Scattered:
      return scattered(now, last);
    case sort::Phase::Linked:
      return linked(now, *before);
  }
  return {};
}

}  // namespace gpubuck::demo
