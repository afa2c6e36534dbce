#include "dpd/ordered_step.h"

namespace gpubuck::dpd {
namespace {

std::vector<texel::Block> readBlocks() {
  std::vector<texel::Block> blocks = ParticleBuffers::blocks();
  blocks.emplace_back("b_start");
  return blocks;
}

}  // namespace

OrderedStep::OrderedStep(const texel::Device& device, const Fluid& fluid,
                         const cells::CellGrid& grid, std::int64_t particles)
    : particles_(particles),
      arrangement_(device, grid, particles),
      take_(device, arrangement_.withCounts(device, {.name = "dpd/ordered_take",
                                                     .groupSize = kUnevenGroup,
                                                     .prologue = cells::gridPrologue(grid)})),
      forceMove_(fluid,
                 [this, &device, grid](const Fluid& now) -> texel::BufferPass {
                   return {device,
                           arrangement_.withCounts(
                               device,
                               {.name = "dpd/ordered_force_move",
                                .groupSize = kUnevenGroup,
                                .reads = readBlocks(),
                                .prologue = cells::gridPrologue(grid) + fluidPrologue(device, now) +
                                            obstaclePrologue(now.obstacle) +
                                            "#include \"cells/cell_starts.glsl\"\n"
                                            "#include \"dpd/particle_buffers.glsl\"\n"
                                            "#include \"dpd/near_particles.glsl\"\n"})};
                 }),
      give_(device, {.name = "dpd/ordered_give",
                     .outputs = {{"o_position", texel::Format::Vec4},
                                 {"o_velocity", texel::Format::Vec4},
                                 {"o_predicted", texel::Format::Vec4}},
                     .reads = ParticleBuffers::blocks()}),
      present_(particles, "ordered") {}

void OrderedStep::take(const ParticleArrays& from) {
  arrangement_.count(take_, {0, particles_}, from.inputs());
  finish();
}

void OrderedStep::give(ParticleArrays& to) {
  give_.run(particles_, present_.inputs(), to.outputs());
}

void OrderedStep::run(std::int64_t step, int blockStep, const texel::Range& range) {
  std::vector<texel::Input> inputs = present_.inputs();
  inputs.emplace_back("b_start", arrangement_.start());
  arrangement_.count(forceMove_.at(step, blockStep), range, inputs);
}

void OrderedStep::finish() { arrangement_.arrange(present_); }

}  // namespace gpubuck::dpd
