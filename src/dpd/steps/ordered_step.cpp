#include "dpd/steps/ordered_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/number.h"
#include "texel/prefix_sum.h"
#include "texel/work_slices.h"

namespace gpubuck::dpd {
namespace {

// Each work group adds up the counters of all blocks (CellCounters). With more groups, these sums
// would be most of the work.
constexpr std::int64_t kMostGroups = 8192;

const texel::Block kMoved{"b_moved", "vec4"};
const texel::Block kLinks{"b_links", "uvec2"};

/// Returns the GLSL of the cells, and of a batch if there is one.
std::string gridOrBatch(const cells::CellGrid& grid, const Batch* batch) {
  return batch != nullptr ? batch->prologue() : cells::gridPrologue(grid);
}

/// Adds the buffers of a batch, if there is one, to the buffers that a pass reads.
std::vector<texel::Block> withBatch(std::vector<texel::Block> blocks, const Batch* batch) {
  if (batch != nullptr) std::ranges::copy(Batch::blocks(), std::back_inserter(blocks));
  return blocks;
}

/// Adds the buffers of a batch, if there is one, to the inputs of a pass.
std::vector<texel::Input> withBatch(std::vector<texel::Input> inputs, const Batch* batch) {
  if (batch != nullptr) std::ranges::copy(batch->inputs(), std::back_inserter(inputs));
  return inputs;
}

texel::BufferPassInfo arrangeInfo(const texel::Device& device, const cells::CellGrid& grid,
                                  const CellCounters& counters, const Batch* batch) {
  return texel::withSubgroups(
      device, {.name = "dpd/ordered_arrange",
               .groupSize = kEvenGroup,
               .reads = withBatch({kMoved, kLinks, "b_cells", {"b_fours", "uvec4"}}, batch),
               .writes = {{"b_position", "vec4"},
                          {"b_velocity", "vec4"},
                          {"b_predicted", "vec4"},
                          "b_start",
                          "b_nextCells"},
               .prologue = gridOrBatch(grid, batch) + counters.prologue() +
                           fmt::format("const uint kPoolSize = {}u;\n",
                                       texel::paddedWords(counters.blocks))});
}

}  // namespace

CellCounters::CellCounters(std::int64_t cellCount) : cells(cellCount) {
  while (divideUp(cells, share * share) > kMostBlocks) share *= 2;
  parts = divideUp(cells, share);
  blocks = divideUp(parts, share);
}

std::string CellCounters::prologue() const {
  return fmt::format(
      "const uint kCellCount = {}u;\nconst uint kShare = {}u;\nconst uint kPartCount = {}u;\n"
      "const uint kBlockCount = {}u;\n",
      cells, share, parts, blocks);
}

CellArrangement::CellArrangement(const texel::Device& device, const cells::CellGrid& grid,
                                 std::int64_t particles, const Batch* batch)
    : particles_(particles),
      batch_(batch),
      counters_(batch != nullptr ? batch->cells() : grid.count()),
      arrange_(device, arrangeInfo(device, grid, counters_, batch)),
      start_("cell starts", counters_.cells + 1),
      moved_("moved particles", kNumbersOfParticle * particles),
      links_("cell links", 2 * particles),
      cells_{texel::UIntBuffer("cell counters A", counters_.words()),
             texel::UIntBuffer("cell counters B", counters_.words())} {
  arrange_.set("u_particles", static_cast<GLuint>(particles_));
}

texel::BufferPassInfo CellArrangement::withCounts(const texel::Device& device,
                                                  texel::BufferPassInfo info) const {
  info.writes.insert(info.writes.end(), {kMoved, kLinks, "b_cells"});
  info.prologue += counters_.prologue();
  return texel::withSubgroups(device, std::move(info));
}

void CellArrangement::count(texel::BufferPass& pass, const texel::Range& range,
                            const std::vector<texel::Input>& inputs) {
  if (!countersAreZero_) {
    cells_[counting_].upload(
        std::vector<std::uint32_t>(static_cast<std::size_t>(counters_.words()), 0));
    countersAreZero_ = true;
  }
  pass.runOver(range, inputs,
               {{"b_moved", moved_}, {"b_links", links_}, {"b_cells", cells_[counting_]}});
}

void CellArrangement::arrange(ParticleBuffers& to) {
  texel::UIntBuffer& counted = cells_[counting_];
  counting_ = 1 - counting_;
  // For each particle, the pass walks the particles of its cell, which can take long.
  texel::inSlices(arrange_.device(), {0, particles_}, [&](const texel::Range& slice) {
    arrange_.set("u_firstOfSlice", static_cast<GLuint>(slice.first));
    arrange_.set("u_slice", static_cast<GLuint>(slice.count));
    const std::int64_t groups = divideUp(std::max(slice.count, counters_.count()), kEvenGroup);
    arrange_.run(
        std::min(groups, kMostGroups),
        withBatch(
            {{"b_moved", moved_}, {"b_links", links_}, {"b_cells", counted}, {"b_fours", counted}},
            batch_),
        {{"b_position", to.position},
         {"b_velocity", to.velocity},
         {"b_predicted", to.predicted},
         {"b_start", start_},
         {"b_nextCells", cells_[counting_]}});
  });
}

OrderedStep::OrderedStep(const texel::Device& device, const Fluid& fluid,
                         const cells::CellGrid& grid, std::int64_t particles, const Batch* batch)
    : BufferStep(device, grid, particles, "ordered"),
      batch_(batch),
      arrangement_(device, grid, particles, batch),
      take_(device,
            arrangement_.withCounts(device, {.name = "dpd/ordered_take",
                                             .groupSize = kUnevenGroup,
                                             .reads = withBatch(ParticleBuffers::blocks(), batch),
                                             .prologue = gridOrBatch(grid, batch)})),
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
  const bool isExact = batch_ != nullptr && batch_->sumsExactly();
  return gridOrBatch(grid(), batch_) +
         fmt::format("#include \"dpd/sum_{}.glsl\"\n", isExact ? "exact" : "in_order") +
         fluidPrologue(*device_, fluid) +
         "#include \"cells/cell_starts.glsl\"\n"
         "#include \"dpd/particle_buffers.glsl\"\n"
         "#include \"dpd/near_particles.glsl\"\n" +
         nearFirstPrologue(*device_) + densityPrologue(fluid) + moleculesPrologue(fluid);
}

std::vector<texel::Block> OrderedStep::blocks() const {
  std::vector<texel::Block> blocks = ParticleBuffers::blocks();
  blocks.emplace_back("b_start");
  return withBatch(std::move(blocks), batch_);
}

std::vector<texel::Input> OrderedStep::particles() {
  std::vector<texel::Input> inputs = present_.inputs();
  inputs.emplace_back("b_start", arrangement_.start());
  return withBatch(std::move(inputs), batch_);
}

void OrderedStep::arrange() {
  arrangement_.count(take_, {0, particles_}, withBatch(present_.inputs(), batch_));
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
