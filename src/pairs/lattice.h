// The periodic sides of a cell, whatever its shape.
#pragma once

#include <array>
#include <cstdint>
#include <glm/vec3.hpp>

#include "pairs/pair_table.h"

namespace gpubuck::pairs {

/// The lattice that the periodic sides H_m of a cell span, by the shortest vectors that span it:
/// G_k = sum of U_km H_m with whole numbers U. A skewed cell is far longer than it is thick, and so
/// has many images near each other; the shortest vectors make the most compact cell there is.
class Lattice {
 public:
  /// How many sides away a point, or an image of it, may be.
  static constexpr std::int32_t kFarthest = std::int32_t{1} << 29;

  /// Throws InputError for periodic sides that are not finite or have no volume.
  explicit Lattice(const Cell& cell);

  /// The number of periodic sides, and of the vectors.
  int rank() const { return rank_; }
  /// H; 0 where a side is open.
  const std::array<glm::dvec3, 3>& sides() const { return sides_; }
  /// The reciprocal vector k. 1 / its length is the distance between two opposite faces of the cell
  /// of the vectors.
  const glm::dvec3& reciprocal(int k) const { return reciprocal_[static_cast<std::size_t>(k)]; }

  /// A place in units of the vectors; 0 behind the last.
  glm::dvec3 fractions(const glm::dvec3& place) const;
  /// The sum of so many vectors; of as many sides, steps U, it is the same but for rounding.
  glm::dvec3 translation(const glm::dvec3& steps) const;
  /// What is added and rounded in such a sum, without signs: its error is a few parts in 2^53 of
  /// this.
  glm::dvec3 magnitude(const glm::dvec3& steps) const;
  /// The same translation as so many sides, exactly.
  std::array<std::int64_t, 3> inSides(const glm::dvec3& steps) const;

 private:
  using Whole = std::array<std::int64_t, 3>;

  /// Shortens vector k as far as whole numbers of those before it do; false if none does.
  bool shorten(int k);
  void replace(int k, const Whole& u);
  void sortByLength();
  void requireVolume() const;
  void findReciprocal();

  int rank_ = 0;
  std::array<glm::dvec3, 3> sides_{glm::dvec3(0.0), glm::dvec3(0.0), glm::dvec3(0.0)};
  std::array<Whole, 3> u_{};
  std::array<glm::dvec3, 3> vectors_ = sides_;     ///< G
  std::array<glm::dvec3, 3> magnitudes_ = sides_;  ///< of the sums that these are
  std::array<glm::dvec3, 3> reciprocal_ = sides_;
};

}  // namespace gpubuck::pairs
