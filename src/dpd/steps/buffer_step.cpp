#include "dpd/steps/buffer_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "base/id.h"
#include "base/number.h"
#include "dpd/steps/ordered_step.h"
#include "dpd/steps/passes.h"
#include "dpd/steps/verlet_step.h"
#include "gl/memory.h"

namespace gpubuck::dpd {

NotedCells::NotedCells(const texel::Device& device, const Neighbourhood& neighbourhood,
                       std::int64_t particles)
    : cellOfId_{texel::UIntBuffer("noted cells A", particles),
                texel::UIntBuffer("noted cells B", particles)},
      note_(device, {.name = "dpd/note_cells",
                     .groupSize = kEvenGroup,
                     .reads = neighbourhood.blocks(),
                     .writes = {"b_cellOfId"},
                     .prologue = cells::gridPrologue(neighbourhood.grid()) +
                                 neighbourhood.particlesPrologue()}),
      arrange_(device, {.name = "dpd/noted_cells",
                        .outputs = {{"o_mapping", texel::Format::Id}},
                        .reads = {"b_cellOfId"}}),
      mapping_(device, "mapping (noted)", particles) {}

void NotedCells::note(const std::vector<texel::Input>& particles) {
  note_.runOver({0, mapping_.count()}, particles, {{"b_cellOfId", cellOfId_[next_]}});
  hasNext_ = true;
}

void NotedCells::endStep() {
  next_ = 1 - next_;
  hasLast_ = std::exchange(hasNext_, false);
}

const texel::IdArray* NotedCells::before(const ParticleArrays& particles) {
  if (!hasLast_) return nullptr;
  arrange_.run(mapping_.count(),
               {{"u_predicted", particles.predicted}, {"b_cellOfId", cellOfId_[1 - next_]}},
               {{"o_mapping", mapping_}});
  return &mapping_;
}

namespace {

/// Number of storage blocks of dpd/ordered_arrange. No other pass has more storage blocks.
constexpr int kStorageBlocks = 9;

std::int64_t numbersOf(const texel::ComputeLimits& limits) { return limits.bufferBytes / 4; }

std::optional<cells::CellGrid> listsFor(const texel::ComputeLimits& limits, const cells::Box& box,
                                        std::int64_t particles) {
  if (!limits.software) return {};
  return VerletStep::gridFor(limits, box, particles);
}

}  // namespace

std::int64_t mostParticles(const texel::ComputeLimits& limits) {
  return std::min<std::int64_t>(kMaxCount, numbersOf(limits) / CellArrangement::kNumbersOfParticle);
}

namespace {

/// Returns the reason why the driver does not allow these buffers, or an empty string. `counters`
/// is the size of the buffer of cell counters, in words.
std::string whyNoBuffers(const texel::ComputeLimits& limits, int blocks, std::int64_t particles,
                         std::int64_t cells, std::int64_t counters) {
  if (limits.storageBlocks < blocks) {
    return fmt::format("needs {} buffers in a shader, this driver allows {}", blocks,
                       limits.storageBlocks);
  }
  const auto tooMany = [](std::int64_t count, const char* what) {
    return fmt::format("has no room for {} {} in this driver's largest shader buffer",
                       groupDigits(count), what);
  };
  if (particles > mostParticles(limits)) return tooMany(particles, "particles");
  return counters > numbersOf(limits) ? tooMany(cells, "cells") : std::string();
}

}  // namespace

std::string whyNoBufferStep(const texel::ComputeLimits& limits, const cells::CellGrid& grid,
                            std::int64_t particles) {
  // With Verlet lists, only the sort for measurements counts particles in the cells of `grid`.
  const std::int64_t counters =
      listsFor(limits, grid.box, particles) ? grid.count() + 1 : CellCounters(grid.count()).words();
  return whyNoBuffers(limits, kStorageBlocks, particles, grid.count(), counters);
}

std::string whyNoBatch(const texel::ComputeLimits& limits, const cells::CellGrid& grid,
                       std::int64_t fluids, std::int64_t particles) {
  const std::int64_t cells = fluids * grid.count();
  return whyNoBuffers(limits, kStorageBlocks + static_cast<int>(Batch::blocks().size()), particles,
                      cells, CellCounters(cells).words());
}

bool sumsExactly(const texel::ComputeLimits& limits, const cells::Box& box,
                 std::int64_t particles) {
  return listsFor(limits, box, particles).has_value();
}

std::unique_ptr<BufferStep> makeBufferStep(const texel::Device& device, const Fluid& fluid,
                                           const cells::CellGrid& grid, std::int64_t particles) {
  const texel::ComputeLimits limits = device.computeLimits("step");
  if (const std::string why = whyNoBufferStep(limits, grid, particles); !why.empty()) {
    throw RunError(fmt::format("--engine {}", texel::engineName(device.engine())), why);
  }
  if (const auto lists = listsFor(limits, fluid.box, particles)) {
    return std::make_unique<VerletStep>(device, fluid, grid, *lists, particles);
  }
  return std::make_unique<OrderedStep>(device, fluid, grid, particles);
}

/// Writes particles in place.
class BufferStep::Change : public ParticleChange {
 public:
  Change(BufferStep& step, const texel::MapPassInfo& info)
      : step_(&step),
        pass_(*step.device_,
              {.name = info.name,
               .groupSize = kEvenGroup,
               .writes = ParticleBuffers::blocks(),
               .prologue = "#include \"dpd/change_in_place.glsl\"\n" + info.prologue}) {}

  texel::Pass& pass() override { return pass_; }

  void run() override {
    pass_.runOver({0, step_->particles_}, {}, step_->present_.outputs());
    step_->particlesChanged();
  }

 private:
  BufferStep* step_;
  texel::BufferPass pass_;
};

BufferStep::Textures::Textures(const texel::Device& device, const texel::MapPassInfo& givePass,
                               const cells::CellGrid& grid, std::int64_t count)
    : give(device, givePass),
      particles(device, count, ""),
      // A counting sort makes ranges, in which repeated walks over cells give the same bits.
      cells(device, grid, {.algorithm = sort::Algorithm::Counting}, count) {}

BufferStep::BufferStep(const texel::Device& device, const cells::CellGrid& grid,
                       std::int64_t particles, const std::string& label)
    : Step(device, grid, particles), present_(particles, label) {}

void BufferStep::take(const ParticleState& state) {
  present_.upload(state);
  arrange();
  particlesChanged();
  asTaken_ = state;
}

ParticleState BufferStep::download() {
  return asTaken_ ? *asTaken_ : inGivenOrder(present_.download());
}

void BufferStep::begin(std::int64_t /*step*/, const std::vector<Solid>& solids) {
  if (notedCells_) notedCells_->note(particles());
  setSolids(solids);
}

void BufferStep::finish() {
  arrangeMoved();
  particlesChanged();
  if (notedCells_) notedCells_->endStep();
}

void BufferStep::particlesChanged() {
  asTaken_.reset();
  particlesMoved();
  if (textures_) textures_->areCurrent = false;
}

std::unique_ptr<ParticleChange> BufferStep::makeChange(const texel::MapPassInfo& info) {
  return std::make_unique<Change>(*this, info);
}

const ParticleArrays& BufferStep::textures() {
  if (!textures_) {
    gl::AllocateTogether arrays("textures of the particles");
    auto made = std::make_unique<Textures>(*device_, giveInfo(), grid(), particles_);
    arrays.allocate();
    textures_ = std::move(made);
  }
  if (!textures_->areCurrent) {
    if (asTaken_) {
      textures_->particles.upload(*asTaken_);
    } else {
      textures_->give.run(particles_, givenParticles(), textures_->particles.outputs());
    }
    textures_->cells.reset();
    textures_->areCurrent = true;
  }
  return textures_->particles;
}

cells::CellIndex& BufferStep::sorted() {
  const ParticleArrays& particles = textures();
  if (!textures_->cells.isCurrent()) textures_->cells.sort(particles.position);
  return textures_->cells;
}

const cells::CellIndex& BufferStep::cells() { return sorted(); }

const texel::IdArray* BufferStep::previousMapping() {
  return notedCells_ ? notedCells_->before(textures()) : nullptr;
}

void BufferStep::noteCells(bool notes) {
  if (notes == (notedCells_ != nullptr)) return;
  notedCells_ = notes ? std::make_unique<NotedCells>(*device_, *this, particles_) : nullptr;
}

}  // namespace gpubuck::dpd
