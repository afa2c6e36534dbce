// How much work the forces of a fluid are, before any step is made.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <glm/vec4.hpp>

#include "cells/box.h"

namespace gpubuck::dpd {

/// Per particle, on average over all particles.
struct PairCost {
  double neighbours = 0.0;  ///< about how many are nearer than the cut-off radius, itself included
  double candidates = 0.0;  ///< in the 27 cells around it (9 in two dimensions), with itself
};

/// Counts the particles of each cell, so that it is right for uneven fluids, too. Linear in
/// particles and cells; uses the processor alone.
PairCost findPairCost(const cells::Box& box, const std::vector<glm::vec4>& positions);

/// The pairs that a step visits.
inline double pairsOf(const PairCost& cost, std::int64_t particles) {
  return cost.candidates * static_cast<double>(particles);
}

/// Whether a step visits so many pairs that it may take seconds. Follows from numbers alone, never
/// from the clock. Needs a current context.
bool isLongStep(const PairCost& cost, std::int64_t particles);

/// Returns how many particles a step moves between two moments at which it can be ended
/// (texel/lots.h), or nothing for a step that is not long. Needs a current context.
std::optional<std::int64_t> particlesPerLot(const PairCost& cost, std::int64_t particles);

}  // namespace gpubuck::dpd
