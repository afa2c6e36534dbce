#include "validation/rayleigh_taylor.h"

#include <algorithm>
#include <cmath>

#include "scenario/initial_state.h"
#include "validation/fluids.h"
#include "validation/two_fluids.h"

namespace gpubuck::validation {
namespace {

/// Derivative of the pressure with respect to the number density, for water() at density 3: Groot
/// and Warren's p = rho kT + 0.101 a rho^2 is right to a few per cent, better than needed.
constexpr double kStiffness = 16.0;

/// Starts from stratified particles, so that gravity excites no sound waves.
dpd::Simulation simulateLayers(const texel::Device& device, const scenario::Scenario& scenario) {
  dpd::ParticleState state = makeInitialState(scenario);
  stratify(state, scenario.fluid, kStiffness);
  return simulate(device, scenario, state);
}

/// How far above `first` the share of the light fluid falls below 5 %.
double bubbleHeight(const dpd::Fluid& fluid, const std::vector<glm::vec4>& position, double first) {
  constexpr double kShare = 0.05;
  const double height = fluid.box.size.z;
  const auto layers = static_cast<std::size_t>(height);
  const double edge = height / static_cast<double>(layers);
  std::vector<double> light(layers, 0.0), all(layers, 0.0);
  for (const glm::vec4& p : position) {
    const std::size_t layer = std::min(layers - 1, static_cast<std::size_t>(p.z / edge));
    all[layer] += 1.0;
    if (dpd::speciesOf(p) == 0) light[layer] += 1.0;
  }
  std::vector<double> share;
  for (std::size_t k = 0; k < layers; ++k) share.push_back(all[k] > 0.0 ? light[k] / all[k] : 0.0);
  for (std::size_t k = layers - 1; k > 0; --k) {
    if (share[k - 1] < kShare) continue;
    const double part = (share[k - 1] - kShare) / (share[k - 1] - share[k]);
    return (static_cast<double>(k) - 0.5 + part) * edge - first;
  }
  return 0.0;
}

}  // namespace

scenario::Scenario heavyOverLight(const Setup& setup, const Layers& layers) {
  scenario::Scenario scenario = twoFluids(setup, layers.size, layers.unlike, layers.heavyMass);
  scenario.fluid.box.boundary[2] = search::Boundary::Reflecting;
  scenario.fluid.gravity = {0.0, 0.0, -layers.gravity};
  scenario.fluid.dt = layers.dt;
  return scenario;
}

GrowthCurve measureGrowth(const Setup& setup, const Layers& layers, double perturbation,
                          const InterfaceMode& theory) {
  constexpr double kSteepest = 0.4;
  scenario::Scenario scenario = heavyOverLight(setup, layers);
  scenario.initial.perturbation = perturbation;
  scenario.initial.modes = {1, 0};
  const texel::Device device(setup.deviceFor(scenario::particleCount(scenario.fluid)));
  dpd::Simulation simulation = simulateLayers(device, scenario);

  const double k = theory.waveNumber;
  const double expected = std::acosh(kSteepest / (k * perturbation)) / growthRate(theory);
  const double interval = expected / 40.0;
  GrowthCurve curve;
  advance(simulation, 4.0);
  while (simulation.time() < 2.0 * expected) {
    const double amplitude =
        interfaceAmplitude(scenario.fluid, simulation.position().download(), k);
    if (k * amplitude > kSteepest) break;
    curve.time.push_back(simulation.time());
    curve.amplitude.push_back(amplitude);
    advance(simulation, interval);
  }
  curve.fit =
      fitGrowth(curve.time, curve.amplitude, theory.viscosity() * k * k, 3.0 * growthRate(theory));
  const double area = layers.size.x * layers.size.y;
  const double velocity =
      std::sqrt(2.0 * scenario.fluid.kT * k / (area * (theory.lightDensity + theory.heavyDensity)));
  curve.rateError = velocity / (curve.fit.rate * curve.fit.initial * curve.time.back());
  return curve;
}

MixingCurve measureMixing(const Setup& setup, const Layers& layers, std::array<int, 2> spectrum,
                          double most, double time) {
  scenario::Scenario scenario = heavyOverLight(setup, layers);
  scenario.initial.perturbation = 0.5;
  scenario.initial.spectrum = spectrum;
  const texel::Device device(setup.deviceFor(scenario::particleCount(scenario.fluid)));
  dpd::Simulation simulation = simulateLayers(device, scenario);
  double light = 0.0, lowest = 0.0;
  for (const glm::vec4& p : simulation.position().download()) {
    if (dpd::speciesOf(p) != 0) continue;
    light += 1.0;
    lowest += p.z;
  }
  MixingCurve curve;
  while (simulation.time() < time) {
    advance(simulation, time / 60.0);
    curve.time.push_back(simulation.time());
    curve.width.push_back(simulation.measure().mixingWidth.value());
    // The light fluid fills the space below the initial interface.
    curve.bubbles.push_back(
        bubbleHeight(scenario.fluid, simulation.position().download(), 2.0 * lowest / light));
    if (curve.bubbles.back() > most) break;
  }
  return curve;
}

}  // namespace gpubuck::validation
