// The DPD fluid on the GPU: assign cells, sort or re-sort, force and move, swap; now and then
// reorder.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "dpd/fluid.h"
#include "dpd/observer.h"
#include "dpd/particle_state.h"
#include "dpd/passes.h"
#include "dpd/reorder.h"
#include "search/cell_grid.h"
#include "sort/list_sort.h"

namespace gpubuck::dpd {

/// The lists of a simulation in main memory: with ParticleState all that a bit-identical restart
/// needs, since the order of a list is the order in which forces are added.
struct ListState {
  std::vector<std::uint32_t> mapping;  ///< cell of each particle
  std::vector<std::uint32_t> head;     ///< first particle of each cell, or kNullId
  std::vector<std::uint32_t> next;     ///< next particle in the cell of each, or kNullId
};

class Simulation {
 public:
  /// Starts from `state` at step `step`. Throws InputError for a state with more particles than
  /// ids, a particle outside the box or one of no species, and what search::makeCellGrid throws for
  /// the box.
  Simulation(const texel::Device& device, const Fluid& fluid, const sort::Settings& settings,
             const ParticleState& state, std::int64_t step = 0);

  /// Takes up the lists of a checkpoint, so that the run goes on bit for bit as it would have
  /// without a stop. Throws InputError when their sizes do not fit.
  void restoreLists(const ListState& lists);

  /// Advances by one time step. A particle that is not finite or would cross a whole cell in one
  /// step is held where it is; checkFailure() reports it.
  void step();

  /// Throws RunError naming step, particle and value if a particle has failed. To be called before
  /// anything is made of the state; step() itself calls it every kBlockSteps steps.
  void checkFailure();

  /// Measures the present state; waits for the GPU.
  Observables measure();

  std::int64_t stepNumber() const { return step_; }
  double time() const { return static_cast<double>(step_) * fluid_.dt; }
  std::int64_t count() const { return count_; }
  const Fluid& fluid() const { return fluid_; }
  const search::CellGrid& grid() const { return grid_; }
  const texel::Array& position() const { return now_.position; }
  /// The lists of the present positions.
  const sort::BucketLists& lists();
  /// What the last sort or re-sort did.
  const sort::Statistics& sortStatistics() const { return sort_->statistics(); }

  ParticleState downloadState() const;
  ListState downloadLists();

 private:
  static constexpr int kBlockSteps = 64;

  void sortParticles();
  void reorderParticles();

  Fluid fluid_;
  sort::Settings settings_;
  search::CellGrid grid_;
  std::int64_t count_;
  std::int64_t step_;
  int blockStep_ = 0;  ///< steps since the last checkFailure()
  bool listsExist_ = false;
  bool listsCurrent_ = false;
  ParticleArrays now_;
  ParticleArrays next_;
  texel::Array mapping_;
  texel::Array newMapping_;
  sort::BucketLists lists_;
  search::AssignCells assignCells_;
  std::unique_ptr<sort::ListSort> sort_;
  Reorder reorder_;
  ForceMove forceMove_;
  Observer observer_;
  texel::MapPass findFailed_;
  texel::Array failed_;
  gl::Query failedQuery_;
};

}  // namespace gpubuck::dpd
