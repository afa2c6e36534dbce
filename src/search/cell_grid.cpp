#include "search/cell_grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/id.h"

namespace gpubuck::search {

CellGrid makeCellGrid(const Box& box, double radius) {
  constexpr const char* kAxes = "xyz";
  if (!(radius > 0.0) || !std::isfinite(radius)) {
    throw InputError("search radius", fmt::format("{} is not a positive length", radius));
  }
  CellGrid grid{box, glm::ivec3(1), glm::dvec3(1.0), radius};
  double total = 1.0;
  for (int axis = 0; axis < box.dimensions; ++axis) {
    const double length = box.size[axis];
    if (!(length > 0.0) || !std::isfinite(length)) {
      throw InputError("box size",
                       fmt::format("{} along {} is not a positive length", length, kAxes[axis]));
    }
    const double cells = std::max(1.0, std::floor(length / radius));
    if (box.isPeriodic(axis) && cells < 3.0) {
      throw InputError("box size",
                       fmt::format("{} along {} is periodic and holds {} cells of edge {}; "
                                   "it takes at least 3",
                                   length, kAxes[axis], cells, radius));
    }
    total *= cells;
    if (total > static_cast<double>(kMaxCount)) {
      throw InputError(
          "box size", fmt::format("{} x {} x {} is more cells than the {} that 24-bit ids can name",
                                  box.size.x, box.size.y, box.size.z, kMaxCount));
    }
    grid.cells[axis] = static_cast<int>(cells);
    grid.edge[axis] = length / cells;
  }
  return grid;
}

std::string gridPrologue(const CellGrid& grid) {
  const auto flag = [&](int axis) {
    return axis < grid.box.dimensions && grid.box.isPeriodic(axis) ? "true" : "false";
  };
  const auto number = [](double value) { return fmt::format("{:.9e}", static_cast<float>(value)); };
  const glm::dvec3 size =
      grid.box.dimensions == 3 ? grid.box.size : glm::dvec3(grid.box.size.x, grid.box.size.y, 1.0);
  return fmt::format(
      "const int kDimensions = {};\nconst ivec3 kCells = ivec3({}, {}, {});\n"
      "const bvec3 kPeriodic = bvec3({}, {}, {});\nconst vec3 kBoxSize = vec3({}, {}, {});\n"
      "const vec3 kCellEdge = vec3({}, {}, {});\nconst vec3 kCellsPerLength = vec3({}, {}, {});\n"
      "const float kSearchRadius = {};\n",
      grid.box.dimensions, grid.cells.x, grid.cells.y, grid.cells.z, flag(0), flag(1), flag(2),
      number(size.x), number(size.y), number(size.z), number(grid.edge.x), number(grid.edge.y),
      number(grid.edge.z), number(grid.cells.x / size.x), number(grid.cells.y / size.y),
      number(grid.cells.z / size.z), number(grid.radius));
}

AssignCells::AssignCells(const texel::Device& device, const CellGrid& grid)
    : pass_(device, {.name = "search/assign_cells",
                     .inputs = {"u_position"},
                     .outputs = {{"o_mapping", texel::Format::Id}},
                     .prologue = gridPrologue(grid)}) {}

void AssignCells::run(const texel::Array& position, texel::Array& mapping) {
  pass_.run(position.count(), {&position}, {&mapping});
}

}  // namespace gpubuck::search
