// Liquids of many-body DPD, which hold together and have a surface.
#pragma once

#include <glm/vec3.hpp>

#include "scenario/scenario.h"
#include "validation/check.h"

namespace gpubuck::validation {

/// The density of the liquid that is in equilibrium with its vapour, of which there is almost none,
/// for r_d = 0.75, a = `attraction` < 0 and b: 2.901 + 0.68 (-a) (b - 4.09)^-0.716, good to 2 %
/// (Vanya et al. 2018, arXiv:1805.04556).
double liquidDensity(double attraction, double b);

/// A slab of liquid across the last axis of a periodic box, `thickness` thick, with the density of
/// liquidDensity(). gamma = 4.5, kT = 1, r_d = 0.75, dt = 0.01.
scenario::Scenario liquidSlab(const Setup& setup, const glm::dvec3& size, double thickness,
                              double attraction, double b,
                              dpd::DensityKernel kernel = dpd::DensityKernel::Warren);

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
