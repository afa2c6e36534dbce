#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <numbers>
#include <vector>

#include "bench/bench.h"
#include "bench/fixtures.h"
#include "bench/inputs.h"
#include "pairs/pair_search.h"
#include "sort/algorithms.h"

namespace gpubuck::bench {
namespace {

constexpr std::array<std::int64_t, 4> kPoints{1'000, 10'000, 100'000, 1'000'000};
constexpr std::array<double, 3> kNeighbours{10.0, 30.0, 100.0};

constexpr pairs::PairQuantities kOnlyNumbers{.shifts = false, .distances = false, .vectors = false};

/// The box is the unit cube and periodic, so that all points have equally many neighbours on
/// average.
constexpr pairs::Cell kCube{.periodic = {true, true, true}};

double radiusInCube(std::int64_t points, double neighbours) {
  return std::cbrt(3.0 * neighbours / (4.0 * std::numbers::pi * static_cast<double>(points - 1)));
}

/// A search that reads points from main memory and writes pairs to main memory.
class NeighbourFixture : public Fixture {
 public:
  NeighbourFixture(const texel::DeviceOptions& device, pairs::ListKind kind, double neighbours,
                   std::span<const std::array<double, 3>> points)
      : Fixture(device),
        points_(points),
        neighbours_(neighbours),
        search_(device_, {.radius = radiusInCube(std::ssize(points), neighbours),
                          .kind = kind,
                          .order = pairs::PairOrder::Any}) {
    find();
    times_.clear();  // the first search compiled the shaders
    memory_ = memorySinceBegin();
  }

  Job findJob() {
    return job([this] { find(); });
  }

  void describe(Row& row) const override {
    const pairs::PairSettings& settings = search_.settings();
    const bool isFull = settings.kind == pairs::ListKind::Full;
    row.algorithm = sort::nameOf(
        sort::resolve(settings.sort.algorithm, device_.engine(), sort::ResultKind::Ranges));
    row.n = std::ssize(points_);
    row.memory = memory_;
    row.more["list"] = isFull ? "full" : "half";
    row.more["neighbours"] = neighbours_;
    row.more["radius"] = settings.radius;
    row.more["pairs"] = isFull ? rows_ / 2 : rows_;
    row.more["rows"] = rows_;
    for (const auto& [name, part] : kParts) row.more[name] = medianOf(part);
    row.more["million_rows_per_second"] = 1e-3 * static_cast<double>(rows_) / row.spread.median;
  }

 private:
  using Times = pairs::PairTable::Milliseconds;
  static constexpr std::array<std::pair<const char*, double Times::*>, 5> kParts{
      {{"prepare_ms", &Times::prepare},
       {"upload_ms", &Times::upload},
       {"search_ms", &Times::search},
       {"download_ms", &Times::download},
       {"write_ms", &Times::write}}};

  void find() {
    const pairs::PairTable table = search_.find(points_, {}, kCube, kOnlyNumbers);
    rows_ = table.size();
    times_.push_back(table.milliseconds);
  }

  double medianOf(double Times::*part) const {
    std::vector<double> samples;
    samples.reserve(times_.size());
    for (const Times& times : times_) samples.push_back(times.*part);
    return spreadOf(std::move(samples)).median;
  }

  std::span<const std::array<double, 3>> points_;
  double neighbours_;
  pairs::PairSearch search_;
  std::int64_t rows_ = 0;
  std::vector<Times> times_;
  std::int64_t memory_ = 0;
};

}  // namespace

void neighbours(const Setup& setup, Report& report) {
  report.begin(
      "neighbours",
      "Neighbours in a periodic cube, from points to pairs i, j in main memory. The processor "
      "prepares the points and writes the pairs. \"upload\" and \"download\" are copies to the "
      "GPU and back, and \"search\" is the time on the GPU. tools/compare-neighbours also measures "
      "other programs.",
      {"n: points", "neighbours", "list", "engine", "rows:        rows", "prepare_ms: prepare",
       "upload_ms: upload", "search_ms: search", "download_ms: download", "write_ms: write",
       "median_ms: ms", "min_ms: least", "million_rows_per_second: M rows/s"});
  for (const std::int64_t count : kPoints) {
    if (count > setup.largest) continue;
    std::vector<std::array<double, 3>> points;
    points.reserve(static_cast<std::size_t>(count));
    for (const glm::dvec3& r : uniformPoints(count, Order::Random, 1.0)) {
      points.push_back({r.x, r.y, r.z});
    }
    for (const double neighbours : kNeighbours) {
      std::deque<NeighbourFixture> fixtures;
      std::vector<Job> jobs;
      for (const texel::Engine engine : setup.engines) {
        for (const pairs::ListKind kind : {pairs::ListKind::Half, pairs::ListKind::Full}) {
          NeighbourFixture& fixture =
              fixtures.emplace_back(setup.deviceFor(engine, 2 * count), kind, neighbours, points);
          jobs.push_back(fixture.findJob());
        }
      }
      for (Row& row : benchmark(jobs, setup.effort)) report.add(std::move(row));
    }
  }
}

}  // namespace gpubuck::bench
