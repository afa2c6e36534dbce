// The time-step study: temperature, pressure and self-diffusion of Groot and Warren's water against
// the time step, for the paper's leap-frog and for the modified velocity-Verlet with two values of
// lambda.
#pragma once

#include <string>

#include "dpd/model/fluid.h"
#include "validation/check.h"

namespace gpubuck::validation {

/// An integrator with its lambda (dpd::Integrator).
struct Stepping {
  std::string name;
  dpd::Integrator integrator = dpd::Integrator::LeapfrogAb2;
  double lambda = 1.0;
};

struct TimeStepPoint {
  double dt = 0.0;
  Estimate temperature;  ///< temperature at half steps
  /// Temperature from the means of the velocities at n - 1/2 and n + 1/2, as programs with
  /// velocity-Verlet report it.
  Estimate temperatureOnStep;
  Estimate pressure;
  Estimate diffusion;
};

/// Measures water in a periodic cube of the edge `edge` for `time` after warming up. The
/// temperatures have errors of 0.44 / sqrt(edge^3 time).
TimeStepPoint measureTimeStep(const Setup& setup, const Stepping& stepping, double dt, double edge,
                              double time);

}  // namespace gpubuck::validation
