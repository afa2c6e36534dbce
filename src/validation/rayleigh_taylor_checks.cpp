#include "validation/rayleigh_taylor_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <vector>

#include "scenario/initial/initial_state.h"
#include "validation/interface_checks.h"
#include "validation/transport_checks.h"

namespace gpubuck::validation {
namespace {

/// Returns the root of a function that changes its sign once between `low` and `high`.
template <typename Function>
double bisect(const Function& function, double low, double high) {
  const bool rises = function(low) < 0.0;
  for (int round = 0; round < 200; ++round) {
    const double middle = 0.5 * (low + high);
    ((function(middle) < 0.0) == rises ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

/// Returns the left side of Chandrasekhar's equation at the rate n. Fluid 1 is the lower fluid,
/// fluid 2 the upper fluid.
double characteristic(const InterfaceMode& mode, double n) {
  const double k = mode.waveNumber, total = mode.lightDensity + mode.heavyDensity;
  const double share1 = mode.lightDensity / total, share2 = mode.heavyDensity / total;
  const double nu1 = mode.lightViscosity / mode.lightDensity;
  const double nu2 = mode.heavyViscosity / mode.heavyDensity;
  const double q1 = std::sqrt(k * k + n / nu1), q2 = std::sqrt(k * k + n / nu2);
  const double finite = std::tanh(k * mode.depth);
  const double drive =
      finite * (mode.gravity * k * (share1 - share2) + k * k * k * mode.tension / total);
  const double step = share1 * nu1 - share2 * nu2;
  return -(drive / (n * n) + 1.0) * (share2 * q1 + share1 * q2 - k) - 4.0 * k * share1 * share2 +
         4.0 * k * k / n * step * (share2 * q1 - share1 * q2 + k * (share1 - share2)) +
         4.0 * k * k * k / (n * n) * step * step * (q1 - k) * (q2 - k);
}

/// Derivative of the pressure with respect to the number density, for water() at density 3: Groot
/// and Warren's p = rho kT + 0.101 a rho^2 has an error of a few per cent, which is good enough
/// here.
constexpr double kStiffness = 16.0;

/// Returns an initial state with stratified particles, so that gravity excites no sound waves.
dpd::ParticleState layered(const scenario::Scenario& scenario) {
  dpd::ParticleState state = makeInitialState(scenario);
  stratify(state, scenario.fluid, kStiffness);
  return state;
}

/// Returns the height above `first` at which the share of the light fluid falls below 5 %.
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

// The numbers of the flow whose growth rate is measured. The masses are 1 and 3, which makes an
// Atwood number of 1/2. a is 25 between like particles, as in water, and 40 between unlike
// particles. Thus the fluids hardly dissolve in each other (chi = 4.3), and the tension of about 1
// reduces A g k by 5 % in a wave of length 64. The viscosities 0.84 and 1.46 give kinematic
// viscosities of 0.28 and 0.16; the formula takes 0.19 for both. Then nu k^2 = 0.002 is so small
// against the rate n = 0.035 that this difference does not matter. Chandrasekhar's equation has
// both viscosities.
//  - Weight: rho m g H is 2.2 at the floor of the heavy layer and 0.7 at the floor of the light
//    layer, against a modulus rho dp/drho of 48; the particles begin stratified.
//  - Sound: n / (k c) = 0.15 in the heavy fluid, where c^2 = 16 / 3; the error is 0.15^2.
//  - Depth: k H = 2.4, and the formula has the factor tanh(k H) = 0.98.
//  - Heat: equipartition gives the mode a velocity that grows to an amplitude of 0.06, which is 5 %
//    of the initial amplitude 1.2. This is 3 % of the rate over the time 1.9 / n until k a = 0.4.
//  - Non-linear terms: (3 A^2 + 1) (k a)^2 / 16, which is 2 % of the amplitude at the end.
// The interface is about 1.5 thick. k times this thickness is 0.15, which changes the rate by a few
// per cent more.
Layers growthLayers(const Setup& setup) {
  Layers layers;
  // There are 590,000 particles for 3,000 steps, and half as many particles on the slower engine.
  if (setup.engine == texel::Engine::Paper) layers.size.y = 32.0;
  return layers;
}
constexpr double kPerturbation = 1.2;
constexpr double kGrowthTolerance = 0.2;

double viscosityOf(const Setup& setup, double mass) {
  scenario::Scenario scenario = water(setup, {10.0, 10.0, 20.0});
  scenario.fluid.species[0].mass = mass;
  return measureViscosity(setup, scenario, {.expected = 0.84 * mass}).shear.mean;
}

/// Returns the mode, with viscosities and a tension that are measured on the same fluids.
InterfaceMode measuredMode(const Setup& setup, const Layers& layers) {
  const Estimate tension = flatTension(
      setup, twoFluids(setup, {16.0, 16.0, 12.0}, layers.unlike, layers.heavyMass), 40.0);
  const double density = water(setup, layers.size).fluid.density;
  return {.gravity = layers.gravity,
          .waveNumber = 2.0 * std::numbers::pi / layers.size.x,
          .depth = 0.5 * layers.size.z,
          .tension = tension.mean,
          .lightDensity = density,
          .heavyDensity = density * layers.heavyMass,
          .lightViscosity = viscosityOf(setup, 1.0),
          .heavyViscosity = viscosityOf(setup, layers.heavyMass)};
}

void checkGrowth(const Setup& setup, const Report& report) {
  const Layers layers = growthLayers(setup);
  const InterfaceMode mode = measuredMode(setup, layers);
  const GrowthCurve curve = measureGrowth(setup, layers, kPerturbation, mode);

  Series fitted{"fit"}, theory{"theory, same first amplitude"};
  const Growth ideal{growthRate(mode), curve.fit.initial, curve.fit.damping};
  for (const double time : curve.wave.x) {
    fitted.add(time, curve.fit.amplitude(time));
    theory.add(time, ideal.amplitude(time));
  }
  const Estimate rate{curve.fit.rate, curve.rateError};
  report({"Rayleigh-Taylor, growth rate of a wave",
          rate,
          growthRate(mode),
          kGrowthTolerance * growthRate(mode),
          {"Amplitude of a wave", "time", "amplitude", {curve.wave, fitted, theory}}});
  report({"Rayleigh-Taylor, growth rate, viscous layers exact", rate, viscousGrowthRate(mode),
          kGrowthTolerance * viscousGrowthRate(mode)});
}

/// Returns the coefficient in length = coefficient A g t^2, from the lengths between `least` and
/// `most`. The coefficient follows from the slope of sqrt(length) against time. This slope depends
/// neither on the first waves nor on the time that the first waves take. The error comes from the
/// scatter about the line.
Estimate quadraticCoefficient(const Series& length, double least, double most, double drive) {
  Series roots;
  for (std::size_t k = 0; k < length.x.size(); ++k) {
    if (length.y[k] < least || length.y[k] > most) continue;
    roots.add(length.x[k], std::sqrt(length.y[k]));
  }
  const Line line = fitLine(roots.x, roots.y);
  return {line.slope * line.slope / drive, 2.0 * line.slope * line.slopeError / drive};
}

// Many waves: bubbles of the light fluid rise as alpha A g t^2 once they no longer depend on the
// first waves. Experiments and simulations give alpha from 0.02 to 0.08, depending on the amplitude
// of the longer waves at the beginning (Dimonte et al. 2004, Phys. Fluids 16, 1668). Spikes fall
// farther than bubbles rise, by a factor that is the ratio of densities to the power of 0.33, here
// 1.4 (Dimonte and Schneider 2000, Phys. Fluids 12, 304). If the share of a fluid changes linearly
// through the mixing layer, the mixing width is the sum of the heights of spikes and bubbles. The
// slab is thinner than any wave, so that its flow is two-dimensional. Because of tension, no wave
// shorter than 18 grows; because of tension and viscosity, waves with lengths from 24 to 39 grow
// fastest. Bubbles rise to 0.6 of a layer of 80, which is one to two such wavelengths, so that
// neighbouring bubbles have merged once or twice. The flow is then not yet far into the regime of
// this law, so that the figures are only indicative. The tolerance of alpha is 1.5 times the
// published range.
void checkMixing(const Setup& setup, const Report& report) {
  Layers layers{.size = {512.0, 6.0, 160.0}, .gravity = 0.02, .dt = 0.04};  // 1,474,560 particles
  std::array<int, 2> spectrum{13, 21};
  if (setup.engine == texel::Engine::Paper) {
    layers = {.size = {192.0, 4.0, 96.0}, .gravity = 0.03, .dt = 0.04};  // 221,184
    spectrum = {6, 9};
  }
  const double half = 0.5 * layers.size.z;
  const auto [bubbles, width] = measureMixing(setup, layers, spectrum, 0.65 * half, 600.0);
  std::vector<double> ratios;
  for (std::size_t k = 0; k < bubbles.x.size(); ++k) {
    if (bubbles.y[k] > 0.3 * half) ratios.push_back(width.y[k] / bubbles.y[k]);
  }
  report({"Rayleigh-Taylor, bubbles / (A g t^2), literature",
          quadraticCoefficient(bubbles, 0.15 * half, 0.6 * half, 0.5 * layers.gravity),
          0.05,
          0.045,
          {"Many waves", "time", "length", {bubbles, width}}});
  report({"Rayleigh-Taylor, mixing width / height of bubbles", average(ratios).mean, 2.4, 0.8});
}

}  // namespace

double InterfaceMode::atwood() const {
  return (heavyDensity - lightDensity) / (heavyDensity + lightDensity);
}

double InterfaceMode::viscosity() const {
  return (lightViscosity + heavyViscosity) / (lightDensity + heavyDensity);
}

double growthRate(const InterfaceMode& mode) {
  const double k = mode.waveNumber, damping = mode.viscosity() * k * k;
  const double drive = mode.atwood() * mode.gravity * k -
                       mode.tension * k * k * k / (mode.lightDensity + mode.heavyDensity);
  if (drive <= 0.0) return 0.0;
  return std::sqrt(std::tanh(k * mode.depth) * drive + damping * damping) - damping;
}

double viscousGrowthRate(const InterfaceMode& mode) {
  const double most = growthRate(mode);
  if (most == 0.0) return 0.0;
  // The exact rate is lower than growthRate(), but only by a few per cent unless the layers differ
  // much in viscosity.
  return bisect([&](double n) { return characteristic(mode, n); }, 0.2 * most, 2.0 * most);
}

double interfaceAmplitude(const dpd::Fluid& fluid, std::span<const glm::vec4> position,
                          double waveNumber, double phase) {
  double sum = 0.0;
  for (const glm::vec4& p : position) {
    const double wave = std::cos(waveNumber * static_cast<double>(p.x) - phase);
    sum += dpd::speciesOf(p) == 0 ? wave : -wave;
  }
  const cells::Box& box = fluid.box;
  return sum / (fluid.density * box.volume() / box.size[box.dimensions - 1]);
}

void stratify(dpd::ParticleState& state, const dpd::Fluid& fluid, double stiffness) {
  const int axis = fluid.box.dimensions - 1;
  const double height = fluid.box.size[axis];
  const double below = -fluid.gravity[axis] * fluid.species[0].mass / stiffness;
  const double above = -fluid.gravity[axis] * fluid.species[1].mass / stiffness;
  const double share = fluid.species[0].fraction;
  // The numbers of particles below and above an interface at z, in units in which the density at
  // the bottom is 1.
  const auto under = [&](double z) { return -std::expm1(-below * z) / below; };
  const auto over = [&](double z) {
    return -std::exp(-below * z) * std::expm1(-above * (height - z)) / above;
  };
  const double middle =
      bisect([&](double z) { return (1.0 - share) * under(z) - share * over(z); }, 0.0, height);
  const double least = std::exp(-below * middle);
  for (glm::vec4& position : state.position) {
    const double part = position[axis] / height;
    const double z =
        part < share
            ? -std::log1p(-part / share * under(middle) * below) / below
            : middle - std::log1p(-(part - share) / (1.0 - share) * over(middle) * above / least) /
                           above;
    position[axis] = cells::insideAsFloat(std::max(z, 0.0), height);
  }
}

double Growth::amplitude(double time) const {
  const double w = rate + damping;
  return initial * std::exp(-damping * time) *
         (std::cosh(w * time) + damping / w * std::sinh(w * time));
}

Growth fitGrowth(std::span<const double> time, std::span<const double> amplitude, double damping,
                 double most) {
  if (time.size() != amplitude.size() || time.size() < 3) {
    throw std::invalid_argument(
        fmt::format("a growth rate cannot be fitted to {} times and {} amplitudes: it needs "
                    "equally many of both, at least 3",
                    time.size(), amplitude.size()));
  }
  Growth best;
  double least = HUGE_VAL;
  constexpr int kRates = 4000;
  for (int step = 1; step <= kRates; ++step) {
    Growth growth{.rate = most * step / kRates, .initial = 1.0, .damping = damping};
    double product = 0.0, square = 0.0;
    for (std::size_t k = 0; k < time.size(); ++k) {
      const double shape = growth.amplitude(time[k]);
      product += shape * amplitude[k];
      square += shape * shape;
    }
    growth.initial = product / square;
    double residues = 0.0;
    for (std::size_t k = 0; k < time.size(); ++k) {
      const double off = amplitude[k] - growth.amplitude(time[k]);
      residues += off * off;
    }
    if (residues < least) {
      least = residues;
      best = growth;
    }
  }
  return best;
}

scenario::Scenario heavyOverLight(const Setup& setup, const Layers& layers) {
  scenario::Scenario scenario = twoFluids(setup, layers.size, layers.unlike, layers.heavyMass);
  scenario.fluid.box.boundary[2] = cells::Boundary::Reflecting;
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
  FluidRun run(setup, scenario, layered(scenario));

  const double k = theory.waveNumber;
  const double expected = std::acosh(kSteepest / (k * perturbation)) / growthRate(theory);
  GrowthCurve curve;
  run.advance(4.0);
  while (run.simulation.time() < 2.0 * expected) {
    const double amplitude =
        interfaceAmplitude(scenario.fluid, run.simulation.position().download(), k);
    if (k * amplitude > kSteepest) break;
    curve.wave.add(run.simulation.time(), amplitude);
    run.advance(expected / 40.0);
  }
  curve.fit =
      fitGrowth(curve.wave.x, curve.wave.y, theory.viscosity() * k * k, 3.0 * growthRate(theory));
  const double area = layers.size.x * layers.size.y;
  const double velocity =
      std::sqrt(2.0 * scenario.fluid.kT * k / (area * (theory.lightDensity + theory.heavyDensity)));
  curve.rateError = velocity / (curve.fit.rate * curve.fit.initial * curve.wave.x.back());
  return curve;
}

MixingCurve measureMixing(const Setup& setup, const Layers& layers, std::array<int, 2> spectrum,
                          double most, double time) {
  scenario::Scenario scenario = heavyOverLight(setup, layers);
  scenario.initial.perturbation = 0.5;
  scenario.initial.spectrum = spectrum;
  FluidRun run(setup, scenario, layered(scenario));
  double light = 0.0, lowest = 0.0;
  for (const glm::vec4& p : run.simulation.position().download()) {
    if (dpd::speciesOf(p) != 0) continue;
    light += 1.0;
    lowest += p.z;
  }
  MixingCurve curve;
  while (run.simulation.time() < time) {
    run.advance(time / 60.0);
    const double now = run.simulation.time();
    curve.width.add(now, run.simulation.measure().mixingWidth.value());
    // The light fluid fills the box up to the initial interface.
    curve.bubbles.add(now, bubbleHeight(scenario.fluid, run.simulation.position().download(),
                                        2.0 * lowest / light));
    if (curve.bubbles.y.back() > most) break;
  }
  return curve;
}

void checkRayleighTaylor(const Setup& setup, const Report& report) {
  checkGrowth(setup, report);
  checkMixing(setup, report);
}

}  // namespace gpubuck::validation
