// Points, methods and sorts for tests of pairs. The tests compare with a brute-force search over
// all images of all points.
#pragma once

#include <array>
#include <cstdint>
#include <glm/vec3.hpp>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "cells/cell_grid.h"
#include "pairs/pair_table.h"
#include "reference/image_pairs.h"
#include "texel/device.h"

namespace gpubuck::test {

using reference::allImagePairs;
using reference::halfOf;
using reference::ImagePair;
using reference::Place;
using reference::reciprocalOf;
using reference::vectorOf;

using Places = std::vector<Place>;

/// Returns the pairs of a table, in the order of the table.
inline std::vector<ImagePair> pairsOf(const pairs::PairTable& table) {
  std::vector<ImagePair> pairs;
  for (std::size_t k = 0; k < table.first.size(); ++k) {
    pairs.emplace_back(table.first[k], table.second[k], table.shifts[k]);
  }
  return pairs;
}

/// Returns points uniformly distributed between the origin and `size`.
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

/// Returns a rectangular cell that is periodic along the axes named, such as "xy".
inline pairs::Cell boxOf(const glm::dvec3& size, const std::string& periodic) {
  pairs::Cell cell = pairs::Cell::rectangular({size.x, size.y, size.z}, {});
  for (const char axis : periodic) cell.periodic[static_cast<std::size_t>(axis - 'x')] = true;
  return cell;
}

/// Returns every method. If a method has a number, there is one entry for each usual value of the
/// number.
inline std::vector<cells::Method> searches() {
  std::vector<cells::Method> all;
  for (const char* word : {"cells27", "cells-per-cutoff=2", "cells-per-cutoff=3",
                           "cells-per-cutoff=4", "octant=2", "octant=2.52", "octant=4"}) {
    all.push_back(cells::parseMethod(word).value());
  }
  return all;
}

/// Returns random points in and around a cell. As fractions of the sides, their coordinates are
/// from -`around` to 1 + `around`.
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
