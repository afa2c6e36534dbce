#include "pairs/processor_search.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <vector>

#include "base/parallel.h"
#include "base/stopwatch.h"
#include "pairs/pair_lister.h"
#include "pairs/pair_rule.h"

namespace gpubuck::pairs {
namespace {

/// Number of points per task, and minimum numbers of points and of rows per thread. With fewer,
/// another thread would not save time: starting it and, even more, its first allocation of memory
/// take time.
constexpr std::int64_t kPointsPerTask = 256;
constexpr std::size_t kSearchedPerThread = 1024;
constexpr std::int64_t kWrittenPerThread = 1 << 15;

/// Writes the rows of a task. `begins` has the first row of each point of all systems.
void writeRows(const ListedTask& pairs, std::span<const std::int64_t> begins,
               const PairQuantities& quantities, PairTable& table) {
  const PlacedSystem& system = *pairs.system;
  const bool needsVector = quantities.distances || quantities.vectors;
  const auto firstPoint = static_cast<std::int32_t>(system.firstPoint);
  auto rank = pairs.ranks.begin();
  for (std::size_t k = 0; k < pairs.counts.size(); ++k) {
    const std::int64_t i = pairs.pointAt(k);
    const std::int32_t count = pairs.counts[k];
    auto row = static_cast<std::size_t>(begins[static_cast<std::size_t>(system.firstPoint + i)]);
    if (quantities.first) {
      std::fill_n(table.first.begin() + static_cast<std::ptrdiff_t>(row), count,
                  static_cast<std::int32_t>(system.firstPoint + i));
    }
    const Shift home = system.images.home(i);
    const auto& point = system.points[static_cast<std::size_t>(i)];
    for (const auto end = rank + count; rank != end; ++rank, ++row) {
      const auto& [other, fromCell] = system.candidates[static_cast<std::size_t>(*rank)];
      table.second[row] = firstPoint + other;
      if (!quantities.shifts && !needsVector) continue;
      const Shift shift = PeriodicImages::sum(home, fromCell);
      if (quantities.shifts) table.shifts[row] = shift;
      if (!needsVector) continue;
      const glm::dvec3 d =
          system.rule->vector(point, system.others[static_cast<std::size_t>(other)], shift);
      if (quantities.distances) table.distances[row] = std::sqrt(PairRule::squared(d));
      if (quantities.vectors) table.vectors[row] = {d.x, d.y, d.z};
    }
  }
}

/// A search with its tasks, from which it makes the table.
class Run {
 private:
  auto lookOf(std::int64_t task, std::int64_t tasks, std::size_t thread) const {
    return [this, share = static_cast<double>(task) / static_cast<double>(tasks), thread] {
      if (thread == 0 && report_) report_({.share = share});
    };
  }

 public:
  Run(const PairSettings& settings, const PairQuantities& quantities, int threads,
      const Report& report)
      : settings_(settings),
        quantities_(quantities),
        threads_(threads),
        report_(report),
        // The ranks of a task may take twice the memory that they need, since it grows by doubling.
        budget_(bytesPerPair(quantities) + 2 * std::int64_t{sizeof(std::int32_t)},
                settings.memory) {}

  /// Lists the pairs of one system, in several tasks.
  void list(PlacedSystem& system) {
    PairLister sorter(settings_, budget_);
    if (system.points.empty() || system.others.empty()) {
      tasks_.push_back({.system = &system});
      tasks_.back().counts.resize(system.points.size());
      return;
    }
    sorter.sortPlaces(system);
    orders_.push_back(sorter.pointsByCell(system));
    milliseconds_.prepare = watch_.lap();
    const std::int64_t points = std::ssize(system.points);
    for (std::int64_t first = 0; first < points; first += kPointsPerTask) {
      tasks_.push_back({.system = &system, .first = first, .order = orders_.front()});
    }
    const std::size_t threads = threadsFor(static_cast<std::size_t>(points));
    std::vector<PairLister> listers(threads, PairLister(settings_, budget_));
    runTasks(std::ssize(tasks_), static_cast<int>(threads),
             [&](std::int64_t task, std::size_t thread) {
               ListedTask& pairs = tasks_[static_cast<std::size_t>(task)];
               listers[thread].list(sorter.cells(), std::min(kPointsPerTask, points - pairs.first),
                                    pairs, lookOf(task, std::ssize(tasks_), thread));
             });
  }

  /// Handles many systems. Each system is placed and listed in one task.
  void listAll(std::vector<PlacedSystem>& systems, std::span<const Cell> cells) {
    tasks_.resize(systems.size());
    orders_.resize(systems.size());
    std::size_t points = 0;
    for (const PlacedSystem& system : systems) points += system.points.size();
    const std::size_t threads = threadsFor(points);
    std::vector<PairLister> listers(threads, PairLister(settings_, budget_));
    runTasks(std::ssize(systems), static_cast<int>(threads),
             [&](std::int64_t task, std::size_t thread) {
               const auto b = static_cast<std::size_t>(task);
               PlacedSystem& system = systems[b];
               tasks_[b].system = &system;
               if (system.points.empty()) return;
               inSystem(b, [&] { system.place(cells[b], settings_); });
               listers[thread].sortPlaces(system);
               orders_[b] = listers[thread].pointsByCell(system);
               tasks_[b].order = orders_[b];
               listers[thread].list(listers[thread].cells(), std::ssize(system.points), tasks_[b],
                                    lookOf(task, std::ssize(systems), thread));
             });
  }

  PairTable write(std::int64_t points) {
    const bool isBothWays =
        settings_.kind == ListKind::Full && (tasks_.empty() || !tasks_.front().system->isBetween);
    budget_.require(isBothWays);
    milliseconds_.search = watch_.lap();
    PairTable table;
    std::vector<std::int64_t> begins = offsets(points);
    const auto rows = static_cast<std::size_t>(begins.back());
    table.second.resize(rows);
    if (quantities_.first) table.first.resize(rows);
    if (quantities_.shifts) table.shifts.resize(rows);
    if (quantities_.distances) table.distances.resize(rows);
    if (quantities_.vectors) table.vectors.resize(rows);
    const auto threads = static_cast<int>(std::clamp<std::int64_t>(
        static_cast<std::int64_t>(rows) / kWrittenPerThread, 1, std::ssize(tasks_) + 1));
    const auto pairs = static_cast<std::int64_t>(isBothWays ? rows / 2 : rows);
    const auto reportAt = [&](std::int64_t task) {
      if (!report_) return;
      report_({.share = static_cast<double>(task) / static_cast<double>(tasks_.size()),
               .pairs = pairs});
    };
    // The reports below are made by the first thread, which may get no task.
    if (!tasks_.empty()) reportAt(0);
    runTasks(std::ssize(tasks_), std::min(threads, static_cast<int>(this->threads())),
             [&](std::int64_t task, std::size_t thread) {
               if (thread == 0) reportAt(task);
               ListedTask& from = tasks_[static_cast<std::size_t>(task)];
               writeRows(from, begins, quantities_, table);
               from.ranks = {};
             });
    if (settings_.order != PairOrder::Any) table.offsets = std::move(begins);
    milliseconds_.write = watch_.lap();
    table.milliseconds = milliseconds_;
    return table;
  }

 private:
  std::size_t threads() const {
    return static_cast<std::size_t>(threads_ > 0 ? threads_ : threadsOfMachine());
  }

  std::size_t threadsFor(std::size_t points) const {
    return std::clamp<std::size_t>(points / kSearchedPerThread, 1, threads());
  }

  /// Returns the first row of each point, and the number of all rows.
  std::vector<std::int64_t> offsets(std::int64_t points) const {
    std::vector<std::int64_t> result(static_cast<std::size_t>(points) + 1, 0);
    for (const ListedTask& task : tasks_) {
      for (std::size_t k = 0; k < task.counts.size(); ++k) {
        const std::int64_t point = task.system->firstPoint + task.pointAt(k);
        result[static_cast<std::size_t>(point) + 1] = task.counts[k];
      }
    }
    std::partial_sum(result.begin(), result.end(), result.begin());
    return result;
  }

  const PairSettings& settings_;
  const PairQuantities& quantities_;
  int threads_;
  const Report& report_;
  PairBudget budget_;
  std::vector<std::vector<std::int32_t>> orders_{};  ///< for each system, the order of its points,
                                                     ///< or empty
  std::vector<ListedTask> tasks_;
  Stopwatch watch_;
  PairTable::Milliseconds milliseconds_;
};

}  // namespace

ProcessorSearch::ProcessorSearch(const PairSettings& settings, int threads)
    : settings_(settings), threads_(threads) {
  requireRadius(settings.radius);
}

PairTable ProcessorSearch::find(Points points, std::optional<Points> others, const Cell& cell,
                                const PairQuantities& quantities, const Report& report) const {
  Run run(settings_, quantities, threads_, report);
  PlacedSystem system{
      .points = points, .others = others.value_or(points), .isBetween = others.has_value()};
  system.place(cell, settings_);
  run.list(system);
  return run.write(std::ssize(points));
}

PairTable ProcessorSearch::findInSystems(Points points, std::span<const std::int64_t> starts,
                                         std::span<const Cell> cells,
                                         const PairQuantities& quantities,
                                         const Report& report) const {
  requireStarts(std::ssize(points), starts, std::ssize(cells));
  Run run(settings_, quantities, threads_, report);
  std::vector<PlacedSystem> systems(cells.size());
  for (std::size_t b = 0; b < cells.size(); ++b) {
    const auto first = static_cast<std::size_t>(starts[b]);
    const Points own = points.subspan(first, static_cast<std::size_t>(starts[b + 1]) - first);
    systems[b].points = systems[b].others = own;
    systems[b].firstPoint = starts[b];
  }
  run.listAll(systems, cells);
  return run.write(std::ssize(points));
}

}  // namespace gpubuck::pairs
