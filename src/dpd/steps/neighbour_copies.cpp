#include "dpd/steps/neighbour_copies.h"

#include "dpd/steps/molecule_forces.h"

namespace gpubuck::dpd {
namespace {

texel::MapPassInfo passInfo(bool withVelocity) {
  texel::MapPassInfo info{
      .name = "dpd/neighbour_copies",
      .outputs = {{"o_position", texel::Format::Vec4}, {"o_predicted", texel::Format::Vec4}}};
  if (withVelocity) {
    info.outputs.push_back({"o_velocity", texel::Format::Vec4});
    info.prologue += "#define NOISE_STATE\n";
  }
  return info;
}

}  // namespace

std::string neighbourTexturesPrologue(const texel::Device& device, const Fluid& fluid,
                                      const cells::CellGrid& grid, Traversal traversal) {
  const std::string common = cells::gridPrologue(grid) + cells::coarsePositionPrologue(grid) +
                             "#include \"dpd/sum_in_order.glsl\"\n" + fluidPrologue(device, fluid);
  const std::string walk =
      traversal == Traversal::Lists
          ? std::string("#include \"dpd/neighbour_lists.glsl\"\n") +
                cells::searchPrologue(sort::ResultKind::Lists)
          : "#include \"dpd/neighbour_textures.glsl\"\n" + nearFirstPrologue(device);
  return common + walk + densityPrologue(fluid) + moleculesPrologue(fluid);
}

NeighbourCopies::NeighbourCopies(const texel::Device& device, const Fluid& fluid,
                                 const cells::CellIndex& cells)
    : ranges_(device, cells),
      pass_(device, passInfo(hasStates(fluid.noise))),
      position_(device, "positions by cell", cells.mapping().count()),
      predicted_(device, "predicted by cell", cells.mapping().count()) {
  const std::int64_t particles = cells.mapping().count();
  if (hasStates(fluid.noise)) velocity_.emplace(device, "velocities by cell", particles);
  if (!device.isSoftware()) coarse_.emplace(device, cells.grid(), particles);
}

const texel::IdArray& NeighbourCopies::findOrder(const cells::CellIndex& cells) {
  ranges_.find(cells);
  return ranges_.order(cells);
}

void NeighbourCopies::make(const ParticleArrays& particles, const cells::CellIndex& cells) {
  std::vector<texel::Input> inputs{{"u_position", particles.position},
                                   {"u_predicted", particles.predicted},
                                   {"u_order", findOrder(cells)}};
  std::vector<texel::Output> outputs{{"o_position", position_}, {"o_predicted", predicted_}};
  if (velocity_) {
    inputs.emplace_back("u_velocity", particles.velocity);
    outputs.emplace_back("o_velocity", *velocity_);
  }
  pass_.run(position_.count(), inputs, outputs);
  if (coarse_) coarse_->find(position_);
}

std::vector<texel::Input> NeighbourCopies::inputs(const cells::CellIndex& cells) const {
  std::vector<texel::Input> result{{"u_start", ranges_.start(cells)},
                                   {"u_order", ranges_.order(cells)},
                                   {"u_neighbourPosition", position_},
                                   {"u_neighbourPredicted", predicted_}};
  if (velocity_) result.emplace_back("u_neighbourVelocity", *velocity_);
  if (coarse_) result.emplace_back("u_coarse", coarse_->fours());
  return result;
}

}  // namespace gpubuck::dpd
