// The pairs of points by looking at all of them, and sets of points to look at.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <glm/vec3.hpp>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "pairs/neighbours.h"

namespace gpubuck::test {

using Points = std::vector<glm::dvec3>;
using Lists = std::vector<std::vector<std::int32_t>>;

/// All pairs (i, j), i < j, at a distance of no more than the radius: plain C++ with its own taking
/// into the box and its own nearest image.
inline Lists allPairs(const Points& points, double radius, const std::optional<cells::Box>& box) {
  const auto apart = [&](const glm::dvec3& a, const glm::dvec3& b, int axis) {
    if (!box || axis >= box->dimensions || !box->isPeriodic(axis)) return a[axis] - b[axis];
    const double length = box->size[axis];
    const auto inside = [&](double x) {
      const double rest = std::fmod(x, length);
      const double result = rest < 0.0 ? rest + length : rest;
      return result < length ? result : 0.0;
    };
    const double d = inside(a[axis]) - inside(b[axis]);
    return std::abs(d) <= 0.5 * length ? d : d - std::copysign(length, d);
  };
  Lists lists(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (std::size_t j = i + 1; j < points.size(); ++j) {
      const double dx = apart(points[i], points[j], 0);
      const double dy = apart(points[i], points[j], 1);
      const double dz = apart(points[i], points[j], 2);
      if (dx * dx + dy * dy + dz * dz <= radius * radius) {
        lists[i].push_back(static_cast<std::int32_t>(j));
      }
    }
  }
  return lists;
}

inline Lists listsOf(const pairs::NeighbourList& neighbours) {
  Lists lists;
  for (std::size_t i = 0; i + 1 < neighbours.offsets.size(); ++i) {
    const auto ids = neighbours.of(static_cast<std::int64_t>(i));
    lists.emplace_back(ids.begin(), ids.end());
  }
  return lists;
}

/// Uniform points between the origin and `size`.
inline Points randomPoints(const glm::dvec3& size, std::size_t count, unsigned seed = 5) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> share(0.0, 1.0);
  Points points(count);
  for (glm::dvec3& r : points) r = glm::dvec3(share(random), share(random), share(random)) * size;
  return points;
}

/// A box from the origin with these sides periodic, such as "xy".
inline cells::Box boxOf(const glm::dvec3& size, const std::string& periodic, int dimensions = 3) {
  cells::Box box{
      size,
      {cells::Boundary::Reflecting, cells::Boundary::Reflecting, cells::Boundary::Reflecting},
      dimensions};
  for (const char axis : periodic) {
    box.boundary[static_cast<std::size_t>(axis - 'x')] = cells::Boundary::Periodic;
  }
  return box;
}

/// The sorts of an engine: those of OpenGL 3.3, or all.
inline std::vector<sort::Algorithm> sortsOf(texel::Engine engine) {
  using sort::Algorithm;
  if (engine == texel::Engine::Paper) return {Algorithm::Bucket, Algorithm::Bitonic};
  return {Algorithm::Bucket, Algorithm::Bitonic, Algorithm::Atomic, Algorithm::Counting,
          Algorithm::Radix};
}

/// Every method, those with a number for each of its usual values.
inline std::vector<cells::Method> searches() {
  std::vector<cells::Method> all;
  for (const char* word : {"cells27", "cells-per-cutoff=2", "cells-per-cutoff=3",
                           "cells-per-cutoff=4", "octant", "octant=2.52", "octant=4"}) {
    all.push_back(cells::parseMethod(word).value());
  }
  return all;
}

}  // namespace gpubuck::test
