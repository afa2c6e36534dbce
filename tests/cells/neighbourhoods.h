// The neighbourhoods of one box, on the GPU and by all pairs.
#pragma once

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "base/id.h"
#include "cells/cell_grid.h"
#include "reference/geometry.h"
#include "support/gpu_test.h"
#include "support/shader_folder.h"

namespace gpubuck::test {

/// The name by which a device finds tests/cells/shaders/count_neighbours.glsl.
inline constexpr const char* kCountNeighbours = "test/count_neighbours";

/// Returns the numbers that this shader adds for particle j.
inline glm::uvec4 summand(std::size_t j) {
  std::uint32_t hash = static_cast<std::uint32_t>(j) * 2654435761u;
  hash = (hash ^ (hash >> 15)) * 2246822519u;
  return {1u, static_cast<std::uint32_t>(j), hash, 0u};
}

/// The particles of each cell, as lists and as ranges.
class Cells {
 public:
  Cells(std::vector<texel::IdTexel> mapping, std::int64_t cells)
      : mapping_(std::move(mapping)), order_(mapping_.size()), start_(cells + 1) {
    for (texel::IdTexel& cell : mapping_) ++start_.at(1 + (cell &= kNullId));
    std::partial_sum(start_.begin(), start_.end(), start_.begin());
    std::iota(order_.begin(), order_.end(), 0u);
    std::stable_sort(order_.begin(), order_.end(),
                     [&](auto a, auto b) { return mapping_[a] < mapping_[b]; });
  }

  const std::vector<texel::IdTexel>& mapping() const { return mapping_; }
  const std::vector<texel::IdTexel>& order() const { return order_; }
  const std::vector<texel::IdTexel>& start() const { return start_; }
  /// The heads of the lists, which begin with the last particle of each cell.
  std::vector<texel::IdTexel> head() const {
    std::vector<texel::IdTexel> head(start_.size() - 1, kNullId);
    for (const texel::IdTexel i : order_) head[mapping_[i]] = i;
    return head;
  }
  std::vector<texel::IdTexel> next() const {
    std::vector<texel::IdTexel> next(order_.size(), kNullId);
    for (std::size_t k = 1; k < order_.size(); ++k) {
      if (mapping_[order_[k]] == mapping_[order_[k - 1]]) next[order_[k]] = order_[k - 1];
    }
    return next;
  }

 private:
  std::vector<texel::IdTexel> mapping_;
  std::vector<texel::IdTexel> order_;
  std::vector<texel::IdTexel> start_;
};

class Neighbourhoods {
 public:
  Neighbourhoods(const texel::Device& device, const cells::CellGrid& grid)
      : device_(&device),
        grid_(grid),
        assignCells_(device, grid),
        byLists_(device, countPass("walk_lists")),
        byRanges_(device, countPass("walk_ranges")) {}

  /// Expects that the GPU visited, in lists and in ranges, the particles of the cells in reach, and
  /// found the particles nearer than the radius, each once. Returns the number of neighbours.
  std::int64_t check(const std::vector<glm::vec4>& position) {
    const auto count = static_cast<std::int64_t>(position.size());
    const texel::Vec4Array positions(*device_, "position", position);
    texel::IdArray mapping(*device_, "mapping", count);
    assignCells_.run(positions, mapping);
    // The cells come from the GPU, which rounds positions; tests/cells/assign_cells_test.cpp checks
    // this rounding.
    const Cells cells(mapping.download(), grid_.count());

    std::vector<glm::uvec4> near(position.size(), glm::uvec4(0u));
    std::int64_t neighbours = 0;
    for (std::size_t i = 0; i < position.size(); ++i) {
      for (std::size_t j = 0; j < position.size(); ++j) {
        const glm::dvec3 d =
            reference::nearestImage(grid_.box, glm::dvec3(position[i]), glm::dvec3(position[j]));
        if (i == j || glm::dot(d, d) >= grid_.radius * grid_.radius) continue;
        near[i] += summand(j);
        ++neighbours;
      }
    }
    std::vector<glm::uvec4> candidates(position.size(), glm::uvec4(0u));
    std::vector<bool> certain(position.size());
    for (std::size_t i = 0; i < position.size(); ++i) {
      certain[i] = addCandidates(i, position[i], cells, candidates[i]);
      if (!certain[i]) candidates[i] = glm::uvec4(0u);
      compared_ += certain[i] ? 1 : 0;
    }
    const texel::IdArray head(*device_, "head", cells.head());
    const texel::IdArray next(*device_, "next", cells.next());
    const texel::IdArray order(*device_, "order", cells.order());
    const texel::IdArray start(*device_, "start", cells.start());
    for (texel::MapPass* pass : {&byLists_, &byRanges_}) {
      SCOPED_TRACE(pass == &byLists_ ? "lists" : "ranges");
      texel::UInt4Array visited(*device_, "visited", count);
      texel::UInt4Array within(*device_, "within", count);
      pass->set("u_radius", static_cast<float>(grid_.radius));
      pass->run(count,
                {{"u_head", head},
                 {"u_next", next},
                 {"u_order", order},
                 {"u_start", start},
                 {"u_position", positions}},
                {{"o_visited", visited}, {"o_within", within}});
      expectSameTexels(near, within.download());
      std::vector<glm::uvec4> met = visited.download();
      for (std::size_t i = 0; i < position.size(); ++i) {
        if (!certain[i]) met[i] = glm::uvec4(0u);
      }
      expectSameTexels(candidates, met);
    }
    return neighbours;
  }

  /// The number of particles for which rounding cannot change the cells in reach. For these
  /// particles, all visited particles were compared.
  std::int64_t compared() const { return compared_; }

 private:
  texel::MapPassInfo countPass(const std::string& cells) const {
    return {.name = kCountNeighbours,
            .outputs = {{"o_visited", texel::Format::UInt4}, {"o_within", texel::Format::UInt4}},
            .prologue = cells::gridPrologue(grid_) + "#include \"cells/" + cells + ".glsl\"\n"};
  }

  /// Adds the particles of all cells that the method has in reach. Returns false if the last bit of
  /// a float decides about one of these cells.
  bool addCandidates(std::size_t i, const glm::vec4& position, const Cells& cells,
                     glm::uvec4& sum) const {
    const double kRounding = 1e-5;
    const bool byOctant = grid_.method.kind == cells::Method::Kind::Octant;
    const auto cell = static_cast<int>(cells.mapping()[i]);
    const glm::ivec3 home(cell % grid_.cells.x, cell / grid_.cells.x % grid_.cells.y,
                          cell / grid_.cells.x / grid_.cells.y);
    glm::ivec3 low(0);
    glm::ivec3 high(0);
    for (int axis = 0; axis < grid_.box.dimensions; ++axis) {
      const double inCell = position[axis] / grid_.edge[axis] - home[axis];
      const double toSwitch =
          byOctant ? std::abs(inCell - 0.5) : std::min(std::abs(inCell), std::abs(1.0 - inCell));
      const double overlap = grid_.overlap[axis];
      if ((byOctant || overlap > 0.0) && toSwitch < overlap + kRounding) return false;
      low[axis] = byOctant ? (inCell < 0.5 ? -1 : 0) : -grid_.method.cellsPerCutoff;
      high[axis] = byOctant ? low[axis] + 1 : grid_.method.cellsPerCutoff;
    }
    for (int z = low.z; z <= high.z; ++z) {
      for (int y = low.y; y <= high.y; ++y) {
        for (int x = low.x; x <= high.x; ++x) {
          const glm::ivec3 offset(x, y, z);
          const double beyond = distanceTo(offset, home, position) - grid_.radius;
          if (std::abs(beyond) < kRounding) return false;
          if (beyond > 0.0) continue;
          const std::optional<int> other = cellAt(home + offset);
          if (!other) continue;
          for (auto k = cells.start()[*other]; k < cells.start()[*other + 1]; ++k) {
            if (cells.order()[k] != i) sum += summand(cells.order()[k]);
          }
        }
      }
    }
    return true;
  }

  double distanceTo(const glm::ivec3& offset, const glm::ivec3& home,
                    const glm::vec4& position) const {
    double squared = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
      const double own = home[axis] * grid_.edge[axis];
      const double face = own + (offset[axis] + (offset[axis] < 0 ? 1 : 0)) * grid_.edge[axis];
      const double gap = offset[axis] == 0 ? 0.0 : face - position[axis];
      squared += gap * gap;
    }
    return std::sqrt(squared);
  }

  std::optional<int> cellAt(glm::ivec3 cell) const {
    for (int axis = 0; axis < 3; ++axis) {
      const bool outside = cell[axis] < 0 || cell[axis] >= grid_.cells[axis];
      if (outside && !grid_.box.isPeriodic(axis)) return {};
      cell[axis] = (cell[axis] + grid_.cells[axis]) % grid_.cells[axis];
    }
    return cell.x + grid_.cells.x * (cell.y + grid_.cells.y * cell.z);
  }

  const texel::Device* device_;
  cells::CellGrid grid_;
  cells::AssignCells assignCells_;
  texel::MapPass byLists_;
  texel::MapPass byRanges_;
  std::int64_t compared_ = 0;
};

}  // namespace gpubuck::test
