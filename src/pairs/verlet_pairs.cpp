#include "pairs/verlet_pairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.h"
#include "base/number.h"
#include "base/parallel.h"
#include "base/stopwatch.h"
#include "pairs/periodic_images.h"

namespace gpubuck::pairs {
namespace {

/// Number of kept pairs per task.
constexpr std::int64_t kPairsPerSelection = 1 << 15;

}  // namespace

void requireNoSkin(double skin) {
  if (skin == 0.0) return;
  throw InputError("skin",
                   fmt::format("must be 0 in a search between two sets of points, got {}", skin));
}

PairSettings withSkin(PairSettings settings, double skin) {
  if (!(skin >= 0.0 && std::isfinite(skin))) {
    throw InputError("skin", fmt::format("must be 0 or more, got {}", skin));
  }
  settings.radius += skin;
  requireRadius(settings.radius);
  return settings;
}

bool isWithinSkin(double radius, double searched, double moved, double farthest) {
  // The two vectors of a pair, before and after points move, have errors of a few parts in 2^53 of
  // their terms. These terms are not longer than the radius and the coordinates together.
  const double error = 0x1p-44 * (searched + 4.0 * farthest);
  return 2.0 * moved + 2.0 * error <= searched - radius;
}

VerletPairs::VerletPairs(const PairSettings& settings, double skin, int threads)
    : settings_(settings), searched_(withSkin(settings, skin)), threads_(threads) {}

bool VerletPairs::covers(Points points, const Cell& cell) const {
  if (cell_ != cell || points.size() != points_.size()) return false;
  double moved = 0.0;
  double farthest = 0.0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    double squared = 0.0;
    for (std::size_t k = 0; k < 3; ++k) {
      const double by = points[i][k] - points_[i][k];
      if (!std::isfinite(points[i][k])) return false;
      squared += by * by;
      farthest = std::max(farthest, std::abs(points[i][k]));
    }
    moved = std::max(moved, squared);
  }
  return isWithinSkin(settings_.radius, searched_.radius, std::sqrt(moved), farthest);
}

void VerletPairs::keep(Points points, const Cell& cell, PairTable&& pairs) {
  points_.assign(points.begin(), points.end());
  cell_ = cell;
  rule_.emplace(Lattice(cell).sides(), settings_.radius, settings_.within);
  pairs_ = std::move(pairs);
}

PairTable VerletPairs::select(Points points, const PairQuantities& quantities) const {
  Stopwatch watch;
  const std::int64_t all = pairs_.size();
  const std::int64_t tasks = divideUp(all, kPairsPerSelection);
  const auto vectorOf = [&](std::size_t k) {
    return rule_->vector(points[static_cast<std::size_t>(pairs_.first[k])],
                         points[static_cast<std::size_t>(pairs_.second[k])], pairs_.shifts[k]);
  };
  const auto visitPairs = [&](std::int64_t task, const auto& use) {
    const std::int64_t end = std::min(all, (task + 1) * kPairsPerSelection);
    for (std::int64_t k = task * kPairsPerSelection; k < end; ++k) {
      const glm::dvec3 d = vectorOf(static_cast<std::size_t>(k));
      if (rule_->isPair(d)) use(static_cast<std::size_t>(k), d);
    }
  };
  std::vector<std::size_t> begins(static_cast<std::size_t>(tasks) + 1, 0);
  runTasks(tasks, threads_, [&](std::int64_t task, std::size_t) {
    std::size_t count = 0;
    visitPairs(task, [&](std::size_t, const glm::dvec3&) { ++count; });
    begins[static_cast<std::size_t>(task) + 1] = count;
  });
  std::partial_sum(begins.begin(), begins.end(), begins.begin());
  PairTable table;
  const std::size_t rows = begins.back();
  table.second.resize(rows);
  Column<std::int32_t> first(rows);
  if (quantities.shifts) table.shifts.resize(rows);
  if (quantities.distances) table.distances.resize(rows);
  if (quantities.vectors) table.vectors.resize(rows);
  runTasks(tasks, threads_, [&](std::int64_t task, std::size_t) {
    std::size_t row = begins[static_cast<std::size_t>(task)];
    visitPairs(task, [&](std::size_t k, const glm::dvec3& d) {
      first[row] = pairs_.first[k];
      table.second[row] = pairs_.second[k];
      if (quantities.shifts) table.shifts[row] = pairs_.shifts[k];
      if (quantities.distances) table.distances[row] = std::sqrt(PairRule::squared(d));
      if (quantities.vectors) table.vectors[row] = {d.x, d.y, d.z};
      ++row;
    });
  });
  if (settings_.order != PairOrder::Any) {
    table.offsets.assign(points.size() + 1, 0);
    for (const std::int32_t i : first) ++table.offsets[static_cast<std::size_t>(i) + 1];
    std::partial_sum(table.offsets.begin(), table.offsets.end(), table.offsets.begin());
  }
  if (quantities.first) table.first = std::move(first);
  table.milliseconds.write = watch.lap();
  return table;
}

}  // namespace gpubuck::pairs
