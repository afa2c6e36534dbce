#include "validation/domain_growth.h"

#include <fmt/format.h>

#include <cmath>

#include "base/error.h"
#include "validation/fluids.h"
#include "validation/two_fluids.h"

namespace gpubuck::validation {

scenario::Scenario quenchScenario(const Setup& setup, const Quench& quench) {
  scenario::Scenario scenario = twoFluids(setup, glm::dvec3(quench.side), 60.0);
  scenario.fluid.box.dimensions = quench.dimensions;
  if (quench.dimensions == 2) scenario.fluid.box.size.z = 1.0;
  scenario.fluid.density = quench.density;
  scenario.fluid.drag = quench.drag;
  scenario.fluid.dt = 0.04;
  scenario.initial.kind = scenario::InitialKind::Mixed;
  return scenario;
}

DomainCurve measureDomains(const Setup& setup, const Quench& quench, double most, double time) {
  const scenario::Scenario scenario = quenchScenario(setup, quench);
  const texel::Device device(setup.deviceFor(scenario::particleCount(scenario.fluid)));
  dpd::Simulation simulation = simulate(device, scenario);
  DomainCurve curve;
  advance(simulation, 1.0);
  while (simulation.time() < time) {
    if (const std::optional<double> size = simulation.measure().domainSize) {
      curve.time.push_back(simulation.time());
      curve.size.push_back(*size);
      if (*size > most) break;
    }
    advance(simulation, std::max(scenario.fluid.dt, 0.04 * simulation.time()));
  }
  return curve;
}

std::optional<double> growthExponent(const DomainCurve& curve, double least, double most) {
  std::vector<double> times, sizes;
  for (std::size_t k = 0; k < curve.time.size() && curve.size[k] <= most; ++k) {
    // From where it was last below, so that a fluctuation does not cut off the beginning.
    if (curve.size[k] < least) {
      times.clear();
      sizes.clear();
      continue;
    }
    times.push_back(std::log(curve.time[k]));
    sizes.push_back(std::log(curve.size[k]));
  }
  if (times.size() < 3) return std::nullopt;
  return fitLine(times, sizes).slope;
}

Estimate meanExponent(const std::vector<DomainCurve>& runs, double least, double most) {
  std::vector<double> exponents;
  for (const DomainCurve& run : runs) {
    if (const auto exponent = growthExponent(run, least, most)) exponents.push_back(*exponent);
  }
  if (exponents.size() < 2) {
    throw RunError("domain growth", fmt::format("{} of {} runs grew from {} to {}",
                                                exponents.size(), runs.size(), least, most));
  }
  return average(exponents);
}

}  // namespace gpubuck::validation
