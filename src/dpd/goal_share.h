// The share of the particles that have reached their goal.
#pragma once

#include <cstdint>

#include "dpd/steps/step.h"
#include "texel/sum.h"

namespace gpubuck::dpd {

/// Counts the particles in the region of a goal: shaders/dpd/in_goal.glsl.
class GoalShare {
 public:
  /// Counts the `particles` particles of `step`. Throws RunError without GPU memory.
  GoalShare(const texel::Device& device, const Fluid& fluid, const Neighbourhood& step,
            std::int64_t particles);

  /// Counts the particles of `step` from now on.
  void setStep(const Fluid& fluid, const Neighbourhood& step);

  /// Returns Observables::goalShare for the goal of the fluid, 0 if no particle counts. Waits for
  /// the GPU.
  double find(const Goal& goal, Step& step);

 private:
  const texel::Device* device_;
  std::int64_t particles_;
  std::size_t species_;
  texel::MapPass pass_;
  texel::Vec4Array inGoal_;
  texel::Sum sum_;
};

}  // namespace gpubuck::dpd
