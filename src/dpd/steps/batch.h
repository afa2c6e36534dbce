// Several fluids whose particles lie in the same buffers, so that a pass works on all of them at
// once.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cells/cell_grid.h"
#include "dpd/model/fluid.h"
#include "texel/array.h"
#include "texel/device.h"
#include "texel/pass.h"

namespace gpubuck::dpd {

/// Throws InputError unless these fluids can be one batch: it names the fluid, the key and what is
/// allowed. All fluids must have the same box, number of species, force law, kernel of the law and
/// noise. No fluid may have solids, effects or molecules. There must be at least one fluid.
void requireBatch(const std::vector<Fluid>& fluids);

/// The values of each fluid of a batch, and the fluid of each particle, on the GPU:
/// shaders/dpd/batch.glsl. A step of a single fluid has such values in uniforms. Particles and
/// cells are in the order of the fluids.
class Batch {
 public:
  /// A fluid, its number of particles, and the step at which it begins.
  struct Member {
    Fluid fluid;
    std::int64_t particles = 0;
    std::int64_t firstStep = 0;
  };

  /// `members` must fulfil requireBatch. Throws RunError without GPU memory.
  Batch(const texel::Device& device, const cells::CellGrid& grid, std::vector<Member> members);

  std::int64_t fluids() const { return std::ssize(members_); }
  /// Returns the number of cells of all fluids.
  std::int64_t cells() const { return fluids() * grid_.count(); }
  /// Returns the particles of each fluid.
  const std::vector<texel::Range>& parts() const { return parts_; }
  std::int64_t particles() const { return parts_.back().first + parts_.back().count; }
  /// Returns a fluid with all that shaders are compiled for.
  const Fluid& forShaders() const;
  /// Returns whether sums over neighbours are exact (shaders/dpd/sum_exact.glsl), as in the step of
  /// a single fluid.
  bool sumsExactly() const { return sumsExactly_; }

  /// Uploads the numbers, once the memory is there (gl::AllocateTogether).
  void upload();

  /// Returns the GLSL of shaders/dpd/batch.glsl, which includes the GLSL of the grid.
  std::string prologue() const;
  static std::vector<texel::Block> blocks();
  std::vector<texel::Input> inputs() const;

 private:
  cells::CellGrid grid_;
  std::vector<Member> members_;
  std::vector<texel::Range> parts_;
  bool sumsExactly_;
  texel::UIntBuffer fluidOf_;
  texel::UIntBuffer fluids_;
};

}  // namespace gpubuck::dpd
