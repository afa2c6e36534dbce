// What a fluid is: box, species, pair coefficients, integrator and noise. Plain data; no OpenGL.
// Units: cut-off radius r_c = 1, mass of the lightest species 1, k_B T = 1 unless the scenario
// differs.
#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <string>
#include <vector>

#include "search/box.h"

namespace gpubuck::dpd {

/// Most species one fluid can have; the shaders are compiled for the number in use.
inline constexpr int kMaxSpecies = 8;

struct Species {
  std::string name;
  double mass = 1.0;      ///< > 0
  double fraction = 1.0;  ///< share of the particles, the shares of all species add up to 1
  std::string colour;     ///< "#rrggbb", or empty for the next colour of the default map
};

/// Coefficients of the pair force F = [a w - g w^2 (e.v) + s w Theta / sqrt(dt)] e with w = 1 - r.
struct PairCoefficients {
  double repulsion = 25.0;  ///< a, energy / length
  double friction = 4.5;    ///< g, mass / time
  double noise = 3.0;       ///< s, s^2 = 2 g k_B T
};

enum class NoiseKind {
  Karpinski,          ///< Karpinski's map as a mixing function of (ids, step, seed): the default
  KarpinskiSequence,  ///< the paper's literal recurrence, one state a particle: kept to show its
                      ///< failure
  Philox              ///< Philox-4x32-10 (Salmon et al. 2011): the control
};

struct Fluid {
  search::Box box;
  double density = 3.0;               ///< particles per unit volume (area in two dimensions)
  double kT = 1.0;                    ///< temperature of the thermostat, energy
  glm::dvec3 gravity{0.0, 0.0, 0.0};  ///< uniform acceleration, length / time^2
  std::vector<Species> species;
  std::vector<PairCoefficients> pairs;  ///< species.size()^2 entries, symmetric, row by row
  double dt = 0.01;                     ///< time step
  NoiseKind noise = NoiseKind::Karpinski;
  std::uint32_t seed = 1;

  const PairCoefficients& pair(int k, int l) const {
    return pairs[static_cast<std::size_t>(k) * species.size() + static_cast<std::size_t>(l)];
  }
};

/// Throws InputError where `changed` differs from `fluid` in more than what may change while it
/// runs: gravity, kT, pair coefficients, time step, and names and colours of the species; and where
/// the time step is not positive or a number is not finite.
void requireChangeable(const Fluid& fluid, const Fluid& changed);

}  // namespace gpubuck::dpd
