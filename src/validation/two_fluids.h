// Two fluids that do not mix, and the tension of the interface between them.
#pragma once

#include <glm/vec3.hpp>
#include <span>
#include <vector>

#include "dpd/particle_state.h"
#include "scenario/scenario.h"
#include "validation/check.h"
#include "validation/statistics.h"

namespace gpubuck::validation {

/// Two species like water() except for the second's mass, half of the particles each, in layers
/// along the last axis of a periodic box: two interfaces, at its middle and its sides. They repel
/// each other with `unlike` > 25, energy / length. dt = 0.02.
scenario::Scenario twoFluids(const Setup& setup, const glm::dvec3& size, double unlike,
                             double secondMass = 1.0);

/// The fit of Groot and Warren (1997, J. Chem. Phys. 107, 4423) to their simulations of density 3
/// and a = 25 between like particles: 0.75 rho kT chi^0.26 (1 - 2.36 / chi)^1.5 with
/// chi = 0.286 (unlike - 25). For chi > 2.36, below which the fluids mix.
double publishedTension(double unlike);

/// The tension of the flat interfaces of twoFluids() from the stress tensor (Kirkwood and Buff
/// 1949): L / 2 times the mean of P_nn - (P_tt + P_ss) / 2, n the last axis and L the box's side
/// along it. Averages over `time`, times Setup::length, every 0.2.
Estimate flatTension(const Setup& setup, const scenario::Scenario& scenario, double time);

/// A drop of the first species in the second, in the middle of the box of twoFluids().
struct Drop {
  double radius = 7.0;  ///< at the beginning
  /// At this distance from the interface the fluids no longer feel it.
  double margin = 2.0;
  double time = 160.0;  ///< of averages, times Setup::length; a sample every 0.8
};

struct LaplacePressure {
  Estimate excess;      ///< pressure inside minus pressure outside
  double radius = 0.0;  ///< of the sphere that holds the excess of the first species
  /// Tension by Laplace's law, excess * radius / 2. The correction of first order in 1 / radius
  /// (Tolman's) is zero where the two fluids are alike (Fisher and Wortis 1984, Phys. Rev. B 29,
  /// 6252).
  Estimate tension() const { return {0.5 * radius * excess.mean, 0.5 * radius * excess.error}; }
};

/// Simulates a drop in the box of `scenario`. Inside means nearer to its middle than radius -
/// margin, outside farther away than radius + margin; throws InputError for a box less than twice
/// that wide.
LaplacePressure dropPressure(const Setup& setup, const scenario::Scenario& scenario,
                             const Drop& drop = {});

/// Each particle's part of pressure times volume: a third of its mass times velocity squared, plus
/// a third of half the conservative force times distance of its pairs. In double precision on the
/// CPU, for three dimensions and periodic sides. The sum over all particles is
/// Observables::pressure times the volume, except that velocities are half a step behind.
std::vector<double> pressureShares(const dpd::Fluid& fluid, const dpd::ParticleState& state);

}  // namespace gpubuck::validation
