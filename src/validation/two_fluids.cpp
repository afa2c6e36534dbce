#include "validation/two_fluids.h"

#include <algorithm>
#include <cmath>

#include "validation/fluids.h"

namespace gpubuck::validation {
namespace {

constexpr double kInterfaceWarmUp =
    20.0;  // an interface of random particles finds its profile in less

}  // namespace

scenario::Scenario twoFluids(const Setup& setup, const glm::dvec3& size, double unlike,
                             double secondMass) {
  scenario::Scenario scenario = water(setup, size);
  scenario.fluid.dt = 0.02;
  scenario.fluid.species = {{"A", 1.0, 0.5, ""}, {"B", secondMass, 0.5, ""}};
  scenario.fluid.pairs.assign(4, dpd::PairCoefficients{});
  scenario.fluid.pairs[1].a = scenario.fluid.pairs[2].a = unlike;
  scenario.initial.kind = scenario::InitialKind::Layers;
  scenario.initial.axis = 2;
  scenario.initial.order = {0, 1};
  return scenario;
}

double publishedTension(double unlike) {
  const double chi = 0.286 * (unlike - 25.0);
  return 0.75 * 3.0 * std::pow(chi, 0.26) * std::pow(1.0 - 2.36 / chi, 1.5);
}

Estimate flatTension(const Setup& setup, const scenario::Scenario& scenario, double time) {
  constexpr double kTensionInterval = 0.2;
  const texel::Device device(setup.deviceFor(scenario::particleCount(scenario.fluid)));
  dpd::Simulation simulation = simulate(device, scenario);
  advance(simulation, kInterfaceWarmUp);
  const int samples = static_cast<int>(std::ceil(time * setup.length / kTensionInterval));
  std::vector<double> tension;
  for (int sample = 0; sample < samples; ++sample) {
    advance(simulation, kTensionInterval);
    const glm::dvec3 pressure = simulation.measure().pressureTensor;
    const double difference = pressure.z - 0.5 * (pressure.x + pressure.y);
    tension.push_back(0.5 * scenario.fluid.box.size.z * difference);
  }
  return blockAverage(tension);
}

}  // namespace gpubuck::validation
