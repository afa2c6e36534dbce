// The rule that decides in double precision which points are a pair.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <glm/vec3.hpp>

#include "pairs/pair_table.h"
#include "pairs/periodic_images.h"

namespace gpubuck::pairs {

/// Computes the vector of a pair and its square by exactly the expressions of Within and PairTable.
/// This layer is compiled without fused multiply-add (CMakeLists.txt), so that every machine rounds
/// alike.
class PairRule {
 public:
  PairRule(const std::array<glm::dvec3, 3>& sides, double radius, Within within)
      : sides_(sides), mostSquared_(mostSquared(radius, within)) {}

  /// Returns D, the vector from i to the image of j.
  glm::dvec3 vector(const std::array<double, 3>& i, const std::array<double, 3>& j,
                    const Shift& shift) const {
    const glm::dvec3 apart(j[0] - i[0], j[1] - i[1], j[2] - i[2]);
    if (shift == Shift{}) return apart;
    const glm::dvec3 s(shift[0], shift[1], shift[2]);
    return apart + ((s.x * sides_[0] + s.y * sides_[1]) + s.z * sides_[2]);
  }
  /// Returns the s (Within) of the vector D.
  static double squared(const glm::dvec3& d) { return (d.x * d.x + d.y * d.y) + d.z * d.z; }

  /// Returns the largest s of a pair.
  double mostSquared() const { return mostSquared_; }
  bool isPair(const glm::dvec3& d) const { return squared(d) <= mostSquared_; }

  /// Returns the largest s that a pair may have at the cut-off `radius` by the rule `within`.
  static double mostSquared(double radius, Within within) {
    double square = radius * radius;
    if (within == Within::UpTo) return square;
    // Roots are rounded, so that several squares have the same root.
    while (std::sqrt(square) < radius) square = std::nextafter(square, HUGE_VAL);
    while (std::sqrt(square) >= radius) square = std::nextafter(square, 0.0);
    return square;
  }

 private:
  std::array<glm::dvec3, 3> sides_;
  double mostSquared_;
};

/// Returns whether a half list has (i, j, S) rather than (j, i, -S). For two points it has the pair
/// with i < j. For a point and its own image it has the pair with S_0 + S_1 + S_2 > 0; if this sum
/// is 0, the pair with S_2 > 0; if S_2 is 0, too, the pair with S_1 > 0.
inline bool isInHalfList(std::int64_t i, std::int64_t j, const Shift& shift) {
  if (i != j) return i < j;
  const std::int64_t sum = std::int64_t{shift[0]} + shift[1] + shift[2];
  if (sum != 0) return sum > 0;
  return shift[2] != 0 ? shift[2] > 0 : shift[1] > 0;
}

}  // namespace gpubuck::pairs
