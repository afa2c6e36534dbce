// The pressure in slabs across the last axis: the lateral stress profile of a layer.
#pragma once

#include <cstdint>
#include <optional>

#include "dpd/measure.h"
#include "dpd/model/clock.h"
#include "dpd/model/fluid.h"
#include "dpd/observables.h"
#include "dpd/steps/step.h"

namespace gpubuck::dpd {

/// Throws InputError unless the last axis of the box is periodic.
void requireStressProfile(const cells::Box& box);

/// Measures one slab after the other with shaders/dpd/measure.glsl: the force laws have one home,
/// and the slabs add up to the pressure of the box.
class StressSlabs {
 public:
  /// Throws RunError without GPU memory.
  StressSlabs(const texel::Device& device, const Fluid& fluid, const Step& step,
              std::int64_t particles);

  /// Measures the present particles in a room at the step of `clock`, whose forces on molecules are
  /// found again afterwards. Returns nothing if a particle has failed or has too many neighbours
  /// (throwTooManyNeighbours). Waits for the GPU.
  std::optional<StressProfile> find(const Clock& clock, const Room& room, Step& step);

 private:
  Fluid fluid_;
  std::int64_t particles_;
  Measure measure_;
  texel::Sum sum_;
};

}  // namespace gpubuck::dpd
