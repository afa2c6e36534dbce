#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "base/id.h"
#include "bench/bench.h"
#include "bench/inputs.h"
#include "bench/sort_fixture.h"

namespace gpubuck::bench {
namespace {

constexpr std::array<std::int64_t, 5> kElements{65536, 262144, 1048576, 4194304, 16777215};
constexpr std::array<std::int64_t, 5> kPerCell{1, 2, 4, 8, 16};

/// The contenders of an engine: the paper's method draws, so it is the same on both.
std::vector<SortChoice> choicesFor(texel::Engine engine) {
  std::vector<SortChoice> choices;
  const auto add = [&](sort::Algorithm algorithm, sort::Partition partition) {
    choices.push_back({.settings = {.algorithm = algorithm, .partition = partition}});
  };
  if (engine == texel::Engine::Paper) {
    add(sort::Algorithm::Bucket, sort::Partition::Contiguous);
    add(sort::Algorithm::Bucket, sort::Partition::Interleaved);
    add(sort::Algorithm::Bucket, sort::Partition::Grouped);
    add(sort::Algorithm::Bitonic, {});
  } else {
    add(sort::Algorithm::Bitonic, {});
    add(sort::Algorithm::Radix, {});
    add(sort::Algorithm::Counting, {});
    add(sort::Algorithm::Atomic, {});
  }
  return choices;
}

}  // namespace

void sorts(const Setup& setup, Report& report) {
  report.begin(
      "All sorts. Elements are in random order or in the order of their cells; bucket and atomic "
      "make lists, the others ranges.",
      {{"n", "elements"},
       {"per_cell", "per cell"},
       {"order", "order"},
       {"algorithm", "algorithm"},
       {"partition", "partition"},
       {"engine", "engine"},
       {"median_ms", "ms"},
       {"min_ms", "least"},
       {"melements_per_s", "M elements/s"},
       {"memory_bytes", "bytes"}});
  for (const std::int64_t elements : kElements) {
    if (elements > setup.largest) continue;
    for (const std::int64_t perCell : kPerCell) {
      // Ranges have a start more than there are buckets, which ids must be able to count.
      const std::int64_t buckets = std::min(elements / perCell, kMaxCount - 1);
      for (const Order order : {Order::Random, Order::Cell}) {
        const auto cells = randomBuckets(elements, buckets, order);
        std::vector<std::unique_ptr<SortFixture>> fixtures;
        std::vector<Job> jobs;
        for (const texel::Engine engine : setup.engines) {
          for (const SortChoice& choice : choicesFor(engine)) {
            fixtures.push_back(std::make_unique<SortFixture>(setup.deviceFor(engine, elements),
                                                             choice, cells, buckets));
            jobs.push_back(fixtures.back()->sortJob());
          }
        }
        const auto measured = benchmark(jobs, setup.effort);
        for (std::size_t k = 0; k < fixtures.size(); ++k) {
          Row row = fixtures[k]->describe("sorts", measured[k]);
          row.more["order"] = orderWord(order);
          row.more["melements_per_s"] =
              static_cast<double>(elements) / 1e3 / measured[k].spread.median;
          report.add(std::move(row));
        }
      }
    }
  }
}

}  // namespace gpubuck::bench
