// The paper's time step: particles in textures, sorted by their cells.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dpd/steps/neighbour_copies.h"
#include "dpd/steps/step.h"

namespace gpubuck::dpd {

/// Sorts the particles, or re-sorts those that have changed their cell, and visits neighbours along
/// the lists, or copies the particles into the order of their cells and walks the copies
/// (StepSettings::traversal). Every StepSettings::reorderEvery steps it puts the particles
/// themselves into the order of their cells. Needs only OpenGL 3.3.
class PaperStep : public Step {
 public:
  PaperStep(const texel::Device& device, const Fluid& fluid, const StepSettings& settings,
            const cells::CellGrid& grid, std::int64_t particles);

  std::string particlesPrologue() const override;
  std::string neighboursPrologue(const Fluid& fluid) const override;
  std::vector<texel::Input> particles() override { return now_.inputs(); }

  void take(const ParticleState& state) override;
  ParticleState download() override { return now_.download(); }
  void begin(std::int64_t step, const std::vector<Solid>& solids) override;
  void run(const Clock& clock, int blockStep, const texel::Range& range) override;
  void finish() override;
  std::unique_ptr<ParticleChange> makeChange(const texel::MapPassInfo& info) override;
  const ParticleArrays& textures() override { return now_; }
  const cells::CellIndex& cells() override;
  void restoreLists(const cells::ListState& lists) override;
  const texel::IdArray* previousMapping() override { return cells().previousMapping(); }
  const sort::Statistics* sortStatistics() const override;

 protected:
  std::vector<texel::Input> plainNeighbours() override;
  void setForces(const Fluid& fluid) override { forceMove_.setFluid(fluid); }

 private:
  class Change;

  void sort();
  void reorder();
  /// Returns the particle at each place in the order of the cells.
  const texel::IdArray& findOrder();

  StepSettings settings_;
  ParticleArrays now_;
  ParticleArrays next_;
  cells::CellIndex cells_;
  std::optional<NeighbourCopies> copies_;   ///< with Traversal::Copies
  std::optional<cells::CellRanges> order_;  ///< for the reordering, without copies
  bool copiesAreCurrent_ = false;
  Reorder reorder_;
  ForceMove forceMove_;
};

}  // namespace gpubuck::dpd
