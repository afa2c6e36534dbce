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

/// Cells of edge 1 or a little more, by which particles lie in memory. A box that is nearly empty
/// would have any number of these; its cells are longer, so that ids could name them all.
class UnitCells {
 public:
  explicit UnitCells(const cells::Box& box) : box_(box) {
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
    return index({alongAxis(position, 0), alongAxis(position, 1), alongAxis(position, 2)});
  }

  /// Calls use(cell) once for each cell with places nearer than 1 to `position`, across all sides.
  template <typename Use>
  void visitNear(const glm::vec3& position, const Use& use) const {
    std::array<std::size_t, 3> first{}, count{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      count[axis] = std::min<std::size_t>(3, cells_[axis]);
      first[axis] = count[axis] < 3 ? 0 : alongAxis(position, axis) + cells_[axis] - 1;
    }
    const auto at = [&](std::size_t axis, std::size_t k) {
      return (first[axis] + k) % cells_[axis];
    };
    for (std::size_t z = 0; z < count[2]; ++z) {
      for (std::size_t y = 0; y < count[1]; ++y) {
        for (std::size_t x = 0; x < count[0]; ++x) use(index({at(0, x), at(1, y), at(2, z)}));
      }
    }
  }

 private:
  std::size_t alongAxis(const glm::vec3& position, std::size_t axis) const {
    const auto k = static_cast<int>(axis);
    if (k >= box_.dimensions) return 0;
    const double place = position[k] / box_.size[k] * static_cast<double>(cells_[axis]);
    return std::min(cells_[axis] - 1, static_cast<std::size_t>(place));
  }
  std::size_t index(const std::array<std::size_t, 3>& along) const {
    return (along[2] * cells_[1] + along[1]) * cells_[0] + along[0];
  }

  cells::Box box_;
  std::array<std::size_t, 3> cells_{1, 1, 1};
};

}  // namespace gpubuck::scenario
