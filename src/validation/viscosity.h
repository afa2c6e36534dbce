// Shear viscosity by periodic Poiseuille flow (Backer, Lowe, Hoefsloot and Iedema 2005, J. Chem.
// Phys. 122, 154503): two opposite streams, driven by Fluid::poiseuille, have parabolic profiles
// whose height gives the viscosity.
#pragma once

#include "scenario/scenario.h"
#include "validation/check.h"
#include "validation/statistics.h"

namespace gpubuck::validation {

/// How the flow is driven and for how long.
struct PoiseuilleFlow {
  /// The approximate viscosity: drive, warm-up and time follow from it.
  double expected = 0.84;
  /// At the edges of the two streams, 1 / time; its mean magnitude is half of that. Water is heated
  /// by 0.7 % at 0.5 and by 3 % at 1, where its viscosity is still the same within 4 %.
  double shearRate = 0.5;
  /// Standard error of the viscosity, as a share of it, at Setup::length = 1.
  double relativeError = 0.02;
};

struct Viscosity {
  Estimate shear;             ///< the viscosity with its error, mass / (length time)
  double temperature = 0.0;   ///< of the velocities across the flow, which the flow heats
  double thermalError = 0.0;  ///< shear.error according to theory
  Curve curve{};              ///< profile and parabola
};

/// Measures the fluid of `still`: one species, all axes periodic, without gravity or drag. The
/// streams are in the lower and the upper half of the box along its last axis. They start at random
/// positions with the expected profile, and warm up for 3 relaxation times
/// rho m L^2 / (4 pi^2 viscosity). Simulates 240 kT relaxation / (m N (relativeError shearRate
/// L)^2) at Setup::length = 1. Throws InputError for another fluid.
Viscosity measureViscosity(const Setup& setup, const scenario::Scenario& still,
                           const PoiseuilleFlow& flow = {});

}  // namespace gpubuck::validation
