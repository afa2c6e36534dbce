#include "pairs/pair_windows.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/parallel.h"

namespace gpubuck::pairs {
namespace {

using texel::Format;

/// Minimum number of lists per thread. With fewer, another thread would not save time.
constexpr std::int64_t kListsPerThread = 1 << 12;

/// Number of slots that are collected before the reader gets their lists.
constexpr std::int64_t kSlotsAtOnce = 1 << 18;

/// Number of blocks that are downloaded at once: 64 MB.
constexpr std::int64_t kMostBlocks = std::int64_t{1} << 20;

texel::MapPassInfo infoOf(const char* name, const std::string& prologue, std::int64_t block,
                          const std::vector<std::string>& outputs) {
  texel::MapPassInfo info{.name = name,
                          .outputs = {},
                          .prologue = prologue + fmt::format("const int kWindow = {};\nconst int "
                                                             "kBlock = {};\n",
                                                             kWindow, block)};
  for (const std::string& output : outputs) info.outputs.push_back({output, Format::UInt4});
  return info;
}

void report(const ShareDone& progress, double done, std::int64_t all) {
  if (progress) progress(done / static_cast<double>(all));
}

std::vector<texel::Input> joined(std::vector<texel::Input> inputs,
                                 const std::vector<texel::Input>& more) {
  inputs.insert(inputs.end(), more.begin(), more.end());
  return inputs;
}

/// Returns the number of windows per part. The driver's largest texture may limit this number.
std::int64_t partWindowsFor(const texel::Device& device, std::int64_t wanted) {
  return std::min(wanted,
                  std::int64_t{device.textureWidth()} * device.capabilities().maxTextureSize);
}

}  // namespace

PairWindows::Part::Part(const texel::Device& device, std::int64_t windows)
    : counts(device, "hit counts", windows),
      ends(device, "hit ends", windows),
      hits{texel::UInt4Array(device, "hits", windows), texel::UInt4Array(device, "hits", windows)},
      prefixSum(device, windows) {}

std::uint32_t PairWindows::Part::blocksBefore(std::int64_t window) const {
  return window == first ? 0 : endOf[static_cast<std::size_t>(window - first - 1)].z;
}

std::uint32_t PairWindows::Part::slotsOf(std::int64_t window) const {
  const auto k = static_cast<std::size_t>(window - first);
  return endOf[k].x - (k > 0 ? endOf[k - 1].x : 0);
}

PairWindows::PairWindows(const texel::Device& device, const std::string& prologue,
                         std::int64_t lists, std::int64_t partWindows)
    : device_(&device),
      lists_(lists),
      partWindows_(partWindowsFor(device, partWindows)),
      countCandidates_(
          device, infoOf("pairs/count_candidates", prologue, kBlock, {"o_searched", "o_windows"})),
      findHits_(device,
                infoOf("pairs/find_hits", prologue, kBlock, {"o_hits0", "o_hits1", "o_count"})),
      gatherPairs_(device, infoOf("pairs/gather_pairs", prologue, kBlock,
                                  {"o_slots0", "o_slots1", "o_slots2", "o_slots3"})),
      prefixSum_(device, lists),
      searched_(device, "searched cells", lists),
      counts_(device, "window counts", lists),
      ends_(device, "window ends", lists) {}

void PairWindows::find(const std::vector<texel::Input>& walk, GpuClock& clock,
                       const ShareDone& progress) {
  countCandidates_.run(lists_, walk, {{"o_searched", searched_}, {"o_windows", counts_}});
  prefixSum_.run(counts_, ends_);
  clock.searched();
  const std::vector<glm::uvec4> ends = ends_.download();
  clock.downloaded();
  windowEnds_.clear();
  for (const glm::uvec4& end : ends) {
    windowEnds_.push_back(static_cast<std::int64_t>(std::uint64_t{end.y} << 32 | end.x));
  }
  const std::int64_t capacity = std::min(windows(), partWindows_);
  if (!part_ || part_->counts.count() < capacity) {
    part_.reset();
    part_.emplace(*device_, capacity);
  }
  part_->count = 0;
  lengths_.assign(static_cast<std::size_t>(lists_), 0);
  std::size_t list = 0;
  for (std::int64_t window = 0; window < windows(); ++window) {
    if (!part_->holds(window)) {
      findPart(walk, window, clock, progress);
    }
    while (windowEnds_[list] <= window) ++list;
    lengths_[list] += part_->slotsOf(window);
  }
}

void PairWindows::findPart(const std::vector<texel::Input>& walk, std::int64_t firstWindow,
                           GpuClock& clock, const ShareDone& progress) {
  Part& part = *part_;
  part.count = 0;  // if an exception ends this function, the part is empty
  const std::int64_t count = std::min(windows() - firstWindow, part.counts.count());
  const auto done = [&](double share) {
    report(progress, static_cast<double>(firstWindow) + share * static_cast<double>(count),
           windows());
  };
  const auto listOf = [&](std::int64_t window) {
    return static_cast<int>(std::ranges::upper_bound(windowEnds_, window) - windowEnds_.begin());
  };
  // Shaders compare only the low words of windows' numbers. This is enough, since the shaders
  // search only the lists of the part, which are fewer than 2^32 windows apart.
  clock.begin();
  const std::vector<texel::Input> inputs =
      joined({{"u_searched", searched_},
              {"u_windowEnds", ends_},
              {"u_firstList", listOf(firstWindow)},
              {"u_lastList", listOf(firstWindow + count - 1)},
              {"u_firstWindow", static_cast<GLuint>(firstWindow)}},
             walk);
  slices_.run(
      {.first = 0, .count = count},
      [&](const texel::Range& range) {
        findHits_.run(
            range, inputs,
            {{"o_hits0", part.hits[0]}, {"o_hits1", part.hits[1]}, {"o_count", part.counts}});
      },
      progress ? ShareDone(done) : ShareDone());
  part.prefixSum.run(part.counts, part.ends);
  clock.searched();
  part.endOf = part.ends.download();
  part.first = firstWindow;
  part.count = count;
  clock.downloaded();
}

std::int64_t PairWindows::readBytes(std::int64_t slots) const {
  const Part& part = *part_;
  const bool isOnePart = part.count == windows();
  const std::int64_t blocks =
      isOnePart && part.count > 0
          ? std::min<std::int64_t>(part.blocksBefore(part.first + part.count), kMostBlocks)
          : kMostBlocks;
  const bool hasTextures = !slots_.empty() && slots_[0].count() >= blocks;
  // Texels in main memory per block: kTexels are downloaded. One more is needed while a new
  // download replaces the previous download of a texture. A software renderer has its textures in
  // main memory, too.
  const auto texels = static_cast<std::int64_t>(
      kTexels + 1 + (device_->isSoftware() && !hasTextures ? kTexels : 0));
  const std::int64_t longest = lengths_.empty() ? 0 : *std::ranges::max_element(lengths_);
  return std::int64_t{sizeof(glm::uvec4)} * blocks * texels +
         std::int64_t{sizeof(std::uint32_t)} * std::min(slots, kSlotsAtOnce + longest) +
         std::int64_t{sizeof(std::int64_t)} * lists_;
}

void PairWindows::gather(const std::vector<texel::Input>& walk, std::int64_t firstWindow,
                         Blocks& blocks, GpuClock& clock) {
  const Part& part = *part_;
  blocks.first = part.blocksBefore(firstWindow);
  std::int64_t end = firstWindow + 1;
  while (end < part.first + part.count && part.blocksBefore(end + 1) - blocks.first <= kMostBlocks)
    ++end;
  blocks.count = part.blocksBefore(end) - blocks.first;
  if (slots_.empty() || slots_[0].count() < blocks.count) {
    slots_.clear();
    for (std::size_t k = 0; k < kTexels; ++k) {
      slots_.emplace_back(*device_, "pair slots", blocks.count);
    }
  }
  clock.begin();
  gatherPairs_.run(blocks.count,
                   joined({{"u_searched", searched_},
                           {"u_windowEnds", ends_},
                           {"u_blockEnds", part.ends},
                           {"u_hits0", part.hits[0]},
                           {"u_hits1", part.hits[1]},
                           {"u_firstWindow", static_cast<GLuint>(part.first)},
                           {"u_lastWindow", static_cast<int>(part.count - 1)},
                           {"u_firstBlock", static_cast<int>(blocks.first)}},
                          walk),
                   {{"o_slots0", slots_[0]},
                    {"o_slots1", slots_[1]},
                    {"o_slots2", slots_[2]},
                    {"o_slots3", slots_[3]}});
  clock.searched();
  for (std::size_t k = 0; k < kTexels; ++k) blocks.texels[k] = slots_[k].download();
  clock.downloaded();
}

void PairWindows::append(std::int64_t window, const Blocks& blocks,
                         std::vector<std::uint32_t>& slots) const {
  std::int64_t block = part_->blocksBefore(window) - blocks.first;
  const std::size_t end = slots.size() + part_->slotsOf(window);
  for (; slots.size() < end; ++block) {
    for (const std::vector<glm::uvec4>& texels : blocks.texels) {
      const glm::uvec4& four = texels[static_cast<std::size_t>(block)];
      slots.insert(slots.end(), {four.x, four.y, four.z, four.w});
    }
  }
  slots.resize(end);  // the last block may have unused slots
}

void PairWindows::readLists(const Reader& reader, std::int64_t first,
                            std::span<const std::int64_t> ends, std::int64_t begin,
                            std::span<const std::uint32_t> slots) {
  inParallel(std::ssize(ends), kListsPerThread, [&](std::int64_t from, std::int64_t to) {
    for (std::int64_t k = from; k < to; ++k) {
      const auto listBegin = k > 0 ? ends[static_cast<std::size_t>(k - 1)] : begin;
      const auto count = ends[static_cast<std::size_t>(k)] - listBegin;
      reader(first + k, slots.subspan(static_cast<std::size_t>(listBegin - begin),
                                      static_cast<std::size_t>(count)));
    }
  });
}

void PairWindows::read(const std::vector<texel::Input>& walk, const Reader& reader, GpuClock& clock,
                       const ShareDone& progress) {
  Blocks blocks;
  std::vector<std::uint32_t>& slots = readSlots_;
  std::vector<std::int64_t>& ends = readEnds_;
  slots.clear();
  ends.clear();
  std::int64_t firstList = 0, window = 0;
  for (const std::int64_t windowEnd : windowEnds_) {
    for (; window < windowEnd; ++window) {
      if (!part_->holds(window)) {
        findPart(walk, window, clock, progress);
        blocks = {};
      }
      if (part_->blocksBefore(window + 1) > blocks.first + blocks.count) {
        report(progress, static_cast<double>(window), windows());
        gather(walk, window, blocks, clock);
      }
      append(window, blocks, slots);
    }
    ends.push_back(std::ssize(slots));
    if (ends.back() < kSlotsAtOnce && firstList + std::ssize(ends) < std::ssize(windowEnds_))
      continue;
    readLists(reader, firstList, ends, 0, slots);
    firstList += std::ssize(ends);
    ends.clear();
    slots.clear();
  }
}

}  // namespace gpubuck::pairs
