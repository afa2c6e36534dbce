// Benchmarks of sorts into buckets: the paper's tables, with the paper's times and ours, and a
// table of all sorts except abisort.
#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <vector>

#include "base/id.h"
#include "bench/bench.h"
#include "bench/fixtures.h"
#include "bench/inputs.h"

namespace gpubuck::bench {
namespace {

using sort::Algorithm;
using sort::Partition;

constexpr std::array<std::int64_t, 5> kTableElements{65536, 131072, 262144, 524288, 1048576};
constexpr std::array<std::int64_t, 5> kPerCell{1, 2, 4, 8, 16};

/// Milliseconds on a GeForce 6800 Ultra, with a line per entry of kTableElements and a column per
/// entry of kPerCell.
constexpr std::array<std::array<double, 5>, 5> kTable1{{{13.28, 16.15, 19.84, 28.01, 38.17},
                                                        {23.33, 28.21, 34.70, 45.33, 62.03},
                                                        {43.27, 50.26, 60.24, 76.86, 109.02},
                                                        {85.10, 94.79, 112.36, 145.57, 203.58},
                                                        {206.15, 213.25, 227.66, 274.73, 361.52}}};

constexpr std::int64_t kTable2Elements = 1048576;
constexpr std::int64_t kTable2Buckets = 64 * 64 * 64;
constexpr double kTable2Sort = 231.26;
struct Moved {
  std::int64_t elements;
  double milliseconds;
};
constexpr std::array<Moved, 7> kTable2{{{0, 78.07},
                                        {256, 92.63},
                                        {4096, 106.40},
                                        {20971, 120.73},
                                        {209715, 195.87},
                                        {419430, 233.13},
                                        {1048576, 369.75}}};

constexpr std::int64_t kTable3PerCell = 4;
constexpr double kTable3Moved = 0.02;
constexpr std::array kTable3Bucket{19.34, 33.81, 58.61, 111.06, 233.69};
constexpr std::array kTable3Resort{7.68, 16.50, 31.27, 61.59, 121.23};
constexpr std::array kTable3Merge{17.67, 40.36, 90.75, 202.27, 450.42};

constexpr std::array<std::int64_t, 5> kSortElements{65536, 262144, 1048576, 4194304, 16777215};

/// The numbers of sub-buffers for the two partitions. The paper does not give a number for
/// contiguous sub-buffers. With the partition Turns, 32 sub-buffers are fastest for most sizes.
constexpr int kContiguousParts = 8, kTurns = 32;

int subBuffersOf(Partition partition) {
  return partition == Partition::Contiguous ? kContiguousParts : kTurns;
}

/// A job of the paper's tables.
struct Entry {
  Algorithm algorithm;
  Partition partition;
  double paperMs = 0.0;  ///< 0 if the paper gives no time
  bool isResort = false;
  int stagesPerPass = 0;
};

using Buckets = std::vector<std::uint32_t>;

/// The buckets of the elements: `sorted` for a sort, `before` and `after` for a re-sort.
struct Input {
  std::int64_t buckets;
  Order order;
  Buckets sorted, before{}, after{};
};

/// Times entries side by side, with their ratios to entry `rival`.
void addEntries(const Setup& setup, const std::vector<Entry>& entries, const Input& input,
                Report& report, std::optional<std::size_t> rival = {}) {
  const auto device = setup.deviceFor(setup.engines.front(), std::ssize(input.sorted));
  std::deque<SortFixture> fixtures;
  std::vector<Job> jobs;
  for (const auto& [algorithm, partition, paperMs, isResort, stagesPerPass] : entries) {
    const SortChoice choice{.settings = {.algorithm = algorithm,
                                         .subBuffers = subBuffersOf(partition),
                                         .partition = partition},
                            .stagesPerPass = stagesPerPass};
    SortFixture& fixture =
        isResort ? fixtures.emplace_back(device, choice, input.before, input.buckets, input.after)
                 : fixtures.emplace_back(device, choice, input.sorted, input.buckets);
    jobs.push_back(isResort ? fixture.resortJob() : fixture.sortJob());
  }
  const std::vector<Row> rows = benchmark(jobs, setup.effort);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    Row row = rows[k];
    if (rival) row.more["to_bucket"] = row.spread.median / rows[*rival].spread.median;
    row.more["job"] = entries[k].isResort ? "resort" : "sort";
    row.more["order"] = orderWord(input.order);
    row.more["paper_ms"] = published(entries[k].paperMs);
    report.add(std::move(row));
  }
}

/// Returns the settings to compare on an engine. The paper's method, which draws points, is the
/// same on both engines and is compared only on the paper engine.
std::vector<sort::Settings> choicesFor(texel::Engine engine) {
  if (engine == texel::Engine::Paper) {
    return {{.algorithm = Algorithm::Bucket,
             .subBuffers = kContiguousParts,
             .partition = Partition::Contiguous},
            {.algorithm = Algorithm::Bucket, .subBuffers = kTurns, .partition = Partition::Turns},
            {.algorithm = Algorithm::Bitonic}};
  }
  return {{.algorithm = Algorithm::Bitonic},
          {.algorithm = Algorithm::Radix},
          {.algorithm = Algorithm::Counting},
          {.algorithm = Algorithm::Atomic}};
}

}  // namespace

void table1(const Setup& setup, Report& report) {
  report.begin("table1",
               "Table 1: the bucket sort, elements in random order. \"paper ms\" is the "
               "paper's time on a GeForce 6800 Ultra.",
               {"n: elements", "per_cell", "partition", "iterations", "points_drawn",
                "median_ms: ms", "min_ms: least", "paper_ms"});
  for (std::size_t line = 0; line < kTableElements.size(); ++line) {
    const std::int64_t elements = kTableElements[line];
    if (elements > setup.largest) continue;
    for (std::size_t column = 0; column < kPerCell.size(); ++column) {
      const std::int64_t buckets = elements / kPerCell[column];
      const std::vector<Entry> entries{
          {Algorithm::Bucket, Partition::Contiguous, kTable1[line][column]},
          {Algorithm::Bucket, Partition::Turns}};
      addEntries(setup, entries,
                 {buckets, Order::Random, randomBuckets(elements, buckets, Order::Random)}, report);
    }
  }
}

void table2(const Setup& setup, Report& report) {
  if (kTable2Elements > setup.largest) return;
  report.begin("table2",
               "Table 2: sort and re-sort of 1,048,576 elements in 64^3 cells, in random order.",
               {"job", "moved", "partition", "iterations", "points_drawn", "median_ms: ms",
                "min_ms: least", "paper_ms"});
  const Buckets before = randomBuckets(kTable2Elements, kTable2Buckets, Order::Random);
  for (const auto& [moved, milliseconds] : kTable2) {
    const Buckets after = moveElements(before, moved, kTable2Buckets);
    const Input input{kTable2Buckets, Order::Random, after, before, after};
    addEntries(setup,
               {{Algorithm::Bucket, Partition::Contiguous, kTable2Sort},
                {Algorithm::Bucket, Partition::Contiguous, milliseconds, true}},
               input, report);
    addEntries(
        setup,
        {{Algorithm::Bucket, Partition::Turns}, {Algorithm::Bucket, Partition::Turns, 0.0, true}},
        input, report);
  }
}

void table3(const Setup& setup, Report& report) {
  report.begin(
      "table3",
      "Table 3: bucket sort, re-sort of 2 % and merge sort with ranges, 4 elements per cell. "
      "\"paper ms\" of the merge sort is for GPUSort 2.0, whose passes the paper does not "
      "describe. abisort is the sort of GPU-ABiSort, without its sort of 8 pairs per invocation.",
      {"n: elements", "order", "algorithm", "job", "partition", "stages_per_pass: stages",
       "median_ms: ms", "min_ms: least", "to_bucket", "paper_ms"});
  for (std::size_t line = 0; line < kTableElements.size(); ++line) {
    const std::int64_t elements = kTableElements[line];
    if (elements > setup.largest) continue;
    const std::vector<Entry> entries{
        {Algorithm::Bucket, Partition::Contiguous, kTable3Bucket[line]},
        {Algorithm::Bucket, Partition::Contiguous, kTable3Resort[line], true},
        {Algorithm::Bucket, Partition::Turns},
        {Algorithm::Bucket, Partition::Turns, 0.0, true},
        {Algorithm::Bitonic, {}, kTable3Merge[line], false, 1},
        {Algorithm::Bitonic, {}},
        {Algorithm::ABiSort, {}}};
    const std::int64_t buckets = elements / kTable3PerCell;
    const auto moved = static_cast<std::int64_t>(kTable3Moved * static_cast<double>(elements));
    for (const Order order : {Order::Random, Order::Cell}) {
      const Buckets before = randomBuckets(elements, buckets, order);
      const Input input{buckets, order, before, before, moveElements(before, moved, buckets)};
      addEntries(setup, entries, input, report, 0);
    }
  }
}

void sorts(const Setup& setup, Report& report) {
  report.begin(
      "sorts",
      "All sorts except abisort. Elements are in random order or in the order of their cells; "
      "bucket and atomic make lists, the other algorithms make ranges.",
      {"n: elements", "per_cell", "order", "algorithm", "partition", "engine", "median_ms: ms",
       "min_ms: least", "melements_per_s: M elements/s", "memory_bytes: bytes"});
  for (const std::int64_t elements : kSortElements) {
    if (elements > setup.largest) continue;
    for (const std::int64_t perCell : kPerCell) {
      // B buckets have B + 1 starts of ranges, and each start needs an id.
      const std::int64_t buckets = std::min(elements / perCell, kMaxCount - 1);
      for (const Order order : {Order::Random, Order::Cell}) {
        const Buckets cells = randomBuckets(elements, buckets, order);
        std::deque<SortFixture> fixtures;
        std::vector<Job> jobs;
        for (const texel::Engine engine : setup.engines) {
          for (const sort::Settings& settings : choicesFor(engine)) {
            jobs.push_back(fixtures
                               .emplace_back(setup.deviceFor(engine, elements),
                                             SortChoice{.settings = settings}, cells, buckets)
                               .sortJob());
          }
        }
        for (Row& row : benchmark(jobs, setup.effort)) {
          row.more["order"] = orderWord(order);
          row.more["melements_per_s"] = static_cast<double>(elements) / 1e3 / row.spread.median;
          report.add(std::move(row));
        }
      }
    }
  }
}

}  // namespace gpubuck::bench
