#include "cells/around.h"

#include <algorithm>
#include <cmath>

#include "base/id.h"

namespace gpubuck::cells {
namespace {

/// Cells per length along an axis, as gridPrologue() has them.
float cellsPerLength(const CellGrid& grid, int axis) {
  return static_cast<float>(grid.cells[axis] / grid.box.size[axis]);
}

/// The steps along one axis, first and last, as `offsets` of shaders/cells/reach.glsl has them.
glm::ivec2 stepsAlong(const CellGrid& grid, int axis, float inCell) {
  if (axis >= grid.box.dimensions) return {0, 0};
  const auto overlap = static_cast<float>(grid.overlap[axis]);
  if (grid.method.kind == Method::Kind::Octant) {
    return {inCell < 0.5F + overlap ? -1 : 0, inCell < 0.5F - overlap ? 0 : 1};
  }
  const int reach = grid.method.cellsPerCutoff;
  const bool isNearLow = overlap > 0.0F && inCell < overlap;
  const bool isNearHigh = overlap > 0.0F && inCell > 1.0F - overlap;
  return {-reach - (isNearLow ? 1 : 0), reach + (isNearHigh ? 1 : 0)};
}

/// Squared distance along an axis from a place in its cell to the cell `step` on.
float gapSquared(float fromSide, float edge, int step) {
  const float gap = step < 0   ? fromSide - static_cast<float>(step + 1) * edge
                    : step > 0 ? static_cast<float>(step) * edge - fromSide
                               : 0.0F;
  return gap * gap;
}

}  // namespace

glm::ivec3 cellOf(const CellGrid& grid, const glm::vec3& position) {
  glm::ivec3 cell(0);
  for (int axis = 0; axis < grid.box.dimensions; ++axis) {
    const float place = position[axis] * cellsPerLength(grid, axis);
    cell[axis] = std::clamp(static_cast<int>(place), 0, grid.cells[axis] - 1);
  }
  return cell;
}

glm::ivec3 cellAt(const CellGrid& grid, std::int64_t number) {
  const std::int64_t row = number / grid.cells.x;
  return {number % grid.cells.x, row % grid.cells.y, row / grid.cells.y};
}

std::vector<WalkedCell> walkedCells(const CellGrid& grid, const glm::vec3& position) {
  const glm::ivec3 home = cellOf(grid, position);
  const double reach = searchReach(grid);
  glm::ivec2 range[3];
  glm::vec3 fromSide(0.0F);
  for (int axis = 0; axis < 3; ++axis) {
    const float inCell =
        position[axis] * cellsPerLength(grid, axis) - static_cast<float>(home[axis]);
    fromSide[axis] = inCell * static_cast<float>(grid.edge[axis]);
    range[axis] = stepsAlong(grid, axis, inCell);
  }
  std::vector<WalkedCell> walked;
  for (int z = range[2].x; z <= range[2].y; ++z) {
    for (int y = range[1].x; y <= range[1].y; ++y) {
      for (int x = range[0].x; x <= range[0].y; ++x) {
        const glm::ivec3 steps(x, y, z);
        glm::ivec3 cell = home + steps;
        float gap = 0.0F;
        bool isThere = true;
        for (int axis = 0; axis < 3; ++axis) {
          gap += gapSquared(fromSide[axis], static_cast<float>(grid.edge[axis]), steps[axis]);
          const int cells = grid.cells[axis];
          const bool isInside = cell[axis] >= 0 && cell[axis] < cells;
          isThere &= isInside || grid.box.isPeriodic(axis);
          cell[axis] += cell[axis] < 0 ? cells : cell[axis] >= cells ? -cells : 0;
        }
        if (!isThere || gap > static_cast<float>(reach * reach)) continue;
        walked.push_back(
            {cell.x + std::int64_t{grid.cells.x} * (cell.y + std::int64_t{grid.cells.y} * cell.z),
             steps});
      }
    }
  }
  return walked;
}

CountAround::CountAround(const texel::Device& device, const CellIndex& cells)
    : pass_(device, {.name = "cells/count_around",
                     .outputs = {{"o_around", texel::Format::UInt4}},
                     .prologue = gridPrologue(cells.grid()) + walkPrologue(cells.makes())}),
      counts_(device, "around", 1) {}

Around CountAround::run(const CellIndex& cells, const texel::Vec4Array& position,
                        std::int64_t element) {
  pass_.set("u_element", static_cast<int>(element));
  pass_.run(1, cells.inputs({{"u_position", position}}), {{"o_around", counts_}});
  const glm::uvec4 counts = counts_.first();
  return {counts.x, counts.y, counts.z, counts.w};
}

std::vector<std::int64_t> elementsOf(const CellIndex& cells, std::int64_t cell, std::size_t most) {
  const auto [first, second] = cells.arrays();
  const auto idAt = [](const texel::IdArray& ids, std::int64_t i) {
    return texel::decodeId(ids.at(i));
  };
  std::vector<std::int64_t> elements;
  if (cells.makes() == sort::Makes::Ranges) {
    const std::int64_t end = idAt(*first, cell + 1);
    for (std::int64_t k = idAt(*first, cell); k < end && elements.size() < most; ++k) {
      elements.push_back(idAt(*second, k));
    }
    return elements;
  }
  for (std::uint32_t i = idAt(*first, cell); i != kNullId && elements.size() < most;) {
    elements.push_back(i);
    i = idAt(*second, i);
  }
  return elements;
}

}  // namespace gpubuck::cells
