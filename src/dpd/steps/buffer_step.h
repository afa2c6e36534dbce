// A time step of the fast engine, which keeps the particles in buffers and needs no sort.
// NotedCells has the cells of the particles before the step.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cells/cell_grid.h"
#include "dpd/steps/passes.h"
#include "dpd/steps/step.h"
#include "texel/array.h"
#include "texel/buffer_pass.h"
#include "texel/map_pass.h"

namespace gpubuck::dpd {

/// Notes the cell of each particle, by its id, for a BufferStep. The lists of a CellIndex hold the
/// previous cells of particles; a BufferStep has no such lists.
class NotedCells {
 public:
  /// Throws RunError below OpenGL 4.3 or without GPU memory.
  NotedCells(const texel::Device& device, const Neighbourhood& neighbourhood,
             std::int64_t particles);

  /// Notes the cells of `particles` (Neighbourhood::particles). Call this function just before
  /// these particles make a step.
  void note(const std::vector<texel::Input>& particles);
  /// Ends a step. before() then returns the cells that were noted for this step; older cells are
  /// discarded.
  void endStep();

  /// Returns the cell that each particle had before its last step, in the order of `particles`, or
  /// null if cells were not noted. The next call overwrites the result.
  const texel::IdArray* before(const ParticleArrays& particles);

 private:
  std::array<texel::UIntBuffer, 2> cellOfId_;  ///< the buffers alternate
  std::size_t next_ = 0;                    ///< index of the buffer for the cells before the next
                                            ///< step
  bool hasNext_ = false, hasLast_ = false;  ///< whether cells were noted for the next step, and
                                            ///< for the last step
  texel::BufferPass note_;
  texel::MapPass arrange_;
  texel::IdArray mapping_;
};

/// The common base of OrderedStep and VerletStep. The sums of forces depend only on positions and
/// ids. Repeated and restarted runs therefore give the same bits.
///
/// Until particles are moved or changed, download() returns them exactly as take() has received
/// them. A run that is continued and ended at once thus writes the checkpoint from which it began.
class BufferStep : public Step {
 public:
  void take(const ParticleState& state) final;
  ParticleState download() final;
  void begin(std::int64_t step, const std::vector<Solid>& solids) final;
  void finish() final;
  std::unique_ptr<ParticleChange> makeChange(const texel::MapPassInfo& info) final;
  const ParticleArrays& textures() final;
  const cells::CellIndex& cells() final;
  /// Restoring does not change later steps, since the next sort makes the same ranges.
  void restoreLists(const cells::ListState& lists) final { sorted().restore(lists); }
  const texel::IdArray* previousMapping() final;
  void noteCells(bool notes) final;

 protected:
  BufferStep(const texel::Device& device, const cells::CellGrid& grid, std::int64_t particles,
             const std::string& label);

  /// Puts present_, which may be in any order, into the order of the step.
  virtual void arrange() = 0;
  /// Puts the particles that run() has moved into present_, in the order of the step.
  virtual void arrangeMoved() = 0;
  virtual void setSolids(const std::vector<Solid>& solids) = 0;
  /// Return the pass that copies the present particles to textures, and its inputs.
  virtual texel::MapPassInfo giveInfo() const = 0;
  virtual std::vector<texel::Input> givenParticles() = 0;
  /// Returns `state`, which was downloaded from present_, in the order of textures().
  virtual ParticleState inGivenOrder(ParticleState state) const { return state; }

  ParticleBuffers present_;

 private:
  class Change;

  /// Copies of the particles in textures, and the cells of the particles, for callers that read
  /// textures.
  struct Textures {
    Textures(const texel::Device& device, const texel::MapPassInfo& givePass,
             const cells::CellGrid& grid, std::int64_t count);

    texel::MapPass give;
    ParticleArrays particles;
    cells::CellIndex cells;
    bool areCurrent = false;
  };

  void particlesChanged();
  cells::CellIndex& sorted();

  std::optional<ParticleState> asTaken_;    ///< the particles as take() received them; empty once
                                            ///< they have changed
  std::unique_ptr<Textures> textures_;      ///< null until first used
  std::unique_ptr<NotedCells> notedCells_;  ///< null unless cells are noted
};

/// Returns whether a fluid on `engine` has a buffer step: true on the fast engine unless a sort or
/// its lists are requested.
inline bool hasBufferStep(texel::Engine engine, const StepSettings& settings) {
  return engine == texel::Engine::Fast && settings.sort.algorithm == sort::Algorithm::Auto &&
         settings.traversal == Traversal::Copies;
}

/// Returns the largest number of particles of a buffer step. The largest buffer of a shader limits
/// this number.
std::int64_t mostParticles(const texel::ComputeLimits& limits);

/// Returns why, within the `limits` of a context of OpenGL 4.3, a buffer step cannot hold
/// `particles` particles in the cells of `grid`, or an empty string if it can. Ignores free memory.
std::string whyNoBufferStep(const texel::ComputeLimits& limits, const cells::CellGrid& grid,
                            std::int64_t particles);
/// Returns why a batch exceeds `limits`, or an empty string if it does not. The batch has `fluids`
/// fluids, each in the cells of `grid`, and `particles` particles in total.
std::string whyNoBatch(const texel::ComputeLimits& limits, const cells::CellGrid& grid,
                       std::int64_t fluids, std::int64_t particles);

/// Returns whether a buffer step of this many particles sums forces exactly, as a VerletStep does.
/// An OrderedStep adds forces in the order of ids instead.
bool sumsExactly(const texel::ComputeLimits& limits, const cells::Box& box, std::int64_t particles);

/// Returns the buffer step of a fluid: on a software renderer a VerletStep if the box has enough
/// cells for lists, otherwise an OrderedStep. Throws RunError without GPU memory, and if
/// whyNoBufferStep() gives a reason.
std::unique_ptr<BufferStep> makeBufferStep(const texel::Device& device, const Fluid& fluid,
                                           const cells::CellGrid& grid, std::int64_t particles);

}  // namespace gpubuck::dpd
