#include "render/surface/surface_grid.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <numbers>

namespace gpubuck::render {
namespace {

constexpr double kWidthOfDistance = 0.9;
// At density 2.7; a DPD liquid is denser. Cut-offs.
constexpr double kMostDistance = 0.72;
// A coarser grid would show in the normals.
constexpr double kCellsPerWidth = 1.25;
constexpr double kReachInWidths = 4.0;
constexpr double kCoarser = 1.05;
// Both sides of the box have a cell of their own.
constexpr int kLeastCells = 2;

}  // namespace

glm::ivec2 SurfaceGrid::texelOf(const glm::ivec3& cell) const {
  const int layer = dimensions == 2 ? 0 : cell.z + 1;
  return glm::ivec2(layer % columns, layer / columns) * tile() + glm::ivec2(cell) + 1;
}

std::vector<float> SurfaceGrid::weights(int axis) const {
  const double spread = width / edge[axis];
  const int reach =
      std::min(static_cast<int>(std::ceil(kReachInWidths * spread)), kMostSurfaceReach);
  std::vector<double> all;
  double sum = 0.0;
  for (int k = 0; k <= reach; ++k) {
    all.push_back(std::exp(-0.5 * k * k / (spread * spread)));
    sum += (k == 0 ? 1.0 : 2.0) * all.back();
  }
  std::vector<float> weights;
  for (const double weight : all) weights.push_back(static_cast<float>(weight / sum));
  return weights;
}

double SurfaceGrid::ownDensity() const {
  double density = 1.0;
  for (int axis = 0; axis < dimensions; ++axis) {
    // The scatter and the interpolation each add the variance of a triangle.
    const double square = width * width + edge[axis] * edge[axis] / 3.0;
    density *= edge[axis] / std::sqrt(2.0 * std::numbers::pi * square);
  }
  return density;
}

SurfaceGrid surfaceGrid(const cells::Box& box, std::int64_t count, int longestSide) {
  const double each = box.volume() / static_cast<double>(std::max(count, std::int64_t{1}));
  const double distance = std::min(std::pow(each, 1.0 / box.dimensions), kMostDistance);
  SurfaceGrid grid;
  grid.dimensions = box.dimensions;
  const double width = kWidthOfDistance * distance;
  for (double edge = width / kCellsPerWidth;; edge *= kCoarser) {
    for (int axis = 0; axis < box.dimensions; ++axis) {
      grid.cells[axis] =
          std::max(kLeastCells, static_cast<int>(std::ceil(std::min(box.size[axis] / edge, 1e6))));
    }
    // About as wide as high.
    const glm::ivec2 tile = grid.tile();
    const int layers = grid.layers();
    const double perRow = std::sqrt(double(layers) * tile.y / tile.x);
    grid.columns = std::clamp(static_cast<int>(std::lround(perRow)), 1, layers);
    while (grid.columns > 1 && grid.columns * tile.x > longestSide) --grid.columns;
    const glm::ivec2 texels = grid.texels();
    grid.width = std::max(width, edge);
    if (std::max(texels.x, texels.y) <= longestSide &&
        std::int64_t{texels.x} * texels.y <= kMostSurfaceTexels) {
      break;
    }
  }
  for (int axis = 0; axis < 3; ++axis) grid.edge[axis] = box.size[axis] / grid.cells[axis];
  return grid;
}

}  // namespace gpubuck::render
