// Particles on the GPU with their cells, filled from plain vectors: the input of the passes of dpd,
// without a simulation.
#pragma once

#include "cells/cell_index.h"
#include "dpd/fluids.h"
#include "dpd/model/particle_state.h"
#include "dpd/steps/effect_pass.h"
#include "dpd/steps/paper_step.h"
#include "dpd/steps/passes.h"
#include "support/gpu_test.h"

namespace gpubuck::test {

/// Makes a pass write all particles of a step without changing them.
inline void touch(const texel::Device& device, dpd::Step& step) {
  const cells::Box& box = step.grid().box;
  const dpd::Fluid fluid = mixedFluid(box.size, box.dimensions);
  const dpd::Tube elsewhere{.origin = glm::dvec3(1000.0), .radius = 1.0};
  dpd::EffectPass(device, fluid, step, 0).run(pullAlong(elsewhere, 0.0), fluid, {});
}

class SortedParticles {
 public:
  SortedParticles(const texel::Device& device, const dpd::Fluid& fluid, std::size_t count,
                  const sort::Settings& settings = {}, const cells::Method& search = {})
      : count_(static_cast<std::int64_t>(count)),
        now_(device, count_, ""),
        next_(device, count_, " (next)"),
        cells_(device, cells::makeCellGrid(fluid.box, 1.0, search), settings, count_),
        copies_(device, fluid, cells_) {
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
    cells_.sort(now_.position);
    copies_.make(now_, cells_);
  }

  /// Returns the state after one step of `pass` from `state`.
  dpd::ParticleState step(dpd::ForceMove& pass, const dpd::ParticleState& state,
                          std::int64_t step = 0) {
    load(state);
    pass.run({.step = step}, 0, {0, count_}, neighbours(), next_);
    return result();
  }

  /// Returns `state` in the order of cells, and within a cell in the order of its list.
  dpd::ParticleState reorder(dpd::Reorder& reorder, const dpd::ParticleState& state) {
    load(state);
    reorder.run(now_, copies_.findOrder(cells_), next_);
    return result();
  }

  const cells::CellIndex& cells() const { return cells_; }
  const cells::CellGrid& grid() const { return cells_.grid(); }
  /// The particles and their copies.
  std::vector<texel::Input> neighbours() const {
    std::vector<texel::Input> inputs = now_.inputs();
    const std::vector<texel::Input> copies = copies_.inputs(cells_);
    inputs.insert(inputs.end(), copies.begin(), copies.end());
    return inputs;
  }
  const dpd::ParticleArrays& now() const { return now_; }
  const dpd::ParticleArrays& next() const { return next_; }

 private:
  dpd::ParticleState result() const {
    return {next_.position.download(), next_.velocity.download(), next_.predicted.download()};
  }

  std::int64_t count_;
  dpd::ParticleArrays now_;
  dpd::ParticleArrays next_;
  cells::CellIndex cells_;
  dpd::NeighbourCopies copies_;
};

}  // namespace gpubuck::test
