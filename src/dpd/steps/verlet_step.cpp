#include "dpd/steps/verlet_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/number.h"
#include "texel/work_slices.h"

namespace gpubuck::dpd {
namespace {

constexpr double kCutoff = 1.0;
constexpr double kSkin = 0.25;  // docs/performance.md
constexpr double kListRadius = kCutoff + kSkin;
// The largest number of notes of a particle: two stretches of particles for each of nine rows of
// cells, and the end mark.
constexpr int kNotes = 19;
constexpr std::uint32_t kIsStretch = 1U << 30;

/// Upper bound of the rounding errors of positions and distances, relative to the longest side: 16
/// units of rounding.
constexpr double kRounding = 0x1p-20;

double longestSide(const cells::Box& box) {
  double longest = kListRadius;
  for (int axis = 0; axis < box.dimensions; ++axis) longest = std::max(longest, box.size[axis]);
  return longest;
}

const std::string kParticles = "#include \"dpd/particle_texels.glsl\"\n";

std::string notesPrologue() {
  return fmt::format(
      "const int kNotes = {};\nconst uint kIsStretch = {}u;\nconst float kListedSquared = "
      "{:.9e};\n",
      kNotes, kIsStretch, kListRadius * kListRadius);
}

/// Makes the pass that reads the starts of cells; `parts` is the number of parts of the scan.
texel::BufferPassInfo placeInfo(const texel::Device& device, std::int64_t parts) {
  return texel::withSubgroups(
      device, {.name = "dpd/verlet_place",
               .groupSize = kEvenGroup,
               .reads = {{"b_cells", "uvec2"}, "b_counts", "b_partSums"},
               .writes = {{"b_placedPosition", "vec4"},
                          {"b_placedVelocity", "vec4"},
                          {"b_placedPredicted", "vec4"},
                          {"b_reference", "vec4"},
                          {"b_start", "uint"}},
               .prologue = kParticles +
                           fmt::format("const uint kParts = {}u;\nconst uint kPoolSize = {}u;\n",
                                       parts, texel::paddedWords(parts))});
}

}  // namespace

std::optional<cells::CellGrid> VerletStep::gridFor(const texel::ComputeLimits& limits,
                                                   const cells::Box& box, std::int64_t particles) {
  if (kNotes * particles > std::min(limits.bufferTexels, limits.bufferBytes / 8)) return {};
  // If cells are exactly as long as the radius, rounding may put a neighbour into a cell that is
  // not next to the particle's cell.
  for (const double radius : {kListRadius, 1.001 * kListRadius}) {
    for (int axis = 0; axis < box.dimensions; ++axis) {
      const double cells = cells::cellsAlong(box.size[axis], radius, {});
      if (box.isPeriodic(axis) && cells < cells::leastPeriodicCells({})) return {};
    }
    const cells::CellGrid grid = cells::makeCellGrid(box, radius);
    if (grid.count() + 1 > std::min(limits.bufferTexels, limits.bufferBytes / 4)) return {};
    if (grid.overlap == glm::dvec3(0.0)) return grid;
  }
  return {};
}

VerletStep::VerletStep(const texel::Device& device, const Fluid& fluid, const cells::CellGrid& grid,
                       const cells::CellGrid& lists, std::int64_t particles)
    : BufferStep(device, grid, particles, "verlet"),
      cells_(lists.count()),
      scan_(device, texel::PartScanInfo::ofCounts(device, "neighbour lists", cells_ + 1)),
      count_(device, {.name = "dpd/verlet_count",
                      .groupSize = kUnevenGroup,
                      .writes = {{"b_cells", "uvec2"}, {"b_counts", "uint"}},
                      .prologue = cells::gridPrologue(lists) + kParticles}),
      place_(device, placeInfo(device, scan_.parts())),
      list_(device, {.name = "dpd/verlet_list",
                     .groupSize = kUnevenGroup,
                     .writes = {{"b_notes", "uvec2"}},
                     .prologue = softwarePrologue(device) + cells::gridPrologue(lists) +
                                 notesPrologue() + kParticles}),
      forceMove_(fluid,
                 [this](const Fluid& now) -> texel::BufferPass {
                   return {*device_,
                           {.name = "dpd/verlet_force_move",
                            .groupSize = kUnevenGroup,
                            .writes = {{"b_movedPosition", "vec4"},
                                       {"b_movedVelocity", "vec4"},
                                       {"b_movedPredicted", "vec4"},
                                       {"b_isStale", "uint"}},
                            .prologue = neighboursPrologue(now) + movePrologue(now)}};
                 }),
      moved_(particles, "moved"),
      counts_("cell counts", cells_ + 1),
      partSums_("cell part sums", scan_.parts()),
      cellOf_("cells of particles", 2 * particles),
      start_("cell starts", cells_ + 1),
      notes_("neighbour notes", 2 * kNotes * particles),
      reference_("verlet reference", 4 * particles),
      isStale_("lists are stale", 1) {
  place_.set("u_particles", static_cast<GLuint>(particles));
  list_.set("u_particles", static_cast<GLuint>(particles));
  place_.set("u_cells", static_cast<GLuint>(cells_));
  place_.set("u_partLength", static_cast<GLuint>(scan_.partLength()));
  const double farthest = 0.5 * kSkin - kRounding * longestSide(fluid.box);
  farthestSquared_ = static_cast<float>(farthest * farthest);
  setDensity(fluid);
}

std::string VerletStep::particlesPrologue() const { return kParticles; }

std::string VerletStep::neighboursPrologue(const Fluid& fluid) const {
  return cells::gridPrologue(grid()) + notesPrologue() + kParticles +
         "#include \"dpd/sum_exact.glsl\"\n" + fluidPrologue(*device_, fluid) +
         densityPrologue(fluid) + moleculesPrologue(fluid) +
         "#include \"cells/walk_verlet.glsl\"\n";
}

std::vector<texel::Input> VerletStep::plainNeighbours() {
  std::vector<texel::Input> inputs = present_.texels();
  inputs.emplace_back("u_notes", notes_, texel::Texels::UInt2);
  return inputs;
}

void VerletStep::arrange() {
  counts_.upload(std::vector<std::uint32_t>(static_cast<std::size_t>(counts_.count()), 0));
  count_.runOver({0, particles_}, present_.texels(), {{"b_cells", cellOf_}, {"b_counts", counts_}});
  scan_.run(counts_, partSums_);
  std::vector<texel::Input> placing = present_.texels();
  placing.insert(placing.end(),
                 {{"b_cells", cellOf_}, {"b_counts", counts_}, {"b_partSums", partSums_}});
  const std::int64_t groups = divideUp(std::max(particles_, cells_ + 1), kEvenGroup);
  place_.run(std::min(groups, texel::kMaxGroups), placing,
             {{"b_placedPosition", moved_.position},
              {"b_placedVelocity", moved_.velocity},
              {"b_placedPredicted", moved_.predicted},
              {"b_reference", reference_},
              {"b_start", start_}});
  std::swap(present_, moved_);
  std::vector<texel::Input> listing = present_.texels();
  listing.emplace_back("u_start", start_, texel::Texels::UInt);
  texel::inSlices(list_.device(), {0, particles_}, [&](const texel::Range& slice) {
    list_.runOver(slice, listing, {{"b_notes", notes_}});
  });
  isStale_.upload(std::array<std::uint32_t, 1>{0});
  ++listings_;
}

void VerletStep::run(const Clock& clock, int blockStep, const texel::Range& range) {
  texel::BufferPass& pass = forceMove_.at(clock, blockStep);
  pass.set("u_farthestSquared", farthestSquared_);
  std::vector<texel::Input> inputs = neighbours();
  inputs.emplace_back("u_reference", reference_, texel::Texels::Vec4);
  texel::inSlices(pass.device(), range, [&](const texel::Range& slice) {
    pass.runOver(slice, inputs,
                 {{"b_movedPosition", moved_.position},
                  {"b_movedVelocity", moved_.velocity},
                  {"b_movedPredicted", moved_.predicted},
                  {"b_isStale", isStale_}});
  });
}

void VerletStep::arrangeMoved() {
  std::swap(present_, moved_);
  if (isStale_.download().front() != 0) arrange();
}

texel::MapPassInfo VerletStep::giveInfo() const {
  return {
      .name = "dpd/verlet_give", .outputs = kParticleOutputs, .reads = ParticleBuffers::blocks()};
}

std::vector<texel::Input> VerletStep::givenParticles() {
  std::vector<texel::Input> inputs = present_.inputs();
  inputs.push_back(places());
  return inputs;
}

ParticleState VerletStep::inGivenOrder(ParticleState state) const {
  ParticleState given = state;
  for (std::size_t i = 0; i < state.count(); ++i) {
    const std::size_t id = idOf(state.predicted[i]);
    given.position[id] = state.position[i];
    given.velocity[id] = state.velocity[i];
    given.predicted[id] = state.predicted[i];
  }
  return given;
}

std::vector<std::vector<std::size_t>> VerletStep::downloadLists() const {
  const std::vector<std::uint32_t> notes = notes_.download();
  const ParticleState state = present_.download();
  std::vector<std::vector<std::size_t>> lists(state.count());
  const auto idAt = [&](std::size_t place) { return idOf(state.predicted[place]); };
  for (std::size_t i = 0; i < lists.size(); ++i) {
    for (std::size_t note = 2 * kNotes * i; notes[note] != 0; note += 2) {
      const std::uint32_t what = notes[note], first = notes[note + 1] & ~kIsStretch;
      const bool isStretch = first != notes[note + 1];
      for (std::uint32_t k = 0; k < (isStretch ? what : 32); ++k) {
        if (!isStretch && (what >> k & 1U) == 0) continue;
        if (first + k != i) lists[idAt(i)].push_back(idAt(first + k));
      }
    }
  }
  return lists;
}

}  // namespace gpubuck::dpd
