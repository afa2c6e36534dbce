// The initial places of the particles of a lattice.
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

}  // namespace gpubuck::scenario
