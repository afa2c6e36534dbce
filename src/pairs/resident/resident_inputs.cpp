#include "pairs/resident/resident_inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <glm/geometric.hpp>

#include "base/error.h"
#include "pairs/pair_rule.h"
#include "pairs/pair_settings.h"
#include "pairs/periodic_images.h"

namespace gpubuck::pairs {
namespace {

/// Returns the numbers of shaders/pairs/resident/limits.glsl.
std::vector<double> limitsFor(const TypeCutoffs& cutoffs, Within within) {
  const std::vector<double> most = cutoffs.mostSquared(within);
  std::vector<double> numbers;
  for (std::size_t k = 0; k < most.size(); ++k) {
    numbers.push_back(cutoffs.lengths()[k] / cutoffs.largest());
    numbers.push_back(most[k]);
  }
  return numbers;
}

}  // namespace

std::string doubleConstant(const char* name, double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  return fmt::format("double {} = packDouble2x32(uvec2({:#x}u, {:#x}u));\n", name,
                     bits & 0xFFFFFFFF, bits >> 32);
}

ResidentLimits::ResidentLimits(const PairSettings& settings,
                               const std::optional<TypeCutoffs>& cutoffs)
    : settings_(settings),
      cutoffs_(cutoffs),
      limits_("cut-offs of types", cutoffs ? 4 * std::ssize(cutoffs->lengths()) : 0) {
  if (!cutoffs) return;
  const std::vector<double> numbers = limitsFor(*cutoffs, settings.within);
  limits_.uploadFront(std::span<const double>(numbers));
}

std::string ResidentLimits::prologue() const {
  return doubleConstant("kMostSquared", PairRule::mostSquared(settings_.radius, settings_.within)) +
         (cutoffs_ ? "#define TYPED\n" : "");
}

void ResidentLimits::addBlocks(std::vector<texel::Block>& reads) const {
  if (cutoffs_) reads.insert(reads.end(), {{"b_limits", "double"}, "b_types"});
}

void ResidentLimits::addInputs(std::vector<texel::Input>& inputs) const {
  if (!types_) return;
  inputs.insert(inputs.end(), {{"b_limits", limits_},
                               {"b_types", *types_},
                               {"u_types", static_cast<int>(cutoffs_->types())}});
}

void ResidentLimits::takeTypes(std::span<const std::int32_t> types, std::int64_t points) {
  const std::int64_t needed = cutoffs_ ? points : 0;
  if (std::ssize(types) != needed) {
    throw InputError("types", fmt::format("are {}, not {}: {}", types.size(), needed,
                                          cutoffs_ ? "one per point" : "there is one cut-off"));
  }
  if (!cutoffs_) return;
  cutoffs_->requireTypes("types", types);
  if (!types_ || types_->count() < points) types_.emplace("types of points", points + points / 4);
  types_->uploadFront(types);
}

namespace {

/// Width of a cell in units of the cut-off. The excess covers all roundings of places, which are
/// below 1e-6 cut-offs (resident_search.cpp).
constexpr double kCellWidth = 1.001;
constexpr double kPointsPerCell = 4.0;
/// With three cells those before, at and after a point are different.
constexpr std::int64_t kFewestOpen = 3;
constexpr double kMostVisited = 1 << 24;
/// So that images have ten bits (shaders/pairs/resident/shifts.glsl).
constexpr std::int64_t kFarthestCell = 500;

/// The grid of one system.
struct Grid {
  std::array<glm::dvec3, 3> reciprocal{};
  std::array<std::int64_t, 3> counts{};
  std::array<std::int64_t, 3> reach{1, 1, 1};
};

/// Directions at right angles to those of the first `rank` reciprocal vectors and to each other.
std::array<glm::dvec3, 3> basisOf(const Lattice& lattice) {
  std::array<glm::dvec3, 3> basis{};
  for (int k = 0; k < lattice.rank(); ++k) {
    basis[static_cast<std::size_t>(k)] = glm::normalize(lattice.reciprocal(k));
  }
  if (lattice.rank() == 0) return {{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};
  if (lattice.rank() == 1) {
    const glm::dvec3 size = glm::abs(basis[0]);
    const bool isAlongX = size.x > size.y && size.x > size.z;
    basis[1] = glm::normalize(
        glm::cross(basis[0], isAlongX ? glm::dvec3(0.0, 1.0, 0.0) : glm::dvec3(1.0, 0.0, 0.0)));
  }
  if (lattice.rank() < 3) basis[2] = glm::normalize(glm::cross(basis[0], basis[1]));
  return basis;
}

/// Returns whether cells half as wide would have a point each. Then they are faster: those within
/// reach have 0.58 of the volume.
bool isDense(const Lattice& lattice, std::int64_t points, double width) {
  if (lattice.rank() < 3) return false;
  const double inverseVolume = std::abs(
      glm::dot(lattice.reciprocal(0), glm::cross(lattice.reciprocal(1), lattice.reciprocal(2))));
  return static_cast<double>(points) * std::pow(0.5 * width, 3.0) * inverseVolume >= 1.0;
}

Grid gridOf(const Lattice& lattice, std::int64_t points, double radius) {
  Grid grid;
  const double width = kCellWidth * radius;
  const double share = std::cbrt(static_cast<double>(points) / kPointsPerCell);
  const auto fewOpen = std::max(kFewestOpen, static_cast<std::int64_t>(std::ceil(share)));
  const double cellWidth = isDense(lattice, points, width) ? 0.5 * width : width;
  const std::array<glm::dvec3, 3> basis = basisOf(lattice);
  for (std::size_t k = 0; k < 3; ++k) {
    const bool isOpen = static_cast<int>(k) >= lattice.rank();
    if (isOpen) {
      grid.counts[k] = fewOpen;
      grid.reciprocal[k] = basis[k] / (static_cast<double>(fewOpen) * width);
      continue;
    }
    grid.reciprocal[k] = lattice.reciprocal(static_cast<int>(k));
    const double height = 1.0 / glm::length(grid.reciprocal[k]);
    // More cells than that would be empty.
    const double most = std::max(1.0, 2.0 * static_cast<double>(points));
    grid.counts[k] =
        static_cast<std::int64_t>(std::clamp(std::floor(height / cellWidth), 1.0, most));
  }
  // An empty cell costs about as much as a point.
  const auto all = [&] { return grid.counts[0] * grid.counts[1] * grid.counts[2]; };
  while (all() > std::max<std::int64_t>(27, 2 * points)) {
    auto longest = std::max_element(grid.counts.begin(), grid.counts.begin() + lattice.rank());
    if (lattice.rank() == 0 || *longest == 1) break;
    *longest = (*longest + 1) / 2;
  }
  for (std::size_t k = 0; static_cast<int>(k) < lattice.rank(); ++k) {
    const double cell =
        1.0 / (glm::length(grid.reciprocal[k]) * static_cast<double>(grid.counts[k]));
    grid.reach[k] = static_cast<std::int64_t>(std::ceil(width / cell));
  }
  return grid;
}

void requireFewVisits(const Grid& grid) {
  double visited = 1.0;
  for (const std::int64_t reach : grid.reach) visited *= 2.0 * static_cast<double>(reach) + 1.0;
  if (visited <= kMostVisited && *std::ranges::max_element(grid.reach) <= kFarthestCell) return;
  throw InputError("cell", fmt::format("is too small for a search on the GPU with this cut-off: it "
                                       "must not be thinner than 1/{} of it, nor have more than "
                                       "{:.0f} images within it",
                                       kFarthestCell, kMostVisited));
}

/// Writes the record of a lattice, but for the number of its first cell.
void write(const Lattice& lattice, const Grid& grid, double* to) {
  const auto put = [&to](double number) { *to++ = number; };
  const auto putVector = [&](const glm::dvec3& vector) {
    for (int axis = 0; axis < 3; ++axis) put(vector[axis]);
  };
  std::array<glm::dvec3, 3> steps{};
  for (int k = 0; k < lattice.rank(); ++k) steps[static_cast<std::size_t>(k)][k] = 1.0;
  for (const glm::dvec3& reciprocal : grid.reciprocal) putVector(reciprocal);
  for (const glm::dvec3& step : steps) putVector(lattice.translation(step));
  for (const glm::dvec3& side : lattice.sides()) putVector(side);
  for (const glm::dvec3& step : steps) {
    for (const std::int64_t sides : lattice.inSides(step)) put(static_cast<double>(sides));
  }
  for (const glm::dvec3& step : steps) {
    const glm::dvec3 size = lattice.magnitude(step);
    put(size.x + size.y + size.z);
  }
  for (const std::int64_t count : grid.counts) put(static_cast<double>(count));
  for (const std::int64_t reach : grid.reach) put(static_cast<double>(reach));
  for (int k = 0; k < 3; ++k) put(k < lattice.rank() ? 1.0 : 0.0);
}

}  // namespace

ResidentLattices::ResidentLattices(std::span<const Cell> systems,
                                   std::span<const std::int64_t> starts, double radius)
    : records(kRecord * systems.size(), 0.0) {
  constexpr std::size_t kFirstCell = 48;
  std::int64_t ofSystem = 0;
  for (std::size_t b = 0; b < systems.size(); ++b) {
    const std::int64_t points = starts[b + 1] - starts[b];
    double* const record = records.data() + kRecord * b;
    // A lattice takes half a microsecond; the lattices of a batch are often equal.
    const bool isAsBefore =
        b > 0 && points == starts[b] - starts[b - 1] && systems[b] == systems[b - 1];
    if (isAsBefore) {
      std::copy_n(record - kRecord, kRecord, record);
    } else {
      const Lattice lattice = inSystem(b, [&] { return Lattice(systems[b]); });
      const Grid grid = gridOf(lattice, points, radius);
      inSystem(b, [&] { requireFewVisits(grid); });
      write(lattice, grid, record);
      ofSystem = grid.counts[0] * grid.counts[1] * grid.counts[2];
    }
    record[kFirstCell] = static_cast<double>(cells);
    cells += ofSystem;
  }
}

}  // namespace gpubuck::pairs
