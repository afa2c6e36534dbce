// The periodic sides of a cell of any shape.
#pragma once

#include <array>
#include <cstdint>
#include <glm/geometric.hpp>
#include <glm/vec3.hpp>

#include "pairs/pair_table.h"

namespace gpubuck::pairs {

/// The lattice that the periodic sides H_m of a cell span, by the shortest vectors that span it:
/// G_k = sum of U_km H_m with whole numbers U. A skewed cell is far longer than it is thick, so
/// that many of its images are near each other; the shortest vectors span the most compact cell.
class Lattice {
 public:
  /// The maximum distance of a point or its image from the cell, in sides.
  static constexpr std::int32_t kFarthest = std::int32_t{1} << 29;

  /// Throws InputError for periodic sides that are not finite or have no volume.
  explicit Lattice(const Cell& cell);

  /// Returns the number of periodic sides, and of the vectors.
  int rank() const { return rank_; }
  /// Returns H; 0 for open sides.
  const std::array<glm::dvec3, 3>& sides() const { return sides_; }
  /// Returns the reciprocal vector k. 1 / its length is the distance between two opposite faces of
  /// the cell of the vectors.
  const glm::dvec3& reciprocal(int k) const { return reciprocal_[static_cast<std::size_t>(k)]; }

  /// Returns a position in units of the vectors; components past the last vector are 0.
  glm::dvec3 fractions(const glm::dvec3& place) const {
    return {glm::dot(place, reciprocal_[0]), glm::dot(place, reciprocal_[1]),
            glm::dot(place, reciprocal_[2])};
  }
  /// Returns the sum of `steps` vectors. The sum of steps U sides is the same but for rounding.
  glm::dvec3 translation(const glm::dvec3& steps) const {
    return steps.x * vectors_[0] + steps.y * vectors_[1] + steps.z * vectors_[2];
  }
  /// Returns the sum of the absolute values of the terms of translation(steps). The error of the
  /// latter is a few parts in 2^53 of it.
  glm::dvec3 magnitude(const glm::dvec3& steps) const;
  /// Returns translation(steps) as a number of sides, exactly.
  std::array<std::int64_t, 3> inSides(const glm::dvec3& steps) const;

 private:
  using Whole = std::array<std::int64_t, 3>;

  /// Shortens vector k as far as possible by whole multiples of those before it. Returns false if
  /// none shortens it.
  bool shorten(int k);
  void replace(int k, const Whole& u);
  void sortByLength();
  void requireVolume() const;
  void findReciprocal();

  int rank_ = 0;
  std::array<glm::dvec3, 3> sides_{glm::dvec3(0.0), glm::dvec3(0.0), glm::dvec3(0.0)};
  std::array<Whole, 3> u_{};
  std::array<glm::dvec3, 3> vectors_ = sides_;     ///< G
  std::array<glm::dvec3, 3> magnitudes_ = sides_;  ///< of the sums that yield vectors_
  std::array<glm::dvec3, 3> reciprocal_ = sides_;
};

}  // namespace gpubuck::pairs
