// Where the particles of a lattice begin, and by which cells particles begin in memory.
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

/// The smallest lattice of nearly cubic cells with enough sites; some of them stay empty.
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
    // particle * total() / count_, of which the product may not fit into 64 bits.
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

/// The cells by which particles lie in memory: of edge 1 or a little more. A box that is nearly
/// empty would have any number of these; its cells are longer, so that ids could name them all.
class MemoryCells {
 public:
  explicit MemoryCells(const cells::Box& box) : box_(box) {
    std::array<double, 3> along{1.0, 1.0, 1.0};
    for (int axis = 0; axis < box.dimensions; ++axis) {
      along[static_cast<std::size_t>(axis)] = std::max(1.0, std::floor(box.size[axis]));
    }
    while (along[0] * along[1] * along[2] > static_cast<double>(kMaxCount)) {
      double& longest = *std::ranges::max_element(along);
      longest = std::ceil(0.5 * longest);
    }
    std::ranges::transform(along, cells_.begin(),
                           [](double cells) { return static_cast<std::size_t>(cells); });
  }

  std::size_t count() const { return cells_[0] * cells_[1] * cells_[2]; }
  std::size_t at(const glm::vec3& position) const {
    std::size_t index = 0;
    for (int axis = box_.dimensions; axis-- > 0;) {
      const double place = position[axis] / box_.size[axis] * static_cast<double>(cells_[axis]);
      index = index * cells_[axis] + std::min(cells_[axis] - 1, static_cast<std::size_t>(place));
    }
    return index;
  }

 private:
  cells::Box box_;
  std::array<std::size_t, 3> cells_{1, 1, 1};
};

}  // namespace gpubuck::scenario
