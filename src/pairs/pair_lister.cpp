#include "pairs/pair_lister.h"

#include <algorithm>
#include <bit>

#include "base/memory.h"

namespace gpubuck::pairs {
namespace {

/// Number of words of marks per rank from which on comparisons sort faster.
constexpr std::size_t kWordsPerRank = 4;

/// Number of candidates between two looks at memory and at the caller's report.
constexpr std::int64_t kTestsBetweenLooks = 1 << 20;

/// Number of pairs that always fit.
constexpr std::int64_t kUncheckedPairs = 1 << 20;

}  // namespace

bool PairBudget::add(std::int64_t pairs) {
  const std::int64_t all = pairs_ += pairs;
  if (limit_ > 0) return false;
  if (all < kUncheckedPairs && most_ == 0) return true;
  const std::int64_t limit = most_ > 0 ? most_ : freeMemory().value_or(INT64_MAX);
  if (all * bytes_ > limit) limit_ = std::max<std::int64_t>(limit, 1);
  return limit_ == 0;
}

void PairLister::sortPlaces(const PlacedSystem& system) {
  cells_.make(system.images.places(), system.placeOfRank, settings_->radius + system.images.error(),
              std::ssize(system.points));
}

void PairLister::list(const PlaceCells& cells, std::int64_t count, ListedTask& pairs,
                      const std::function<void()>& look) {
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

void PairLister::listOne(const PlaceCells& cells, const PlacedSystem& system, std::int64_t i,
                         std::vector<std::int32_t>& ranks) {
  const auto at = static_cast<std::size_t>(i);
  const glm::dvec3 r = system.images.places()[at];
  const bool startsLate = cells.isOne() && isHalf(system);
  const std::size_t before = ranks.size();
  cells.near(at, [&](std::size_t first, std::size_t end) {
    // The ranks of the points before `i` come first.
    if (startsLate) first = std::max(first, system.firstRankOf(i));
    const std::size_t found = test(cells, r, first, end);
    tests_ += static_cast<std::int64_t>(end - first);
    for (std::size_t k = 0; k < found; ++k) {
      const std::int32_t rank = cells.ranks()[first + near_[k]];
      if (isPair(system, i, rank, squared_[near_[k]])) ranks.push_back(rank);
    }
  });
  if (settings_->order == PairOrder::ByBoth && !cells.isOne()) {
    sort(std::span(ranks).subspan(before), system.candidates.size());
  }
}

void PairLister::sort(std::span<std::int32_t> ranks, std::size_t end) {
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

std::size_t PairLister::test(const PlaceCells& cells, const glm::dvec3 r, std::size_t first,
                             std::size_t end) {
  const std::size_t count = end - first;
  if (near_.size() < count) {
    near_.resize(count);
    squared_.resize(count);
  }
  const double* const x = cells.x().data() + first;
  const double* const y = cells.y().data() + first;
  const double* const z = cells.z().data() + first;
  double* const squared = squared_.data();
  for (std::size_t k = 0; k < count; ++k) {
    const double dx = x[k] - r.x, dy = y[k] - r.y, dz = z[k] - r.z;
    squared[k] = (dx * dx + dy * dy) + dz * dz;
  }
  std::uint32_t* const near = near_.data();
  const double most = mostSquared_;
  std::size_t found = 0;
  for (std::size_t k = 0; k < count; ++k) {
    near[found] = static_cast<std::uint32_t>(k);
    found += squared[k] <= most ? 1 : 0;
  }
  return found;
}

bool PairLister::isPair(const PlacedSystem& system, std::int64_t i, std::int32_t rank,
                        double squared) const {
  const auto at = static_cast<std::size_t>(rank);
  const auto& [other, fromCell] = system.candidates[at];
  const bool isInHalf = isHalf(system);
  const bool isOwn = other == i && !system.isBetween;
  if (isInHalf && other < i) return false;
  if (!isOwn && squared < sureSquared_) return true;
  if (isOwn && system.placeOfRank[at] == i) return false;
  const Shift shift = PeriodicImages::sum(system.images.home(i), fromCell);
  if (isInHalf && !isInHalfList(i, other, shift)) return false;
  return squared < sureSquared_ || system.rule->isPair(system.rule->vector(
                                       system.points[static_cast<std::size_t>(i)],
                                       system.others[static_cast<std::size_t>(other)], shift));
}

}  // namespace gpubuck::pairs
