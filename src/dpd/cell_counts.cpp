#include "dpd/cell_counts.h"

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

}  // namespace gpubuck::dpd
