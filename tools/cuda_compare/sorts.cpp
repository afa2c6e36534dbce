#include <algorithm>
#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "base/id.h"
#include "bench/fixtures.h"
#include "bench/inputs.h"
#include "contest.h"
#include "oracle.h"

namespace gpubuck::cuda {
namespace {

constexpr std::array<std::int64_t, 3> kElements{262144, 1048576, kMaxCount};
constexpr std::array<std::int64_t, 3> kPerCell{1, 4, 16};

struct Input {
  std::vector<std::uint32_t> bucketOf;
  std::int64_t buckets;
  Sorted sorted;
  std::vector<std::uint32_t> starts;
};

Input makeInput(std::int64_t elements, std::int64_t perCell, bench::Order order) {
  // B buckets have B + 1 starts of ranges, and each start needs an id.
  const std::int64_t buckets = std::min(elements / perCell, kMaxCount - 1);
  std::vector<std::uint32_t> bucketOf = bench::randomBuckets(elements, buckets, order);
  Sorted sorted = sortStable(bucketOf);
  std::vector<std::uint32_t> starts = startsOf(sorted.keys, buckets);
  return {std::move(bucketOf), buckets, std::move(sorted), std::move(starts)};
}

/// Returns the ids of texels, without the flag that a texel also has.
std::vector<std::uint32_t> idsOf(const texel::IdArray& array) {
  std::vector<std::uint32_t> ids = array.download();
  for (std::uint32_t& id : ids) id &= kNullId;
  return ids;
}

std::string checkRanges(const std::vector<std::uint32_t>& order,
                        const std::vector<std::uint32_t>& starts, const Input& input) {
  const std::string verdict = compare("order", order, input.sorted.order);
  return verdict == kRight ? compare("start", starts, input.starts) : verdict;
}

std::string checkFixture(const bench::SortFixture& fixture, const Input& input) {
  if (const sort::BucketLists* lists = fixture.sort().lists()) {
    return checkLists(lists->head.download(), lists->next.download(), input.bucketOf);
  }
  return checkRanges(idsOf(fixture.sort().ranges()->order), idsOf(fixture.sort().ranges()->start),
                     input);
}

/// An algorithm of gpubuck, with the engine on which it is faster if the GPU has both engines.
struct Choice {
  texel::Engine engine;
  sort::Algorithm algorithm;
};
constexpr std::array<Choice, 5> kChoices{{{texel::Engine::Fast, sort::Algorithm::Atomic},
                                          {texel::Engine::Fast, sort::Algorithm::Counting},
                                          {texel::Engine::Fast, sort::Algorithm::Radix},
                                          {texel::Engine::Fast, sort::Algorithm::Bitonic},
                                          {texel::Engine::Paper, sort::Algorithm::Bucket}}};

void addCase(const bench::Setup& setup, std::int64_t elements, std::int64_t perCell,
             bench::Order order, bench::Report& report) {
  const Input input = makeInput(elements, perCell, order);
  std::vector<std::unique_ptr<bench::SortFixture>> fixtures;
  std::vector<Contender> contenders;
  for (const Choice& choice : kChoices) {
    fixtures.push_back(std::make_unique<bench::SortFixture>(
        setup.deviceFor(choice.engine, elements),
        bench::SortChoice{.settings = {.algorithm = choice.algorithm}}, input.bucketOf,
        input.buckets));
    bench::SortFixture& fixture = *fixtures.back();
    bench::Row row{.engine = texel::engineName(choice.engine)};
    fixture.describe(row);
    contenders.push_back({.row = std::move(row), .job = fixture.sortJob(), .check = [&] {
                            return checkFixture(fixture, input);
                          }});
  }
  const auto lists = makeAtomicLists(input.bucketOf, input.buckets);
  const int keyBits = keyBitsFor(input.buckets);
  const auto ranges = makeCubSort(input.bucketOf, keyBits, input.buckets);
  const auto orderOnly = makeCubSort(input.bucketOf, keyBits);
  contenders.push_back(
      {.row = cudaRow("cuda sorts", "cuda lists", elements, *lists),
       .work = lists.get(),
       .check = [&] { return checkLists(lists->heads(), lists->nexts(), input.bucketOf); }});
  contenders.push_back(
      {.row = cudaRow("cuda sorts", "cub ranges", elements, *ranges),
       .work = ranges.get(),
       .check = [&] { return checkRanges(ranges->order(), ranges->starts(), input); }});
  contenders.push_back(
      {.row = cudaRow("cuda sorts", "cub order", elements, *orderOnly),
       .work = orderOnly.get(),
       .check = [&] { return compare("order", orderOnly->order(), input.sorted.order); }});

  std::vector<bench::Row> rows = contest(std::move(contenders), setup.effort);
  const double cudaLists = medianOf(rows[kChoices.size()]);
  const double cubRanges = medianOf(rows[kChoices.size() + 1]);
  for (bench::Row& row : rows) {
    row.perCell = static_cast<double>(elements) / static_cast<double>(input.buckets);
    row.more["order"] = order == bench::Order::Random ? "random" : "cell";
    row.more["to_cub_ranges"] = medianOf(row) / cubRanges;
    row.more["to_cuda_lists"] = medianOf(row) / cudaLists;
    report.add(std::move(row));
  }
}

}  // namespace

void compareSorts(const bench::Setup& setup, bench::Report& report) {
  report.begin(
      "cuda sorts",
      "Sorts of elements into buckets. bucket, atomic and cuda lists make lists, cub order makes "
      "only the order, and the other sorts make ranges.",
      {"n: elements", "per_cell", "order", "algorithm", "engine", "median_ms: ms", "min_ms: least",
       "gpu_ms: GPU ms", "to_cub_ranges: to CUB ranges", "to_cuda_lists: to CUDA lists", "check"});
  for (const std::int64_t elements : kElements) {
    if (elements > setup.largest) continue;
    for (const std::int64_t perCell : kPerCell) {
      for (const bench::Order order : {bench::Order::Random, bench::Order::Cell}) {
        addCase(setup, elements, perCell, order, report);
      }
    }
  }
}

}  // namespace gpubuck::cuda
