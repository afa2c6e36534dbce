#include "dpd/ordered_step.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/number.h"

namespace gpubuck::dpd {
namespace {

constexpr const char* kName = "ordered step";
constexpr int kForceGroup = 32;  // groups of uneven work: docs/performance.md
constexpr int kGroup = 256;

std::int64_t groupsFor(std::int64_t work) {
  return std::min(divideUp(work, kGroup), texel::kMaxGroups);
}

const std::vector<texel::Block> kPresent{
    {"b_position", "vec4"}, {"b_velocity", "vec4"}, {"b_predicted", "vec4"}};
const std::vector<texel::Block> kMoved{{"b_movedPosition", "vec4"}, {"b_movedMotion", "vec4"}};

std::vector<texel::Block> with(std::vector<texel::Block> blocks,
                               const std::vector<texel::Block>& more) {
  blocks.insert(blocks.end(), more.begin(), more.end());
  return blocks;
}

std::vector<texel::Block> countedBlocks() {
  return with(kMoved, {{"b_cells", "uvec2"}, {"b_counts", "uint"}});
}

texel::BufferPassInfo placeInfo(const texel::Device& device, std::int64_t parts) {
  const bool subgroups = device.computeLimits(kName).subgroups32;
  return {
      .name = "dpd/ordered_place",
      .groupSize = kGroup,
      .reads = {"b_counts", "b_partSums", {"b_cells", "uvec2"}, {"b_movedMotion", "vec4"}},
      .writes = {{"b_entries", "uvec2"}, {"b_start", "uint"}},
      .extensions = subgroups ? sort::subgroupExtensions() : std::vector<std::string>{},
      .prologue = fmt::format("const uint kParts = {}u;\nconst uint kPoolSize = {}u;\n{}", parts,
                              sort::paddedWords(parts), subgroups ? "#define SUBGROUPS\n" : "")};
}

}  // namespace

OrderedStep::OrderedStep(const texel::Device& device, const Fluid& fluid,
                         const search::CellGrid& grid, std::int64_t particles)
    : particles_(particles),
      cells_(grid.count()),
      seed_(fluid.seed),
      scan_(device, sort::PartScanInfo::ofCounts(device, kName, cells_ + 1)),
      take_(device, {.name = "dpd/ordered_take",
                     .groupSize = kForceGroup,
                     .writes = countedBlocks(),
                     .prologue = search::gridPrologue(grid)}),
      forceMove_(device, {.name = "dpd/ordered_force_move",
                          .groupSize = kForceGroup,
                          .reads = with(kPresent, {"b_start"}),
                          .writes = countedBlocks(),
                          .prologue = search::gridPrologue(grid) +
                                      "#include \"search/cell_starts.glsl\"\n"
                                      "#include \"dpd/particle_buffers.glsl\"\n" +
                                      fluidPrologue(device, fluid)}),
      place_(device, placeInfo(device, scan_.parts())),
      arrange_(device, {.name = "dpd/ordered_arrange",
                        .groupSize = kGroup,
                        .reads = with(kMoved, {{"b_start", "uint"}, {"b_entries", "uvec2"}}),
                        .writes = with(kPresent, {"b_counts"}),
                        .prologue = search::gridPrologue(grid)}),
      give_(device, {.name = "dpd/ordered_give",
                     .outputs = {{"o_position", texel::Format::Vec4},
                                 {"o_velocity", texel::Format::Vec4},
                                 {"o_predicted", texel::Format::Vec4}},
                     .reads = kPresent}),
      position_("ordered position", 4 * particles),
      velocity_("ordered velocity", 4 * particles),
      predicted_("ordered predicted", 4 * particles),
      start_("cell starts", cells_ + 1),
      movedPosition_("moved position", 4 * particles),
      movedMotion_("moved motion", 8 * particles),
      movedCells_("moved cells", 2 * particles),
      entries_("cell entries", 2 * particles),
      counts_("cell counts", cells_ + 1),
      partSums_("cell part sums", scan_.parts()) {
  for (texel::BufferPass* pass : {&place_, &arrange_}) {
    pass->set("u_particles", static_cast<GLuint>(particles_));
    pass->set("u_cells", static_cast<GLuint>(cells_));
  }
  place_.set("u_partLength", static_cast<GLuint>(scan_.partLength()));
  setFluid(fluid);
}

void OrderedStep::setFluid(const Fluid& fluid) {
  setCoefficients(forceMove_, fluid);
  setIntegrator(forceMove_, fluid);
}

void OrderedStep::count(texel::BufferPass& pass, const texel::Range& range,
                        const std::vector<texel::Input>& inputs) {
  constexpr std::int64_t kMost = texel::kMaxGroups * kForceGroup;
  for (std::int64_t done = 0; done < range.count; done += kMost) {
    const std::int64_t part = std::min(range.count - done, kMost);
    pass.set("u_first", static_cast<GLuint>(range.first + done));
    pass.set("u_count", static_cast<GLuint>(part));
    pass.run(divideUp(part, kForceGroup), inputs,
             {{"b_movedPosition", movedPosition_},
              {"b_movedMotion", movedMotion_},
              {"b_cells", movedCells_},
              {"b_counts", counts_}});
  }
}

void OrderedStep::take(const ParticleArrays& from) {
  if (!countsAreZero_) {
    counts_.upload(std::vector<std::uint32_t>(static_cast<std::size_t>(counts_.count()), 0));
    countsAreZero_ = true;
  }
  count(take_, {0, particles_}, from.inputs());
  finish();
}

std::vector<texel::Input> OrderedStep::present() const {
  return {{"b_position", position_}, {"b_velocity", velocity_}, {"b_predicted", predicted_}};
}

void OrderedStep::give(ParticleArrays& to) { give_.run(particles_, present(), to.outputs()); }

void OrderedStep::run(std::int64_t step, int blockStep, const texel::Range& range) {
  setNoise(forceMove_, seed_, step);
  forceMove_.set("u_blockStep", blockStep);
  std::vector<texel::Input> inputs = present();
  inputs.emplace_back("b_start", start_);
  count(forceMove_, range, inputs);
}

void OrderedStep::finish() {
  scan_.run(counts_, partSums_);
  const std::int64_t groups = groupsFor(std::max(particles_, cells_ + 1));
  place_.run(groups,
             {{"b_counts", counts_},
              {"b_partSums", partSums_},
              {"b_cells", movedCells_},
              {"b_movedMotion", movedMotion_}},
             {{"b_entries", entries_}, {"b_start", start_}});
  arrange_.run(groups,
               {{"b_movedPosition", movedPosition_},
                {"b_movedMotion", movedMotion_},
                {"b_start", start_},
                {"b_entries", entries_}},
               {{"b_position", position_},
                {"b_velocity", velocity_},
                {"b_predicted", predicted_},
                {"b_counts", counts_}});
}

}  // namespace gpubuck::dpd
