#include <cmath>
#include <numbers>
#include <numeric>

#include "validation/check.h"
#include "validation/curve.h"
#include "validation/fluids.h"
#include "validation/rayleigh_taylor.h"
#include "validation/statistics.h"
#include "validation/two_fluids.h"
#include "validation/viscosity.h"

namespace gpubuck::validation {
namespace {

// The flow of the growth rate in numbers. Masses 1 and 3, so an Atwood number of 1/2. Water's
// a = 25 between like and 40 between unlike particles: they hardly dissolve in each other
// (chi = 4.3), and the tension of about 1 reduces A g k by 5 % in a wave of length 64. The
// viscosities 0.84 and 1.46 give kinematic viscosities of 0.28 and 0.16; the formula takes 0.19 for
// both. Then nu k^2 = 0.002, so small against a rate n of 0.035 that the difference does not
// matter. The equation has both as they are.
//  - Weight: rho m g H = 2.2 at the floor of the heavy layer and 0.7 of the light one, against a
//    modulus rho dp/drho of 48; the particles begin stratified.
//  - Sound: n / (k c) = 0.15 in the heavy fluid, c^2 = 16 / 3; its square enters.
//  - Depth: k H = 2.4, tanh = 0.98, which is in the formula.
//  - Heat: equipartition gives the mode a velocity that grows to an amplitude of 0.06, 5 % of the
//    initial one, 1.2, and so 3 % of the rate in the time of 1.9 / n that it takes to k a = 0.4.
//  - Non-linear terms: (3 A^2 + 1) (k a)^2 / 16, 2 % of the amplitude at the end.
// The interface is about 1.5 thick, k times that 0.15: another few per cent.
Layers growthLayers(const Setup& setup) {
  Layers layers;
  // 590,000 particles for 3,000 steps; half of them where an engine is slower.
  if (setup.engine == texel::Engine::Paper) layers.size.y = 32.0;
  return layers;
}
constexpr double kPerturbation = 1.2;
constexpr double kGrowthTolerance = 0.2;

Viscosity viscosityOf(const Setup& setup, double mass) {
  scenario::Scenario scenario = water(setup, {10.0, 10.0, 20.0});
  scenario.fluid.species[0].mass = mass;
  return measureViscosity(setup, scenario, {.expected = 0.84 * mass});
}

/// With viscosities and tension measured on the same fluids.
InterfaceMode measuredMode(const Setup& setup, const Layers& layers) {
  const Viscosity light = viscosityOf(setup, 1.0), heavy = viscosityOf(setup, layers.heavyMass);
  const Estimate tension = flatTension(
      setup, twoFluids(setup, {16.0, 16.0, 12.0}, layers.unlike, layers.heavyMass), 40.0);
  const double density = water(setup, layers.size).fluid.density;
  return {.gravity = layers.gravity,
          .waveNumber = 2.0 * std::numbers::pi / layers.size.x,
          .depth = 0.5 * layers.size.z,
          .tension = tension.mean,
          .lightDensity = density,
          .heavyDensity = density * layers.heavyMass,
          .lightViscosity = light.shear.mean,
          .heavyViscosity = heavy.shear.mean};
}

void checkGrowth(const Setup& setup, const Report& report) {
  const Layers layers = growthLayers(setup);
  const InterfaceMode mode = measuredMode(setup, layers);
  const GrowthCurve curve = measureGrowth(setup, layers, kPerturbation, mode);

  std::vector<double> fitted, theory;
  const Growth ideal{growthRate(mode), curve.fit.initial, curve.fit.damping};
  for (const double time : curve.time) {
    fitted.push_back(curve.fit.amplitude(time));
    theory.push_back(ideal.amplitude(time));
  }
  report({.check = "Rayleigh-Taylor, growth rate of a wave",
          .value = curve.fit.rate,
          .error = curve.rateError,
          .expected = growthRate(mode),
          .tolerance = kGrowthTolerance * growthRate(mode),
          .curve = Curve{"Amplitude of a wave",
                         "time",
                         "amplitude",
                         {{"simulated", curve.time, curve.amplitude},
                          {"fit", curve.time, fitted},
                          {"theory, same first amplitude", curve.time, theory}}}});
  report({.check = "Rayleigh-Taylor, the same, viscous layers exact",
          .value = curve.fit.rate,
          .error = curve.rateError,
          .expected = viscousGrowthRate(mode),
          .tolerance = kGrowthTolerance * viscousGrowthRate(mode)});
}

/// From the slope of sqrt(length) against time, which depends neither on the first waves nor on the
/// time they take: length = coefficient A g t^2. Between two lengths; the error comes from the
/// scatter about the line.
Estimate quadraticCoefficient(const std::vector<double>& time, const std::vector<double>& length,
                              double least, double most, double drive) {
  std::vector<double> times, roots;
  for (std::size_t k = 0; k < time.size(); ++k) {
    if (length[k] < least || length[k] > most) continue;
    times.push_back(time[k]);
    roots.push_back(std::sqrt(length[k]));
  }
  const Line line = fitLine(times, roots);
  return {line.slope * line.slope / drive, 2.0 * line.slope * line.slopeError / drive};
}

// Many waves: bubbles of the light fluid rise as alpha A g t^2 once they have forgotten the first
// waves. Experiments and simulations have alpha from 0.02 to 0.08, depending on the amplitude of
// the longer waves at the beginning (Dimonte et al. 2004, Phys. Fluids 16, 1668). Spikes fall
// farther than bubbles rise, by the ratio of densities to the power of 0.33, here 1.4 (Dimonte and
// Schneider 2000, Phys. Fluids 12, 304), and the width of a linear layer is the sum of both. The
// slab is thinner than any wave, its flow two-dimensional. Waves of 24 to 39 are those that grow
// fastest under tension (none below 18 grows) and viscosity. Bubbles rise to 0.6 of a layer of 80,
// one to two such waves, so that neighbours have merged once or twice: not far into the regime, so
// the figures are indicative only. The tolerance of alpha is 1.5 times that range.
void checkMixing(const Setup& setup, const Report& report) {
  const bool isFast = setup.engine == texel::Engine::Fast;
  Layers layers{.size = {512.0, 6.0, 160.0}, .gravity = 0.02, .dt = 0.04};  // 1,474,560 particles
  std::array<int, 2> spectrum{13, 21};
  if (!isFast) {
    layers = {.size = {192.0, 4.0, 96.0}, .gravity = 0.03, .dt = 0.04};  // 221,184
    spectrum = {6, 9};
  }
  const double half = 0.5 * layers.size.z;
  const MixingCurve curve = measureMixing(setup, layers, spectrum, 0.65 * half, 600.0);
  const double drive = 0.5 * layers.gravity;
  const Estimate bubbles =
      quadraticCoefficient(curve.time, curve.bubbles, 0.15 * half, 0.6 * half, drive);
  std::vector<double> ratios;
  for (std::size_t k = 0; k < curve.time.size(); ++k) {
    if (curve.bubbles[k] > 0.3 * half) ratios.push_back(curve.width[k] / curve.bubbles[k]);
  }
  report({.check = "Rayleigh-Taylor, bubbles / (A g t^2), literature",
          .value = bubbles.mean,
          .error = bubbles.error,
          .expected = 0.05,
          .tolerance = 0.045,
          .curve = Curve{"Many waves",
                         "time",
                         "length",
                         {{"bubbles", curve.time, curve.bubbles},
                          {"mixing width", curve.time, curve.width}}}});
  report({.check = "Rayleigh-Taylor, mixing width / height of bubbles",
          .value = std::accumulate(ratios.begin(), ratios.end(), 0.0) /
                   static_cast<double>(ratios.size()),
          .expected = 2.4,
          .tolerance = 0.8});
}

}  // namespace

void checkRayleighTaylor(const Setup& setup, const Report& report) {
  checkGrowth(setup, report);
  checkMixing(setup, report);
}

}  // namespace gpubuck::validation
