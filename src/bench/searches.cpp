#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <deque>
#include <vector>

#include "base/id.h"
#include "bench/bench.h"
#include "bench/fixtures.h"
#include "bench/inputs.h"

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

/// A row of figure 4: a bit for each axis along which neighbouring cells are visited, and the name
/// of the visited cells.
struct Walk {
  int axes;
  const char* visited;
};
constexpr std::array<Walk, 6> kWalks{
    {{0, "own"}, {1, "own+x"}, {2, "own+y"}, {4, "own+z"}, {3, "own+x+y"}, {7, "own+x+y+z"}}};

SearchChoice standard(double edge) { return {.edge = edge, .allCells = true}; }

SearchChoice octant(double edge, bool allCells) {
  return {.method = {.kind = cells::Method::Kind::Octant, .cellFactor = edge},
          .allCells = allCells};
}

std::vector<SearchChoice> allChoices() {
  std::vector<SearchChoice> choices{standard(1.0)};
  for (const double edge : kEdges) choices.push_back(standard(edge));
  for (const double edge : kEdges) choices.push_back(octant(edge, true));
  for (int k = 1; k <= cells::kMostCellsPerCutoff; ++k) {
    choices.push_back({.method = {.cellsPerCutoff = k}});
  }
  for (const double edge : kEdges) choices.push_back(octant(edge, false));
  choices.push_back({.edge = kEdges.front()});
  return choices;
}

/// Returns the edge of the cells, in radii, in the standard search with which a choice is compared.
/// This is the edge of the choice's cells, or 1 if they are smaller.
double standardEdge(const SearchChoice& choice) {
  return choice.method.kind == cells::Method::Kind::Octant ? choice.method.cellFactor : choice.edge;
}

/// Returns whether there are enough ids for the cells of a search. The cells fill the unit cube,
/// with one additional cell along each side.
bool fits(const SearchChoice& choice, double radius) {
  const double edge = cells::leastEdge(choice.method, choice.edge) * radius;
  const double along = 1.0 / edge + 1.0;
  return along * along * along < static_cast<double>(kMaxCount);
}

std::vector<sort::Algorithm> walkedAlgorithms(texel::Engine engine) {
  if (engine == texel::Engine::Paper) return {sort::Algorithm::Bucket};
  return {sort::Algorithm::Atomic, sort::Algorithm::Counting};
}

/// The measured gains of the octant search in per cent: for the whole search, and for the walk
/// alone.
struct Gains {
  std::vector<double> whole, walk;
};
using GainsByEdge = std::array<Gains, kEdges.size()>;

void timeChoices(const Setup& setup, texel::Engine engine, sort::Algorithm algorithm,
                 const SearchedPoints& points, Report& report, GainsByEdge& gains) {
  std::vector<SearchChoice> choices;
  std::deque<SearchFixture> fixtures;
  std::vector<Job> jobs;  // three jobs for each choice
  for (const SearchChoice& choice : allChoices()) {
    if (!fits(choice, points.radius)) continue;
    choices.push_back(choice);
    SearchFixture& fixture = fixtures.emplace_back(
        setup.deviceFor(engine, std::ssize(points.points)), algorithm, choice, points);
    jobs.insert(jobs.end(), {fixture.searchJob(), fixture.sortJob(), fixture.walkJob()});
  }
  const std::vector<Row> rows = benchmark(jobs, setup.effort);
  const auto standardOf = [&](const SearchChoice& choice) {
    const auto found = std::find_if(choices.begin(), choices.end(), [&](const auto& other) {
      return other.allCells && other.method == cells::Method{} &&
             other.edge == standardEdge(choice);
    });
    return static_cast<std::size_t>(found - choices.begin());
  };
  for (std::size_t k = 0; k < choices.size(); ++k) {
    const auto gain = [&](std::size_t job) {
      const double standardMs = rows[3 * standardOf(choices[k]) + job].spread.median;
      return 100.0 * (standardMs / rows[3 * k + job].spread.median - 1.0);
    };
    Row row = rows[3 * k];
    row.more["sort_ms"] = rows[3 * k + 1].spread.median;
    row.more["walk_ms"] = rows[3 * k + 2].spread.median;
    row.more["gain_percent"] = gain(0);
    row.more["walk_gain_percent"] = gain(2);
    report.add(std::move(row));
    for (std::size_t e = 0; e < kEdges.size(); ++e) {
      if (!choices[k].allCells || choices[k].method != octant(kEdges[e], true).method) continue;
      gains[e].whole.push_back(gain(0));
      gains[e].walk.push_back(gain(2));
    }
  }
}

void noteGains(const GainsByEdge& gains, Report& report) {
  for (std::size_t e = 0; e < kEdges.size(); ++e) {
    const auto [leastWhole, mostWhole] = std::ranges::minmax(gains[e].whole);
    const auto [leastWalk, mostWalk] = std::ranges::minmax(gains[e].walk);
    report.note(fmt::format(
        "octant search, edge {} R: {:.0f}..{:.0f} % faster than the standard search of the same "
        "edge if the sort counts, {:.0f}..{:.0f} % if it does not; in the paper {:.0f}..{:.0f} %",
        kEdges[e], leastWhole, mostWhole, leastWalk, mostWalk, kPapersLeastGain, kPapersMostGain));
  }
  report.note(
      "The reason: with cells of the same edge the octant search visits 8 cells instead of 27, and "
      "looks at 3.4 times fewer points in a box many cells wide. The sort and the cost per cell "
      "reduce this gain. \"standard=2\" with the cells in reach looks at the same points as the "
      "octant search.");
}

/// Times walks for figure 4, which shows the cost of neighbouring cells by their direction.
void timeDirections(const Setup& setup, const Case& what, Report& report) {
  report.begin(
      "searches-figure4",
      fmt::format("Figure 4: {} points, a walk over a point's own cell and over neighbouring "
                  "cells along no axis, one axis, two axes or all three. All cells hold the same "
                  "number of points on average.",
                  what.points),
      {"edge: edge / R", "algorithm", "engine", "visited", "candidates", "median_ms: ms",
       "min_ms: least", "ns_per_candidate: ns each"});
  const double radius = radiusFor(what.points, what.neighbours);
  for (const double edge : kEdges) {
    const auto points = uniformPoints(what.points, Order::Cell, edge * radius);
    for (const texel::Engine engine : setup.engines) {
      for (const sort::Algorithm algorithm : walkedAlgorithms(engine)) {
        SearchFixture fixture(setup.deviceFor(engine, what.points), algorithm, standard(edge),
                              {points, radius});
        for (const auto& [axes, visited] : kWalks) {
          Row row = benchmark({fixture.walkAlongJob(axes)}, setup.effort).front();
          const double candidates =
              row.more["candidates"].get<double>() * static_cast<double>(what.points);
          row.more["edge"] = edge;
          row.more["visited"] = visited;
          row.more["ns_per_candidate"] = 1e6 * row.spread.median / candidates;
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
  for (const std::int64_t points : kDensityPoints) {
    if (points > setup.largest) continue;
    for (const double neighbours : kDensities) cases.push_back({points, neighbours});
    break;
  }
  return cases;
}

}  // namespace

void searches(const Setup& setup, Report& report) {
  const std::vector<Case> cases = casesFor(setup);
  if (cases.empty()) return;
  report.begin(
      "searches",
      "All searches. The points are uniform; their order in memory is by cells of edge R. "
      "\"standard=E\": 27 cells of edge E radii. Gains are relative to the standard search of the "
      "same edge. A method is left out if it has more cells than there are ids. Of the three "
      "planes through the middle of its cell, a secant point lies on one or two, a central point "
      "on all.",
      {"n: points", "neighbours", "algorithm", "engine", "method:             method", "cells",
       "candidates", "secant", "central", "sort_ms", "walk_ms", "median_ms: ms", "min_ms: least",
       "gain_percent: gain %", "walk_gain_percent: walk gain %"});
  GainsByEdge gains;
  for (const Case& what : cases) {
    const double radius = radiusFor(what.points, what.neighbours);
    const auto points = uniformPoints(what.points, Order::Cell, radius);
    for (const texel::Engine engine : setup.engines) {
      for (const sort::Algorithm algorithm : walkedAlgorithms(engine)) {
        timeChoices(setup, engine, algorithm, {points, radius}, report, gains);
      }
    }
  }
  noteGains(gains, report);
  const auto largest = std::find_if(kPapers.rbegin(), kPapers.rend(),
                                    [&](const Case& c) { return c.points <= setup.largest; });
  if (largest != kPapers.rend()) timeDirections(setup, *largest, report);
}

}  // namespace gpubuck::bench
