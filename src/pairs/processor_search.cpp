#include "pairs/processor_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <span>
#include <vector>

#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/stopwatch.h"
#include "pairs/lattice.h"
#include "pairs/pair_rule.h"
#include "pairs/place_cells.h"

namespace gpubuck::pairs {
namespace {

/// Number of points per task; of points and of rows from which on another thread pays.
constexpr std::int64_t kPointsPerTask = 512;
constexpr std::size_t kSystemPointsPerThread = 128;
constexpr std::int64_t kWrittenPerThread = 1 << 15;

/// Number of words of marks per rank from which on comparisons sort faster.
constexpr std::size_t kWordsPerRank = 4;

/// Number of candidates between two looks at memory and at the caller's report.
constexpr std::int64_t kTestsBetweenLooks = 1 << 20;

/// A system of points, and the places that may be in pairs with them.
struct PlacedSystem {
  /// A place of the others. Its rank is its position by rising number, then by rising shift.
  struct Candidate {
    std::int32_t other;
    Shift shift;  ///< of the pair with a point that is given in the cell
  };

  std::span<const std::array<double, 3>> points;
  std::span<const std::array<double, 3>> others;
  std::int64_t firstPoint = 0;  ///< its number among the points of all systems
  bool isBetween = false;
  PeriodicImages images{};
  std::optional<PairRule> rule{};
  std::vector<Candidate> candidates{};  ///< by rank
  std::vector<std::int32_t> placeOfRank{};

  void place(const Cell& cell, const PairSettings& settings) {
    const Lattice lattice(cell);
    images.make(lattice, settings.radius, points, isBetween ? std::optional(others) : std::nullopt);
    rule.emplace(lattice.sides(), settings.radius, settings.within);
    rank();
  }

 private:
  void rank() {
    const std::int64_t end = std::ssize(images.places());
    const std::int64_t firstImage = images.firstImage();
    candidates.reserve(static_cast<std::size_t>(end - images.firstOther()));
    placeOfRank.reserve(candidates.capacity());
    // The images of each place are side by side, in the order of the places.
    std::int64_t image = firstImage;
    std::vector<std::pair<Shift, std::int32_t>> same;
    for (std::int64_t place = images.firstOther(); place < firstImage; ++place) {
      const std::int64_t other = images.otherAt(place);
      same.assign(1, {images.shiftFromCell(place), static_cast<std::int32_t>(place)});
      for (; image < end && images.otherAt(image) == other; ++image) {
        same.emplace_back(images.shiftFromCell(image), static_cast<std::int32_t>(image));
      }
      std::ranges::sort(same);
      for (const auto& [shift, number] : same) {
        candidates.push_back({static_cast<std::int32_t>(other), shift});
        placeOfRank.push_back(number);
      }
    }
  }
};

/// The pairs found so far, counted for the memory that they take.
class Budget {
 public:
  Budget(std::int64_t bytesPerPair, std::int64_t most) : bytes_(bytesPerPair), most_(most) {}

  /// Counts pairs. Returns whether they may be stored.
  bool add(std::int64_t pairs) {
    const std::int64_t all = pairs_ += pairs;
    if (limit_ > 0) return false;
    if (all < kUnchecked && most_ == 0) return true;
    const std::int64_t limit = most_ > 0 ? most_ : freeMemory().value_or(INT64_MAX);
    if (all * bytes_ > limit) limit_ = std::max<std::int64_t>(limit, 1);
    return limit_ == 0;
  }

  /// Throws RunError with the number of all pairs if they do not fit.
  void require(bool isBothWays) const {
    if (limit_ > 0) requireMemory(pairs_ / (isBothWays ? 2 : 1), pairs_ * bytes_, limit_);
  }

 private:
  /// Number of pairs that always fit.
  static constexpr std::int64_t kUnchecked = 1 << 20;

  std::int64_t bytes_;
  std::int64_t most_;
  std::atomic<std::int64_t> pairs_ = 0;
  std::atomic<std::int64_t> limit_ = 0;  ///< the bytes that were exceeded, or 0
};

/// The pairs of a stretch of the points of a system.
struct TaskPairs {
  const PlacedSystem* system = nullptr;
  std::int64_t first = 0;              ///< point
  std::vector<std::int32_t> counts{};  ///< per point
  std::vector<std::int32_t> ranks{};   ///< of the candidates, point by point
};

void requireStarts(std::int64_t points, std::span<const std::int64_t> starts,
                   std::int64_t systems) {
  if (std::ssize(starts) != systems + 1) {
    throw InputError("systems", fmt::format("{} starts for {} cells: there must be one more start "
                                            "than cells",
                                            starts.size(), systems));
  }
  for (std::size_t b = 0; b < starts.size(); ++b) {
    const std::int64_t least = b == 0 ? 0 : starts[b - 1];
    const std::int64_t most = b == 0 ? 0 : points;
    const bool isLast = b + 1 == starts.size();
    if (starts[b] >= least && starts[b] <= most && (!isLast || starts[b] == points)) continue;
    throw InputError(fmt::format("systems: start {}", b),
                     fmt::format("{} must be {}", starts[b],
                                 isLast ? fmt::format("the number of points, {}", points)
                                        : fmt::format("within {}..{}", least, most)));
  }
}

/// Finds the candidates within reach of points. One per thread.
class Lister {
 public:
  Lister(const PairSettings& settings, Budget& budget) : settings_(&settings), budget_(&budget) {}

  void sortPlaces(const PlacedSystem& system) {
    cells_.make(system.images.places(), system.placeOfRank,
                settings_->radius + system.images.error());
  }

  /// Fills `pairs` for `count` points from pairs.first on. Calls `look` now and then.
  template <typename Look>
  void list(const PlaceCells& cells, std::int64_t count, TaskPairs& pairs, const Look& look) {
    const PlacedSystem& system = *pairs.system;
    const double error = system.images.error();
    const double most = settings_->radius + error;
    const double sure = settings_->radius - error;
    mostSquared_ = most * most * (1.0 + 0x1p-40);
    sureSquared_ = sure * sure * (1.0 - 0x1p-40);
    pairs.counts.reserve(static_cast<std::size_t>(count));
    std::size_t added = 0;
    bool isStored = true;
    for (std::int64_t i = pairs.first; i < pairs.first + count; ++i) {
      const std::size_t before = pairs.ranks.size();
      listOne(cells, system, i, pairs.ranks);
      pairs.counts.push_back(static_cast<std::int32_t>(pairs.ranks.size() - before));
      if (tests_ < kTestsBetweenLooks && i + 1 < pairs.first + count) continue;
      isStored = budget_->add(static_cast<std::int64_t>(pairs.ranks.size() - added));
      if (!isStored) pairs.ranks.clear();
      added = pairs.ranks.size();
      tests_ = 0;
      look();
    }
  }

  const PlaceCells& cells() const { return cells_; }

 private:
  void listOne(const PlaceCells& cells, const PlacedSystem& system, std::int64_t i,
               std::vector<std::int32_t>& ranks) {
    const auto at = static_cast<std::size_t>(i);
    const glm::dvec3 r = system.images.places()[at];
    const std::size_t before = ranks.size();
    cells.near(at, [&](std::size_t first, std::size_t end) {
      near_.resize(std::max(near_.size(), end - first));
      squared_.resize(near_.size());
      const std::size_t found = test(cells, r, first, end);
      tests_ += static_cast<std::int64_t>(end - first);
      for (std::size_t k = 0; k < found; ++k) {
        const std::int32_t rank = cells.ranks()[near_[k]];
        if (isPair(system, i, rank, squared_[k])) ranks.push_back(rank);
      }
    });
    if (settings_->order == PairOrder::ByBoth) {
      sort(std::span(ranks).subspan(before), system.candidates.size());
    }
  }

  /// Sorts different ranks below `end`. Few ranks are marked in a bit each and read in order, which
  /// takes a third of the time of comparisons, whose outcome no processor foresees.
  void sort(std::span<std::int32_t> ranks, std::size_t end) {
    const std::size_t words = end / 64 + 1;
    if (words > kWordsPerRank * ranks.size()) {
      std::ranges::sort(ranks);
      return;
    }
    marks_.assign(words, 0);
    for (const std::int32_t rank : ranks) {
      const auto bit = static_cast<std::uint32_t>(rank);
      marks_[bit / 64] |= std::uint64_t{1} << (bit % 64);
    }
    auto at = ranks.begin();
    for (std::size_t word = 0; word < words; ++word) {
      for (std::uint64_t left = marks_[word]; left != 0; left &= left - 1) {
        *at++ = static_cast<std::int32_t>(64 * word) + std::countr_zero(left);
      }
    }
  }

  /// Writes the positions of the places from `first` to `end` - 1 that are near enough, and the
  /// squares of their distances. Returns their number.
  std::size_t test(const PlaceCells& cells, const glm::dvec3& r, std::size_t first,
                   std::size_t end) {
    const double* const x = cells.x().data();
    const double* const y = cells.y().data();
    const double* const z = cells.z().data();
    std::uint32_t* const near = near_.data();
    double* const squared = squared_.data();
    const double most = mostSquared_;
    std::size_t found = 0;
    for (std::size_t k = first; k < end; ++k) {
      const double dx = x[k] - r.x, dy = y[k] - r.y, dz = z[k] - r.z;
      const double s = (dx * dx + dy * dy) + dz * dz;
      near[found] = static_cast<std::uint32_t>(k);
      squared[found] = s;
      found += s <= most ? 1 : 0;
    }
    return found;
  }

  bool isPair(const PlacedSystem& system, std::int64_t i, std::int32_t rank, double squared) const {
    const auto at = static_cast<std::size_t>(rank);
    if (!system.isBetween && system.placeOfRank[at] == i) return false;
    const bool isHalf = settings_->kind == ListKind::Half && !system.isBetween;
    if (!isHalf && squared < sureSquared_) return true;
    const auto& [other, fromCell] = system.candidates[at];
    const Shift shift = PeriodicImages::sum(system.images.home(i), fromCell);
    if (isHalf && !isInHalfList(i, other, shift)) return false;
    return squared < sureSquared_ || system.rule->isPair(system.rule->vector(
                                         system.points[static_cast<std::size_t>(i)],
                                         system.others[static_cast<std::size_t>(other)], shift));
  }

  const PairSettings* settings_;
  Budget* budget_;
  PlaceCells cells_;
  double mostSquared_ = 0.0;
  double sureSquared_ = 0.0;
  std::int64_t tests_ = 0;
  std::vector<std::uint32_t> near_;
  std::vector<double> squared_;
  std::vector<std::uint64_t> marks_;
};

/// Writes the rows of a task, from `row` on.
void writeRows(const TaskPairs& pairs, std::size_t row, const PairQuantities& quantities,
               PairTable& table) {
  const PlacedSystem& system = *pairs.system;
  const bool needsVector = quantities.distances || quantities.vectors;
  const auto firstPoint = static_cast<std::int32_t>(system.firstPoint);
  auto rank = pairs.ranks.begin();
  std::int64_t i = pairs.first;
  for (const std::int32_t count : pairs.counts) {
    if (quantities.first) {
      std::fill_n(table.first.begin() + static_cast<std::ptrdiff_t>(row), count,
                  static_cast<std::int32_t>(system.firstPoint + i));
    }
    const Shift home = system.images.home(i);
    const auto& point = system.points[static_cast<std::size_t>(i)];
    for (const auto end = rank + count; rank != end; ++rank, ++row) {
      const auto& [other, fromCell] = system.candidates[static_cast<std::size_t>(*rank)];
      table.second[row] = firstPoint + other;
      const Shift shift = PeriodicImages::sum(home, fromCell);
      if (quantities.shifts) table.shifts[row] = shift;
      if (!needsVector) continue;
      const glm::dvec3 d =
          system.rule->vector(point, system.others[static_cast<std::size_t>(other)], shift);
      if (quantities.distances) table.distances[row] = std::sqrt(PairRule::squared(d));
      if (quantities.vectors) table.vectors[row] = {d.x, d.y, d.z};
    }
    ++i;
  }
}

/// A search: its tasks, and the table that they become.
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
        // The ranks of a task grow by doubling.
        budget_(bytesPerPair(quantities) + 2 * std::int64_t{sizeof(std::int32_t)},
                settings.memory) {}

  /// Lists the pairs of one system, in several tasks.
  void list(PlacedSystem& system) {
    Lister sorter(settings_, budget_);
    if (system.points.empty() || system.others.empty()) {
      tasks_.push_back({.system = &system});
      tasks_.back().counts.resize(system.points.size());
      return;
    }
    sorter.sortPlaces(system);
    milliseconds_.prepare = watch_.lap();
    const std::int64_t points = std::ssize(system.points);
    for (std::int64_t first = 0; first < points; first += kPointsPerTask) {
      tasks_.push_back({.system = &system, .first = first});
    }
    std::vector<Lister> listers(std::min(tasks_.size(), threads()), Lister(settings_, budget_));
    runTasks(std::ssize(tasks_), static_cast<int>(threads()),
             [&](std::int64_t task, std::size_t thread) {
               TaskPairs& pairs = tasks_[static_cast<std::size_t>(task)];
               listers[thread].list(sorter.cells(), std::min(kPointsPerTask, points - pairs.first),
                                    pairs, lookOf(task, std::ssize(tasks_), thread));
             });
  }

  /// Places and lists many systems, each in a task.
  void listAll(std::vector<PlacedSystem>& systems, std::span<const Cell> cells) {
    tasks_.resize(systems.size());
    std::size_t points = 0;
    for (const PlacedSystem& system : systems) points += system.points.size();
    const std::size_t threads =
        std::clamp<std::size_t>(points / kSystemPointsPerThread, 1, this->threads());
    std::vector<Lister> listers(threads, Lister(settings_, budget_));
    runTasks(std::ssize(systems), static_cast<int>(threads),
             [&](std::int64_t task, std::size_t thread) {
               const auto b = static_cast<std::size_t>(task);
               PlacedSystem& system = systems[b];
               tasks_[b].system = &system;
               if (system.points.empty()) return;
               try {
                 system.place(cells[b], settings_);
               } catch (const InputError& error) {
                 throw InputError(fmt::format("system {}", b), error.what());
               }
               listers[thread].sortPlaces(system);
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
    std::vector<std::size_t> begins;
    begins.reserve(tasks_.size() + 1);
    std::size_t rows = 0;
    for (const TaskPairs& task : tasks_) {
      begins.push_back(rows);
      rows += task.ranks.size();
    }
    if (settings_.order != PairOrder::Any) table.offsets = offsets(points);
    table.second.resize(rows);
    if (quantities_.first) table.first.resize(rows);
    if (quantities_.shifts) table.shifts.resize(rows);
    if (quantities_.distances) table.distances.resize(rows);
    if (quantities_.vectors) table.vectors.resize(rows);
    const auto threads = static_cast<int>(std::clamp<std::int64_t>(
        static_cast<std::int64_t>(rows) / kWrittenPerThread, 1, std::ssize(tasks_) + 1));
    const auto pairs = static_cast<std::int64_t>(isBothWays ? rows / 2 : rows);
    runTasks(std::ssize(tasks_), std::min(threads, static_cast<int>(this->threads())),
             [&](std::int64_t task, std::size_t thread) {
               if (thread == 0 && report_) report_({.share = 1.0, .pairs = pairs});
               TaskPairs& from = tasks_[static_cast<std::size_t>(task)];
               writeRows(from, begins[static_cast<std::size_t>(task)], quantities_, table);
               from.ranks = {};
             });
    milliseconds_.write = watch_.lap();
    table.milliseconds = milliseconds_;
    return table;
  }

 private:
  std::size_t threads() const {
    return static_cast<std::size_t>(threads_ > 0 ? threads_ : threadsOfMachine());
  }

  std::vector<std::int64_t> offsets(std::int64_t points) const {
    std::vector<std::int64_t> result;
    result.reserve(static_cast<std::size_t>(points) + 1);
    result.push_back(0);
    for (const TaskPairs& task : tasks_) {
      for (const std::int32_t count : task.counts) result.push_back(result.back() + count);
    }
    return result;
  }

  const PairSettings& settings_;
  const PairQuantities& quantities_;
  int threads_;
  const Report& report_;
  Budget budget_;
  std::vector<TaskPairs> tasks_;
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
