// The paper's time step: particles in textures, sorted by their cells, and copies of their data, in
// the order of cells, that forces read.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cells/cell_grid.h"
#include "cells/cell_index.h"
#include "dpd/steps/passes.h"
#include "dpd/steps/step.h"
#include "dpd/steps/step_settings.h"
#include "texel/map_pass.h"

namespace gpubuck::dpd {

/// Returns Neighbourhood::neighboursPrologue() for particles in textures: a walk over
/// NeighbourCopies, or over the lists of a cells::CellIndex.
std::string neighbourTexturesPrologue(const texel::Device& device, const Fluid& fluid,
                                      const cells::CellGrid& grid, Traversal traversal);

/// Copies of the particles in the order of their cells, within a cell in the order of its list or
/// range: shaders/dpd/neighbour_copies.glsl. Walking a row of cells then reads texels side by side,
/// whatever the order of the particles themselves.
class NeighbourCopies {
 public:
  /// Serves indices of the kind of `cells`, with the same numbers of elements and cells.
  NeighbourCopies(const texel::Device& device, const Fluid& fluid, const cells::CellIndex& cells);

  /// `cells` belong to `particles`.
  void make(const ParticleArrays& particles, const cells::CellIndex& cells);

  /// Returns the particle at each place; overwritten by the next call or sort.
  const texel::IdArray& findOrder(const cells::CellIndex& cells);

  /// Returns the inputs of shaders/dpd/neighbour_textures.glsl.
  std::vector<texel::Input> inputs(const cells::CellIndex& cells) const;

 private:
  cells::CellRanges ranges_;
  texel::MapPass pass_;
  texel::Vec4Array position_;
  texel::Vec4Array predicted_;
  std::optional<texel::Vec4Array> velocity_;  ///< set for noises that keep a state
  std::optional<cells::CoarsePositions>
      coarse_;  ///< null unless near particles are noted before they are visited
};

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
  std::optional<cells::CellRanges> order_;  ///< set for reordering without copies
  bool copiesAreCurrent_ = false;
  Reorder reorder_;
  ForceMove forceMove_;
};

}  // namespace gpubuck::dpd
