// The tension of the interface between two fluids that do not mix (runs.h: twoFluids). A drop in a
// fluid, or in empty space: its middle, the pressure inside and outside, its tension.
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

/// Returns the middle of the first species in a periodic box: where the longest wave through it has
/// its crest, axis by axis.
glm::dvec3 middleOf(const dpd::ParticleState& state, const glm::dvec3& size);

/// Returns each particle's part of pressure times volume: a third of its mass times velocity
/// squared, plus a third of half the conservative force times distance of its pairs. Computes in
/// double precision on the CPU, for three dimensions and periodic sides. The sum over all particles
/// is Observables::pressure times the volume, except that velocities are half a step older.
std::vector<double> pressureShares(const dpd::Fluid& fluid, const dpd::ParticleState& state);

/// A drop of the first species, in the second or in empty space.
struct Drop {
  double radius = 7.0;  ///< at the beginning
  /// At this distance from the surface nothing feels it.
  double margin = 2.0;
  double warmUp = 20.0;   ///< until the surface has found its profile
  double time = 160.0;    ///< duration of averages, times Setup::length
  double interval = 0.8;  ///< between samples
};

/// Runs a scenario from a state that has the drop in it, and returns the tension of the drop by
/// Laplace's law, excess * radius / 2: where excess is the pressure inside minus the pressure
/// outside, and radius the radius of the sphere that holds the excess of the first species. Inside
/// means nearer to its middle than radius - margin, outside farther away than radius + margin;
/// throws InputError for a box less than twice that distance wide.
Estimate laplaceTension(const Setup& setup, const scenario::Scenario& scenario,
                        const dpd::ParticleState& state, const Drop& drop);

/// Returns the fit of Groot and Warren (1997, J. Chem. Phys. 107, 4423) to their simulations of
/// density 3 and a = 25 between like particles: 0.75 rho kT chi^0.26 (1 - 2.36 / chi)^1.5 with chi
/// = 0.286 (unlike - 25). Holds for chi > 2.36; fluids with a smaller chi mix.
double publishedTension(double unlike);

/// Returns the tension of the flat interfaces of twoFluids() from the stress tensor (Kirkwood and
/// Buff 1949): L / 2 times the mean of P_nn - (P_tt + P_ss) / 2, where n is the last axis and L the
/// box's side along this axis. Averages samples every 0.2 over the time `time` times Setup::length.
Estimate flatTension(const Setup& setup, const scenario::Scenario& scenario, double time);

/// Returns the tension by laplaceTension() of a drop in the middle of the box. `scenario` must be
/// of twoFluids(). The correction of first order in 1 / radius (Tolman's) is zero if the two fluids
/// are alike (Fisher and Wortis 1984, Phys. Rev. B 29, 6252).
Estimate dropTension(const Setup& setup, const scenario::Scenario& scenario, const Drop& drop = {});

}  // namespace gpubuck::validation
