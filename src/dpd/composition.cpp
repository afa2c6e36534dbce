#include "dpd/composition.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace gpubuck::dpd {
namespace {

const std::vector<texel::MapPassInfo::Variable> kCountsOutput{{"o_counts", texel::Format::Vec4}};

}  // namespace

CellCounts::Walk::Walk(const texel::Device& device, const cells::CellGrid& grid,
                       const Neighbourhood& step, std::int64_t particles) {
  if (grid.cells != step.grid().cells) ownCells.emplace(device, grid, sort::Settings{}, particles);
}

void CellCounts::Walk::run(const texel::Device& device, Step& step, int species,
                           texel::Vec4Array& to) {
  const texel::Vec4Array& position = step.textures().position;
  if (ownCells) ownCells->sort(position);
  const cells::CellIndex& counted = ownCells ? *ownCells : step.cells();
  if (!pass) {
    pass.emplace(device, texel::MapPassInfo{.name = "dpd/cell_counts",
                                            .outputs = kCountsOutput,
                                            .prologue = cells::walkPrologue(counted.resultKind())});
  }
  pass->run(to.count(), counted.inputs({{"u_position", position}, {"u_species", species}}),
            {{"o_counts", to}});
}

CellCounts::Count::Count(const texel::Device& device, const cells::CellGrid& grid,
                         const Neighbourhood& step)
    : count(device, {.name = "dpd/count_species",
                     .groupSize = kEvenGroup,
                     .reads = step.blocks(),
                     .writes = {"b_counts"},
                     .prologue = cells::gridPrologue(grid) + step.particlesPrologue()}),
      collect(device,
              {.name = "dpd/counted_cells", .outputs = kCountsOutput, .reads = {"b_counts"}}),
      counts("counts of species", 2 * grid.count()) {}

void CellCounts::Count::run(Step& step, int species, std::int64_t particles, texel::Vec4Array& to) {
  counts.upload(std::vector<std::uint32_t>(static_cast<std::size_t>(counts.count()), 0));
  std::vector<texel::Input> inputs = step.particles();
  inputs.emplace_back("u_species", species);
  count.runOver({0, particles}, inputs, {{"b_counts", counts}});
  collect.run(to.count(), {{"b_counts", counts}}, {{"o_counts", to}});
}

CellCounts::CellCounts(const texel::Device& device, const cells::CellGrid& grid,
                       const Neighbourhood& step, std::int64_t particles)
    : device_(&device), particles_(particles), grid_(grid) {
  setStep(step);
}

void CellCounts::setStep(const Neighbourhood& step) {
  if (device_->engine() == texel::Engine::Fast) {
    count_.emplace(*device_, grid_, step);
  } else {
    walk_.emplace(*device_, grid_, step, particles_);
  }
}

void CellCounts::find(Step& step, int species, texel::Vec4Array& to) {
  if (count_) {
    count_->run(step, species, particles_, to);
  } else {
    walk_->run(*device_, step, species, to);
  }
}

namespace {

texel::MapPassInfo cellPass(const std::string& name, const std::string& output,
                            const std::string& prologue) {
  return {.name = name, .outputs = {{output, texel::Format::Vec4}}, .prologue = prologue};
}

/// Returns the first place at which the curve through `values` crosses zero downwards. The values
/// are at the places 0, 1, 2, ...
std::optional<double> firstZero(const std::vector<double>& values) {
  for (std::size_t k = 1; k < values.size(); ++k) {
    if (values[k - 1] > 0.0 && values[k] <= 0.0) {
      return static_cast<double>(k - 1) + values[k - 1] / (values[k - 1] - values[k]);
    }
  }
  return std::nullopt;
}

}  // namespace

Composition::Composition(const texel::Device& device, const Neighbourhood& step,
                         std::int64_t particles)
    : grid_(cells::makeCountingGrid(step.grid().box, 1.0)),
      counts_(device, grid_, step, particles),
      correlation_(
          device, cellPass("dpd/composition_correlation", "o_product", cells::gridPrologue(grid_))),
      layerProfile_(device, cellPass("dpd/layer_profile", "o_layer", cells::gridPrologue(grid_))),
      composition_(device, "composition", grid_.count()),
      product_(device, "composition product", grid_.count()),
      layers_(device, "layers", std::max({grid_.cells.x, grid_.cells.y, grid_.cells.z})),
      sum_(device, grid_.count()) {}

std::optional<double> Composition::mixingWidth(const glm::dvec3& gravity) {
  int axis = 0;
  for (int other = 1; other < grid_.box.dimensions; ++other) {
    if (std::abs(gravity[other]) > std::abs(gravity[axis])) axis = other;
  }
  if (gravity[axis] == 0.0) return std::nullopt;
  const int layers = grid_.cells[axis];
  layerProfile_.run(layers, {{"u_composition", composition_}, {"u_axis", axis}},
                    {{"o_layer", layers_}});
  const std::vector<glm::vec4> profile = layers_.download();
  double integral = 0.0;
  for (int k = 0; k < layers; ++k) {
    const glm::vec4& layer = profile[static_cast<std::size_t>(k)];
    const double total = static_cast<double>(layer.x) + layer.y;
    if (total > 0.0) integral += layer.x / total * (layer.y / total);
  }
  return 6.0 * integral * grid_.edge[axis];
}

std::optional<double> Composition::domainSize() {
  const double cells = static_cast<double>(grid_.count());
  glm::ivec3 lags(0);
  for (int axis = 0; axis < grid_.box.dimensions; ++axis) {
    if (grid_.box.isPeriodic(axis)) lags[axis] = grid_.cells[axis] / 2;
  }
  const double mean = sum_(composition_, grid_.count())[2] / cells;
  std::array<std::vector<double>, 3> correlation;
  const auto finished = [&](int lag) {
    for (int axis = 0; axis < 3; ++axis) {
      if (lag <= lags[axis] && !firstZero(correlation[static_cast<std::size_t>(axis)]))
        return false;
    }
    return true;
  };
  for (int lag = 0; !finished(lag); ++lag) {
    correlation_.run(grid_.count(), {{"u_composition", composition_}, {"u_lag", lag}},
                     {{"o_product", product_}});
    const std::array<double, 4> sums = sum_(product_, grid_.count());
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
    total += *zero * grid_.edge[axis];
    ++axes;
  }
  if (axes == 0) return std::nullopt;
  return total / axes;
}

}  // namespace gpubuck::dpd
