#include "reference/image_pairs.h"

#include <algorithm>
#include <cmath>

namespace gpubuck::reference {
namespace {

/// Returns whether a half list has this pair, rather than its counterpart (j, i, -S).
bool isInHalfList(const ImagePair& pair) {
  const auto& [i, j, s] = pair;
  if (i != j) return i < j;
  const int sum = s[0] + s[1] + s[2];
  if (sum != 0) return sum > 0;
  return s[2] != 0 ? s[2] > 0 : s[1] > 0;
}

}  // namespace

std::array<std::array<long double, 3>, 3> reciprocalOf(const pairs::Cell& cell) {
  // Inverts H H^T by Cramer's rule. The rows of H are the sides; for open sides, H H^T has the
  // entries of the unit matrix.
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

Place vectorOf(const Place& i, const Place& j, const std::array<std::int32_t, 3>& s,
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

std::vector<ImagePair> allImagePairs(std::span<const Place> points, std::span<const Place> others,
                                     bool isSame, double radius, const pairs::Cell& cell,
                                     pairs::Within within) {
  const auto reciprocal = reciprocalOf(cell);
  std::vector<ImagePair> pairs;
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (std::size_t j = 0; j < others.size(); ++j) {
      // Along each side, S differs by at most radius x |reciprocal| from the number of sides that
      // brings both points to the same coordinate.
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
  return pairs;
}

std::vector<ImagePair> halfOf(std::vector<ImagePair> pairs) {
  std::erase_if(pairs, [](const ImagePair& pair) { return !isInHalfList(pair); });
  return pairs;
}

}  // namespace gpubuck::reference
