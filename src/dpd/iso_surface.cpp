#include "dpd/iso_surface.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <numeric>

namespace gpubuck::dpd {
namespace {

/// The cell at place `c` of an axis with `cells` cells, which goes on beyond its ends.
int cellBeyondEnds(int c, int cells, bool isPeriodic) {
  const int period = isPeriodic ? cells : 2 * cells;
  const int inside = (c % period + period) % period;
  return inside < cells ? inside : period - 1 - inside;
}

void smoothAlong(const cells::CellGrid& grid, int axis, double width, std::vector<double>& values) {
  const int cells = grid.cells[axis];
  const double spread = width / grid.edge[axis];
  const int reach = static_cast<int>(std::ceil(4.0 * spread));
  std::vector<double> weights;
  for (int m = -reach; m <= reach; ++m)
    weights.push_back(std::exp(-0.5 * m * m / (spread * spread)));
  const double whole = std::accumulate(weights.begin(), weights.end(), 0.0);
  for (double& weight : weights) weight /= whole;

  std::size_t stride = 1;
  for (int before = 0; before < axis; ++before) {
    stride *= static_cast<std::size_t>(grid.cells[before]);
  }
  const auto along = static_cast<std::size_t>(cells);
  std::vector<std::size_t> places;
  for (int c = -reach; c < cells + reach; ++c) {
    const int cell = cellBeyondEnds(c, cells, grid.box.isPeriodic(axis));
    places.push_back(stride * static_cast<std::size_t>(cell));
  }
  std::vector<double> line(along);
  for (std::size_t block = 0; block < values.size(); block += stride * along) {
    for (std::size_t first = block; first < block + stride; ++first) {
      for (std::size_t c = 0; c < along; ++c) {
        line[c] = 0.0;
        for (std::size_t m = 0; m < weights.size(); ++m) {
          line[c] += weights[m] * values[first + places[c + m]];
        }
      }
      for (std::size_t c = 0; c < along; ++c) values[first + stride * c] = line[c];
    }
  }
}

/// Adds up triangles.
class NormalSum {
 public:
  /// Adds the triangle between the points at which three edges have the level.
  void add(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c) {
    const glm::dvec3 normal = 0.5 * glm::cross(b - a, c - a);
    const double area = glm::length(normal);
    if (area == 0.0) return;
    area_ += area;
    moment_ += glm::outerProduct(normal, normal / area);
  }

  Surface surface() const {
    if (area_ == 0.0) return {};
    return {area_, eigenvalues()};
  }

 private:
  /// By Jacobi's rotations: exact to rounding, unlike the roots of the characteristic polynomial
  /// where two are near each other.
  std::array<double, 3> eigenvalues() const {
    glm::dmat3 m = moment_ / area_;
    for (int sweep = 0; sweep < 16; ++sweep) {
      for (const auto& [p, q] : {std::pair{0, 1}, {0, 2}, {1, 2}}) {
        if (m[p][q] == 0.0) continue;
        const double theta = 0.5 * std::atan2(2.0 * m[p][q], m[q][q] - m[p][p]);
        glm::dmat3 turn(1.0);
        turn[p][p] = turn[q][q] = std::cos(theta);
        turn[p][q] = -std::sin(theta);
        turn[q][p] = std::sin(theta);
        m = glm::transpose(turn) * m * turn;
        m[p][q] = m[q][p] = 0.0;
      }
    }
    // None is negative but for rounding.
    std::array<double, 3> values{m[0][0], m[1][1], m[2][2]};
    for (double& value : values) value = std::max(value, 0.0);
    std::ranges::sort(values);
    return values;
  }

  double area_ = 0.0;
  glm::dmat3 moment_{0.0};
};

/// A corner of a tetrahedron.
struct Corner {
  glm::dvec3 place;
  double value;
};

/// Adds the part of the surface within a tetrahedron, in which the interpolation is linear.
void addTetrahedron(std::array<Corner, 4> corners, double level, NormalSum& sum) {
  const auto isAbove = [&](const Corner& corner) { return corner.value > level; };
  const auto above =
      std::stable_partition(corners.begin(), corners.end(), isAbove) - corners.begin();
  const auto crossing = [&](int a, int b) {
    const Corner &from = corners[static_cast<std::size_t>(a)],
                 &to = corners[static_cast<std::size_t>(b)];
    return from.place + (level - from.value) / (to.value - from.value) * (to.place - from.place);
  };
  if (above == 1) sum.add(crossing(0, 1), crossing(0, 2), crossing(0, 3));
  if (above == 3) sum.add(crossing(0, 3), crossing(1, 3), crossing(2, 3));
  if (above == 2) {
    const glm::dvec3 a = crossing(0, 2), b = crossing(1, 3);
    sum.add(a, crossing(0, 3), b);
    sum.add(a, b, crossing(1, 2));
  }
}

}  // namespace

std::vector<double> smoothed(const cells::CellGrid& grid, std::vector<double> values,
                             double width) {
  for (int axis = 0; axis < grid.box.dimensions; ++axis) smoothAlong(grid, axis, width, values);
  return values;
}

double midLevel(const std::vector<double>& values) {
  double level =
      std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  // The two means belong to one of finitely many divisions of the values; a few steps find one that
  // stays.
  for (int round = 0; round < 100; ++round) {
    double above = 0.0, below = 0.0;
    std::size_t countAbove = 0;
    for (const double value : values) {
      (value > level ? above : below) += value;
      countAbove += value > level ? 1 : 0;
    }
    const std::size_t countBelow = values.size() - countAbove;
    if (countAbove == 0 || countBelow == 0) return level;
    const double middle =
        0.5 * (above / static_cast<double>(countAbove) + below / static_cast<double>(countBelow));
    if (middle == level) break;
    level = middle;
  }
  return level;
}

Surface isoSurface(const cells::CellGrid& grid, const std::vector<double>& values, double level) {
  // An axis with one cell, such as z in two dimensions, goes on with the same values.
  const auto goesOn = [&](int axis) { return grid.cells[axis] == 1 || grid.box.isPeriodic(axis); };
  glm::ivec3 cubes = grid.cells;
  for (int axis = 0; axis < 3; ++axis) cubes[axis] -= goesOn(axis) ? 0 : 1;
  // Each path from a corner of a cube to the opposite one, along x, y and z in any order, is a
  // tetrahedron. All share the diagonal. Neighbouring cubes are mirror images: they share the
  // diagonals of their sides, and no direction is preferred on average.
  static constexpr int kPaths[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                       {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  NormalSum sum;
  glm::ivec3 cube;
  std::array<double, 8> corner{};
  for (cube.z = 0; cube.z < cubes.z; ++cube.z) {
    for (cube.y = 0; cube.y < cubes.y; ++cube.y) {
      for (cube.x = 0; cube.x < cubes.x; ++cube.x) {
        int above = 0;
        for (int k = 0; k < 8; ++k) {
          const glm::ivec3 at = (cube + glm::ivec3(k & 1, k >> 1 & 1, k >> 2)) % grid.cells;
          const std::size_t place =
              static_cast<std::size_t>(at.x) +
              static_cast<std::size_t>(grid.cells.x) *
                  (static_cast<std::size_t>(at.y) +
                   static_cast<std::size_t>(grid.cells.y) * static_cast<std::size_t>(at.z));
          corner[static_cast<std::size_t>(k)] = values[place];
          above += values[place] > level ? 1 : 0;
        }
        if (above == 0 || above == 8) continue;
        const glm::ivec3 mirrored = cube % 2;
        for (const auto& path : kPaths) {
          std::array<Corner, 4> tetrahedron;
          glm::ivec3 at = mirrored;
          for (std::size_t step = 0; step < 4; ++step) {
            const int k = at.x + 2 * at.y + 4 * at.z;
            tetrahedron[step] = {glm::dvec3(at) * grid.edge, corner[static_cast<std::size_t>(k)]};
            if (step < 3) at[path[step]] = 1 - at[path[step]];
          }
          addTetrahedron(tetrahedron, level, sum);
        }
      }
    }
  }
  return sum.surface();
}

}  // namespace gpubuck::dpd
