// The errors of a time step: temperature, pressure and self-diffusion of water at one time step.
#pragma once

#include <span>
#include <string>

#include "dpd/fluid.h"
#include "validation/check.h"
#include "validation/statistics.h"

namespace gpubuck::validation {

/// An integrator with its lambda (dpd::Integrator).
struct Stepping {
  std::string name;
  dpd::Integrator integrator = dpd::Integrator::LeapfrogAb2;
  double lambda = 1.0;
};

struct TimeStepPoint {
  double dt = 0.0;
  Estimate temperature;        ///< of the half steps
  Estimate temperatureOnStep;  ///< of the mean velocities, what velocity-Verlet codes report
  Estimate pressure;
  Estimate diffusion;
};

/// Water in a periodic cube of this edge, for `time` after warming up. The temperatures have errors
/// of 0.44 / sqrt(edge^3 time).
TimeStepPoint measureTimeStep(const Setup& setup, const Stepping& stepping, double dt, double edge,
                              double time);

struct PowerLaw {
  double exponent = 0.0;
  double error = 0.0;  ///< from the errors of the values
};

/// The p of |value| = c dt^p, by least squares of the logarithms, each weighted by its error.
/// Throws std::invalid_argument for fewer than two values.
PowerLaw fitPowerLaw(std::span<const double> dt, std::span<const Estimate> values);

}  // namespace gpubuck::validation
