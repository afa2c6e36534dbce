// Estimates the work that the forces of a fluid take, before any step is made.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <glm/vec4.hpp>

#include "cells/box.h"

namespace gpubuck::dpd {

/// Numbers of particles around a particle, averaged over all particles.
struct PairCost {
  double neighbours = 0.0;  ///< estimated number of particles nearer than the cut-off radius,
                            ///< including the particle itself
  double candidates = 0.0;  ///< number of particles in the 27 cells around a particle (9 in two
                            ///< dimensions), including the particle itself
};

/// Counts the particles of each cell, so that the result is right for uneven fluids, too. Takes
/// time linear in the numbers of particles and cells. Does not use the GPU.
PairCost findPairCost(const cells::Box& box, const std::vector<glm::vec4>& positions);

/// Returns the number of pairs that a step visits.
inline double pairsOf(const PairCost& cost, std::int64_t particles) {
  return cost.candidates * static_cast<double>(particles);
}

/// Returns whether a step visits so many pairs that it may take seconds. Decides by the number of
/// pairs and measures no time. Needs a current context.
bool isLongStep(const PairCost& cost, std::int64_t particles);

/// Returns the number of particles that a step moves before it can be interrupted
/// (texel/work_slices.h), or an empty optional if the step is not long (isLongStep). Needs a
/// current context.
std::optional<std::int64_t> particlesPerSlice(const PairCost& cost, std::int64_t particles);

}  // namespace gpubuck::dpd
