// The tension of the interface between two fluids that do not mix (runs.h: twoFluids). Also a drop
// in a fluid or in empty space: its middle, its tension, and the pressure inside and outside.
#pragma once

#include <glm/vec3.hpp>
#include <vector>

#include "dpd/model/particle_state.h"
#include "scenario/scenario.h"
#include "validation/check.h"
#include "validation/runs.h"
#include "validation/statistics.h"

namespace gpubuck::validation {

/// Returns the volume of a ball.
double ballVolume(double radius);

/// Returns the middle of the first species in a periodic box. Along each axis, the middle is at the
/// crest of the longest wave of the density of this species.
glm::dvec3 middleOf(const dpd::ParticleState& state, const glm::dvec3& size);

/// Returns each particle's share of pressure times volume: a third of its mass times its squared
/// velocity, plus a sixth of the sum of conservative force times distance over its pairs. Computes
/// in double precision on the CPU, for three dimensions and periodic sides. The sum over all
/// particles is Observables::pressure times the volume, except that the velocities used here are
/// half a step older.
std::vector<double> pressureShares(const dpd::Fluid& fluid, const dpd::ParticleState& state);

/// A drop of the first species, in the second species or in empty space.
struct Drop {
  double radius = 7.0;  ///< at the beginning
  /// Distance from the surface at which particles no longer feel the surface.
  double margin = 2.0;
  double warmUp = 20.0;   ///< time until the surface has reached its profile
  double time = 160.0;    ///< duration of averages, times Setup::length
  double interval = 0.8;  ///< time between samples
};

/// Runs a scenario from a state that contains the drop, and returns the tension of the drop by
/// Laplace's law, excess * radius / 2. The excess is the pressure inside minus the pressure
/// outside. The radius is the radius of the Gibbs dividing surface: if the composition inside
/// filled this sphere and the composition outside filled the rest of the box, the box would hold
/// the same particles. Inside means nearer to the middle of the drop than radius - margin, outside
/// means farther away than radius + margin. Throws InputError if a side of the box is shorter than
/// 2 (radius + margin).
Estimate laplaceTension(const Setup& setup, const scenario::Scenario& scenario,
                        const dpd::ParticleState& state, const Drop& drop);

/// Returns the fit of Groot and Warren (1997, J. Chem. Phys. 107, 4423) to their simulations of
/// density 3 and a = 25 between like particles: 0.75 rho kT chi^0.26 (1 - 2.36 / chi)^1.5 with chi
/// = 0.286 (unlike - 25). The fit holds for chi > 2.36; fluids with a smaller chi mix.
double publishedTension(double unlike);

/// Returns the tension of the flat interfaces of twoFluids() from the stress tensor (Kirkwood and
/// Buff 1949): L / 2 times the mean of P_nn - (P_tt + P_ss) / 2, where n is the last axis and L the
/// box's side along this axis. Averages over `time` times Setup::length, with a sample every 0.2
/// time units.
Estimate flatTension(const Setup& setup, const scenario::Scenario& scenario, double time);

/// Returns the tension of a drop that is in the middle of the box, as computed by laplaceTension().
/// `scenario` must be made by twoFluids(). Tolman's correction, which is of first order in 1 /
/// radius, is zero if the two fluids are alike (Fisher and Wortis 1984, Phys. Rev. B 29, 6252).
Estimate dropTension(const Setup& setup, const scenario::Scenario& scenario, const Drop& drop = {});

}  // namespace gpubuck::validation
