#include "oracle.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/id.h"
#include "bench/inputs.h"

namespace gpubuck::cuda {
namespace {

double square(double x) { return x * x; }

}  // namespace

Sorted sortStable(std::span<const std::uint32_t> keys) {
  constexpr int kDigitBits = 16;
  constexpr std::uint32_t kDigit = (1U << kDigitBits) - 1U;
  Sorted from{.keys{keys.begin(), keys.end()}, .order = std::vector<std::uint32_t>(keys.size())};
  std::iota(from.order.begin(), from.order.end(), 0U);
  Sorted to = from;
  for (int shift = 0; shift < 32; shift += kDigitBits) {
    std::vector<std::size_t> places(kDigit + 2);
    for (const std::uint32_t key : from.keys) ++places[((key >> shift) & kDigit) + 1];
    std::partial_sum(places.begin(), places.end(), places.begin());
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const std::size_t place = places[(from.keys[i] >> shift) & kDigit]++;
      to.keys[place] = from.keys[i];
      to.order[place] = from.order[i];
    }
    std::swap(from, to);
  }
  return from;
}

std::vector<std::uint32_t> startsOf(std::span<const std::uint32_t> sortedKeys,
                                    std::int64_t buckets) {
  std::vector<std::uint32_t> starts(static_cast<std::size_t>(buckets) + 1);
  for (const std::uint32_t key : sortedKeys) ++starts[key + 1];
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  return starts;
}

std::string compare(const char* name, std::span<const std::uint32_t> found,
                    std::span<const std::uint32_t> expected) {
  if (found.size() != expected.size()) {
    return fmt::format("{} {}, not {}", found.size(), name, expected.size());
  }
  const auto [wrong, right] = std::mismatch(found.begin(), found.end(), expected.begin());
  if (wrong == found.end()) return kRight;
  return fmt::format("{}[{}] is {}, not {}", name, wrong - found.begin(), *wrong, *right);
}

std::string checkLists(std::span<const std::uint32_t> heads, std::span<const std::uint32_t> nexts,
                       std::span<const std::uint32_t> bucketOf) {
  if (nexts.size() != bucketOf.size()) return fmt::format("{} nexts", nexts.size());
  std::vector<bool> met(bucketOf.size());
  std::size_t elements = 0;
  for (std::size_t bucket = 0; bucket < heads.size(); ++bucket) {
    for (std::uint32_t i = heads[bucket] & kNullId; i != kNullId; i = nexts[i] & kNullId) {
      if (i >= met.size()) return fmt::format("list {} goes on to {}", bucket, i);
      if (bucketOf[i] != bucket) return fmt::format("list {} has {}", bucket, i);
      if (met[i]) return fmt::format("list {} has {} twice", bucket, i);
      met[i] = true;
      ++elements;
    }
  }
  if (elements == met.size()) return kRight;
  return fmt::format("{} elements in lists, not {}", elements, met.size());
}

void PairTally::add(std::uint32_t i, std::uint32_t j) {
  ++count;
  checksum += bench::randomBits(i, j);
}

PairOracle::PairOracle(Points points, double radius, double margin)
    : points_(points), radius_(radius), margin_(margin) {
  const auto side = std::max<std::int64_t>(1, static_cast<std::int64_t>(1.0 / radius) - 1);
  const auto along = [&](double x) {
    return std::min(static_cast<std::int64_t>(x * static_cast<double>(side)), side - 1);
  };
  std::vector<std::uint32_t> cellOf;
  cellOf.reserve(points.size());
  for (const auto& [x, y, z] : points) {
    cellOf.push_back(static_cast<std::uint32_t>((along(z) * side + along(y)) * side + along(x)));
  }
  const Sorted sorted = sortStable(cellOf);
  const auto starts = startsOf(sorted.keys, side * side * side);
  for (const std::uint32_t i : sorted.order) {
    const auto& [px, py, pz] = points[i];
    const std::array<std::int64_t, 3> cell{along(px), along(py), along(pz)};
    const auto first = [&](std::size_t axis) { return std::max<std::int64_t>(cell[axis] - 1, 0); };
    const auto last = [&](std::size_t axis) { return std::min(cell[axis] + 1, side - 1); };
    for (std::int64_t z = first(2); z <= last(2); ++z) {
      for (std::int64_t y = first(1); y <= last(1); ++y) {
        // The points of a row's three cells follow each other in memory.
        const auto row = static_cast<std::size_t>((z * side + y) * side);
        const std::uint32_t end = starts[row + static_cast<std::size_t>(last(0)) + 1];
        for (std::uint32_t k = starts[row + static_cast<std::size_t>(first(0))]; k < end; ++k) {
          const std::uint32_t j = sorted.order[k];
          if (j <= i) continue;
          const double apart = squared(i, j);
          if (apart > square(radius)) continue;
          all_.add(i, j);
          if (apart <= square(radius - margin)) sure_.add(i, j);
        }
      }
    }
  }
}

double PairOracle::squared(std::uint32_t i, std::uint32_t j) const {
  double sum = 0.0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double d = points_[i][axis] - points_[j][axis];
    sum += d * d;
  }
  return sum;
}

void PairOracle::Witness::hear(std::uint32_t i, std::uint32_t j) {
  if (i >= j || j >= oracle_->points_.size()) {
    ++malformed_;
    return;
  }
  heard_.add(i, j);
  const double apart = oracle_->squared(i, j);
  if (apart <= square(oracle_->radius_ - oracle_->margin_)) {
    sure_.add(i, j);
  } else if (apart > square(oracle_->radius_ + oracle_->margin_)) {
    ++outside_;
  }
}

void PairOracle::Witness::hearUnsure(std::uint32_t i, std::uint32_t j) {
  if (i < j && j < oracle_->points_.size() && oracle_->squared(i, j) > square(oracle_->radius_)) {
    return;
  }
  hear(i, j);
}

std::string PairOracle::Witness::verdict() const {
  if (malformed_ > 0)
    return fmt::format("{} pairs have i >= j or a j that is no point", malformed_);
  if (heard_ == oracle_->all_) return kRight;
  if (heard_.count == oracle_->all_.count) return "the right number of pairs, but other pairs";
  return fmt::format("{} pairs, not {}", heard_.count, oracle_->all_.count);
}

std::string PairOracle::Witness::verdictWithinMargin() const {
  if (malformed_ > 0)
    return fmt::format("{} pairs have i >= j or a j that is no point", malformed_);
  if (outside_ > 0) return fmt::format("{} pairs are too far apart", outside_);
  if (sure_ == oracle_->sure_) return kRight;
  return fmt::format("got {} pairs well within the radius, or other pairs; expected {}",
                     sure_.count, oracle_->sure_.count);
}

}  // namespace gpubuck::cuda
