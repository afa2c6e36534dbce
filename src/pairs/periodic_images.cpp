#include "pairs/periodic_images.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vec2.hpp>
#include <mutex>
#include <string>

#include "base/error.h"
#include "base/id.h"
#include "base/parallel.h"
#include "cells/box.h"

namespace gpubuck::pairs {
namespace {

constexpr double kShortestSide = 0x1p-200;
constexpr double kLongestSide = 0x1p200;

/// Limit of the multiples U (Lattice). Without this limit, they would grow without end for sides
/// without volume.
constexpr std::int64_t kMostSides = std::int64_t{1} << 24;

/// The smallest volume of the shortest vectors of a lattice, in units of the product of their
/// lengths: the sine of 60 degrees for 2 vectors and 1 / sqrt(2) for 3 vectors, less a margin for
/// rounding.
constexpr double kLeastVolume = 0.7;

double squared(const glm::dvec3& vector) { return glm::dot(vector, vector); }

[[noreturn]] void failWithoutVolume(int rank) {
  throw InputError("cell", rank == 2 ? "its two periodic sides are parallel"
                                     : "its three periodic sides lie in one plane");
}

}  // namespace

Lattice::Lattice(const Cell& cell) {
  for (std::size_t m = 0; m < 3; ++m) {
    if (!cell.periodic[m]) continue;
    sides_[m] = {cell.vectors[m][0], cell.vectors[m][1], cell.vectors[m][2]};
    const double length = glm::length(sides_[m]);
    if (!(length >= kShortestSide && length <= kLongestSide)) {
      throw InputError(
          "cell",
          fmt::format("side {} is periodic, and its vector ({}, {}, {}) does not have a length "
                      "within 1e-60..1e60",
                      m, sides_[m].x, sides_[m].y, sides_[m].z));
    }
    Whole u{};
    u[m] = 1;
    replace(rank_++, u);
  }
  sortByLength();
  for (int k = 1; k < rank_;) {
    if (shorten(k)) {
      sortByLength();
      k = 1;
    } else {
      ++k;
    }
  }
  requireVolume();
  findReciprocal();
}

void Lattice::replace(int k, const Whole& u) {
  const auto at = static_cast<std::size_t>(k);
  u_[at] = u;
  vectors_[at] = magnitudes_[at] = glm::dvec3(0.0);
  for (std::size_t m = 0; m < 3; ++m) {
    const auto count = static_cast<double>(u[m]);
    vectors_[at] += count * sides_[m];
    magnitudes_[at] += std::abs(count) * glm::abs(sides_[m]);
  }
}

void Lattice::sortByLength() {
  for (int k = 1; k < rank_; ++k) {
    for (auto at = static_cast<std::size_t>(k);
         at > 0 && squared(vectors_[at]) < squared(vectors_[at - 1]); --at) {
      std::swap(u_[at], u_[at - 1]);
      std::swap(vectors_[at], vectors_[at - 1]);
      std::swap(magnitudes_[at], magnitudes_[at - 1]);
    }
  }
}

bool Lattice::shorten(int k) {
  const auto at = static_cast<std::size_t>(k);
  const glm::dvec3& v = vectors_[at];
  const glm::dvec3& a = vectors_[0];
  const double aa = squared(a);
  // A vector that is not longer than the rounding errors of its sum counts as 0.
  if (aa <= squared(0x1p-43 * magnitudes_[0])) failWithoutVolume(rank_);
  // Finds the real multiples of `a` and, for the third vector, of `b` whose sum is nearest to v.
  glm::dvec2 nearest(glm::dot(v, a) / aa, 0.0);
  glm::dvec3 b(0.0);
  if (k == 2) {
    b = vectors_[1];
    const double ab = glm::dot(a, b);
    const double bb = squared(b);
    const double determinant = aa * bb - ab * ab;
    nearest = glm::dvec2(bb * glm::dot(v, a) - ab * glm::dot(v, b),
                         aa * glm::dot(v, b) - ab * glm::dot(v, a)) /
              determinant;
  }
  glm::dvec2 best(0.0);
  double shortest = squared(v) * (1.0 - 0x1p-30);
  bool isShorter = false;
  for (int i = -1; i <= 1; ++i) {
    for (int j = -1; j <= 1; ++j) {
      const glm::dvec2 by = glm::round(nearest) + glm::dvec2(i, k == 2 ? j : 0);
      const double length = squared(v - by.x * a - by.y * b);
      if (!(length < shortest)) continue;
      shortest = length;
      best = by;
      isShorter = true;
    }
  }
  if (!isShorter) return false;
  Whole u = u_[at];
  for (std::size_t m = 0; m < 3; ++m) {
    const double count = static_cast<double>(u[m]) - best.x * static_cast<double>(u_[0][m]) -
                         (k == 2 ? best.y * static_cast<double>(u_[1][m]) : 0.0);
    if (!(std::abs(count) <= static_cast<double>(kMostSides))) failWithoutVolume(rank_);
    u[m] = static_cast<std::int64_t>(count);
  }
  replace(k, u);
  return true;
}

void Lattice::requireVolume() const {
  if (rank_ < 2) return;
  const glm::dvec3 area = glm::cross(vectors_[0], vectors_[1]);
  double product = glm::length(vectors_[0]) * glm::length(vectors_[1]);
  double volume = glm::length(area);
  if (rank_ == 3) {
    product *= glm::length(vectors_[2]);
    volume = std::abs(glm::dot(area, vectors_[2]));
  }
  if (!(volume >= kLeastVolume * product)) failWithoutVolume(rank_);
}

void Lattice::findReciprocal() {
  const auto& [a, b, c] = vectors_;
  if (rank_ == 1) {
    reciprocal_[0] = a / squared(a);
  } else if (rank_ > 1) {
    const glm::dvec3 ab = glm::cross(a, b);
    const glm::dvec3 third = rank_ == 3 ? c : ab;
    const double volume = glm::dot(ab, third);
    reciprocal_[0] = glm::cross(b, third) / volume;
    reciprocal_[1] = glm::cross(third, a) / volume;
    if (rank_ == 3) reciprocal_[2] = ab / volume;
  }
}

glm::dvec3 Lattice::magnitude(const glm::dvec3& steps) const {
  const glm::dvec3 count = glm::abs(steps);
  return count.x * magnitudes_[0] + count.y * magnitudes_[1] + count.z * magnitudes_[2];
}

std::array<std::int64_t, 3> Lattice::inSides(const glm::dvec3& steps) const {
  const Whole counts{static_cast<std::int64_t>(steps.x), static_cast<std::int64_t>(steps.y),
                     static_cast<std::int64_t>(steps.z)};
  std::array<std::int64_t, 3> sides{};
  for (std::size_t m = 0; m < 3; ++m) {
    sides[m] = counts[0] * u_[0][m] + counts[1] * u_[1][m] + counts[2] * u_[2][m];
  }
  return sides;
}

namespace {

using Sides = std::array<std::int64_t, 3>;

/// Maximum number of images of one point that are examined. It is larger than the number of images
/// that can be kept.
constexpr double kMostLookedAt = 0x1p30;

[[noreturn]] void failTooMany() {
  throw InputError("points", fmt::format("have too many images within the cut-off of the cell: "
                                         "24-bit ids can name at most {} points and images",
                                         kMaxCount));
}

Shift shiftOf(const Sides& sides) {
  return {static_cast<std::int32_t>(sides[0]), static_cast<std::int32_t>(sides[1]),
          static_cast<std::int32_t>(sides[2])};
}

bool isNearEnough(const Sides& sides) {
  return std::ranges::all_of(
      sides, [](std::int64_t side) { return std::abs(side) <= Lattice::kFarthest; });
}

}  // namespace

void PeriodicImages::make(const Lattice& lattice, double radius, Points points,
                          std::optional<Points> others) {
  wrap(lattice, points, others);
  if (lattice.rank() > 0 && !points.empty()) addImages(lattice, radius);
}

void PeriodicImages::wrap(const Lattice& lattice, Points points, std::optional<Points> others) {
  places_.clear();
  home_.clear();
  images_.clear();
  taken_ = glm::dvec3(0.0);
  error_ = 0.0;
  takeIn(lattice, points, "point");
  points_ = firstImage_ = std::ssize(places_);
  firstOther_ = others ? points_ : 0;
  if (others) takeIn(lattice, *others, "other point");
  firstImage_ = std::ssize(places_);
  if (taken_ == glm::dvec3(0.0)) home_.clear();
}

void PeriodicImages::takeIn(const Lattice& lattice, Points points, const char* name) {
  const std::size_t before = places_.size();
  const std::size_t count = points.size();
  if (std::ssize(places_) + std::ssize(points) > kMaxCount) {
    throw InputError("points", fmt::format("{} are more than the {} that 24-bit ids can name",
                                           before + count, kMaxCount));
  }
  places_.resize(before + count);
  home_.resize(before + count, Shift{});
  std::mutex mutex;
  std::size_t wrong = count;
  inParallel(std::ssize(points), kPlacesPerThread, [&](std::int64_t first, std::int64_t end) {
    glm::dvec3 taken(0.0);
    auto i = static_cast<std::size_t>(first);
    while (i < static_cast<std::size_t>(end) && takeIn(lattice, points[i], before + i, taken)) {
      ++i;
    }
    const std::lock_guard lock(mutex);
    taken_ = glm::max(taken_, taken);
    if (i < static_cast<std::size_t>(end)) wrong = std::min(wrong, i);
  });
  if (wrong == count) return;
  const std::string what = fmt::format("{} {}", name, wrong);
  const auto& r = points[wrong];
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (std::isfinite(r[axis])) continue;
    throw InputError(what, fmt::format("{} {} is not finite", cells::kAxisNames[axis], r[axis]));
  }
  throw InputError(what, fmt::format("({}, {}, {}) is more than 2^29 periodic sides away from the "
                                     "cell",
                                     r[0], r[1], r[2]));
}

bool PeriodicImages::takeIn(const Lattice& lattice, const std::array<double, 3>& point,
                            std::size_t place, glm::dvec3& taken) {
  const glm::dvec3 r(point[0], point[1], point[2]);
  if (!std::isfinite(r.x) || !std::isfinite(r.y) || !std::isfinite(r.z)) return false;
  places_[place] = r;
  const glm::dvec3 steps = glm::floor(lattice.fractions(r));
  if (steps == glm::dvec3(0.0)) return true;
  if (!glm::all(glm::lessThanEqual(glm::abs(steps), glm::dvec3(Lattice::kFarthest)))) return false;
  const Sides sides = lattice.inSides(steps);
  if (!isNearEnough(sides)) return false;
  home_[place] = shiftOf(sides);
  taken = glm::max(taken, lattice.magnitude(steps));
  places_[place] -= lattice.translation(steps);
  return true;
}

void PeriodicImages::findError(const Lattice& lattice, double radius) {
  glm::dvec3 imageSteps(0.0);
  for (int k = 0; k < lattice.rank(); ++k) {
    imageSteps[k] = 2.0 + 2.0 * radius * glm::length(lattice.reciprocal(k));
  }
  // Wrapping does not change coordinates along an axis that the lattice does not span. These
  // coordinates thus have no error.
  const glm::dvec3 each = lattice.magnitude(glm::dvec3(1.0));
  const Extent extent = extentOf(places_);
  const glm::dvec3 size = glm::max(glm::abs(extent.low), glm::abs(extent.high)) + taken_ +
                          lattice.magnitude(imageSteps);
  double sum = 0.0;
  for (int axis = 0; axis < 3; ++axis) sum += each[axis] > 0.0 ? size[axis] : 0.0;
  // Along each axis, each of the two places and the vector of their pair is computed by fewer than
  // 8 sums and products. Each sum and each product has a relative error of 2^-53.
  error_ = 0x1p-48 * sum;
  if (error_ <= radius) return;
  throw InputError(
      "cut-off",
      fmt::format("{} is too small: coordinates of {} have larger rounding errors", radius, sum));
}

void PeriodicImages::addImages(const Lattice& lattice, double radius) {
  findError(lattice, radius);
  const std::span<const glm::dvec3> points(places_.data(), static_cast<std::size_t>(points_));
  const double reach = (radius + error_) * (1.0 + 0x1p-40);
  Extent reached = extentOf(points);
  Extent steps =
      extentOf(points, [&](const glm::dvec3& place) { return lattice.fractions(place); });
  reached.low -= reach;
  reached.high += reach;
  for (int k = 0; k < lattice.rank(); ++k) {
    const double stepsAway = reach * glm::length(lattice.reciprocal(k)) + 0x1p-30;
    steps.low[k] -= stepsAway;
    steps.high[k] += stepsAway;
  }
  // Each task finds the images of a part of the places. The images of all parts are then joined in
  // the order of the parts.
  const std::int64_t others = firstImage_ - firstOther_;
  const std::int64_t parts = std::max<std::int64_t>(others / kPlacesPerThread, 1);
  std::vector<NewImages> found(static_cast<std::size_t>(parts));
  runTasks(parts, 0, [&](std::int64_t part, std::size_t) {
    const std::int64_t end = firstOther_ + others * (part + 1) / parts;
    for (std::int64_t place = firstOther_ + others * part / parts; place < end; ++place) {
      addImagesOf(place, lattice, steps, reached, found[static_cast<std::size_t>(part)]);
    }
  });
  std::size_t all = 0;
  for (const NewImages& part : found) all += part.places.size();
  if (std::ssize(places_) + static_cast<std::int64_t>(all) > kMaxCount) failTooMany();
  places_.reserve(places_.size() + all);
  images_.reserve(all);
  for (const NewImages& part : found) {
    places_.insert(places_.end(), part.places.begin(), part.places.end());
    images_.insert(images_.end(), part.images.begin(), part.images.end());
  }
}

void PeriodicImages::addImagesOf(std::int64_t place, const Lattice& lattice, const Extent& steps,
                                 const Extent& reached, NewImages& found) const {
  const glm::dvec3 r = places_[static_cast<std::size_t>(place)];
  const glm::dvec3 fractions = lattice.fractions(r);
  const glm::dvec3 first = glm::ceil(steps.low - fractions);
  const glm::dvec3 last = glm::floor(steps.high - fractions);
  if (first == glm::dvec3(0.0) && last == glm::dvec3(0.0)) return;
  const glm::dvec3 counts = last - first + 1.0;
  if (!(counts.x * counts.y * counts.z <= kMostLookedAt)) failTooMany();
  for (double x = first.x; x <= last.x; ++x) {
    for (double y = first.y; y <= last.y; ++y) {
      for (double z = first.z; z <= last.z; ++z) {
        const glm::dvec3 by(x, y, z);
        if (by == glm::dvec3(0.0)) continue;
        const glm::dvec3 image = r + lattice.translation(by);
        if (glm::any(glm::lessThan(image, reached.low)) ||
            glm::any(glm::greaterThan(image, reached.high))) {
          continue;
        }
        if (std::ssize(places_) + std::ssize(found.places) == kMaxCount) failTooMany();
        Sides sides = lattice.inSides(by);
        if (!isNearEnough(sides)) {
          throw InputError("cell", "an image within the cut-off is more than 2^29 sides away");
        }
        if (!home_.empty()) {
          const Shift& home = home_[static_cast<std::size_t>(place)];
          for (std::size_t m = 0; m < 3; ++m) sides[m] -= home[m];
        }
        found.images.push_back({static_cast<std::int32_t>(place - firstOther_), shiftOf(sides)});
        found.places.push_back(image);
      }
    }
  }
}

}  // namespace gpubuck::pairs
