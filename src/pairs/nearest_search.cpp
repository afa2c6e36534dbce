#include "pairs/nearest_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <limits>
#include <span>
#include <tuple>
#include <vector>

#include "base/error.h"
#include "base/number.h"
#include "base/parallel.h"
#include "pairs/column_memory.h"
#include "pairs/pair_rule.h"
#include "pairs/periodic_images.h"
#include "pairs/place_tree.h"

namespace gpubuck::pairs {
namespace {

constexpr double kNowhere = std::numeric_limits<double>::infinity();

/// Number of points per task, and minimum number of points per thread. With fewer, another thread
/// would not save time.
constexpr std::int64_t kPointsPerNearestTask = 128;
constexpr std::int64_t kPointsPerNearestThread = 512;

/// The distance, in units of the lattice's vectors, by which rounding may move a place across a
/// face of the cell.
constexpr double kStepsSpare = 0x1p-30;

/// An upper limit of the relative error of the difference of two places, including the errors of
/// the sums from which the places are computed.
constexpr double kErrorOfSums = 0x1p-48;

/// Maximum number of images of the cell that are searched for the neighbours of a point.
constexpr std::int64_t kMostShifts = std::int64_t{1} << 24;

struct Neighbour {
  double distance;
  std::int32_t number;
  Shift shift;

  bool operator<(const Neighbour& other) const {
    if (distance != other.distance) return distance < other.distance;
    return std::tie(number, shift) < std::tie(other.number, other.shift);
  }
};

/// The nearest neighbours found so far. If the number wanted is small, they are kept in order.
/// Otherwise they are a heap as soon as the number wanted has been found.
class NearestFound {
 public:
  explicit NearestFound(std::int64_t most) : most_(static_cast<std::size_t>(most)) {
    list_.reserve(std::min(most_, kMostInOrder));
  }

  void clear() { list_.clear(); }
  bool isFull() const { return list_.size() == most_; }
  /// Returns the distance beyond which no place is among the nearest.
  double reach() const { return isFull() ? last().distance : kNowhere; }
  /// Returns whether a place may be among the nearest if its distance and its number are at least
  /// the given values.
  bool mayTake(double distance, std::int32_t number) const {
    if (!isFull()) return true;
    return distance < last().distance || (distance == last().distance && number <= last().number);
  }
  void take(const Neighbour& found) {
    if (isFull() && !(found < last())) return;
    if (!isFull()) {
      list_.push_back(found);
      if (!isInOrder() && isFull()) std::make_heap(list_.begin(), list_.end());
      if (isInOrder()) insert(found);
    } else if (isInOrder()) {
      insert(found);
    } else {
      replaceTop(found);
    }
  }
  /// Sorts the neighbours and returns them. Afterwards only clear() may be called.
  std::span<const Neighbour> sorted() {
    if (!isInOrder()) std::ranges::sort(list_, std::less());
    return list_;
  }

 private:
  /// Number of neighbours up to which keeping them in order takes less time than a heap.
  static constexpr std::size_t kMostInOrder = 64;

  bool isInOrder() const { return most_ <= kMostInOrder; }
  const Neighbour& last() const { return isInOrder() ? list_.back() : list_.front(); }
  /// Puts a neighbour into its place in the order, and drops the last neighbour.
  void insert(const Neighbour& found) {
    std::size_t at = list_.size() - 1;
    for (; at > 0 && found < list_[at - 1]; --at) list_[at] = list_[at - 1];
    list_[at] = found;
  }
  /// Puts a neighbour into the heap in place of the farthest neighbour.
  void replaceTop(const Neighbour& found) {
    std::size_t at = 0;
    for (std::size_t next = 1; next < most_; next = 2 * at + 1) {
      if (next + 1 < most_ && list_[next] < list_[next + 1]) ++next;
      if (!(found < list_[next])) break;
      list_[at] = list_[next];
      at = next;
    }
    list_[at] = found;
  }

  std::size_t most_;
  std::vector<Neighbour> list_;
};

/// Finds the nearest neighbours among the places of the others and the images of these places.
class NearestPlaces {
 public:
  NearestPlaces(PeriodicImages::Points points, std::optional<PeriodicImages::Points> second,
                const Cell& cell)
      : lattice_(cell),
        rule_(lattice_.sides(), 1.0, Within::UpTo),
        points_(points),
        others_(second.value_or(points)),
        isBetween_(second.has_value()) {
    images_.wrap(lattice_, points, second);
    places_ = images_.places();
    const auto others = places_.subspan(static_cast<std::size_t>(images_.firstOther()));
    measure();
    if (lattice_.rank() > 0) measureCell(others);
    tree_ = PlaceTree(others);
  }

  /// Returns the k-th point in an order in which points that are near each other follow each other.
  /// If no such order is known, returns point k.
  std::int64_t pointAt(std::int64_t k) const {
    return isBetween_ ? k : tree_.numbers()[static_cast<std::size_t>(k)];
  }

  /// Fills `found` with the neighbours of point i.
  void find(std::int64_t i, NearestFound& found) const {
    found.clear();
    const glm::dvec3 r = places_[static_cast<std::size_t>(i)];
    findIn(glm::dvec3(0.0), r, i, found);
    if (lattice_.rank() == 0) return;
    const glm::dvec3 fractions = lattice_.fractions(r);
    const double across = std::max(across_.from(acrossOf(r)) - 2.0 * errorOf(glm::dvec3(1.0)), 0.0);
    // Visits the images of the cell within a radius along the lattice, and enlarges the radius
    // until no further image can hold a nearer place.
    glm::dvec3 low(0.0), high(0.0);
    double radius = thickness_[0];
    for (int k = 1; k < lattice_.rank(); ++k) radius = std::min(radius, thickness_[k]);
    for (bool isLast = false; !isLast; radius *= 2.0) {
      const double reach = reachAlong(found.reach(), across);
      isLast = radius >= reach;
      radius = std::min(radius, reach);
      glm::dvec3 nextLow = low, nextHigh = high;
      for (int k = 0; k < lattice_.rank(); ++k) {
        const double steps = radius / thickness_[k];
        nextLow[k] = std::min(std::ceil(fractions[k] - high_[k] - steps), low[k]);
        nextHigh[k] = std::max(std::floor(fractions[k] - low_[k] + steps), high[k]);
      }
      findInShell(low, high, nextLow, nextHigh, r, i, found);
      low = nextLow;
      high = nextHigh;
    }
  }

 private:
  /// A box of places.
  struct Bounds {
    glm::dvec3 low{kNowhere};
    glm::dvec3 high{-kNowhere};

    void add(const glm::dvec3& r) {
      low = glm::min(low, r);
      high = glm::max(high, r);
    }
    double from(const glm::dvec3& r) const {
      return glm::length(glm::max(glm::max(low - r, r - high), glm::dvec3(0.0)));
    }
  };

  void measure() {
    if (places_.empty()) return;
    Bounds all;
    for (const glm::dvec3& r : places_) all.add(r);
    if (!std::isfinite(PairRule::squared(all.high - all.low))) {
      throw InputError("points", "are so far apart that the squares of their distances overflow");
    }
    size_ = glm::max(glm::abs(all.low), glm::abs(all.high)) + images_.taken();
  }

  void measureCell(std::span<const glm::dvec3> others) {
    Bounds fractions;
    for (const glm::dvec3& r : others) {
      fractions.add(lattice_.fractions(r));
      across_.add(acrossOf(r));
    }
    const double error = errorOf(glm::dvec3(1.0));
    for (int k = 0; k < lattice_.rank(); ++k) {
      thickness_[k] = 1.0 / glm::length(lattice_.reciprocal(k));
      low_[k] = fractions.low[k] - error / thickness_[k] - kStepsSpare;
      high_[k] = fractions.high[k] + error / thickness_[k] + kStepsSpare;
    }
  }

  /// Returns the component of a place that is perpendicular to all vectors of the lattice.
  glm::dvec3 acrossOf(const glm::dvec3& r) const {
    return r - lattice_.translation(lattice_.fractions(r));
  }

  /// Returns the largest distance along the lattice that a place within reach can have if its
  /// distance across the lattice is `across`.
  static double reachAlong(double reach, double across) {
    if (reach == kNowhere) return reach;
    return std::sqrt(std::max(reach * reach * (1.0 + 0x1p-40) - across * across, 0.0));
  }

  /// Returns an upper limit of the error of a distance to images that are `steps` vectors of the
  /// lattice away.
  double errorOf(const glm::dvec3& steps) const {
    if (lattice_.rank() == 0) return 0.0;
    // Coordinates along an axis that the lattice does not span stay unchanged.
    const glm::dvec3 each = lattice_.magnitude(glm::dvec3(1.0));
    const glm::dvec3 moved = lattice_.magnitude(steps);
    double sum = 0.0;
    for (int axis = 0; axis < 3; ++axis) sum += each[axis] > 0.0 ? size_[axis] + moved[axis] : 0.0;
    return kErrorOfSums * sum;
  }

  /// Visits the images that are nextLow .. nextHigh vectors of the lattice away, except the images
  /// that are low .. high vectors away.
  void findInShell(const glm::dvec3& low, const glm::dvec3& high, const glm::dvec3& nextLow,
                   const glm::dvec3& nextHigh, const glm::dvec3& r, std::int64_t i,
                   NearestFound& found) const {
    const glm::dvec3 counts = nextHigh - nextLow + 1.0;
    if (!(counts.x * counts.y * counts.z <= static_cast<double>(kMostShifts))) {
      throw InputError("cell",
                       fmt::format("more than {} of its images may hold a neighbour of point "
                                   "{}: the cell's periodic sides are too short for the distances",
                                   kMostShifts, i));
    }
    for (double x = nextLow.x; x <= nextHigh.x; ++x) {
      for (double y = nextLow.y; y <= nextHigh.y; ++y) {
        const bool isKnown = low.x <= x && x <= high.x && low.y <= y && y <= high.y;
        for (double z = nextLow.z; z <= nextHigh.z; ++z) {
          if (isKnown && z == low.z) z = high.z + 1.0;
          if (z <= nextHigh.z) findIn({x, y, z}, r, i, found);
        }
      }
    }
  }

  /// Visits, for all places, the images that are `steps` vectors of the lattice away.
  void findIn(const glm::dvec3& steps, const glm::dvec3& r, std::int64_t i,
              NearestFound& found) const {
    const bool isOpen = lattice_.rank() == 0;
    const glm::dvec3 from = r - lattice_.translation(steps);
    const double error = errorOf(steps);
    double mostSquared = kNowhere, sureSquared = kNowhere;
    const auto look = [&] {
      if (!found.isFull()) return;
      const double most = found.reach() + error;
      mostSquared = most * most * (1.0 + 0x1p-40);
      sureSquared = found.reach() * found.reach() * (1.0 - 0x1p-40);
    };
    look();
    tree_.visitNear(
        from,
        [&](double squared, std::int32_t number) {
          if (!(squared <= mostSquared)) return false;
          if (squared < sureSquared) return true;
          // Among places at the same distance, the lowest numbers count as nearest.
          const double least = std::sqrt(squared);
          return found.mayTake(
              error == 0.0 ? least : std::max(least * (1.0 - 0x1p-40) - error, 0.0), number);
        },
        [&](std::size_t first, std::size_t end) {
          // The squared distances of a whole leaf are computed first, since the processor can
          // compute several at the same time in a loop without branches.
          std::array<double, PlaceTree::kMostInLeaf> squares;
          const std::size_t count = end - first;
          const double *x = tree_.x().data() + first, *y = tree_.y().data() + first,
                       *z = tree_.z().data() + first;
          for (std::size_t k = 0; k < count; ++k) {
            const double dx = x[k] - from.x, dy = y[k] - from.y, dz = z[k] - from.z;
            squares[k] = (dx * dx + dy * dy) + dz * dz;
          }
          for (std::size_t k = 0; k < count; ++k) {
            if (!(squares[k] <= mostSquared)) continue;
            const std::int32_t number = tree_.numbers()[first + k];
            if (isOpen) {
              takeOpen(number, squares[k], i, found);
            } else {
              take(number, steps, i, found);
            }
            look();
          }
        });
  }

  /// Takes a place in open space as a neighbour of point i, if it is near enough. The square of its
  /// distance needs no correction, since places have the coordinates of the points.
  void takeOpen(std::int32_t number, double squared, std::int64_t i, NearestFound& found) const {
    if (!isBetween_ && number == i) return;
    found.take({std::sqrt(squared), number, Shift{}});
  }

  void take(std::int32_t number, const glm::dvec3& steps, std::int64_t i,
            NearestFound& found) const {
    const Shift shift = shiftOf(number, steps, i);
    if (!isBetween_ && number == i && shift == Shift{}) return;
    const glm::dvec3 d = rule_.vector(points_[static_cast<std::size_t>(i)],
                                      others_[static_cast<std::size_t>(number)], shift);
    found.take({std::sqrt(PairRule::squared(d)), number, shift});
  }

  Shift shiftOf(std::int32_t number, const glm::dvec3& steps, std::int64_t i) const {
    const Shift from = images_.home(i), to = images_.home(images_.firstOther() + number);
    if (steps == glm::dvec3(0.0)) return {from[0] - to[0], from[1] - to[1], from[2] - to[2]};
    const std::array<std::int64_t, 3> sides = lattice_.inSides(steps);
    Shift shift{};
    for (std::size_t m = 0; m < 3; ++m) {
      const std::int64_t all = sides[m] + from[m] - to[m];
      if (std::abs(all) > 2 * std::int64_t{Lattice::kFarthest}) {
        throw InputError("cell", "one of the nearest images is more than 2^30 sides away");
      }
      shift[m] = static_cast<std::int32_t>(all);
    }
    return shift;
  }

  Lattice lattice_;
  PairRule rule_;
  PeriodicImages::Points points_;
  PeriodicImages::Points others_;
  bool isBetween_;
  PeriodicImages images_;
  std::span<const glm::dvec3> places_;
  glm::dvec3 size_{0.0};       ///< largest absolute coordinates, plus the translations
  glm::dvec3 thickness_{0.0};  ///< thickness of the cell of the lattice's vectors
  glm::dvec3 low_{0.0};        ///< lowest coordinates of the others, in units of the lattice's
                               ///< vectors
  glm::dvec3 high_{0.0};       ///< the highest coordinates of the others, in the same units
  Bounds across_;              ///< bounds of the others across the lattice's vectors
  PlaceTree tree_{{}};
};

void requireMemoryForNearest(std::int64_t points, std::int64_t others,
                             const NearestSettings& settings) {
  const std::int64_t rows = points * settings.count;
  const std::int64_t bytes =
      rows * std::int64_t{sizeof(std::int32_t) + sizeof(double) + sizeof(Shift)} +
      (points + 2 * others) * std::int64_t{sizeof(glm::dvec3) + sizeof(Shift)} +
      PlaceTree::bytesOf(others);
  const std::optional<std::int64_t> free =
      settings.memory > 0 ? settings.memory : freeMemoryFor(bytes);
  if (!free || bytes <= *free) return;
  constexpr std::int64_t kMegabyte = 1'000'000;
  throw RunError("main memory", fmt::format("{} neighbours of {} points need {} MB, and {} MB are "
                                            "free; fewer neighbours need less",
                                            settings.count, points, divideUp(bytes, kMegabyte),
                                            *free / kMegabyte));
}

}  // namespace

NearestTable findNearest(PeriodicImages::Points points,
                         std::optional<PeriodicImages::Points> others, const Cell& cell,
                         const NearestSettings& settings, const std::function<void()>& look) {
  if (settings.count < 1) {
    throw InputError("neighbours", fmt::format("must be 1 or more, got {}", settings.count));
  }
  requireMemoryForNearest(std::ssize(points), std::ssize(others.value_or(points)), settings);
  const NearestPlaces places(points, others, cell);
  const auto most = static_cast<std::size_t>(settings.count);
  NearestTable table;
  table.count = settings.count;
  table.ids.resize(points.size() * most);
  table.distances.resize(points.size() * most);
  table.shifts.resize(points.size() * most);
  const std::int64_t none = std::ssize(others.value_or(points));
  const std::int64_t all = std::ssize(points);
  const std::int64_t threads =
      std::clamp<std::int64_t>(all / kPointsPerNearestThread, 1,
                               settings.threads > 0 ? settings.threads : threadsOfMachine());
  std::vector<NearestFound> found(static_cast<std::size_t>(threads), NearestFound(settings.count));
  runTasks(divideUp(all, kPointsPerNearestTask), static_cast<int>(threads),
           [&](std::int64_t task, std::size_t thread) {
             if (thread == 0 && look) look();
             const std::int64_t first = task * kPointsPerNearestTask;
             const std::int64_t end = std::min(first + kPointsPerNearestTask, all);
             for (std::int64_t at = first; at < end; ++at) {
               const std::int64_t i = places.pointAt(at);
               std::span<const Neighbour> nearest;
               if (none > 0) {
                 places.find(i, found[thread]);
                 nearest = found[thread].sorted();
               }
               auto row = static_cast<std::size_t>(i) * most;
               const std::size_t last = row + most;
               for (const Neighbour& each : nearest) {
                 table.ids[row] = each.number;
                 table.distances[row] = each.distance;
                 table.shifts[row++] = each.shift;
               }
               for (; row < last; ++row) {
                 table.ids[row] = static_cast<std::int32_t>(none);
                 table.distances[row] = kNowhere;
                 table.shifts[row] = {};
               }
             }
           });
  return table;
}

}  // namespace gpubuck::pairs
