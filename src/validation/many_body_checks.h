// Liquids of many-body DPD, which hold together and have a surface.
#pragma once

#include <glm/vec3.hpp>
#include <vector>

#include "scenario/scenario.h"
#include "validation/check.h"

namespace gpubuck::validation {

/// The density of the liquid that is in equilibrium with its vapour, of which there is almost none,
/// for r_d = 0.75, a = `attraction` < 0 and b: 2.901 + 0.68 (-a) (b - 4.09)^-0.716, good to 2 %
/// (Vanya et al. 2018, arXiv:1805.04556).
double liquidDensity(double attraction, double b);

/// The liquid in these regions of a periodic box, with the density of liquidDensity(); the rest of
/// the box is empty. gamma = 4.5, kT = 1, r_d = 0.75, dt = 0.01.
scenario::Scenario liquidIn(const Setup& setup, const glm::dvec3& size, double attraction, double b,
                            std::vector<scenario::Region> regions,
                            dpd::DensityKernel kernel = dpd::DensityKernel::Warren);

/// A slab of the liquid of liquidIn() across the last axis, `thickness` thick.
scenario::Scenario liquidSlab(const Setup& setup, const glm::dvec3& size, double thickness,
                              double attraction, double b,
                              dpd::DensityKernel kernel = dpd::DensityKernel::Warren);

/// A ball of the liquid of liquidIn() in the middle of a cubic box of three radii.
scenario::Scenario liquidBall(const Setup& setup, double radius, double attraction, double b);

struct Slab {
  Estimate density;      ///< in the middle half of the slab
  Estimate tension;      ///< of a surface: half the side along the axis times P_nn - P_tt
  Estimate temperature;  ///< Observables::temperature
};

/// Runs a slab for 40, during which the surfaces form, and averages over `time`, times
/// Setup::length.
Slab measureSlab(const Setup& setup, const scenario::Scenario& scenario, double thickness,
                 double time);

}  // namespace gpubuck::validation
