#include <array>
#include <optional>

#include "bench/bench.h"
#include "bench/inputs.h"
#include "bench/sort_fixture.h"

namespace gpubuck::bench {
namespace {

constexpr std::array<std::int64_t, 5> kElements{65536, 131072, 262144, 524288, 1048576};
constexpr std::array<std::int64_t, 5> kPerCell{1, 2, 4, 8, 16};

/// Milliseconds on a GeForce 6800 Ultra; a line an entry of kElements, a column of kPerCell.
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

struct Table3 {
  double bucket, resort, merge;
};
constexpr std::int64_t kTable3PerCell = 4;
constexpr double kTable3Moved = 0.02;
constexpr std::array<Table3, 5> kTable3{{{19.34, 7.68, 17.67},
                                         {33.81, 16.50, 40.36},
                                         {58.61, 31.27, 90.75},
                                         {111.06, 61.59, 202.27},
                                         {233.69, 121.23, 450.42}}};

SortChoice bucketBy(sort::Partition partition) {
  return {.settings = {.algorithm = sort::Algorithm::Bucket, .partition = partition}};
}

void addRow(Report& report, Row row, const char* job, Order order, std::optional<double> paper) {
  row.more["job"] = job;
  row.more["order"] = orderWord(order);
  if (paper) {
    row.more["paper_ms"] = *paper;
  } else {
    row.more["paper_ms"] = nullptr;
  }
  report.add(std::move(row));
}

}  // namespace

void table1(const Setup& setup, Report& report) {
  const texel::Engine engine = setup.engines.front();
  report.begin(
      "Table 1: the bucket sort, elements in random order. \"paper ms\" is the paper's, on a "
      "GeForce "
      "6800 Ultra.",
      {{"n", "elements"},
       {"per_cell", "per cell"},
       {"partition", "partition"},
       {"iterations", "iterations"},
       {"points_drawn", "points drawn"},
       {"median_ms", "ms"},
       {"min_ms", "least"},
       {"paper_ms", "paper ms"}});
  for (std::size_t line = 0; line < kElements.size(); ++line) {
    if (kElements[line] > setup.largest) continue;
    for (std::size_t column = 0; column < kPerCell.size(); ++column) {
      const std::int64_t buckets = kElements[line] / kPerCell[column];
      const auto cells = randomBuckets(kElements[line], buckets, Order::Random);
      const auto device = setup.deviceFor(engine, kElements[line]);
      SortFixture contiguous(device, bucketBy(sort::Partition::Contiguous), cells, buckets);
      SortFixture grouped(device, bucketBy(sort::Partition::Grouped), cells, buckets);
      const auto measured = benchmark({contiguous.sortJob(), grouped.sortJob()}, setup.effort);
      addRow(report, contiguous.describe("table1", measured[0]), "sort", Order::Random,
             kTable1[line][column]);
      addRow(report, grouped.describe("table1", measured[1]), "sort", Order::Random, {});
    }
  }
}

void table2(const Setup& setup, Report& report) {
  if (kTable2Elements > setup.largest) return;
  const texel::Engine engine = setup.engines.front();
  report.begin("Table 2: sort and re-sort of 1,048,576 elements in 64^3 cells, in random order.",
               {{"job", "job"},
                {"moved", "moved"},
                {"partition", "partition"},
                {"iterations", "iterations"},
                {"points_drawn", "points drawn"},
                {"median_ms", "ms"},
                {"min_ms", "least"},
                {"paper_ms", "paper ms"}});
  const auto device = setup.deviceFor(engine, kTable2Elements);
  const auto cells = randomBuckets(kTable2Elements, kTable2Buckets, Order::Random);
  for (const Moved& moved : kTable2) {
    const auto after = moveElements(cells, moved.elements, kTable2Buckets);
    for (const auto partition : {sort::Partition::Contiguous, sort::Partition::Grouped}) {
      SortFixture sorted(device, bucketBy(partition), after, kTable2Buckets);
      SortFixture resorted(device, bucketBy(partition), cells, kTable2Buckets, after);
      const auto measured = benchmark({sorted.sortJob(), resorted.resortJob()}, setup.effort);
      const bool isPapers = partition == sort::Partition::Contiguous;
      const auto papers = [&](double ms) {
        return isPapers ? std::optional<double>(ms) : std::nullopt;
      };
      addRow(report, sorted.describe("table2", measured[0]), "sort", Order::Random,
             papers(kTable2Sort));
      addRow(report, resorted.describe("table2", measured[1]), "resort", Order::Random,
             papers(moved.milliseconds));
    }
  }
}

void table3(const Setup& setup, Report& report) {
  const texel::Engine engine = setup.engines.front();
  report.begin(
      "Table 3: bucket sort, re-sort of 2 % and merge sort with ranges, 4 elements per cell. The "
      "paper's rival did one stage of its network in a pass.",
      {{"n", "elements"},
       {"order", "order"},
       {"algorithm", "algorithm"},
       {"job", "job"},
       {"partition", "partition"},
       {"stages_per_pass", "stages"},
       {"median_ms", "ms"},
       {"min_ms", "least"},
       {"to_bucket", "to bucket"},
       {"paper_ms", "paper ms"}});
  for (std::size_t line = 0; line < kElements.size(); ++line) {
    const std::int64_t elements = kElements[line];
    if (elements > setup.largest) continue;
    const auto device = setup.deviceFor(engine, elements);
    const std::int64_t buckets = elements / kTable3PerCell;
    const auto moved = static_cast<std::int64_t>(kTable3Moved * static_cast<double>(elements));
    for (const Order order : {Order::Random, Order::Cell}) {
      const auto cells = randomBuckets(elements, buckets, order);
      const auto after = moveElements(cells, moved, buckets);
      // The partition for data in no order, and those for data in cell order.
      SortFixture contiguous(device, bucketBy(sort::Partition::Contiguous), cells, buckets);
      SortFixture interleaved(device, bucketBy(sort::Partition::Interleaved), cells, buckets);
      SortFixture grouped(device, bucketBy(sort::Partition::Grouped), cells, buckets);
      SortFixture resorted(device, bucketBy(sort::Partition::Grouped), cells, buckets, after);
      SortFixture classic(device,
                          {.settings = {.algorithm = sort::Algorithm::Bitonic}, .stagesPerPass = 1},
                          cells, buckets);
      SortFixture bitonic(device, {.settings = {.algorithm = sort::Algorithm::Bitonic}}, cells,
                          buckets);
      const auto measured =
          benchmark({contiguous.sortJob(), interleaved.sortJob(), grouped.sortJob(),
                     resorted.resortJob(), classic.sortJob(), bitonic.sortJob()},
                    setup.effort);
      const Table3& paper = kTable3[line];
      const double bucket = measured[order == Order::Random ? 0 : 1].spread.median;
      const auto add = [&](const SortFixture& fixture, std::size_t k, const char* job,
                           std::optional<double> papers) {
        Row row = fixture.describe("table3", measured[k]);
        row.more["to_bucket"] = measured[k].spread.median / bucket;
        addRow(report, std::move(row), job, order, papers);
      };
      add(contiguous, 0, "sort", paper.bucket);
      add(interleaved, 1, "sort", {});
      add(grouped, 2, "sort", {});
      add(resorted, 3, "resort", paper.resort);
      add(classic, 4, "sort", paper.merge);
      add(bitonic, 5, "sort", {});
    }
  }
}

}  // namespace gpubuck::bench
