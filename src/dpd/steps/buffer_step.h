// A time step of the fast engine that keeps the particles in buffers, without a sort, and the cells
// of the particles before the step.
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

/// Notes cells by the ids of the particles. A BufferStep, unlike the lists of a CellIndex, does not
/// keep the previous cells of its particles.
class NotedCells {
 public:
  /// Throws RunError below OpenGL 4.3 or without GPU memory.
  NotedCells(const texel::Device& device, const Neighbourhood& neighbourhood,
             std::int64_t particles);

  /// Notes the cells of `particles` (Neighbourhood::particles), which are about to make a step.
  void note(const std::vector<texel::Input>& particles);
  /// Marks the end of a step. Discards the cells noted before an earlier step.
  void endStep();

  /// Returns the cell of each particle before its last step, in the order of `particles`, or null
  /// if it was not noted. The next call overwrites it.
  const texel::IdArray* before(const ParticleArrays& particles);

 private:
  std::array<texel::UIntBuffer, 2> cellOfId_;  ///< alternate
  std::size_t next_ = 0;                    ///< index of the buffer for the cells before the next
                                            ///< step
  bool hasNext_ = false, hasLast_ = false;  ///< whether cells were noted
  texel::BufferPass note_;
  texel::MapPass arrange_;
  texel::IdArray mapping_;
};

/// The common base of OrderedStep and VerletStep. Runs and restarts repeat to the bit: the sums of
/// forces depend only on positions and ids.
///
/// Particles that were taken are returned unchanged until they are moved or changed. Thus a run
/// that is continued and ended at once writes the checkpoint from which it began.
class BufferStep : public Step {
 public:
  void take(const ParticleState& state) final;
  ParticleState download() final;
  void begin(std::int64_t step, const std::vector<Solid>& solids) final;
  void finish() final;
  std::unique_ptr<ParticleChange> makeChange(const texel::MapPassInfo& info) final;
  const ParticleArrays& textures() final;
  const cells::CellIndex& cells() final;
  /// Does nothing: the next sort makes the same ranges.
  void restoreLists(const cells::ListState& lists) final { sorted().restore(lists); }
  const texel::IdArray* previousMapping() final;
  void noteCells(bool notes) final;

 protected:
  BufferStep(const texel::Device& device, const cells::CellGrid& grid, std::int64_t particles,
             const std::string& label);

  /// Puts present_, which may be in any order, into the order of the step.
  virtual void arrange() = 0;
  /// Makes the particles moved by run() the present particles.
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

  /// Copies of the particles in textures, and their cells, for callers that read textures.
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

  std::optional<ParticleState> asTaken_;  ///< the particles as taken; empty once they have changed
  std::unique_ptr<Textures> textures_;    ///< null until first used
  std::unique_ptr<NotedCells> notedCells_;  ///< null unless cells are noted
};

/// Returns whether a fluid on `engine` has a buffer step: true on the fast engine unless a sort or
/// its lists are requested.
inline bool hasBufferStep(texel::Engine engine, const StepSettings& settings) {
  return engine == texel::Engine::Fast && settings.sort.algorithm == sort::Algorithm::Auto &&
         settings.traversal == Traversal::Copies;
}

/// Returns the largest number of particles of a buffer step, which the largest buffer of a shader
/// limits.
std::int64_t mostParticles(const texel::ComputeLimits& limits);

/// Returns why a buffer step cannot hold `particles` particles in the cells of `grid` within these
/// limits of an OpenGL 4.3, or an empty string if it can. Ignores free memory.
std::string whyNoBufferStep(const texel::ComputeLimits& limits, const cells::CellGrid& grid,
                            std::int64_t particles);
/// Returns why these limits have no room for a batch of `fluids` fluids in such cells, with
/// `particles` particles in all, or an empty string if there is room.
std::string whyNoBatch(const texel::ComputeLimits& limits, const cells::CellGrid& grid,
                       std::int64_t fluids, std::int64_t particles);

/// Returns whether a buffer step of this many particles sums forces exactly, as a VerletStep does,
/// and not in the order of ids.
bool sumsExactly(const texel::ComputeLimits& limits, const cells::Box& box, std::int64_t particles);

/// Returns the buffer step of a fluid: a VerletStep on a software renderer, where the box has
/// enough cells for lists, otherwise an OrderedStep. Throws RunError with the reason of
/// whyNoBufferStep(), and without GPU memory.
std::unique_ptr<BufferStep> makeBufferStep(const texel::Device& device, const Fluid& fluid,
                                           const cells::CellGrid& grid, std::int64_t particles);

}  // namespace gpubuck::dpd
