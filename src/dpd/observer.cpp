#include "dpd/observer.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gpubuck::dpd {
namespace {

int periodicAxes(const cells::Box& box) {
  int axes = 0;
  for (int axis = 0; axis < box.dimensions; ++axis) axes += box.isPeriodic(axis) ? 1 : 0;
  return axes;
}

texel::MapPassInfo cellPass(const std::string& name, const std::string& output,
                            const std::string& prologue) {
  return {.name = name, .outputs = {{output, texel::Format::Vec4}}, .prologue = prologue};
}

/// The particles in the cells of `grid`, unless those of the search are the same.
std::optional<cells::CellIndex> makeOwnCells(const texel::Device& device,
                                             const cells::CellGrid& grid,
                                             const cells::CellGrid& searched,
                                             std::int64_t particles) {
  if (grid.cells == searched.cells) return std::nullopt;
  return std::optional<cells::CellIndex>(std::in_place, device, grid, sort::Settings{}, particles);
}

/// The first place where `values`, taken at 0, 1, 2, ..., crosses from above zero to below.
std::optional<double> firstZero(const std::vector<double>& values) {
  for (std::size_t k = 1; k < values.size(); ++k) {
    if (values[k - 1] > 0.0 && values[k] <= 0.0) {
      return static_cast<double>(k - 1) + values[k - 1] / (values[k - 1] - values[k]);
    }
  }
  return std::nullopt;
}

}  // namespace

Observer::CompositionPasses::CompositionPasses(const texel::Device& device,
                                               const cells::CellIndex& searched,
                                               std::int64_t particles)
    : grid(cells::makeCountingGrid(searched.grid().box, 1.0)),
      ownCells(makeOwnCells(device, grid, searched.grid(), particles)),
      cellComposition(makeCellComposition(device, ownCells ? *ownCells : searched)),
      correlation(device,
                  cellPass("dpd/composition_correlation", "o_product", cells::gridPrologue(grid))),
      layerProfile(device, cellPass("dpd/layer_profile", "o_layer", cells::gridPrologue(grid))),
      composition(device, "composition", grid.count()),
      product(device, "composition product", grid.count()),
      layers(device, "layers", std::max({grid.cells.x, grid.cells.y, grid.cells.z})),
      sum(device, grid.count()) {}

texel::MapPass Observer::CompositionPasses::makeCellComposition(const texel::Device& device,
                                                                const cells::CellIndex& cells) {
  return {device,
          cellPass("dpd/cell_composition", "o_composition", cells::walkPrologue(cells.makes()))};
}

Observer::Observer(const texel::Device& device, const Fluid& fluid, const cells::CellIndex& cells,
                   std::vector<std::int64_t> counts)
    : device_(&device),
      fluid_(fluid),
      counts_(std::move(counts)),
      particles_(std::accumulate(counts_.begin(), counts_.end(), std::int64_t{0})),
      measure_(device, fluid, cells.grid()),
      motion_(device, "motion", particles_),
      pairs_(device, "pairs", particles_),
      stress_(device, "stress", particles_),
      sum_(device, particles_) {
  if (fluid.species.size() == 2) composition_.emplace(device, cells, particles_);
}

void Observer::setCells(const cells::CellIndex& cells) {
  if (composition_ && !composition_->ownCells) {
    composition_->cellComposition = CompositionPasses::makeCellComposition(*device_, cells);
  }
}

void Observer::setFluid(const Fluid& fluid) {
  fluid_ = fluid;
  measure_.setFluid(fluid);
}

void Observer::gather(std::int64_t step, const texel::Range& range, const ParticleArrays& particles,
                      const std::vector<texel::Input>& neighbours) {
  measure_.run(step, range, particles, neighbours, motion_, pairs_, stress_);
}

Observables Observer::sum(std::int64_t step, double time, const ParticleArrays& particles,
                          const cells::CellIndex& cells) {
  Observables result;
  result.step = step;
  result.time = time;
  measureMotion(particles, result);

  const std::array<double, 4> pairs = sum_(pairs_, particles_);
  const double dimensions = fluid_.box.dimensions;
  const double volume = fluid_.box.volume();
  result.potentialEnergy = pairs[0];
  result.gravityEnergy = pairs[2];
  const std::array<double, 4> stress = sum_(stress_, particles_);
  result.pressureTensor = {stress[0] / volume, stress[1] / volume, stress[2] / volume};
  result.pressure = (stress[0] + stress[1] + stress[2]) / (dimensions * volume);
  result.pressureTotal = (2.0 * result.kineticEnergy + pairs[1]) / (dimensions * volume);
  if (const double freedoms = degreesOfFreedom(); freedoms > 0.0) {
    result.temperature = 2.0 * result.kineticEnergy / freedoms;
    result.temperatureOnStep = 2.0 * pairs[3] / freedoms;
  }

  if (composition_) {
    if (composition_->ownCells) composition_->ownCells->sort(particles.position);
    const cells::CellIndex& counted = composition_->ownCells ? *composition_->ownCells : cells;
    composition_->cellComposition.run(composition_->grid.count(),
                                      counted.inputs({{"u_position", particles.position}}),
                                      {{"o_composition", composition_->composition}});
    result.mixingWidth = mixingWidth();
    result.domainSize = domainSize();
  }
  return result;
}

void Observer::measureMotion(const ParticleArrays& particles, Observables& result) {
  const double dimensions = fluid_.box.dimensions;
  for (std::size_t k = 0; k < counts_.size(); ++k) {
    const std::array<double, 4> motion =
        sum_(motion_, particles_, particles.position, static_cast<int>(k));
    SpeciesObservables species;
    species.count = counts_[k];
    species.momentum = {motion[0], motion[1], motion[2]};
    if (counts_[k] > 0) {
      species.temperature = 2.0 * motion[3] / (dimensions * static_cast<double>(counts_[k]));
    }
    result.kineticEnergy += motion[3];
    for (std::size_t axis = 0; axis < 3; ++axis) result.momentum[axis] += species.momentum[axis];
    result.species.push_back(species);
  }
}

double Observer::degreesOfFreedom() const {
  const double all = fluid_.box.dimensions * static_cast<double>(particles_);
  // Without a medium's friction, momentum along periodic axes is kept: one freedom less each.
  return fluid_.drag > 0.0 ? all : all - periodicAxes(fluid_.box);
}

std::optional<double> Observer::mixingWidth() {
  int axis = 0;
  for (int other = 1; other < fluid_.box.dimensions; ++other) {
    if (std::abs(fluid_.gravity[other]) > std::abs(fluid_.gravity[axis])) axis = other;
  }
  if (fluid_.gravity[axis] == 0.0) return std::nullopt;
  const cells::CellGrid& grid = composition_->grid;
  const int layers = grid.cells[axis];
  composition_->layerProfile.run(layers,
                                 {{"u_composition", composition_->composition}, {"u_axis", axis}},
                                 {{"o_layer", composition_->layers}});
  const std::vector<glm::vec4> profile = composition_->layers.download();
  double integral = 0.0;
  for (int k = 0; k < layers; ++k) {
    const glm::vec4& layer = profile[static_cast<std::size_t>(k)];
    const double total = static_cast<double>(layer.x) + layer.y;
    if (total > 0.0) integral += layer.x / total * (layer.y / total);
  }
  return 6.0 * integral * grid.edge[axis];
}

std::optional<double> Observer::domainSize() {
  const cells::CellGrid& grid = composition_->grid;
  const double cells = static_cast<double>(grid.count());
  glm::ivec3 lags(0);
  for (int axis = 0; axis < grid.box.dimensions; ++axis) {
    if (grid.box.isPeriodic(axis)) lags[axis] = grid.cells[axis] / 2;
  }
  const double mean = composition_->sum(composition_->composition, grid.count())[2] / cells;
  std::array<std::vector<double>, 3> correlation;
  const auto finished = [&](int lag) {
    for (int axis = 0; axis < 3; ++axis) {
      if (lag <= lags[axis] && !firstZero(correlation[static_cast<std::size_t>(axis)]))
        return false;
    }
    return true;
  };
  for (int lag = 0; !finished(lag); ++lag) {
    composition_->correlation.run(grid.count(),
                                  {{"u_composition", composition_->composition}, {"u_lag", lag}},
                                  {{"o_product", composition_->product}});
    const std::array<double, 4> sums = composition_->sum(composition_->product, grid.count());
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (lag <= lags[static_cast<int>(axis)]) {
        correlation[axis].push_back(sums[axis] / cells - mean * mean);
      }
    }
  }
  double total = 0.0;
  int axes = 0;
  for (int axis = 0; axis < 3; ++axis) {
    const std::optional<double> zero = firstZero(correlation[static_cast<std::size_t>(axis)]);
    if (!zero) continue;
    total += *zero * grid.edge[axis];
    ++axes;
  }
  if (axes == 0) return std::nullopt;
  return total / axes;
}

}  // namespace gpubuck::dpd
