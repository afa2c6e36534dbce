#include "bench/sort_floor.h"

#include <array>
#include <deque>
#include <vector>

#include "bench/fixtures.h"
#include "bench/inputs.h"

namespace gpubuck::bench {
namespace {

using sort::Partition;

constexpr std::array<std::int64_t, 6> kElements{16384, 65536, 262144, 1048576, 4194304, 16777215};
constexpr std::int64_t kPerBucket = 4;
constexpr std::int64_t kOneIn = 50;  ///< elements that a re-sort moves: 2 %

/// A partition with the K of its sub-buffers.
struct Choice {
  Partition partition;
  int subBuffers;
  bool isResorted = false;  ///< also re-sort with it
};

constexpr std::array kChoices{Choice{Partition::Contiguous, 8, true}, Choice{Partition::Turns, 8},
                              Choice{Partition::Turns, 16}, Choice{Partition::Turns, 32, true},
                              Choice{Partition::Turns, 64}};

void addOrder(const Setup& setup, std::int64_t elements, Order order, Report& report) {
  const std::int64_t buckets = elements / kPerBucket;
  const std::vector<std::uint32_t> before = randomBuckets(elements, buckets, order);
  const std::vector<std::uint32_t> after = moveElements(before, elements / kOneIn, buckets);
  const auto device = setup.deviceFor(setup.engines.front(), elements);
  ScatterFixture scatter(device, before, buckets);
  std::deque<SortFixture> fixtures;
  std::vector<Job> jobs{scatter.scatterJob()};
  std::vector<const char*> words{"scatter"};
  std::vector<std::size_t> sortOf{0};
  const auto add = [&](const Choice& choice, const char* word, std::size_t sorted,
                       const std::vector<std::uint32_t>& moved) {
    const SortChoice settings{.settings = {.algorithm = sort::Algorithm::Bucket,
                                           .subBuffers = choice.subBuffers,
                                           .partition = choice.partition}};
    SortFixture& fixture = fixtures.emplace_back(device, settings, before, buckets, moved);
    jobs.push_back(moved.empty() ? fixture.sortJob() : fixture.resortJob());
    words.push_back(word);
    sortOf.push_back(sorted);
  };
  for (const Choice& choice : kChoices) {
    const std::size_t sorted = jobs.size();
    add(choice, "sort", sorted, {});
    if (!choice.isResorted) continue;
    add(choice, "resort of 2 %", sorted, after);
    add(choice, "resort of none", sorted, before);
  }
  const std::vector<Row> rows = benchmark(jobs, setup.effort);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    Row row = rows[k];
    row.more["order"] = orderWord(order);
    row.more["job"] = words[k];
    row.more["to_floor"] = row.spread.median / rows.front().spread.median;
    if (sortOf[k] != k) row.more["to_sort"] = row.spread.median / rows[sortOf[k]].spread.median;
    report.add(std::move(row));
  }
}

}  // namespace

void sortsOverFloor(const Setup& setup, Report& report) {
  report.begin(
      "sorts-floor",
      "The bucket sort and re-sort, 4 elements per bucket, over one scatter of all points.",
      {"n: elements", "order", "job", "partition", "sub_buffers: K", "iterations", "points_drawn",
       "median_ms: ms", "min_ms: least", "to_floor", "to_sort"});
  for (const std::int64_t elements : kElements) {
    if (elements > setup.largest) continue;
    for (const Order order : {Order::Random, Order::Cell}) {
      addOrder(setup, elements, order, report);
    }
  }
}

}  // namespace gpubuck::bench
