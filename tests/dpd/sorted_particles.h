// Particles on the GPU with the lists of their cells, filled from plain vectors: what the passes of
// dpd work on, without the simulation around them.
#pragma once

#include <memory>

#include "dpd/particle_state.h"
#include "dpd/passes.h"
#include "dpd/reorder.h"
#include "search/cell_grid.h"
#include "sort/linked_ranges.h"
#include "support/gpu_test.h"

namespace gpubuck::test {

class SortedParticles {
 public:
  SortedParticles(const texel::Device& device, const dpd::Fluid& fluid, std::size_t count,
                  const sort::Settings& settings = {}, const search::Method& search = {})
      : grid_(search::makeCellGrid(fluid.box, 1.0, search)),
        count_(static_cast<std::int64_t>(count)),
        now_(device, count_, ""),
        next_(device, count_, " (next)"),
        mapping_(device, "mapping", texel::Format::Id, count_),
        assignCells_(device, grid_),
        sort_(sort::makeListSort(device, settings, count_, grid_.count())) {
    for (dpd::ParticleArrays* arrays : {&now_, &next_}) {
      fillWithSentinel(arrays->position);
      fillWithSentinel(arrays->velocity);
      fillWithSentinel(arrays->predicted);
    }
  }

  void load(const dpd::ParticleState& state) {
    now_.position.upload(state.position);
    now_.velocity.upload(state.velocity);
    now_.predicted.upload(state.predicted);
    assignCells_.run(now_.position, mapping_);
    sort_->sort(mapping_);
  }

  /// One step of `pass` from `state`.
  dpd::ParticleState step(dpd::ForceMove& pass, const dpd::ParticleState& state,
                          std::int64_t step = 0) {
    load(state);
    pass.run(step, 0, {0, count_}, now_, lists(), next_);
    return result();
  }

  /// `state` in the order of cells and lists.
  dpd::ParticleState reorder(dpd::Reorder& reorder, const dpd::ParticleState& state) {
    load(state);
    reorder.run(now_, lists(), next_);
    return result();
  }

  const search::CellGrid& grid() const { return grid_; }
  const dpd::ParticleArrays& now() const { return now_; }
  const dpd::ParticleArrays& next() const { return next_; }
  const sort::BucketLists& lists() const { return *sort_->lists(); }

 private:
  dpd::ParticleState result() const {
    return {next_.position.downloadVec4(), next_.velocity.downloadVec4(),
            next_.predicted.downloadVec4()};
  }

  search::CellGrid grid_;
  std::int64_t count_;
  dpd::ParticleArrays now_;
  dpd::ParticleArrays next_;
  texel::Array mapping_;
  search::AssignCells assignCells_;
  std::unique_ptr<sort::Sort> sort_;
};

}  // namespace gpubuck::test
