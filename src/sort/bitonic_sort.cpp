#include "sort/bitonic_sort.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "base/error.h"

namespace gpubuck::sort {

PairRanges::PairRanges(const texel::Device& device)
    : order_(device, {.name = "sort/bitonic_order", .outputs = {{"o_order", texel::Format::Id}}}),
      start_(device, {.name = "sort/bitonic_start", .outputs = {{"o_start", texel::Format::Id}}}) {}

void PairRanges::run(const texel::UInt4Array& pairs, BucketRanges& ranges) {
  const std::int64_t elements = ranges.order.count();
  order_.run(elements, {{"u_pairs", pairs}}, {{"o_order", ranges.order}});
  start_.run(ranges.start.count(), {{"u_pairs", pairs}, {"u_elements", static_cast<int>(elements)}},
             {{"o_start", ranges.start}});
}

namespace {

std::vector<texel::MapPass> mergePasses(const texel::Device& device, int stagesPerPass) {
  if (stagesPerPass < 1 || stagesPerPass > BitonicSort::kMaxStagesPerPass) {
    throw InputError("stages per pass", fmt::format("{} is not within 1..{}", stagesPerPass,
                                                    BitonicSort::kMaxStagesPerPass));
  }
  std::vector<texel::MapPass> passes;
  for (int stages = 1; stages <= stagesPerPass; ++stages) {
    passes.emplace_back(device,
                        texel::MapPassInfo{.name = "sort/bitonic_merge",
                                           .outputs = {{"o_pairs", texel::Format::UInt4}},
                                           .prologue = fmt::format("#define STAGES {}\n", stages)});
  }
  return passes;
}

}  // namespace

BitonicSort::BitonicSort(const texel::Device& device, std::int64_t elements, std::int64_t buckets,
                         int stagesPerPass)
    : Sort(BucketRanges(device, elements, buckets)),
      elements_(elements),
      load_(device, {.name = "sort/bitonic_load", .outputs = {{"o_pairs", texel::Format::UInt4}}}),
      merge_(mergePasses(device, stagesPerPass)),
      pairRanges_(device),
      pairs_(device, "pairs", (elements + 1) / 2),
      sparePairs_(device, "pairs (spare)", (elements + 1) / 2) {}

void BitonicSort::sort(const texel::IdArray& mapping) {
  load_.run(pairs_.count(), {{"u_mapping", mapping}, {"u_elements", static_cast<int>(elements_)}},
            {{"o_pairs", pairs_}});
  for (std::int64_t length = 1; length < pairs_.count(); length *= 2) mergeRuns(length);
  pairRanges_.run(pairs_, *ranges());
}

/// Merges sorted runs of `length` texels into runs of twice this length.
void BitonicSort::mergeRuns(std::int64_t length) {
  const int stagesPerPass = static_cast<int>(merge_.size());
  for (int distance = static_cast<int>(length); distance > 0;) {
    const int stagesLeft = std::bit_width(static_cast<unsigned>(distance));
    const int stages = std::min(stagesLeft, stagesPerPass);
    texel::MapPass& merge = merge_[static_cast<std::size_t>(stages - 1)];
    merge.run(pairs_.count(),
              {{"u_pairs", pairs_},
               {"u_texels", static_cast<int>(pairs_.count())},
               {"u_distance", distance},
               {"u_mirrored", static_cast<int>(distance == length)}},
              {{"o_pairs", sparePairs_}});
    std::swap(pairs_, sparePairs_);
    distance >>= stages;
  }
}

namespace {

constexpr std::int64_t kMostElements = std::int64_t{1} << 23;

/// Returns `elements`. Throws InputError for too many elements.
std::int64_t checked(std::int64_t elements) {
  if (elements <= kMostElements) return elements;
  throw InputError("elements", fmt::format("{} is more than the {} that abisort can sort", elements,
                                           kMostElements));
}

std::int64_t placesFor(std::int64_t elements) {
  return static_cast<std::int64_t>(
      std::bit_ceil(static_cast<std::uint64_t>(std::max<std::int64_t>(elements, 1))));
}

texel::MapPassInfo infoOf(const char* name, const std::vector<const char*>& outputs) {
  texel::MapPassInfo info{.name = name};
  for (const char* output : outputs) info.outputs.push_back({output, texel::Format::UInt4});
  return info;
}

}  // namespace

ABiSort::ABiSort(const texel::Device& device, std::int64_t elements, std::int64_t buckets)
    : Sort(BucketRanges(device, checked(elements), buckets)),
      elements_(elements),
      places_(placesFor(elements)),
      load_(device, infoOf("sort/abi_load", {"o_node"})),
      step_(device, infoOf("sort/abi_step", {"o_state", "o_targets", "o_first", "o_second"})),
      put_(device, "sort/abi_put", "#define UINT_POINTS\n"),
      flatten_(device, infoOf("sort/abi_flatten", {"o_pairs"})),
      pairRanges_(device),
      nodes_(device, "tree nodes", places_),
      state_(device, "subtrees", places_ / 2),
      spareState_(device, "subtrees (spare)", places_ / 2),
      targets_(device, "changed nodes", places_ / 2),
      first_(device, "first nodes", places_ / 2),
      second_(device, "second nodes", places_ / 2),
      pairs_(device, "pairs", (elements + 1) / 2) {}

void ABiSort::sort(const texel::IdArray& mapping) {
  load_.run(places_, {{"u_mapping", mapping}, {"u_elements", static_cast<int>(elements_)}},
            {{"o_node", nodes_}});
  for (int level = 1; std::int64_t{1} << level <= places_; ++level) merge(level);
  flatten_.run(pairs_.count(), {{"u_nodes", nodes_}, {"u_places", static_cast<int>(places_)}},
               {{"o_pairs", pairs_}});
  pairRanges_.run(pairs_, *ranges());
}

void ABiSort::merge(int level) {
  const auto subtreesOf = [level](int step) {
    const int firstStage = std::max(0, step - level + 1);
    const int lastStage = step / 2;
    return Subtrees{1 << firstStage, (2 << lastStage) - (1 << firstStage)};
  };
  Subtrees before;
  for (int step = 0; step < 2 * level - 1; ++step) {
    const Subtrees subtrees = subtreesOf(step);
    const std::int64_t count = (places_ >> level) * subtrees.count;
    step_.run(count,
              {{"u_nodes", nodes_},
               {"u_state", state_},
               {"u_level", level},
               {"u_step", step},
               {"u_firstSubtree", subtrees.first},
               {"u_subtrees", subtrees.count},
               {"u_firstSubtreeBefore", before.first},
               {"u_subtreesBefore", before.count}},
              {{"o_state", spareState_},
               {"o_targets", targets_},
               {"o_first", first_},
               {"o_second", second_}});
    std::swap(state_, spareState_);
    const std::array<texel::PointBatch, 1> all{{{0, 2 * count, nullptr}}};
    put_.run({.batches = all},
             {{"u_targets", targets_}, {"u_firstNodes", first_}, {"u_secondNodes", second_}},
             nodes_);
    before = subtrees;
  }
}

}  // namespace gpubuck::sort
