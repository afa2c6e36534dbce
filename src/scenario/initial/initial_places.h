// The initial places of the particles of a lattice, and places that fill a box evenly.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <glm/vec3.hpp>
#include <numeric>
#include <vector>

#include "base/id.h"
#include "scenario/scenario.h"

namespace gpubuck::scenario {

/// Returns coordinate `axis`, 0..1, of place `number` of a sequence that fills a square or a cube
/// evenly with any number of places. This coordinate is the fractional part of 1/2 + number /
/// g^(axis + 1), where g is the root of g^(dimensions + 1) = g + 1 (Roberts 2018, "The unreasonable
/// effectiveness of quasirandom sequences"). The result is the same on every machine.
inline double evenPlace(double number, int axis, int dimensions) {
  const double g = dimensions == 2 ? 1.32471795724474602596 : 1.22074408460575947536;
  double step = 1.0;
  for (int k = 0; k <= axis; ++k) step /= g;
  const double place = 0.5 + number * step;
  return place - std::floor(place);
}

/// Evenly distributed places in a box of any sides. The box is divided into tiles that are nearly
/// cubes. The sequence fills a tile in such a way that opposite sides fit together. All tiles have
/// the same places. A place is used in every tile before the next place of the sequence is used.
class EvenPlaces {
 public:
  /// Makes about `count` places in a box of these sides.
  EvenPlaces(const std::array<double, 3>& sides, int dimensions, double count)
      : dimensions_(dimensions) {
    double volume = 1.0, shortest = sides[0];
    for (int axis = 0; axis < dimensions; ++axis) {
      volume *= sides[axis];
      shortest = std::min(shortest, sides[axis]);
    }
    const double spacing = std::pow(volume / std::max(count, 1.0), 1.0 / dimensions);
    const double side = std::max(shortest, kSpacings * spacing);
    for (int axis = 0; axis < dimensions; ++axis) {
      tiles_[axis] = std::max<std::int64_t>(std::llround(sides[axis] / side), 1);
    }
  }

  /// Returns coordinate `axis` of place `number`, counted from 1, as a share of the side.
  double operator()(std::int64_t number, int axis) const {
    const std::int64_t tiles = tiles_[0] * tiles_[1] * tiles_[2];
    std::int64_t tile = (number - 1) % tiles;
    for (int k = 0; k < axis; ++k) tile /= tiles_[k];
    const double place =
        evenPlace(static_cast<double>((number - 1) / tiles + 1), axis, dimensions_);
    return (static_cast<double>(tile % tiles_[axis]) + place) / static_cast<double>(tiles_[axis]);
  }

 private:
  /// The least side of a tile, in mean distances of places. A smaller tile would have too few
  /// places to be filled evenly.
  static constexpr double kSpacings = 4.0;

  int dimensions_;
  std::array<std::int64_t, 3> tiles_{1, 1, 1};
};

/// The smallest lattice of nearly cubic cells that has enough sites. Some sites stay empty.
class Lattice {
 public:
  explicit Lattice(const Scenario& scenario)
      : box_(scenario.fluid.box), count_(particleCount(scenario)) {
    const double spacing =
        std::pow(box_.volume() / static_cast<double>(count_), 1.0 / box_.dimensions);
    std::vector<int> axes(static_cast<std::size_t>(box_.dimensions));
    std::iota(axes.begin(), axes.end(), 0);
    constexpr auto kMostSites = static_cast<double>(kMaxCount);
    for (const int axis : axes) {
      sites_[axis] = std::llround(std::clamp(box_.size[axis] / spacing, 1.0, kMostSites));
    }
    const auto width = [&](int axis) {
      return box_.size[axis] / static_cast<double>(sites_[axis]);
    };
    while (total() < count_) ++sites_[*std::ranges::max_element(axes, {}, width)];
  }

  glm::vec3 place(std::size_t particle) const {
    glm::vec3 place(0.0F);
    // Computes particle * total() / count_. The product may not fit into 64 bits.
    const auto number = static_cast<std::int64_t>(particle);
    std::int64_t site = number * (total() / count_) + number * (total() % count_) / count_;
    for (int axis = 0; axis < box_.dimensions; ++axis) {
      const double along = static_cast<double>(site % sites_[axis]) + 0.5;
      place[axis] = cells::insideAsFloat(
          along / static_cast<double>(sites_[axis]) * box_.size[axis], box_.size[axis]);
      site /= sites_[axis];
    }
    return place;
  }

 private:
  std::int64_t total() const { return sites_[0] * sites_[1] * sites_[2]; }

  cells::Box box_;
  std::int64_t count_;
  std::array<std::int64_t, 3> sites_{1, 1, 1};
};

}  // namespace gpubuck::scenario
