// Several fluids whose particles lie in the same buffers, so that a pass works on all fluids at
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

/// Throws InputError unless these fluids can be one batch. The error names the fluid, the key and
/// the allowed values. All fluids must have the same box, number of species, force law, kernel of
/// the law and noise. No fluid may have solids, effects or molecules. There must be at least one
/// fluid.
void requireBatch(const std::vector<Fluid>& fluids);

/// The values of each fluid of a batch, and the number of each particle's fluid, in buffers that
/// shaders/dpd/batch.glsl reads. (The step of a single fluid has these values in uniforms.) The
/// particles and cells of fluid 0 come first, then the particles and cells of fluid 1, and so on.
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
  /// Returns the range of the particles of each fluid.
  const std::vector<texel::Range>& parts() const { return parts_; }
  std::int64_t particles() const { return parts_.back().first + parts_.back().count; }
  /// Returns a fluid from which the shaders of all fluids of the batch can be compiled.
  const Fluid& forShaders() const;
  /// Returns whether sums over neighbours are exact (shaders/dpd/sum_exact.glsl), as in the step of
  /// a single fluid.
  bool sumsExactly() const { return sumsExactly_; }

  /// Uploads the values. Call this function once the memory is allocated (gl::AllocateTogether).
  void upload();

  /// Returns the GLSL of shaders/dpd/batch.glsl and of the grid.
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
