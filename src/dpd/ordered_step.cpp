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
                         const search::CellGrid& grid, std::int64_t particles)
    : device_(&device),
      fluid_(fluid),
      grid_(grid),
      particles_(particles),
      arrangement_(device, grid, particles),
      take_(device, {.name = "dpd/ordered_take",
                     .groupSize = kUnevenGroup,
                     .writes = CellArrangement::countedBlocks(),
                     .prologue = search::gridPrologue(grid)}),
      forceMove_(makeForceMove()),
      give_(device, {.name = "dpd/ordered_give",
                     .outputs = {{"o_position", texel::Format::Vec4},
                                 {"o_velocity", texel::Format::Vec4},
                                 {"o_predicted", texel::Format::Vec4}},
                     .reads = ParticleBuffers::blocks()}),
      present_(particles, "ordered") {
  setFluid(fluid);
  setObstacle(fluid.obstacle);
}

texel::BufferPass OrderedStep::makeForceMove() const {
  return {*device_,
          {.name = "dpd/ordered_force_move",
           .groupSize = kUnevenGroup,
           .reads = readBlocks(),
           .writes = CellArrangement::countedBlocks(),
           .prologue = search::gridPrologue(grid_) + fluidPrologue(*device_, fluid_) +
                       obstaclePrologue(fluid_.obstacle) +
                       "#include \"search/cell_starts.glsl\"\n"
                       "#include \"dpd/particle_buffers.glsl\"\n"}};
}

void OrderedStep::setObstacle(const Obstacle& obstacle) {
  const bool isOther = obstacle.isThere() != fluid_.obstacle.isThere();
  fluid_.obstacle = obstacle;
  if (isOther) {
    forceMove_ = makeForceMove();
    setFluid(fluid_);
  }
  if (obstacle.isThere()) dpd::setObstacle(forceMove_, obstacle, fluid_.box);
}

void OrderedStep::setFluid(const Fluid& fluid) {
  const Obstacle obstacle = fluid_.obstacle;
  fluid_ = fluid;
  fluid_.obstacle = obstacle;
  setCoefficients(forceMove_, fluid);
  setIntegrator(forceMove_, fluid);
}

void OrderedStep::take(const ParticleArrays& from) {
  arrangement_.count(take_, {0, particles_}, from.inputs());
  finish();
}

void OrderedStep::give(ParticleArrays& to) {
  give_.run(particles_, present_.inputs(), to.outputs());
}

void OrderedStep::run(std::int64_t step, int blockStep, const texel::Range& range) {
  setNoise(forceMove_, fluid_.seed, step);
  forceMove_.set("u_blockStep", blockStep);
  std::vector<texel::Input> inputs = present_.inputs();
  inputs.emplace_back("b_start", arrangement_.start());
  arrangement_.count(forceMove_, range, inputs);
}

void OrderedStep::finish() { arrangement_.arrange(present_); }

}  // namespace gpubuck::dpd
