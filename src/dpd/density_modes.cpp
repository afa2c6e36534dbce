#include "dpd/density_modes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <limits>
#include <numbers>
#include <numeric>
#include <utility>

#include "base/error.h"

namespace gpubuck::dpd {
namespace {

/// Returns the cell at place `c` of an axis with `cells` cells. `c` may be beyond the ends of the
/// axis.
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
  /// Adds the triangle between the points at which three edges meet the level.
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
  /// Returns the eigenvalues of the second moment. Jacobi's rotations find them up to rounding
  /// errors. If two eigenvalues are near each other, roots of the characteristic polynomial would
  /// be inexact.
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
    // Only rounding can make a value negative.
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
  // Each level divides the values into two groups. There are finitely many such divisions, and
  // after a few steps the division no longer changes.
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
  // Along an axis with one cell, such as z in two dimensions, all values are equal.
  const auto goesOn = [&](int axis) { return grid.cells[axis] == 1 || grid.box.isPeriodic(axis); };
  glm::ivec3 cubes = grid.cells;
  for (int axis = 0; axis < 3; ++axis) cubes[axis] -= goesOn(axis) ? 0 : 1;
  // The four corners on a path along edges from a corner of a cube to the opposite corner form a
  // tetrahedron. A path takes one edge along each of x, y and z, in any order. All tetrahedra of a
  // cube share a diagonal of the cube. Neighbouring cubes are divided as mirror images, so that the
  // diagonals of their common side match and no direction is preferred on average.
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

namespace {

constexpr double kLargestEdge = 0.5;
constexpr double kSmoothing = 0.5;
constexpr std::int64_t kMostCells = std::int64_t{1} << 21;

/// A mode of the grid, with the wave vector 2 pi (n_x / L_x, n_y / L_y, n_z / L_z).
struct Mode {
  std::size_t place;     ///< index in the array
  std::size_t opposite;  ///< place of (-n_x, -n_y, -n_z)
  std::size_t shell;     ///< from 0
  double k;
  double window;  ///< the square of the Fourier transform of a cell
};

/// The shells of wave vectors. The middle of shell s is (s + 1) times the smallest wave number of
/// the longest periodic side. There are shells only for wave numbers that the longest edge of a
/// cell can resolve.
class Shells {
 public:
  explicit Shells(const cells::CellGrid& grid) {
    double longest = 0.0, largestEdge = 0.0;
    std::size_t stride = 1;
    for (int axis = 0; axis < 3; ++axis) {
      const bool isPeriodic = axis < grid.box.dimensions && grid.box.isPeriodic(axis);
      if (isPeriodic) {
        longest = std::max(longest, grid.box.size[axis]);
        largestEdge = std::max(largestEdge, grid.edge[axis]);
      }
      const int cells = grid.cells[axis];
      addWaves(static_cast<std::size_t>(axis), grid.box.size[axis], cells, stride, isPeriodic);
      stride *= static_cast<std::size_t>(cells);
    }
    width_ = 2.0 * kPi / longest;
    count_ = static_cast<std::size_t>(std::max(0.0, std::floor(kPi / largestEdge / width_ - 0.5)));
  }

  std::size_t count() const { return count_; }

  /// Calls use(mode) for each mode that is in a shell. The wave number along x changes fastest,
  /// then y, then z.
  template <typename Use>
  void visit(const Use& use) const {
    for (const Wave& z : waves_[2]) {
      for (const Wave& y : waves_[1]) {
        for (const Wave& x : waves_[0]) {
          const double k = std::sqrt(x.square + y.square + z.square);
          const double shell = std::round(k / width_);
          if (shell < 1.0 || shell > static_cast<double>(count_)) continue;
          use(Mode{x.place + y.place + z.place, x.opposite + y.opposite + z.opposite,
                   static_cast<std::size_t>(shell) - 1, k, x.window * y.window * z.window});
        }
      }
    }
  }

 private:
  static constexpr double kPi = std::numbers::pi;

  /// A component of wave vectors along one axis.
  struct Wave {
    double square;  ///< square of the component
    double window;
    std::size_t place, opposite;
  };

  /// Adds the components n = -N/2 + 1 .. N/2 of a periodic axis with N cells; other axes have only
  /// the component 0.
  void addWaves(std::size_t axis, double length, int cells, std::size_t stride, bool isPeriodic) {
    const int last = isPeriodic ? cells / 2 : 0, first = isPeriodic ? last + 1 - cells : 0;
    for (int n = first; n <= last; ++n) {
      const double phase = kPi * n / cells;
      const double window = n == 0 ? 1.0 : std::sin(phase) / phase;
      const auto placeOf = [&](int m) {
        return stride * static_cast<std::size_t>((m + cells) % cells);
      };
      waves_[axis].push_back(
          {std::pow(2.0 * kPi * n / length, 2), window * window, placeOf(n), placeOf(-n)});
    }
  }

  std::array<std::vector<Wave>, 3> waves_;
  double width_ = 0.0;
  std::size_t count_ = 0;
};

/// Means over the modes of each shell.
class ShellMeans {
 public:
  explicit ShellMeans(std::size_t shells) : sums_(shells, 0.0), counts_(shells, 0) {}

  void add(std::size_t shell, double value) {
    sums_[shell] += value;
    ++counts_[shell];
  }
  std::vector<double> means() const {
    std::vector<double> means;
    for (std::size_t s = 0; s < sums_.size(); ++s) {
      means.push_back(sums_[s] / static_cast<double>(counts_[s]));
    }
    return means;
  }

 private:
  std::vector<double> sums_;
  std::vector<std::int64_t> counts_;
};

/// Returns the structure factor at a mode, or NaN without particles. `square` is the squared
/// amplitude of the mode, found from the counts of `particles` particles in cells.
///
/// The count of a cell does not tell where in the cell particles are. This has two effects:
/// amplitudes are multiplied by the transform of a cell (the window), and modes that the cells do
/// not resolve are folded into resolved modes. For particles without order, the folded modes add as
/// much as the window takes away, so that the counts of an ideal gas have the structure factor 1 at
/// all k. This function corrects both effects, but neglects order at wave numbers that the cells do
/// not resolve.
double structureOf(double square, double particles, double window) {
  if (particles == 0.0) return std::numeric_limits<double>::quiet_NaN();
  return 1.0 + (square / particles - 1.0) / window;
}

}  // namespace

cells::CellGrid modesGrid(const cells::Box& box) {
  cells::CellGrid grid{box, {}};
  const auto setCells = [&](int axis, int cells) {
    grid.cells[axis] = cells;
    grid.edge[axis] = box.size[axis] / cells;
  };
  for (int axis = 0; axis < box.dimensions; ++axis) {
    int cells = 1;
    while (box.size[axis] / cells > kLargestEdge && cells < kMostCells) cells *= 2;
    setCells(axis, cells);
  }
  while (grid.count() > kMostCells) {
    int finest = 0;
    for (int axis = 1; axis < box.dimensions; ++axis) {
      if (grid.edge[axis] < grid.edge[finest]) finest = axis;
    }
    setCells(finest, grid.cells[finest] / 2);
  }
  return grid;
}

void requireStructureFactor(const cells::Box& box) {
  for (int axis = 0; axis < box.dimensions; ++axis) {
    if (box.isPeriodic(axis)) return;
  }
  throw InputError("structure factor", "needs a periodic axis, but the box has only walls");
}

DensityModes::DensityModes(const texel::Device& device, const Neighbourhood& step,
                           std::int64_t particles)
    : grid_(modesGrid(step.grid().box)),
      counts_(device, grid_, step, particles),
      modes_(device, "density modes", grid_.count()),
      transform_(device, {grid_.cells.x, grid_.cells.y, grid_.cells.z}) {}

StructureFactor DensityModes::structureFactor(Step& step, const std::vector<std::int64_t>& counts) {
  requireStructureFactor(grid_.box);
  const Shells shells(grid_);
  ShellMeans k(shells.count()), total(shells.count());
  StructureFactor result;
  double particles = 0.0;
  for (const std::int64_t count : counts) particles += static_cast<double>(count);
  for (std::size_t s = 0; s < counts.size(); ++s) {
    counts_.find(step, static_cast<int>(s), modes_);
    transform_(modes_);
    const std::vector<glm::vec4> modes = modes_.download();
    ShellMeans own(shells.count());
    shells.visit([&](const Mode& mode) {
      // The counts of the species are the real parts, the counts of all other species the imaginary
      // parts.
      const glm::dvec4 here(modes[mode.place]), there(modes[mode.opposite]);
      const std::complex<double> one(0.5 * (here.x + there.x), 0.5 * (here.y - there.y));
      const std::complex<double> others(0.5 * (here.y + there.y), 0.5 * (there.x - here.x));
      own.add(mode.shell, structureOf(std::norm(one), static_cast<double>(counts[s]), mode.window));
      if (s > 0) return;
      k.add(mode.shell, mode.k);
      total.add(mode.shell, structureOf(std::norm(one + others), particles, mode.window));
    });
    result.species.push_back(own.means());
  }
  result.k = k.means();
  result.total = total.means();
  return result;
}

std::vector<Surface> DensityModes::surfaces(Step& step, const std::vector<std::int64_t>& counts) {
  double width = kSmoothing;
  for (int axis = 0; axis < grid_.box.dimensions; ++axis) {
    width = std::max(width, grid_.edge[axis]);
  }
  std::vector<Surface> surfaces;
  for (std::size_t s = 0; s < counts.size(); ++s) {
    surfaces.emplace_back();
    if (counts[s] == 0) continue;
    counts_.find(step, static_cast<int>(s), modes_);
    std::vector<double> density;
    for (const glm::vec4& cell : modes_.download()) density.push_back(cell.x);
    density = smoothed(grid_, std::move(density), width);
    surfaces.back() = isoSurface(grid_, density, midLevel(density));
  }
  return surfaces;
}

}  // namespace gpubuck::dpd
