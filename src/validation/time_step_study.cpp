#include "validation/time_step_study.h"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>
#include <vector>

#include "validation/fluids.h"
#include "validation/mean_square_displacement.h"

namespace gpubuck::validation {

TimeStepPoint measureTimeStep(const Setup& setup, const Stepping& stepping, double dt, double edge,
                              double time) {
  scenario::Scenario scenario = water(setup, glm::dvec3(edge));
  scenario.fluid.dt = dt;
  scenario.fluid.integrator = stepping.integrator;
  scenario.fluid.lambda = stepping.lambda;
  const texel::Device device(setup.deviceFor(scenario::particleCount(scenario.fluid)));
  dpd::Simulation simulation = simulate(device, scenario);
  advance(simulation, 5.0);
  std::vector<double> temperature, onStep, pressure;
  const Diffusion diffusion = measureDiffusion(simulation, time, {}, [&] {
    const dpd::Observables now = simulation.measure();
    temperature.push_back(now.temperature);
    onStep.push_back(now.temperatureOnStep);
    pressure.push_back(now.pressure);
  });
  return {.dt = dt,
          .temperature = blockAverage(temperature),
          .temperatureOnStep = blockAverage(onStep),
          .pressure = blockAverage(pressure),
          .diffusion = diffusion.coefficient};
}

PowerLaw fitPowerLaw(std::span<const double> dt, std::span<const Estimate> values) {
  if (dt.size() != values.size() || dt.size() < 2) {
    throw std::invalid_argument(
        fmt::format("a power law through {} steps and {} values", dt.size(), values.size()));
  }
  double weights = 0.0, x = 0.0, y = 0.0, xx = 0.0, xy = 0.0;
  for (std::size_t k = 0; k < dt.size(); ++k) {
    const double weight = std::pow(values[k].mean / values[k].error, 2);
    const double logStep = std::log(dt[k]), logValue = std::log(std::abs(values[k].mean));
    weights += weight;
    x += weight * logStep;
    y += weight * logValue;
    xx += weight * logStep * logStep;
    xy += weight * logStep * logValue;
  }
  const double spread = weights * xx - x * x;
  return {(weights * xy - x * y) / spread, std::sqrt(weights / spread)};
}

}  // namespace gpubuck::validation
