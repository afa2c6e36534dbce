#include "cells/neighbourhood_info.h"

#include "base/id.h"

namespace gpubuck::cells {
namespace {

/// Returns the number of invocations of shaders/cells/walk_cells.glsl.
std::int64_t cellsToWalk(const CellGrid& grid) {
  const std::int64_t along = 2 * grid.method.cellsPerCutoff + 3;
  return along * along * along;
}

}  // namespace

glm::ivec3 cellAt(const CellGrid& grid, std::int64_t number) {
  const std::int64_t row = number / grid.cells.x;
  return {number % grid.cells.x, row % grid.cells.y, row / grid.cells.y};
}

std::int64_t numberOf(const CellGrid& grid, const glm::ivec3& cell) {
  return cell.x + std::int64_t{grid.cells.x} * (cell.y + std::int64_t{grid.cells.y} * cell.z);
}

WalkCells::WalkCells(const texel::Device& device, const CellGrid& grid)
    : pass_(device, {.name = "cells/walk_cells",
                     .outputs = {{"o_cell", texel::Format::UInt4}},
                     .prologue = gridPrologue(grid)}),
      cells_(device, "walked cells", cellsToWalk(grid)) {}

Walk WalkCells::run(const texel::Vec4Array& position, std::int64_t element) {
  pass_.set("u_element", static_cast<int>(element));
  pass_.run(cells_.count(), {{"u_position", position}}, {{"o_cell", cells_}});
  const std::vector<glm::uvec4> around = cells_.download();
  Walk walk{.own = around[around.size() / 2].x};
  for (const glm::uvec4& cell : around) {
    if (cell.y != 0) walk.cells.push_back(cell.x);
  }
  return walk;
}

InspectNeighbourhood::InspectNeighbourhood(const texel::Device& device, const CellIndex& cells)
    : pass_(device, {.name = "cells/inspect_neighbourhood",
                     .outputs = {{"o_info", texel::Format::UInt4}},
                     .prologue = gridPrologue(cells.grid()) + searchPrologue(cells.resultKind())}),
      info_(device, "neighbourhood info", 1) {}

NeighbourhoodInfo InspectNeighbourhood::run(const CellIndex& cells,
                                            const texel::Vec4Array& position,
                                            std::int64_t element) {
  pass_.set("u_element", static_cast<int>(element));
  pass_.run(1, cells.inputs({{"u_position", position}}), {{"o_info", info_}});
  const glm::uvec4 info = info_.first();
  return {info.x, info.y, info.z, info.w};
}

std::vector<std::int64_t> elementsOf(const CellIndex& cells, std::int64_t cell, std::size_t most) {
  const auto [first, second] = cells.arrays();
  const auto idAt = [](const texel::IdArray& ids, std::int64_t i) {
    return texel::decodeId(ids.at(i));
  };
  std::vector<std::int64_t> elements;
  if (cells.resultKind() == sort::ResultKind::Ranges) {
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
