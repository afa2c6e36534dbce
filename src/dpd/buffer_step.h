// A time step of the fast engine that keeps the particles in buffers, without a sort.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "cells/cell_grid.h"
#include "dpd/fluid.h"
#include "dpd/passes.h"
#include "dpd/step_settings.h"
#include "texel/pass.h"

namespace gpubuck::dpd {

/// Runs and restarts repeat to the bit: how forces are summed follows from positions and ids alone.
class BufferStep {
 public:
  BufferStep() = default;
  BufferStep(const BufferStep&) = delete;
  BufferStep& operator=(const BufferStep&) = delete;
  virtual ~BufferStep() = default;

  /// Takes over what may change while a fluid runs (scenario::requireChangeable).
  virtual void setFluid(const Fluid& fluid) = 0;
  /// Where the obstacle is at the end of the next step.
  virtual void setObstacle(const Obstacle& obstacle) = 0;

  /// Takes particles in any order.
  virtual void take(const ParticleArrays& from) = 0;
  /// Gives the present particles, in an order that follows from them alone.
  virtual void give(ParticleArrays& to) = 0;

  /// Forces on and move of the particles of `range`, to be called for each of them once; the
  /// present ones stay until finish(). `step` keys the noise; a particle that fails notes
  /// `blockStep`.
  virtual void run(std::int64_t step, int blockStep, const texel::Range& range) = 0;
  /// From now on the particles that run() has made are the present ones.
  virtual void finish() = 0;
};

/// Whether a fluid on `engine` has a buffer step: on the fast engine, unless a sort is asked for.
inline bool hasBufferStep(texel::Engine engine, const StepSettings& settings) {
  return engine == texel::Engine::Fast && settings.sort.algorithm == sort::Algorithm::Auto;
}

/// The most particles of a buffer step: those that the largest buffer of a shader holds.
std::int64_t mostParticles(const texel::ComputeLimits& limits);

/// Why a buffer step cannot have so many particles in the cells of `grid` within these limits of an
/// OpenGL 4.3; empty if it can. Free memory does not count.
std::string whyNoBufferStep(const texel::ComputeLimits& limits, const cells::CellGrid& grid,
                            std::int64_t particles);

/// The buffer step of a fluid: a ListedStep on a software renderer, where the box has enough cells
/// for lists, otherwise an OrderedStep; null where hasBufferStep() is false. Throws RunError where
/// whyNoBufferStep() says why, and without GPU memory.
std::unique_ptr<BufferStep> makeBufferStep(const texel::Device& device, const Fluid& fluid,
                                           const StepSettings& settings,
                                           const cells::CellGrid& grid, std::int64_t particles);

}  // namespace gpubuck::dpd
