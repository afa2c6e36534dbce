#include "dpd/steps/noted_cells.h"

#include <utility>

#include "dpd/steps/particle_buffers.h"

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

}  // namespace gpubuck::dpd
