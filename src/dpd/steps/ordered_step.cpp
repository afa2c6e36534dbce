#include "dpd/steps/ordered_step.h"

#include "texel/work_slices.h"

namespace gpubuck::dpd {

OrderedStep::OrderedStep(const texel::Device& device, const Fluid& fluid,
                         const cells::CellGrid& grid, std::int64_t particles)
    : BufferStep(device, grid, particles, "ordered"),
      arrangement_(device, grid, particles),
      take_(device, arrangement_.withCounts(device, {.name = "dpd/ordered_take",
                                                     .groupSize = kUnevenGroup,
                                                     .reads = ParticleBuffers::blocks(),
                                                     .prologue = cells::gridPrologue(grid)})),
      forceMove_(fluid, [this](const Fluid& now) -> texel::BufferPass {
        return {*device_, arrangement_.withCounts(
                              *device_, {.name = "dpd/ordered_force_move",
                                         .groupSize = kUnevenGroup,
                                         .reads = blocks(),
                                         .prologue = neighboursPrologue(now) + movePrologue(now)})};
      }) {
  setDensity(fluid);
}

std::string OrderedStep::particlesPrologue() const {
  return "#include \"dpd/particle_buffers.glsl\"\n";
}

std::string OrderedStep::neighboursPrologue(const Fluid& fluid) const {
  return cells::gridPrologue(grid()) + "#include \"dpd/sum_in_order.glsl\"\n" +
         fluidPrologue(*device_, fluid) +
         "#include \"cells/cell_starts.glsl\"\n"
         "#include \"dpd/particle_buffers.glsl\"\n"
         "#include \"dpd/near_particles.glsl\"\n" +
         nearFirstPrologue(*device_) + densityPrologue(fluid) + moleculesPrologue(fluid);
}

std::vector<texel::Block> OrderedStep::blocks() const {
  std::vector<texel::Block> blocks = ParticleBuffers::blocks();
  blocks.emplace_back("b_start");
  return blocks;
}

std::vector<texel::Input> OrderedStep::particles() {
  std::vector<texel::Input> inputs = present_.inputs();
  inputs.emplace_back("b_start", arrangement_.start());
  return inputs;
}

void OrderedStep::arrange() {
  arrangement_.count(take_, {0, particles_}, present_.inputs());
  arrangeMoved();
}

void OrderedStep::run(const Clock& clock, int blockStep, const texel::Range& range) {
  texel::BufferPass& pass = forceMove_.at(clock, blockStep);
  texel::inSlices(pass.device(), range, [&](const texel::Range& slice) {
    arrangement_.count(pass, slice, neighbours());
  });
}

texel::MapPassInfo OrderedStep::giveInfo() const {
  return {
      .name = "dpd/ordered_give", .outputs = kParticleOutputs, .reads = ParticleBuffers::blocks()};
}

}  // namespace gpubuck::dpd
