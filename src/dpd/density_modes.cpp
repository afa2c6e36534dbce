#include "dpd/density_modes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <utility>

#include "base/error.h"
#include "dpd/iso_surface.h"

namespace gpubuck::dpd {
namespace {

constexpr double kLargestEdge = 0.5;
constexpr double kSmoothing = 0.5;
constexpr std::int64_t kMostCells = std::int64_t{1} << 21;

/// A mode of the grid, with the wave vector 2 pi (n_x / L_x, n_y / L_y, n_z / L_z).
struct Mode {
  std::size_t place;     ///< in the array
  std::size_t opposite;  ///< place of (-n_x, -n_y, -n_z)
  std::size_t shell;     ///< from 0
  double k;
  double window;  ///< the square of the Fourier transform of a cell
};

/// The shells of wave vectors: shell s is around (s + 1) times the smallest wave number of the
/// longest periodic side. Shells end where the largest cells cannot resolve them.
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

  /// Calls use(mode) for each mode in a shell, x first, then y, then z.
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

  /// A component of wave vectors.
  struct Wave {
    double square;  ///< of its wave number
    double window;
    std::size_t place, opposite;
  };

  /// Adds the components n = -N/2 + 1 .. N/2 of an axis with N cells, or only 0.
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

/// Returns the structure factor of `particles` particles, NaN for none, from the squared amplitude
/// of a mode of their counts in cells.
///
/// A place within its cell is unknown, which multiplies amplitudes by the transform of a cell, and
/// folds modes that cells do not resolve into those that they do. Folded modes of particles without
/// order add what the window takes away, so that the counts of an ideal gas have 1 at all k. This
/// takes back both; the order that remains at wave numbers beyond the resolved ones is neglected.
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
  throw InputError("structure factor", "needs a periodic axis, the box has none");
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
      // The counts of the species are the real parts, those of all others the imaginary parts.
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
