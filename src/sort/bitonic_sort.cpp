#include "sort/bitonic_sort.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "base/error.h"

namespace gpubuck::sort {
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

/// Merges sorted runs of `length` texels to runs of twice the length.
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

}  // namespace gpubuck::sort
