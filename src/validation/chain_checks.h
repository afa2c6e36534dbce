// The sizes of chains in a solvent and in a melt.
#pragma once

#include <cstdint>
#include <vector>

#include "scenario/scenario.h"
#include "validation/check.h"

namespace gpubuck::validation {

/// Chains of equal beads, which are also equal to the particles of the solvent.
struct Chains {
  int beads = 2;  ///< beads per chain, at least 2
  std::int64_t count = 1;
};

/// Returns a scenario of chains in a cube of water(). Beads count in the density, so that there may
/// be at most 3 side^3 beads. Bonds are harmonic with k = 4 and length 0; dt = 0.04.
scenario::Scenario chainsInWater(const Setup& setup, double side,
                                 const std::vector<Chains>& chains);

/// Returns the mean square distance between the ends of the chains of chainsInWater(), for each
/// entry of `chains`. The entries must have different numbers of beads. Averages over `time` times
/// Setup::length, after the time `warmUp`.
std::vector<Estimate> squaresOfEnds(const Setup& setup, const scenario::Scenario& scenario,
                                    const std::vector<Chains>& chains, double warmUp, double time);

}  // namespace gpubuck::validation
