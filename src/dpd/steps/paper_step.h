// The paper's time step. Particles lie in textures and are sorted by their cells. Forces read
// copies of the particles in the order of cells, or follow the lists of the cells.
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

/// Copies of the particles in the order of their cells, and within a cell in the order of the
/// cell's list or range (shaders/dpd/neighbour_copies.glsl). A walk over a row of cells then reads
/// neighbouring texels, even if the particles themselves are in another order.
class NeighbourCopies {
 public:
  /// Later calls may pass any index of the same kind as `cells`, with the same numbers of elements
  /// and cells.
  NeighbourCopies(const texel::Device& device, const Fluid& fluid, const cells::CellIndex& cells);

  /// Copies `particles`, whose cells are `cells`.
  void make(const ParticleArrays& particles, const cells::CellIndex& cells);

  /// Returns the particle at each place. The next call, or the next sort, overwrites the result.
  const texel::IdArray& findOrder(const cells::CellIndex& cells);

  /// Returns the inputs of shaders/dpd/neighbour_textures.glsl.
  std::vector<texel::Input> inputs(const cells::CellIndex& cells) const;

 private:
  cells::CellRanges ranges_;
  texel::MapPass pass_;
  texel::Vec4Array position_;
  texel::Vec4Array predicted_;
  std::optional<texel::Vec4Array> velocity_;  ///< set if the noise keeps states
  std::optional<cells::CoarsePositions>
      coarse_;  ///< set if near particles are noted before they are visited
};

/// Sorts all particles, or only particles that have changed their cell (StepSettings::mode). Visits
/// neighbours along the lists, or along copies of the particles in the order of their cells
/// (StepSettings::traversal). Every StepSettings::reorderEvery steps, puts the particles themselves
/// into the order of their cells. Needs only OpenGL 3.3.
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
  /// Returns the order of the particles by cells: the particle at each place.
  const texel::IdArray& findOrder();

  StepSettings settings_;
  ParticleArrays now_;
  ParticleArrays next_;
  cells::CellIndex cells_;
  std::optional<NeighbourCopies> copies_;   ///< with Traversal::Copies
  std::optional<cells::CellRanges> order_;  ///< set if particles are reordered and there are no
                                            ///< copies
  bool copiesAreCurrent_ = false;
  Reorder reorder_;
  ForceMove forceMove_;
};

}  // namespace gpubuck::dpd
