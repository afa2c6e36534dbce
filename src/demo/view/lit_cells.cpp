#include "demo/view/lit_cells.h"

#include <fmt/format.h>

#include <algorithm>
#include <glm/common.hpp>

#include "cells/neighbourhood_info.h"
#include "demo/view/picking.h"
#include "render/colour_map.h"

namespace gpubuck::demo {
namespace {

constexpr glm::vec3 kTouchingColour{0.30F, 0.62F, 1.0F};
// Share of the background in the colour of the dimmed cells. On a light background, a projector
// would not show the share for dark backgrounds.
constexpr float kDimmedOnDark = 0.5F, kDimmedOnLight = 0.1F;

glm::vec3 dimmed(const glm::vec3& background) {
  const bool isLight = render::contrastTo(background) == glm::vec3(0.0F);
  return glm::mix(render::kMutedColour, background, isLight ? kDimmedOnLight : kDimmedOnDark);
}

}  // namespace

std::vector<std::int64_t> cellsTouching(const cells::CellGrid& grid, std::int64_t own) {
  const glm::ivec3 middle = cells::cellAt(grid, own);
  const int deep = grid.box.dimensions == 3 ? 1 : 0;
  std::vector<std::int64_t> all;
  for (int z = -deep; z <= deep; ++z) {
    for (int y = -1; y <= 1; ++y) {
      for (int x = -1; x <= 1; ++x) {
        glm::ivec3 at = middle + glm::ivec3(x, y, z);
        for (int axis = 0; axis < 3; ++axis) {
          if (!grid.box.isPeriodic(axis)) continue;
          at[axis] = (at[axis] + grid.cells[axis]) % grid.cells[axis];
        }
        const bool isInside = at == glm::clamp(at, glm::ivec3(0), grid.cells - 1);
        if (isInside && at != middle) all.push_back(cells::numberOf(grid, at));
      }
    }
  }
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

render::Legend litCellsLegend(const cells::CellGrid& grid, std::int64_t own,
                              const glm::vec3& background) {
  return {.swatches = {
              {kPickColour, "one cell"},
              {kTouchingColour, fmt::format("the {} around it", cellsTouching(grid, own).size())},
              {dimmed(background), "all others"}}};
}

LitCells::LitCells(const texel::Device& device)
    : device_(&device),
      pass_(device, {.name = "demo_view/colour_around_cell",
                     .outputs = {{"o_colour", texel::Format::Vec4}}}) {}

const texel::Vec4Array& LitCells::colours(const cells::CellIndex& cells, std::int64_t own,
                                          const glm::vec3& background) {
  const std::int64_t count = cells.mapping().count();
  if (!colours_ || colours_->count() != count) {
    colours_.emplace(*device_, "colours around a cell", count);
  }
  const cells::CellGrid& grid = cells.grid();
  const cells::Box& box = grid.box;
  pass_.set("u_cells", glm::vec3(grid.cells));
  pass_.set("u_periodic", glm::vec3(box.isPeriodic(0), box.isPeriodic(1), box.isPeriodic(2)));
  pass_.set("u_cell", glm::vec3(cells::cellAt(grid, own)));
  pass_.set("u_ownColour", kPickColour);
  pass_.set("u_nextColour", kTouchingColour);
  pass_.set("u_otherColour", dimmed(background));
  pass_.run(count, {{"u_mapping", cells.mapping()}}, {{"o_colour", *colours_}});
  return *colours_;
}

}  // namespace gpubuck::demo
