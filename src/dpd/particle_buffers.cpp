#include "dpd/particle_buffers.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/number.h"

namespace gpubuck::dpd {
namespace {

constexpr const char* kName = "particles in cell order";

const std::vector<texel::Block> kMoved{{"b_movedPosition", "vec4"}, {"b_movedMotion", "vec4"}};

}  // namespace

ParticleBuffers::ParticleBuffers(std::int64_t count, const std::string& prefix)
    // Read four at a time.
    : position(prefix + " position", 4 * (count + 3)),
      velocity(prefix + " velocity", 4 * count),
      predicted(prefix + " predicted", 4 * count) {}

std::vector<texel::Block> ParticleBuffers::blocks() {
  return {{"b_position", "vec4"}, {"b_velocity", "vec4"}, {"b_predicted", "vec4"}};
}

std::vector<texel::Input> ParticleBuffers::inputs() const {
  return {{"b_position", position}, {"b_velocity", velocity}, {"b_predicted", predicted}};
}

std::vector<texel::Input> ParticleBuffers::texels() const {
  using enum texel::Texels;
  return {{"u_position", position, Vec4},
          {"u_velocity", velocity, Vec4},
          {"u_predicted", predicted, Vec4}};
}

std::int64_t evenGroups(std::int64_t particles, std::int64_t cells) {
  return std::min(divideUp(std::max(particles, cells + 1), kEvenGroup), texel::kMaxGroups);
}

texel::BufferPassInfo withCellStarts(const texel::Device& device, std::int64_t parts,
                                     texel::BufferPassInfo info) {
  const bool subgroups = device.computeLimits(kName).subgroups32;
  info.groupSize = kEvenGroup;
  info.reads.insert(info.reads.end(), {"b_counts", "b_partSums"});
  if (subgroups) info.extensions = sort::subgroupExtensions();
  info.prologue += fmt::format("const uint kParts = {}u;\nconst uint kPoolSize = {}u;\n{}", parts,
                               sort::paddedWords(parts), subgroups ? "#define SUBGROUPS\n" : "");
  return info;
}

CellArrangement::CellArrangement(const texel::Device& device, const search::CellGrid& grid,
                                 std::int64_t particles)
    : particles_(particles),
      cells_(grid.count()),
      scan_(device, sort::PartScanInfo::ofCounts(device, kName, cells_ + 1)),
      place_(device, withCellStarts(device, scan_.parts(),
                                    {.name = "dpd/ordered_place",
                                     .reads = {{"b_cells", "uvec2"}, {"b_movedMotion", "vec4"}},
                                     .writes = {{"b_entries", "uvec2"}, {"b_start", "uint"}}})),
      arrange_(device,
               {.name = "dpd/ordered_arrange",
                .groupSize = kEvenGroup,
                .reads = {kMoved[0], kMoved[1], {"b_start", "uint"}, {"b_entries", "uvec2"}},
                .writes = {{"b_position", "vec4"},
                           {"b_velocity", "vec4"},
                           {"b_predicted", "vec4"},
                           "b_counts"},
                .prologue = search::gridPrologue(grid)}),
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
}

std::vector<texel::Block> CellArrangement::countedBlocks() {
  return {kMoved[0], kMoved[1], {"b_cells", "uvec2"}, {"b_counts", "uint"}};
}

void CellArrangement::count(texel::BufferPass& pass, const texel::Range& range,
                            const std::vector<texel::Input>& inputs) {
  if (!countsAreZero_) {
    counts_.upload(std::vector<std::uint32_t>(static_cast<std::size_t>(counts_.count()), 0));
    countsAreZero_ = true;
  }
  pass.runOver(range, inputs,
               {{"b_movedPosition", movedPosition_},
                {"b_movedMotion", movedMotion_},
                {"b_cells", movedCells_},
                {"b_counts", counts_}});
}

void CellArrangement::arrange(ParticleBuffers& to) {
  scan_.run(counts_, partSums_);
  const std::int64_t groups = evenGroups(particles_, cells_);
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
               {{"b_position", to.position},
                {"b_velocity", to.velocity},
                {"b_predicted", to.predicted},
                {"b_counts", counts_}});
}

}  // namespace gpubuck::dpd
