// Self-diffusion and shear viscosity, of an ideal fluid and of Groot and Warren's water.
#include <cmath>
#include <string>

#include "validation/check.h"
#include "validation/fluids.h"
#include "validation/mean_square_displacement.h"
#include "validation/viscosity.h"

namespace gpubuck::validation {
namespace {

/// A periodic box slows diffusion by 2.84 kT / (6 pi viscosity L) (Yeh and Hummer 2004, J. Phys.
/// Chem. B 108, 15873) once momentum has crossed it, which is 0.018 at most here: the figures hold
/// for boxes of this size.
constexpr double kDiffusionSide = 10.0;

/// With 3,000 particles a coefficient has an error of 1.2 % after four windows of 7 time units
/// (mean_square_displacement.h): 0.0035 for water, a sixth of its tolerance. The theory of the
/// ideal fluid is 0.01 too low, which leaves 0.016 of its tolerance: an error of 0.0031, a fifth of
/// that, takes four times as long.
constexpr double kDiffusionTime = 28.0;
constexpr double kIdealDiffusionTime = 112.0;

/// Streams of height 6. At an edge's shear rate of 0.5 an error of 0.012, a fifth of the tolerance,
/// takes 43 million particle-steps whatever the box (viscosity.h).
const glm::dvec3 kStreams{8.0, 8.0, 12.0};
constexpr double kViscosityError = 0.012;

Row diffusionRow(const Setup& setup, const scenario::Scenario& scenario, const std::string& what,
                 double time, double expected, double tolerance) {
  const texel::Device device(setup.deviceFor(scenario::particleCount(scenario.fluid)));
  dpd::Simulation simulation = simulate(device, scenario);
  advance(simulation, 5.0);
  const DiffusionWindow window;
  Diffusion diffusion = measureDiffusion(simulation, setup.length * time, window);
  diffusion.curve.title = "mean square displacement, " + what;
  return {.check = "self-diffusion, " + what,
          .value = diffusion.coefficient.mean,
          .error = diffusion.coefficient.error,
          .expected = expected,
          .tolerance = tolerance,
          .curve = diffusion.curve};
}

}  // namespace

void checkTransport(const Setup& setup, const Report& report) {
  const scenario::Scenario real = water(setup, glm::dvec3(kDiffusionSide));
  scenario::Scenario ideal = real;
  ideal.fluid.pairs = {{0.0, 6.75}};
  ideal.fluid.dt = 0.04;
  report(diffusionRow(setup, ideal, "ideal fluid, gamma = 6.75", kIdealDiffusionTime, 0.524,
                      0.05 * 0.524));
  report(diffusionRow(setup, real, "a = 25", kDiffusionTime, 0.29, 0.02));

  constexpr double kExpected = 0.84;
  const Viscosity viscosity =
      measureViscosity(setup, water(setup, kStreams),
                       {.expected = kExpected, .relativeError = kViscosityError / kExpected});
  report({.check = "shear viscosity, a = 25",
          .value = viscosity.shear.mean,
          .error = viscosity.shear.error,
          .expected = kExpected,
          .tolerance = 0.06,
          .curve = viscosity.curve});
}

}  // namespace gpubuck::validation
