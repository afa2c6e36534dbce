#include "sort/abi_sort.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "base/error.h"

namespace gpubuck::sort {
namespace {

constexpr std::int64_t kMostElements = std::int64_t{1} << 23;

/// Returns the elements. Throws InputError for too many.
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
