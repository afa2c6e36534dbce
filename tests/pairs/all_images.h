// The pairs of points in a periodic cell by testing all images of all points; and the parameters of
// tests: points, methods and sorts.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <glm/vec3.hpp>
#include <random>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "cells/method.h"
#include "pairs/pair_table.h"
#include "texel/device.h"

namespace gpubuck::test {

using Place = std::array<double, 3>;
using Places = std::vector<Place>;

/// i, j, S.
using ImagePair = std::tuple<std::int32_t, std::int32_t, std::array<std::int32_t, 3>>;

/// D of a pair, as pairs::PairTable writes it down.
inline Place vectorOf(const Place& i, const Place& j, const std::array<std::int32_t, 3>& s,
                      const pairs::Cell& cell) {
  Place d{};
  for (std::size_t m = 0; m < 3; ++m) {
    double shift = 0.0;
    for (std::size_t k = 0; k < 3; ++k) {
      if (cell.periodic[k]) shift += s[k] * cell.vectors[k][m];
    }
    d[m] = (j[m] - i[m]) + shift;
  }
  return d;
}

/// Vectors reciprocal to the periodic sides, in their span; 0 for the others.
inline std::array<std::array<long double, 3>, 3> reciprocalOf(const pairs::Cell& cell) {
  // Inverts H H^T, with 1 for open sides, by Cramer's rule.
  std::array<std::array<long double, 3>, 3> gram{}, inverse{}, result{};
  for (std::size_t a = 0; a < 3; ++a) {
    for (std::size_t b = 0; b < 3; ++b) {
      gram[a][b] = a == b ? 1.0L : 0.0L;
      if (!cell.periodic[a] || !cell.periodic[b]) continue;
      gram[a][b] = 0.0L;
      for (std::size_t m = 0; m < 3; ++m) {
        gram[a][b] += static_cast<long double>(cell.vectors[a][m]) * cell.vectors[b][m];
      }
    }
  }
  const auto minor = [&](std::size_t a, std::size_t b) {
    const std::size_t p = (a + 1) % 3, q = (a + 2) % 3, u = (b + 1) % 3, v = (b + 2) % 3;
    return gram[p][u] * gram[q][v] - gram[p][v] * gram[q][u];
  };
  const long double determinant =
      gram[0][0] * minor(0, 0) + gram[0][1] * minor(0, 1) + gram[0][2] * minor(0, 2);
  for (std::size_t a = 0; a < 3; ++a) {
    for (std::size_t b = 0; b < 3; ++b) inverse[a][b] = minor(b, a) / determinant;
  }
  for (std::size_t a = 0; a < 3; ++a) {
    if (!cell.periodic[a]) continue;
    for (std::size_t b = 0; b < 3; ++b) {
      if (!cell.periodic[b]) continue;
      for (std::size_t m = 0; m < 3; ++m) result[a][m] += inverse[a][b] * cell.vectors[b][m];
    }
  }
  return result;
}

/// Every (i, j, S) with i of `points` and j of `others` that is near enough, sorted. `isSame`: of
/// one set, so that no point is a pair with itself.
inline std::vector<ImagePair> allImagePairs(std::span<const Place> points,
                                            std::span<const Place> others, bool isSame,
                                            double radius, const pairs::Cell& cell,
                                            pairs::Within within = pairs::Within::LessThan) {
  const auto reciprocal = reciprocalOf(cell);
  std::vector<ImagePair> pairs;
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (std::size_t j = 0; j < others.size(); ++j) {
      // S is within radius x |reciprocal| of the shift that brings the two points together.
      std::array<std::int64_t, 3> first{}, last{};
      for (std::size_t k = 0; k < 3; ++k) {
        long double middle = 0.0L, length = 0.0L;
        for (std::size_t m = 0; m < 3; ++m) {
          middle += (static_cast<long double>(points[i][m]) - others[j][m]) * reciprocal[k][m];
          length += reciprocal[k][m] * reciprocal[k][m];
        }
        if (!cell.periodic[k]) continue;
        length = radius * std::sqrt(length) + 1e-6L;
        first[k] = static_cast<std::int64_t>(std::ceil(middle - length));
        last[k] = static_cast<std::int64_t>(std::floor(middle + length));
      }
      std::array<std::int64_t, 3> s{};
      for (s[0] = first[0]; s[0] <= last[0]; ++s[0]) {
        for (s[1] = first[1]; s[1] <= last[1]; ++s[1]) {
          for (s[2] = first[2]; s[2] <= last[2]; ++s[2]) {
            const std::array<std::int32_t, 3> shift{static_cast<std::int32_t>(s[0]),
                                                    static_cast<std::int32_t>(s[1]),
                                                    static_cast<std::int32_t>(s[2])};
            if (isSame && i == j && shift == std::array<std::int32_t, 3>{}) continue;
            const Place d = vectorOf(points[i], others[j], shift, cell);
            const double squared = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
            const bool isNear = within == pairs::Within::LessThan ? std::sqrt(squared) < radius
                                                                  : squared <= radius * radius;
            if (!isNear) continue;
            pairs.emplace_back(static_cast<std::int32_t>(i), static_cast<std::int32_t>(j), shift);
          }
        }
      }
    }
  }
  std::ranges::sort(pairs);
  return pairs;
}

/// The pairs of a table, in its order.
inline std::vector<ImagePair> pairsOf(const pairs::PairTable& table) {
  std::vector<ImagePair> pairs;
  for (std::size_t k = 0; k < table.first.size(); ++k) {
    pairs.emplace_back(table.first[k], table.second[k], table.shifts[k]);
  }
  return pairs;
}

/// The one of (i, j, S) and (j, i, -S) that a half list has.
inline bool isInHalfList(const ImagePair& pair) {
  const auto& [i, j, s] = pair;
  if (i != j) return i < j;
  const int sum = s[0] + s[1] + s[2];
  if (sum != 0) return sum > 0;
  return s[2] != 0 ? s[2] > 0 : s[1] > 0;
}

/// Returns the pairs of a half list.
inline std::vector<ImagePair> halfOf(std::vector<ImagePair> pairs) {
  std::erase_if(pairs, [](const ImagePair& pair) { return !isInHalfList(pair); });
  return pairs;
}

/// Uniform points between the origin and `size`.
inline std::vector<glm::dvec3> randomPoints(const glm::dvec3& size, std::size_t count,
                                            unsigned seed = 5) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> share(0.0, 1.0);
  std::vector<glm::dvec3> points(count);
  for (glm::dvec3& r : points) r = glm::dvec3(share(random), share(random), share(random)) * size;
  return points;
}

inline Places placesOf(std::span<const glm::dvec3> points) {
  Places places;
  for (const glm::dvec3& r : points) places.push_back({r.x, r.y, r.z});
  return places;
}

/// A cell with these sides periodic, such as "xy".
inline pairs::Cell boxOf(const glm::dvec3& size, const std::string& periodic) {
  pairs::Cell cell = pairs::Cell::rectangular({size.x, size.y, size.z}, {});
  for (const char axis : periodic) cell.periodic[static_cast<std::size_t>(axis - 'x')] = true;
  return cell;
}

/// Every method, those with a number for each of its usual values.
inline std::vector<cells::Method> searches() {
  std::vector<cells::Method> all;
  for (const char* word : {"cells27", "cells-per-cutoff=2", "cells-per-cutoff=3",
                           "cells-per-cutoff=4", "octant=2", "octant=2.52", "octant=4"}) {
    all.push_back(cells::parseMethod(word).value());
  }
  return all;
}

/// Points at random in and around a cell: fractions of its sides from -`around` to 1 + `around`.
inline Places scattered(const pairs::Cell& cell, std::size_t count, double around,
                        std::mt19937& random) {
  std::uniform_real_distribution<double> fraction(-around, 1.0 + around);
  Places points(count, Place{});
  for (Place& r : points) {
    for (std::size_t k = 0; k < 3; ++k) {
      const double f = fraction(random);
      for (std::size_t m = 0; m < 3; ++m) r[m] += f * cell.vectors[k][m];
    }
  }
  return points;
}

}  // namespace gpubuck::test
