#include "pairs/lattice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vec2.hpp>
#include <string>

#include "base/error.h"

namespace gpubuck::pairs {
namespace {

constexpr double kShortestSide = 0x1p-200;
constexpr double kLongestSide = 0x1p200;

/// Limit of the numbers in U, which would grow without end for sides without volume.
constexpr std::int64_t kMostSides = std::int64_t{1} << 24;

/// The smallest volume of the shortest vectors of a lattice, in units of the product of their
/// lengths: the sine of 60 degrees for 2, and 1 / sqrt(2) for 3, less what rounding may take.
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
  // A vector as short as the rounding errors of its sum is 0.
  if (aa <= squared(0x1p-43 * magnitudes_[0])) failWithoutVolume(rank_);
  // The real multiples of `a` and, for the third vector, `b`, whose sum is nearest to v.
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

}  // namespace gpubuck::pairs
