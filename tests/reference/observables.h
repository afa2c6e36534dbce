// Oracle of the reported quantities, in double precision.
#pragma once

#include <glm/vec3.hpp>
#include <optional>
#include <vector>

#include "dpd/model/fluid.h"
#include "dpd/observables.h"
#include "reference/dpd_forces.h"

namespace gpubuck::reference {

/// Returns all of dpd::Observables at step n. `before` and `after` are v(n-1/2) and v(n+1/2).
/// Momenta and kinetic energies are means of both; temperatureOnStep is the temperature of the mean
/// velocities. `forces` are the pair forces at step n. The pressure is (2 E_kin + virial) / (D V).
/// The pressure along one axis has no factor D.
dpd::Observables observe(const dpd::Fluid& fluid, std::int64_t step, const ForceInput& input,
                         const std::vector<glm::dvec3>& before,
                         const std::vector<glm::dvec3>& after, const PairForces& forces);

/// Returns h = 6 * integral of f (1 - f) along the axis on which gravity is strongest. f is the
/// number share of one species in layers of thickness L/n, where L is the box's side along this
/// axis, and n = floor(L). A layer without particles adds nothing. The result is empty unless there
/// are two species and gravity.
std::optional<double> mixingWidth(const dpd::Fluid& fluid, const std::vector<glm::dvec3>& position,
                                  const std::vector<int>& species);

/// The composition phi = n_A - n_B of each cell, less the mean of phi, is correlated with itself at
/// lags of 0 to n/2 cells along each periodic axis. Along a side L there are n = floor(L) cells of
/// edge L/n. The size along an axis is the edge times the lag at which the correlation first
/// crosses zero. The correlation is taken as linear between lags. Returns the mean over the
/// periodic axes that have a crossing; a thin axis has none. The result is empty unless there are
/// two species and a crossing.
std::optional<double> domainSize(const dpd::Fluid& fluid, const std::vector<glm::dvec3>& position,
                                 const std::vector<int>& species);

}  // namespace gpubuck::reference
