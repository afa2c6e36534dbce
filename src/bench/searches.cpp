#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/id.h"
#include "bench/bench.h"
#include "bench/inputs.h"
#include "bench/search_fixture.h"

namespace gpubuck::bench {
namespace {

struct Case {
  std::int64_t points;
  double neighbours;
};
/// Table 1 of the paper.
constexpr std::array<Case, 8> kPapers{{{1000, 10},
                                       {2000, 13},
                                       {5000, 17},
                                       {10000, 21},
                                       {20000, 30},
                                       {50000, 41},
                                       {100000, 50},
                                       {200000, 62}}};
constexpr std::array<std::int64_t, 2> kDensityPoints{1048576, 65536};
constexpr std::array<double, 6> kDensities{4, 8, 16, 32, 64, 128};

constexpr std::array<double, 3> kEdges{2.0, 2.52, 4.0};
constexpr double kPapersLeastGain = 85.0;
constexpr double kPapersMostGain = 115.0;

/// What a walk along axes visits, by their bits.
constexpr std::array<const char*, 8> kAxesWords{"own",   "own+x",   "own+y",   "own+x+y",
                                                "own+z", "own+x+z", "own+y+z", "own+x+y+z"};
/// Figure 4: none, one, and then several.
constexpr std::array<int, 6> kAxes{0, 1, 2, 4, 3, 7};

SearchChoice standard(double edge) { return {.edge = edge, .allCells = true}; }

SearchChoice octant(double edge, bool allCells) {
  return {.method = {.kind = search::Method::Kind::Octant, .cellFactor = edge},
          .allCells = allCells};
}

std::vector<SearchChoice> allChoices() {
  std::vector<SearchChoice> choices{standard(1.0)};
  for (const double edge : kEdges) choices.push_back(standard(edge));
  for (const double edge : kEdges) choices.push_back(octant(edge, true));
  for (int k = 1; k <= search::kMostCellsPerCutoff; ++k) {
    choices.push_back({.method = {.cellsPerCutoff = k}});
  }
  for (const double edge : kEdges) choices.push_back(octant(edge, false));
  choices.push_back({.edge = kEdges.front()});
  return choices;
}

/// The standard search that a choice is compared with: of the same edge, or of the radius where
/// cells are smaller.
double standardEdge(const SearchChoice& choice) {
  return choice.method.kind == search::Method::Kind::Octant ? choice.method.cellFactor
                                                            : choice.edge;
}

/// Whether there are enough ids for its cells over the unit cube, with one more along each side.
bool fits(const SearchChoice& choice, double radius) {
  const double edge = search::leastEdge(choice.method, choice.edge) * radius;
  const double along = 1.0 / edge + 1.0;
  return along * along * along < static_cast<double>(kMaxCount);
}

std::vector<sort::Algorithm> walkedAlgorithms(texel::Engine engine) {
  if (engine == texel::Engine::Paper) return {sort::Algorithm::Bucket};
  return {sort::Algorithm::Atomic, sort::Algorithm::Counting};
}

double gain(double standard, double other) { return 100.0 * (standard / other - 1.0); }

/// The gains of the octant search as the paper has it, over what was measured.
struct Gains {
  double least = 1e30;
  double most = -1e30;

  void add(double value) {
    least = std::min(least, value);
    most = std::max(most, value);
  }
};
struct Claim {
  Gains whole;
  Gains walk;
};

class SearchBenchmark {
 public:
  SearchBenchmark(const Setup& setup, texel::Engine engine, sort::Algorithm algorithm,
                  const SearchedPoints& points) {
    for (const SearchChoice& choice : allChoices()) {
      if (!fits(choice, points.radius)) continue;
      choices_.push_back(choice);
      fixtures_.push_back(std::make_unique<SearchFixture>(
          setup.deviceFor(engine, std::ssize(points.points)), algorithm, choice, points));
    }
  }

  void run(const Effort& effort, Report& report, std::array<Claim, kEdges.size()>& claims) {
    std::vector<Job> jobs;
    for (const auto& fixture : fixtures_) {
      jobs.insert(jobs.end(), {fixture->searchJob(), fixture->sortJob(), fixture->walkJob()});
    }
    const auto measured = benchmark(jobs, effort);
    for (std::size_t k = 0; k < fixtures_.size(); ++k) {
      const std::size_t job = 3 * k;
      const double walkMs = measured[job + 2].spread.median;
      Row row = fixtures_[k]->describe("searches", measured[job]);
      row.more["sort_ms"] = measured[job + 1].spread.median;
      row.more["walk_ms"] = walkMs;
      const std::size_t rival = 3 * standardOf(choices_[k]);
      const double whole = gain(measured[rival].spread.median, measured[job].spread.median);
      const double walk = gain(measured[rival + 2].spread.median, walkMs);
      row.more["gain_percent"] = whole;
      row.more["walk_gain_percent"] = walk;
      report.add(std::move(row));
      for (std::size_t e = 0; e < kEdges.size(); ++e) {
        if (choices_[k].allCells && choices_[k].method == octant(kEdges[e], true).method) {
          claims[e].whole.add(whole);
          claims[e].walk.add(walk);
        }
      }
    }
  }

 private:
  std::size_t standardOf(const SearchChoice& choice) const {
    const auto found = std::find_if(choices_.begin(), choices_.end(), [&](const auto& other) {
      return other.allCells && other.method == search::Method{} &&
             other.edge == standardEdge(choice);
    });
    return static_cast<std::size_t>(found - choices_.begin());
  }

  std::vector<SearchChoice> choices_;
  std::vector<std::unique_ptr<SearchFixture>> fixtures_;
};

void noteClaims(const std::array<Claim, kEdges.size()>& claims, Report& report) {
  for (std::size_t e = 0; e < kEdges.size(); ++e) {
    const auto& [whole, walk] = claims[e];
    report.note(fmt::format(
        "octant, edge {} R: {:.0f}..{:.0f} % faster than the standard search of that edge with the "
        "sort, {:.0f}..{:.0f} % without; the paper: {:.0f}..{:.0f} %",
        kEdges[e], whole.least, whole.most, walk.least, walk.most, kPapersLeastGain,
        kPapersMostGain));
  }
  report.note(
      "Why: with cells of the same edge the octant search visits 8 instead of 27, and so looks at "
      "3.4 times fewer points in a box many cells wide. The sort and the cost per cell reduce this "
      "gain. \"standard=2\" with the cells in reach looks at the same points as the octant "
      "search.");
}

/// Figure 4: the cost of cells by their position.
void directions(const Setup& setup, const Case& what, Report& report) {
  report.begin(
      fmt::format("Figure 4: {} points, a walk over a point's own cell and the next ones along "
                  "some axes, which hold as many points on average.",
                  what.points),
      {{"edge", "edge / R"},
       {"algorithm", "algorithm"},
       {"engine", "engine"},
       {"visited", "visited"},
       {"candidates", "candidates"},
       {"median_ms", "ms"},
       {"min_ms", "least"},
       {"ns_per_candidate", "ns each"}});
  const double radius = radiusFor(what.points, what.neighbours);
  for (const double edge : kEdges) {
    const auto points = uniformPoints(what.points, Order::Cell, edge * radius);
    for (const texel::Engine engine : setup.engines) {
      for (const sort::Algorithm algorithm : walkedAlgorithms(engine)) {
        SearchFixture fixture(setup.deviceFor(engine, what.points), algorithm, standard(edge),
                              {points, radius});
        for (const int axes : kAxes) {
          const Job job = fixture.walkAlongJob(axes);
          const auto measured = benchmark({job}, setup.effort);
          Row row = fixture.describe("searches-figure4", measured[0]);
          row.more["edge"] = edge;
          row.more["visited"] = kAxesWords[static_cast<std::size_t>(axes)];
          const double candidates =
              row.more["candidates"].get<double>() * static_cast<double>(what.points);
          row.more["ns_per_candidate"] = 1e6 * measured[0].spread.median / candidates;
          report.add(std::move(row));
        }
      }
    }
  }
}

std::vector<Case> casesFor(const Setup& setup) {
  std::vector<Case> cases;
  for (const Case& papers : kPapers) {
    if (papers.points <= setup.largest) cases.push_back(papers);
  }
  const auto* const points =
      std::find_if(kDensityPoints.begin(), kDensityPoints.end(),
                   [&](std::int64_t count) { return count <= setup.largest; });
  if (points == kDensityPoints.end()) return cases;
  for (const double neighbours : kDensities) cases.push_back({*points, neighbours});
  return cases;
}

}  // namespace

void searches(const Setup& setup, Report& report) {
  const std::vector<Case> cases = casesFor(setup);
  if (cases.empty()) return;
  report.begin(
      "All searches, with uniform points in the order of cells of the search radius in memory. "
      "\"standard=E\": 27 cells of edge E radii. Gains are over the standard search of the "
      "same edge. A method is left out if it has more cells than there are ids.",
      {{"n", "points"},
       {"neighbours", "neighbours"},
       {"algorithm", "algorithm"},
       {"engine", "engine"},
       {"method", "            method"},
       {"cells", "cells"},
       {"candidates", "candidates"},
       {"sort_ms", "sort ms"},
       {"walk_ms", "walk ms"},
       {"median_ms", "ms"},
       {"min_ms", "least"},
       {"gain_percent", "gain %"},
       {"walk_gain_percent", "walk gain %"}});
  std::array<Claim, kEdges.size()> claims;
  for (const Case& what : cases) {
    const double radius = radiusFor(what.points, what.neighbours);
    const auto points = uniformPoints(what.points, Order::Cell, radius);
    for (const texel::Engine engine : setup.engines) {
      for (const sort::Algorithm algorithm : walkedAlgorithms(engine)) {
        SearchBenchmark(setup, engine, algorithm, {points, radius})
            .run(setup.effort, report, claims);
      }
    }
  }
  noteClaims(claims, report);
  const auto largest = std::find_if(kPapers.rbegin(), kPapers.rend(),
                                    [&](const Case& c) { return c.points <= setup.largest; });
  if (largest != kPapers.rend()) directions(setup, *largest, report);
}

}  // namespace gpubuck::bench
